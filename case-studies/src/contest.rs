//! Compares searches and other tools on one problem.

use crate::{
    Options,
    comparison::{Published, SMOKE_LIMIT, reduced},
    findings::Findings,
    repetition::{Found, Repetition, word},
    rival::{FuzzTarget, Rival},
    statistics::Summary,
    studies::Names,
    table::{NONE, Table},
    trials::named_trials,
};
use disprove::Search;
use serde_json::{Value, json};

/// A problem and its contenders.
pub struct Contest {
    /// The name in the table.
    pub name: &'static str,
    /// Figures of other runs, above ours.
    pub published: Published,
    /// The compared searches and tools.
    pub contenders: Vec<Contender>,
}

/// A search or tool that looks for a failure.
pub struct Contender {
    name: String,
    limit: u64,
    way: Way,
}

/// One repetition: the failure, if it was found.
type Run = Box<dyn Fn(Repetition) -> Option<Found> + Sync>;

enum Way {
    /// A search of ours.
    Ours(Search, Run),
    /// A tool in a separate program.
    Other(Rival, FuzzTarget),
}

impl Contender {
    /// A search of ours, under its own name.
    pub fn ours(
        search: Search,
        limit: u64,
        run: impl Fn(Repetition) -> Option<Found> + Sync + 'static,
    ) -> Contender {
        Contender { name: word(search), limit, way: Way::Ours(search, Box::new(run)) }
    }

    /// Another tool.
    pub fn other(rival: Rival, limit: u64, target: FuzzTarget) -> Contender {
        Contender { name: rival.name().to_owned(), limit, way: Way::Other(rival, target) }
    }

    /// Adds a remark to the name, as in `mutate, no operands`.
    pub fn with(self, what: &str) -> Contender {
        Contender { name: format!("{}, {what}", self.name), ..self }
    }

    /// Runs a repetition, or returns why it cannot run.
    fn run(&self, options: &Options, seed: u64, limit: u64) -> Result<Option<u64>, String> {
        match &self.way {
            Way::Ours(search, run) => {
                Ok(run(Repetition::new(*search, seed, limit)).map(|found| found.at))
            }
            Way::Other(rival, target) => rival.look(*target, seed, limit, options.smoke),
        }
    }

    fn example(&self, found_at: &[Option<u64>], first_seed: u64, limit: u64) -> Value {
        match &self.way {
            Way::Ours(search, run) => reduced(&**run, *search, found_at, first_seed, limit),
            Way::Other(..) => Value::Null,
        }
    }
}

/// The names of a study of these contests.
pub fn names(contests: &[Contest]) -> Names {
    let mut searches: Vec<String> = Vec::new();
    for contender in contests.iter().flat_map(|contest| &contest.contenders) {
        if !searches.contains(&contender.name) {
            searches.push(contender.name.clone());
        }
    }
    let problems = contests.iter().map(|contest| contest.name.to_owned()).collect();
    Names { searches, problems }
}

/// The table of all contests.
pub fn hold(options: &Options, title: &str, contests: &[Contest], usual_runs: u64) -> Findings {
    let runs = options.repetitions(usual_runs);
    let header = ["problem", "search", "found", "median", "mean", "p90", "max"];
    let mut table = Table::new(title, 2, &header);
    let mut figures: Vec<Value> = Vec::new();
    let mut missing: Vec<String> = Vec::new();
    for contest in contests.iter().filter(|contest| options.only.has(contest.name)) {
        for (who, figures) in contest.published {
            table.row([contest.name, *who].into_iter().chain(figures.split_whitespace()));
        }
        for contender in &contest.contenders {
            if !options.searches.has(&contender.name) {
                continue;
            }
            let limit =
                if options.smoke { contender.limit.min(SMOKE_LIMIT) } else { contender.limit };
            let name = format!("{}, {}", contest.name, contender.name);
            let found_at =
                named_trials(options, &name, runs, |seed| contender.run(options, seed, limit));
            let names = [contest.name, &contender.name].map(str::to_owned);
            let found_at: Vec<Option<u64>> = match found_at.into_iter().collect() {
                Ok(found_at) => found_at,
                Err(why) => {
                    table.row(names.into_iter().chain([NONE; 5].map(str::to_owned)));
                    if !missing.contains(&why) {
                        missing.push(why);
                    }
                    continue;
                }
            };
            let summary = Summary::of(&found_at, limit);
            table.row(names.into_iter().chain(summary.cells()));
            figures.push(json!({
                "problem": contest.name, "search": contender.name, "summary": summary.json(),
                "found_at": found_at,
                "example": contender.example(&found_at, options.seed, limit),
            }));
        }
    }
    table.remark(
        "Executions up to the first failure, rejected ones included. Median and p90 are over all repetitions, mean and \
         max over those that found one.",
    );
    for why in missing {
        table.remark(why);
    }
    Findings { tables: vec![table], figures: Value::Array(figures) }
}

#[cfg(test)]
mod tests {
    use super::{Contender, Contest, hold, names};
    use crate::{Options, rival::FuzzTarget, rival::Rival, selection::Selection};
    use disprove::prelude::*;

    fn contests() -> [Contest; 1] {
        let odd = |repetition: crate::repetition::Repetition| {
            repetition.run(any::<u64>(), |n| n % 2 == 0)
        };
        let nowhere = FuzzTarget { name: "no such target", longest: 1 };
        [Contest {
            name: "odd",
            published: &[("a book", "1/1 7 7 7 7")],
            contenders: vec![
                Contender::ours(Search::Random, 1_000, odd),
                Contender::ours(Search::Random, 1_000, odd).with("again"),
                Contender::other(Rival::LibFuzzer, 1_000, nowhere),
            ],
        }]
    }

    #[test]
    fn searches_and_other_tools_stand_below_published_figures() {
        let options = Options { jobs: 1, smoke: true, ..Options::default() };
        let findings = hold(&options, "Numbers", &contests(), 20);
        let rows = findings.tables[0].rows();
        assert_eq!(rows[0][..3], ["odd", "a book", "1/1"]);
        assert_eq!(rows[1][..3], ["odd", "random", "3/3"]);
        assert_eq!((&*rows[2][1], &rows[2][2..]), ("random, again", &rows[1][2..]));
        assert_eq!(findings.figures[0]["example"]["input"], "1");
    }

    #[test]
    fn a_tool_that_is_not_there_has_a_row_without_figures_and_a_sentence() {
        let options = Options { jobs: 1, smoke: true, ..Options::default() };
        let options = Options { searches: Selection::of("libFuzzer"), ..options };
        let findings = hold(&options, "Numbers", &contests(), 20);
        let rows = findings.tables[0].rows();
        assert_eq!(rows[1], ["odd", "libFuzzer", "-", "-", "-", "-", "-"]);
        let text = findings.tables[0].to_string();
        assert!(text.lines().last().is_some_and(|last| last.contains("libFuzzer")), "{text}");
    }

    #[test]
    fn everybody_who_looks_has_a_name_once() {
        let names = names(&contests());
        assert_eq!(names.searches, ["random", "random, again", "libFuzzer"]);
        assert_eq!(names.problems, ["odd"]);
    }
}
