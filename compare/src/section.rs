//! The marked parts of a test file.
//!
//! A comment that starts with a number, such as `// 1 round trip`, opens a section, and `// end` closes
//! it. What stands between `// type` and `// counted again` is the type under test, which is the
//! same for all and counts for none: what a library wants on it is written above.

/// A part of a test file.
#[derive(Debug)]
pub struct Section {
    /// Its number, such as `4a`.
    pub id: String,
    /// Its text without marks, as it stands in the file.
    pub shown: String,
    /// The text that is counted.
    pub counted: String,
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
                open = Some(Section { id, shown: String::new(), counted: String::new() });
            }
            (Some("end"), Some(_)) => all.extend(open.take()),
            (Some("type"), Some(_)) => counts = false,
            (Some("counted again"), Some(_)) => counts = true,
            (_, Some(section)) => {
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

    #[test]
    fn sections_lie_between_marks_and_leave_the_type_out() {
        let text = "no\n// 1 one\na\n// type\nb\n// counted again\nc\n// end\nno\n    // 4a two\nd\n// end\n";
        let found = sections(text, "//");
        let parts: Vec<_> =
            found.iter().map(|s| (s.id.as_str(), s.shown.as_str(), s.counted.as_str())).collect();
        assert_eq!(parts, [("1", "a\nb\nc\n", "a\nc\n"), ("4a", "d\n", "d\n")]);
    }

    #[test]
    #[should_panic(expected = "a section is open at the end")]
    fn a_section_that_is_not_closed_is_a_mistake() {
        sections("# 1 one\na\n", "#");
    }
}
