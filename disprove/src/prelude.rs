//! What most tests need.
//!
//! ```
//! use disprove::prelude::*;
//!
//! let report = check(vec(any::<u8>())).run(|xs| {
//!     assume!(!xs.is_empty());
//!     let mut sorted = xs.clone();
//!     sorted.sort();
//!     assert_eq!(sorted.len(), xs.len());
//! });
//! assert_eq!(report.verdict(), Verdict::Passed);
//! ```
//!
//! It brings short names such as `map`, `set`, `result` and `index` into scope; an item of your module with the same name
//! takes precedence. Among others, it lacks [`Function`](crate::Function), [`remote`](crate::remote), [`reducer`](crate::reducer),
//! [`draw_with_seed`](crate::draw_with_seed), and the types that reports contain, apart from [`Verdict`].

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
