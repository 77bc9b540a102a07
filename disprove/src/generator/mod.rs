//! Values out of a `Source`. Written once; the mode is the source's affair.

mod arbitrary;
mod array;
mod boolean;
mod boxed;
mod bytes;
mod character;
mod collection;
mod encode;
mod filter;
mod float;
mod generator;
mod integer;
mod just;
mod length;
mod map;
mod neighbour;
mod one_of;
mod option;
mod pick;
mod range;
mod recursive;
mod regex;
mod shape;
mod standard;
mod text;
mod then;
mod tuple;
mod unique;

pub use arbitrary::{Any, Arbitrary, any};
pub use array::{Arrays, array};
pub use boxed::Boxed;
pub use bytes::{ByteStrings, bytes};
pub use character::{Chars, chars};
pub use collection::{Vecs, vec};
pub use encode::Encoder;
pub use filter::Filter;
pub use float::{Float, float};
pub use generator::{ByRef, Generator, IntoGenerator};
pub use integer::{Int, int};
pub use just::{Just, just};
pub use length::IntoLength;
pub use map::{Map, MapWith};
pub use neighbour::Neighbour;
pub use one_of::{Alternative, OneOf};
pub use option::{Options, Results, option, result};
pub use pick::{Index, Sample, Shuffle, Subsequence, index, sample, shuffle, subsequence};
pub use range::{Ranged, Ranges};
pub use recursive::{Lazy, Recursive, lazy, recursive};
pub use regex::{Regex, regex};
pub use shape::{
    Shape, ShapeCell, TypeNumber, Types, encode_structure, encode_variant, structure, variant,
};
pub use text::{Texts, text};
pub use then::Then;
pub use tuple::Tuple;
pub use unique::{Maps, Sets, UniqueVecs, hash_map, hash_set, map, set};
