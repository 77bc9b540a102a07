//! A file as bytes.

use super::edit::{Edit, Level};

/// Takes out bytes one by one.
pub(super) fn bytes(text: &[u8]) -> Level {
    let edits = (0..text.len()).map(|at| Edit::cut(at..at + 1)).collect();
    Level { edits, fillers: Vec::new() }
}
