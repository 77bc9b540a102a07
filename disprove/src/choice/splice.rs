//! Splices: edits of a tree for searches, which copy it only once.

use super::{
    bounds::Kind,
    label::Label,
    predefined::CONTINUE,
    tree::{Choice, Span, Tree},
};

/// 2^64 divided by the golden ratio: the multiplier of the fingerprint.
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

/// Consecutive choices of a tree, and the spans among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) choices: (u32, u32),
    pub(crate) spans: (u32, u32),
}

impl Part {
    /// The part from this one to the last.
    pub(crate) fn through(self, last: Part) -> Part {
        Part { choices: (self.choices.0, last.choices.1), spans: (self.spans.0, last.spans.1) }
    }

    /// The empty part before this one.
    pub(crate) fn before(self) -> Part {
        Part { choices: (self.choices.0, self.choices.0), spans: (self.spans.0, self.spans.0) }
    }

    /// The empty part after this one.
    pub(crate) fn after(self) -> Part {
        Part { choices: (self.choices.1, self.choices.1), spans: (self.spans.1, self.spans.1) }
    }

    pub(crate) fn len(self) -> usize {
        (self.choices.1 - self.choices.0) as usize
    }
}

/// A replacement for a part.
#[derive(Clone, Copy)]
pub(crate) enum Piece {
    /// A copy of a part.
    Copy(Part),
    /// The spans of a part, to be drawn again.
    Fresh(Part),
    /// A new element of a collection with this label, to be drawn.
    Item(Label),
}

impl Tree {
    /// The part of a span.
    pub(crate) fn part_of(&self, at: usize) -> Part {
        let span = self.spans[at];
        Part { choices: (span.start, span.end), spans: (at as u32, span.next) }
    }

    /// The continue flag at the start of this span, if it is an element of a collection or its end.
    pub(crate) fn continue_flag(&self, at: usize) -> Option<Choice> {
        let span = self.spans[at];
        let inner = self
            .spans
            .get(at + 1)
            .filter(|inner| (at as u32 + 1) < span.next && inner.start == span.start);
        if span.start == span.end || inner.is_some() {
            return None;
        }
        let flag = self.choices[span.start as usize];
        (flag.kind() == Kind::Bool && (1..=3).contains(&flag.bounds())).then_some(flag)
    }

    /// The tree with `pieces` in place of `hole`, which lies directly inside of span `parent`, or of no span.
    pub(crate) fn spliced(&self, parent: Option<usize>, hole: Part, pieces: &[Piece]) -> Tree {
        self.spliced_from(self, parent, hole, pieces)
    }

    /// The same with pieces of another tree, from which this one was made: bounds and contents have the same numbers.
    pub(crate) fn spliced_from(
        &self,
        origin: &Tree,
        parent: Option<usize>,
        hole: Part,
        pieces: &[Piece],
    ) -> Tree {
        let mut tree = Tree::default();
        tree.choices.reserve(self.choices.len() + 16);
        tree.spans.reserve(self.spans.len() + 16);
        tree.bounds.clone_from(&self.bounds);
        tree.hints = self.hints;
        tree.arena.clone_from(&self.arena);
        tree.choices.extend_from_slice(&self.choices[..hole.choices.0 as usize]);
        tree.spans.extend_from_slice(&self.spans[..hole.spans.0 as usize]);
        for piece in pieces {
            match *piece {
                Piece::Copy(part) => tree.copy_part(origin, part),
                Piece::Fresh(part) => tree.open_part(origin, part),
                Piece::Item(label) => tree.open_item(label, 0),
            }
        }
        let more_choices = (tree.choices.len() as u32).wrapping_sub(hole.choices.1);
        let more_spans = (tree.spans.len() as u32).wrapping_sub(hole.spans.1);
        let rest = Part {
            choices: (hole.choices.1, self.choices.len() as u32),
            spans: (hole.spans.1, self.spans.len() as u32),
        };
        tree.copy_part(self, rest);
        if let Some(parent) = parent {
            // The enclosing spans.
            for at in 0..=parent {
                if self.spans[at].next as usize > parent {
                    tree.spans[at].end = self.spans[at].end.wrapping_add(more_choices);
                    tree.spans[at].next = self.spans[at].next.wrapping_add(more_spans);
                }
            }
        }
        tree
    }

    /// Copies a part of a tree whose bounds and contents have the same numbers here.
    fn copy_part(&mut self, other: &Tree, part: Part) {
        let choices = (self.choices.len() as u32).wrapping_sub(part.choices.0);
        let spans = (self.spans.len() as u32).wrapping_sub(part.spans.0);
        self.choices
            .extend_from_slice(&other.choices[part.choices.0 as usize..part.choices.1 as usize]);
        for span in &other.spans[part.spans.0 as usize..part.spans.1 as usize] {
            let mut copy = *span;
            copy.start = span.start.wrapping_add(choices);
            copy.end = span.end.wrapping_add(choices);
            copy.next = span.next.wrapping_add(spans);
            self.spans.push(copy);
        }
    }

    /// Appends a part to be drawn again: its outermost spans without contents, and holes for its choices.
    fn open_part(&mut self, other: &Tree, part: Part) {
        let (mut choice, mut span) = (part.choices.0, part.spans.0);
        while choice < part.choices.1 || span < part.spans.1 {
            let next = other
                .spans
                .get(span as usize)
                .filter(|next| span < part.spans.1 && next.start == choice);
            if let Some(next) = next {
                if other.continue_flag(span as usize).is_some_and(|flag| flag.value == 1) {
                    self.open_item(next.label, next.site());
                } else {
                    self.open_span(next.label, next.site());
                }
                (choice, span) = (next.end, next.next);
            } else {
                self.choices.push(other.choices[choice as usize].empty());
                choice += 1;
            }
        }
    }

    fn open_span(&mut self, label: Label, site: u32) {
        let mut span = Span::new(label, self.choices.len() as u32, site);
        span.next = self.spans.len() as u32 + 1;
        self.spans.push(span);
    }

    fn open_item(&mut self, label: Label, site: u32) {
        self.open_span(label, site);
        self.choices.push(Choice::new(Kind::Bool, CONTINUE, 1, 0));
        if let Some(span) = self.spans.last_mut() {
            span.end += 1;
        }
    }

    /// In a guide: makes choice number `i` a hole, which is drawn again.
    pub(crate) fn make_hole(&mut self, i: usize) {
        self.choices[i] = self.choices[i].empty();
    }

    /// Sets an integer choice to the value at this offset.
    pub(crate) fn set_offset(&mut self, i: usize, offset: u128) {
        let super::bounds::Bounds::Integer(limits) = self.bounds(i) else { return };
        let span = limits.span;
        self.choices[i].value = self.store_offset(offset.min(span), span);
    }

    /// A hash of all choices outside of discarded spans: equal for equal values.
    pub(crate) fn fingerprint(&self) -> u64 {
        let mut hash = self.choices.len() as u64;
        if self.arena.is_empty() && !self.spans.iter().any(Span::discarded) {
            // The usual case: no arena, nothing discarded. Hashes two choices with one multiplication. Neither factor
            // may be 0 for small values, or the other would be lost.
            hash = (hash + 1).wrapping_mul(MULTIPLIER);
            for pair in self.choices.chunks(2) {
                let second = pair.get(1).map_or(0, |choice| choice.value);
                let product = u128::from(hash ^ pair[0].value)
                    * u128::from(second ^ MULTIPLIER.rotate_left(32));
                hash = (product as u64 ^ (product >> 64) as u64).wrapping_add(MULTIPLIER);
            }
            return hash;
        }
        let mut add = |word: u64| {
            let product = u128::from(hash ^ word) * u128::from(MULTIPLIER);
            hash = (product as u64 ^ (product >> 64) as u64).wrapping_add(MULTIPLIER);
        };
        let mut skip = Discarded::default();
        for (at, choice) in self.choices.iter().enumerate() {
            if skip.contains(self, at as u32) {
                continue;
            }
            match choice.kind() {
                Kind::Text | Kind::Bytes => {
                    for chunk in self.bytes(*choice).chunks(8) {
                        let mut word = [0; 8];
                        word[..chunk.len()].copy_from_slice(chunk);
                        add(u64::from_le_bytes(word));
                    }
                    add(choice.value as u32 as u64 + 1);
                }
                Kind::Integer => {
                    // Integers over 64 bits are in the arena.
                    let super::bounds::Bounds::Integer(limits) = self.bounds(at) else {
                        add(choice.value);
                        continue;
                    };
                    let offset = self.offset(*choice, limits.span);
                    add(offset as u64);
                    if limits.span > u128::from(u64::MAX) {
                        add((offset >> 64) as u64);
                    }
                }
                _ => add(choice.value.wrapping_add(1)),
            }
        }
        hash
    }

    /// The tree without discarded spans.
    pub(crate) fn without_discarded(self) -> Tree {
        let mut gone = Vec::new();
        let mut at = 0;
        while let Some(span) = self.spans.get(at) {
            if span.discarded() {
                gone.push(at);
                at = span.next as usize;
            } else {
                at += 1;
            }
        }
        if gone.is_empty() { self } else { self.emptied(&gone) }
    }

    /// As [`without`](Tree::without), but in place. Keeps the bounds and contents of removed choices.
    fn emptied(mut self, gone: &[usize]) -> Tree {
        // How many choices and spans are removed before each place.
        let mut choices = Vec::with_capacity(self.len() + 1);
        let mut spans = Vec::with_capacity(self.spans.len() + 1);
        let (mut fewer_choices, mut fewer_spans) = (0, 0);
        let (mut kept_choices, mut kept_spans) = (0, 0);
        let (mut choice, mut span) = (0, 0);
        for number in gone.iter().copied().chain([self.spans.len()]) {
            let (start, end, next) = match self.spans.get(number) {
                Some(hole) => (hole.start as usize, hole.end as usize, hole.next as usize),
                None => (self.len(), self.len(), number),
            };
            // A span that ends where the removed part ends moves; one that ends where it starts does not.
            choices.resize(end, fewer_choices);
            spans.resize(next, fewer_spans);
            fewer_choices += (end - start) as u32;
            fewer_spans += (next - number) as u32;
            self.choices.copy_within(choice..start, kept_choices);
            self.spans.copy_within(span..number, kept_spans);
            (kept_choices, kept_spans) =
                (kept_choices + start - choice, kept_spans + number - span);
            (choice, span) = (end, next);
        }
        choices.push(fewer_choices);
        spans.push(fewer_spans);
        self.choices.truncate(kept_choices);
        self.spans.truncate(kept_spans);
        for span in &mut self.spans {
            span.start -= choices[span.start as usize];
            span.end -= choices[span.end as usize];
            span.next -= spans[span.next as usize];
        }
        self
    }
}

/// Tells whether a choice lies in a discarded span; asked for ascending choices.
#[derive(Default)]
struct Discarded {
    span: usize,
    until: u32,
}

impl Discarded {
    fn contains(&mut self, tree: &Tree, choice: u32) -> bool {
        while let Some(span) = tree.spans.get(self.span) {
            if span.start > choice {
                break;
            }
            if span.discarded() {
                self.until = self.until.max(span.end);
                self.span = span.next as usize;
            } else {
                self.span += 1;
            }
        }
        choice < self.until
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        choice::{Number, Value},
        generator::{Generator, vec},
    };

    fn list(numbers: &[u8]) -> Tree {
        vec(0..100u8).encode(&numbers.to_vec()).expect("all are allowed")
    }

    fn numbers(tree: &Tree) -> Vec<String> {
        let mut numbers = Vec::new();
        for at in 0..tree.len() {
            match tree.value(at) {
                _ if tree.choices[at].is_hole() => numbers.push("?".to_owned()),
                Value::Integer(number) => numbers.push(number.to_string()),
                _ => {}
            }
        }
        numbers
    }

    /// The part of an element: the first span is the list, its children are the elements.
    fn element(tree: &Tree, at: usize) -> Part {
        let element = tree.children(Some(0)).nth(at).expect("an element");
        tree.part_of(element)
    }

    #[test]
    fn removing_discarded_spans_in_place_is_like_removing_them_in_a_copy() {
        let mut tree =
            vec(vec(0..9u8)).encode(&vec![vec![1, 2], vec![], vec![3]]).expect("allowed");
        for gone in [vec![1], vec![2, 6], vec![3, 4, 8], vec![0]] {
            let mut marked = tree.clone();
            for at in &gone {
                marked.spans[*at].discard();
            }
            let (found, expected) = (marked.clone().without_discarded(), marked.without(&gone));
            assert_eq!(found.spans, expected.spans);
            assert_eq!(numbers(&found), numbers(&expected));
        }
        tree.choices.clear();
        tree.spans.clear();
        assert!(tree.without_discarded().is_empty());
    }

    #[test]
    fn parts_are_removed_copied_and_drawn_again() {
        let tree = list(&[1, 2, 3]);
        let [a, b, c] = [0, 1, 2].map(|at| element(&tree, at));
        assert_eq!(numbers(&tree.spliced(Some(0), b, &[])), ["1", "3"]);
        let twice = tree.spliced(Some(0), a.through(b), &[Piece::Copy(b), Piece::Copy(a)]);
        assert_eq!(numbers(&twice), ["2", "1", "3"]);
        assert_eq!(
            numbers(&tree.spliced(Some(0), c.after(), &[Piece::Copy(a)])),
            ["1", "2", "3", "1"]
        );
        let fresh = tree.spliced(Some(0), b, &[Piece::Fresh(b)]);
        assert_eq!(numbers(&fresh), ["1", "3"], "an element with only its continue flag");
        assert_eq!(fresh.spans.len(), tree.spans.len());
        let whole = fresh.spans[0];
        assert_eq!((whole.end as usize, whole.next as usize), (fresh.len(), fresh.spans.len()));
    }

    #[test]
    fn a_hole_has_no_value() {
        let mut tree = list(&[1, 2]);
        tree.make_hole(1);
        assert_eq!(numbers(&tree), ["?", "2"]);
    }

    #[test]
    fn fingerprints_are_equal_for_equal_values_only() {
        assert_eq!(list(&[1, 2]).fingerprint(), list(&[1, 2]).fingerprint());
        let others = [list(&[2, 1]), list(&[1]), list(&[1, 2, 0]), list(&[])];
        assert!(others.iter().all(|other| other.fingerprint() != list(&[1, 2]).fingerprint()));
        let mut moved = list(&[1, 2]);
        moved.set(1, &Value::Integer(Number::natural(7)));
        assert_ne!(moved.fingerprint(), list(&[1, 2]).fingerprint());
        let mut tried = list(&[1, 2]);
        let discarded = tried.children(Some(0)).next().expect("an element");
        tried.spans[discarded].discard();
        assert_eq!(numbers(&tried.clone().without_discarded()), ["2"]);
    }
}
