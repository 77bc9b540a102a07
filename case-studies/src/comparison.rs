//! Runs every search on every problem of a study, with many seeds.

use crate::{
    Options,
    findings::Findings,
    repetition::{Found, Repetition, SEARCHES, chosen, word},
    statistics::Summary,
    studies::Names,
    table::Table,
    trials::named_trials,
};
use disprove::Search;
use serde_json::{Value, json};

/// Figures from elsewhere: whose, and found, median, mean, 90th percentile and maximum, with blanks in between.
pub type Published = &'static [(&'static str, &'static str)];

/// A property with a failure that is hard to find.
pub struct Problem {
    /// The name in the table.
    pub name: String,
    /// The most executions.
    pub limit: u64,
    /// What stands above our own figures.
    pub published: Published,
    /// One repetition: the failure, if it was found.
    pub run: Box<dyn Fn(Repetition) -> Option<Found> + Sync>,
}

impl Problem {
    /// A problem that nobody else has figures of.
    pub fn new(
        name: impl Into<String>,
        limit: u64,
        run: impl Fn(Repetition) -> Option<Found> + Sync + 'static,
    ) -> Problem {
        Problem { name: name.into(), limit, published: &[], run: Box::new(run) }
    }

    /// Figures to stand beside ours.
    pub fn published(self, published: Published) -> Problem {
        Problem { published, ..self }
    }
}

/// What a study of these problems is made of.
pub fn names(problems: &[Problem]) -> Names {
    Names::new(&SEARCHES, problems.iter().map(|problem| &problem.name))
}

/// Executions in a smoke test: enough to come alive, too few to wait for.
pub const SMOKE_LIMIT: u64 = 150;

/// The table of all problems and searches.
pub fn compare(options: &Options, title: &str, problems: &[Problem], usual_runs: u64) -> Findings {
    let runs = options.repetitions(usual_runs);
    let header = ["problem", "search", "found", "median", "mean", "p90", "max"];
    let mut table = Table::new(title, 2, &header);
    let mut figures: Vec<Value> = Vec::new();
    let searches = chosen(options, &SEARCHES);
    for problem in problems.iter().filter(|problem| options.only.has(&problem.name)) {
        let limit = if options.smoke { problem.limit.min(SMOKE_LIMIT) } else { problem.limit };
        for (who, figures) in problem.published {
            table.row([&problem.name, *who].into_iter().chain(figures.split_whitespace()));
        }
        for search in searches.iter().copied() {
            let name = format!("{}, {}", problem.name, word(search));
            let found_at = named_trials(options, &name, runs, |seed| {
                (problem.run)(Repetition::new(search, seed, limit)).map(|found| found.at)
            });
            let example = reduced(&*problem.run, search, &found_at, options.seed, limit);
            let summary = Summary::of(&found_at, limit);
            let names = [problem.name.clone(), word(search)];
            table.row(names.into_iter().chain(summary.cells()));
            figures.push(json!({
                "problem": problem.name, "search": word(search), "summary": summary.json(),
                "found_at": found_at, "example": example,
            }));
        }
    }
    table.remark(
        "Executions up to the first failure. Median and p90 are over all repetitions, mean and max over those that \
         found one.",
    );
    Findings { tables: vec![table], figures: Value::Array(figures) }
}

/// The first failure again, reduced: the search is the same for the same seed.
pub fn reduced(
    run: &dyn Fn(Repetition) -> Option<Found>,
    search: Search,
    found_at: &[Option<u64>],
    first_seed: u64,
    limit: u64,
) -> Value {
    let Some(place) = found_at.iter().position(Option::is_some) else {
        return Value::Null;
    };
    let seed = first_seed + place as u64;
    let found = run(Repetition { reduce: true, ..Repetition::new(search, seed, limit) });
    let Some(found) = found else {
        return Value::Null;
    };
    json!({
        "seed": seed, "input": found.input, "reduction_runs": found.reduction_runs,
        "complete": found.complete,
    })
}

#[cfg(test)]
mod tests {
    use super::{Problem, compare};
    use crate::{Options, repetition::SEARCHES, selection::Selection};
    use disprove::prelude::*;

    fn problems() -> [Problem; 2] {
        let odd =
            Problem::new("odd", 1_000, |repetition| repetition.run(any::<u64>(), |n| n % 2 == 0))
                .published(&[("a book", "1/1 7 7 7 7")]);
        let never =
            Problem::new("never", 1_000, |repetition| repetition.run(any::<u64>(), |_| true));
        [odd, never]
    }

    #[test]
    fn published_figures_stand_above_ours_and_every_search_has_a_row() {
        let options = Options { jobs: 1, smoke: true, ..Options::default() };
        let findings = compare(&options, "Numbers", &problems(), 100);
        let rows = findings.tables[0].rows();
        assert_eq!(rows.len(), 1 + 2 * SEARCHES.len());
        assert_eq!(rows[0][1..3], ["a book", "1/1"]);
        assert_eq!(rows[1][..3], ["odd", "random", "3/3"]);
        assert_eq!(rows[6][..4], ["never", "random", "0/3", "> 150"]);
        assert_eq!(findings.figures[9]["problem"], "never");
        assert!(findings.figures[0]["found_at"][2].is_u64());
        assert_eq!(findings.figures[0]["example"]["input"], "1");
        assert!(findings.figures[9]["example"].is_null());
    }

    #[test]
    fn a_selection_leaves_its_own_rows_with_the_same_figures() {
        let all = Options { jobs: 1, smoke: true, ..Options::default() };
        let some = Options { searches: Selection::of("auto,climb"), ..all.clone() };
        let few = Options { only: Selection::of("Odd"), ..some.clone() };
        let rows = |options: &Options| {
            let findings = compare(options, "Numbers", &problems(), 100);
            findings.tables[0].rows().to_vec()
        };
        let (all, some, few) = (rows(&all), rows(&some), rows(&few));
        let kept = |row: &&Vec<String>| ["a book", "climb", "auto"].contains(&row[1].as_str());
        assert_eq!(some, all.iter().filter(kept).cloned().collect::<Vec<_>>());
        assert_eq!(few, some[..3]);
        assert_eq!(
            few.iter().map(|row| row[1].as_str()).collect::<Vec<_>>(),
            ["a book", "climb", "auto"]
        );
    }
}
