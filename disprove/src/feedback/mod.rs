//! What a case reports: outcome, branch distance, scores, labels, notes, observations.

mod current;
mod distance;
pub mod expanded;
mod history;
mod macros;
mod measure;
mod outcome;
mod probe;
mod record;
mod score;

pub(crate) use current::{
    FUNCTION, Recording, Signals, TranscriptLine, clear_distance, clear_feedback, has_feedback,
    is_rejected, keep_distance, put_feedback, record_call, start_transcript, stream_transcript,
    take_distance, take_feedback, take_rejection_place, take_thread_feedback, take_transcript,
    without_transcript,
};
pub use current::{
    cover, held, is_seeding, is_transcribing, label, note, observe, record_step, reject, rejected,
    restart, seed, seed_any, site, target, unheld, unmet,
};
pub use history::{Best, Buckets, History, Union};
pub use history::{ErasedHistory, erase};
pub use measure::Measure;
pub use outcome::{IntoOutcome, Outcome};
pub(crate) use outcome::{Kind, RETURNED_ERROR};
pub use record::Step;
pub(crate) use record::{
    BranchDistance, Covered, ErasedObservation, Feedback, ThreadFeedback, Transcript, is_same_name,
};
pub use score::IntoScore;

#[cfg(test)]
mod tests;
