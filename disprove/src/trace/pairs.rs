//! Pairs of integers that the compiler's probes saw compared.
//!
//! They are interpreted on request, for the few cases that a search keeps. Interpreting all of them took most of the
//! recording time.

use super::{
    operand::Operand,
    operands::Operands,
    view::{View, Viewed},
};
use crate::choice::Number;
use std::mem;

/// Pairs to keep per run; newer ones replace older ones.
const MOST: usize = 1_024;

/// Two integers of `width` bytes, compared at a site. The compiler's probes write this layout.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) site: u32,
    pub(super) width: u32,
    pub(super) left: u64,
    pub(super) right: u64,
}

impl Pair {
    /// Adds every interpretation, since the types are unknown.
    fn tell(&self, operands: &mut Operands) {
        let Pair { site, width, left, right } = *self;
        let mut note = |a: View<'_>, b: View<'_>| operands.note(site, &a, &b);
        let whole = |number: u64| View::Number(Number::natural(u128::from(number)));
        note(whole(left), whole(right));
        let unused = u64::BITS - u8::BITS * width.clamp(1, 8);
        let signed = |number: u64| (number << unused) as i64 >> unused;
        if signed(left) < 0 || signed(right) < 0 {
            note(signed(left).view(), signed(right).view());
        }
        // A byte is a character only if it is ASCII.
        let last = if width == 1 { 0x7f } else { u64::from(u32::from(char::MAX)) };
        let character =
            |number: u64| char::from_u32(number as u32).filter(|_| number <= last && width <= 4);
        // Two control characters are more likely to be small integers.
        if let (Some(left), Some(right)) = (character(left), character(right)) {
            if !(left.is_control() && right.is_control()) {
                note(View::Char(left), View::Char(right));
            }
        }
    }
}

/// The newest pairs of a run.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    all: Vec<Pair>,
    /// Next slot to overwrite when full.
    next: usize,
}

impl Pairs {
    pub(super) const fn new() -> Pairs {
        Pairs { all: Vec::new(), next: 0 }
    }

    pub(super) fn extend_from(&mut self, pairs: &[Pair]) {
        let room = pairs.len().min(MOST - self.all.len());
        self.all.extend_from_slice(&pairs[..room]);
        for pair in &pairs[room..] {
            self.all[self.next % MOST] = *pair;
            self.next += 1;
        }
    }

    /// Moves the pairs out, the oldest first, and clears the list. Reuses both allocations.
    pub(super) fn take(&mut self, to: &mut Vec<Pair>) {
        if self.next > 0 {
            self.all.rotate_left(self.next % MOST);
        }
        to.clear();
        if to.capacity() == 0 {
            to.extend_from_slice(&self.all);
        } else {
            mem::swap(&mut self.all, to);
        }
        self.clear();
    }

    pub(super) fn clear(&mut self) {
        self.all.clear();
        self.next = 0;
    }
}

/// The comparisons of a run, interpreted on request.
#[cfg(any(test, feature = "fuzz"))]
#[derive(Clone, Debug, Default)]
pub(crate) struct Comparisons {
    pairs: Box<[Pair]>,
    others: Box<[Operand]>,
}

#[cfg(any(test, feature = "fuzz"))]
impl Comparisons {
    pub(super) fn new(pairs: &[Pair], others: &[Operand]) -> Comparisons {
        Comparisons { pairs: pairs.into(), others: others.into() }
    }

    pub(crate) fn operands(&self) -> Vec<Operand> {
        operands(&self.pairs, &self.others)
    }

    /// Memory that it takes, in bytes.
    pub(crate) fn bytes_taken(&self) -> usize {
        size_of_val(&*self.pairs) + size_of_val(&*self.others)
    }
}

/// All operands: the interpretations of the pairs, and the others.
pub(super) fn operands(pairs: &[Pair], others: &[Operand]) -> Vec<Operand> {
    let mut operands = Operands::new();
    for pair in pairs {
        pair.tell(&mut operands);
    }
    for other in others {
        operands.add(other.clone());
    }
    let mut all = Vec::new();
    operands.take(&mut all);
    all
}

#[cfg(test)]
mod tests {
    use super::{MOST, Pair, Pairs, operands};

    fn seen(width: u32, left: u64, right: u64) -> Vec<String> {
        let all = operands(&[Pair { site: 1, width, left, right }], &[]);
        let mut all: Vec<String> = all.iter().map(ToString::to_string).collect();
        all.sort();
        all
    }

    #[test]
    fn interprets_numbers_in_every_possible_way() {
        assert_eq!(seen(1, 0x62, 0x7a), ["'b' and 'z'", "98 and 122"]);
        assert_eq!(seen(1, 0x62, 0xff), ["98 and -1", "98 and 255"]);
        assert_eq!(seen(8, u64::MAX, 1), ["-1 and 1", "18446744073709551615 and 1"]);
        assert_eq!(seen(4, 0x61, 0x20ac), ["'a' and '€'", "97 and 8364"]);
        assert_eq!(seen(4, 5, 5), Vec::<String>::new());
        assert_eq!(seen(4, 13, 0x65), ["'\\r' and 'e'", "13 and 101"]);
        assert_eq!(seen(4, 13, 3), ["13 and 3"]);
    }

    #[test]
    fn keeps_the_newest_in_order() {
        let pair = |left: u64| Pair { site: 1, width: 8, left, right: u64::MAX };
        let (mut pairs, mut taken) = (Pairs::default(), Vec::new());
        for count in [3, MOST as u64, MOST as u64 + 7] {
            (0..count).for_each(|left| pairs.extend_from(&[pair(left)]));
            pairs.take(&mut taken);
            let first = count.saturating_sub(MOST as u64);
            assert_eq!(taken, (first..count).map(pair).collect::<Vec<Pair>>());
        }
        pairs.take(&mut taken);
        assert!(taken.is_empty());
    }
}
