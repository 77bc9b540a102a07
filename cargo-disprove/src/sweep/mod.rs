//! `cargo disprove sweep`: at which input properties find mutants, and how many cases a suite needs.

mod advice;
mod arguments;
mod curve;
mod first;
mod page;
mod printed;
mod record;
mod session;

use crate::{
    error::{CommandError, exit},
    mutants::STOPPED,
    signal::stop_on_signal,
    terminal::{diagnostic, print},
};
use session::Session;
use std::process::ExitCode;
pub(crate) use {
    advice::{SPARED, advice},
    arguments::Arguments,
    curve::{Curve, Fate},
    record::Sweep,
};
#[cfg(test)]
pub(crate) use {curve::example, page::json};

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    exit(sweep(arguments))
}

fn sweep(arguments: &Arguments) -> Result<u8, CommandError> {
    let session = Session::new(arguments)?;
    let stop = stop_on_signal();
    let sweep = session.run(&stop)?;
    let curve = Curve::of(&sweep);
    if arguments.running.json {
        print(&page::json(&sweep, &curve).to_string());
    } else {
        print(&page::page(&sweep, &curve));
    }
    diagnostic(&format!("written to {}", session.folder().join(record::FILE).display()));
    Ok(if sweep.is_complete() { 0 } else { STOPPED })
}
