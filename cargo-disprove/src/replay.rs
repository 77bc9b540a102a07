//! `cargo disprove replay`: runs one input of a property, and prints its report.

use crate::{
    hunt::{
        find,
        worker::{Failure, Order, Said, State, Task, Worker},
    },
    limits::Limits,
    mistake::{Mistake, exit, usage},
    project::{Flags, Property},
    terminal::say,
};
use clap::Args;
use disprove::{__private::death, Database, Db, Tree};
use std::{env, process::ExitCode, thread, time::Duration};

/// Runs one input of a property, and prints what comes of it.
///
/// The input runs in a process of its own. Exits with 0 if the property holds for it, and 1 if not.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub(crate) struct Arguments {
    /// The token of the input, as reports have it: d1:...
    #[arg(value_name = "TOKEN")]
    token: String,

    /// A part of the name of the property; not needed if it keeps this input as a failure.
    #[arg(value_name = "PROPERTY")]
    filter: Vec<String>,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    flags: Flags,
}

/// How often the process is looked at.
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);

/// What became of an input.
#[derive(Debug, Default)]
pub(crate) struct Replayed {
    pub(crate) failures: Vec<Failure>,
    /// As people read it; empty, if it passed.
    pub(crate) report: String,
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    exit(replay(arguments))
}

fn replay(arguments: &Arguments) -> Result<u8, Mistake> {
    let token = arguments.token.trim();
    if let Err(why) = Tree::from_token(token) {
        return Err(usage(format!("`{token}` is no token of an input: {why}")));
    }
    let property = chosen(find(&arguments.flags, &arguments.filter, false)?, token)?;
    let done = input(&property, token, arguments.limits)?;
    if done.report.is_empty() {
        say(&format!("{} holds for this input.", property.key));
        return Ok(0);
    }
    say(&done.report);
    Ok(1)
}

/// The property that the token belongs to.
fn chosen(mut found: Vec<Property>, token: &str) -> Result<Property, Mistake> {
    if found.len() > 1 {
        let keeps =
            |property: &Property| kept(property).iter().any(|entry| entry.to_token() == token);
        let keepers: Vec<usize> =
            (0..found.len()).filter(|number| keeps(&found[*number])).collect();
        if let [number] = keepers[..] {
            return Ok(found.swap_remove(number));
        }
        let names: Vec<&str> = found.iter().map(|property| property.key.as_str()).collect();
        return Err(usage(format!(
            "a token does not say which property it is of: name one of {}",
            names.join(", ")
        )));
    }
    found.pop().ok_or_else(|| usage("there is no property"))
}

/// The failures that a property keeps in the usual place.
pub(crate) fn kept(property: &Property) -> Vec<Tree> {
    Db::at(database(property)).load(&property.key).entries
}

/// Where the failures of a property are, unless its settings say otherwise.
pub(crate) fn database(property: &Property) -> std::path::PathBuf {
    let folder = &property.binary.folder;
    let root = folder.ancestors().find(|folder| folder.join("Cargo.lock").is_file());
    root.unwrap_or(folder).join(".disprove")
}

/// Runs an input in a process of its own.
pub(crate) fn input(property: &Property, token: &str, limits: Limits) -> Result<Replayed, Mistake> {
    let Limits { case_time: limit, memory } = limits;
    let order = Order {
        task: Task::Replay(token.to_owned()),
        seed: 0,
        time: limit,
        limit,
        memory,
        known: false,
        faults: Vec::new(),
    };
    let folder = env::temp_dir().join(format!("disprove-replay-{}", std::process::id()));
    let cannot =
        |why: std::io::Error| usage(format!("{}: its process cannot be run: {why}", property.key));
    let mut worker = Worker::start(property, &order, folder).map_err(cannot)?;
    let how = loop {
        match worker.look().map_err(cannot)? {
            State::Working => thread::sleep(BETWEEN_LOOKS),
            State::Gone(how) => break how,
        }
    };
    let (mut done, mut ended) = (Replayed::default(), false);
    for said in worker.hear() {
        match said {
            Said::Failure(failure) => done.failures.push(failure),
            Said::Report(report) => done.report = report,
            Said::Broken(why) => {
                done.report = why;
                ended = true;
            }
            Said::Skipped(why) => return Err(usage(format!("{}: {why}", property.key))),
            Said::End => ended = true,
            _ => {}
        }
    }
    if !ended {
        // Not the property itself: that runs in a further process.
        let (message, _) = death(how, &worker.printed());
        done.report = format!("{}: {message}", property.key);
    }
    Ok(done)
}
