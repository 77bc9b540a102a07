//! Tests that are written for [quickcheck](https://docs.rs/quickcheck) 1.x, run by [`disprove`].
//!
//! Change one line of `Cargo.toml`, and leave the tests as they are:
//!
//! ```toml
//! [dev-dependencies]
//! quickcheck = { package = "disprove-quickcheck", version = "0.1" }
//! ```
//!
//! ```
//! use quickcheck::quickcheck;
//!
//! # /*
//! #[test]
//! # */
//! fn splitting_keeps_every_byte() {
//!     fn property(bytes: Vec<u8>, at: usize) -> bool {
//!         let (before, after) = bytes.split_at(at % (bytes.len() + 1));
//!         [before, after].concat() == bytes
//!     }
//!     quickcheck(property as fn(Vec<u8>, usize) -> bool);
//! }
//! # splitting_keeps_every_byte();
//! ```
//!
//! Each test is then a property like any other. Its inputs come from the distributions of disprove. A failing input
//! is reduced by its choices, whether or not the type implements `shrink`, and is stored and run first the next time.
//! The report has a replay token, and `cargo disprove hunt` searches on. `#[quickcheck]` of the crate
//! `quickcheck_macros` works as it is.
//!
//! | here | in a `#[property]` of disprove |
//! |---|---|
//! | [`quickcheck!`], [`quickcheck()`], [`QuickCheck`] | `#[property]`, `check(..).assert(..)` |
//! | [`Arbitrary`] | `#[derive(Arbitrary)]`, or a function of `&mut Source` |
//! | [`Gen`] | `Source` |
//! | [`TestResult`] | `Outcome`, `assume!` |
//! | [`Testable`] | what a property may return |
//!
//! # What is different
//!
//! * `shrink` is never called by a run. It exists, since tests may call it.
//! * `Gen::new` inside of `arbitrary` draws from the case that is being generated, so that the case can be replayed and
//!   reduced. Inside of a property it starts from a fixed seed, for the same reason.
//! * The seed of `Gen::from_size_and_seed` gives other values than in quickcheck.
//! * The number of tests is 100, as in quickcheck. `QUICKCHECK_TESTS`, `QUICKCHECK_MAX_TESTS`,
//!   `QUICKCHECK_GENERATOR_SIZE` and `QUICKCHECK_MIN_TESTS_PASSED` work. So do `DISPROVE_*` and `disprove.toml`.
//! * Parts of quickcheck 0.9 and older are missing: the trait `Gen`, `StdGen`, `StdThreadGen`, the `rand` that they
//!   re-export, `QuickCheck::with_gen` and `quickcheck::unimplemented`. Port these to 1.x first.
//!
//! ```compile_fail,E0404
//! // `Gen` was a trait in quickcheck 0.9.
//! fn arbitrary<G: quickcheck::Gen>(g: &mut G) {}
//! ```

#![deny(missing_docs)]
#![warn(rustdoc::all)]

mod arbitrary;
mod generation;
mod no_shrink;
mod result;
mod shrink;
mod testable;
mod tester;

pub use arbitrary::Arbitrary;
pub use generation::Gen;
pub use no_shrink::NoShrink;
pub use result::TestResult;
pub use shrink::{empty_shrinker, single_shrinker};
pub use testable::Testable;
pub use tester::{QuickCheck, quickcheck};

/// Tests each of the functions as a property.
///
/// In disprove: `#[property]` on each function.
///
/// ```
/// quickcheck::quickcheck! {
///     fn reversed_twice(xs: Vec<u32>) -> bool {
///         let twice: Vec<u32> = xs.iter().rev().rev().copied().collect();
///         twice == xs
///     }
/// }
/// # fn main() {}
/// ```
#[macro_export]
macro_rules! quickcheck {
    (@as_items $($item:item)*) => ($($item)*);
    {
        $(
            $(#[$meta:meta])*
            fn $name:ident($($argument:ident : $type:ty),* $(,)?) -> $result:ty {
                $($code:tt)*
            }
        )*
    } => (
        $crate::quickcheck! {
            @as_items
            $(
                #[test]
                $(#[$meta])*
                fn $name() {
                    fn property($($argument: $type),*) -> $result {
                        $($code)*
                    }
                    const NAMES: &[&str] = &[$(stringify!($argument)),*];
                    const ATTRIBUTES: &[&str] = &[$(stringify!($meta)),*];
                    let property = property as fn($($type),*) -> $result;
                    $crate::__private::quickcheck_named(property, NAMES, ATTRIBUTES);
                }
            )*
        }
    )
}

/// For the macros of this crate.
#[doc(hidden)]
pub mod __private {
    pub use crate::tester::quickcheck_named;
}
