//! Delta debugging: minimizes a list by removing parts.

use super::faulty::{FaultyCrate, Reduced};
use std::{collections::HashMap, marker::PhantomData};

/// Variants of delta debugging.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Tries {
    /// Tries each part alone, then the rest without it: the published algorithm.
    PartsAndRests,
    /// Tries only the rests, which is what succeeds late in a reduction: fewer runs.
    Rests,
}

/// Minimizes a failing sequence: tries halves, then the rest without one of them, then quarters and so on. No sequence
/// runs twice. Calls that could not run and calls after the error are dropped from failing sequences.
pub fn ddmin<S: FaultyCrate>(start: &[S::Call], error: &str, tries: Tries) -> Reduced<S::Call> {
    let mut bench = Bench::<S> { target: PhantomData, tries, error, seen: HashMap::new(), runs: 0 };
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

struct Bench<'a, S: FaultyCrate> {
    target: PhantomData<S>,
    tries: Tries,
    error: &'a str,
    /// Results of all executed sequences.
    seen: HashMap<Vec<S::Call>, Option<Vec<S::Call>>>,
    runs: u64,
}

impl<S: FaultyCrate> Bench<'_, S> {
    /// The remaining calls of a sequence that fails with the same error.
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

    /// The first part that fails alone, or the rest without the first removable part.
    fn first(&mut self, calls: &[S::Call], parts: usize, is_rest: bool) -> Option<Vec<S::Call>> {
        // With two parts, the rest of one is the other.
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
