//! What `#[trace]` expands to.

pub use super::{
    probe::{Compared, First, Known, Looked, Tried, Unknown, unseen},
    recorder::{branch, decided, hit, is_watching, place, wanted},
    view::View,
};
