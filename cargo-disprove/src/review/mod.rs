//! `cargo disprove review`: goes through the failures that are kept, one by one.

mod source;

use crate::{
    hunt::find,
    limits::Limits,
    mistake::{Mistake, exit},
    project::{Flags, Property},
    replay::{Replayed, database, input, kept},
    terminal::say,
};
use clap::Args;
use disprove::{__private::reduction_path, Database, Db, Tree};
use source::Placed;
use std::{
    fmt::Write as _,
    io::{self, BufRead, Write},
    process::ExitCode,
};

/// Goes through the failures that are kept in the database, one by one.
///
/// Each is run again and shown, and a line is read that says what is to become of it: `keep` writes it above the
/// property as #[example(..)], or as #[replay(..)] if it cannot be written as Rust; `drop` forgets it; `again` runs it
/// once more; `path` shows how it was reduced; `skip` goes on, as an empty line does; `quit` ends. The first letters do.
///
/// Exits with 0 if no failure is left, and 1 if one is.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub(crate) struct Arguments {
    /// Only properties whose names contain one of these.
    #[arg(value_name = "FILTER")]
    filters: Vec<String>,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    flags: Flags,
}

/// What is to become of a failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    Keep,
    Drop,
    Again,
    Path,
    Skip,
    Quit,
}

const QUESTION: &str = "keep, drop, again, path, skip or quit? ";

impl Answer {
    fn read(line: &str) -> Option<Answer> {
        Some(match line.trim().chars().next().map(|first| first.to_ascii_lowercase()) {
            Some('k') => Answer::Keep,
            Some('d') => Answer::Drop,
            Some('a' | 'r') => Answer::Again,
            Some('p') => Answer::Path,
            None | Some('s') => Answer::Skip,
            Some('q') => Answer::Quit,
            Some(_) => return None,
        })
    }
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    exit(review(arguments))
}

fn review(arguments: &Arguments) -> Result<u8, Mistake> {
    let mut left = 0;
    let mut seen = 0;
    let mut answers = io::stdin().lock().lines();
    let mut quit = false;
    for property in find(&arguments.flags, &arguments.filters, false)? {
        for entry in kept(&property) {
            seen += 1;
            let stays = quit
                || match one(arguments, &property, &entry, &mut answers)? {
                    Answer::Drop => false,
                    Answer::Quit => {
                        quit = true;
                        true
                    }
                    _ => true,
                };
            left += u64::from(stays);
        }
    }
    if seen == 0 {
        say("no failure is kept here");
    }
    Ok(u8::from(left > 0))
}

/// Shows a failure, and does what is wanted with it.
fn one(
    arguments: &Arguments,
    property: &Property,
    entry: &Tree,
    answers: &mut dyn Iterator<Item = io::Result<String>>,
) -> Result<Answer, Mistake> {
    let token = entry.to_token();
    let again = || input(property, &token, arguments.limits);
    let mut done = again()?;
    let mut show = true;
    loop {
        if !show {
            // What was asked for stands there.
        } else if done.report.is_empty() {
            say(&format!("{} holds for {token} now.", property.key));
        } else {
            say(&done.report);
        }
        let answer = loop {
            prompt();
            // The end of the answers is the end of the review: nothing is done without being asked for.
            let Some(Ok(line)) = answers.next() else { return Ok(Answer::Quit) };
            match Answer::read(&line) {
                Some(answer) => break answer,
                None => say(&format!("`{}` is no answer", line.trim())),
            }
        };
        match answer {
            Answer::Again => done = again()?,
            Answer::Path => say(&path(property, &token)),
            Answer::Keep => {
                keep(property, &done, &token);
                return Ok(Answer::Keep);
            }
            Answer::Drop => {
                let db = Db::at(database(property));
                match db.remove(&property.key, entry) {
                    Ok(()) => {
                        say("dropped");
                        return Ok(Answer::Drop);
                    }
                    Err(problem) => say(&problem.to_string()),
                }
                return Ok(Answer::Skip);
            }
            Answer::Skip | Answer::Quit => return Ok(answer),
        }
        show = answer == Answer::Again;
    }
}

/// Writes the failure above its property, or says what to write.
fn keep(property: &Property, done: &Replayed, token: &str) {
    let attribute = attribute(&done.report).unwrap_or_else(|| format!("#[replay(\"{token}\")]"));
    match source::place(property, &attribute) {
        Placed::Now(path) => say(&format!("{attribute} is in {} now", path.display())),
        Placed::Before(path) => say(&format!("{attribute} is in {} already", path.display())),
        Placed::Nowhere(why) => {
            say(&format!("{why}; write this above {}:\n    {attribute}", property.key));
        }
    }
}

/// The line of a report that keeps its input.
fn attribute(report: &str) -> Option<String> {
    let line = report.lines().find_map(|line| line.trim().strip_prefix("keep "))?;
    Some(line.trim().to_owned()).filter(|line| line.starts_with("#[example("))
}

/// How a failure was reduced.
fn path(property: &Property, token: &str) -> String {
    let Some(path) = reduction_path(&database(property), &property.key, token) else {
        return "how it was reduced is not known: only hunts write it down".to_owned();
    };
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
    use super::{Answer, attribute};

    #[test]
    fn the_first_letter_is_enough() {
        for (line, answer) in [
            ("keep", Answer::Keep),
            ("D", Answer::Drop),
            ("again", Answer::Again),
            ("run again", Answer::Again),
            ("", Answer::Skip),
            (" q ", Answer::Quit),
        ] {
            assert_eq!(Answer::read(line), Some(answer), "{line}");
        }
        assert_eq!(Answer::read("what?"), None);
    }

    #[test]
    fn the_example_of_a_report_is_taken_from_it() {
        let report = "f failed\n\n  to run it again\n    keep     #[example(vec![0, 0])]\n    replay   #[replay(\"d1:A\")]";
        assert_eq!(attribute(report).as_deref(), Some("#[example(vec![0, 0])]"));
        assert_eq!(attribute("f failed\n    replay   #[replay(\"d1:A\")]"), None);
    }
}
