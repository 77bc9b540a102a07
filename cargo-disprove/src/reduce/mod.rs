//! `cargo disprove reduce`: minimizes a file while a command still reports it interesting.
//!
//! `block`, `expression`, `literal` and `chunk` split the file into removable parts. A generator chooses which of them
//! stay, and the reducer of the library minimizes these choices (`stages`).

mod answer_cache;
mod arguments;
mod block;
mod chunk;
mod edit;
mod expression;
mod interestingness;
mod literal;
mod output;
mod progress;
mod reduction;
mod stages;
mod token;

use crate::{
    error::{CommandError, exit, usage},
    signal::stop_on_signal,
    terminal::diagnostic,
};
use answer_cache::AnswerCache;
pub(crate) use arguments::Arguments;
use arguments::Granularity;
use interestingness::{InterestingnessTest, RunEnd};
use output::Output;
use reduction::{Reduction, ReductionLimits, StopReason, line_count};
use std::{fs, io, process::ExitCode, sync::atomic::AtomicBool, thread, time::Instant};

/// How often the file must be interesting at the start: twice, to detect a flaky command.
const CONFIRMATIONS: u32 = 2;

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    exit(reduce(arguments))
}

fn reduce(arguments: &Arguments) -> Result<u8, CommandError> {
    let path = &arguments.seed_file;
    let seed = fs::read(path).map_err(|why| {
        let path = path.display();
        usage(format!("cannot read {path}: {why}; name an existing file with `--seed-file`"))
    })?;
    if seed.is_empty() {
        return Err(usage(format!("{} is empty: there is nothing to reduce", path.display())));
    }
    let granularity = granularity(arguments, &seed)?;
    let output = Output::new(arguments.output.as_deref(), path);
    let same =
        |a, b| matches!((fs::canonicalize(a), fs::canonicalize(b)), (Ok(a), Ok(b)) if a == b);
    if same(path, &output.path) {
        return Err(usage(format!(
            "{} would be overwritten: select another file with --output",
            path.display()
        )));
    }
    let stop = stop_on_signal();
    let test = InterestingnessTest::new(&arguments.command, path, arguments.timeout)
        .map_err(|why| usage(format!("cannot create a folder for candidates: {why}")))?;
    let start = Instant::now();
    confirm(&test, &seed, arguments, &stop)?;
    let unwritable = |path: &std::path::Path, why: &io::Error| {
        usage(format!("cannot write {}: {why}", path.display()))
    };
    let (path_of_cache, command) = (output.cache_path(), &arguments.command);
    let cache = AnswerCache::open(&path_of_cache, &seed, command, granularity, arguments.fresh)
        .map_err(|why| unwritable(&path_of_cache, &why))?;
    if cache.known > 0 {
        diagnostic(&format!("{} answers are cached (--fresh discards them)", cache.known));
    }
    let is_known = |content: &Vec<u8>| cache.is_resumed && cache.answer(content) == Some(true);
    let earlier = output.smaller_than(seed.len()).filter(is_known);
    if earlier.is_none() {
        output.write(&seed).map_err(|why| unwritable(&output.path, &why))?;
    }
    let limits = ReductionLimits {
        runs: arguments.runs,
        time: arguments.time,
        start,
        jobs: jobs(arguments),
    };
    let reduction = Reduction::new(test, output, cache, limits, &stop, seed.clone(), earlier);
    for _ in 0..CONFIRMATIONS {
        reduction.count_run();
    }
    stages::reduce(&reduction, granularity);
    finish(&reduction, &seed, path)
}

/// How many commands run in parallel.
fn jobs(arguments: &Arguments) -> usize {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    arguments.jobs.map_or(cores, usize::from)
}

/// The granularity for this file.
fn granularity(arguments: &Arguments, seed: &[u8]) -> Result<Granularity, CommandError> {
    let is_text = std::str::from_utf8(seed).is_ok();
    match arguments.parts {
        Granularity::Auto if is_text => Ok(Granularity::Tokens),
        Granularity::Auto => Ok(Granularity::Bytes),
        Granularity::Tokens if !is_text => Err(usage(format!(
            "{} is not UTF-8, so it has no tokens: use --as bytes or --as lines",
            arguments.seed_file.display()
        ))),
        granularity => Ok(granularity),
    }
}

/// Checks that the file itself is interesting, each time.
fn confirm(
    test: &InterestingnessTest,
    seed: &[u8],
    arguments: &Arguments,
    stop: &AtomicBool,
) -> Result<(), CommandError> {
    let command = arguments.command[0].display();
    for number in 0..CONFIRMATIONS {
        let run = test
            .run(seed, true, stop)
            .map_err(|why| usage(format!("cannot run `{command}`: {why}")))?;
        let ending = match run.ending {
            RunEnd::Exit(status) if status.success() => continue,
            RunEnd::Exit(status) => status.to_string(),
            RunEnd::TimedOut => {
                format!("no end within {:?}; --timeout sets the limit", arguments.timeout)
            }
            RunEnd::Stopped => {
                return Err(CommandError("interrupted before the first candidate".to_owned(), 1));
            }
        };
        let file = arguments.seed_file.display();
        let mut message = if number == 0 {
            format!(
                "{file} is not interesting: `{command}` must exit with 0 for it, but the result was {ending}"
            )
        } else {
            format!(
                "{file} is not always interesting: `{command}` exited with 0 first, but later the result was {ending}"
            )
        };
        if !run.output.is_empty() {
            message = format!("{message}\nits output ends with:\n{}", run.output);
        }
        return Err(CommandError(message, 1));
    }
    Ok(())
}

/// Checks the smallest candidate once more, and prints the summary.
fn finish(
    reduction: &Reduction<'_>,
    seed: &[u8],
    path: &std::path::Path,
) -> Result<u8, CommandError> {
    let end = reduction.stopped();
    reduction.end_progress();
    let (best, output) = (reduction.result(), reduction.output.path.display());
    if let Some(error) = reduction.take_error() {
        return Err(usage(format!(
            "the reduction cannot continue: {error}; {output} has the best candidate so far"
        )));
    }
    let mut flaky = false;
    if best.len() < seed.len() && end != Some(StopReason::Stopped) {
        let again = reduction.test.run(&best, false, reduction.stop);
        reduction.count_run();
        flaky = !again.is_ok_and(|run| run.ending.is_interesting());
    }
    let (runs, cached) = reduction.counts();
    let why = match end {
        None => "nothing more can be removed",
        Some(StopReason::Runs) => "limit of --runs reached",
        Some(StopReason::Time) => "limit of --time reached",
        Some(StopReason::Stopped | StopReason::Error) => "interrupted",
    };
    diagnostic(&format!(
        "{}: {} -> {} bytes, {} -> {} lines, {runs} runs of the command, {cached} answers cached, {:.1} s; {why}",
        path.display(),
        seed.len(),
        best.len(),
        line_count(seed),
        line_count(&best),
        reduction.limits.start.elapsed().as_secs_f64(),
    ));
    if flaky {
        diagnostic("the command is flaky: the smallest file was interesting once, but not again");
    }
    if best.len() == seed.len() {
        diagnostic("no smaller file is interesting");
        return Ok(1);
    }
    diagnostic(&format!("the smallest file is {output}"));
    Ok(u8::from(flaky))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parsed::parsed;
    use std::time::Duration;

    fn arguments(more: &str) -> Arguments {
        parsed(&format!("reduce --seed-file shop.py {more} -- true"))
    }

    #[test]
    fn all_cores_are_used_by_default() {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        assert_eq!((jobs(&arguments("")), jobs(&arguments("--jobs 7"))), (cores, 7));
    }

    #[test]
    fn the_parts_to_remove_depend_on_the_file_unless_they_are_chosen() {
        for (more, seed, expected) in [
            ("", &b"text"[..], Granularity::Tokens),
            ("", &[0xFF], Granularity::Bytes),
            ("--as tokens", b"text", Granularity::Tokens),
            ("--as lines", b"text", Granularity::Lines),
            ("--as bytes", b"text", Granularity::Bytes),
        ] {
            assert_eq!(granularity(&arguments(more), seed).ok(), Some(expected), "{more}");
        }
    }

    #[test]
    fn the_page_names_the_time_limit_of_a_command() {
        let timeout = arguments("").timeout;
        assert_eq!(timeout, Duration::from_secs(10));
        let sentence = format!("Time limit of a command (default {timeout:?}).");
        crate::book::assert_said("guides/reduce-files.md", &sentence);
    }
}
