//! The random stream: one word of state, one multiplication per draw.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

/// A seeded stream of pseudo-random words. This is the wyrand construction: a Weyl counter is multiplied by a masked
/// copy of itself, and both halves of the product are folded into one word.
///
/// **Its output never changes between versions**, so that old seeds stay valid. The tests pin it.
///
/// `SmallCrush` of `TestU01` 1.2.3 ran on one long stream and its halves, on the first 1, 2 or 8 words of successive
/// cases and of successive run seeds, and on selectors alone and with their payloads, about half of it bit-reversed.
/// All p-values were within 0.001..0.999. 13 of the 96 tests of `Crush` passed on a long stream; the others did not
/// finish. Tables of selectors against payloads and against each other were uniform for at least 2^29 draws.
///
/// Limits: all streams are parts of one cycle of 2^64 states, so `n` cases of `m` words overlap with a probability of
/// about `n * n * m / 2^64`. Some words never occur. The stream is predictable, so it is unfit for cryptography.
#[derive(Clone, Debug)]
pub(crate) struct Random {
    state: u64,
}

/// The step of the counter, as in wyrand. Odd, so that the counter visits all 2^64 states.
const STEP: u64 = 0x2d35_8dcc_aa6c_78a5;

/// The mask of the second factor, as in wyrand.
const MASK: u64 = 0x8bb8_4b93_962e_acc9;

/// The distance of neighboring cases before mixing: 2^64 divided by the golden ratio, which also separates the cases of
/// neighboring run seeds. (Runs whose seeds differ by this number share all cases but one.)
const CASE: u64 = 0x9e37_79b9_7f4a_7c15;

/// The mask for the initial states of cases: another number, so that the two masks do not cancel out.
const CASE_MASK: u64 = 0xa076_1d64_78bd_642f;

impl Random {
    /// Continues a stream from a state. The state should be mixed: the first words of neighboring states are similar.
    #[inline(always)]
    pub(crate) fn from_state(state: u64) -> Random {
        Random { state }
    }

    /// The state from which [`Random::from_state`] continues.
    pub(crate) fn state(&self) -> u64 {
        self.state
    }

    /// The stream of case number `case` in the run with the seed `run`.
    ///
    /// One product mixes the state, as for words: any case is available without those before it. Two cases of a run
    /// start at the same state as rarely as two random states would.
    #[inline(always)]
    pub(crate) fn for_case(run: u64, case: u64) -> Random {
        let place = run.wrapping_add(case.wrapping_mul(CASE));
        Random::from_state(fold(u128::from(place) * u128::from(place ^ CASE_MASK)))
    }

    /// The next 64 bits.
    #[inline(always)]
    pub(crate) fn word(&mut self) -> u64 {
        fold(self.product())
    }

    /// 64 bits and 8 more from one step: the payload, which [`word`](Random::word) would return, and a selector for
    /// choosing a distribution.
    ///
    /// The selector uses bits 35 to 42 of the product. Lower bits depend on few bits of the counter and are too
    /// regular: bits 24 to 31 fail `SmallCrush`, and bits 32 to 39 are not uniform in `a + 2b + c` of three in a row
    /// (after 2^30 draws). Higher bits are folded with those of the skewed upper half and correlate with the payload:
    /// bits 40 to 47 do so within 2^26 draws.
    #[inline(always)]
    pub(crate) fn pair(&mut self) -> (u64, u8) {
        let product = self.product();
        (fold(product), (product >> 35) as u8)
    }

    #[inline(always)]
    fn product(&mut self) -> u128 {
        self.state = self.state.wrapping_add(STEP);
        u128::from(self.state) * u128::from(self.state ^ MASK)
    }
}

#[inline(always)]
fn fold(product: u128) -> u64 {
    product as u64 ^ (product >> 64) as u64
}

/// The seed of one of several runs that belong together, such as the workers of a hunt. They have no case in common.
pub fn derived_seed(seed: u64, number: u64) -> u64 {
    Random::for_case(seed, number).word()
}

/// Maps 64 random bits to `0..=span`, uniformly to one part in 2^64 / `span`. Monotonic: a greater `x` never gives a
/// smaller result.
#[inline(always)]
pub(crate) fn uniform(x: u64, span: u64) -> u64 {
    // The upper half of x * (span + 1). Adding the last x through its carry avoids a multiplication by a 65-bit number.
    let product = u128::from(x) * u128::from(span);
    let (_, carry) = (product as u64).overflowing_add(x);
    (product >> 64) as u64 + u64::from(carry)
}

/// A fresh seed, for a run without one.
pub(crate) fn fresh_seed() -> u64 {
    // The keys come from the operating system, once per thread, and each further `RandomState` of the thread increments
    // them. The hash of no data is as unpredictable as the keys.
    RandomState::new().build_hasher().finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    const STATE: u64 = 0x0123_4567_89ab_cdef;

    /// Draws for each table of counts: one for each cell of the largest table.
    const DRAWS: u64 = 1 << 16;

    /// How far the chi-square statistic of a table of counts is from that of a uniform distribution, in standard
    /// deviations.
    fn deviation(counts: &[u32]) -> f64 {
        let total: f64 = counts.iter().copied().map(f64::from).sum();
        let expected = total / counts.len() as f64;
        let statistic: f64 =
            counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
        let freedom = (counts.len() - 1) as f64;
        (statistic - freedom) / (2.0 * freedom).sqrt()
    }

    /// Fails if the pairs of bytes are not distributed uniformly.
    ///
    /// The limit is wide: a uniform distribution exceeds it once in ten million tables. The mistakes these tests detect
    /// (unmixed cases, a selector from the top bits) are off by hundreds. The batteries above detect finer ones.
    fn assert_uniform(what: &str, pairs: impl Iterator<Item = (u8, u8)>) {
        let (mut joint, mut single) = (vec![0; 1 << 16], vec![0; 1 << 8]);
        for (a, b) in pairs {
            joint[usize::from(a) << 8 | usize::from(b)] += 1;
            single[usize::from(b)] += 1;
        }
        let deviations = [deviation(&joint), deviation(&single)];
        assert!(deviations.iter().all(|d| d.abs() < 6.0), "{what}: off by {deviations:?}");
    }

    /// Each byte with the one before it.
    fn neighbors(bytes: impl Iterator<Item = u8>) -> impl Iterator<Item = (u8, u8)> {
        bytes.scan(0, |last, byte| Some((std::mem::replace(last, byte), byte)))
    }

    #[test]
    fn words_and_pairs_never_change() {
        let mut words = Random::from_state(STATE);
        let mut pairs = words.clone();
        for (word, selector) in [
            (0x368d_5c95_2174_cc4d, 0xbd),
            (0x0901_4ced_49dd_0226, 0x5f),
            (0x385a_54d9_be57_5d3f, 0xd2),
            (0x96d9_7603_a281_87a2, 0x34),
            (0xfc0a_b487_d866_6e51, 0x60),
            (0x093e_4dc9_3248_e04a, 0x3d),
            (0x91ea_dfba_d3ea_2d1c, 0x0c),
            (0xfb92_d985_a08b_6c38, 0x56),
        ] {
            assert_eq!(words.word(), word);
            assert_eq!(pairs.pair(), (word, selector));
        }
    }

    #[test]
    fn derived_runs_have_no_case_in_common() {
        let mut states = std::collections::HashSet::new();
        for number in 0..100 {
            let seed = derived_seed(STATE, number);
            for case in 0..1_000 {
                let new = states.insert(Random::for_case(seed, case).state());
                assert!(new, "case {case} of run {number}");
            }
        }
    }

    #[test]
    fn cases_never_change() {
        for (run, case, expected) in [
            (0, 0, 0x9a45_cd88_8d59_f0d6),
            (0, 1, 0x5dfc_e4b3_3fa7_1d00),
            (0, 2, 0x87d2_314e_49c0_4107),
            (1, 0, 0x59a4_262a_0981_014b),
            (1, 1, 0x51e5_63a7_5f88_4682),
            (2, 0, 0xce8f_e957_1282_eba5),
            (STATE, 1_000_000, 0xf23b_b805_b674_9904),
            (u64::MAX, u64::MAX, 0x84ed_659f_dcc2_bb6f),
        ] {
            assert_eq!(Random::for_case(run, case).word(), expected);
        }
    }

    #[test]
    fn neighboring_cases_and_runs_look_independent() {
        // Short streams, like those of cases: the first word, or a few.
        for (length, shift) in [(1, 0), (1, 28), (1, 56), (2, 0), (2, 56), (8, 0), (8, 56)] {
            let bytes = |start: fn(u64) -> Random| {
                (0..DRAWS / length).flat_map(move |i| {
                    let mut random = start(i);
                    (0..length).map(move |_| (random.word() >> shift) as u8)
                })
            };
            let what = format!("first {length} words, bits {shift}..");
            assert_uniform(&format!("cases, {what}"), neighbors(bytes(|i| Random::for_case(0, i))));
            assert_uniform(&format!("runs, {what}"), neighbors(bytes(|i| Random::for_case(i, 0))));
        }
    }

    #[test]
    fn selector_and_payload_look_independent() {
        for shift in (0..64).step_by(8) {
            let mut random = Random::from_state(STATE);
            let pairs = (0..DRAWS).map(|_| {
                let (payload, selector) = random.pair();
                (selector, (payload >> shift) as u8)
            });
            assert_uniform(&format!("selector and payload bits {shift}.."), pairs);
        }
    }

    #[test]
    fn successive_selectors_look_independent() {
        let mut random = Random::from_state(STATE);
        let within = (0..DRAWS).map(|_| random.pair().1);
        assert_uniform("selectors of a stream", neighbors(within));
        let across = (0..DRAWS).map(|case| Random::for_case(STATE, case).pair().1);
        assert_uniform("first selectors of cases", neighbors(across));
    }

    #[test]
    fn uniform_reaches_both_ends_and_scales_in_between() {
        for span in [0, 1, 2, 9, 255, 256, 1 << 32, u64::MAX / 3 * 2, u64::MAX - 1, u64::MAX] {
            assert_eq!(uniform(0, span), 0);
            assert_eq!(uniform(u64::MAX, span), span);
            let scaled = u128::from(STATE) * (u128::from(span) + 1);
            assert_eq!(uniform(STATE, span), (scaled >> 64) as u64);
        }
    }

    #[test]
    fn uniform_favors_no_value() {
        let mut random = Random::from_state(STATE);
        // A remainder would prefer the lower half of the last span. (Counted in two cells: such a small table has a
        // longer tail, but the draws are fixed.)
        for span in [1, 2, 4, 5, 6, 9, 96, 99, 254, 256, 999, u64::MAX / 3 * 2] {
            let cells = if span < 1000 { span + 1 } else { 2 };
            let mut counts = vec![0; cells as usize];
            for _ in 0..DRAWS {
                let value = uniform(random.word(), span);
                counts[(value / (span / cells + 1)) as usize] += 1;
            }
            assert!(deviation(&counts).abs() < 6.0, "span {span}: {counts:?}");
        }
    }

    #[test]
    fn fresh_seeds_differ() {
        assert_ne!(fresh_seed(), fresh_seed());
    }
}
