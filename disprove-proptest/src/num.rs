//! Numbers. The types of this module have the names of the number types: `num::u8::ANY`.
//!
//! In disprove: ranges, and `any::<u8>()`.
//!
//! ```
//! use proptest::{num, prelude::*};
//!
//! proptest!(|(n in num::i32::ANY, share in 0.0..1.0)| {
//!     prop_assert!(share < 1.0 && n.checked_abs() != Some(-1));
//! });
//! ```

mod float;

pub use float::{f32, f64};

use crate::test_runner::TestRunner;
use rand::{
    RngExt,
    distr::uniform::{SampleUniform, Uniform},
};

/// A uniform number between two. In disprove: `src.draw(low..=high)`.
///
/// ```
/// use proptest::{num::sample_uniform_incl, test_runner::TestRunner};
///
/// assert!(sample_uniform_incl(&mut TestRunner::default(), 1, 6) <= 6);
/// ```
///
/// # Panics
/// If `start` is above `end`.
#[track_caller]
pub fn sample_uniform_incl<X: SampleUniform>(run: &mut TestRunner, start: X, end: X) -> X {
    let between = Uniform::new_inclusive(start, end).expect("the range must not be empty");
    run.rng().sample(between)
}

/// The ranges that are strategies, and how a range of disprove is made of each.
macro_rules! ranges {
    ($type:ident, $tree:ident) => {
        $crate::drawn::draws! {
            [] ::std::ops::Range<$type> => $type, $tree: |range, runner| {
                assert!(range.start < range.end, "Invalid use of empty range {range:?}.");
                runner.draw(&range.clone().into_generator())
            };
            [] ::std::ops::RangeInclusive<$type> => $type, $tree: |range, runner| {
                assert!(!range.is_empty(), "Invalid use of empty range {range:?}.");
                runner.draw(&range.clone().into_generator())
            };
            [] ::std::ops::RangeFrom<$type> => $type, $tree: |range, runner| {
                runner.draw(&(range.start..=<$type>::MAX).into_generator())
            };
            [] ::std::ops::RangeTo<$type> => $type, $tree: |range, runner| {
                assert!(<$type>::MIN < range.end, "Invalid use of empty range {range:?}.");
                runner.draw(&(<$type>::MIN..range.end).into_generator())
            };
            [] ::std::ops::RangeToInclusive<$type> => $type, $tree: |range, runner| {
                runner.draw(&(<$type>::MIN..=range.end).into_generator())
            };
        }
    };
}

pub(crate) use ranges;

macro_rules! integers {
    ($($type:ident)*) => {$(
        /// Integers of the type of the same name.
        ///
        /// In disprove: ranges, and `any`.
        #[doc = concat!("\n```\nuse proptest::prelude::*;\n\nproptest!(|(n in prop::num::", stringify!($type), "::ANY)| prop_assert_eq!(n ^ n, 0));\n```")]
        pub mod $type {
            use crate::{drawn::draws, strategy::ValueTree};
            use disprove::{IntoGenerator, any};

            /// Any integer of the type. In disprove: `any`.
            #[derive(Clone, Copy, Debug)]
            #[must_use = "strategies do nothing unless used"]
            pub struct Any(());

            /// Any integer of the type. In disprove: `any`.
            pub const ANY: Any = Any(());

            /// An integer that was drawn. In disprove: none is needed.
            #[derive(Clone, Copy, Debug)]
            pub struct BinarySearch(pub(crate) $type);

            impl BinarySearch {
                /// This integer. In disprove: none is needed.
                pub fn new(start: $type) -> BinarySearch {
                    BinarySearch(start)
                }

                /// This integer. In disprove: none is needed.
                pub fn new_above(_: $type, start: $type) -> BinarySearch {
                    BinarySearch(start)
                }
            }

            impl ValueTree for BinarySearch {
                type Value = $type;

                fn current(&self) -> $type {
                    self.0
                }
            }

            draws! {
                [] Any => $type, BinarySearch: |_any, runner| runner.draw(&any::<$type>());
            }

            ranges!($type, BinarySearch);
        }
    )*};
}

integers! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
