//! Everything a test needs.
//!
//! ```
//! use disprove::prelude::*;
//!
//! #[property]
//! fn sorting_keeps_the_length(xs: Vec<u8>) {
//!     let mut sorted = xs.clone();
//!     sorted.sort();
//!     assert_eq!(sorted.len(), xs.len());
//! }
//! ```

pub use crate::{
    Arbitrary, Boxed, Db, Generator, History, IntoGenerator, IntoOutcome, Measure, Outcome, Report,
    Search, Source, Verdict, any, array, assume, bytes, chars, check, cover, float, fn_of,
    hash_map, hash_set, index, int, just, label, lazy, map, minimise, minimize, note, observe,
    one_of, option, property, recursive, regex, restart, result, sample, seed, set, shuffle,
    subsequence, target, text, vec, when,
};

// The attribute without the module of the same name.
pub use disprove_macros::trace;

#[cfg(feature = "arbitrary")]
pub use crate::from_arbitrary;
#[cfg(feature = "proptest")]
pub use crate::from_proptest;
#[cfg(feature = "quickcheck")]
pub use crate::from_quickcheck;
#[cfg(feature = "rand")]
pub use crate::from_rng;
