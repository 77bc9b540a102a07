//! `cargo disprove reduce`: makes a file as small as it gets while a command calls it interesting.
//!
//! The file is taken apart into parts that can be taken out (`block`, `expression`, `literal`, `chunk`). Which
//! of them stay are the choices of a generator, so the reducer of the library does the rest (`stages`).

mod arguments;
mod block;
mod chunk;
mod command;
mod edit;
mod expression;
mod journal;
mod literal;
mod output;
mod progress;
mod session;
mod stages;
mod token;

use crate::{
    error::{CommandError, exit, usage},
    signal::stop_on_signal,
    terminal::diagnostic,
};
pub(crate) use arguments::Arguments;
use arguments::Parts;
use command::{Ending, Question};
use journal::Journal;
use output::Output;
use session::{End, Limits, Session, line_count};
use std::{fs, io, process::ExitCode, sync::atomic::AtomicBool, thread, time::Instant};

/// How often the start must be interesting before it counts as one that always is.
const CONFIRMATIONS: u32 = 2;

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    exit(reduce(arguments))
}

fn reduce(arguments: &Arguments) -> Result<u8, CommandError> {
    let path = &arguments.seed_file;
    let seed =
        fs::read(path).map_err(|why| usage(format!("{} cannot be read: {why}", path.display())))?;
    if seed.is_empty() {
        return Err(usage(format!("{} is empty: there is nothing to reduce", path.display())));
    }
    let parts = parts(arguments, &seed)?;
    let output = Output::new(arguments.output.as_deref(), path);
    let same =
        |a, b| matches!((fs::canonicalize(a), fs::canonicalize(b)), (Ok(a), Ok(b)) if a == b);
    if same(path, &output.path) {
        return Err(usage(format!(
            "{} would be overwritten: give another file as --output",
            path.display()
        )));
    }
    let stop = stop_on_signal();
    let question = Question::new(&arguments.command, path, arguments.timeout)
        .map_err(|why| usage(format!("no folder for candidates can be made: {why}")))?;
    let start = Instant::now();
    confirm(&question, &seed, arguments, &stop)?;
    let unwritable = |path: &std::path::Path, why: &io::Error| {
        usage(format!("{} cannot be written: {why}", path.display()))
    };
    let journal = Journal::open(&output.journal(), &seed, &arguments.command, arguments.fresh)
        .map_err(|why| unwritable(&output.journal(), &why))?;
    if journal.known > 0 {
        diagnostic(&format!(
            "{} answers are known from before (--fresh forgets them)",
            journal.known
        ));
    }
    output.write(&seed).map_err(|why| unwritable(&output.path, &why))?;
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let limits = Limits {
        runs: arguments.runs,
        time: arguments.time,
        start,
        jobs: arguments.jobs.map_or(cores, usize::from),
    };
    let session = Session::new(question, output, journal, limits, &stop, seed.clone());
    for _ in 0..CONFIRMATIONS {
        session.count_run();
    }
    stages::reduce(&session, parts);
    finish(&session, &seed, path)
}

/// What to take the file apart into.
fn parts(arguments: &Arguments, seed: &[u8]) -> Result<Parts, CommandError> {
    let is_text = std::str::from_utf8(seed).is_ok();
    match arguments.parts {
        Parts::Auto if is_text => Ok(Parts::Tokens),
        Parts::Auto => Ok(Parts::Bytes),
        Parts::Tokens if !is_text => Err(usage(format!(
            "{} is not UTF-8, so it has no tokens: use --as bytes or --as lines",
            arguments.seed_file.display()
        ))),
        parts => Ok(parts),
    }
}

/// The file must be interesting to begin with, each time.
fn confirm(
    question: &Question,
    seed: &[u8],
    arguments: &Arguments,
    stop: &AtomicBool,
) -> Result<(), CommandError> {
    let command = arguments.command[0].display();
    for number in 0..CONFIRMATIONS {
        let run = question
            .ask(seed, true, stop)
            .map_err(|why| usage(format!("`{command}` cannot be run: {why}")))?;
        let ending = match run.ending {
            Ending::Exit(status) if status.success() => continue,
            Ending::Exit(status) => status.to_string(),
            Ending::TimedOut => {
                format!("no end within {:?}; --timeout gives it longer", arguments.timeout)
            }
            Ending::Stopped => {
                return Err(CommandError("stopped before anything was tried".to_owned(), 1));
            }
        };
        let file = arguments.seed_file.display();
        let mut sentence = if number == 0 {
            format!(
                "{file} is not interesting to begin with: `{command}` must exit with 0 for it, and came to {ending}"
            )
        } else {
            format!(
                "{file} is not always interesting: `{command}` exited with 0 first, and came to {ending} for the same file later"
            )
        };
        if !run.said.is_empty() {
            sentence = format!("{sentence}\nits output ends with:\n{}", run.said);
        }
        return Err(CommandError(sentence, 1));
    }
    Ok(())
}

/// Looks at the smallest once more, and says what came of it all.
fn finish(session: &Session<'_>, seed: &[u8], path: &std::path::Path) -> Result<u8, CommandError> {
    let end = session.over();
    session.end_progress();
    let (best, output) = (session.best(), session.output.path.display());
    if let Some(error) = session.take_error() {
        return Err(usage(format!(
            "{output} has the best so far, but it could not go on: {error}"
        )));
    }
    let mut flaky = false;
    if best.len() < seed.len() && end != Some(End::Stopped) {
        let again = session.question.ask(&best, false, session.stop);
        session.count_run();
        flaky = !again.is_ok_and(|run| run.ending.is_interesting());
    }
    let (runs, cached) = session.counts();
    let why = match end {
        None => "nothing more can be taken out",
        Some(End::Runs) => "as many runs as --runs allows",
        Some(End::Time) => "as long as --time allows",
        Some(End::Stopped | End::Error) => "stopped",
    };
    diagnostic(&format!(
        "{}: {} -> {} bytes, {} -> {} lines, {runs} runs of the command, {cached} answers known, {:.1} s; {why}",
        path.display(),
        seed.len(),
        best.len(),
        line_count(seed),
        line_count(&best),
        session.limits.start.elapsed().as_secs_f64(),
    ));
    if flaky {
        diagnostic(
            "the command does not always give the same answer: the smallest file was interesting once, but not again",
        );
    }
    if best.len() == seed.len() {
        diagnostic("nothing smaller is interesting");
        return Ok(1);
    }
    diagnostic(&format!("the smallest is in {output}"));
    Ok(u8::from(flaky))
}
