//! What one run told us: its outcome, and what it said about itself on the way.

mod current;
mod history;
mod outcome;
mod score;
mod verbs;

pub(crate) use current::{
    Listening, Observed, keep_notes, keep_observations, observing, take_notes, take_rejected,
};
pub use current::{is_noting, label, note, observe, reject, rejected, target};
pub use history::History;
pub use outcome::{IntoOutcome, Outcome};
pub(crate) use outcome::{Kind, RETURNED_ERROR};
pub use score::IntoScore;
