//! One structure-preserving mutation, at one node or also at all its counterparts.

use super::{
    shape::{Node, Shape},
    string_edit::{StringEdit, edited, joined},
};
use crate::{
    choice::{Bounds, Kind, Number, Piece, Tree, Value},
    source::Fill,
};

/// A mutation of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edit {
    pub(crate) node: Node,
    pub(crate) kind: EditKind,
    /// Applied to all counterparts of the node too.
    pub(crate) paired: bool,
}

/// The kinds of mutations. A value is its position in the table of values; a span or a choice, its position in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EditKind {
    /// Sets a choice to a value.
    Set(u32),
    /// Sets an integer to its minimum plus this.
    Nth(u32),
    /// Edits a string at this position.
    String(u32, StringEdit),
    /// Inserts at this position of a string a value.
    Word(u32, u32),
    /// Writes a value over the choices of a byte sequence, from this choice on.
    Bytes(u32, u32),
    /// Sets a choice to the other operand of a comparison with its value.
    Match(u32),
    /// Sets a choice to a value, and another choice, without its counterparts, to another value.
    SetTwo(u32, u32, u32),
    /// Redraws a choice.
    Draw,
    /// Replaces a span by a copy of another one.
    Put(u32),
    /// Swaps two spans.
    Swap(u32),
    /// Deletes an element of a collection.
    Delete,
    /// Duplicates an element of a collection.
    Repeat,
    /// Inserts the simplest element before this one.
    Insert,
    /// Inserts a copy of another element before this one, with this variant.
    Variant(u32, u32),
    /// Deletes this many elements, from this one on.
    Cut(u32),
}

impl EditKind {
    /// Whether it only sets one choice.
    pub(crate) fn is_value(self) -> bool {
        matches!(self, EditKind::Set(_) | EditKind::Nth(_) | EditKind::Match(_) | EditKind::Draw)
    }

    /// Whether it trims the input, to see whether its rare features remain.
    pub(crate) fn is_cut(self) -> bool {
        match self {
            EditKind::Cut(_) => true,
            EditKind::String(_, StringEdit::Cut(count)) => count != u32::MAX,
            _ => false,
        }
    }

    /// Identifies the kind in the statistics of [`Arms`](super::Arms).
    pub(super) fn number(self) -> u64 {
        match self {
            EditKind::Set(_) => 0,
            EditKind::SetTwo(..) => 1,
            EditKind::Draw => 2,
            EditKind::Put(_) => 3,
            EditKind::Swap(_) => 4,
            EditKind::Delete => 5,
            EditKind::Repeat => 6,
            EditKind::Insert => 7,
            EditKind::Variant(..) => 17,
            EditKind::Match(_) => 8,
            EditKind::Nth(_) => 9,
            EditKind::String(_, StringEdit::Replace(_)) => 10,
            EditKind::String(_, StringEdit::Insert(_)) => 11,
            EditKind::String(_, StringEdit::Twice(_)) => 15,
            EditKind::Word(..) => 16,
            EditKind::String(..) => 12,
            EditKind::Bytes(..) => 13,
            EditKind::Cut(_) => 14,
        }
    }
}

impl Edit {
    /// The mutated tree, and how the replay fills missing choices.
    pub(crate) fn apply(self, tree: &Tree, shape: &Shape, values: &[Value]) -> (Tree, Fill) {
        let mut places = vec![self.node];
        if self.paired {
            places.extend(shape.counterparts(self.node));
        }
        let mut changed = tree.clone();
        match self.kind {
            EditKind::Set(value) | EditKind::Match(value) => {
                for place in places {
                    set(&mut changed, place, &values[value as usize]);
                }
            }
            EditKind::Nth(offset) => {
                for place in places {
                    if let Node::Choice(at) = place {
                        changed.set_offset(at as usize, u128::from(offset));
                    }
                }
            }
            EditKind::String(from, change) => {
                for place in places {
                    if let Node::Choice(at) = place {
                        let value = edited(&tree.value(at as usize), from, change);
                        changed.set(at as usize, &value);
                    }
                }
            }
            EditKind::Word(from, word) => {
                for place in places {
                    if let Node::Choice(at) = place {
                        let value = joined(&tree.value(at as usize), from, &values[word as usize]);
                        changed.set(at as usize, &value);
                    }
                }
            }
            EditKind::Bytes(value, sequence) => {
                if let (Node::Choice(first), Value::Bytes(bytes)) =
                    (self.node, &values[value as usize])
                {
                    changed =
                        write_bytes(tree, shape, &shape.sequences[sequence as usize], first, bytes);
                }
            }
            EditKind::SetTwo(value, beside, other) => {
                for place in places {
                    set(&mut changed, place, &values[value as usize]);
                }
                set(&mut changed, Node::Choice(beside), &values[other as usize]);
            }
            EditKind::Draw => {
                for place in places {
                    if let Node::Choice(at) = place {
                        changed.make_hole(at as usize);
                    }
                }
                return (changed, Fill::Random);
            }
            EditKind::Put(_)
            | EditKind::Swap(_)
            | EditKind::Delete
            | EditKind::Repeat
            | EditKind::Insert
            | EditKind::Variant(..)
            | EditKind::Cut(_) => {
                changed = self.restructured(tree, shape, &places);
            }
        }
        (changed, Fill::Simplest)
    }

    fn restructured(self, tree: &Tree, shape: &Shape, places: &[Node]) -> Tree {
        let mut changes: Vec<(u32, EditKind)> = Vec::new();
        for (number, place) in places.iter().enumerate() {
            let Node::Span(at) = *place else { continue };
            if let EditKind::Cut(count) = self.kind {
                let mut element = at;
                for _ in 0..count {
                    changes.push((element, EditKind::Delete));
                    element = tree.spans[element as usize].next;
                }
                continue;
            }
            changes.push((at, self.kind));
            if let EditKind::Swap(other) = self.kind {
                let counterpart = match number.checked_sub(1) {
                    None => Some(other),
                    Some(number) => match shape.counterparts(Node::Span(other)).nth(number) {
                        Some(Node::Span(counterpart)) => Some(counterpart),
                        _ => None,
                    },
                };
                changes.pop();
                if let Some(counterpart) = counterpart {
                    changes.extend([
                        (at, EditKind::Put(counterpart)),
                        (counterpart, EditKind::Put(at)),
                    ]);
                }
            }
        }
        // From the last to the first, so that positions before a change stay valid.
        let order = crate::argsort::argsort(changes.len(), &|a, b| changes[b].0.cmp(&changes[a].0));
        let mut edited = tree.clone();
        let mut from = u32::MAX;
        for number in order {
            let (at, kind) = changes[number];
            let part = tree.part_of(at as usize);
            if part.choices.1 > from {
                // Inside a span that was changed already.
                continue;
            }
            let (gap, pieces): (_, &[Piece]) = match kind {
                EditKind::Put(other) => (part, &[Piece::Copy(tree.part_of(other as usize))]),
                EditKind::Delete => (part, &[]),
                EditKind::Repeat => (part.after(), &[Piece::Copy(part)]),
                EditKind::Insert => (part.before(), &[Piece::Item(tree.spans[at as usize].label)]),
                EditKind::Variant(like, _) => {
                    (part.before(), &[Piece::Copy(tree.part_of(like as usize))])
                }
                _ => continue,
            };
            from = part.choices.0;
            let parent = shape.spans[at as usize].parent.map(|parent| parent as usize);
            edited = edited.spliced_from(tree, parent, gap, pieces);
            if let EditKind::Put(_) = kind {
                edited.spans[at as usize].forget_site();
            }
            if let EditKind::Variant(_, variant) = kind {
                // The variant follows the continue flag.
                edited.set_offset(part.choices.0 as usize + 1, u128::from(variant));
            }
        }
        edited
    }
}

/// The tree with these bytes written over a sequence of elements, from a choice of it on. Duplicates the last element as
/// needed.
fn write_bytes(tree: &Tree, shape: &Shape, sequence: &[u32], first: u32, bytes: &[u8]) -> Tree {
    let mut places: Vec<u32> = sequence.iter().copied().skip_while(|at| *at != first).collect();
    let mut changed = tree.clone();
    if let Some(last) = places.last().copied()
        && let Some(element) = shape.element_of(last).filter(|_| places.len() < bytes.len())
    {
        let part = tree.part_of(element as usize);
        let parent = shape.spans[element as usize].parent.map(|parent| parent as usize);
        let more = bytes.len() - places.len();
        changed = tree.spliced_from(tree, parent, part.after(), &vec![Piece::Copy(part); more]);
        let size = part.choices.1 - part.choices.0;
        places.extend((1..=more as u32).map(|number| last + number * size));
    }
    for (at, byte) in places.into_iter().zip(bytes) {
        let to = Value::Integer(Number::natural(u128::from(*byte)));
        set(&mut changed, Node::Choice(at), &to);
    }
    changed
}

fn set(tree: &mut Tree, place: Node, value: &Value) {
    let Node::Choice(at) = place else { return };
    let at = at as usize;
    match (tree.bounds(at), value) {
        (Bounds::Integer(limits), Value::Integer(number)) => {
            let to = limits.nearest(*number);
            tree.set_offset(at, to);
        }
        (Bounds::Bool { .. }, Value::Bool(value)) if tree.choices[at].kind() == Kind::Bool => {
            tree.choices[at].value = u64::from(*value);
        }
        _ => {
            tree.set(at, value);
        }
    }
}
