//! Examples of `book/src/guides/steering.md` and `book/src/reference/attributes.md` that `book/src/faq.md` leads to: files as
//! seeds, functions that work in place, and functions that must panic.

use crate::child;
use disprove::prelude::*;
use std::{
    cell::{Cell, RefCell},
    collections::BTreeSet,
    fs,
    panic::catch_unwind,
    sync::LazyLock,
};

/// The number of fields in an object.
#[disprove::trace]
fn parse(text: &str) -> usize {
    let (mut depth, mut fields) = (0_usize, 0);
    for c in text.chars() {
        match c {
            '{' | '[' => depth += 1,
            '}' | ']' => depth = depth.saturating_sub(1),
            ':' if depth == 1 => fields += 1,
            _ => {}
        }
    }
    fields
}

#[property]
#[example(include_str!("sample.json"))]
fn samples_are_parsed(text: &str) {
    seed!((include_str!("sample.json").to_owned(),));
    assert!(parse(text) <= text.len());
}

const SAMPLE: &str = include_str!("sample.json");

thread_local! {
    /// The inputs of a property, in their order.
    static INPUTS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Runs the search with the sample as an example or as a seed, and with code that is traced or not.
fn inputs(seed: u64, is_seed: bool, is_traced: bool) -> Vec<String> {
    let check = check((any::<String>(),)).seed(seed).database(Db::none());
    let check = if is_seed { check } else { check.example(|| (SAMPLE.to_owned(),)) };
    check.assert(|(text,)| {
        if is_seed {
            seed!((SAMPLE.to_owned(),));
        }
        if is_traced {
            parse(&text);
        }
        INPUTS.with_borrow_mut(|inputs| inputs.push(text));
    });
    INPUTS.take()
}

/// How many inputs contain a long part of the sample, but differ from it.
fn changed(inputs: &[String]) -> usize {
    let parts = || SAMPLE.as_bytes().windows(12).step_by(4);
    let is_changed = |input: &&String| {
        let has = |part: &[u8]| input.as_bytes().windows(part.len()).any(|other| other == part);
        *input != SAMPLE && parts().any(has)
    };
    inputs.iter().filter(is_changed).count()
}

#[test]
fn the_search_changes_seeds_if_there_is_feedback_and_no_examples() {
    for is_traced in [true, false] {
        let mut all = 0;
        for seed in 1..=10 {
            let examples = inputs(seed, false, is_traced);
            assert_eq!((&*examples[0], changed(&examples)), (SAMPLE, 0), "{is_traced} {seed}");
            let seeds = inputs(seed, true, is_traced);
            assert!(seeds.iter().any(|input| input == SAMPLE), "{is_traced} {seed}");
            all += changed(&seeds);
        }
        println!("{all} of 5,000 inputs are changed samples");
        assert_eq!(all > 0, is_traced, "{all}");
    }
}

#[test]
fn seeds_are_evaluated_in_every_case() {
    let evaluated = Cell::new(0);
    let report = check((any::<String>(),)).seed(1).database(Db::none()).run(|_| {
        seed!({
            evaluated.set(evaluated.get() + 1);
            (SAMPLE.to_owned(),)
        });
    });
    assert!(report.executions() >= 500, "{report}");
    assert_eq!(evaluated.get(), report.executions());
}

/// The files of a folder, sorted by their content.
static SAMPLES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let files = fs::read_dir("tests/samples").unwrap().map(|file| file.unwrap().path());
    let mut samples: Vec<String> = files.map(|file| fs::read_to_string(file).unwrap()).collect();
    samples.sort();
    samples
});

#[property]
fn the_samples_of_a_folder_are_parsed(text: &str) {
    for sample in SAMPLES.iter() {
        seed!((sample.clone(),));
    }
    assert!(parse(text) <= text.len());
}

#[test]
fn every_file_is_an_input_if_each_case_passes_all() {
    for count in [40, 100] {
        let files: Vec<String> =
            (0..count).map(|n| format!("the file with the number {n}")).collect();
        let report = check((any::<String>(),)).seed(1).database(Db::none()).run(|(text,)| {
            for file in &files {
                seed!((file.clone(),));
            }
            INPUTS.with_borrow_mut(|inputs| inputs.push(text));
        });
        assert_eq!(report.advice(), Vec::<String>::new());
        let inputs = INPUTS.take();
        let ran = inputs.iter().filter(|input| files.contains(input));
        assert_eq!(ran.clone().collect::<BTreeSet<_>>().len(), count);
        assert_eq!(ran.count(), count, "none runs twice");
    }
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct Config {
    name: String,
    port: u16,
}

impl Config {
    fn parse(text: &str) -> Config {
        let (name, port) = text.trim().split_once(':').expect("a name and a port");
        Config { name: name.to_owned(), port: port.parse().expect("a port") }
    }
}

/// Whether a run has an input of this text.
fn runs<G: IntoGenerator>(generator: G, seed: fn(), input: &str) -> bool
where
    G::Value: Clone + std::fmt::Debug + 'static,
{
    let found = Cell::new(false);
    let report = check(generator).seed(1).database(Db::none()).run(|value| {
        seed();
        found.set(found.get() || format!("{value:?}") == input);
    });
    report.advice().is_empty() && found.get()
}

#[test]
fn files_of_bytes_and_of_a_type_are_inputs() {
    let bytes: fn() = || seed!((include_bytes!("../crashes/crash-1").to_vec(),));
    let expected = format!("({:?},)", include_bytes!("../crashes/crash-1"));
    assert!(runs((any::<Vec<u8>>(),), bytes, &expected));
    let config: fn() = || seed!((Config::parse("localhost:8080"),));
    let expected = "(Config { name: \"localhost\", port: 8080 },)";
    assert!(runs((any::<Config>(),), config, expected));
}

#[test]
fn a_seed_has_the_closures_of_its_arguments() {
    fn even() -> impl Generator<Value = u32> {
        int(0..50).map_with(|n| n * 2, |n: &u32| n.is_multiple_of(2).then_some(n / 2))
    }
    let shared: fn() = || seed!((42, SAMPLE.to_owned()), (even(), any()));
    assert!(runs((even(), any::<String>()), shared, &format!("(42, {SAMPLE:?})")));
    let odd = int(0..50).map_with(|n| n * 2 + 1, |n: &u32| n.checked_sub(1).map(|n| n / 2));
    let other: fn() = || {
        let odd = int(0..50).map_with(|n| n * 2 + 1, |n: &u32| n.checked_sub(1).map(|n| n / 2));
        seed!((43, SAMPLE.to_owned()), (odd, any()));
    };
    assert!(!runs((odd, any::<String>()), other, &format!("(43, {SAMPLE:?})")));
}

#[property(test = false, seed = 1)]
fn seeds_have_all_arguments(#[draw(0..100)] n: u8, text: &str) {
    seed!((7, SAMPLE.to_owned()), (0..100_u8, any()));
    INPUTS.with_borrow_mut(|inputs| inputs.push(format!("{n} {text}")));
}

#[test]
fn a_seed_of_all_arguments_has_their_generators() {
    seeds_have_all_arguments();
    assert!(INPUTS.take().contains(&format!("7 {SAMPLE}")));
}

fn sort(xs: &mut [i32]) {
    xs.sort_unstable();
}

#[property]
fn a_list_is_sorted_in_place(mut xs: Vec<i32>) {
    sort(&mut xs);
    assert!(xs.is_sorted());
}

#[derive(Debug)]
struct Percentage {
    percent: u8,
}

impl Percentage {
    /// # Panics
    /// If it is more than 100.
    fn new(percent: u8) -> Percentage {
        assert!(percent <= 100, "a percentage is at most 100");
        Percentage { percent }
    }
}

#[property]
fn a_percentage_above_100_panics(#[draw(101..)] percent: u8) {
    let panic = catch_unwind(|| Percentage::new(percent)).expect_err("it must panic");
    assert_eq!(panic.downcast_ref(), Some(&"a percentage is at most 100"));
}

#[test]
fn percentages_up_to_100_do_not_panic() {
    check(0..=100_u8)
        .database(Db::none())
        .assert(|percent| Percentage::new(percent).percent == percent);
}

#[test]
fn the_message_of_a_panic_is_a_string_if_it_has_values() {
    let number = 7;
    let panic = catch_unwind(|| assert!(number < 5, "{number} is too large")).expect_err("it is");
    assert_eq!(panic.downcast_ref(), Some(&"7 is too large".to_owned()));
    assert!(panic.downcast_ref::<&str>().is_none());
    let panic = catch_unwind(|| panic!("too large")).expect_err("it is");
    assert_eq!(panic.downcast_ref(), Some(&"too large"));
}

#[property(seed = 1)]
#[ignore = "run by the test below"]
fn panics_only_above_200(#[draw(101..)] percent: u8) {
    println!("called");
    let panic = catch_unwind(|| assert!(percent <= 200, "it is caught"));
    assert!(panic.is_err(), "it did not panic");
}

#[test]
fn caught_panics_are_not_printed_and_an_input_that_does_not_panic_is_reduced() {
    let variables = [("DISPROVE_DATABASE", "none"), ("RUST_BACKTRACE", "1")];
    let (passed, output) = child::run("panics_only_above_200", &variables);
    assert!(!passed && output.contains("called"), "{output}");
    assert!(!output.contains("it is caught"), "{output}");
    assert!(output.contains("percent: 101,") && output.contains("it did not panic"), "{output}");
}

#[test]
fn an_assumption_in_a_caught_closure_counts_as_a_panic() {
    let report = check(any::<u8>()).seed(1).database(Db::none()).run(|n| {
        catch_unwind(|| {
            assume!(n > 100);
            assert!(n <= 100, "too large");
        })
        .is_err()
    });
    assert_eq!((report.failures().len(), report.rejected()), (0, 0), "{report}");
}

#[test]
fn a_closure_that_changes_a_value_is_asserted_to_be_unwind_safe() {
    let report = check(vec(any::<u8>())).seed(1).cases(50).database(Db::none()).run(|mut list| {
        let length = list.len();
        let push = std::panic::AssertUnwindSafe(|| {
            list.push(0);
            panic!("after a change");
        });
        assert!(catch_unwind(push).is_err());
        list.len() == length + 1
    });
    assert!(report.failures().is_empty(), "{report}");
}
