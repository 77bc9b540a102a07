//! crabcheck with coverage guidance, without writing to disk. Build it with `-Cinstrument-coverage`.

use crabcheck::{Config, GenExt, TestResult, any, coverage, gens};
use rivals::{Search, asked, fails, told};
use std::{cell::Cell, process::ExitCode};

/// It looks at random first, and guided by what that covered afterwards: a part of the whole, as when it was measured
/// before with 20,000 and 200,000.
const AT_RANDOM: u64 = 11;

fn main() -> ExitCode {
    std::panic::set_hook(Box::new(|_| {}));
    let Some(search) = asked(std::env::args().skip(1)) else {
        eprintln!("A tool, a target, a seed and a limit, please.");
        return ExitCode::from(2);
    };
    if !coverage::available() {
        eprintln!("This program is to be built with `-Cinstrument-coverage`.");
        return ExitCode::from(2);
    }
    println!("{}", told(look(&search)));
    coverage::suppress_default_dump();
    ExitCode::SUCCESS
}

fn look(search: &Search) -> Option<u64> {
    let at_random = (search.limit / AT_RANDOM).max(1);
    let mut config = Config::default().seed(search.seed).tests(at_random).no_shrink();
    config = config.no_regressions();
    config.coverage.guided = true;
    config.coverage.filter = "rivals".to_owned();
    config.coverage.targets_file = None;
    config.locate.enabled = false;
    config.target.tests = search.limit - at_random;
    let inputs = search.target.inputs;
    // Without this it would not know how to change what it has found: a map loses that.
    let element = any::<u8>().iso(move |byte| inputs.element(byte), move |it| inputs.byte(*it));
    let lists = gens::vec(element).len(0..=inputs.longest());
    let (executions, found) = (Cell::new(0), Cell::new(None));
    crabcheck::check(&config, lists, |input: Vec<u8>| {
        executions.set(executions.get() + 1);
        if fails(search.target, &input) {
            found.set(found.get().or(Some(executions.get())));
            return TestResult::fail("it fails");
        }
        TestResult::Pass
    });
    found.get()
}
