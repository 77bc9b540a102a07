//! The reduction problems with chaos_theory: a problem, the first seed and the
//! number of seeds in, a line for each seed out.

mod reduce;
mod solve;

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
        println!("{}", reduce::probe::write(solver(seed).as_ref()));
    }
    ExitCode::SUCCESS
}
