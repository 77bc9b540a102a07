//! What property tests assert, and how much they find.
//!
//! A front end reads a language and lowers the property tests of a file to [`ir`]; the engine follows the influence of
//! generated values through each test, and gives every assertion its categories.

pub mod counter;
pub mod engine;
pub mod ir;
pub mod label;
mod lines;
#[cfg(feature = "python")]
pub mod python;
pub mod rust;
pub mod statistics;
