//! The inputs of failures, as the report prints them.

use crate::report::Shown;
use std::cell::RefCell;

/// The printed inputs of a run.
#[derive(Default)]
pub(super) struct KeptInputs(RefCell<Vec<Shown>>);

impl KeptInputs {
    /// Keeps an input; returns its number. Originals are not printed.
    pub(super) fn keep(&self, is_original: bool, show: &dyn Fn() -> Shown) -> usize {
        let shown = if is_original { Shown::default() } else { show() };
        let mut all = self.0.borrow_mut();
        all.push(shown);
        all.len() - 1
    }

    /// All inputs, by their numbers.
    pub(super) fn take(&self) -> Vec<Shown> {
        self.0.take()
    }
}
