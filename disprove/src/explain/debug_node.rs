//! A parser of `Debug` output: a value as a tree of fields and elements with names.
//!
//! Choices have no names, and a generator may map them to anything. The effect of a changed choice is found in the
//! printed value.

/// A value, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DebugNode {
    /// The text before the brackets, or the whole text of a value without brackets.
    head: String,
    bracket: Option<char>,
    /// Fields of structs and entries of maps have a key.
    pub(super) parts: Vec<(Option<String>, DebugNode)>,
}

/// Stands before the name of an argument in the text of a call. `Debug` escapes it, so no value contains it.
pub(crate) const ARGUMENT: char = '\u{1}';

/// Nesting depth up to which values are parsed: names of deeper parts would be unreadable.
const MAX_DEPTH: usize = 12;

/// Characters of the longest text in an item about a part: several must fit on a line.
const MAX_BRIEF: usize = 24;

impl DebugNode {
    /// Parses the output of `{:?}` or `{:#?}`. Any other text becomes a single leaf.
    pub(super) fn parse(text: &str) -> DebugNode {
        let mut rest = text.trim();
        match value(&mut rest, 0) {
            Some(node) if rest.is_empty() => node,
            _ => DebugNode::leaf(text.trim()),
        }
    }

    fn leaf(text: &str) -> DebugNode {
        DebugNode { head: text.to_owned(), bracket: None, parts: Vec::new() }
    }

    /// Whether the value is a sequence, a set or a map, which have a length.
    pub(super) fn is_collection(&self) -> bool {
        self.head.is_empty() && matches!(self.bracket, Some('[' | '{'))
    }

    /// Whether both have parts of the same names, so that any difference is inside the parts.
    pub(super) fn has_same_parts(&self, other: &DebugNode) -> bool {
        // Elements of a set have no position.
        let unnamed = self.bracket == Some('{') && self.parts.iter().any(|(key, _)| key.is_none());
        let mut same = self.bracket.is_some() && !unnamed;
        same = same && self.head == other.head && self.bracket == other.bracket;
        same = same && self.parts.len() == other.parts.len();
        same && self.parts.iter().zip(&other.parts).all(|(mine, theirs)| mine.0 == theirs.0)
    }

    /// The value on one line.
    pub(super) fn text(&self) -> String {
        let Some(bracket) = self.bracket else { return self.head.clone() };
        let spaced = bracket == '{' && !self.head.is_empty();
        let mut text = self.head.clone();
        text.push_str(if spaced { " { " } else { bracket_text(bracket).0 });
        for (number, (key, part)) in self.parts.iter().enumerate() {
            text.push_str(if number == 0 { "" } else { ", " });
            if let (Some(key), '{') = (key, bracket) {
                text.push_str(key);
                text.push_str(": ");
            }
            text.push_str(&part.text());
        }
        text.push_str(if spaced { " }" } else { bracket_text(bracket).1 });
        text
    }

    /// The value on one line, if it is short. Two long values that differ may look alike when they are cut.
    pub(super) fn short(&self) -> Option<String> {
        let text = self.text();
        (text.chars().count() <= MAX_BRIEF && !text.contains('\n')).then_some(text)
    }

    /// How a long collection differs from another one, if that is short.
    pub(super) fn change(&self, to: &DebugNode) -> Option<String> {
        if !self.is_collection() || self.bracket != to.bracket {
            return None;
        }
        let (old, new) = (&self.parts, &to.parts);
        let least = old.len().min(new.len());
        let start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
        let ends = old.iter().rev().zip(new.iter().rev());
        let end = ends.take(least - start).take_while(|(a, b)| a == b).count();
        let removed = elements(&old[start..old.len() - end])?;
        let added = elements(&new[start..new.len() - end])?;
        Some(match (&*removed, &*added) {
            (removed, "") => format!("the same without `{removed}`"),
            ("", added) => format!("the same with `{added}` added"),
            _ => format!("the same with `{added}` instead of `{removed}`"),
        })
    }

    /// The suffix that names a part: `.field`, `.0`, `[3]`.
    pub(super) fn suffix(&self, part: usize) -> String {
        match (&self.parts[part].0, self.bracket) {
            (Some(key), Some('{')) if self.head.is_empty() => format!("[{key}]"),
            (Some(key), _) => format!(".{key}"),
            (None, Some('(')) => format!(".{part}"),
            (None, _) => format!("[{part}]"),
        }
    }
}

/// Parts on one line, if they are short.
fn elements(parts: &[(Option<String>, DebugNode)]) -> Option<String> {
    let mut text = String::new();
    for (key, part) in parts {
        text.push_str(if text.is_empty() { "" } else { ", " });
        if let Some(key) = key {
            text.push_str(key);
            text.push_str(": ");
        }
        text.push_str(&part.text());
    }
    (text.chars().count() <= MAX_BRIEF && !text.contains('\n')).then_some(text)
}

/// The opening and the closing bracket.
fn bracket_text(bracket: char) -> (&'static str, &'static str) {
    match bracket {
        '(' => ("(", ")"),
        '[' => ("[", "]"),
        _ => ("{", "}"),
    }
}

/// Parses a value, up to the comma or bracket after it.
fn value(rest: &mut &str, depth: usize) -> Option<DebugNode> {
    if depth > MAX_DEPTH {
        return None;
    }
    let length = plain_length(rest, false)?;
    let head = rest[..length].trim_end().to_owned();
    *rest = &rest[length..];
    let Some(bracket) = rest.chars().next().filter(|c| "([{".contains(*c)) else {
        return (!head.is_empty()).then(|| DebugNode::leaf(&head));
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
    Some(DebugNode { head, bracket: Some(bracket), parts })
}

/// Parses a field or entry with its key, or an element.
fn part(rest: &mut &str, bracket: char, depth: usize) -> Option<(Option<String>, DebugNode)> {
    if let Some(argument) = rest.strip_prefix(ARGUMENT) {
        let (name, text) = argument.split_once(": ")?;
        *rest = text.trim_start();
        return Some((Some(name.to_owned()), value(rest, depth + 1)?));
    }
    if bracket != '{' {
        return Some((None, value(rest, depth + 1)?));
    }
    let mut after = *rest;
    let key = match plain_length(rest, true) {
        Some(length) if rest[length..].starts_with(": ") => {
            after = &rest[length..];
            rest[..length].to_owned()
        }
        // The key of a map may itself have parts.
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

/// Length of the text before the next bracket or comma, or before the colon after a key. Quoted text is skipped.
fn plain_length(text: &str, is_key: bool) -> Option<usize> {
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        at += match c {
            '(' | '[' | '{' | ')' | ']' | '}' | ',' => return Some(at),
            ':' if is_key && rest.starts_with(": ") => return Some(at),
            '"' => quoted(rest, '"')?,
            // An unclosed quote belongs to a lifetime or a word.
            '\'' => quoted(rest, '\'').filter(|length| *length <= 12).unwrap_or(1),
            // The value was too long and was truncated.
            '.' if rest.starts_with("... ") => return None,
            _ => c.len_utf8(),
        };
    }
    Some(at)
}

/// Length of a quoted text, including its quotes.
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
    use super::DebugNode;
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

    fn both_ways(value: &dyn Debug) -> DebugNode {
        let node = DebugNode::parse(&format!("{value:?}"));
        assert_eq!(node.text(), format!("{value:?}"));
        assert_eq!(DebugNode::parse(&format!("{value:#?}")), node);
        node
    }

    #[test]
    fn parses_debug_output() {
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
    fn parses_other_text_as_a_leaf() {
        for text in
            ["", "a(b", "1, 2", "f(x) + 1", ")", "[1, 2 ... 9 more lines ...", "{,}", "it's"]
        {
            assert_eq!(DebugNode::parse(text), DebugNode::leaf(text), "{text}");
        }
    }

    #[test]
    fn only_short_texts_are_shown() {
        let short = |text: &str| DebugNode::parse(text).short();
        assert_eq!(short("Some(1)").as_deref(), Some("Some(1)"));
        assert_eq!(short("[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]"), None);
        assert_eq!(short("Point { x: 1, y: 2, z: 3, w: 4 }"), None);
        assert_eq!(short("\"abcdefghijklmnopqrstuvwxyz\""), None);
        assert_eq!(short("{ <\n> }"), None, "a text that is not a value may have lines");
    }

    #[test]
    fn the_change_of_a_long_collection_is_shown() {
        let change = |from: &str, to: &str| DebugNode::parse(from).change(&DebugNode::parse(to));
        let list = "[10, 11, 12, 13, 14, 15, 16]";
        let changes = [
            (list, "[10, 11, 12, 14, 15, 16]", "the same without `13`"),
            (list, "[10, 11, 12, 13, 14, 15, 16, 17, 18]", "the same with `17, 18` added"),
            (list, "[10, 9, 12, 13, 14, 15, 16]", "the same with `9` instead of `11`"),
            ("{1: 10, 2: 20, 3: 30}", "{1: 10, 3: 30}", "the same without `2: 20`"),
            ("{1, 2, 3}", "{1, 2, 4}", "the same with `4` instead of `3`"),
        ];
        for (from, to, expected) in changes {
            assert_eq!(change(from, to).as_deref(), Some(expected));
        }
        assert_eq!(change(list, "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]"), None);
        assert_eq!(change("Some(1)", "None"), None);
    }

    #[test]
    fn sets_and_collections_of_different_lengths_differ_as_a_whole() {
        let same_parts =
            |a: &str, b: &str| DebugNode::parse(a).has_same_parts(&DebugNode::parse(b));
        assert!(
            same_parts("[1, 2]", "[3, 4]")
                && same_parts("{1: 2}", "{1: 3}")
                && same_parts("()", "()")
        );
        assert!(
            !same_parts("[1]", "[1, 2]")
                && !same_parts("{1, 2}", "{1, 3}")
                && !same_parts("{1: 2}", "{2: 2}")
        );
        assert!(!same_parts("Some(1)", "Other(1)") && !same_parts("1", "2"));
    }
}
