//! `cargo disprove mutants`: which tests find which changes of the code.

mod arguments;
mod baseline;
mod columns;
pub(crate) mod driver;
pub(crate) mod figures;
pub(crate) mod identity;
mod journal;
mod kinds;
pub(crate) mod lock;
pub(crate) mod log;
mod merge;
mod probe;
mod reach;
pub(crate) mod running;
mod sample;
mod session;
mod settings;
pub(crate) mod study;
mod tables;

use crate::{
    error::{CommandError, exit},
    signal::stop_on_signal,
    terminal::{diagnostic, print},
};
pub(crate) use arguments::Arguments;
pub(crate) use session::judge_folder;
use session::{Session, is_stopped};
use std::process::ExitCode;
use study::Study;

/// What the process exits with when it was stopped before the end.
pub(crate) const STOPPED: u8 = 130;

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    exit(mutants(arguments))
}

fn mutants(arguments: &Arguments) -> Result<u8, CommandError> {
    let (study, folder, stopped) = if arguments.merge.is_empty() {
        let session = Session::new(arguments)?;
        let stop = stop_on_signal();
        (session.run(&stop)?, session.folder().to_owned(), is_stopped(&stop))
    } else {
        let study = merge::merged(&arguments.merge)?;
        let folder = match &arguments.running.output {
            Some(folder) => folder.clone(),
            None => session::judge_folder(&arguments.subject.workspace()?),
        };
        study.write(&folder)?;
        (study, folder, false)
    };
    if arguments.running.json {
        print(&study.to_json().to_string());
    } else {
        print(tables::tables(&study).trim_end());
    }
    if stopped {
        diagnostic("it was stopped: the same command goes on where it was");
    }
    diagnostic(&format!("written to {}", folder.join(study::FILE).display()));
    let survives = |study: &Study| study.mutants.iter().any(|mutant| mutant.outcome == "missed");
    Ok(if stopped { STOPPED } else { u8::from(survives(&study)) })
}
