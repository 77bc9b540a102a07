//! Strategies: how values are drawn.
//!
//! In disprove: generators, which are functions of a `Source`.
//!
//! ```
//! use proptest::prelude::*;
//!
//! let even = (0..50u8).prop_map(|n| n * 2);
//! proptest!(|(n in even)| prop_assert_eq!(n % 2, 0));
//! ```

mod boxed;
mod filter;
mod flatten;
mod just;
mod map;
mod no_shrink;
mod recursive;
mod shuffle;
pub mod statics;
mod traits;
mod union;

pub use boxed::{BoxedStrategy, SBoxedStrategy};
pub use filter::{Filter, FilterMap, FilterMapValueTree};
pub use flatten::{Flatten, FlattenValueTree, IndFlatten, IndFlattenMap};
pub use just::{Just, LazyJust, LazyJustFn};
pub use map::{Map, MapInto, Perturb, PerturbValueTree};
pub use no_shrink::{Fuse, NoShrink};
pub use recursive::Recursive;
pub use shuffle::{Shuffle, ShuffleValueTree, Shuffleable};
pub use traits::{CheckStrategySanityOptions, NewTree, Strategy, ValueTree, check_strategy_sanity};
pub use union::{TupleUnion, TupleUnionValueTree, Union, UnionValueTree, W, WA};
