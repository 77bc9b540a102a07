//! `cargo disprove review`: walks through the saved failures one by one.

mod orphans;
mod source;

use crate::{
    error::{CommandError, exit},
    hunt::Discovery,
    limits::Limits,
    project::{Property, TestFlags, database},
    replay::{ReplayResult, replay_input, saved_failures},
    terminal::print,
};
use clap::Args;
use disprove::{
    __private::{database_in, reduction_path, regression_file},
    Database, Tree,
};
use orphans::report_orphans;
use source::Placed;
use std::{
    fmt::Write as _,
    io::{self, BufRead, Write},
    process::ExitCode,
};

const COMMANDS: &str = "\
At each failure, type a command or its first letter:
  keep   write it as #[example(..)], or else #[replay(..)]
  drop   delete it, and name its line in the regressions
  again  run it once more
  path   show how it was reduced
  skip   go to the next failure; an empty line does the same
  quit   end";

/// Walks through the saved failures one by one.
///
/// Runs and shows each failure, then reads one of the commands below. `keep` writes the failure to the source, below
/// `#[property]`, or prints what to write.
///
/// First it names regressions of no property, such as those of a renamed test. This needs all tests: no filter or
/// `--test`, and `--workspace` if there are several packages. For tests behind features, add `--all-features`.
///
/// Exits with 0 if no failure is left, with 1 if one is, and with 2 if the tests do not build, or no property can be
/// run or fits the filter.
#[derive(Args, Debug)]
#[command(after_long_help = COMMANDS)]
pub(crate) struct Arguments {
    /// Only properties whose names contain one of these.
    #[arg(value_name = "FILTER")]
    filters: Vec<String>,

    /// Include `check(..)` calls in ordinary tests. Runs each test once to find them.
    #[arg(long)]
    checks: bool,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    flags: TestFlags,
}

/// A command of the user about a failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ReviewCommand {
    Keep,
    Drop,
    Again,
    Path,
    Skip,
    Quit,
}

const QUESTION: &str = "keep, drop, again, path, skip or quit? ";

impl ReviewCommand {
    fn read(line: &str) -> Option<ReviewCommand> {
        Some(match line.trim().chars().next().map(|first| first.to_ascii_lowercase()) {
            Some('k') => ReviewCommand::Keep,
            Some('d') => ReviewCommand::Drop,
            Some('a' | 'r') => ReviewCommand::Again,
            Some('p') => ReviewCommand::Path,
            None | Some('s') => ReviewCommand::Skip,
            Some('q') => ReviewCommand::Quit,
            Some(_) => return None,
        })
    }
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    exit(review(arguments))
}

fn review(arguments: &Arguments) -> Result<u8, CommandError> {
    let mut left = 0;
    let mut seen = 0;
    let mut answers = io::stdin().lock().lines();
    let mut quit = false;
    let found = Discovery::new(&arguments.flags, arguments.checks)?;
    if arguments.filters.is_empty() {
        report_orphans(&arguments.flags, &found);
    }
    for property in found.filtered(&arguments.filters)? {
        for entry in saved_failures(&property) {
            seen += 1;
            let stays = quit
                || match review_failure(arguments, &property, &entry, &mut answers)? {
                    ReviewCommand::Drop => false,
                    ReviewCommand::Quit => {
                        quit = true;
                        true
                    }
                    _ => true,
                };
            left += u64::from(stays);
        }
    }
    if seen == 0 {
        print("no saved failures here");
    }
    Ok(u8::from(left > 0))
}

/// Shows a failure and carries out the command of the user.
fn review_failure(
    arguments: &Arguments,
    property: &Property,
    entry: &Tree,
    answers: &mut dyn Iterator<Item = io::Result<String>>,
) -> Result<ReviewCommand, CommandError> {
    let token = entry.to_token();
    let again = || replay_input(property, &token, arguments.limits);
    let mut result = again()?;
    let mut show = true;
    loop {
        if !show {
            // The last command has printed its own output.
        } else if result.report.is_empty() {
            print(&format!("{} passes for {token} now.", property.key));
        } else {
            print(&result.report);
        }
        let answer = loop {
            prompt();
            // The end of the input ends the review: nothing happens without a command.
            let Some(Ok(line)) = answers.next() else { return Ok(ReviewCommand::Quit) };
            match ReviewCommand::read(&line) {
                Some(answer) => break answer,
                None => print(&format!("unknown command `{}`", line.trim())),
            }
        };
        match answer {
            ReviewCommand::Again => result = again()?,
            ReviewCommand::Path => print(&path(property, &token)),
            ReviewCommand::Keep => {
                keep(property, &result, &token);
                return Ok(ReviewCommand::Keep);
            }
            ReviewCommand::Drop => {
                let db = database_in(database(property));
                match db.remove(&property.key, entry) {
                    Ok(()) => {
                        print(&dropped(property, &token));
                        return Ok(ReviewCommand::Drop);
                    }
                    Err(problem) => print(&problem.to_string()),
                }
                return Ok(ReviewCommand::Skip);
            }
            ReviewCommand::Skip | ReviewCommand::Quit => return Ok(answer),
        }
        show = answer == ReviewCommand::Again;
    }
}

/// What to print about a dropped input. Its line in the regressions stays: others may have committed it.
fn dropped(property: &Property, token: &str) -> String {
    match regression_file(&database(property), &property.key, token) {
        Some(file) => format!(
            "dropped; its line in {} stays: delete it too, or every run tries the input first",
            file.display()
        ),
        None => "dropped".to_owned(),
    }
}

/// Writes the failure below `#[property]`, or prints the line to write.
fn keep(property: &Property, result: &ReplayResult, token: &str) {
    if let Some(call) = call(&result.report) {
        print(&format!("write this after `check(..)` of {}:\n    {call}", property.key));
        return;
    }
    let attribute = attribute(&result.report, token);
    match source::place(property, &attribute) {
        Placed::Inserted(path) => print(&format!("added {attribute} to {}", path.display())),
        Placed::Present(path) => print(&format!("{} has {attribute} already", path.display())),
        Placed::Refused(why) => {
            print(&format!(
                "{why}; write this below `#[property]` of {}:\n    {attribute}",
                property.key
            ));
        }
    }
}

/// The `#[example(..)]` attribute that a report suggests, or `#[replay(..)]`.
fn attribute(report: &str, token: &str) -> String {
    let lines = report.lines().filter_map(|line| line.trim().strip_prefix("keep "));
    let example = lines.map(str::trim).find(|line| line.starts_with("#[example("));
    example.map_or_else(|| format!("#[replay(\"{token}\")]"), str::to_owned)
}

/// The call of `replay(..)` that the report of a `check(..)` suggests.
fn call(report: &str) -> Option<&str> {
    let mut lines = report.lines().filter_map(|line| line.trim().strip_prefix("replay "));
    lines.find_map(|line| Some(line.trim()).filter(|line| line.starts_with(".replay(")))
}

/// How a failure was reduced.
fn path(property: &Property, token: &str) -> String {
    let Some(path) = reduction_path(&database(property), &property.key, token) else {
        return "the reduction path is unknown: only `cargo disprove hunt` records it".to_owned();
    };
    steps(&path)
}

/// A line for each pass, with the choices left after it.
fn steps(path: &str) -> String {
    let mut text = String::new();
    for line in path.lines() {
        if let Some((pass, choices)) = line.split_once('\t') {
            let _ = writeln!(text, "    {pass:10} {choices} choices");
        }
    }
    text
}

fn prompt() {
    let mut out = io::stdout().lock();
    let _ = out.write_all(QUESTION.as_bytes());
    let _ = out.flush();
}

#[cfg(test)]
mod tests {
    use super::{ReviewCommand, attribute, call, steps};

    #[test]
    fn each_pass_of_a_reduction_has_a_line() {
        let shown = "    found      9 choices\n    delete     3 choices\n";
        assert_eq!(steps("found\t9\ndelete\t3\n"), shown);
    }

    #[test]
    fn the_first_letter_of_a_command_is_enough() {
        for (line, answer) in [
            ("keep", ReviewCommand::Keep),
            ("k", ReviewCommand::Keep),
            ("D", ReviewCommand::Drop),
            ("a", ReviewCommand::Again),
            ("again", ReviewCommand::Again),
            ("run again", ReviewCommand::Again),
            ("p", ReviewCommand::Path),
            ("s", ReviewCommand::Skip),
            ("", ReviewCommand::Skip),
            (" q ", ReviewCommand::Quit),
        ] {
            assert_eq!(ReviewCommand::read(line), Some(answer), "{line}");
        }
        assert_eq!(ReviewCommand::read("what?"), None);
    }

    #[test]
    fn the_example_of_a_report_is_taken_from_it() {
        let report = "f failed\n\n  to run it again\n    keep     #[example(vec![0, 0])]\n    replay   #[replay(\"d1:A\")]";
        assert_eq!(attribute(report, "d1:A"), "#[example(vec![0, 0])]");
        let without = "f failed\n    replay   #[replay(\"d1:A\")]";
        assert_eq!(attribute(without, "d1:B"), "#[replay(\"d1:B\")]");
        assert_eq!((call(report), call(without)), (None, None));
        let of_a_check = "f failed\n    replay   .replay(\"d1:A\")\n    seed     .seed(7)";
        assert_eq!(call(of_a_check), Some(".replay(\"d1:A\")"));
    }
}
