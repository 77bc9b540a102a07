//! What tests use most: `use proptest::prelude::*;`.
//!
//! In disprove: `use disprove::prelude::*;`.
//!
//! ```
//! use proptest::prelude::*;
//!
//! proptest!(|(xs in prop::collection::vec(any::<u8>(), 0..9))| prop_assert!(xs.len() < 9));
//! ```

pub use crate::{
    arbitrary::{Arbitrary, any, any_with},
    prop_assert, prop_assert_eq, prop_assert_ne, prop_assume, prop_compose, prop_oneof, proptest,
    strategy::{BoxedStrategy, Just, SBoxedStrategy, Strategy},
    test_runner::{Config as ProptestConfig, ProptestResultExt, TestCaseError},
};
#[allow(deprecated, reason = "code for older versions of rand names it")]
pub use rand::rand_core::RngCore;
pub use rand::{Rng, RngExt};

/// All modules of this crate, so that `prop::collection::vec` works without another import.
pub mod prop {
    pub use crate::{
        arbitrary, array, bits, bool, char, collection, num, option, result, sample, strategy,
        string, test_runner, tuple,
    };
}
