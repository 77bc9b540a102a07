//! `Result`.
//!
//! In disprove: `result(..)`.
//!
//! ```
//! use proptest::{prelude::*, result::maybe_ok};
//!
//! proptest!(|(read in maybe_ok(0..10u8, "[a-z]+"))| match read {
//!     Ok(n) => prop_assert!(n < 10),
//!     Err(why) => prop_assert!(!why.is_empty()),
//! });
//! ```

pub use crate::option::{Probability, prob};

use crate::{
    bool::threshold,
    strategy::{NewTree, Strategy, ValueTree},
    test_runner::{Reason, TestRunner},
};
use disprove::__private::choose_bool;
use std::{
    any::type_name,
    fmt::{self, Debug},
};

macro_rules! results {
    ($($strategy:ident, $tree:ident, $plain:ident, $weighted:ident, $simplest:literal, $errors:literal;)*) => {$(
        #[doc = concat!("`Ok` or `Err`, of which `", $simplest, "` is simpler. In disprove: `result(..)`.")]
        #[derive(Clone, Debug)]
        #[must_use = "strategies do nothing unless used"]
        pub struct $strategy<T: Strategy, E: Strategy> {
            ok: T,
            err: E,
            /// The share of the one that is not the simplest.
            threshold: u64,
        }

        /// A `Result` that was drawn. In disprove: none is needed.
        pub struct $tree<T: Strategy, E: Strategy>(Result<T::Tree, E::Tree>);

        impl<T: Strategy<Tree: Clone>, E: Strategy<Tree: Clone>> Clone for $tree<T, E> {
            fn clone(&self) -> $tree<T, E> {
                $tree(self.0.clone())
            }
        }

        impl<T: Strategy<Tree: Debug>, E: Strategy<Tree: Debug>> Debug for $tree<T, E> {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.debug_tuple(stringify!($tree)).field(&self.0).finish()
            }
        }

        impl<T: Strategy, E: Strategy> ValueTree for $tree<T, E> {
            type Value = Result<T::Value, E::Value>;

            fn current(&self) -> Self::Value {
                match &self.0 {
                    Ok(tree) => Ok(tree.current()),
                    Err(tree) => Err(tree.current()),
                }
            }
        }

        impl<T: Strategy, E: Strategy> Strategy for $strategy<T, E> {
            type Tree = $tree<T, E>;
            type Value = Result<T::Value, E::Value>;

            fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
                runner.part(type_name::<Self>(), |runner| {
                    let is_other = runner.with(|src| choose_bool(src, self.threshold));
                    Ok($tree(if is_other == $errors {
                        Err(self.err.new_tree(runner)?)
                    } else {
                        Ok(self.ok.new_tree(runner)?)
                    }))
                })
            }

            fn new_value(&self, runner: &mut TestRunner) -> Result<Self::Value, Reason> {
                runner.part(type_name::<Self>(), |runner| {
                    let is_other = runner.with(|src| choose_bool(src, self.threshold));
                    Ok(if is_other == $errors {
                        Err(self.err.new_value(runner)?)
                    } else {
                        Ok(self.ok.new_value(runner)?)
                    })
                })
            }
        }

        #[doc = concat!("`Ok` or `Err`, of which `", $simplest, "` is simpler. In disprove: `result(..)`.\n")]
        #[doc = concat!("```\nuse proptest::prelude::*;\n\nproptest!(|(r in prop::result::", stringify!($plain), "(0..9, 0..5))| prop_assert!(r.is_ok() || r < Err(5)));\n```")]
        pub fn $plain<T: Strategy, E: Strategy>(t: T, e: E) -> $strategy<T, E> {
            $weighted(0.5, t, e)
        }

        /// The same with a probability of the first one in its name. In disprove: `result(..)`, `one_of!`.
        ///
        #[doc = concat!("```\nuse proptest::prelude::*;\n\nproptest!(|(r in prop::result::", stringify!($weighted), "(0.1, 0..9, 0..5))| prop_assert!(r.is_ok() || r < Err(5)));\n```\n")]
        /// # Panics
        /// If the probability is not between 0 and 1.
        #[track_caller]
        pub fn $weighted<T: Strategy, E: Strategy>(
            prob: impl Into<Probability>,
            t: T,
            e: E,
        ) -> $strategy<T, E> {
            let other = 1.0 - f64::from(prob.into());
            $strategy { ok: t, err: e, threshold: threshold(other) }
        }
    )*};
}

results! {
    MaybeOk, MaybeOkValueTree, maybe_ok, maybe_ok_weighted, "Ok", true;
    MaybeErr, MaybeErrValueTree, maybe_err, maybe_err_weighted, "Err", false;
}
