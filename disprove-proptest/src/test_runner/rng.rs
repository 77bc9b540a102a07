//! `TestRng`: random words that are choices of the case.

use disprove::{
    __private::{CaseSource, Words},
    Source,
};
use rand::rand_core::TryRng;
use std::{convert::Infallible, fmt, str::FromStr};

/// Random number generators of proptest. All of them are the same here.
///
/// In disprove: none is needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum RngAlgorithm {
    /// The default.
    #[default]
    ChaCha,
    /// The same as `ChaCha` here.
    XorShift,
    /// Not supported: `disprove-libfuzzer` makes fuzz targets of properties.
    PassThrough,
    /// Records nothing here: a replay token has all choices of a case.
    Recorder,
}

impl FromStr for RngAlgorithm {
    type Err = ();

    fn from_str(text: &str) -> Result<RngAlgorithm, ()> {
        match text {
            "cc" => Ok(RngAlgorithm::ChaCha),
            "xs" => Ok(RngAlgorithm::XorShift),
            "pt" => Ok(RngAlgorithm::PassThrough),
            "rc" => Ok(RngAlgorithm::Recorder),
            _ => Err(()),
        }
    }
}

impl fmt::Display for RngAlgorithm {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            RngAlgorithm::ChaCha => "cc",
            RngAlgorithm::XorShift => "xs",
            RngAlgorithm::PassThrough => "pt",
            RngAlgorithm::Recorder => "rc",
        })
    }
}

/// The seed of the generators that are always the same.
const FIXED_SEED: u64 = 0x5eed;

/// A random number generator. While a case is generated, its words are choices of the case, so they are replayed and
/// reduced with it.
///
/// In disprove: `Source`, and `Source::rng` with the feature `rand`.
///
/// ```
/// use proptest::{prelude::*, test_runner::TestRunner};
///
/// let dice = TestRunner::deterministic().rng().random_range(1..=6);
/// assert!((1..=6).contains(&dice));
/// ```
#[derive(Clone, Debug)]
pub struct TestRng {
    source: CaseSource,
    words: Words,
}

impl TestRng {
    /// A generator with this seed. In disprove: `#[property(seed = ..)]`.
    ///
    /// ```
    /// use proptest::{prelude::*, test_runner::{RngAlgorithm, TestRng}};
    ///
    /// let word = || TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]).next_u64();
    /// assert_eq!(word(), word());
    /// ```
    ///
    /// # Panics
    /// With `RngAlgorithm::PassThrough`.
    #[track_caller]
    pub fn from_seed(algorithm: RngAlgorithm, seed: &[u8]) -> TestRng {
        check(algorithm);
        // FNV-1a: short, and every byte counts.
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for byte in seed {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
        TestRng::new(CaseSource::seeded(hash))
    }

    /// A generator that is always the same. In disprove: `#[property(seed = ..)]`.
    ///
    /// ```
    /// use proptest::{prelude::*, test_runner::{RngAlgorithm, TestRng}};
    ///
    /// let word = || TestRng::deterministic_rng(RngAlgorithm::ChaCha).next_u64();
    /// assert_eq!(word(), word());
    /// ```
    ///
    /// # Panics
    /// With `RngAlgorithm::PassThrough`.
    #[track_caller]
    pub fn deterministic_rng(algorithm: RngAlgorithm) -> TestRng {
        check(algorithm);
        TestRng::new(CaseSource::seeded(FIXED_SEED))
    }

    pub(crate) fn new(source: CaseSource) -> TestRng {
        TestRng { source, words: Words::default() }
    }

    /// Whether its words are choices of a case.
    pub(crate) fn is_of_case(&self) -> bool {
        self.source.is_of_case()
    }

    /// Calls a function with the source of the case.
    #[inline]
    pub(crate) fn with<T>(&mut self, draw: impl FnOnce(&mut Source) -> T) -> T {
        self.source.with(draw)
    }

    /// A uniform word.
    pub(crate) fn word(&mut self) -> u64 {
        let TestRng { source, words } = self;
        source.with(|src| words.long(src))
    }
}

/// Refuses the algorithm whose bytes come from outside.
#[track_caller]
pub(crate) fn check(algorithm: RngAlgorithm) {
    assert!(
        algorithm != RngAlgorithm::PassThrough,
        "`RngAlgorithm::PassThrough` is not supported: make fuzz targets of properties with `disprove-libfuzzer` instead"
    );
}

impl TryRng for TestRng {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        let TestRng { source, words } = self;
        Ok(source.with(|src| words.short(src)))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.word())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        let TestRng { source, words } = self;
        source.with(|src| words.fill(src, bytes));
        Ok(())
    }
}
