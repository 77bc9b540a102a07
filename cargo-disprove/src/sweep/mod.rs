//! `cargo disprove sweep`: how many inputs properties take to find mutants, and how many cases a suite needs.

mod advice;
mod arguments;
mod curve;
mod first_failure;
mod merge;
mod plan;
mod record;
mod render;
mod sweep_run;
mod test_output;

use crate::{
    error::{CommandError, exit},
    mutants::{STOPPED, judge_folder},
    signal::stop_on_signal,
    terminal::{diagnostic, print, print_json},
};
use std::{process::ExitCode, sync::atomic::AtomicBool};
use sweep_run::SweepRun;
pub(crate) use {
    advice::{TAIL, advice},
    arguments::Arguments,
    curve::{Curve, MutantOutcome},
    first_failure::{FirstFailure, Phase},
    plan::{seeds, wanted},
    record::{Property, Run, RunKey, Sweep},
};
#[cfg(test)]
pub(crate) use {curve::example, render::json};

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    exit(sweep(arguments))
}

/// Tests the mutants without a result, and returns all results so far.
pub(crate) fn sweep_mutants(
    arguments: &Arguments,
    stop: &AtomicBool,
) -> Result<Sweep, CommandError> {
    SweepRun::new(arguments)?.run(stop)
}

fn sweep(arguments: &Arguments) -> Result<u8, CommandError> {
    let (sweep, folder, is_done) = if arguments.merge.is_empty() {
        let run = SweepRun::new(arguments)?;
        let stop = stop_on_signal();
        let sweep = run.run(&stop)?;
        let is_done = run.is_done(&sweep);
        (sweep, run.folder().to_owned(), is_done)
    } else {
        let sweep = merge::merged(&arguments.merge)?;
        let folder = match &arguments.options.output {
            Some(folder) => folder.clone(),
            None => judge_folder(&arguments.scope.workspace()?),
        };
        sweep.write(&folder)?;
        let is_complete = sweep.is_complete();
        (sweep, folder, is_complete)
    };
    let curve = Curve::of(&sweep);
    if arguments.options.json {
        print_json(&render::json(&sweep, &curve));
    } else {
        print(&render::text(&sweep, &curve));
    }
    if !is_done {
        diagnostic(if arguments.merge.is_empty() {
            "interrupted: the same command resumes the sweep"
        } else {
            "incomplete: some mutants have no result; merge the finished results of all shards"
        });
    }
    diagnostic(&format!("results written to {}", folder.join(record::FILE).display()));
    Ok(if is_done { 0 } else { STOPPED })
}
