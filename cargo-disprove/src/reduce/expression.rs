//! Splits statements and bracketed expressions into operands, and removes them.

use super::{
    edit::{Edit, EditSet},
    token::{Token, TokenKind, tokens},
};
use std::ops::Range;

/// The content of brackets, or a statement.
#[derive(Debug)]
pub(super) struct Sequence {
    /// Bracket depth.
    depth: usize,
    /// Range without the brackets.
    range: Range<usize>,
    /// Whether it has brackets.
    enclosed: bool,
    items: Vec<Item>,
}

/// The text between separators.
#[derive(Debug, Default)]
struct Item {
    /// Range with the space before it.
    range: Range<usize>,
    /// The first segment includes everything before it, the others the operator before them.
    segments: Vec<Segment>,
}

/// An operand and the operators before it.
#[derive(Clone, Debug)]
struct Segment {
    /// Range with the space before it.
    range: Range<usize>,
    /// Where the operand starts.
    operand: usize,
    /// Brackets without an operator before them.
    group: bool,
    /// Operators without an operand.
    bare: bool,
}

/// Nesting limit of brackets; deeper ones are not split. It also bounds the recursion.
const MAX_DEPTH: usize = 64;

/// All sequences of a text, outer ones first.
pub(super) fn sequences(text: &[u8]) -> Vec<Sequence> {
    let tokens = tokens(text);
    let mut reader = Reader { tokens: &tokens, at: 0, found: Vec::new() };
    while reader.at < tokens.len() {
        reader.sequence(0, text.len());
    }
    reader.found.sort_by_key(|sequence| (sequence.range.start, sequence.depth));
    reader.found
}

struct Reader<'a> {
    tokens: &'a [Token],
    at: usize,
    found: Vec<Sequence>,
}

impl Reader<'_> {
    /// Reads up to the closing bracket or, outside of brackets, the end of the line.
    fn sequence(&mut self, depth: usize, end: usize) {
        let tokens = self.tokens;
        let start = tokens.get(self.at).map_or(end, |token| token.range.start);
        let mut sequence =
            Sequence { depth, range: start..start, enclosed: depth > 0, items: Vec::new() };
        let mut item = Item { range: start..start, segments: Vec::new() };
        // The operators before the current segment.
        let mut pending: Option<Range<usize>> = None;
        while let Some(token) = tokens.get(self.at) {
            let closes = token.kind == TokenKind::Close && depth > 0;
            if closes || (token.kind == TokenKind::Break && depth == 0) {
                break;
            }
            self.at += 1;
            let from = pending.as_ref().map_or(item.range.end, |operators| operators.start);
            match token.kind {
                TokenKind::Space | TokenKind::Break => continue,
                TokenKind::Comment => {
                    // The space before it does not belong to the next operand.
                    if pending.is_none() {
                        item.range.end = token.range.end;
                    }
                    continue;
                }
                TokenKind::Separator => {
                    item.finish(pending.take(), token.range.start);
                    let next = Item { range: token.range.end..token.range.end, ..Item::default() };
                    sequence.items.push(std::mem::replace(&mut item, next));
                    continue;
                }
                TokenKind::Operator | TokenKind::Close => {
                    pending = Some(from..token.range.end);
                    continue;
                }
                TokenKind::Open if depth < MAX_DEPTH => {
                    self.sequence(depth + 1, end);
                    // The closing bracket, if there is one.
                    self.at += usize::from(self.at < tokens.len());
                }
                _ => {}
            }
            let last = tokens[self.at - 1].range.end;
            item.segments.push(Segment {
                range: from..last,
                operand: token.range.start,
                group: token.kind == TokenKind::Open && pending.take().is_none(),
                bare: false,
            });
            pending = None;
            item.range.end = last;
        }
        let end = tokens.get(self.at).map_or(end, |token| token.range.start);
        item.finish(pending, end);
        sequence.items.push(item);
        sequence.range.end = end;
        if depth == 0 {
            self.at += 1;
        }
        self.found.push(sequence);
    }
}

impl Item {
    fn finish(&mut self, pending: Option<Range<usize>>, end: usize) {
        if let Some(operators) = pending {
            self.segments.push(Segment {
                operand: operators.end,
                range: operators,
                group: false,
                bare: true,
            });
        }
        self.range.end = end;
    }
}

/// The maximum bracket depth of a text.
pub(super) fn depth(text: &[u8]) -> usize {
    sequences(text).iter().map(|sequence| sequence.depth).max().unwrap_or(0)
}

/// Removes items, each with one separator.
pub(super) fn items(text: &[u8], depth: usize) -> EditSet {
    let mut level = EditSet::default();
    for sequence in sequences(text).iter().filter(|sequence| sequence.depth == depth) {
        let items = &sequence.items;
        if sequence.enclosed && items.iter().filter(|item| !item.segments.is_empty()).count() == 1 {
            level.edits.push(Edit::cut(sequence.range.clone()));
        }
        for (number, item) in items.iter().enumerate().filter(|_| items.len() > 1) {
            // With the separator after it, or the one before the last.
            let range = match items.get(number + 1) {
                Some(next) => item.range.start..next.range.start,
                None => items[number - 1].range.end..item.range.end,
            };
            if !text[range.clone()].trim_ascii().is_empty() {
                level.edits.push(Edit::cut(range));
            }
        }
    }
    level
}

/// Removes operands with the operators before them.
pub(super) fn operands(text: &[u8], depth: usize) -> EditSet {
    let mut level = EditSet::default();
    for sequence in sequences(text).iter().filter(|sequence| sequence.depth == depth) {
        for item in &sequence.items {
            for segment in item.segments.iter().skip(1).filter(|segment| !segment.bare) {
                level.edits.push(Edit::cut(segment.range.clone()));
            }
        }
    }
    level
}

/// Removes the first operand with the operator after it, and operators before the first operand.
pub(super) fn beginnings(text: &[u8]) -> EditSet {
    let mut level = EditSet::default();
    for item in sequences(text).iter().flat_map(|sequence| &sequence.items) {
        let Some(first) = item.segments.first() else { continue };
        let blank = text[first.range.clone()].iter().take_while(|byte| byte.is_ascii_whitespace());
        let start = first.range.start + blank.count();
        for segment in item.segments.iter().take(2) {
            if !segment.group && !segment.bare && segment.operand > start {
                level.edits.push(Edit::cut(start..segment.operand));
            }
        }
    }
    level
}

/// Removes brackets and the name before them, but not their content.
pub(super) fn brackets(text: &[u8]) -> EditSet {
    let mut level = EditSet::default();
    for sequence in &sequences(text) {
        for item in &sequence.items {
            for (number, segment) in item.segments.iter().enumerate() {
                let is_group = matches!(text.get(segment.operand), Some(b'(' | b'[' | b'{'));
                let is_closed = matches!(text[segment.range.end - 1], b')' | b']' | b'}');
                // `operands` removes empty brackets.
                if !is_group || !is_closed || segment.range.end - segment.operand < 3 {
                    continue;
                }
                let close = segment.range.end - 1..segment.range.end;
                let mut open = segment.operand..segment.operand + 1;
                if segment.group && number > 0 {
                    open.start = item.segments[number - 1].operand;
                }
                level.edits.push(Edit::cuts([open, close]));
            }
        }
    }
    level
}

#[cfg(test)]
mod tests {
    use super::{beginnings, brackets, depth, items, operands};
    use crate::reduce::edit::EditSet;
    use disprove::prelude::*;

    /// The text after each edit alone.
    fn each(level: &EditSet, text: &str) -> Vec<String> {
        let one = |number| {
            let mut kept = vec![true; level.edits.len()];
            kept[number] = false;
            String::from_utf8(level.apply(text.as_bytes(), &kept)).expect("characters stay whole")
        };
        (0..level.edits.len()).map(one).collect()
    }

    #[test]
    fn every_edit_makes_the_text_shorter_and_none_leaves_it() {
        let awkward = "[a-b0 \\n'\"#()\\[\\],.:=é]{0,30}";
        let report =
            check((awkward, 0..3usize, vec(any::<bool>()).len(64))).run(|(text, depth, kept)| {
                let text = text.as_bytes();
                for level in
                    [items(text, depth), operands(text, depth), beginnings(text), brackets(text)]
                {
                    let count = level.edits.len();
                    assert_eq!(level.apply(text, &vec![true; count]), text);
                    let kept: Vec<bool> = (0..count).map(|at| kept[at % 64]).collect();
                    let made = level.apply(text, &kept);
                    assert!(std::str::from_utf8(&made).is_ok());
                    assert_eq!(made.len() < text.len(), kept.contains(&false));
                }
            });
        assert!(report.failures().is_empty(), "{report}");
    }

    #[test]
    fn items_are_removed_with_one_separator() {
        let text = "f(a, b, c) + g(d)\n";
        assert_eq!(depth(text.as_bytes()), 1);
        assert_eq!(
            each(&items(text.as_bytes(), 1), text),
            ["f( b, c) + g(d)\n", "f(a, c) + g(d)\n", "f(a, b) + g(d)\n", "f(a, b, c) + g()\n"]
        );
        assert_eq!(each(&items(b"import a, b\n", 0), "import a, b\n"), [" b\n", "import a\n"]);
    }

    #[test]
    fn operands_are_removed_with_the_operator_before_them() {
        let text = "x = a.b(c)[1] + 2:\n";
        assert_eq!(
            each(&operands(text.as_bytes(), 0), text),
            [
                "x.b(c)[1] + 2:\n",
                "x = a(c)[1] + 2:\n",
                "x = a.b[1] + 2:\n",
                "x = a.b(c) + 2:\n",
                "x = a.b(c)[1]:\n"
            ]
        );
    }

    #[test]
    fn beginnings_are_removed_up_to_the_second_operand() {
        assert_eq!(each(&beginnings(b"  x = -y\n"), "  x = -y\n"), ["  y\n"]);
        assert_eq!(each(&beginnings(b"f(*a)\n"), "f(*a)\n"), ["f(a)\n"]);
        assert_eq!(each(&beginnings(b"return x\n"), "return x\n"), ["x\n"]);
    }

    #[test]
    fn brackets_are_removed_with_the_name_before_them() {
        let text = "x = f(g(y)) + (z)\n";
        assert_eq!(
            each(&brackets(text.as_bytes()), text),
            ["x = g(y) + (z)\n", "x = f(g(y)) + z\n", "x = f(y) + (z)\n"]
        );
    }
}
