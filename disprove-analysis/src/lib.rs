//! Classifies what property tests assert, and measures how many bugs they find.
//!
//! A front end parses a language and lowers the property tests of a file to [`ir`]. The engine follows the influence of
//! generated values through each test and assigns categories to every assertion.

#![warn(rustdoc::all)]

pub mod counter;
pub mod definition;
pub mod engine;
pub mod ir;
pub mod label;
mod lines;
#[cfg(feature = "python")]
pub mod python;
pub mod rust;
pub mod statistics;
