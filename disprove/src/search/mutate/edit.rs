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
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Edit {
    pub(crate) node: Node,
    pub(crate) kind: EditKind,
    /// Applied to all counterparts of the node too.
    pub(crate) paired: bool,
}

/// The kinds of mutations. A span or a choice is its position in the tree.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum EditKind {
    /// Sets a choice to a value.
    Set(Value),
    /// Sets an integer to its minimum plus this.
    Nth(u32),
    /// Edits a string at this position.
    String(u32, StringEdit),
    /// Inserts at this position of a string a value.
    Word(u32, Value),
    /// Writes bytes over the choices of this byte sequence, from this choice on.
    Bytes(Vec<u8>, u32),
    /// Sets a choice to the other operand of a comparison with its value.
    Match(Value),
    /// Sets a choice to a value, and another choice, without its counterparts, to another value.
    SetTwo(Value, u32, Value),
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
    pub(crate) fn is_value(&self) -> bool {
        matches!(self, EditKind::Set(_) | EditKind::Nth(_) | EditKind::Match(_) | EditKind::Draw)
    }

    /// Whether it trims the input, to see whether its rare features remain.
    pub(crate) fn is_cut(&self) -> bool {
        match self {
            EditKind::Cut(_) => true,
            EditKind::String(_, StringEdit::Cut(count)) => *count != u32::MAX,
            _ => false,
        }
    }
}

impl Edit {
    /// The mutated tree, and how the replay fills missing choices. `None` if it changes nothing, such as a string that would
    /// get too long.
    pub(super) fn apply(&self, tree: &Tree, shape: &Shape) -> Option<(Tree, Fill)> {
        let mut places = vec![self.node];
        if self.paired {
            places.extend(shape.counterparts(self.node));
        }
        if let Node::Span(_) = self.node {
            return Some((self.restructured(tree, shape, &places), Fill::Simplest));
        }
        if let (EditKind::Bytes(bytes, sequence), Node::Choice(first)) = (&self.kind, self.node) {
            let sequence = &shape.sequences[*sequence as usize];
            let changed = write_bytes(tree, shape, sequence, first, bytes)?;
            return Some((changed, Fill::Simplest));
        }
        let mut changed = tree.clone();
        let mut any = false;
        for place in places {
            let Node::Choice(at) = place else { continue };
            any |= match &self.kind {
                EditKind::Set(value) | EditKind::Match(value) | EditKind::SetTwo(value, ..) => {
                    set(&mut changed, at, value)
                }
                EditKind::Nth(offset) => {
                    changed.set_offset(at as usize, u128::from(*offset));
                    true
                }
                EditKind::String(from, change) => {
                    set(&mut changed, at, &edited(&tree.value(at as usize), *from, *change))
                }
                EditKind::Word(from, word) => {
                    set(&mut changed, at, &joined(&tree.value(at as usize), *from, word))
                }
                EditKind::Draw => {
                    changed.make_hole(at as usize);
                    true
                }
                _ => false,
            };
        }
        if let EditKind::SetTwo(_, beside, other) = &self.kind {
            any |= set(&mut changed, *beside, other);
        }
        let fill = if let EditKind::Draw = self.kind { Fill::Random } else { Fill::Simplest };
        any.then_some((changed, fill))
    }

    fn restructured(&self, tree: &Tree, shape: &Shape, places: &[Node]) -> Tree {
        let mut changes: Vec<(u32, Change)> = Vec::new();
        for (number, place) in places.iter().enumerate() {
            let Node::Span(at) = *place else { continue };
            let change = match self.kind {
                EditKind::Put(other) => Change::Put(other),
                EditKind::Delete => Change::Delete(1),
                EditKind::Cut(count) => Change::Delete(count),
                EditKind::Repeat => Change::Repeat,
                EditKind::Insert => Change::Insert,
                EditKind::Variant(like, variant) => Change::Variant(like, variant),
                EditKind::Swap(other) => {
                    let counterpart = match number.checked_sub(1) {
                        None => Some(Node::Span(other)),
                        Some(number) => shape.counterparts(Node::Span(other)).nth(number),
                    };
                    let Some(Node::Span(counterpart)) = counterpart else { continue };
                    changes.push((counterpart, Change::Put(at)));
                    Change::Put(counterpart)
                }
                _ => continue,
            };
            changes.push((at, change));
        }
        // From the last to the first, so that positions before a change stay valid.
        let order = crate::argsort::argsort(changes.len(), &|a, b| changes[b].0.cmp(&changes[a].0));
        let mut edited: Option<Tree> = None;
        let mut from = u32::MAX;
        for number in order {
            let (at, change) = changes[number];
            let mut part = tree.part_of(at as usize);
            if let Change::Delete(count) = change {
                part = part.through(tree.part_of(last_element(tree, shape, at, count) as usize));
            }
            if part.choices.1 > from {
                // Inside a span that was changed already.
                continue;
            }
            let (gap, pieces): (_, &[Piece]) = match change {
                Change::Put(other) => (part, &[Piece::Copy(tree.part_of(other as usize))]),
                Change::Delete(_) => (part, &[]),
                Change::Repeat => (part.after(), &[Piece::Copy(part)]),
                Change::Insert => (part.before(), &[Piece::Item(tree.spans[at as usize].label)]),
                Change::Variant(like, _) => {
                    (part.before(), &[Piece::Copy(tree.part_of(like as usize))])
                }
            };
            from = part.choices.0;
            let parent = shape.spans[at as usize].parent.map(|parent| parent as usize);
            let before = edited.as_ref().unwrap_or(tree);
            let mut after = before.spliced_from(tree, parent, gap, pieces);
            if let Change::Put(_) = change {
                after.spans[at as usize].forget_site();
            }
            if let Change::Variant(_, variant) = change {
                // The variant follows the continue flag.
                after.set_offset(part.choices.0 as usize + 1, u128::from(variant));
            }
            edited = Some(after);
        }
        edited.unwrap_or_else(|| tree.clone())
    }
}

/// A change of the structure at one span.
#[derive(Clone, Copy)]
enum Change {
    /// Replaces it by a copy of another one.
    Put(u32),
    /// Deletes it and the elements after it, this many together.
    Delete(u32),
    Repeat,
    Insert,
    /// Inserts a copy of another element with this variant.
    Variant(u32, u32),
}

/// The last of `count` elements from this one on, or of all that are left: the list of a counterpart may be shorter.
fn last_element(tree: &Tree, shape: &Shape, first: u32, count: u32) -> u32 {
    let end = match shape.spans[first as usize].parent {
        Some(parent) => tree.spans[parent as usize].next,
        None => tree.spans.len() as u32,
    };
    let mut last = first;
    for _ in 1..count {
        let (next, choice) = (tree.spans[last as usize].next, tree.spans[last as usize].end);
        let follows = next < end && tree.spans[next as usize].start == choice;
        if !follows || tree.continue_flag(next as usize).is_none_or(|flag| flag.value != 1) {
            break;
        }
        last = next;
    }
    last
}

/// The tree with these bytes written over a sequence of elements, from a choice of it on. Duplicates the last element as
/// needed. `None` if they are there already.
pub(super) fn write_bytes(
    tree: &Tree,
    shape: &Shape,
    sequence: &[u32],
    first: u32,
    bytes: &[u8],
) -> Option<Tree> {
    let mut places: Vec<u32> = sequence.iter().copied().skip_while(|at| *at != first).collect();
    let mut changed = tree.clone();
    let mut any = false;
    if let Some(last) = places.last().copied() {
        if let Some(element) = shape.element_of(last).filter(|_| places.len() < bytes.len()) {
            let part = tree.part_of(element as usize);
            let parent = shape.spans[element as usize].parent.map(|parent| parent as usize);
            let more = bytes.len() - places.len();
            changed = tree.spliced_from(tree, parent, part.after(), &vec![Piece::Copy(part); more]);
            let size = part.choices.1 - part.choices.0;
            places.extend((1..=more as u32).map(|number| last + number * size));
            any = true;
        }
    }
    for (at, byte) in places.into_iter().zip(bytes) {
        let to = Value::Integer(Number::natural(u128::from(*byte)));
        any |= set(&mut changed, at, &to);
    }
    any.then_some(changed)
}

/// Sets a choice to a value, or to the nearest one in its bounds. False if nothing changes.
fn set(tree: &mut Tree, at: u32, value: &Value) -> bool {
    let at = at as usize;
    match (tree.bounds(at), value) {
        (Bounds::Integer(limits), Value::Integer(number)) => {
            let to = limits.nearest(*number);
            let differs = to != tree.offset(tree.choices[at], limits.span);
            tree.set_offset(at, to);
            differs
        }
        (Bounds::Bool { .. }, Value::Bool(value)) if tree.choices[at].kind() == Kind::Bool => {
            let to = u64::from(*value);
            std::mem::replace(&mut tree.choices[at].value, to) != to
        }
        _ => tree.value(at) != *value && tree.set(at, value),
    }
}
