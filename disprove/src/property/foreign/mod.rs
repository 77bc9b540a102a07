//! Properties that are written for other libraries.

mod case_source;
mod name;

pub use case_source::{CaseSource, lend, run_without_draws};
pub use name::TestName;

/// Tells the tool that any test of this binary may have properties in it.
pub const ANY_TEST: &str = "\x01disprove:*\x01";
