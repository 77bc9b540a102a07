//! wip
#![allow(dead_code, unused_imports)]
extern crate self as disprove;
mod choice;
mod corpus;
mod database;
mod execute;
mod feedback;
mod generate;
pub mod prelude;
mod property;
mod random;
mod reduce;
mod report;
mod runner;
mod search;
mod source;
pub use source::Source;
pub use generate::*;
pub use choice::{Tree};
pub use database::Db;
pub use feedback::{History, IntoOutcome, IntoScore, Outcome};
pub use runner::{Check, Failure, Report, Verdict, check};
pub use search::Search;
pub use disprove_macros::{Arbitrary, property};
#[doc(hidden)]
pub mod __private {
    pub use crate::{
        feedback::{IntoScore, is_noting, label, note, observe, reject, rejected, target},
        generate::{Alternative, OneOf, Shape, ShapeCell, TypeNumber, Types, encode_structure, encode_variant, structure, variant},
        property::{Property, Show, ShowDebug, ShowOpaque, encode_field, field, typed},
    };
}
