//! Delta debugging: the smallest list of parts, by leaving parts out.

use super::subject::{Reduced, Subject};
use std::{collections::HashMap, marker::PhantomData};

/// What delta debugging tries.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Tries {
    /// Each part on its own, then the rest without it: the algorithm as it was published.
    PartsAndRests,
    /// The rests alone, which are what succeeds late in a reduction: fewer runs.
    Rests,
}

/// Minimises a failing sequence: halves of it, then what is left without one of them, then quarters and so on.
/// No sequence is run twice. Of one that fails, calls that could not run and those after the error are dropped.
pub fn ddmin<S: Subject>(start: &[S::Call], error: &str, tries: Tries) -> Reduced<S::Call> {
    let mut bench =
        Bench::<S> { subject: PhantomData, tries, error, seen: HashMap::new(), runs: 0 };
    let mut best = bench.fails(start.to_vec()).unwrap_or_else(|| start.to_vec());
    let mut parts = 2;
    while best.len() > 1 {
        parts = parts.min(best.len());
        if let Some(part) = bench.first(&best, parts, false) {
            best = part;
            parts = 2;
        } else if let Some(rest) = bench.first(&best, parts, true) {
            best = rest;
            parts = (parts - 1).max(2);
        } else if parts < best.len() {
            parts *= 2;
        } else {
            break;
        }
    }
    Reduced { calls: best, runs: bench.runs }
}

struct Bench<'a, S: Subject> {
    subject: PhantomData<S>,
    tries: Tries,
    error: &'a str,
    /// What came of all that ran.
    seen: HashMap<Vec<S::Call>, Option<Vec<S::Call>>>,
    runs: u64,
}

impl<S: Subject> Bench<'_, S> {
    /// What is left of a sequence that fails in the same way.
    fn fails(&mut self, calls: Vec<S::Call>) -> Option<Vec<S::Call>> {
        if let Some(known) = self.seen.get(&calls) {
            return known.clone();
        }
        self.runs += 1;
        let outcome = S::run(&calls);
        let left = (outcome.error.as_deref() == Some(self.error))
            .then(|| outcome.executed.iter().map(|at| calls[*at].clone()).collect());
        self.seen.insert(calls, Option::clone(&left));
        left
    }

    /// The first part that fails on its own, or the rest of the first that can be left out.
    fn first(&mut self, calls: &[S::Call], parts: usize, is_rest: bool) -> Option<Vec<S::Call>> {
        // With two parts the rest of one is the other.
        let is_known = is_rest && parts == 2 && self.tries == Tries::PartsAndRests;
        if is_known || (!is_rest && self.tries == Tries::Rests) {
            return None;
        }
        (0..parts).find_map(|part| {
            let (from, to) = (calls.len() * part / parts, calls.len() * (part + 1) / parts);
            let kept = if is_rest {
                [&calls[..from], &calls[to..]].concat()
            } else {
                calls[from..to].to_vec()
            };
            self.fails(kept)
        })
    }
}
