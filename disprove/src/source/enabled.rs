//! Draws among what exists at that moment: enabled alternatives, and named values.

use super::{
    Source,
    recorder::{Advice, RECORDING},
    sample::{self, Weights},
};
use crate::choice::{Bounds, IntegerBounds, Kind, Tree};
use std::panic::Location;

impl Source {
    /// Draws one of several alternatives. If it is disabled, takes the next enabled one, cyclically. Alternatives
    /// whose bit in `left_out` is set are only taken if no other one is enabled. `None` if none is.
    ///
    /// Records the alternative that was taken, not the one that was drawn. So a part of a case keeps its meaning when
    /// parts before it are removed, which may enable other alternatives.
    #[inline(always)]
    pub(crate) fn enabled_branch(
        &mut self,
        count: u32,
        weights: Option<&Weights>,
        left_out: u64,
        is_enabled: impl Fn(u32) -> bool,
    ) -> Option<u32> {
        let drawn = match weights {
            None => self.branch(count, 0),
            Some(weights) => self.weighted_branch(weights, 0, 0),
        };
        if (left_out == 0 || !is_left_out(left_out, drawn)) && is_enabled(drawn) {
            return Some(drawn);
        }
        let taken = next_enabled(count, drawn, left_out, is_enabled)?;
        if self.is_recording() {
            self.replace_branch(taken);
        }
        Some(taken)
    }

    /// Draws one of several alternatives by weights that may differ for each draw. Alternatives of weight 0 are disabled,
    /// and at least one is not. Records the alternative that was taken, like [`Source::enabled_branch`].
    pub(crate) fn branch_by_weights(&mut self, weights: &[u32]) -> u32 {
        let count = weights.len() as u32;
        let starving = self.burn(0);
        let drawn = if self.is_recording() {
            let weights = Weights::new(weights, &vec![false; weights.len()]);
            self.record_branch(count, 0, Some((&weights, 0)), starving)
        } else if starving {
            0
        } else {
            sample::weighted(&mut self.random, weights)
        };
        let is_enabled = |branch: u32| weights[branch as usize] > 0;
        let taken = if is_enabled(drawn) {
            drawn
        } else {
            next_enabled(count, drawn, 0, is_enabled).expect("one weight is not 0")
        };
        if taken != drawn && self.is_recording() {
            self.replace_branch(taken);
        }
        self.drawn.keep(self.fuel, u64::from(taken));
        taken
    }

    #[cold]
    #[inline(never)]
    fn replace_branch(&mut self, branch: u32) {
        let recorder = self.recorder.as_mut().expect(RECORDING);
        let drawn = recorder.tree.choices.last_mut().expect("the branch was recorded");
        drawn.value = u64::from(branch);
    }
}

#[inline(always)]
fn is_left_out(left_out: u64, branch: u32) -> bool {
    branch < 64 && left_out >> branch & 1 == 1
}

/// The first enabled alternative after `drawn`, cyclically.
#[inline]
fn next_enabled(
    count: u32,
    drawn: u32,
    mut left_out: u64,
    is_enabled: impl Fn(u32) -> bool,
) -> Option<u32> {
    loop {
        let mut branch = drawn;
        for _ in 0..count {
            branch = if branch + 1 == count { 0 } else { branch + 1 };
            if !is_left_out(left_out, branch) && is_enabled(branch) {
                return Some(branch);
            }
        }
        if left_out == 0 {
            return None;
        }
        left_out = 0;
        // Checked last: a replay starts from the recorded alternative, and must take the same one.
        if is_enabled(drawn) {
            return Some(drawn);
        }
    }
}

/// The largest name. Names fit into 16 bits, as cases make far fewer values.
const NAMES: u64 = u16::MAX as u64;

/// The bounds of a name.
const LIMITS: IntegerBounds =
    IntegerBounds { min: 0, span: NAMES as u128, origin: 0, signed: false, branch: false };

/// Named values, of which later draws take one. An index into a list would mean another value once an element before
/// it is removed; a name does not.
impl Source {
    /// The name of a new value: `fresh`, unless a guide says otherwise.
    #[inline]
    pub(crate) fn name(&mut self, fresh: u64) -> u64 {
        if self.is_recording() { self.record_name(fresh.min(NAMES)) } else { fresh.min(NAMES) }
    }

    #[cold]
    #[inline(never)]
    fn record_name(&mut self, fresh: u64) -> u64 {
        let recorder = self.recorder.as_mut().expect(RECORDING);
        let (site, advice) = recorder.advice(Kind::Integer, false, Tree::number);
        let name = match advice {
            Advice::Take(number) => LIMITS.nearest(number) as u64,
            Advice::Simplest => 0,
            Advice::Random => fresh,
        };
        let bounds = recorder.tree.intern(&Bounds::Integer(LIMITS));
        recorder.push(Kind::Integer, bounds, name, site);
        name
    }

    /// Draws one of several values by name, in the order in which they were made. The lowest name is the simplest.
    #[inline]
    #[track_caller]
    pub(crate) fn named(&mut self, names: impl ExactSizeIterator<Item = u64>) -> usize {
        let count = names.len() as u32;
        let starving = self.burn(super::bits(u64::from(count - 1)));
        let place = if self.is_recording() {
            self.begin_draw(Location::caller());
            let place = self.record_named(&names.collect::<Vec<u64>>(), starving);
            self.end_draw();
            place
        } else if starving {
            // Without a guide, names are ascending.
            0
        } else {
            sample::branch(&mut self.random, count)
        };
        self.drawn.keep(self.fuel, u64::from(place));
        place as usize
    }

    #[cold]
    #[inline(never)]
    fn record_named(&mut self, names: &[u64], starving: bool) -> u32 {
        let recorder = self.recorder.as_mut().expect(RECORDING);
        let (site, advice) = recorder.advice(Kind::Integer, starving, Tree::number);
        let last = names.len() as u32 - 1;
        let wanted = match advice {
            Advice::Random => None,
            Advice::Simplest => Some(0),
            Advice::Take(number) => Some(LIMITS.nearest(number) as u64),
        };
        let wanted =
            wanted.unwrap_or_else(|| names[sample::branch(&mut self.random, last + 1) as usize]);
        // The last one of equal names, which a value drawn at random may have in common with one of a guide.
        let distance = |place: &u32| names[*place as usize].abs_diff(wanted);
        let place = (0..=last).rev().min_by_key(distance).unwrap_or(last);
        let bounds = recorder.tree.intern(&Bounds::Integer(LIMITS));
        recorder.push(Kind::Integer, bounds, names[place as usize], site);
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{choice::Value, generator::any, random::Random, source::Fill};
    use std::rc::Rc;

    #[test]
    fn disabled_alternatives_are_skipped() {
        let mut src = Source::new();
        for _ in 0..50 {
            assert_eq!(src.enabled_branch(4, None, 0, |branch| branch == 2), Some(2));
            assert_eq!(src.enabled_branch(4, None, 0, |_| false), None);
            let among = src.enabled_branch(4, None, 0b0110, |branch| branch != 3);
            assert_eq!(among, Some(0));
            assert_eq!(
                src.enabled_branch(4, None, 0b0110, |branch| branch == 1),
                Some(1),
                "left out"
            );
        }
        let all: Vec<u32> =
            (0..50).filter_map(|_| src.enabled_branch(3, None, 0, |_| true)).collect();
        assert!((0..3).all(|branch| all.contains(&branch)));
    }

    #[test]
    fn the_taken_alternative_is_recorded() {
        let mut src = Source::recording();
        src.record(Random::for_case(1, 1), 100);
        src.enabled_branch(9, None, 0, |branch| branch == 7);
        let tree = src.take_tree();
        assert_eq!(tree.value(0), Value::Integer(crate::choice::Number::natural(7)));
    }

    #[test]
    fn a_replay_takes_the_recorded_alternative() {
        let enabled = |branch: u32| branch != 3;
        let mut src = Source::recording();
        for case in 0..50 {
            src.record(Random::for_case(1, case), 100);
            let taken = src.enabled_branch(5, None, 0b10111, enabled);
            let tree = Rc::new(src.take_tree());
            src.replay(tree, Fill::Simplest, Random::for_case(2, case), 100);
            assert_eq!(src.enabled_branch(5, None, 0b10111, enabled), taken);
        }
    }

    #[test]
    fn weights_of_a_draw_are_shares_and_zero_disables() {
        let (mut plain, mut recording) = (Source::new(), Source::recording());
        let mut taken = [0; 4];
        for case in 0..1_000 {
            plain.restart(Random::for_case(5, case), 100);
            recording.record(Random::for_case(5, case), 100);
            let branch = plain.branch_by_weights(&[1, 0, 3, 0]);
            assert_eq!(recording.branch_by_weights(&[1, 0, 3, 0]), branch);
            taken[branch as usize] += 1;
            let tree = Rc::new(recording.take_tree());
            recording.replay(tree.clone(), Fill::Simplest, Random::for_case(6, case), 100);
            assert_eq!(recording.branch_by_weights(&[9, 9, 9, 9]), branch, "it was recorded");
            recording.replay(tree, Fill::Simplest, Random::for_case(6, case), 100);
            assert_eq!(recording.branch_by_weights(&[0, 0, 0, 9]), 3, "the next enabled one");
        }
        assert_eq!((taken[1], taken[3]), (0, 0));
        assert!((200..300).contains(&taken[0]), "{taken:?}");
    }

    /// Makes three named values with draws between them, and draws one of them by name.
    fn named_values(src: &mut Source, skip: usize) -> u64 {
        let mut names = Vec::new();
        for fresh in 0..3 {
            if fresh != skip {
                names.push(src.name(fresh as u64));
                src.draw(any::<u8>());
            }
        }
        names[src.named(names.iter().copied())]
    }

    #[test]
    fn a_name_means_the_same_value_after_others_are_removed() {
        for case in 0..50 {
            let mut src = Source::recording();
            src.record(Random::for_case(1, case), 100);
            let taken = named_values(&mut src, usize::MAX);
            let tree = src.take_tree();
            let removed = usize::from(taken == 0);
            // The name, and the draw after it.
            let fewer = tree.cut(2 * removed..2 * removed + 2, 0..0);
            src.replay(Rc::new(fewer), Fill::Simplest, Random::for_case(1, 99), 100);
            assert_eq!(named_values(&mut src, removed), taken);
        }
    }

    #[test]
    fn of_values_with_equal_names_a_replay_takes_the_same_one() {
        // A value that is drawn at random beside a guide may get a name that the guide gives to another one.
        let names = [2, 0, 2];
        for case in 0..20 {
            let mut src = Source::recording();
            src.record(Random::for_case(1, case), 100);
            let taken = src.named(names.into_iter());
            let tree = src.take_tree();
            src.replay(Rc::new(tree), Fill::Simplest, Random::for_case(1, 99), 100);
            assert_eq!(src.named(names.into_iter()), taken);
        }
    }

    #[test]
    fn recording_draws_what_random_mode_draws() {
        for case in 0..50 {
            let (mut plain, mut recording) = (Source::new(), Source::recording());
            plain.restart(Random::for_case(2, case), 100);
            recording.record(Random::for_case(2, case), 100);
            assert_eq!(named_values(&mut plain, 9), named_values(&mut recording, 9));
            assert_eq!(plain.draw(any::<u64>()), recording.draw(any::<u64>()));
        }
    }
}
