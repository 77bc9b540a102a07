//! Problems of many entries, as one line for each cause.

use super::problem::Problem;
use crate::humanize::plural;

/// Counts problems by their cause, and keeps the first of each.
#[derive(Default)]
pub(super) struct Tally {
    causes: Vec<(String, String, u64)>,
}

impl Tally {
    /// Adds the problem of one entry. Only the first of a cause needs its sentence.
    pub(super) fn add(&mut self, cause: &str, sentence: impl FnOnce() -> String) {
        match self.causes.iter_mut().find(|(known, ..)| *known == cause) {
            Some((.., count)) => *count += 1,
            None => self.causes.push((cause.to_owned(), sentence(), 1)),
        }
    }

    /// A problem for each cause.
    pub(super) fn problems(self) -> Vec<Problem> {
        let mut problems = Vec::new();
        for (_, sentence, count) in self.causes {
            problems.push(Problem::new(match count {
                1 => sentence,
                _ => format!("{sentence} The same holds for {}.", plural(count - 1, "other")),
            }));
        }
        problems
    }
}
