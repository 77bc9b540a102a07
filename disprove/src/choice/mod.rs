//! Choices: the decisions a generator makes, as a tree that can be stored, replayed and compared.
//!
//! A generator makes typed choices: booleans, integers, floats, strings and byte strings. The same choices always give
//! the same value. Searches propose [`Tree`]s of choices, the reducer makes them smaller, and replay tokens and databases
//! store them. Tests rarely need this module. Use it to implement a [`Database`](crate::Database), or to inspect what a
//! generator drew:
//!
//! ```
//! use disprove::{choice::{Kind, Value}, prelude::*};
//!
//! let tree = vec(0..10u8).encode(&vec![7]).expect("7 is below 10");
//! // Continue, 7, stop.
//! assert_eq!(tree.len(), 3);
//! assert_eq!(tree.value(0), Value::Bool(true));
//! assert_eq!(tree.bounds(1).kind(), Kind::Integer);
//! assert_eq!(tree.value(1), Value::Integer(7u128.into()));
//! ```

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
mod structured;
mod tree;

pub use alphabet::Alphabet;
pub use bounds::{Bounds, IntegerBounds, Kind, Value};
pub(crate) use bounds::{conform_text, simplest_text};
pub use codec::DecodeError;
pub(crate) use codec::{from_base64, to_base64};
pub(crate) use float::{conform as conform_float, next_up, simplest as simplest_float};
pub(crate) use label::Label;
pub use number::Number;
pub(crate) use splice::{Part, Piece};
pub use tree::Tree;
pub(crate) use tree::{Choice, Span};
