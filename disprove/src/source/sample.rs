//! How random bits become values: every probability of the library is stated here or below.
//!
//! All of it is pure and the same code in every mode, so that a recorded run consumes the stream of
//! chance exactly as the unrecorded one did.
//!
//! | what | how often | why |
//! |---|---|---|
//! | whole integer types: even over all bits | 9/16 | no value is out of reach |
//! | ... small magnitudes, even over their number of bits | 5/16 | most code branches on small numbers |
//! | ... constants: 0, ±1, the ends and their neighbours, byte boundaries | 1/10 | where arithmetic breaks |
//! | ... a value drawn before in the case, or a power of two, or next to one | 1/64 | equal and nearly equal parts; more would cost mispredicted branches |
//! | ranges of up to 64 values | even | they are seen whole anyway |
//! | other ranges: ends, origin, earlier values, powers of two | 1/16 | as above |
//! | ... even / near the origin on a logarithmic scale | 9/16, 3/8 | as above |
//! | floats | see `float.rs` | half are numbers a person would write |
//! | texts | see `text.rs` | 13 of 16 are plain ASCII; the awkward ones are awkward throughout |
//! | lengths with both ends given, up to 128 apart | even | the user has said what is wanted |
//! | other lengths | even up to a limit that is halved again and again | short ones are fast and find most |

mod float;
mod integer;
mod recent;
mod text;

pub(crate) use float::{Floats, float};
pub(crate) use integer::{
    ENTROPY, IntegerType, NARROW, Word, integer, integers, offset, wide_offset,
};
pub(crate) use recent::{EarlierDraws, KEPT, RecentDraws, hash_bytes};
pub(crate) use text::{any_character, bytes, character, text};

use crate::random::{Random, uniform};

/// So many recursive values in a case count as one more level of nesting.
pub(crate) const NODES_PER_LEVEL: u32 = 16;

/// The size of a case grows from 0 to 100 over a run; so much less counts as one more level.
pub(crate) const SIZE_PER_LEVEL: u32 = 34;

/// The longest collection that is drawn where no upper limit was given, outside of any other. Inside
/// others it is a quarter, then half of that again and again: the elements of a nested collection in
/// all are about as many as those of a flat one.
const LONGEST: usize = 64;

/// Lengths are drawn up to so far above the least, however large the upper limit is.
const MOST: usize = 1 << 20;

/// Length ranges up to this wide are drawn evenly.
const EVEN_LENGTHS: usize = 128;

/// How long a collection, text or byte string may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lengths {
    pub(crate) min: usize,
    /// The upper limit, `usize::MAX` if there is none.
    pub(crate) max: usize,
    /// Whether the user gave the lengths.
    pub(crate) explicit: bool,
}

impl Lengths {
    pub(crate) const ANY: Lengths = Lengths { min: 0, max: usize::MAX, explicit: false };

    /// The limits as a choice has them.
    pub(crate) fn as_bounds(&self) -> (u32, u32) {
        let fit = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        (fit(self.min), fit(self.max))
    }

    /// The longest to be drawn at random in a case of this size, this far inside of others.
    #[inline(always)]
    pub(crate) fn most(&self, size: u32, pressure: u32) -> usize {
        if self.max != usize::MAX {
            // No case has room for more than the least and this.
            return self.max.min(self.min.saturating_add(MOST));
        }
        let nested = if pressure == 0 { LONGEST } else { LONGEST >> (pressure + 1).min(31) };
        let small = nested.min(2);
        self.min.saturating_add(small + (nested - small) * size as usize / 100)
    }
}

/// How many elements, in one draw.
#[inline(always)]
pub(crate) fn length(random: &mut Random, min: usize, most: usize, explicit: bool) -> usize {
    if min == most {
        return min;
    }
    let (x, selector) = random.pair();
    let room = (most - min) as u64;
    // Half of the time the limit is halved, and again, and again.
    let skewed = !explicit || room > EVEN_LENGTHS as u64;
    let halvings = if skewed { selector.leading_zeros() } else { 0 };
    min + uniform(x, room >> halvings) as usize
}

/// `true` with probability `threshold / 2^64`; with both ends it is certain.
#[inline(always)]
pub(crate) fn boolean(random: &mut Random, threshold: u64) -> bool {
    random.word() < threshold || threshold == u64::MAX
}

/// One of `count` alternatives, evenly.
#[inline(always)]
pub(crate) fn branch(random: &mut Random, count: u32) -> u32 {
    uniform(random.word(), u64::from(count - 1)) as u32
}

/// Alternatives with weights. Some of them may be recursive: the deeper inside others and the larger
/// the case, the more they are damped.
#[derive(Clone, Debug)]
pub(crate) struct Weights {
    /// Running totals of the weights, a row for each level of damping.
    rows: Box<[Box<[u64]>]>,
}

/// Each level of damping leaves recursive alternatives this share of their weight. With it, and twice
/// as much weight on two-way recursion as on the way out, the mean size is about six.
const DAMPING: (u64, u64) = (3, 5);

/// From this level on, recursive alternatives are never chosen where there are others.
const LEVELS: usize = 24;

impl Weights {
    /// `recursive` says which alternatives are; damping is the same for all of them.
    pub(crate) fn new(weights: &[u32], recursive: &[bool]) -> Weights {
        let damped = recursive.iter().any(|r| *r) && !recursive.iter().all(|r| *r);
        let levels = if damped { LEVELS } else { 1 };
        let row = |level: usize| {
            let mut total = 0;
            let share =
                |weight: u64| (0..level).fold(weight, |weight, _| weight * DAMPING.0 / DAMPING.1);
            let scaled = weights.iter().zip(recursive).map(|(weight, recursive)| {
                let weight = u64::from(*weight) << 20;
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

#[cfg(test)]
mod tests;
