//! What one run told us: its outcome, and what it said about itself on the way.

mod current;
mod history;
mod measure;
mod miss;
pub mod near;
mod outcome;
mod probe;
mod remarks;
mod score;
mod verbs;

pub(crate) use current::{
    Listening, Signals, Spoken, forget_miss, forget_remarks, is_rejected, keep_miss, keep_told,
    take_remarks, take_told, tell_aloud, untold,
};
pub use current::{
    cover, held, is_telling, label, note, observe, reject, rejected, restart, site, target, tell,
    unmet,
};
pub use history::{Best, Buckets, History, Union};
pub(crate) use history::{Hearing, hearing};
pub use measure::Measure;
pub use outcome::{IntoOutcome, Outcome};
pub(crate) use outcome::{Kind, RETURNED_ERROR};
pub use remarks::Step;
pub(crate) use remarks::{Covered, Missed, Observed, Remarks, Told, is_same_name};
pub use score::IntoScore;

#[cfg(test)]
mod tests;
