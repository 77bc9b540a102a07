//! What `#[trace]` expands to.

pub use super::{
    probe::{Compared, LeftOperand, MatchValue, NoteKnown, NoteUnknown, QuestionMark, no_copy},
    recording::{branch, decided, hit, is_recording, place, wanted},
    view::View,
};
