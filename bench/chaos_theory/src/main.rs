//! The reduction problems with chaos_theory: takes a problem, the first seed and the number of seeds, and prints a line
//! for each seed.

mod reduce;
mod solve;

use reduce::probe::Ending;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [name, first, count] = &words[..] else {
        eprintln!("A problem, the first seed and the number of seeds, please.");
        return ExitCode::from(2);
    };
    let (Some(solver), Ok(first), Ok(count)) = (solve::named(name), first.parse(), count.parse())
    else {
        eprintln!("There is no problem `{name}` here, or the seeds are no numbers.");
        return ExitCode::from(2);
    };
    // It panics with what it found, and the hook would print that.
    std::panic::set_hook(Box::new(|_| {}));
    let first: u64 = first;
    let count: u64 = count;
    for seed in first..first + count {
        println!("{}", line(solver(seed)));
    }
    ExitCode::SUCCESS
}

/// Marked, so that it is told from what the library prints.
fn line(ending: Option<Ending>) -> String {
    let Some(Ending { shown, size, first_size, minimal, runs, generated, cpu }) = ending else {
        return "ending\tnone".to_owned();
    };
    let (generated, cpu) = (generated.unwrap_or(0), cpu.as_nanos());
    format!("ending\t{size}\t{first_size}\t{minimal}\t{runs}\t{generated}\t{cpu}\t{shown}")
}
