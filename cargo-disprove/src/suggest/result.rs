//! The result of the command: ranked suggestions, as text and as JSON.

use super::{
    score::{Score, Scores},
    source::SourceFile,
    suggestion::{Shape, Suggestion},
    trial::Outcome,
    value::Helper,
};
use crate::plural::plural;
use serde_json::{Value, json};
use std::{collections::BTreeSet, fmt::Write as _};

/// Version of the format. New keys do not change it, keys with a new meaning do.
pub(super) const FORMAT: u64 = 1;

/// Lines of a failing input that are shown.
const MAX_LINES: usize = 12;

/// A suggestion that was run.
#[derive(Clone, Debug)]
pub(super) struct RankedSuggestion {
    pub(super) suggestion: Suggestion,
    pub(super) outcome: Outcome,
    pub(super) score: Option<Score>,
}

/// Everything that is shown.
pub(super) struct SuggestResult {
    pub(super) package: String,
    /// Ranked.
    pub(super) shown: Vec<RankedSuggestion>,
    /// Suggestions that were written, and those that the compiler accepted.
    pub(super) written: usize,
    pub(super) compiled: usize,
    /// What is not shown, with the reason.
    pub(super) left_out: Vec<(String, String)>,
    pub(super) scores: Option<Scores>,
    pub(super) helpers: Vec<Helper>,
}

impl RankedSuggestion {
    /// The names of mutants that only suggestions detect.
    fn new_mutants(&self) -> &[String] {
        self.score.as_ref().map_or(&[], |score| &score.new)
    }

    /// The order of suggestions that add nothing: questions, then by what they detect.
    fn rank(&self) -> (bool, usize, Shape) {
        let detected = self.score.as_ref().map_or(0, |score| score.detected);
        (self.outcome.is_passed(), usize::MAX - detected, self.suggestion.shape)
    }
}

impl SuggestResult {
    /// Ranks the suggestions: first those that detect most of what nothing before them detects, then questions, then the rest.
    pub(super) fn sort(&mut self) {
        self.shown.sort_by_key(RankedSuggestion::rank);
        let mut known: BTreeSet<String> = BTreeSet::new();
        let mut ranked = Vec::new();
        loop {
            let added = |it: &RankedSuggestion| {
                it.new_mutants().iter().filter(|name| !known.contains(*name)).count()
            };
            // The first of the best, whose shape is the strongest.
            let counts = self.shown.iter().map(added).enumerate();
            let best = counts.max_by_key(|(place, count)| (*count, usize::MAX - place));
            let Some((place, count)) = best.filter(|(_, count)| *count > 0) else { break };
            let mut tried = self.shown.remove(place);
            known.extend(tried.new_mutants().iter().cloned());
            if let Some(score) = &mut tried.score {
                score.added = count;
            }
            ranked.push(tried);
        }
        ranked.append(&mut self.shown);
        self.shown = ranked;
    }

    fn passed(&self) -> usize {
        self.shown.iter().filter(|it| it.outcome.is_passed()).count()
    }

    /// The code of a suggestion with the functions that it needs.
    pub(super) fn code(&self, suggestion: &Suggestion) -> String {
        let file = SourceFile::new(std::slice::from_ref(suggestion), &self.helpers, false);
        let (_, code) = file.text.split_once("\n\n").unwrap_or_default();
        code.to_owned()
    }

    pub(super) fn text(&self, is_verbose: bool) -> String {
        let mut text = String::new();
        for (number, tried) in self.shown.iter().enumerate() {
            let suggestion = &tried.suggestion;
            let _ =
                writeln!(text, "{}. {} ({})", number + 1, suggestion.name, suggestion.shape.name());
            let place = match &*suggestion.place {
                "" => String::new(),
                place => format!(" ({place})"),
            };
            let _ = writeln!(text, "   {}{place}", suggestion.claim);
            match &tried.outcome {
                Outcome::Failed { input, message } => {
                    let _ = writeln!(
                        text,
                        "   fails for {}: a bug, or not intended?",
                        shortened(input)
                    );
                    let _ = writeln!(text, "   {}", shortened(message));
                }
                Outcome::Passed(_) | Outcome::Nothing(_) => {
                    let is_of_study = self.scores.as_ref().is_some_and(|it| it.is_of_study);
                    let score = scored(tried.score.as_ref(), is_of_study);
                    let _ = writeln!(text, "   passes{score}");
                }
            }
            for name in tried.score.iter().flat_map(|it| &it.new).take(3) {
                let _ = writeln!(text, "     {name}");
            }
            text.push('\n');
            for line in self.code(suggestion).lines() {
                let _ = writeln!(
                    text,
                    "{}",
                    if line.is_empty() { "" } else { "       " }.to_owned() + line
                );
            }
            text.push('\n');
        }
        if is_verbose {
            text.push_str("not suggested\n");
            for (about, why) in &self.left_out {
                let _ = writeln!(text, "  {about}: {why}");
            }
            text.push('\n');
        }
        let _ = writeln!(
            text,
            "{}: {}, {}; the compiler accepts {} of {}",
            plural(self.shown.len(), "suggestion", "suggestions"),
            plural(self.passed(), "passes", "pass"),
            plural(self.shown.len() - self.passed(), "is a question", "are questions"),
            self.compiled,
            plural(self.written, "generated property", "generated properties")
        );
        if let Some(scores) = &self.scores {
            text.push_str(&scores.text());
        }
        text
    }

    /// The stored result.
    pub(super) fn to_json(&self) -> Value {
        json!({
            "format": FORMAT,
            "tool": env!("CARGO_PKG_VERSION"),
            "package": self.package,
            "suggestions": self.shown.iter().map(|it| self.suggestion_json(it)).collect::<Value>(),
            "left_out": self
                .left_out
                .iter()
                .map(|(about, why)| json!({ "about": about, "reason": why }))
                .collect::<Value>(),
            "summary": self.summary(),
        })
    }

    pub(super) fn summary(&self) -> Value {
        json!({
            "event": "summary",
            "format": FORMAT,
            "tool": env!("CARGO_PKG_VERSION"),
            "package": self.package,
            "written": self.written,
            "compiled": self.compiled,
            "shown": self.shown.len(),
            "passed": self.passed(),
            "asked": self.shown.len() - self.passed(),
            "left_out": self.left_out.len(),
            "mutants": self.scores.as_ref().map(|it| it.mutants),
            "not_compiled": self.scores.as_ref().map(|it| it.not_compiled),
            "of_study": self.scores.as_ref().map(|it| it.is_of_study),
            "doctests": self.scores.as_ref().map(|it| it.has_doctests),
            "survivors": self.scores.as_ref().map(|it| it.survivors),
            "detected": self.scores.as_ref().map(|it| it.detected),
        })
    }

    pub(super) fn suggestion_json(&self, tried: &RankedSuggestion) -> Value {
        let suggestion = &tried.suggestion;
        let (input, message) = match &tried.outcome {
            Outcome::Failed { input, message } => (Some(input), Some(message)),
            _ => (None, None),
        };
        json!({
            "event": "suggestion",
            "name": suggestion.name,
            "shape": suggestion.shape.name(),
            "claim": suggestion.claim,
            "functions": suggestion.functions,
            "place": suggestion.place,
            "verdict": if input.is_some() { "asks" } else { "passes" },
            "input": input,
            "message": message,
            "detected": tried.score.as_ref().map(|it| it.detected),
            "new": tried.score.as_ref().map(|it| it.new.clone()),
            "added": tried.score.as_ref().map(|it| it.added),
            "source": self.code(suggestion),
        })
    }
}

impl Scores {
    /// What all suggestions detect, as sentences.
    fn text(&self) -> String {
        let mutants = plural(self.mutants, "mutant", "mutants");
        let (start, doctests) = match (self.is_of_study, self.has_doctests) {
            (true, true) => (format!("of {mutants} in the stored study"), ""),
            (true, false) => (format!("of {mutants} in the stored study"), " (doctests aside)"),
            (false, _) => (format!("of {mutants} tested"), " (doctests were not run)"),
        };
        let mut text = format!(
            "{start}, no test of the package detects {}{doctests}; the suggestions detect {} of these\n",
            self.survivors, self.detected
        );
        if self.not_compiled > 0 {
            let _ = writeln!(
                text,
                "{} in code that is not compiled here, and not counted",
                plural(self.not_compiled, "mutant is", "mutants are")
            );
        }
        text
    }
}

fn scored(score: Option<&Score>, is_of_study: bool) -> String {
    let Some(score) = score else { return String::new() };
    let mutants = plural(score.detected, "mutant", "mutants");
    match (score.detected, score.new.len(), score.added) {
        (0, ..) if is_of_study => "; detects no mutant that tests miss".to_owned(),
        (0, ..) => "; detects no mutant".to_owned(),
        (_, 0, _) => format!("; detects {mutants}, all of which tests detect"),
        (_, new, 0) => {
            format!("; detects {mutants}, {new} of which no test detects, but suggestions above do")
        }
        (_, new, _) => format!("; detects {mutants}, {new} of which no test detects"),
    }
}

/// A text of limited length, with the lines after the first indented.
fn shortened(text: &str) -> String {
    let mut lines: Vec<&str> = text.trim_end().lines().collect();
    let is_cut = lines.len() > MAX_LINES;
    let last = lines.last().copied().unwrap_or_default();
    lines.truncate(MAX_LINES);
    if is_cut {
        lines.extend(["    ..", last]);
    }
    lines.join("\n   ")
}

#[cfg(test)]
mod tests {
    use super::{Outcome, RankedSuggestion, Score, SuggestResult, Suggestion};

    fn suggestion(name: &str, detected: Option<usize>, new: &[&str]) -> RankedSuggestion {
        let suggestion = Suggestion::named(name);
        let new = new.iter().map(|name| (*name).to_owned()).collect();
        let score = detected.map(|detected| Score { detected, new, added: 0 });
        let failed = Outcome::Failed { input: String::new(), message: String::new() };
        let outcome = if score.is_some() { Outcome::Passed(0.1) } else { failed };
        RankedSuggestion { suggestion, outcome, score }
    }

    #[test]
    fn suggestions_that_add_something_come_first_then_questions_then_the_rest() {
        let shown = vec![
            suggestion("detects_little", Some(1), &[]),
            suggestion("detects_much", Some(9), &[]),
            suggestion("asks", None, &[]),
            suggestion("adds_one", Some(4), &["a", "d"]),
            suggestion("adds_what_others_do", Some(3), &["a", "b"]),
            suggestion("adds_most", Some(3), &["a", "b", "c"]),
        ];
        let mut result = SuggestResult {
            package: String::new(),
            shown,
            written: 6,
            compiled: 6,
            left_out: vec![("f".to_owned(), "it has no inputs".to_owned())],
            scores: None,
            helpers: Vec::new(),
        };
        result.sort();
        let names: Vec<&str> = result.shown.iter().map(|it| &*it.suggestion.name).collect();
        let expected = [
            "adds_most",
            "adds_one",
            "asks",
            "detects_much",
            "adds_what_others_do",
            "detects_little",
        ];
        assert_eq!(names, expected);
        assert!(result.text(true).contains("\nnot suggested\n  f: it has no inputs\n"));
        assert!(!result.text(false).contains("it has no inputs"));
    }
}
