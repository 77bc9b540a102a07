//! Searches for the failure of one problem, and prints the number of the execution that found it: `hunted INPUTS SEED LIMIT`,
//! with the name of the problem in the variable `FUZZ_TARGET`.
//!
//! It is the search of `cargo disprove hunt` for one property: `auto`, guided by the compiler's probes, in one process, from an
//! empty corpus. The failure is not reduced.
#![allow(dead_code)]

#[path = "../../fuzz/inputs.rs"]
mod inputs;
#[path = "../../fuzz/problems.rs"]
mod problems;

use pbt::prelude::*;
use std::{env, fmt::Debug};

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [inputs, seed, limit] = &arguments[..] else {
        // `cargo disprove test` runs it after the build.
        return;
    };
    let [seed, limit] = [seed, limit].map(|text| text.parse().expect("a number"));
    let found = match inputs.as_str() {
        "pieces" => search(inputs::pieces(), |input: Vec<u8>| problems::check(&input), seed, limit),
        "lists" => search(inputs::lists(), |input: Vec<u8>| problems::check(&input), seed, limit),
        "texts" => text_search(inputs::texts(), seed, limit),
        "expressions" => text_search(inputs::expressions(), seed, limit),
        other => panic!("there are no inputs `{other}`"),
    };
    match found {
        Some(execution) => println!("answer: {execution}"),
        None => println!("answer: nothing"),
    }
}

fn text_search(
    inputs: impl Generator<Value = String> + 'static,
    seed: u64,
    limit: u64,
) -> Option<u64> {
    search(inputs, |input: String| problems::check(input.as_bytes()), seed, limit)
}

fn search<T: Debug + Clone + 'static>(
    inputs: impl Generator<Value = T> + 'static,
    check_input: fn(T),
    seed: u64,
    limit: u64,
) -> Option<u64> {
    let report = check(inputs)
        .name("hunted")
        .seed(seed)
        .cases(limit)
        .max_executions(limit)
        .database(Db::none())
        .max_failures(1)
        .reduce(false)
        .run(check_input);
    report.failures().first().map(|failure| failure.found_at())
}
