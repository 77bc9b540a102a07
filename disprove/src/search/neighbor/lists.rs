//! Moves of lists: insert, delete, swap, repeat, sort or redraw elements.

use super::neighborhood::Mover;
use crate::{
    argsort::argsort,
    choice::{Kind, Part, Piece, Tree},
    search::structure::{List, integers},
};

/// Fresh elements to append to a list of any length, for a move of the largest size. From the prototype.
const FRESH: f64 = 20.0;

impl<'a> Mover<'a> {
    fn list(&mut self) -> Option<&'a List> {
        let lists = &self.index.lists;
        if lists.is_empty() { None } else { Some(&lists[self.rng.below(lists.len())]) }
    }

    /// A list whose length can change.
    fn elastic(&mut self) -> Option<&'a List> {
        self.list().filter(|list| list.elastic)
    }

    /// The most elements to change, for the size of the move.
    fn most(&self, list: &List) -> f64 {
        (list.items.len() as f64 * self.size).max(1.0)
    }

    /// The number of elements to change.
    fn some(&mut self, list: &List) -> usize {
        self.rng.log(self.most(list)).min(list.items.len())
    }

    pub(super) fn insert(&mut self) -> Option<Tree> {
        let list = self.elastic()?;
        let fresh = list.fresh()?;
        let count = self.rng.log(self.most(list).max(3.0 * self.size));
        let length = list.items.len();
        if self.rng.chance(0.5) || count == 1 {
            let at = self.rng.below(length + 1);
            return Some(list.replaced(self.tree, at..at, &vec![fresh; count], count));
        }
        // Scattered: rebuilds the whole list.
        let mut at: Vec<usize> = (0..count).map(|_| self.rng.below(length + 1)).collect();
        at.sort_unstable();
        let mut pieces = Vec::with_capacity(length + count);
        let mut next = 0;
        for place in 0..=length {
            while at.get(next) == Some(&place) {
                pieces.push(fresh);
                next += 1;
            }
            if let Some(item) = list.items.get(place) {
                pieces.push(Piece::Copy(*item));
            }
        }
        Some(list.replaced(self.tree, 0..length, &pieces, length + count))
    }

    pub(super) fn append(&mut self) -> Option<Tree> {
        let list = self.elastic()?;
        let count = self.rng.log(self.most(list).max(FRESH * self.size));
        let length = list.items.len();
        Some(list.replaced(self.tree, length..length, &vec![list.fresh()?; count], count))
    }

    pub(super) fn delete(&mut self) -> Option<Tree> {
        let list = self.elastic()?;
        let length = list.items.len();
        if length == 0 {
            return None;
        }
        let count = self.some(list);
        if count == 1 || self.rng.chance(0.5) {
            let at = self.rng.below(length - count + 1);
            return Some(list.replaced(self.tree, at..at + count, &[], 0));
        }
        let mut keep = vec![true; length];
        for _ in 0..count {
            keep[self.rng.below(length)] = false;
        }
        let pieces: Vec<Piece> =
            (0..length).filter(|at| keep[*at]).map(|at| Piece::Copy(list.items[at])).collect();
        Some(list.replaced(self.tree, 0..length, &pieces, pieces.len()))
    }

    /// Deletes elements at the end.
    pub(super) fn cut(&mut self) -> Option<Tree> {
        let list = self.elastic()?;
        let length = list.items.len();
        if length == 0 {
            return None;
        }
        let count = self.some(list);
        Some(list.replaced(self.tree, length - count..length, &[], 0))
    }

    /// Copies a block of elements behind itself or elsewhere.
    pub(super) fn repeat(&mut self) -> Option<Tree> {
        let list = self.elastic()?;
        let length = list.items.len();
        if length == 0 {
            return None;
        }
        let count = self.some(list);
        let at = self.rng.below(length - count + 1);
        let to = if self.rng.chance(0.3) { at + count } else { self.rng.below(length + 1) };
        let block = list.items[at].through(list.items[at + count - 1]);
        Some(list.replaced(self.tree, to..to, &[Piece::Copy(block)], count))
    }

    pub(super) fn swap(&mut self) -> Option<Tree> {
        let list = self.list()?;
        let length = list.items.len();
        if length < 2 {
            return None;
        }
        let a = self.rng.below(length);
        let b = if self.rng.chance(0.5) { (a + 1) % length } else { self.rng.below(length) };
        let (first, second) = (a.min(b), a.max(b));
        if first == second {
            return None;
        }
        let mut pieces: Vec<Piece> =
            list.items[first..=second].iter().map(|item| Piece::Copy(*item)).collect();
        let end = pieces.len() - 1;
        pieces.swap(0, end);
        Some(list.replaced(self.tree, first..second + 1, &pieces, pieces.len()))
    }

    pub(super) fn redraw_items(&mut self) -> Option<Tree> {
        let list = self.list()?;
        let length = list.items.len();
        if length == 0 {
            return None;
        }
        let count = self.some(list);
        let block = count == 1 || self.rng.chance(0.5);
        let at = self.rng.below(length - count + 1);
        if block {
            let pieces: Vec<Piece> =
                list.items[at..at + count].iter().map(|item| Piece::Fresh(*item)).collect();
            return Some(list.replaced(self.tree, at..at + count, &pieces, count));
        }
        let mut redraw = vec![false; length];
        for _ in 0..count {
            redraw[self.rng.below(length)] = true;
        }
        let piece = |at: usize| {
            if redraw[at] { Piece::Fresh(list.items[at]) } else { Piece::Copy(list.items[at]) }
        };
        let pieces: Vec<Piece> = (0..length).map(piece).collect();
        Some(list.replaced(self.tree, 0..length, &pieces, length))
    }

    /// Changes one choice in each of some elements.
    pub(super) fn step_items(&mut self) -> Option<Tree> {
        let list = self.list()?;
        let length = list.items.len();
        if length == 0 {
            return None;
        }
        let mut tree = self.tree.clone();
        let mut changed = false;
        for _ in 0..self.some(list) {
            let item = list.items[self.rng.below(length)];
            changed |= self.change_in(&mut tree, item);
        }
        changed.then_some(tree)
    }

    fn change_in(&mut self, tree: &mut Tree, part: Part) -> bool {
        let start = part.choices.0;
        // The continue flag of an element is not part of its content.
        let flag =
            part.spans.0 < part.spans.1 && tree.continue_flag(part.spans.0 as usize).is_some();
        let first = start + u32::from(flag && tree.spans[part.spans.0 as usize].start == start);
        if first >= part.choices.1 {
            return false;
        }
        let at = first + self.rng.below((part.choices.1 - first) as usize) as u32;
        if tree.is_fixed(at as usize) {
            return false;
        }
        let number =
            tree.choices[at as usize].kind() == Kind::Integer && !integers(tree, at).branch;
        if number && self.rng.chance(0.7) {
            self.nudge(tree, at);
        } else {
            tree.make_hole(at as usize);
        }
        true
    }

    /// Replaces a block of elements by a fresh one of another length.
    pub(super) fn replace_block(&mut self) -> Option<Tree> {
        let list = self.elastic()?;
        let length = list.items.len();
        if length == 0 {
            return None;
        }
        let count = self.some(list);
        let at = self.rng.below(length - count + 1);
        let fresh = self.rng.log(self.most(list).max(FRESH * self.size));
        Some(list.replaced(self.tree, at..at + count, &vec![list.fresh()?; fresh], fresh))
    }

    /// Sorts the elements.
    pub(super) fn sort(&mut self) -> Option<Tree> {
        let list = self.list()?;
        let items = &list.items;
        if items.len() < 2 {
            return None;
        }
        let order = argsort(items.len(), &|a, b| self.compare(items[a], items[b]));
        let pieces: Vec<Piece> = order.iter().map(|at| Piece::Copy(items[*at])).collect();
        Some(list.replaced(self.tree, 0..items.len(), &pieces, items.len()))
    }

    fn compare(&self, a: Part, b: Part) -> std::cmp::Ordering {
        for (a, b) in (a.choices.0..a.choices.1).zip(b.choices.0..b.choices.1) {
            let (x, y) = (self.tree.choices[a as usize], self.tree.choices[b as usize]);
            let order = match (x.kind(), y.kind()) {
                (Kind::Integer, Kind::Integer) => self.tree.number(x).cmp(&self.tree.number(y)),
                (Kind::Float, Kind::Float) => {
                    f64::from_bits(x.value).total_cmp(&f64::from_bits(y.value))
                }
                (Kind::Text, Kind::Text) | (Kind::Bytes, Kind::Bytes) => {
                    self.tree.bytes(x).cmp(self.tree.bytes(y))
                }
                _ => x.value.cmp(&y.value),
            };
            if order.is_ne() {
                return order;
            }
        }
        a.len().cmp(&b.len())
    }

    /// Sets an integer between those of the neighboring elements.
    pub(super) fn between(&mut self) -> Option<Tree> {
        let list = self.list()?;
        let length = list.items.len();
        if length < 2 {
            return None;
        }
        let at = self.rng.below(length);
        let item = list.items[at];
        let place = self.rng.below(item.len()) as u32;
        let here = self.number_in(item, place)?;
        let limits = *integers(self.tree, here);
        let beside = |at: usize| {
            let other = self.number_in(list.items[at], place)?;
            Some(limits.nearest(self.tree.number(self.tree.choices[other as usize])))
        };
        let low = if at == 0 { 0 } else { beside(at - 1)? };
        let high = if at + 1 == length { limits.span } else { beside(at + 1)? };
        let to = low.min(high) + self.rng.up_to(low.abs_diff(high));
        self.touch(here);
        let mut tree = self.tree.clone();
        Mover::set(&mut tree, here, to);
        Some(tree)
    }

    /// The choice at this position of an element, if it is an integer that can change.
    fn number_in(&self, item: Part, place: u32) -> Option<u32> {
        let at = item.choices.0 + place;
        let number = at < item.choices.1
            && self.tree.choices[at as usize].kind() == Kind::Integer
            && !self.tree.is_fixed(at as usize)
            && !integers(self.tree, at).branch;
        number.then_some(at)
    }
}
