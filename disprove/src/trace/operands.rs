//! Operands that were seen, each once, as many as there is room for.

use super::{
    operand::{Operand, Seen},
    view::{View, Viewed, mixed},
};
use std::mem;

/// How many are kept of a run. A search writes each of them back; more would be more than it has time for.
const SLOTS: usize = 256;

/// Slots in a row that a pair can be in. With one, a pair that the search needs was often lost to one that says nothing, and
/// again in every case like it.
const ROW: usize = 8;

/// A pair is in the first slot of its row that was free. So equal pairs are found soon, and of those that find none free the
/// newest is kept.
#[derive(Debug, Default)]
pub(super) struct Operands {
    slots: Vec<Slot>,
    /// The slots that are filled.
    filled: Vec<u16>,
}

#[derive(Clone, Debug, Default)]
struct Slot {
    hash: u64,
    operand: Option<Operand>,
}

impl Operands {
    pub(super) const fn new() -> Operands {
        Operands { slots: Vec::new(), filled: Vec::new() }
    }

    /// Keeps a pair, unless it says nothing: its values are equal, or were not there.
    pub(super) fn note(&mut self, site: u32, left: &View<'_>, right: &View<'_>) {
        let (a, b) = (left.hash(), right.hash());
        if a == b || matches!(left, View::Nothing) || matches!(right, View::Nothing) {
            return;
        }
        if let Some(operand) = self.slot(site, mixed(mixed(0, a), b)) {
            *operand = Some(Operand::new(site, Seen::of(left), Seen::of(right)));
        }
    }

    /// Keeps what was seen by another thread.
    pub(super) fn add(&mut self, operand: Operand) {
        let pair = mixed(mixed(0, operand.left.view().hash()), operand.right.view().hash());
        if let Some(slot) = self.slot(operand.site, pair) {
            *slot = Some(operand);
        }
    }

    /// The place of a pair; none if it is there already. Where it is says nothing about the site, whose number may be
    /// another in the next build: what is kept must not depend on that.
    #[inline(always)]
    fn slot(&mut self, site: u32, pair: u64) -> Option<&mut Option<Operand>> {
        if self.slots.is_empty() {
            self.slots = vec![Slot::default(); SLOTS];
        }
        let first = (pair >> (u64::BITS - SLOTS.ilog2())) as usize;
        let hash = mixed(pair, u64::from(site));
        let mut index = first;
        for step in 0..ROW {
            let next = (first + step) % SLOTS;
            let slot = &self.slots[next];
            if slot.operand.is_none() {
                self.filled.push(next as u16);
                index = next;
                break;
            }
            if slot.hash == hash {
                return None;
            }
        }
        let slot = &mut self.slots[index];
        slot.hash = hash;
        Some(&mut slot.operand)
    }

    /// Hands over what is there, and begins anew.
    pub(super) fn take(&mut self, to: &mut Vec<Operand>) {
        to.clear();
        to.reserve_exact(self.filled.len());
        for index in self.filled.drain(..) {
            to.extend(self.slots[index as usize].operand.take());
        }
    }

    /// Begins anew.
    pub(super) fn clear(&mut self) {
        for index in mem::take(&mut self.filled) {
            self.slots[index as usize].operand = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Operands, SLOTS};
    use crate::trace::view::{View, Viewed};

    #[test]
    fn pairs_are_kept_once_the_newest_of_them_and_nothing_without_a_difference() {
        let mut operands = Operands::default();
        let mut taken = Vec::new();
        operands.note(1, &5.view(), &6.view());
        operands.note(1, &5.view(), &6.view());
        operands.note(2, &5.view(), &6.view());
        operands.note(2, &5.view(), &5.view());
        operands.note(2, &5.view(), &View::Nothing);
        operands.take(&mut taken);
        let sites: Vec<u32> = taken.iter().map(|it| it.site).collect();
        assert_eq!(sites, [1, 2]);
        operands.take(&mut taken);
        assert!(taken.is_empty());

        for n in 0..100_000_u32 {
            operands.note(1, &n.view(), &u32::MAX.view());
        }
        operands.take(&mut taken);
        assert_eq!(taken.len(), SLOTS);
        assert!(taken.iter().all(|it| it.left.to_string().parse::<u32>().unwrap() > 90_000));
    }

    #[test]
    fn what_another_thread_saw_is_the_same_pair() {
        let mut operands = Operands::default();
        operands.note(3, &"ab".view(), &"cd".view());
        let mut taken = Vec::new();
        operands.take(&mut taken);
        operands.note(3, &"ab".view(), &"cd".view());
        operands.add(taken[0].clone());
        let before = taken.clone();
        operands.take(&mut taken);
        assert_eq!(taken, before);
        operands.add(taken[0].clone());
        operands.clear();
        operands.take(&mut taken);
        assert!(taken.is_empty());
    }
}
