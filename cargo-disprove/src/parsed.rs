//! For tests: the arguments of a command, parsed from a line.

use clap::{Args, Command};

/// The arguments of a line such as `mutants --seed 7`, whose first word is the command.
#[track_caller]
pub(crate) fn parsed<A: Args>(line: &str) -> A {
    let command = A::augment_args(Command::new("tool"));
    let matches = command.try_get_matches_from(line.split_whitespace()).expect("a valid line");
    A::from_arg_matches(&matches).expect("valid arguments")
}
