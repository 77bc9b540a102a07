//! Typed choices, their bounds, the span tree over them, their order, and their bytes on disk.

mod alphabet;
mod bounds;
mod bytestring;
mod codec;
mod edit;
mod float;
mod label;
mod number;
mod order;
pub(crate) mod predefined;
pub(crate) mod site;
mod splice;
mod tree;

pub(crate) use alphabet::Alphabet;
pub use bounds::{Bounds, Kind, Value};
pub(crate) use bounds::{IntegerBounds, conform_text, simplest_text};
pub use codec::DecodeError;
pub(crate) use float::{conform as conform_float, simplest as simplest_float};
pub(crate) use label::Label;
pub use number::Number;
pub(crate) use splice::{Part, Piece};
pub use tree::Tree;
pub(crate) use tree::{Choice, Span};
