//! The source of draws: the random stream, or a guide tree; recorded or not.
//!
//! One concrete type, so that a generator can be a plain function. One pointer test per draw decides whether it is
//! recorded.

mod branch_distance;
mod budget;
mod case_seed;
#[cfg(feature = "fuzz")]
mod crate_name;
mod custom_mutator;
mod echo;
mod enabled;
mod fork;
mod fuel;
mod fuzz_input;
mod guide;
#[cfg(any(feature = "proptest", feature = "quickcheck"))]
mod guided_branch;
mod identity;
mod items;
mod limits;
mod part_starts;
mod recorded;
mod recorder;
mod refusal;
pub(crate) mod sample;
mod stack;
mod steps;
mod uniform;

pub(crate) use branch_distance::{
    RejectedAttempts, branch_distance, raw_branch_distance, set_branch_distance, smaller_distance,
    squash, squashed, take_filter_distance,
};
pub(crate) use budget::LONG;
pub(crate) use case_seed::CaseSeed;
#[cfg(feature = "fuzz")]
pub(crate) use crate_name::set_target_crate;
pub(crate) use fuzz_input::FuzzInput;
pub use fuzz_input::fuzz_input_text;
pub(crate) use guide::Guide;
pub use items::Items;
pub(crate) use recorder::{DrawObserver, Fill};
pub(crate) use refusal::{FixedSize, Refused, refuse};
pub use sample::Weights;
pub(crate) use sample::{Dictionary, Literals};
pub(crate) use stack::StackLimits;
pub(crate) use steps::{ATTEMPTS, max_duplicates};
pub use steps::{
    FilterSteps, ListSteps, accept_attempt, begin_argument, begin_filter, begin_list,
    begin_recursive, begin_value, choose_bool, choose_branch, choose_weighted, discard_element,
    end_argument, end_attempt, end_recursive, end_value, expected_elements, free_source,
    next_element, refill, refuse_attempt, reject_case,
};
pub use uniform::Words;

use crate::{choice::Alphabet, random::Random};
use budget::DEPTH;
use fuel::{Fuel, bits};
use recorder::ChoiceRecorder;
use sample::{Distribution, Lengths, RecentDraws, Word};

/// The bits of a size above the percentage.
const DISTRIBUTION_BITS: u32 = 8;

/// The bits of a size that hold the percentage.
const PERCENT: u32 = (1 << DISTRIBUTION_BITS) - 1;

/// The size of a case in percent and the number of its distribution in one number, which seeds and journals hold.
pub(crate) fn size_and_distribution(percent: u32, distribution: &Distribution) -> u32 {
    percent | u32::from(distribution.number) << DISTRIBUTION_BITS
}

/// The source from which a generator draws its choices.
///
/// A generator is a function of a `Source`: it [draws](Source::draw) from other generators and combines the values.
///
/// ```
/// use disprove::prelude::*;
///
/// fn interval(src: &mut Source) -> (u32, u32) {
///     let low = src.draw(0..1_000);
///     let high = src.draw(low..=1_000);
///     (low, high)
/// }
///
/// let report = check(interval).seed(1).run(|(low, high)| low <= high);
/// assert!(report.failures().is_empty());
/// ```
#[doc(alias = "Gen")]
#[doc(alias = "TestRng")]
#[doc(alias = "Data")]
#[derive(Debug)]
pub struct Source {
    random: Random,
    recorder: Option<Box<ChoiceRecorder>>,
    /// Draws left until the next look at the limits, and the entropy drawn so far.
    fuel: Fuel,
    /// Levels of spans left before the source starves; negative while it does. Its sign is tested without a comparison.
    depth: i32,
    /// The last draws: some are drawn again, and they identify short cases.
    drawn: RecentDraws,
    /// The number of collections and recursive values around the current draw.
    level: u32,
    /// The number of recursive values in this case.
    nodes: u32,
    /// The size of unbounded collections, 0 to 100.
    size: u32,
    tables: sample::Tables,
    /// Where parts began that others may copy.
    parts: part_starts::PartStarts,
    budget: budget::Budget,
}

impl Source {
    /// A source in random mode, which records nothing.
    pub(crate) fn new() -> Source {
        Source::with(Dictionary::empty())
    }

    /// A source in random mode, with literals of the code under test.
    pub(crate) fn with(dictionary: &'static Dictionary) -> Source {
        Source {
            random: Random::from_state(0),
            recorder: None,
            fuel: Fuel::BLOCK,
            depth: DEPTH - 1,
            drawn: RecentDraws::new(),
            level: 0,
            nodes: 0,
            size: 100,
            tables: sample::Tables { distribution: Distribution::numbered(0), dictionary },
            parts: part_starts::PartStarts::default(),
            budget: budget::Budget::new(),
        }
    }

    /// Starts the next case, with its random stream and its size. See [`size_and_distribution`] for the size.
    pub(crate) fn restart(&mut self, random: Random, size: u32) {
        self.restart_with(
            random,
            size & PERCENT,
            Distribution::numbered(size >> DISTRIBUTION_BITS),
        );
    }

    /// The same for a size in percent and a distribution.
    #[inline(always)]
    pub(crate) fn restart_with(
        &mut self,
        random: Random,
        percent: u32,
        distribution: &'static Distribution,
    ) {
        // First: the compiler does not know the fields below any more after a call.
        if self.budget.is_touched() {
            self.reset();
        }
        self.random = random;
        self.fuel = Fuel::BLOCK;
        self.depth = DEPTH - 1;
        self.level = 0;
        self.nodes = 0;
        self.size = percent;
        self.tables.distribution = distribution;
    }

    /// Resets what most cases do not use.
    #[cold]
    #[inline(never)]
    fn reset(&mut self) {
        self.parts.clear();
        self.budget.reset();
    }

    #[inline(always)]
    #[allow(clippy::redundant_pattern_matching, reason = "`is_some` is a call in unoptimized code")]
    pub(crate) fn is_recording(&self) -> bool {
        matches!(self.recorder, Some(_))
    }

    /// Runs `body` inside of a span, in every mode.
    #[inline(always)]
    pub(crate) fn span<T>(&mut self, name: &'static str, body: impl FnOnce(&mut Source) -> T) -> T {
        if self.is_recording() {
            self.open(name, 0);
        }
        self.descend();
        let value = body(self);
        self.ascend();
        if self.is_recording() {
            self.close();
        }
        value
    }

    /// A value of an integer type of up to 64 bits.
    #[inline(always)]
    pub(crate) fn integer<T: Word>(&mut self) -> T {
        let starving = self.burn(T::ENTROPY);
        let value = T::from_word(if self.is_recording() {
            self.record_integer(T::TYPE, starving)
        } else if starving {
            0
        } else {
            sample::integer(&mut self.random, &self.tables, self.drawn.before(self.fuel), T::TYPE)
        });
        // Converted back from the type: only then the upper bits are certainly zero, or copies of the sign.
        self.drawn.keep(self.fuel, value.to_word());
        value
    }

    /// Many values of an integer type: the same as one by one, in half the time. Bytes may spell a literal.
    #[inline]
    pub(crate) fn integers<T: Word>(&mut self, count: usize) -> Vec<T> {
        match self.integer_run(count) {
            Some(values) => values,
            None => (0..count).map(|_| self.integer()).collect(),
        }
    }

    /// The same without recording; `None` if there is not enough fuel for all of them.
    #[inline(always)]
    fn integer_run<T: Word>(&mut self, count: usize) -> Option<Vec<T>> {
        let before = self.fuel;
        if !self.fuel.burn_all(count, T::ENTROPY) {
            return None;
        }
        // Filled with ones, because zeroed memory from the allocator is slower.
        let mut values = vec![T::from_word(u64::MAX); count];
        sample::integers(&mut self.random, &self.tables, self.drawn.before(before), &mut values);
        self.drawn.keep_run(before, &values);
        Some(values)
    }

    /// An offset in `0..=span` from `min`, given by its lower 64 bits.
    #[inline(always)]
    pub(crate) fn offset(&mut self, min: u64, span: u64, origin: u64, signed: bool) -> u64 {
        let starving = self.burn(if span < sample::NARROW { bits(span) } else { sample::ENTROPY });
        let offset = if self.is_recording() {
            self.record_offset(min, span, origin, signed, starving)
        } else if starving {
            origin
        } else {
            sample::offset(
                &mut self.random,
                &self.tables,
                self.drawn.before(self.fuel),
                min,
                span,
                origin,
            )
        };
        self.drawn.keep(self.fuel, min.wrapping_add(offset));
        offset
    }

    /// The same for integers of 128 bits.
    #[inline(never)]
    pub(crate) fn wide_offset(
        &mut self,
        min: u128,
        span: u128,
        origin: u128,
        signed: bool,
    ) -> u128 {
        let starving = self.burn(if span < 64 { bits(span as u64) } else { sample::ENTROPY });
        let offset = if self.is_recording() {
            self.record_wide_offset(min, span, origin, signed, starving)
        } else if starving {
            origin
        } else {
            sample::wide_offset(
                &mut self.random,
                &self.tables,
                self.drawn.before(self.fuel),
                min,
                span,
                origin,
            )
        };
        // Both halves in one word, which identifies cases as well as two. A number of 64 bits stays as it is, so that
        // it can be drawn again.
        let value = min.wrapping_add(offset);
        let high = ((value >> 64) as u64).wrapping_mul(fuel::MULTIPLIER);
        self.drawn.keep(self.fuel, (value as u64).wrapping_add(high));
        offset
    }

    /// One of several alternatives, uniformly. Recorded even if there is only one, so that later choices keep their
    /// place.
    #[inline(always)]
    pub(crate) fn branch(&mut self, count: u32, origin: u32) -> u32 {
        let starving = self.burn(bits(u64::from(count - 1)));
        let branch = if self.is_recording() {
            self.record_branch(count, origin, None, starving)
        } else if starving {
            origin
        } else {
            sample::branch(&mut self.random, count)
        };
        self.drawn.keep(self.fuel, u64::from(branch));
        branch
    }

    /// One of several alternatives, by weight.
    #[inline(always)]
    pub(crate) fn weighted_branch(&mut self, weights: &Weights, origin: u32, damping: u32) -> u32 {
        let starving = self.burn(0);
        let branch = if self.is_recording() {
            self.record_branch(weights.len(), origin, Some((weights, damping)), starving)
        } else if starving {
            origin
        } else {
            weights.choose(&mut self.random, damping)
        };
        self.drawn.keep(self.fuel, u64::from(branch));
        branch
    }

    /// A bool that is `true` with probability `threshold / 2^64`.
    #[inline(always)]
    pub(crate) fn boolean(&mut self, threshold: u64) -> bool {
        let starving = self.burn(u32::from(threshold == 1 << 63));
        let value = if self.is_recording() {
            self.record_boolean(threshold, starving)
        } else if starving {
            threshold == u64::MAX
        } else {
            sample::boolean(&mut self.random, threshold)
        };
        self.drawn.keep(self.fuel, u64::from(value));
        value
    }

    /// A float within the bounds.
    #[inline(always)]
    pub(crate) fn float(&mut self, limits: &sample::Floats) -> f64 {
        let starving = self.burn(sample::ENTROPY);
        let value = if self.is_recording() {
            self.record_float(limits, starving)
        } else if starving {
            limits.simplest()
        } else {
            sample::float(&mut self.random, &self.tables, limits)
        };
        self.drawn.keep(self.fuel, value.to_bits());
        value
    }

    /// A character of an alphabet, which must not be empty.
    #[inline(always)]
    pub(crate) fn character(&mut self, alphabet: &Alphabet) -> char {
        let starving = self.burn(bits(u64::from(alphabet.len() - 1)).min(sample::ENTROPY));
        let value = if self.is_recording() {
            self.record_character(alphabet, starving)
        } else if starving {
            alphabet.nth(0)
        } else {
            sample::character(&mut self.random, &self.tables, alphabet)
        };
        self.drawn.keep(self.fuel, u64::from(value));
        value
    }

    /// Any character.
    #[inline(always)]
    pub(crate) fn any_character(&mut self) -> char {
        let starving = self.burn(sample::ENTROPY);
        let value = if self.is_recording() {
            self.record_character(&Alphabet::unicode(), starving)
        } else if starving {
            '0'
        } else {
            sample::any_character(&mut self.random, &self.tables)
        };
        self.drawn.keep(self.fuel, u64::from(value));
        value
    }

    /// A string over an alphabet; the empty string if the alphabet is empty.
    #[inline(always)]
    pub(crate) fn text(&mut self, alphabet: &Alphabet, lengths: &Lengths) -> String {
        budget::allow(lengths.min);
        let starving = self.burn(0) && self.starves_with("String", lengths.min);
        let value = if self.is_recording() {
            self.record_text(alphabet, lengths, starving)
        } else if starving {
            crate::choice::simplest_text(alphabet, lengths.min as u32)
        } else {
            let most = lengths.most(self.tables.distribution, self.size, self.pressure());
            sample::text(&mut self.random, &self.tables, alphabet, lengths.min, most)
        };
        self.burn_bytes(value.len());
        self.keep_bytes(value.as_bytes(), alphabet.len() > 1);
        value
    }

    /// A byte string.
    #[inline(always)]
    pub(crate) fn bytes(&mut self, lengths: &Lengths) -> Vec<u8> {
        budget::allow(lengths.min);
        let starving = self.burn(0) && self.starves_with("Vec<u8>", lengths.min);
        let value = if self.is_recording() {
            self.record_bytes(lengths, starving)
        } else if starving {
            vec![0; lengths.min]
        } else {
            let most = lengths.most(self.tables.distribution, self.size, self.pressure());
            sample::bytes(&mut self.random, &self.tables, lengths.min, most)
        };
        self.burn_bytes(value.len());
        self.keep_bytes(&value, true);
        value
    }

    /// Keeps a string for the identity of the case: a long one makes the case distinct, a short one is kept by its
    /// hash.
    #[inline]
    fn keep_bytes(&mut self, bytes: &[u8], random: bool) {
        let long = bytes.len() >= fuel::ENOUGH as usize;
        if random {
            self.fuel.add_entropy(bytes.len().min(fuel::ENOUGH as usize) as u32);
        }
        if !long || !random {
            self.drawn.keep(self.fuel, sample::hash_bytes(bytes));
        }
    }

    /// The length of a collection in random mode.
    #[inline(always)]
    pub(crate) fn length(&mut self, lengths: &Lengths) -> usize {
        let length = if self.burn(0) {
            lengths.min
        } else {
            let most = lengths.most(self.tables.distribution, self.size, self.pressure());
            sample::length(&mut self.random, lengths.min, most, lengths.explicit)
        };
        self.drawn.keep(self.fuel, length as u64);
        self.credit(lengths, length);
        budget::allow(length);
        length
    }

    /// Enters a collection or recursive value, until [`Source::leave_level`].
    #[inline(always)]
    pub(crate) fn enter_level(&mut self) {
        self.level += 1;
    }

    #[inline(always)]
    pub(crate) fn leave_level(&mut self) {
        self.level -= 1;
    }

    /// Counts a recursive value.
    #[inline(always)]
    pub(crate) fn count_node(&mut self) {
        self.nodes += 1;
    }

    /// How strongly to limit growth here: by nesting, and by the size of the case so far. A recursive value deep
    /// inside of others, or in a case with many, gets few children.
    #[inline(always)]
    pub(crate) fn pressure(&self) -> u32 {
        self.level + self.nodes / sample::NODES_PER_LEVEL
    }

    /// The same for the choice between variants, where cases are also small at the start of a run.
    #[inline(always)]
    pub(crate) fn damping(&self) -> u32 {
        let damping = self.pressure() + (100 - self.size) / sample::SIZE_PER_LEVEL;
        damping >> u32::from(self.tables.distribution.is_deep)
    }
}

#[cfg(test)]
pub(crate) mod tests;
