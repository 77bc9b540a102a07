//! The traces of threads that join a recording.

use super::execution::Trace;
use crate::argsort::argsort;
use std::{
    mem,
    sync::{Arc, Mutex, PoisonError},
};

/// The traces of finished threads, each with the number of its handle.
pub(super) type Handed = Mutex<Vec<(u32, Trace)>>;

/// The threads that join a recording.
#[derive(Debug, Default)]
pub(super) struct Children {
    pub(super) handed: Arc<Handed>,
    /// Number of handles so far.
    pub(super) handles: u32,
}

impl Children {
    /// The traces so far, in the order of the handles. Later ones are lost.
    pub(super) fn joined(self) -> Vec<Trace> {
        let mut handed =
            mem::take(&mut *self.handed.lock().unwrap_or_else(PoisonError::into_inner));
        let order = argsort(handed.len(), &|a, b| handed[a].0.cmp(&handed[b].0));
        order.into_iter().map(|index| mem::take(&mut handed[index].1)).collect()
    }
}
