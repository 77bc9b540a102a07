//! One repetition: one search with one seed for a failure of one property.

use crate::{
    Options,
    drawn::{self, Drawn, hidden},
};
use disprove::{Check, IntoOutcome, ReductionEnd, prelude::*};
use std::{cell::RefCell, fmt::Debug};

/// A search for a failure.
#[derive(Clone, Copy, Debug)]
pub struct Repetition {
    /// The search under study.
    pub search: Search,
    /// The seed of this repetition.
    pub seed: u64,
    /// Maximum executions, including rejected ones.
    pub limit: u64,
    /// Whether to reduce the failure.
    pub reduce: bool,
}

/// A failure that was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The number of the execution that failed first.
    pub at: u64,
    /// The input, reduced if requested.
    pub input: String,
    /// Runs of the property during reduction.
    pub reduction_runs: u64,
    /// Whether the reduction finished.
    pub complete: bool,
}

/// The searches that all studies compare.
pub const SEARCHES: [Search; 5] =
    [Search::Random, Search::Climb, Search::Anneal, Search::Pool, Search::Auto];

/// The selected ones of these searches.
pub fn chosen(options: &Options, searches: &[Search]) -> Vec<Search> {
    searches.iter().copied().filter(|search| options.searches.has(&word(*search))).collect()
}

/// The name of a search in tables.
pub fn word(search: Search) -> String {
    format!("{search:?}").to_lowercase()
}

impl Repetition {
    /// A repetition without reduction.
    pub fn new(search: Search, seed: u64, limit: u64) -> Repetition {
        Repetition { search, seed, limit, reduce: false }
    }

    /// Configures a run that ends at the first failure or the limit.
    pub fn check<G: IntoGenerator>(&self, generator: G) -> Check<G::Generator> {
        check(generator)
            .name("case study")
            .seed(self.seed)
            .cases(self.limit)
            .max_executions(self.limit)
            .search(self.search)
            .database(Db::none())
            .max_failures(1)
            .reduce(self.reduce)
    }

    fn report<G, R>(&self, generator: G, property: impl Fn(G::Value) -> R) -> Report<Drawn>
    where
        G: IntoGenerator,
        G::Value: Debug + 'static,
        R: IntoOutcome,
    {
        drawn::run(self.check(hidden(generator)), property)
    }

    /// The first failure, if there is one.
    pub fn run<G, R>(&self, generator: G, property: impl Fn(G::Value) -> R) -> Option<Found>
    where
        G: IntoGenerator,
        G::Value: Debug + 'static,
        R: IntoOutcome,
    {
        let report = self.report(generator, property);
        report.failures().first().map(|failure| Found {
            at: failure.found_at(),
            input: format!("{:?}", failure.value()),
            reduction_runs: failure.reduction_runs(),
            complete: failure.reduction_ended() == ReductionEnd::Complete,
        })
    }

    /// Every new best score, with the number of the execution that reached it. Nothing fails, so the search
    /// uses all executions.
    pub fn climb<G>(&self, generator: G, score: impl Fn(&G::Value) -> f64) -> Vec<(u64, f64)>
    where
        G: IntoGenerator,
        G::Value: Debug + 'static,
    {
        let state = RefCell::new((0, Vec::<(u64, f64)>::new()));
        let _ = self.report(generator, |value: G::Value| {
            let score = score(&value);
            let (executions, bests) = &mut *state.borrow_mut();
            *executions += 1;
            if bests.last().is_none_or(|(_, best)| score > *best) {
                bests.push((*executions, score));
            }
            target!(score);
        });
        state.into_inner().1
    }
}

/// The best score after this number of executions.
pub fn best_after(bests: &[(u64, f64)], executions: u64) -> f64 {
    let reached = bests.iter().take_while(|(at, _)| *at <= executions).last();
    reached.map_or(f64::NAN, |(_, best)| *best)
}

#[cfg(test)]
mod tests {
    use super::{Repetition, SEARCHES, best_after};
    use disprove::prelude::*;

    #[test]
    fn every_search_reports_when_it_found_the_failure_and_not_that_it_passed() {
        for search in SEARCHES {
            let repetition = Repetition::new(search, 1, 500);
            let found = repetition.run(any::<u64>(), |n| n % 2 == 0).expect("half of them fail");
            assert!((1..=500).contains(&found.at));
            assert!(repetition.run(any::<u64>(), |_| true).is_none());
            let reduced =
                Repetition { reduce: true, ..repetition }.run(any::<u64>(), |n| n % 2 == 0);
            let reduced = reduced.expect("the search is the same");
            assert_eq!((reduced.at, reduced.input.as_str()), (found.at, "1"));
            assert!(reduced.complete);
        }
    }

    #[test]
    fn best_scores_only_rise_and_the_last_one_reached_counts() {
        let repetition = Repetition::new(Search::Random, 1, 200);
        let bests = repetition.climb(0..1_000_000u32, |n| f64::from(*n));
        assert!(bests.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1));
        assert_eq!(bests[0].0, 1);
        assert!(bests.last().is_some_and(|(at, _)| *at <= 200));
        let bests = [(1, 0.5), (10, 2.0)];
        let after = [1, 9, 10, 99].map(|at| best_after(&bests, at).to_string());
        assert_eq!(after, ["0.5", "0.5", "2", "2"]);
    }
}
