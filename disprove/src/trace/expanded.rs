//! What `#[trace]` expands to.

pub use super::{
    decision::{Least, Rounds, leaf, leave, mark, measured, missed, short, tail},
    flip::Relation,
    probe::{
        Compared, LeftOperand, MatchValue, NoteKnown, NoteUnknown, QuestionMark, Remaining, no_copy,
    },
    recording::{branch, decided, hit, is_recording, place, wanted},
    view::View,
};
