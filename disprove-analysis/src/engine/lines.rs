//! Lines and columns of places in a text.

use crate::ir::Span;

/// Where the lines of a text start.
pub(super) struct Lines {
    starts: Vec<u32>,
}

impl Lines {
    pub(super) fn new(text: &str) -> Lines {
        let mut starts = vec![0];
        for (at, _) in text.match_indices('\n') {
            starts.push(at as u32 + 1);
        }
        Lines { starts }
    }

    /// The line and column of the beginning of a part; both from 1, the column in characters.
    pub(super) fn of(&self, span: Span, text: &str) -> (u32, u32) {
        let line = self.starts.partition_point(|start| *start <= span.start).max(1);
        let start = self.starts[line - 1] as usize;
        let before = text.get(start..span.start as usize).unwrap_or_default();
        (line as u32, before.chars().count() as u32 + 1)
    }
}
