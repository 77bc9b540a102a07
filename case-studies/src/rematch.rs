//! Published bugs, each searched for with several methods and many seeds.
//!
//! There is one table per method, with the published figures beside ours, and a summary. A run without a failure counts
//! as if its last execution had failed. A mean with such runs is therefore too low, and the table shows their number.

use crate::{
    Options,
    findings::Findings,
    statistics::Summary,
    studies::Names,
    table::{NONE, Table, count},
    trials::named_trials,
};
use serde_json::{Value, json};

/// Something wrong that can be found.
pub struct Mistake {
    /// What it is called on the command line: its published number.
    pub name: String,
    /// What is wrong.
    pub about: String,
    /// Mean tests that MUTAGEN needed.
    pub mutagen: u32,
    /// Figures of others, as many as [`Rematch::others`].
    pub others: Vec<String>,
}

/// A way to look for mistakes.
pub struct Way {
    /// The name in the tables.
    pub name: &'static str,
    /// The most executions of a run.
    pub limit: u64,
    /// One run for the mistake at this place, with a seed and a limit: when it was found.
    pub run: Box<dyn Fn(usize, u64, u64) -> Option<u64> + Sync>,
}

/// What others reached on all mistakes together.
pub struct Elsewhere {
    pub who: &'static str,
    pub found: String,
    pub geometric_mean: String,
    pub worst: String,
}

/// All of it.
pub struct Rematch {
    pub mistakes: Vec<Mistake>,
    /// Whose figures stand beside those of MUTAGEN.
    pub others: &'static [&'static str],
    pub ways: Vec<Way>,
    pub elsewhere: Vec<Elsewhere>,
    /// Runs for each mistake and way.
    pub runs: u64,
}

/// Executions in a smoke test, which looks for the first [`SMOKE_MISTAKES`] only.
const SMOKE_LIMIT: u64 = 300;
const SMOKE_MISTAKES: usize = 3;

/// The runs of one way for one mistake.
struct Tally {
    summary: Summary,
    mean: f64,
    found_at: Vec<Option<u64>>,
}

impl Tally {
    fn of(found_at: Vec<Option<u64>>, limit: u64) -> Tally {
        let sum: u64 = found_at.iter().map(|at| at.unwrap_or(limit)).sum();
        let mean = sum as f64 / found_at.len() as f64;
        Tally { summary: Summary::of(&found_at, limit), mean, found_at }
    }

    fn is_complete(&self) -> bool {
        self.summary.found == self.summary.runs
    }
}

/// The slowest of all runs, or the limit if one of them found nothing.
fn worst<'a>(tallies: impl IntoIterator<Item = &'a Tally>, limit: u64) -> String {
    let mut worst = 0;
    for tally in tallies {
        if !tally.is_complete() {
            return format!("> {}", count(limit));
        }
        worst = worst.max(tally.summary.max.unwrap_or(0));
    }
    count(worst)
}

/// The mean of figures that are compared by how many times one is another.
pub fn geometric_mean(figures: impl IntoIterator<Item = f64>) -> f64 {
    let (mut logarithms, mut number) = (0.0, 0.0);
    for figure in figures {
        logarithms += figure.ln();
        number += 1.0;
    }
    f64::exp(logarithms / number)
}

impl Rematch {
    /// What it is made of.
    pub fn names(&self) -> Names {
        Names {
            searches: self.ways.iter().map(|way| way.name.to_owned()).collect(),
            problems: self.mistakes.iter().map(|mistake| mistake.name.clone()).collect(),
        }
    }

    /// Runs it: a table for each way, and the sum of them.
    pub fn findings(&self, options: &Options) -> Findings {
        let runs = options.repetitions(self.runs);
        let most = if options.smoke { SMOKE_MISTAKES } else { self.mistakes.len() };
        let mistakes = self.mistakes.iter().enumerate();
        let chosen: Vec<(usize, &Mistake)> =
            mistakes.filter(|(_, mistake)| options.only.has(&mistake.name)).take(most).collect();
        let (mut tables, mut figures) = (Vec::new(), Vec::new());
        let mut sums = self.sums(runs, options);
        for way in self.ways.iter().filter(|way| options.searches.has(way.name)) {
            let limit = if options.smoke { SMOKE_LIMIT.min(way.limit) } else { way.limit };
            let mut tallies = Vec::new();
            for (place, mistake) in &chosen {
                let name = format!("{}, {}", mistake.name, way.name);
                let found_at =
                    named_trials(options, &name, runs, |seed| (way.run)(*place, seed, limit));
                let tally = Tally::of(found_at, limit);
                figures.push(json!({
                    "bug": mistake.name, "about": mistake.about, "search": way.name,
                    "mutagen_mean": mistake.mutagen, "mean": tally.mean,
                    "summary": tally.summary.json(), "found_at": tally.found_at,
                }));
                tallies.push(tally);
            }
            tables.push(self.table(way.name, limit, &chosen, &tallies));
            sums.row(sum_of(way.name, limit, &chosen, &tallies));
        }
        tables.push(sums);
        Findings { tables, figures: Value::Array(figures) }
    }

    fn table(
        &self,
        way: &str,
        limit: u64,
        mistakes: &[(usize, &Mistake)],
        tallies: &[Tally],
    ) -> Table {
        let ours = ["bug", "what is wrong", "found", "mean", "median", "max", "MUTAGEN, mean"];
        let header: Vec<&str> = ours.iter().chain(self.others).copied().collect();
        let title = format!("{way}, within {} executions", count(limit));
        let mut table = Table::new(title, 2, &header);
        for ((_, mistake), tally) in mistakes.iter().zip(tallies) {
            let [found, median, ..] = tally.summary.cells();
            let mean = count(tally.mean.round() as u64);
            let mean = if tally.is_complete() { mean } else { format!(">= {mean}") };
            let cells = [
                mistake.name.clone(),
                mistake.about.clone(),
                found,
                mean,
                median,
                worst([tally], limit),
                count(mistake.mutagen.into()),
            ];
            table.row(cells.into_iter().chain(mistake.others.iter().cloned()));
        }
        table
    }

    /// The table of sums, with what others reached on all mistakes.
    fn sums(&self, runs: u64, options: &Options) -> Table {
        let header =
            ["all bugs", "found", "geometric mean of means", "worst run", "means below MUTAGEN's"];
        let mut table = Table::new(format!("All together, {runs} runs for each bug"), 1, &header);
        // The sum of some of them compares with nothing.
        if !options.only.is_given() {
            for row in &self.elsewhere {
                let cells = [row.who, &row.found, &row.geometric_mean, &row.worst, NONE];
                table.row(cells);
            }
        }
        table.remark(
            "Executions up to the first failure, rejected ones included. A run that found nothing counts as its limit, \
             so means with such runs are lower bounds.",
        );
        table
    }
}

/// The row of sums for one way.
fn sum_of(way: &str, limit: u64, mistakes: &[(usize, &Mistake)], tallies: &[Tally]) -> [String; 5] {
    let found: u64 = tallies.iter().map(|tally| tally.summary.found).sum();
    let runs: u64 = tallies.iter().map(|tally| tally.summary.runs).sum();
    let pairs = mistakes.iter().zip(tallies);
    let is_below = |((_, mistake), tally): &(&(usize, &Mistake), &Tally)| {
        tally.is_complete() && tally.mean < f64::from(mistake.mutagen)
    };
    let below = pairs.filter(is_below).count();
    let mean = count(geometric_mean(tallies.iter().map(|tally| tally.mean)).round() as u64);
    [
        way.to_owned(),
        format!("{found}/{runs}"),
        if found == runs { mean } else { format!(">= {mean}") },
        worst(tallies, limit),
        format!("{below} of {}", tallies.len()),
    ]
}

#[cfg(test)]
mod tests {
    use super::{Elsewhere, Mistake, Rematch, Way, geometric_mean};
    use crate::{Options, selection::Selection};

    fn mistake(name: &str, mutagen: u32) -> Mistake {
        let (name, about) = (name.to_owned(), "wrong".to_owned());
        Mistake { name, about, mutagen, others: vec!["7".to_owned()] }
    }

    /// The first mistake is found with execution 10 times the seed, the second by even seeds only.
    fn rematch() -> Rematch {
        let run = |place: usize, seed: u64, _: u64| {
            (place == 0 || seed.is_multiple_of(2)).then_some(10 * seed)
        };
        Rematch {
            mistakes: vec![mistake("1", 21), mistake("2", 1_000)],
            others: &["a book"],
            ways: vec![
                Way { name: "plain", limit: 1_000, run: Box::new(run) },
                Way { name: "blind", limit: 100, run: Box::new(|_, _, _| None) },
            ],
            elsewhere: vec![Elsewhere {
                who: "MUTAGEN",
                found: "6/6".to_owned(),
                geometric_mean: "145".to_owned(),
                worst: "-".to_owned(),
            }],
            runs: 3,
        }
    }

    #[test]
    fn runs_that_find_nothing_count_as_the_limit() {
        let findings = rematch().findings(&Options { jobs: 1, ..Options::default() });
        let rows = findings.tables[0].rows();
        assert_eq!(rows[0], ["1", "wrong", "3/3", "20", "20", "30", "21", "7"]);
        assert_eq!(rows[1], ["2", "wrong", "1/3", ">= 673", "> 1,000", "> 1,000", "1,000", "7"]);
        let sums = findings.tables[2].rows();
        assert_eq!(sums[0], ["MUTAGEN", "6/6", "145", "-", "-"]);
        assert_eq!(sums[1], ["plain", "4/6", ">= 116", "> 1,000", "1 of 2"]);
        assert_eq!(sums[2], ["blind", "0/6", ">= 100", "> 100", "0 of 2"]);
        assert_eq!(findings.figures[1]["found_at"][1], 20);
        assert!(findings.figures[1]["found_at"][0].is_null());
    }

    #[test]
    fn a_selection_leaves_its_own_bugs_and_ways_and_no_sums_of_others() {
        let (only, searches) = (Selection::of("2"), Selection::of("plain"));
        let options = Options { jobs: 1, only, searches, ..Options::default() };
        let findings = rematch().findings(&options);
        assert_eq!(findings.tables.len(), 2);
        assert_eq!(findings.tables[0].rows().len(), 1);
        assert_eq!(findings.tables[1].rows()[0][..2], ["plain", "1/3"]);
        let names = rematch().names();
        assert_eq!(
            (names.searches, names.problems),
            (strings(["plain", "blind"]), strings(["1", "2"]))
        );
    }

    fn strings<const N: usize>(words: [&str; N]) -> Vec<String> {
        words.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_geometric_mean_of_a_figure_and_its_ninefold_is_three_times_it() {
        assert_eq!(format!("{:.6}", geometric_mean([2.0, 18.0])), "6.000000");
    }
}
