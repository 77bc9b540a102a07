//! A bounded set of operands, each pair once.

use super::{
    operand::{Operand, Seen},
    view::{View, Viewed, mixed},
};
use std::mem;

/// Operands to keep per run. A search substitutes each of them; more would take too long.
const SLOTS: usize = 256;

/// Slots that a pair can occupy. With only one, useless pairs often displaced a useful one in every similar case.
const ROW: usize = 8;

/// A pair occupies the first free slot of its row, which makes duplicates quick to find. If none is free, the newest
/// pair replaces an older one.
#[derive(Debug, Default)]
pub(super) struct Operands {
    slots: Vec<Slot>,
    /// The occupied slots.
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

    /// Adds a pair unless its values are equal or missing.
    pub(super) fn note(&mut self, site: u32, left: &View<'_>, right: &View<'_>) {
        let (a, b) = (left.hash(), right.hash());
        if a == b || matches!(left, View::Nothing) || matches!(right, View::Nothing) {
            return;
        }
        if let Some(operand) = self.slot(site, mixed(mixed(0, a), b)) {
            *operand = Some(Operand::new(site, Seen::of(left), Seen::of(right)));
        }
    }

    /// Adds a pair from another thread.
    pub(super) fn add(&mut self, operand: Operand) {
        let pair = mixed(mixed(0, operand.left.view().hash()), operand.right.view().hash());
        if let Some(slot) = self.slot(operand.site, pair) {
            *slot = Some(operand);
        }
    }

    /// The slot for a pair; `None` if it is a duplicate. It does not depend on the site, whose number may differ in
    /// the next build.
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

    /// Moves the operands out and clears the set.
    pub(super) fn take(&mut self, to: &mut Vec<Operand>) {
        to.clear();
        to.reserve_exact(self.filled.len());
        for index in self.filled.drain(..) {
            to.extend(self.slots[index as usize].operand.take());
        }
    }

    /// Clears the set.
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
    fn keeps_the_newest_unequal_pairs_once_each() {
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
    fn recognizes_a_pair_from_another_thread() {
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
