//! The command line.

use crate::{
    Options,
    studies::{STUDIES, Study},
};
use lexopt::prelude::*;
use std::{ffi::OsString, fmt::Write as _, path::PathBuf};

/// Why the program ends without having done what was asked.
#[derive(Debug, PartialEq)]
pub enum Stop {
    /// The command line was not understood: exit code 2.
    Misused(String),
    /// Something went wrong on the way: exit code 1.
    Failed(String),
}

/// What was asked for.
#[derive(Debug)]
pub enum Asked {
    /// How to ask.
    Help,
    /// Studies, in this order.
    Studies {
        /// The studies.
        studies: Vec<&'static Study>,
        /// How to run them.
        options: Options,
        /// Where the figures go, if not to the usual place.
        json: Option<PathBuf>,
    },
    /// The plot of the graph study.
    Plot {
        /// How to gather what is drawn.
        options: Options,
        /// Where the picture goes.
        file: PathBuf,
    },
}

/// What `--help` prints.
pub fn usage() -> String {
    let mut text = String::from(
        "\
usage: case-studies <study> [--runs N] [--jobs N] [--seed K] [--smoke] [--json FILE]
       case-studies graph --plot FILE [--runs N] [--jobs N] [--seed K] [--smoke]
       case-studies all [--smoke] [--runs N] [--jobs N] [--seed K]

  --runs N      repetitions with different seeds (each study has its usual number)
  --jobs N      repetitions at the same time (2)
  --seed K      the seed of the first repetition (1)
  --smoke       a small version that takes a moment
  --json FILE   where all figures go (target/case-studies/<study>.json)
  --plot FILE   draw best scores over executions, as SVG, instead of printing tables

studies:
",
    );
    for study in STUDIES {
        let _ = writeln!(text, "  {:<15}{}", study.name, study.about);
    }
    text
}

/// Reads the command line.
pub fn read(words: impl IntoIterator<Item = OsString>) -> Result<Asked, Stop> {
    let mut options = Options { runs: None, jobs: 2, seed: 1, smoke: false };
    let (mut json, mut plot, mut name) = (None, None, None);
    let mut parser = lexopt::Parser::from_args(words);
    while let Some(word) = parser.next().map_err(misread)? {
        match word {
            Long("runs") => options.runs = Some(number(&mut parser, "--runs", 1)?),
            Long("jobs") => options.jobs = number(&mut parser, "--jobs", 1)? as usize,
            Long("seed") => options.seed = number(&mut parser, "--seed", 0)?,
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
        (Some(file), "graph") => return Ok(Asked::Plot { options, file }),
        (Some(_), _) => {
            return misused("`--plot` draws the study `graph` only; leave it out.");
        }
        _ => {}
    }
    if name == "all" {
        if json.is_some() {
            return misused(
                "`--json` names one file, and `all` writes one for each study; leave it out.",
            );
        }
        return Ok(Asked::Studies { studies: STUDIES.iter().collect(), options, json });
    }
    if let Some(study) = STUDIES.iter().find(|study| study.name == name) {
        return Ok(Asked::Studies { studies: vec![study], options, json });
    }
    let names: Vec<&str> = STUDIES.iter().map(|study| study.name).collect();
    misused(&format!("There is no study `{name}`; there are {}, and `all`.", names.join(", ")))
}

fn misused<T>(why: &str) -> Result<T, Stop> {
    Err(Stop::Misused(why.to_owned()))
}

fn misread(why: lexopt::Error) -> Stop {
    Stop::Misused(format!("The command line is not understood: {why}; `--help` shows what is."))
}

fn number(parser: &mut lexopt::Parser, option: &str, least: u64) -> Result<u64, Stop> {
    let word = parser.value().map_err(misread)?;
    match word.to_str().and_then(|word| word.parse().ok()) {
        Some(number) if number >= least => Ok(number),
        _ => misused(&format!(
            "`{option}` takes a whole number of at least {least}, not `{}`.",
            word.to_string_lossy()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::{Asked, Stop, read};

    fn mistake(line: &str) -> String {
        match read(line.split_whitespace().map(Into::into)) {
            Err(Stop::Misused(why)) => why,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn every_word_of_a_command_line_counts() {
        let line = "graph --runs 7 --jobs 3 --seed 11 --smoke --json x.json";
        let asked = read(line.split_whitespace().map(Into::into)).expect("no mistake");
        let Asked::Studies { studies, options, json } = asked else { panic!("{asked:?}") };
        assert_eq!(studies.iter().map(|study| study.name).collect::<Vec<_>>(), ["graph"]);
        assert_eq!((options.runs, options.jobs, options.seed), (Some(7), 3, 11));
        assert!(options.smoke && json.is_some());
    }

    #[test]
    fn mistakes_get_one_sentence_that_names_them() {
        for (line, part) in [
            ("grahp", "There is no study `grahp`; there are graph,"),
            ("graph --runs 0", "`--runs` takes a whole number of at least 1, not `0`."),
            ("graph --runs many", "not `many`."),
            ("graph --fast", "--fast"),
            ("graph spells", "spells"),
            ("graph --json", "--json"),
            ("spells --plot x.svg", "`--plot` draws the study `graph` only"),
            ("all --json x.json", "`--json` names one file"),
        ] {
            let why = mistake(line);
            assert!(why.contains(part) && why.lines().count() == 1, "{line}: {why}");
        }
        assert!(mistake("").starts_with("usage: case-studies"));
    }
}
