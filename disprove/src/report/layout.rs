//! Lays out `{:#?}` texts: every group that fits becomes one line.

use crate::humanize;

/// Lines to show of a long text: its beginning and its end, together about one screen.
pub(super) const FIRST_LINES: usize = 40;
pub(super) const LAST_LINES: usize = 10;

/// Longer lines are cut in the middle: about 12 lines of a terminal.
const LINE: usize = 1_000;

/// Elements up to this length share lines when their list does not fit on one: twelve characters allow five columns.
const SHORT: usize = 12;

/// Indentation of `{:#?}`.
const STEP: usize = 4;

/// A line without its indentation.
struct Line {
    indent: usize,
    text: String,
}

impl Line {
    /// The bracket that opens a group at the end of this line.
    fn opens(&self) -> Option<char> {
        self.text.chars().last().filter(|c| "([{".contains(*c))
    }

    /// The bracket that closes a group, if the line contains nothing else.
    fn closes(&self) -> Option<char> {
        let bare = self.text.strip_suffix(',').unwrap_or(&self.text);
        let mut chars = bare.chars();
        chars.next().filter(|c| ")]}".contains(*c) && chars.next().is_none())
    }

    fn width(&self) -> usize {
        self.indent + self.text.chars().count()
    }

    /// Whether it is an element that may share a line with its neighbors.
    fn is_short(&self) -> bool {
        self.text.len() <= SHORT
            && self.text.ends_with(',')
            && !self.text.contains(": ")
            && self.closes().is_none()
    }
}

/// Lays out a `{:#?}` text for lines of `width`. Leaves other texts as they are.
pub(super) fn lay_out(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<Line> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for text in text.split('\n') {
        let indent = text.len() - text.trim_start_matches(' ').len();
        let line = Line { indent, text: text[indent..].to_owned() };
        // A smaller indentation closes all open groups.
        while open.last().is_some_and(|at| lines[*at].indent > indent) {
            open.pop();
        }
        if let Some(closing) = line.closes() {
            if let Some(at) = open.last().copied() {
                if lines[at].indent == indent && lines[at].opens() == Some(partner(closing)) {
                    open.pop();
                    match joined(&lines[at..], &line, width) {
                        Some(joined) => {
                            lines.truncate(at);
                            lines.push(joined);
                        }
                        None => lines.push(line),
                    }
                    continue;
                }
            }
        }
        if line.opens().is_some() {
            open.push(lines.len());
        }
        lines.push(line);
    }
    side_by_side(lines, width)
}

fn partner(closing: char) -> char {
    match closing {
        ')' => '(',
        ']' => '[',
        _ => '{',
    }
}

/// The group as one line, if it fits and each element is one line.
fn joined(group: &[Line], last: &Line, width: usize) -> Option<Line> {
    let (first, elements) = group.split_first()?;
    let mut inside = String::new();
    for line in elements {
        let is_element = line.indent == first.indent + STEP && line.text.ends_with(',');
        // A character has at most four bytes, so this cannot fit.
        if !is_element || inside.len() + line.text.len() > width * 4 {
            return None;
        }
        if !inside.is_empty() {
            inside.push(' ');
        }
        inside.push_str(&line.text);
    }
    // `{:?}` puts spaces inside the braces of a struct, but not of a set or map.
    let space = if first.text.ends_with(" {") && !first.text.ends_with(": {") { " " } else { "" };
    let inside = inside.strip_suffix(',').unwrap_or(&inside);
    let text = format!("{}{space}{inside}{space}{}", first.text, last.text);
    let line = Line { indent: first.indent, text };
    (line.width() <= width).then_some(line)
}

/// Puts short neighboring elements on shared lines.
fn side_by_side(lines: Vec<Line>, width: usize) -> Vec<String> {
    let mut shared: Vec<Line> = Vec::new();
    let mut growing = false;
    for line in lines {
        let short = line.is_short();
        match shared.last_mut() {
            Some(last)
                if growing
                    && short
                    && last.indent == line.indent
                    && last.width() + 1 + line.text.len() <= width =>
            {
                last.text.push(' ');
                last.text.push_str(&line.text);
            }
            _ => shared.push(line),
        }
        growing = short;
    }
    let mut texts = Vec::new();
    for Line { indent, text } in shared {
        texts.push(format!("{:indent$}{text}", ""));
    }
    texts
}

/// Cuts the middle out of a long line.
pub(super) fn cut(line: &str) -> String {
    let length = line.chars().count();
    if length <= LINE { line.to_owned() } else { cut_between(line, line, length, "") }
}

/// A line of `length` characters from its start and its end, with a remark on what was cut.
pub(super) fn cut_between(start: &str, end: &str, length: usize, more: &str) -> String {
    let (first, last) = (LINE * 3 / 4, LINE / 4);
    let start: String = start.chars().take(first).collect();
    let end: String = end.chars().skip(end.chars().count().saturating_sub(last)).collect();
    let left_out = humanize::count(length.saturating_sub(first + last) as u64);
    format!("{start} ... {left_out} more characters{more} ... {end}")
}

/// The lines of any text, with its middle cut out if there are too many.
pub(super) fn elided(lines: &[String]) -> Vec<String> {
    if lines.len() <= FIRST_LINES + LAST_LINES {
        let mut cut = Vec::new();
        cut_all(lines, &mut cut);
        return cut;
    }
    let mut bytes = 0;
    for line in lines {
        bytes += line.len() + 1;
    }
    without_middle(lines, lines, lines.len(), bytes)
}

/// The lines of a text.
pub(super) fn lines_of(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for line in text.lines() {
        lines.push(line.to_owned());
    }
    lines
}

fn cut_all(lines: &[String], out: &mut Vec<String>) {
    for line in lines {
        out.push(cut(line));
    }
}

/// The first lines of one text and the last of another, with a remark on the total size.
pub(super) fn without_middle(
    start: &[String],
    end: &[String],
    lines: usize,
    bytes: usize,
) -> Vec<String> {
    let start = &start[..start.len().min(FIRST_LINES)];
    let end = &end[end.len().saturating_sub(LAST_LINES)..];
    let left_out = lines.saturating_sub(start.len() + end.len()).max(1);
    let middle = format!(
        "... {}, {} in all ...",
        humanize::plural(left_out as u64, "more line"),
        humanize::size(bytes)
    );
    let mut shown = Vec::new();
    cut_all(start, &mut shown);
    shown.push(middle);
    cut_all(end, &mut shown);
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[derive(Debug)]
    #[expect(dead_code, reason = "only printed")]
    struct Large<'a> {
        name: &'a str,
        short: Vec<u8>,
        long: Vec<u8>,
        map: BTreeMap<u8, Option<&'a str>>,
        inner: Option<(u8, Inner)>,
        unit: (),
    }

    #[derive(Debug)]
    #[expect(dead_code, reason = "only printed")]
    struct Inner {
        x: f64,
        y: [i64; 3],
    }

    #[test]
    fn groups_that_fit_stay_on_one_line() {
        let value = Large {
            name: "brackets [ in { a ( text",
            short: vec![1, 2, 3],
            long: (0..40).collect(),
            map: BTreeMap::from([(1, None), (2, Some("a, b"))]),
            inner: Some((7, Inner { x: 0.5, y: [1, 2, 3] })),
            unit: (),
        };
        let expected = r#"Large {
    name: "brackets [ in { a ( text",
    short: [1, 2, 3],
    long: [
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
        16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29,
        30, 31, 32, 33, 34, 35, 36, 37, 38, 39,
    ],
    map: {1: None, 2: Some("a, b")},
    inner: Some((7, Inner { x: 0.5, y: [1, 2, 3] })),
    unit: (),
}"#;
        assert_eq!(lay_out(&format!("{value:#?}"), 64).join("\n"), expected);
    }

    #[test]
    fn a_value_that_fits_is_printed_as_by_debug() {
        let values: Vec<Box<dyn std::fmt::Debug>> = vec![
            Box::new(Inner { x: 1.0, y: [0; 3] }),
            Box::new((1, "two", vec![Some(3)])),
            Box::new(BTreeMap::from([(1, BTreeMap::from([(2, 3)]))])),
            Box::new(Vec::<u8>::new()),
            Box::new(Some(Some(()))),
        ];
        for value in values {
            assert_eq!(lay_out(&format!("{value:#?}"), 80), [format!("{value:?}")]);
        }
    }

    #[test]
    fn leaves_other_texts_as_they_are() {
        for text in ["1 0\n0 1", "[\n  1 2\n  3 4\n]", "}\n)", "a(\n    b\n)", "", "\n\n"] {
            assert_eq!(lay_out(text, 80).join("\n"), text);
        }
    }

    #[test]
    fn cuts_the_middle_of_long_lines_and_texts() {
        let line = cut(&"x".repeat(10_000));
        assert!(line.contains("x ... 9,000 more characters ... x"), "{line}");
        assert_eq!(cut(&line[..1_000]), line[..1_000]);
        assert!(cut(&line[..1_001]).contains(" ... 1 more characters ... "));
        let many: Vec<String> = (0..1_050).map(|n| n.to_string()).collect();
        let shown = elided(&many);
        assert_eq!(shown.len(), 51);
        assert_eq!(shown[39..42], ["39", "... 1,000 more lines, 4.1 kB in all ...", "1040"]);
        assert_eq!(elided(&many[..50]), many[..50]);
        assert!(elided(&many[..51])[40].starts_with("... 1 more line, "));
    }
}
