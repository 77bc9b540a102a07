//! Tests that are written for [proptest](https://docs.rs/proptest) 1.x, run by [`disprove`].
//!
//! Change one line of `Cargo.toml`, and leave the tests as they are:
//!
//! ```toml
//! [dev-dependencies]
//! proptest = { package = "disprove-proptest", version = "0.1" }
//! ```
//!
//! ```
//! use proptest::prelude::*;
//!
//! proptest! {
//!     # /*
//!     #[test]
//!     # */
//!     fn sorting_keeps_the_length(xs in prop::collection::vec(any::<u32>(), 0..20)) {
//!         let mut sorted = xs.clone();
//!         sorted.sort();
//!         prop_assert_eq!(sorted.len(), xs.len());
//!     }
//! }
//! # sorting_keeps_the_length();
//! ```
//!
//! Each test is then a property like any other. Its inputs come from the distributions of disprove. A failing input is
//! reduced by its choices, whatever its strategy is, and is stored and run first the next time. The report has a replay
//! token, and `cargo disprove hunt` searches on. The derive macros of `proptest-derive` and `test-strategy` work as they
//! are; for `proptest-state-machine` there is `disprove-proptest-state-machine`. A `#[property]` beside these tests draws
//! from a strategy with [`from_proptest`].
//!
//! | here | in a `#[property]` of disprove |
//! |---|---|
//! | [`proptest!`] | `#[property]`, `check(..).assert(..)` |
//! | [`Strategy`](strategy::Strategy) | `Generator`, or a function of `&mut Source` |
//! | [`Arbitrary`](arbitrary::Arbitrary) | `#[derive(Arbitrary)]` |
//! | [`prop_assert!`], [`prop_assume!`] | `assert!`, `assume!` |
//! | [`prop_oneof!`], [`prop_compose!`] | `one_of!`, a function of `&mut Source` |
//! | [`Config`](test_runner::Config) | `#[property(..)]`, `disprove.toml`, `DISPROVE_*` |
//! | [`TestRunner`](test_runner::TestRunner) | `Source`, `check(..)` |
//!
//! # What is different
//!
//! * A run never calls `simplify` and `complicate` of a value tree. The trees of this crate return `false`; those of your
//!   own are used by `TestRunner::run_one` only.
//! * `runner.rng()` draws choices of the case, so strategies of your own are replayed and reduced as well.
//! * A `TestRunner` that a strategy makes draws from the case that is being generated. One that a test makes starts from
//!   a fixed seed, so that the test is the same when it runs again.
//! * The condition of [`prop_assume!`] guides the search: inputs that nearly meet it are mutated.
//! * A filter rejects the case after 64 values that it refused. A run gives up after 100 inputs for each case.
//! * Seeds give other values than in proptest, and the seeds in `proptest-regressions` cannot be replayed.
//! * `fork` and `timeout` run the test in another process, as `isolate` does.
//! * [`TestRng`](test_runner::TestRng) implements the traits of rand 0.10, as in proptest 1.12.
//!
//! # What is not supported
//!
//! * `RngAlgorithm::PassThrough`, and patterns of bytes that are not UTF-8.
//! * `arbitrary::functor`, `bits::VarBitSet`, and `range_subset`: [`sample::subsequence`] takes a list instead.
//! * `char::DEFAULT_SPECIAL_CHARS`, `char::DEFAULT_PREFERRED_RANGES`, `strategy::float_to_weight`,
//!   `strategy::LazyValueTree`, and the methods of `Fuse` that allow or forbid steps.
//! * `any` for these types of the standard library: iterators, those of `std::io`, `std::env`, `std::fs` and
//!   `std::thread`, channels, `Barrier`, `Condvar`, `Once`, `AssertUnwindSafe`, `Discriminant`, and errors except
//!   `fmt::Error`, `ParseIntError` and `ParseFloatError`.
//! * What the features `hardware-rng` and `unstable` add, such as `f16`, and the crate without `std`.

#![deny(missing_docs)]
#![warn(rustdoc::all)]
// docs.rs shows the feature that an item needs.
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod arbitrary;
pub mod array;
pub mod bits;
pub mod bool;
pub mod char;
pub mod collection;
mod drawn;
mod generator;
mod macros;
mod nested;
pub mod num;
pub mod option;
pub mod path;
pub mod prelude;
mod property;
pub mod result;
pub mod sample;
pub mod strategy;
pub mod string;
mod subset;
#[cfg(feature = "attr-macro")]
#[doc(hidden)]
pub mod sugar;
pub mod test_runner;
pub mod tuple;

pub use generator::{FromProptest, from_proptest};
#[cfg(feature = "attr-macro")]
pub use proptest_macro::property_test;

/// For the macros of this crate, and for the crates beside it.
#[doc(hidden)]
pub mod __private {
    pub use crate::{
        nested::All,
        property::{Test, run_test, without_fork},
    };
    pub use ::disprove::{__held as held, __private as disprove};
    pub use std::{format, sync::Arc, vec};
}
