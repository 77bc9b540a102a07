//! What the numbers of mutations stand for: the values, words, cuts and spans of one input.

use super::{
    edit::{Edit, EditKind},
    family::{Family, FamilyKind},
    shape::{Node, Shape},
    string_edit::{StringEdit, symbol, symbols},
};
use crate::choice::{Bounds, IntegerBounds, Number, Tree, Value};

/// The range below which all other values of an integer are tried first. From the prototype on `case-studies ifc-ssni`.
pub(super) const ALL: u128 = 16;

/// The tables of one input.
#[derive(Debug, Default)]
pub(super) struct Tables {
    /// The distinct wide integers of the input, in order.
    pub(super) numbers: Vec<Number>,
    /// Operands that replace a choice, or a part of it.
    pub(super) matches: Vec<Value>,
    /// Strings to insert.
    pub(super) words: Vec<Value>,
    /// Bytes to write over a sequence, and the sequence.
    pub(super) writes: Vec<(Vec<u8>, u32)>,
    /// Parts of strings to delete: position and length.
    pub(super) cuts: Vec<(u32, u32)>,
    /// Spans with distinct contents, by label and then in the order of the tree.
    pub(super) spans: Vec<u32>,
}

impl Tables {
    /// The number of values that [`other`](Tables::other) knows for a choice; 0 for strings.
    pub(super) fn others(&self, tree: &Tree, at: u32) -> u32 {
        match tree.bounds(at as usize) {
            Bounds::Bool { .. } => 1,
            Bounds::Integer(limits) if limits.span < ALL => limits.span as u32 + 1,
            Bounds::Integer(limits) => {
                let (first, last) = self.fitting(limits);
                (NEAR + last - first) as u32
            }
            Bounds::Float { .. } => FLOATS,
            Bounds::Text { .. } | Bounds::Bytes { .. } => 0,
        }
    }

    /// The range of the numbers that are within these bounds.
    fn fitting(&self, limits: &IntegerBounds) -> (usize, usize) {
        let (min, max) = (limits.min(), limits.max());
        let first = self.numbers.partition_point(|number| *number < min);
        let last = self.numbers.partition_point(|number| *number <= max);
        (first, last)
    }

    /// Another value of a choice. `None` if this number stands for its present value, or for one that another number stands
    /// for.
    fn other(&self, tree: &Tree, at: u32, number: u32) -> Option<Value> {
        let place = at as usize;
        match (tree.bounds(place), tree.value(place)) {
            (Bounds::Bool { .. }, Value::Bool(value)) => Some(Value::Bool(!value)),
            (Bounds::Integer(limits), Value::Integer(here)) => {
                let offset = limits.span.min(tree.offset(tree.choices[place], limits.span));
                if limits.span < ALL {
                    let to = u128::from(number);
                    return (to != offset).then(|| Value::Integer(limits.value(to)));
                }
                let near = [offset.checked_add(1), offset.checked_sub(1), Some(limits.origin)];
                let number = number as usize;
                if number < NEAR {
                    let to = near[number].filter(|to| *to != offset && *to <= limits.span)?;
                    let is_known = near[..number].contains(&Some(to));
                    return (!is_known).then(|| Value::Integer(limits.value(to)));
                }
                let value = *self.numbers.get(self.fitting(limits).0 + number - NEAR)?;
                let is_known = value == here || near.contains(&Some(limits.nearest(value)));
                (!is_known).then_some(Value::Integer(value))
            }
            (Bounds::Float { .. }, Value::Float(value)) => {
                let all = [0.0, -value, value + 1.0, value - 1.0, value * 2.0, value / 2.0];
                let to = *all.get(number as usize)?;
                let is_known = |known: &f64| known.to_bits() == to.to_bits();
                let repeats = is_known(&value) || all[..number as usize].iter().any(is_known);
                (!repeats).then_some(Value::Float(to))
            }
            _ => None,
        }
    }

    /// The mutation that a number of a family stands for. `None` if it changes nothing, or repeats another one.
    pub(super) fn edit(
        &self,
        tree: &Tree,
        shape: &Shape,
        family: &Family,
        number: u32,
    ) -> Option<Edit> {
        let kind = match family.node {
            Node::Choice(at) => self.edit_choice(tree, family, at, number)?,
            Node::Span(at) => self.edit_span(tree, shape, family, at, number)?,
        };
        Some(Edit { node: family.node, kind, paired: family.paired })
    }

    fn edit_choice(&self, tree: &Tree, family: &Family, at: u32, number: u32) -> Option<EditKind> {
        let (place, first) = (at as usize, family.first);
        Some(match family.kind {
            FamilyKind::Set => EditKind::Set(self.other(tree, at, number)?),
            FamilyKind::Nth => {
                let Bounds::Integer(limits) = tree.bounds(place) else { return None };
                let here = tree.offset(tree.choices[place], limits.span);
                let to = u128::from(number);
                let near = [here.checked_add(1), here.checked_sub(1), Some(limits.origin)];
                let is_known = to == here
                    || near.contains(&Some(to))
                    || self.numbers.binary_search(&limits.value(to)).is_ok();
                (!is_known).then_some(EditKind::Nth(number))?
            }
            FamilyKind::Draw => EditKind::Draw,
            FamilyKind::ReplaceSymbol => {
                let to = symbol(tree.bounds(place), number);
                let is_other = symbols(&tree.value(place)).get(first as usize) != Some(&to);
                is_other.then_some(EditKind::String(first, StringEdit::Replace(to)))?
            }
            FamilyKind::InsertSymbol => {
                let to = symbol(tree.bounds(place), number);
                EditKind::String(first, StringEdit::Insert(to))
            }
            FamilyKind::Twice => EditKind::String(first, StringEdit::Twice(number + 2)),
            FamilyKind::Symbol => {
                let all = [StringEdit::Remove, StringEdit::Repeat, StringEdit::Cut(u32::MAX)];
                EditKind::String(first, *all.get(number as usize)?)
            }
            FamilyKind::Word => {
                EditKind::Word(first, self.words[(family.second + number) as usize].clone())
            }
            FamilyKind::CutString => {
                let (from, length) = self.cuts[(first + number) as usize];
                EditKind::String(from, StringEdit::Cut(length))
            }
            FamilyKind::Bytes => {
                let (bytes, sequence) = self.writes[first as usize].clone();
                EditKind::Bytes(bytes, sequence)
            }
            FamilyKind::Match => EditKind::Match(self.matches[(first + number) as usize].clone()),
            FamilyKind::SetTwo => {
                let others = self.others(tree, first);
                let one = self.other(tree, at, number / others)?;
                EditKind::SetTwo(one, first, self.other(tree, first, number % others)?)
            }
            _ => return None,
        })
    }

    fn edit_span(
        &self,
        tree: &Tree,
        shape: &Shape,
        family: &Family,
        at: u32,
        number: u32,
    ) -> Option<EditKind> {
        Some(match family.kind {
            FamilyKind::Put | FamilyKind::Swap => {
                let other = self.spans[(family.first + number) as usize];
                let (span, there) = (tree.spans[at as usize], tree.spans[other as usize]);
                let around = other <= at && at < there.next;
                let equal = shape.spans[at as usize].hash == shape.spans[other as usize].hash;
                if around || equal || span.len() == 0 && there.len() == 0 {
                    return None;
                }
                let is_put = family.kind == FamilyKind::Put;
                if is_put { EditKind::Put(other) } else { EditKind::Swap(other) }
            }
            FamilyKind::Delete => EditKind::Delete,
            FamilyKind::Repeat => EditKind::Repeat,
            FamilyKind::Insert => EditKind::Insert,
            FamilyKind::Variant => EditKind::Variant(family.first, number),
            FamilyKind::Cut => EditKind::Cut(family.first),
            _ => return None,
        })
    }
}

/// Values near a wide integer: one more, one less, and the simplest one.
const NEAR: usize = 3;

/// Other values of a float.
const FLOATS: u32 = 6;
