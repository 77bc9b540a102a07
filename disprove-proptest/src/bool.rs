//! Booleans.
//!
//! In disprove: `any::<bool>()`.
//!
//! ```
//! use proptest::prelude::*;
//!
//! proptest!(|(a in prop::bool::ANY, b in prop::bool::weighted(0.1))| prop_assert_eq!(a & b, b & a));
//! ```

use crate::{drawn::draws, strategy::ValueTree};
use disprove::__private::choose_bool;

/// `true` or `false`. In disprove: `any::<bool>()`.
#[derive(Clone, Copy, Debug)]
#[must_use = "strategies do nothing unless used"]
pub struct Any(());

/// `true` or `false`. In disprove: `any::<bool>()`.
pub const ANY: Any = Any(());

/// `true` with a probability: see [`weighted`]. In disprove: `one_of![9 => just(false), 1 => just(true)]`.
#[derive(Clone, Copy, Debug)]
#[must_use = "strategies do nothing unless used"]
pub struct Weighted(f64);

/// `true` with this probability. In disprove: `one_of![9 => just(false), 1 => just(true)]`.
///
/// ```
/// use proptest::prelude::*;
///
/// proptest!(|(bit in prop::bool::weighted(1.0))| prop_assert!(bit));
/// ```
pub fn weighted(probability: f64) -> Weighted {
    Weighted(probability)
}

/// A probability as a share of `2^64`.
pub(crate) fn threshold(probability: f64) -> u64 {
    // A cast saturates.
    (probability * 2f64.powi(64)) as u64
}

/// A boolean that was drawn. In disprove: none is needed.
#[derive(Clone, Copy, Debug)]
pub struct BoolValueTree(bool);

impl ValueTree for BoolValueTree {
    type Value = bool;

    fn current(&self) -> bool {
        self.0
    }
}

draws! {
    [] Any => bool, BoolValueTree: |_any, runner| runner.with(|src| choose_bool(src, 1 << 63));
    [] Weighted => bool, BoolValueTree: |share, runner| {
        runner.with(|src| choose_bool(src, threshold(share.0)))
    };
}
