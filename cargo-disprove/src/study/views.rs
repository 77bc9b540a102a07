//! A study pooled as a whole, and by language.

use super::{pooled::Pooled, record::StudyRecord};

/// The pooled statistics of all projects and of those in each language.
pub(crate) struct Views {
    pub(crate) all: Pooled,
    /// Of Python and of Rust, if there are projects of both.
    pub(crate) parts: Vec<(&'static str, Pooled)>,
}

impl Views {
    pub(crate) fn of(record: &StudyRecord) -> Views {
        let seed = record.sampling.seed;
        let all = Pooled::of(record.results.iter(), seed);
        let mut parts = Vec::new();
        for (name, is_python) in [("Python", true), ("Rust", false)] {
            let own = record.results.iter().filter(|it| it.is_python == is_python);
            let part = Pooled::of(own, seed);
            if !part.rows.is_empty() {
                parts.push((name, part));
            }
        }
        // One language is the whole study.
        if parts.len() < 2 {
            parts.clear();
        }
        Views { all, parts }
    }

    /// The parts, and then the whole: the columns of a table.
    pub(crate) fn columns(&self) -> Vec<(&'static str, &Pooled)> {
        let mut columns: Vec<(&'static str, &Pooled)> =
            self.parts.iter().map(|(name, part)| (*name, part)).collect();
        columns.push((if self.parts.is_empty() { "here" } else { "both" }, &self.all));
        columns
    }
}
