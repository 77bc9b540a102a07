//! Generators: the types behind the functions and methods at the root of the crate.
//!
//! Tests rarely name these types. Name them to return a generator from a function, or to store one in a struct;
//! [`Boxed`] is often enough for that.
//!
//! ```
//! use disprove::{
//!     generator::{Any, Ranges, Vecs},
//!     prelude::*,
//! };
//!
//! struct Limits {
//!     ports: Ranges<u16>,
//!     payload: Vecs<Any<u8>>,
//! }
//!
//! let limits = Limits { ports: int(1_024..), payload: vec(any::<u8>()).len(..=16) };
//! let report = check((limits.ports, limits.payload)).run(|(port, payload)| {
//!     port >= 1_024 && payload.len() <= 16
//! });
//! assert!(report.failures().is_empty());
//! ```
//!
//! | to generate | function or method | type |
//! |---|---|---|
//! | any value of a type | [`any`] | [`Any`] |
//! | one fixed value | [`just`] | [`Just`] |
//! | numbers and characters of a range | a range, [`int`], [`float`] | [`Ranges`] |
//! | characters | [`chars`] | [`Chars`] |
//! | strings | [`text`], [`regex`] | [`Strings`], [`Regex`] |
//! | byte strings | [`bytes`] | [`ByteStrings`] |
//! | lists | [`vec()`], [`Vecs::unique`] | [`Vecs`], [`UniqueVecs`] |
//! | sets and maps | [`set`], [`hash_set`], [`map()`], [`hash_map`] | [`Sets`], [`Maps`] |
//! | arrays | [`array()`], an array of generators | [`Arrays`], [`EachOf`] |
//! | tuples | a tuple of generators | [`Tuple`] |
//! | `Option` and `Result` | [`option`], [`result`] | [`Options`], [`Results`] |
//! | elements and indices of a slice | [`sample`], [`index`], [`subsequence`], [`shuffle`] | [`Sample`], [`Index`], [`Subsequence`], [`Shuffle`] |
//! | one of several alternatives | [`one_of!`](crate::one_of) | [`OneOf`] |
//! | pure functions | [`fn_of`] | [`FnOf`], [`Function`] |
//! | recursive values | [`recursive`], [`lazy`] | [`Recursive`], [`Lazy`] |
//! | values of a type of another crate | [`remote`] | [`Remote`] |
//! | values computed from others | [`Generator::map`], [`Generator::map_with`], [`Generator::then`] | [`Map`], [`MapWith`], [`Then`] |
//! | values that meet a condition | [`Generator::filter`] | [`Filter`] |
//! | values with a custom mutator | [`Generator::neighbor`] | [`Neighbor`] |
//! | values of a shared generator | [`Generator::boxed`], [`Generator::by_ref`] | [`Boxed`], [`ByRef`] |
//!
//! The argument of a method `len(..)` is a number or a range: [`IntoLength`]. [`Ranged`], [`Int`] and [`Float`] are the types
//! whose ranges are generators.

// Unit tests of all modules use patterns, so `cfg(test)` includes them; doc tests and integration tests see the feature.

mod arbitrary;
mod argument_hash;
mod array;
mod boolean;
mod bytes;
mod call_log;
mod character;
mod collection;
mod combinator;
mod encode;
mod filter;
mod float;
mod function;
mod integer;
mod just;
mod length;
mod map;
mod neighbor;
#[cfg(not(any(feature = "regex", test)))]
mod no_regex;
mod one_of;
mod option;
mod pick;
mod range;
mod recursive;
#[cfg(any(feature = "regex", test))]
mod regex;
mod remote;
mod sealed;
mod shape;
mod standard;
mod string;
mod then;
mod traits;
mod tuple;
mod types;
mod unique;

pub use arbitrary::{Any, Arbitrary, any};
pub use array::{Arrays, EachOf, array};
pub use bytes::{ByteStrings, bytes};
pub(crate) use call_log::{start_call_log, take_call_log};
pub use character::{Chars, chars};
pub use collection::{Vecs, vec};
pub use combinator::{Filter, Map, MapWith, Neighbor, Then};
pub use encode::Encoder;
pub use float::{Float, FloatRange, float};
pub use function::{FnOf, Function, fn_of};
pub use integer::{Int, IntRange, int};
pub use just::{Just, just};
pub use length::IntoLength;
#[cfg(not(any(feature = "regex", test)))]
pub use no_regex::{Regex, RegexFeature, regex};
pub use one_of::OneOf;
pub use option::{Options, Results, option, result};
pub use pick::{Index, Sample, Shuffle, Subsequence, index, sample, shuffle, subsequence};
pub use range::{Ranged, Ranges};
pub use recursive::{Lazy, Recursive, lazy, recursive};
#[cfg(any(feature = "regex", test))]
pub use regex::{Regex, regex};
pub use remote::{Mirror, Remote, remote};
#[cfg(feature = "indexmap")]
pub(crate) use standard::encode_items;
#[cfg(feature = "smallvec")]
pub(crate) use standard::encode_list;
pub use string::{Strings, text};
pub use traits::{Boxed, ByRef, Generator, IntoGenerator};
pub use tuple::Tuple;
#[cfg(feature = "indexmap")]
pub(crate) use unique::collect_distinct;
pub use unique::{Maps, Sets, UniqueVecs, hash_map, hash_set, map, set};

// Used by the expansion of macros, through `disprove::__private`.
#[doc(hidden)]
pub use one_of::Alternative;
#[doc(hidden)]
pub use shape::{Shape, ShapeCell, encode_structure, encode_variant, structure, variant};
#[doc(hidden)]
pub use types::{TypeNumber, Types};
