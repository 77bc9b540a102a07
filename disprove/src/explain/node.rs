//! A value as its `Debug` shows it: a tree of fields and elements, which have names a reader knows.
//!
//! Choices have no names, and a generator may make anything of them. What a change of some choices means is seen
//! from what it changes in the text.

/// A value, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Node {
    /// What stands in front of the brackets, or all of a value without any.
    head: String,
    bracket: Option<char>,
    /// Fields and entries have a key.
    pub(super) parts: Vec<(Option<String>, Node)>,
}

/// Deeper values are taken as they are: nobody reads a name with so many points in it.
const DEPTH: usize = 12;

/// Longer texts are not shown in a line about a part.
const BRIEF: usize = 24;

impl Node {
    /// Reads what `{:?}` or `{:#?}` wrote. A text of another kind is one part.
    pub(super) fn parse(text: &str) -> Node {
        let mut rest = text.trim();
        match value(&mut rest, 0) {
            Some(node) if rest.is_empty() => node,
            _ => Node::leaf(text.trim()),
        }
    }

    fn leaf(text: &str) -> Node {
        Node { head: text.to_owned(), bracket: None, parts: Vec::new() }
    }

    /// Whether it is a list, a set or a map: something with a length.
    pub(super) fn is_collection(&self) -> bool {
        self.head.is_empty() && matches!(self.bracket, Some('[' | '{'))
    }

    /// Whether the parts have the same names, so that the difference is in them.
    pub(super) fn is_alike(&self, other: &Node) -> bool {
        // The elements of a set have no place.
        let unnamed = self.bracket == Some('{') && self.parts.iter().any(|(key, _)| key.is_none());
        let mut alike = self.bracket.is_some() && !unnamed;
        alike = alike && self.head == other.head && self.bracket == other.bracket;
        alike = alike && self.parts.len() == other.parts.len();
        alike && self.parts.iter().zip(&other.parts).all(|(mine, theirs)| mine.0 == theirs.0)
    }

    /// On one line.
    pub(super) fn text(&self) -> String {
        let Some(bracket) = self.bracket else { return self.head.clone() };
        let spaced = bracket == '{' && !self.head.is_empty();
        let mut text = self.head.clone();
        text.push_str(if spaced { " { " } else { bracket_text(bracket).0 });
        for (number, (key, part)) in self.parts.iter().enumerate() {
            text.push_str(if number == 0 { "" } else { ", " });
            if let Some(key) = key {
                text.push_str(key);
                text.push_str(": ");
            }
            text.push_str(&part.text());
        }
        text.push_str(if spaced { " }" } else { bracket_text(bracket).1 });
        text
    }

    /// The same, or what it begins with if that is long.
    pub(super) fn brief(&self) -> String {
        let text = self.text();
        if text.chars().count() <= BRIEF {
            return text;
        }
        match self.bracket {
            Some('{') if !self.head.is_empty() => format!("{} {{ .. }}", self.head),
            Some(bracket) => {
                let (open, close) = bracket_text(bracket);
                format!("{}{open}..{close}", self.head)
            }
            None => {
                let start: String = text.chars().take(BRIEF - 4).collect();
                let quote = if text.starts_with('"') { "\"" } else { "" };
                format!("{start}..{quote}")
            }
        }
    }

    /// What a part is called, after the name of the whole.
    pub(super) fn suffix(&self, part: usize) -> String {
        match (&self.parts[part].0, self.bracket) {
            (Some(key), Some('{')) if self.head.is_empty() => format!("[{key}]"),
            (Some(key), _) => format!(".{key}"),
            (None, Some('(')) => format!(".{part}"),
            (None, _) => format!("[{part}]"),
        }
    }
}

fn bracket_text(bracket: char) -> (&'static str, &'static str) {
    match bracket {
        '(' => ("(", ")"),
        '[' => ("[", "]"),
        _ => ("{", "}"),
    }
}

/// Reads a value, up to the comma or the bracket behind it.
fn value(rest: &mut &str, depth: usize) -> Option<Node> {
    if depth > DEPTH {
        return None;
    }
    let length = plain(rest, false)?;
    let head = rest[..length].trim_end().to_owned();
    *rest = &rest[length..];
    let Some(bracket) = rest.chars().next().filter(|c| "([{".contains(*c)) else {
        return (!head.is_empty()).then(|| Node::leaf(&head));
    };
    *rest = rest[1..].trim_start();
    let close = bracket_text(bracket).1;
    let mut parts = Vec::new();
    while !rest.starts_with(close) {
        parts.push(part(rest, bracket, depth)?);
        *rest = rest.trim_start();
        match rest.strip_prefix(',') {
            Some(after) => *rest = after.trim_start(),
            None if rest.starts_with(close) => {}
            None => return None,
        }
    }
    *rest = &rest[1..];
    Some(Node { head, bracket: Some(bracket), parts })
}

/// A field or entry with its key, or an element.
fn part(rest: &mut &str, bracket: char, depth: usize) -> Option<(Option<String>, Node)> {
    if bracket != '{' {
        return Some((None, value(rest, depth + 1)?));
    }
    let mut after = *rest;
    let key = match plain(rest, true) {
        Some(length) if rest[length..].starts_with(": ") => {
            after = &rest[length..];
            rest[..length].to_owned()
        }
        // The key of a map may have parts itself.
        _ => value(&mut after, depth + 1)?.text(),
    };
    match after.strip_prefix(": ") {
        Some(behind) => {
            *rest = behind.trim_start();
            Some((Some(key), value(rest, depth + 1)?))
        }
        None => Some((None, value(rest, depth + 1)?)),
    }
}

/// How far it is to the next bracket or comma, or to the colon behind a key; what is in quotes counts as one.
fn plain(text: &str, is_key: bool) -> Option<usize> {
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        at += match c {
            '(' | '[' | '{' | ')' | ']' | '}' | ',' => return Some(at),
            ':' if is_key && rest.starts_with(": ") => return Some(at),
            '"' => quoted(rest, '"')?,
            // A quote that is not closed belongs to a lifetime or a word.
            '\'' => quoted(rest, '\'').filter(|length| *length <= 12).unwrap_or(1),
            // What was too long to be printed.
            '.' if rest.starts_with("... ") => return None,
            _ => c.len_utf8(),
        };
    }
    Some(at)
}

/// The length of a text in quotes.
fn quoted(text: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if c == quote && !escaped {
            return Some(at + 1);
        }
        escaped = c == '\\' && !escaped;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::Node;
    use std::{collections::BTreeMap, fmt::Debug};

    #[derive(Debug)]
    #[expect(dead_code, reason = "only printed")]
    struct Point {
        x: i32,
        names: Vec<&'static str>,
        inner: Option<(char, Unit)>,
    }

    #[derive(Debug)]
    struct Unit;

    fn both_ways(value: &dyn Debug) -> Node {
        let node = Node::parse(&format!("{value:?}"));
        assert_eq!(node.text(), format!("{value:?}"));
        assert_eq!(Node::parse(&format!("{value:#?}")), node);
        node
    }

    #[test]
    fn values_are_read_as_debug_writes_them() {
        let names = vec!["a, b", "\"[", ""];
        let point = Point { x: -3, names, inner: Some(('\'', Unit)) };
        let node = both_ways(&point);
        assert_eq!(node.parts.len(), 3);
        assert_eq!((node.suffix(0), node.suffix(2)), (".x".to_owned(), ".inner".to_owned()));
        assert_eq!(node.parts[1].1.suffix(1), "[1]");
        assert_eq!(node.parts[2].1.suffix(0), ".0");
        let map = BTreeMap::from([((1, 2), vec![1]), ((3, 4), vec![])]);
        assert_eq!(both_ways(&map).suffix(1), "[(3, 4)]");
        both_ways(&(1.5, "x", [(); 2], 1..3, std::time::Duration::from_millis(3)));
        both_ways(&std::collections::BTreeSet::from(['a', '(']));
        both_ways(&"127.0.0.1:80".parse::<std::net::SocketAddr>().expect("an address"));
    }

    #[test]
    fn texts_of_another_kind_are_one_part() {
        for text in
            ["", "a(b", "1, 2", "f(x) + 1", ")", "[1, 2 ... 9 more lines ...", "{,}", "it's"]
        {
            assert_eq!(Node::parse(text), Node::leaf(text), "{text}");
        }
    }

    #[test]
    fn long_values_are_brief() {
        let brief = |text: &str| Node::parse(text).brief();
        assert_eq!(brief("Some(1)"), "Some(1)");
        assert_eq!(brief("[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]"), "[..]");
        assert_eq!(brief("Point { x: 1, y: 2, z: 3, w: 4 }"), "Point { .. }");
        assert_eq!(brief("\"abcdefghijklmnopqrstuvwxyz\""), "\"abcdefghijklmnopqrs..\"");
    }

    #[test]
    fn sets_and_values_of_other_length_differ_as_a_whole() {
        let alike = |a: &str, b: &str| Node::parse(a).is_alike(&Node::parse(b));
        assert!(alike("[1, 2]", "[3, 4]") && alike("{1: 2}", "{1: 3}") && alike("()", "()"));
        assert!(
            !alike("[1]", "[1, 2]") && !alike("{1, 2}", "{1, 3}") && !alike("{1: 2}", "{2: 2}")
        );
        assert!(!alike("Some(1)", "Other(1)") && !alike("1", "2"));
    }
}
