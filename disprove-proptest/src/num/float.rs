//! Floats by class: `num::f64::NORMAL | num::f64::ZERO`.

use crate::test_runner::TestRunner;
use disprove::{
    __private::{Weights, choose_branch, choose_weighted},
    IntoGenerator,
};

const POSITIVE: u32 = 1;
const NEGATIVE: u32 = 1 << 1;
const NORMAL: u32 = 1 << 2;
const SUBNORMAL: u32 = 1 << 3;
const ZERO: u32 = 1 << 4;
const INFINITE: u32 = 1 << 5;
const QUIET_NAN: u32 = 1 << 6;
const SIGNALING_NAN: u32 = 1 << 7;
const SIGNS: u32 = POSITIVE | NEGATIVE;
/// All classes but signaling NaN, as in proptest.
const ANY: u32 = SIGNS | NORMAL | SUBNORMAL | ZERO | INFINITE | QUIET_NAN;

/// The classes, the simplest first, with their weights in proptest.
const CLASSES: [(u32, u32); 6] =
    [(ZERO, 4), (NORMAL, 20), (SUBNORMAL, 3), (INFINITE, 2), (QUIET_NAN, 1), (SIGNALING_NAN, 1)];

/// The sign and class of the next float: one of those that are allowed.
fn class(runner: &mut TestRunner, allowed: u32) -> (bool, u32) {
    let mut possible = Vec::new();
    let mut weights = Vec::new();
    for (class, weight) in CLASSES {
        if allowed & class != 0 {
            possible.push(class);
            weights.push(weight);
        }
    }
    // Without a class, floats are normal; without a sign, they are positive.
    let class = match possible.len() {
        0 => NORMAL,
        1 => possible[0],
        count => {
            let weights = Weights::new(&weights, &vec![false; count]);
            possible[runner.with(|src| choose_weighted(src, &weights)) as usize]
        }
    };
    let is_negative = match allowed & SIGNS {
        NEGATIVE => true,
        SIGNS => runner.with(|src| choose_branch(src, 2)) == 1,
        _ => false,
    };
    (is_negative, class)
}

macro_rules! floats {
    ($($type:ident, $bits:ident, $quiet:expr, $signaling:expr;)*) => {$(
        /// Floats of the type of the same name, by class.
        ///
        /// In disprove: ranges, and `any`.
        #[doc = concat!("\n```\nuse proptest::prelude::*;\n\nproptest!(|(x in prop::num::", stringify!($type), "::NORMAL)| prop_assert!(x.is_normal() && x > 0.0));\n```")]
        pub mod $type {
            use super::IntoGenerator;
            use crate::{drawn::draws, num::ranges, strategy::ValueTree, test_runner::TestRunner};
            use std::ops::{BitOr, BitOrAssign};

            /// Floats of some classes, joined by `|`. In disprove: ranges, and `any`.
            #[derive(Clone, Copy, Debug)]
            #[must_use = "strategies do nothing unless used"]
            pub struct Any(u32);

            /// Positive floats. In disprove: `0.0..`.
            pub const POSITIVE: Any = Any(super::POSITIVE);
            /// Negative floats. In disprove: `..=0.0`.
            pub const NEGATIVE: Any = Any(super::NEGATIVE);
            /// Normal floats. In disprove: `any` with `.filter(..)`.
            pub const NORMAL: Any = Any(super::NORMAL);
            /// Subnormal floats. In disprove: `any` with `.filter(..)`.
            pub const SUBNORMAL: Any = Any(super::SUBNORMAL);
            /// Zero. In disprove: `just(0.0)`.
            pub const ZERO: Any = Any(super::ZERO);
            /// Infinity. In disprove: `just(f64::INFINITY)`.
            pub const INFINITE: Any = Any(super::INFINITE);
            /// Quiet NaN. In disprove: `just(f64::NAN)`.
            pub const QUIET_NAN: Any = Any(super::QUIET_NAN);
            /// Signaling NaN. In disprove: `just` with its bits.
            pub const SIGNALING_NAN: Any = Any(super::SIGNALING_NAN);
            /// All classes but signaling NaN. In disprove: `any`.
            pub const ANY: Any = Any(super::ANY);

            impl BitOr for Any {
                type Output = Any;

                fn bitor(self, other: Any) -> Any {
                    Any(self.0 | other.0)
                }
            }

            impl BitOrAssign for Any {
                fn bitor_assign(&mut self, other: Any) {
                    self.0 |= other.0;
                }
            }

            /// A float that was drawn. In disprove: none is needed.
            #[derive(Clone, Copy, Debug)]
            pub struct BinarySearch($type);

            impl BinarySearch {
                /// This float. In disprove: none is needed.
                pub fn new(start: $type) -> BinarySearch {
                    BinarySearch(start)
                }
            }

            impl ValueTree for BinarySearch {
                type Value = $type;

                fn current(&self) -> $type {
                    self.0
                }
            }

            fn draw(allowed: u32, runner: &mut TestRunner) -> $type {
                let (is_negative, class) = super::class(runner, allowed);
                let size = match class {
                    super::ZERO => 0.0,
                    super::NORMAL => {
                        runner.draw(&($type::MIN_POSITIVE..=$type::MAX).into_generator())
                    }
                    super::SUBNORMAL => $type::from_bits(
                        runner.draw(&(1..$type::MIN_POSITIVE.to_bits()).into_generator()),
                    ),
                    super::INFINITE => $type::INFINITY,
                    super::QUIET_NAN => $type::from_bits($quiet),
                    _ => $type::from_bits($signaling),
                };
                if is_negative { -size } else { size }
            }

            draws! {
                [] Any => $type, BinarySearch: |any, runner| draw(any.0, runner);
            }

            ranges!($type, BinarySearch);
        }
    )*};
}

floats! {
    f32, u32, 0x7fc0_0000, 0x7f80_0001;
    f64, u64, 0x7ff8_0000_0000_0000, 0x7ff0_0000_0000_0001;
}
