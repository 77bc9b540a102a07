//! What `#[trace]` expands to.

pub use super::{
    probe::{Compared, First, Known, Looked, Tried, Unknown, unseen},
    recording::{branch, decided, hit, is_recording, place, wanted},
    view::View,
};
