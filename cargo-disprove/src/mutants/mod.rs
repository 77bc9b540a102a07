//! `cargo disprove mutants`: mutation testing with a verdict of every test on every mutant.

mod arguments;
pub(crate) mod baseline;
pub(crate) mod checkpoint;
mod compiled;
pub(crate) mod driver;
pub(crate) mod figures;
pub(crate) mod identity;
mod kinds;
pub(crate) mod lock;
pub(crate) mod log;
mod merge;
mod probe;
mod reach;
pub(crate) mod sample;
mod settings;
pub(crate) mod study;
pub(crate) mod study_options;
mod study_run;
mod tables;
pub(crate) mod text_table;

use crate::{
    error::{CommandError, exit},
    signal::stop_on_signal,
    terminal::{diagnostic, print, print_json},
};
pub(crate) use arguments::Arguments;
use std::{process::ExitCode, sync::atomic::AtomicBool};
use study::Study;
pub(crate) use study_run::judge_folder;
use study_run::{StudyRun, is_stopped};

/// Exit code of an interrupted run, as for SIGINT.
pub(crate) const STOPPED: u8 = 130;

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    exit(mutants(arguments))
}

/// Tests the mutants without a result, and returns all results so far.
pub(crate) fn study(arguments: &Arguments, stop: &AtomicBool) -> Result<Study, CommandError> {
    StudyRun::new(arguments)?.run(stop)
}

fn mutants(arguments: &Arguments) -> Result<u8, CommandError> {
    let (study, folder, stopped) = if arguments.merge.is_empty() {
        let session = StudyRun::new(arguments)?;
        let stop = stop_on_signal();
        (session.run(&stop)?, session.folder().to_owned(), is_stopped(&stop))
    } else {
        let study = merge::merged(&arguments.merge)?;
        let folder = match &arguments.options.output {
            Some(folder) => folder.clone(),
            None => study_run::judge_folder(&arguments.scope.workspace()?),
        };
        study.write(&folder)?;
        let is_incomplete = !study.is_complete;
        (study, folder, is_incomplete)
    };
    if arguments.options.json {
        print_json(&study.to_json());
    } else {
        print(tables::tables(&study).trim_end());
    }
    if stopped {
        diagnostic(if arguments.merge.is_empty() {
            "interrupted: the same command resumes the run"
        } else {
            "incomplete: some mutants have no result; merge the finished results of all shards"
        });
    }
    diagnostic(&format!("results written to {}", folder.join(study::FILE).display()));
    let survives = |study: &Study| study.mutants.iter().any(|mutant| mutant.outcome == "missed");
    Ok(if stopped { STOPPED } else { u8::from(survives(&study)) })
}
