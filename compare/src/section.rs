//! The marked parts of a test file.
//!
//! A comment that starts with a number, such as `// 1 round trip`, opens a section, and `// end` closes it. The text
//! between `// type` and `// counted again` is the type under test. It is the same for all libraries and not counted;
//! attributes that a library needs stand above it. Imports of the library are counted, those of the code under test and
//! of the standard library are not.

/// A part of a test file.
#[derive(Debug)]
pub struct Section {
    /// Its number, such as `4a`.
    pub id: String,
    /// Its text without marks, as if it were a file of its own.
    pub shown: String,
    /// The text that is counted.
    pub counted: String,
    /// What its mark is indented by.
    indent: usize,
}

/// All sections of a file whose comments start with that mark.
///
/// # Panics
/// If a section is not closed.
pub fn sections(text: &str, comment: &str) -> Vec<Section> {
    let mut all = Vec::new();
    let mut open: Option<Section> = None;
    let mut counts = true;
    for line in text.lines() {
        let mark = line.trim().strip_prefix(comment).map(str::trim);
        match (mark, &mut open) {
            (Some(title), None) if title.starts_with(|c: char| c.is_ascii_digit()) => {
                let id = title.split(' ').next().unwrap_or_default().to_owned();
                let indent = line.len() - line.trim_start().len();
                open = Some(Section { id, shown: String::new(), counted: String::new(), indent });
            }
            (Some("end"), Some(section)) => {
                // Formatters of Python put blank lines before the mark.
                section.shown.truncate(section.shown.trim_end().len() + 1);
                all.extend(open.take());
            }
            (Some("type"), Some(_)) => counts = false,
            (Some("counted again"), Some(_)) => counts = true,
            (_, Some(section)) => {
                let line = line.get(section.indent..).unwrap_or_default();
                section.shown.extend([line, "\n"]);
                if counts {
                    section.counted.extend([line, "\n"]);
                }
            }
            (_, None) => {}
        }
    }
    assert!(open.is_none() && counts, "a section is open at the end: write `{comment} end`");
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Vec<[String; 3]> {
        sections(text, "//").into_iter().map(|s| [s.id, s.shown, s.counted]).collect()
    }

    #[test]
    fn sections_lie_between_marks_and_leave_the_type_out() {
        let text =
            "no\n// 1 one\na\n// type\nb\n// counted again\nc\n// end\nno\n// 4a two\nd\n// end\n";
        assert_eq!(parts(text), [["1", "a\nb\nc\n", "a\nc\n"], ["4a", "d\n", "d\n"]]);
    }

    #[test]
    fn a_section_is_shown_as_a_file_of_its_own() {
        let text = "mod m {\n    // 1 one\n    a\n\n        b\n\n    // end\n}\n";
        assert_eq!(parts(text), [["1", "a\n\n    b\n", "a\n\n    b\n\n"]]);
    }

    #[test]
    #[should_panic(expected = "a section is open at the end")]
    fn a_section_that_is_not_closed_is_a_mistake() {
        sections("# 1 one\na\n", "#");
    }
}
