//! One structure-preserving change of a case, made at one place or at all places that agree with it.

use super::{
    piece::{Change, changed as piece, joined},
    shape::{Node, Shape},
};
use crate::{
    choice::{Bounds, Kind, Number, Piece, Tree, Value},
    source::Fill,
};

/// A change of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edit {
    pub(super) node: Node,
    pub(super) what: What,
    /// The same is done to all its twins.
    pub(super) paired: bool,
}

/// What is done. Values are numbers of the table they are kept in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// Another value for a choice.
    Set(u32),
    /// The value of a choice that has so many before it.
    Nth(u32),
    /// A text, or bytes, changed at one place.
    Piece(u32, Change),
    /// A word put into a text, or into bytes.
    Word(u32, u32),
    /// Numbers in a row, from this one on, the choices of a row of bytes.
    Row(u32, u32),
    /// The other operand of a comparison that had the value of this choice.
    Match(u32),
    /// Another value, and another one for a choice beside it, but not for the twins of that one.
    SetTwo(u32, u32, u32),
    /// A choice is drawn anew.
    Draw,
    /// A copy of another part in the place of this one.
    Put(u32),
    /// The two parts change places.
    Swap(u32),
    /// Of an element of a collection.
    Delete,
    Repeat,
    /// A new element before it, the simplest one.
    Insert,
    /// A new element before it, like another one but of this variant.
    Variant(u32, u32),
    /// So many elements are taken away, this one first.
    Cut(u32),
}

impl What {
    /// Another value for a choice, and nothing else.
    pub(super) fn is_of_a_value(self) -> bool {
        matches!(self, What::Set(_) | What::Nth(_) | What::Match(_) | What::Draw)
    }

    /// It takes away as much as can be, to see what is left of what made the case worth keeping.
    pub(super) fn is_a_cut(self) -> bool {
        match self {
            What::Cut(_) => true,
            What::Piece(_, Change::Cut(count)) => count != u32::MAX,
            _ => false,
        }
    }

    /// A number for each kind, by which it is remembered how well it did.
    pub(super) fn kind(self) -> u64 {
        match self {
            What::Set(_) => 0,
            What::SetTwo(..) => 1,
            What::Draw => 2,
            What::Put(_) => 3,
            What::Swap(_) => 4,
            What::Delete => 5,
            What::Repeat => 6,
            What::Insert => 7,
            What::Variant(..) => 17,
            What::Match(_) => 8,
            What::Nth(_) => 9,
            What::Piece(_, Change::Replace(_)) => 10,
            What::Piece(_, Change::Insert(_)) => 11,
            What::Piece(_, Change::Twice(_)) => 15,
            What::Word(..) => 16,
            What::Piece(..) => 12,
            What::Row(..) => 13,
            What::Cut(_) => 14,
        }
    }
}

impl Edit {
    /// The changed tree, and how what is missing in it is filled.
    pub(super) fn apply(self, tree: &Tree, shape: &Shape, values: &[Value]) -> (Tree, Fill) {
        let mut places = vec![self.node];
        if self.paired {
            places.extend(shape.twins(self.node));
        }
        let mut changed = tree.clone();
        match self.what {
            What::Set(value) | What::Match(value) => {
                for place in places {
                    set(&mut changed, place, &values[value as usize]);
                }
            }
            What::Nth(offset) => {
                for place in places {
                    if let Node::Choice(at) = place {
                        changed.set_offset(at as usize, u128::from(offset));
                    }
                }
            }
            What::Piece(from, change) => {
                for place in places {
                    if let Node::Choice(at) = place {
                        let value = piece(&tree.value(at as usize), from, change);
                        changed.set(at as usize, &value);
                    }
                }
            }
            What::Word(from, word) => {
                for place in places {
                    if let Node::Choice(at) = place {
                        let value = joined(&tree.value(at as usize), from, &values[word as usize]);
                        changed.set(at as usize, &value);
                    }
                }
            }
            What::Row(value, row) => {
                if let (Node::Choice(first), Value::Bytes(bytes)) =
                    (self.node, &values[value as usize])
                {
                    changed = written(tree, shape, &shape.rows[row as usize], first, bytes);
                }
            }
            What::SetTwo(value, beside, other) => {
                for place in places {
                    set(&mut changed, place, &values[value as usize]);
                }
                set(&mut changed, Node::Choice(beside), &values[other as usize]);
            }
            What::Draw => {
                for place in places {
                    if let Node::Choice(at) = place {
                        changed.make_hole(at as usize);
                    }
                }
                return (changed, Fill::Random);
            }
            What::Put(_)
            | What::Swap(_)
            | What::Delete
            | What::Repeat
            | What::Insert
            | What::Variant(..)
            | What::Cut(_) => {
                changed = self.restructured(tree, shape, &places);
            }
        }
        (changed, Fill::Simplest)
    }

    fn restructured(self, tree: &Tree, shape: &Shape, places: &[Node]) -> Tree {
        let mut changes: Vec<(u32, What)> = Vec::new();
        for (number, place) in places.iter().enumerate() {
            let Node::Span(at) = *place else { continue };
            if let What::Cut(count) = self.what {
                let mut element = at;
                for _ in 0..count {
                    changes.push((element, What::Delete));
                    element = tree.spans[element as usize].next;
                }
                continue;
            }
            changes.push((at, self.what));
            if let What::Swap(other) = self.what {
                let twin = match number.checked_sub(1) {
                    None => Some(other),
                    Some(number) => match shape.twins(Node::Span(other)).nth(number) {
                        Some(Node::Span(twin)) => Some(twin),
                        _ => None,
                    },
                };
                changes.pop();
                if let Some(twin) = twin {
                    changes.extend([(at, What::Put(twin)), (twin, What::Put(at))]);
                }
            }
        }
        // From the last to the first: what lies before a change keeps its place.
        let order = crate::argsort::argsort(changes.len(), &|a, b| changes[b].0.cmp(&changes[a].0));
        let mut edited = tree.clone();
        let mut from = u32::MAX;
        for number in order {
            let (at, what) = changes[number];
            let part = tree.part_of(at as usize);
            if part.choices.1 > from {
                // Inside of one that was changed already.
                continue;
            }
            let (gap, pieces): (_, &[Piece]) = match what {
                What::Put(other) => (part, &[Piece::Copy(tree.part_of(other as usize))]),
                What::Delete => (part, &[]),
                What::Repeat => (part.after(), &[Piece::Copy(part)]),
                What::Insert => (part.before(), &[Piece::Item(tree.spans[at as usize].label)]),
                What::Variant(like, _) => {
                    (part.before(), &[Piece::Copy(tree.part_of(like as usize))])
                }
                _ => continue,
            };
            from = part.choices.0;
            let parent = shape.spans[at as usize].parent.map(|parent| parent as usize);
            edited = edited.spliced_from(tree, parent, gap, pieces);
            if let What::Put(_) = what {
                edited.spans[at as usize].forget_site();
            }
            if let What::Variant(_, variant) = what {
                // After the choice that says that there is an element.
                edited.set_offset(part.choices.0 as usize + 1, u128::from(variant));
            }
        }
        edited
    }
}

/// The tree with these bytes in a row of elements, from a choice of it on. If there are too few elements the last one is
/// repeated.
fn written(tree: &Tree, shape: &Shape, row: &[u32], first: u32, bytes: &[u8]) -> Tree {
    let mut places: Vec<u32> = row.iter().copied().skip_while(|at| *at != first).collect();
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
