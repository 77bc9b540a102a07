//! A file with suggestions, and what is on which line.

use super::{suggestion::Suggestion, value::Helper};
use std::{collections::BTreeSet, ops::Range};

/// A part of the file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    Suggestion(String),
    Helper(String),
}

/// The text of a file, with the lines of its parts.
pub(super) struct SourceFile {
    pub(super) text: String,
    parts: Vec<(Range<usize>, Part)>,
}

/// The first line of each file.
pub(super) const IMPORT: &str = "use disprove::prelude::*;";

/// The limit of a case while suggestions are tried.
const CASE_TIME: &str = "10s";

impl SourceFile {
    /// A file with these suggestions and the functions that they need. `is_trial`: each runs in a process of its own, with a
    /// limit of time.
    pub(super) fn new(
        suggestions: &[Suggestion],
        helpers: &[Helper],
        is_trial: bool,
    ) -> SourceFile {
        let needed: BTreeSet<&String> = suggestions.iter().flat_map(|it| &it.helpers).collect();
        let mut file = SourceFile { text: String::new(), parts: Vec::new() };
        if is_trial {
            file.text.push_str("#![allow(warnings)]\n");
        }
        file.text.push_str(IMPORT);
        file.text.push('\n');
        for suggestion in suggestions {
            let source = if is_trial {
                let attribute = format!("#[property(isolate = \"{CASE_TIME}\")]");
                suggestion.source.replacen("#[property]", &attribute, 1)
            } else {
                suggestion.source.clone()
            };
            file.add(&source, Part::Suggestion(suggestion.name.clone()));
        }
        for helper in helpers.iter().filter(|it| needed.contains(&it.name)) {
            file.add(&helper.source, Part::Helper(helper.name.clone()));
        }
        file
    }

    fn add(&mut self, source: &str, part: Part) {
        let start = self.text.lines().count() + 2;
        self.text.push('\n');
        self.text.push_str(source);
        let end = self.text.lines().count() + 1;
        self.parts.push((start..end, part));
    }

    /// What is on a line, counted from 1.
    pub(super) fn part(&self, line: usize) -> Option<Part> {
        self.parts.iter().find(|(lines, _)| lines.contains(&line)).map(|(_, part)| part.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::{CASE_TIME, SourceFile};
    use crate::suggest::suggestion::Suggestion;

    #[test]
    fn each_suggestion_is_tried_in_a_process_with_the_limit_of_the_page() {
        let suggestion = Suggestion {
            source: "#[property]\nfn t(x: u8) {}\n".to_owned(),
            ..Suggestion::named("t")
        };
        let text =
            |is_trial| SourceFile::new(std::slice::from_ref(&suggestion), &[], is_trial).text;
        let attribute = format!("#[property(isolate = \"{CASE_TIME}\")]\nfn t(x: u8) {{}}");
        assert!(text(true).contains(&attribute), "{}", text(true));
        assert!(text(false).contains(&suggestion.source), "{}", text(false));
        let seconds = CASE_TIME.strip_suffix('s').expect("seconds");
        crate::book::assert_said(
            "guides/suggest.md",
            &format!("a case may take {seconds} seconds"),
        );
    }
}
