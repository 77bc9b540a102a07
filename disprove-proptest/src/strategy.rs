//! Strategies: how values are drawn.
//!
//! In disprove: generators, which are functions of a `Source`.

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
