//! The state of a hunt at a moment, as the dashboard shows it.

use crate::{
    coverage::LineTable,
    hunt::{Finding, row::Row},
    web::sample::Sample,
};
use std::{
    collections::BTreeSet,
    sync::{Arc, OnceLock},
};

/// The state of a hunt at a moment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Snapshot {
    /// The name of the workspace.
    pub(crate) name: String,
    pub(crate) seconds: f64,
    /// The seconds that the hunt lasts, if they are limited.
    pub(crate) limit: Option<f64>,
    pub(crate) jobs: usize,
    pub(crate) seed: u64,
    pub(crate) is_over: bool,
    pub(crate) properties: Vec<PropertyView>,
    pub(crate) workers: Vec<WorkerView>,
    /// With `--share`.
    pub(crate) fleet: Option<FleetView>,
    /// With the seconds after which they were found.
    pub(crate) findings: Vec<Arc<(f64, Finding)>>,
    /// The last messages, with the seconds after which they were printed.
    pub(crate) messages: Vec<Arc<(f64, String)>>,
}

/// A property.
#[derive(Clone, Debug, Default)]
pub(crate) struct PropertyView {
    pub(crate) row: Row,
    pub(crate) samples: Vec<Sample>,
    pub(crate) findings: usize,
    /// The numbers of the covered blocks, and how many blocks there are.
    pub(crate) covered: Arc<BTreeSet<u32>>,
    pub(crate) blocks: u32,
    pub(crate) lines: Lines,
    /// Whether the lines were read when this view was made.
    pub(crate) has_lines: bool,
}

/// The source lines of a test binary, or a sentence that says why they are unknown. A thread reads them once.
pub(crate) type Lines = Arc<OnceLock<Result<LineTable, String>>>;

impl PropertyView {
    /// Whether the page shows the same for both.
    pub(super) fn looks_like(&self, other: &PropertyView) -> bool {
        // Time passes for all of them.
        Row { seconds: other.row.seconds, ..self.row.clone() } == other.row
            && self.samples == other.samples
            && self.findings == other.findings
            && self.has_same_lines(other)
    }

    pub(super) fn has_same_lines(&self, other: &PropertyView) -> bool {
        Arc::ptr_eq(&self.covered, &other.covered)
            && Arc::ptr_eq(&self.lines, &other.lines)
            && self.has_lines == other.has_lines
            && self.blocks == other.blocks
    }
}

/// A worker process.
#[derive(Clone, Debug, Default)]
pub(crate) struct WorkerView {
    pub(crate) property: String,
    pub(crate) task: &'static str,
    pub(crate) seconds: f64,
    pub(crate) executions: u64,
    /// Resident memory in bytes, if it is known.
    pub(crate) memory: Option<u64>,
}

/// The hunts that share a server.
#[derive(Clone, Debug, Default)]
pub(crate) struct FleetView {
    pub(crate) url: String,
    pub(crate) is_connected: bool,
    /// How many hunts share.
    pub(crate) hubs: usize,
    /// The names of some of them, as on the server, and the seconds since each was last seen.
    pub(crate) machines: Vec<(String, u64)>,
    /// Failures of other machines that wait to be tried here, and those that others reduce.
    pub(crate) waiting: usize,
    pub(crate) elsewhere: usize,
}
