//! What can be said on the command line.

use super::{driver::Subject, running::Running};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Changes the code in many small ways, and tells which tests find which change.
///
/// cargo-mutants makes and builds the changes, called mutants; it has to be installed. A sample of them is tested, the
/// same for the same seed. Every test has a verdict on every mutant, so that properties can be held against unit tests,
/// and categories of properties against each other. A run that was stopped goes on where it was. What is found is
/// written to target/disprove/judge/mutants.json.
///
/// Exits with 0 if every mutant is found, 1 if some survive, 2 if they cannot be tested (the tests fail without any
/// change, for one), and 130 if it was stopped before the end.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub(crate) struct Arguments {
    /// So many mutants, chosen by chance: of every file and kind of change as many as it has a share in all.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) sample: u32,

    /// All mutants.
    #[arg(long, conflicts_with = "sample")]
    pub(super) all: bool,

    /// Chooses the sample, and what properties generate.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,

    /// Cases of each property; default: those of its settings.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) cases: Option<u32>,

    /// Runs of the tests before any change: what fails in some of them is left out.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=100))]
    pub(super) baseline: u16,

    /// Leaves out tests that fail before any change, instead of ending there.
    #[arg(long)]
    pub(super) skip_failing: bool,

    /// What doctests count as. Each is built for each mutant, which often takes longer than all other tests.
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Doctests::Unit)]
    pub(super) doctests: Doctests,

    /// Does not look for the tests that come to where a survivor is: a further build, and a run of each test alone.
    #[arg(long)]
    pub(super) no_reach: bool,

    /// One part of several, for as many machines: 0/4 is the first of four.
    #[arg(long, value_name = "K/N", value_parser = shard)]
    pub(super) shard: Option<(usize, usize)>,

    /// Puts the parts of a study together, by their folders or files, and tests nothing.
    #[arg(long, value_name = "PATH", num_args = 1..)]
    pub(super) merge: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) running: Running,

    #[command(flatten)]
    pub(super) subject: Subject,
}

/// What doctests count as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Doctests {
    /// They are unit tests.
    Unit,
    /// They are counted apart.
    Apart,
    /// They are counted apart, and run only on mutants that no other test finds, as cargo-mutants does.
    Last,
    /// They are not run.
    None,
}

impl Doctests {
    pub(super) fn name(self) -> &'static str {
        match self {
            Doctests::Unit => "unit",
            Doctests::Apart => "apart",
            Doctests::Last => "last",
            Doctests::None => "none",
        }
    }
}

fn shard(text: &str) -> Result<(usize, usize), String> {
    let parts = text.split_once('/').and_then(|(k, n)| k.parse().ok().zip(n.parse().ok()));
    match parts {
        Some((k, n)) if k < n => Ok((k, n)),
        _ => {
            Err("write the number of the part, from 0, and how many there are, as in 0/4"
                .to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::shard;

    #[test]
    fn parts_are_numbered_from_0() {
        assert_eq!(shard("0/4"), Ok((0, 4)));
        assert_eq!(shard("3/4"), Ok((3, 4)));
        for bad in ["4/4", "0/0", "1", "a/b", "-1/2", ""] {
            assert!(shard(bad).is_err(), "{bad}");
        }
    }
}
