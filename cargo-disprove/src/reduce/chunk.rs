//! Removes single bytes.

use super::edit::{Edit, EditSet};

/// An edit for each byte.
pub(super) fn bytes(text: &[u8]) -> EditSet {
    let edits = (0..text.len()).map(|at| Edit::cut(at..at + 1)).collect();
    EditSet { edits, fillers: Vec::new() }
}
