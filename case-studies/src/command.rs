//! The command line.

use crate::{
    Options, constants, graph, growth, parser,
    selection::{Selection, spelling},
    studies::{Names, STUDIES, Study},
};
use lexopt::prelude::*;
use std::{ffi::OsString, fmt::Write as _, path::PathBuf};

/// Why the program stops early.
#[derive(Debug, PartialEq)]
pub enum Stop {
    /// The command line is invalid: exit code 2.
    Misused(String),
    /// A study failed: exit code 1.
    Failed(String),
}

/// A parsed command line.
#[derive(Debug)]
pub enum Asked {
    /// Print the usage.
    Help,
    /// Run studies in this order.
    Studies {
        /// The studies.
        studies: Vec<&'static Study>,
        /// Their options.
        options: Options,
        /// The file for the figures, instead of the default one.
        json: Option<PathBuf>,
    },
    /// Plot a study.
    Plot {
        /// Draws it.
        plot: fn(&Options) -> String,
        /// Options of the plotted runs.
        options: Options,
        /// The SVG file.
        file: PathBuf,
    },
}

/// The text of `--help`.
pub fn usage() -> String {
    let mut text = String::from(
        "\
usage: case-studies <study> [--searches NAMES] [--only NAMES] [--runs N] [--jobs N] [--seed K]
                    [--set NAME=NUMBER] [--smoke] [--json FILE]
       case-studies graph|growth|parser --plot FILE [--searches NAMES] [--runs N] [--jobs N] [--seed K] [--smoke]
       case-studies all [--searches NAMES] [--only NAMES] [--runs N] [--jobs N] [--seed K] [--smoke]

  --searches NAMES   these searches only, such as auto,random
  --only NAMES       these problems only, such as 42-vertices,no-caching
  --runs N           repetitions with different seeds (default: depends on the study)
  --jobs N           parallel repetitions (default 2)
  --seed K           the seed of the first repetition (default 1)
  --set NAME=NUMBER  another value for a constant of the search, such as STEEP=16
  --smoke            a small version that takes seconds
  --json FILE        the file for all figures (default target/case-studies/<study>.json)
  --plot FILE        plot best scores, sizes or coverage over executions as SVG instead of printing tables

Names are those of the tables, separated by commas. Only letters and digits matter: `auto, forward` is
auto-forward, and `STORE*A` is store-a. An unknown name is an error that lists the known ones. `all` skips studies
without any of the names.

studies:
",
    );
    for study in STUDIES {
        let _ = writeln!(text, "  {:<15}{}", study.name, study.about);
    }
    text
}

/// Parses the command line.
pub fn read(words: impl IntoIterator<Item = OsString>) -> Result<Asked, Stop> {
    let mut options = Options::default();
    let (mut json, mut plot, mut name) = (None, None, None);
    let mut parser = lexopt::Parser::from_args(words);
    while let Some(word) = parser.next().map_err(misread)? {
        match word {
            Long("runs") => options.runs = Some(number(&mut parser, "--runs", 1)?),
            Long("jobs") => options.jobs = number(&mut parser, "--jobs", 1)? as usize,
            Long("seed") => options.seed = number(&mut parser, "--seed", 0)?,
            Long("searches") => options.searches = selection(&mut parser)?,
            Long("only") => options.only = selection(&mut parser)?,
            Long("set") => options.constants.push(constant(&mut parser)?),
            Long("smoke") => options.smoke = true,
            Long("json") => json = Some(PathBuf::from(parser.value().map_err(misread)?)),
            Long("plot") => plot = Some(PathBuf::from(parser.value().map_err(misread)?)),
            Long("help") | Short('h') => return Ok(Asked::Help),
            Value(word) if name.is_none() => name = Some(word.to_string_lossy().into_owned()),
            other => return Err(misread(other.unexpected())),
        }
    }
    let Some(name) = name else {
        return Err(Stop::Misused(usage()));
    };
    match (plot, name.as_str()) {
        (Some(_), "graph" | "growth" | "parser") if options.only.is_given() => {
            return misused(
                "`--only` selects problems, but `--plot` draws just one; omit `--only`",
            );
        }
        (Some(file), "graph") => {
            known("search", "the plot", &options.searches, &graph::drawn())?;
            return Ok(Asked::Plot { plot: graph::plot, options, file });
        }
        (Some(file), "growth") => {
            known("search", "the plot", &options.searches, &growth::drawn())?;
            return Ok(Asked::Plot { plot: growth::plot, options, file });
        }
        (Some(file), "parser") => {
            known("search", "the plot", &options.searches, &parser::drawn())?;
            return Ok(Asked::Plot { plot: parser::plot, options, file });
        }
        (Some(_), _) => {
            return misused(
                "`--plot` supports only the studies `graph`, `growth` and `parser`; omit it",
            );
        }
        _ => {}
    }
    if name == "all" {
        if json.is_some() {
            return misused("`--json` names one file, but `all` writes one per study; omit it");
        }
        let studies = selected(STUDIES.iter().collect(), "any study", &options)?;
        return Ok(Asked::Studies { studies, options, json });
    }
    if let Some(study) = STUDIES.iter().find(|study| study.name == name) {
        let studies = selected(vec![study], &format!("`{name}`"), &options)?;
        return Ok(Asked::Studies { studies, options, json });
    }
    let names: Vec<&str> = STUDIES.iter().map(|study| study.name).collect();
    misused(&format!("unknown study `{name}`; expected one of: {}, all", names.join(", ")))
}

/// A constant of the search and its value.
fn constant(parser: &mut lexopt::Parser) -> Result<(String, f64), Stop> {
    let word = parser.value().map_err(misread)?.to_string_lossy().into_owned();
    let (name, value) = word.split_once('=').unwrap_or((word.as_str(), ""));
    let known = constants::known();
    match value.parse() {
        Ok(value) if known.contains(&name) => Ok((name.to_owned(), value)),
        _ => misused(&format!(
            "`--set {word}`: expected NAME=NUMBER, where NAME is one of: {}",
            known.join(", ")
        )),
    }
}

/// The studies with at least one selected search and problem.
fn selected(
    studies: Vec<&'static Study>,
    place: &str,
    options: &Options,
) -> Result<Vec<&'static Study>, Stop> {
    let names: Vec<Names> = studies.iter().map(|study| (study.names)()).collect();
    let searches: Vec<String> = names.iter().flat_map(|names| names.searches.clone()).collect();
    let problems: Vec<String> = names.iter().flat_map(|names| names.problems.clone()).collect();
    known("search", place, &options.searches, &searches)?;
    known("problem", place, &options.only, &problems)?;
    let all = studies.into_iter().zip(names);
    let some: Vec<&Study> =
        all.filter(|(_, names)| !names.are_all_left_out(options)).map(|(study, _)| study).collect();
    if some.is_empty() {
        return misused("no study has both a search of `--searches` and a problem of `--only`");
    }
    Ok(some)
}

/// Fails if a given name is not among `names`.
fn known(what: &str, place: &str, given: &Selection, names: &[String]) -> Result<(), Stop> {
    let Some(stranger) = given.stranger(names) else { return Ok(()) };
    let mut known: Vec<String> = Vec::new();
    for name in names.iter().map(|name| spelling(name)) {
        if !known.contains(&name) {
            known.push(name);
        }
    }
    misused(&format!(
        "unknown {what} `{stranger}` in {place}; expected one of: {}",
        known.join(", ")
    ))
}

fn selection(parser: &mut lexopt::Parser) -> Result<Selection, Stop> {
    let names = parser.value().map_err(misread)?;
    Ok(Selection::of(&names.to_string_lossy()))
}

fn misused<T>(why: &str) -> Result<T, Stop> {
    Err(Stop::Misused(why.to_owned()))
}

fn misread(why: lexopt::Error) -> Stop {
    Stop::Misused(format!("invalid command line: {why}; see `--help`"))
}

fn number(parser: &mut lexopt::Parser, option: &str, least: u64) -> Result<u64, Stop> {
    let word = parser.value().map_err(misread)?;
    match word.to_str().and_then(|word| word.parse().ok()) {
        Some(number) if number >= least => Ok(number),
        _ => misused(&format!(
            "`{option}` takes an integer of at least {least}, found `{}`",
            word.to_string_lossy()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::{Asked, STUDIES, Stop, read, spelling};
    use std::collections::BTreeSet;

    fn mistake(line: &str) -> String {
        match read(line.split_whitespace().map(Into::into)) {
            Err(Stop::Misused(why)) => why,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn parses_every_option() {
        let line = "graph --runs 7 --jobs 3 --seed 11 --smoke --json x.json";
        let asked = read(line.split_whitespace().map(Into::into)).expect("no mistake");
        let Asked::Studies { studies, options, json } = asked else { panic!("{asked:?}") };
        assert_eq!(studies.iter().map(|study| study.name).collect::<Vec<_>>(), ["graph"]);
        assert_eq!((options.runs, options.jobs, options.seed), (Some(7), 3, 11));
        assert!(options.smoke && json.is_some());
    }

    #[test]
    fn all_skips_studies_without_selected_names() {
        let studies = |line: &str| {
            let asked = read(line.split_whitespace().map(Into::into)).expect("no mistake");
            let Asked::Studies { studies, .. } = asked else { panic!("{asked:?}") };
            studies.iter().map(|study| study.name).collect::<Vec<_>>()
        };
        assert_eq!(studies("all").len(), STUDIES.len());
        assert_eq!(studies("all --only P01,spells"), ["spells", "preconditions", "throughput"]);
        assert_eq!(studies("all --only P01,spells --searches climb"), ["spells", "throughput"]);
        assert_eq!(studies("all --searches=naive"), ["ifc-generators"]);
    }

    /// Otherwise one of them could not be selected alone.
    #[test]
    fn no_two_names_of_a_study_are_spelt_alike() {
        for study in STUDIES {
            let names = (study.names)();
            for names in [names.searches, names.problems] {
                let spelt: BTreeSet<String> = names.iter().map(|name| spelling(name)).collect();
                assert!(!names.is_empty() && spelt.len() == names.len(), "{study:?}: {names:?}");
            }
        }
    }

    #[test]
    fn errors_are_one_line_and_name_the_argument() {
        for (line, part) in [
            ("grahp", "unknown study `grahp`; expected one of: graph,"),
            ("graph --runs 0", "`--runs` takes an integer of at least 1, found `0`"),
            ("graph --runs many", "found `many`"),
            ("graph --fast", "--fast"),
            ("graph spells", "spells"),
            ("graph --json", "--json"),
            (
                "spells --plot x.svg",
                "`--plot` supports only the studies `graph`, `growth` and `parser`",
            ),
            ("all --json x.json", "`--json` names one file"),
            (
                "graph --searches auto,rnadom",
                "unknown search `rnadom` in `graph`; expected one of: random, climb, anneal, pool, auto",
            ),
            ("ifc-eeni --searches forward", "pool, auto, pool-pairs, auto-pairs, auto-forward"),
            ("graph --searches", "--searches"),
            ("graph --searches auto,", "unknown search `` in `graph`;"),
            (
                "graph --plot x.svg --searches pool",
                "`pool` in the plot; expected one of: random, climb,",
            ),
            ("graph --plot x.svg --only no-caching", "`--plot` draws just one"),
            (
                "labyrinth --only 4",
                "unknown problem `4` in `labyrinth`; expected one of: 1-corridor, 2-blocks,",
            ),
            (
                "all --only heroes",
                "unknown problem `heroes` in any study; expected one of: 42-vertices,",
            ),
            ("all --only spells,p01 --searches mem-initial", "no study has both"),
        ] {
            let why = mistake(line);
            assert!(why.contains(part) && why.lines().count() == 1, "{line}: {why}");
        }
        assert!(mistake("").starts_with("usage: case-studies"));
    }
}
