//! What `#[trace]` expands to.

pub use super::{
    probe::{Compared, First, Known, Looked, Tried, Unknown, unseen},
    recorder::{branch, hit, is_watching, place},
    view::View,
};
