//! Warnings of a run: problems that do not change its verdict.

use super::diagnostic;
use crate::humanize::count;
use std::{
    collections::HashSet,
    mem,
    sync::{Mutex, PoisonError},
};

/// Counts the warnings of a run. Each is printed once, with its number, at the end of the run.
pub(crate) struct Warnings {
    property: String,
    counts: Vec<(String, u64)>,
}

impl Warnings {
    pub(crate) fn new(property: &str) -> Warnings {
        Warnings { property: property.to_owned(), counts: Vec::new() }
    }

    pub(crate) fn add(&mut self, warning: &str) {
        match self.counts.iter_mut().find(|(known, _)| known == warning) {
            Some((_, count)) => *count += 1,
            None => self.counts.push((warning.to_owned(), 1)),
        }
    }

    /// Prints the warnings so far, except those that another property of this process has printed: they have the same
    /// cause, such as a database that cannot be read.
    pub(crate) fn print(&mut self) {
        static PRINTED: Mutex<Option<HashSet<String>>> = Mutex::new(None);
        for (warning, times) in mem::take(&mut self.counts) {
            let mut printed = PRINTED.lock().unwrap_or_else(PoisonError::into_inner);
            if printed.get_or_insert_default().insert(warning.clone()) {
                let times =
                    if times > 1 { format!(" ({} times)", count(times)) } else { String::new() };
                diagnostic(&format!("{}: {warning}{times}", self.property));
            }
        }
    }
}

impl Drop for Warnings {
    fn drop(&mut self) {
        self.print();
    }
}
