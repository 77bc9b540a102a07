//! Samplers: how random bits become values. This folder states every probability of the library.
//!
//! All samplers are pure, and the same code runs in every mode: a recorded case consumes the random stream exactly as
//! the unrecorded one did.
//!
//! The probabilities of the plain distribution; `distribution.rs` has the others:
//!
//! | value | probability | reason |
//! |---|---|---|
//! | integer types: uniform over all bits | 9/16 | every value is possible |
//! | ... small magnitudes, uniform over their number of bits | 5/16 | most code branches on small numbers |
//! | ... constants: 0, ±1, the ends and their neighbors, byte boundaries | 1/10 | where arithmetic breaks |
//! | ... an earlier draw of the case, or a power of two, or next to one | 1/64 | equal and nearly equal parts; more would cost mispredicted branches |
//! | ranges of up to 64 values | uniform | a run draws all of them anyway |
//! | other ranges: ends, origin, earlier draws, powers of two | 1/16 | as above |
//! | ... uniform / near the origin on a logarithmic scale | 9/16, 3/8 | as above |
//! | floats | see `float.rs` | half are numbers a person would write |
//! | strings | see `text.rs` | 13 of 16 are plain ASCII; the awkward ones are awkward throughout |
//! | lengths with both ends given, up to 128 apart | uniform | the user chose the range |
//! | other lengths | uniform up to a limit that is halved repeatedly, half of the time each | short ones are fast and find most failures |

mod dictionary;
mod distribution;
mod float;
mod integer;
mod recent;
mod text;
mod value_table;

pub(crate) use dictionary::{Dictionary, Literals};
pub(crate) use distribution::{Distribution, DistributionOrder};
pub(crate) use float::{Floats, float};
pub(crate) use integer::{
    ENTROPY, IntegerType, NARROW, Word, integer, integers, offset, wide_offset,
};
pub(crate) use recent::{EarlierDraws, KEPT, RecentDraws, hash_bytes};
pub(crate) use text::{any_character, bytes, character, text};

use crate::random::{Random, uniform};

/// What samplers read. A reference to it costs nothing where neither is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tables {
    /// How the values of this case are distributed.
    pub(crate) distribution: &'static Distribution,
    /// The literals that some cases of the run draw.
    pub(crate) dictionary: &'static Dictionary,
}

/// Recursive values in a case that count as one level of nesting; together with [`DAMPING`] it bounds recursive values.
pub(crate) const NODES_PER_LEVEL: u32 = 16;

/// Missing size that counts as one level of nesting: the size grows from 0 to 100 over a run, so cases start two levels
/// down.
pub(crate) const SIZE_PER_LEVEL: u32 = 34;

/// Length above the minimum that is drawn at most, whatever the upper limit: no case has room for more.
const MOST: usize = 1 << 20;

/// Length ranges up to this width are drawn uniformly: they are short enough to be fast.
const EVEN_LENGTHS: usize = 128;

/// The allowed lengths of a collection, string or byte string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lengths {
    pub(crate) min: usize,
    /// The upper limit, `usize::MAX` if there is none.
    pub(crate) max: usize,
    /// Whether the user set the lengths.
    pub(crate) explicit: bool,
}

impl Lengths {
    pub(crate) const ANY: Lengths = Lengths { min: 0, max: usize::MAX, explicit: false };

    /// The lengths as bounds of a choice.
    pub(crate) fn as_bounds(&self) -> (u32, u32) {
        let fit = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        (fit(self.min), fit(self.max))
    }

    /// The largest length to draw in a case of this size and distribution, under this pressure.
    #[inline(always)]
    pub(crate) fn most(&self, distribution: &Distribution, size: u32, pressure: u32) -> usize {
        if self.max != usize::MAX {
            return self.max.min(self.min.saturating_add(MOST));
        }
        let longest = match pressure {
            0 => distribution.longest,
            _ => distribution.longest_inner >> (pressure - 1).min(31),
        };
        let small = longest.min(2);
        self.min.saturating_add(small + (longest - small) * size as usize / 100)
    }
}

/// The length of a collection.
#[inline(always)]
pub(crate) fn length(random: &mut Random, min: usize, most: usize, explicit: bool) -> usize {
    if min == most {
        return min;
    }
    let (x, selector) = random.pair();
    let room = (most - min) as u64;
    // Each further halving of the limit has a probability of one half.
    let skewed = !explicit || room > EVEN_LENGTHS as u64;
    let halvings = if skewed { selector.leading_zeros() } else { 0 };
    min + uniform(x, room >> halvings) as usize
}

/// `true` with probability `threshold / 2^64`; always at `u64::MAX`.
#[inline(always)]
pub(crate) fn boolean(random: &mut Random, threshold: u64) -> bool {
    random.word() < threshold || threshold == u64::MAX
}

/// One of `count` alternatives, uniformly.
#[inline(always)]
pub(crate) fn branch(random: &mut Random, count: u32) -> u32 {
    uniform(random.word(), u64::from(count - 1)) as u32
}

/// Weighted alternatives. Recursive ones are damped: the more, the deeper they are nested and the larger the case is.
#[derive(Clone, Debug)]
pub struct Weights {
    /// Running totals of the weights, one row for each level of damping.
    rows: Box<[Box<[u64]>]>,
}

/// The factor by which each level of damping multiplies the weight of recursive alternatives. With twice as much
/// weight on two-way recursion as on the leaf, the mean size is about six.
const DAMPING: (u64, u64) = (3, 5);

/// The level from which recursive alternatives are never chosen if there are others: the damping before it is below
/// 1/100,000.
const LEVELS: usize = 24;

/// Bits below the point of a weight, for its damped shares.
const WEIGHT_BITS: u32 = 20;

impl Weights {
    /// `recursive` says which alternatives are recursive; all of them are damped alike.
    pub fn new(weights: &[u32], recursive: &[bool]) -> Weights {
        let damped = recursive.iter().any(|r| *r) && !recursive.iter().all(|r| *r);
        let levels = if damped { LEVELS } else { 1 };
        let row = |level: usize| {
            let mut total = 0;
            let share =
                |weight: u64| (0..level).fold(weight, |weight, _| weight * DAMPING.0 / DAMPING.1);
            let scaled = weights.iter().zip(recursive).map(|(weight, recursive)| {
                let weight = u64::from(*weight) << WEIGHT_BITS;
                match (damped && *recursive, level + 1 == LEVELS) {
                    (true, true) => 0,
                    (true, false) => share(weight),
                    (false, _) => weight,
                }
            });
            scaled
                .map(|weight| {
                    total += weight;
                    total
                })
                .collect()
        };
        Weights { rows: (0..levels).map(row).collect() }
    }

    pub(crate) fn len(&self) -> u32 {
        self.rows[0].len() as u32
    }

    #[inline]
    pub(crate) fn choose(&self, random: &mut Random, damping: u32) -> u32 {
        let row = &self.rows[(damping as usize).min(self.rows.len() - 1)];
        let x = uniform(random.word(), row[row.len() - 1] - 1);
        row.iter().position(|total| x < *total).expect("below the last total") as u32
    }
}

/// One of several alternatives by weights that may differ for each draw, as [`Weights`] draws it.
pub(crate) fn weighted(random: &mut Random, weights: &[u32]) -> u32 {
    let scaled = |weight: &u32| u64::from(*weight) << WEIGHT_BITS;
    let mut x = uniform(random.word(), weights.iter().map(scaled).sum::<u64>() - 1);
    let below = weights.iter().map(scaled).position(|weight| {
        let is_below = x < weight;
        x = x.wrapping_sub(weight);
        is_below
    });
    below.expect("below the sum") as u32
}

#[cfg(test)]
mod tests;
