//! wip
#![allow(dead_code, unused_imports)]
mod choice;
mod generate;
mod random;
mod source;
pub use source::Source;
pub use generate::*;
#[doc(hidden)]
pub mod __private { pub use crate::generate::{OneOf, Alternative}; }
