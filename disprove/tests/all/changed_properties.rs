//! Saved inputs of a `#[property]` whose generator, arguments, name or settings have changed since.
//!
//! Each property here runs in its own process, because settings come from the environment of the process.

use crate::{
    child::Scratch,
    regressions::{lines, lines_without_saved_inputs, run},
};
use disprove::prelude::*;
use std::{env, fs};

/// The type of an argument before and after a field was added to it.
#[derive(Debug)]
struct Order {
    paid: bool,
    pieces: u16,
}

/// Random cases never fail: only the regression does.
#[property(seed = 1)]
#[ignore = "run in its own process"]
fn the_regression_alone_fails(order: Order) {
    let is_first_run = env::var("FIRST").is_ok();
    assert!(!order.paid || order.pieces < 100 || !is_first_run && order.pieces != 100);
}

impl Arbitrary for Order {
    fn arbitrary(src: &mut Source) -> Order {
        let express: bool = env::var("EXPRESS").is_ok() && src.draw(any());
        let paid = src.draw(any::<bool>()) && !express;
        let pieces = match env::var("PIECES").as_deref() {
            Ok("text") => src.draw(text().len(..1_000)).len() as u16,
            Ok("halved") => src.draw(int(0..1_000).map(|n: u16| n / 2)),
            Ok("few") => src.draw(0..=50),
            _ => src.draw(0..1_000),
        };
        Order { paid, pieces }
    }
}

#[property(seed = 1)]
#[ignore = "run in its own process"]
fn unpaid_orders_are_small(order: Order) {
    let is_fixed = env::var("FIXED").is_ok();
    assert!(!order.paid || order.pieces < 100 || is_fixed, "a large order");
}

/// What it draws depends on its run, as far as the library knows.
#[property(seed = 1)]
#[ignore = "run in its own process"]
fn drawn_orders_are_small(src: &mut Source) {
    let order: Order = src.draw(any());
    let is_fixed = env::var("FIXED").is_ok();
    assert!(!order.paid || order.pieces < 100 || is_fixed, "a large order");
}

#[test]
fn a_regression_of_a_property_that_draws_is_tried_as_it_is() {
    let scratch = Scratch::new("drawn-misfit");
    let name = "drawn_orders_are_small";
    let (passed, output) = run(&scratch, name, &[]);
    assert!(!passed && output.contains("pieces: 100"), "{output}");
    let changed = [("FIXED", "1"), ("EXPRESS", "1")];
    let (passed, output) = run(&scratch, name, &changed);
    assert!(passed && !output.contains("no longer fit"), "{output}");
}

#[test]
fn a_regression_that_no_longer_fits_the_generator_is_a_warning() {
    let scratch = Scratch::new("misfit");
    let (passed, output) = run(&scratch, "unpaid_orders_are_small", &[]);
    assert!(!passed && output.contains("pieces: 100"), "{output}");
    let page = crate::page::blocks(include_str!("../../../book/src/guides/regressions.md"), "text");
    let warning = page.iter().find(|text| text.starts_with("the stored choices")).expect("it");
    let file = "regressions/disprove-all.changed_properties.unpaid_orders_are_small.txt";
    let file = fs::read_to_string(scratch.path().join(file)).expect("a file of regressions");
    let token = file.lines().find(|line| line.starts_with("d1:")).expect("a token");
    let warning = warning.trim_end().replace("d1:EJAQAFA", token);
    assert!(warning.contains(token), "{warning}");
    let fixed = [("FIXED", "1")];
    let (passed, output) = run(&scratch, "unpaid_orders_are_small", &fixed);
    assert!(passed && !output.contains("no longer fit"), "{output}");
    let changed = [("FIXED", "1"), ("EXPRESS", "1")];
    let (passed, output) = run(&scratch, "unpaid_orders_are_small", &changed);
    assert!(passed && output.matches(&warning).count() == 1, "{output}");
}

/// The output of a passing run of a property whose generator has changed since its regression was saved.
fn after_a_change(scratch: &str, pieces: &str) -> String {
    let scratch = Scratch::new(scratch);
    let name = "the_regression_alone_fails";
    let (passed, output) = run(&scratch, name, &[("FIRST", "1")]);
    assert!(!passed && output.contains("pieces: 100"), "{output}");
    let (passed, output) = run(&scratch, name, &[("DISPROVE_CASES", "1"), ("PIECES", pieces)]);
    assert!(passed, "{output}");
    output
}

#[test]
fn a_regression_whose_choices_still_fit_may_make_another_value_without_a_warning() {
    let output = after_a_change("refitted", "halved");
    assert!(!output.contains("no longer fit"), "{output}");
}

#[test]
fn a_regression_beyond_a_narrower_range_is_a_warning() {
    let output = after_a_change("narrower", "few");
    assert!(output.contains("of 1 regression no longer fit"), "{output}");
}

#[test]
fn a_regression_fails_again_after_a_field_was_added() {
    let scratch = Scratch::new("realigned");
    let name = "the_regression_alone_fails";
    let (passed, output) = run(&scratch, name, &[("FIRST", "1")]);
    assert!(!passed && output.contains("pieces: 100"), "{output}");
    let (passed, output) = run(&scratch, name, &[("EXPRESS", "1"), ("DISPROVE_CASES", "1")]);
    assert!(!passed && output.contains("pieces: 100"), "{output}");
}

#[test]
fn a_regression_fails_again_after_a_field_was_removed() {
    let scratch = Scratch::new("realigned-shorter");
    let name = "the_regression_alone_fails";
    let (passed, output) = run(&scratch, name, &[("FIRST", "1"), ("EXPRESS", "1")]);
    assert!(!passed && output.contains("pieces: 100"), "{output}");
    let (passed, output) = run(&scratch, name, &[("DISPROVE_CASES", "1")]);
    assert!(!passed && output.contains("pieces: 100"), "{output}");
}

#[test]
fn a_regression_of_another_name_is_not_tried_and_nothing_says_so() {
    let scratch = Scratch::new("renamed");
    let name = "the_regression_alone_fails";
    let (passed, output) = run(&scratch, name, &[("FIRST", "1")]);
    assert!(!passed, "{output}");
    fs::remove_dir_all(scratch.path().join("failures")).expect("a folder");
    let again = [("DISPROVE_CASES", "1")];
    let (passed, output) = run(&scratch, name, &again);
    assert!(!passed, "{output}");

    fs::remove_dir_all(scratch.path().join("failures")).expect("a folder");
    let folder = scratch.path().join("regressions");
    let [file, other] = ["the_regression_alone_fails", "another_name"]
        .map(|name| folder.join(format!("disprove-all.changed_properties.{name}.txt")));
    fs::rename(file, other).expect("a file of regressions");
    let (passed, output) = run(&scratch, name, &again);
    assert!(passed, "{output}");
    assert_eq!(lines(&output), lines_without_saved_inputs(name), "nothing says so");
}

/// The property above with another name and one argument more.
#[property(seed = 1)]
#[ignore = "run in its own process"]
fn renamed_and_with_another_argument(is_gift: bool, order: Order) {
    assert!(is_gift || order.pieces != 100 || !order.paid);
}

#[test]
fn a_renamed_property_tries_its_inputs_once_the_file_is_renamed() {
    let scratch = Scratch::new("moved");
    let first = "the_regression_alone_fails";
    let (passed, output) = run(&scratch, first, &[("FIRST", "1")]);
    assert!(!passed && output.contains("pieces: 100"), "{output}");

    let renamed = "renamed_and_with_another_argument";
    let before = scratch.files();
    let (passed, output) = run(&scratch, renamed, &[("DISPROVE_CASES", "1")]);
    assert!(passed, "{output}");
    assert_eq!(lines(&output), lines_without_saved_inputs(renamed), "nothing says so");
    assert_eq!(scratch.files(), before, "both places stay as they are");

    let file = |name| {
        scratch.path().join(format!("regressions/disprove-all.changed_properties.{name}.txt"))
    };
    fs::rename(file(first), file(renamed)).expect("a file of regressions");
    let (passed, output) = run(&scratch, renamed, &[("DISPROVE_CASES", "1")]);
    assert!(!passed && output.contains("pieces: 100"), "{output}");
}

#[test]
fn after_a_type_changed_a_regression_warns_and_a_saved_failure_is_removed() {
    let scratch = Scratch::new("retyped");
    let name = "the_regression_alone_fails";
    let (passed, output) = run(&scratch, name, &[("FIRST", "1")]);
    assert!(!passed && output.contains("pieces: 100"), "{output}");
    let is_failure = |file: &String| file.starts_with("failures/");
    assert_eq!(scratch.files().iter().filter(|file| is_failure(file)).count(), 1);

    // As plain `cargo test` does, the harness captures what tests print.
    let folder = scratch.path().to_str().expect("a plain name");
    let variables = [("DISPROVE_DATABASE", folder), ("PIECES", "text"), ("DISPROVE_CASES", "1")];
    let (passed, output) = crate::child::run_with(&[], &[name], &variables);
    let warning = "the stored choices of 1 regression no longer fit the generator";
    assert!(passed && output.matches(warning).count() == 1, "{output}");
    let files = scratch.files();
    assert_eq!(files.iter().filter(|file| is_failure(file)).count(), 0, "{files:?}");
    assert!(files.iter().any(|file| file.starts_with("regressions/")), "{files:?}");
    let (_, again) = crate::child::run_with(&[], &[name], &variables);
    assert_eq!(lines(&output), lines(&again), "nothing says that the saved failure is gone");
}

#[test]
fn the_file_of_settings_chooses_a_database_and_another_that_is_only_read() {
    let scratch = Scratch::new("two-databases");
    let settings = "[default]\ndatabase = \"mine\"\nread_database = \"others\"\n";
    fs::write(scratch.path().join("Cargo.lock"), "").expect("it can be written");
    fs::write(scratch.path().join("disprove.toml"), settings).expect("it can be written");
    let root = scratch.path().to_str().expect("a plain name");
    let others = scratch.path().join("others").display().to_string();
    let in_workspace = |variables: &[(&str, &str)]| {
        let variables = [&[("CARGO_MANIFEST_DIR", root), ("DISPROVE_CASES", "1")], variables];
        crate::child::run("the_regression_alone_fails", &variables.concat())
    };
    let (passed, output) = in_workspace(&[]);
    assert!(passed && scratch.files().len() == 2, "{output}");

    let first = [("DISPROVE_DATABASE", &*others), ("FIRST", "1"), ("DISPROVE_CASES", "500")];
    assert!(!in_workspace(&first).0);
    let [failures, hidden] = ["others/failures", "hidden"].map(|name| scratch.path().join(name));
    fs::rename(&failures, &hidden).expect("a folder");
    let (passed, output) = in_workspace(&[]);
    assert!(passed, "the regressions of the second one are not read: {output}");
    fs::rename(&hidden, &failures).expect("a folder");
    fs::remove_dir_all(scratch.path().join("others/regressions")).expect("a folder");
    let in_folder = |folder: &str| {
        let files = scratch.files().into_iter();
        files.filter(|file| file.starts_with(folder)).collect::<Vec<_>>()
    };
    let before = in_folder("others/");
    let (passed, output) = in_workspace(&[]);
    assert!(!passed && output.contains("failed again on an input"), "{output}");
    assert_eq!(in_folder("mine/regressions/").len(), 1);
    assert_eq!(in_folder("others/"), before);
    // An input that passes is removed from the first one only.
    assert_eq!(in_folder("mine/failures/").len(), 1);
    let (passed, output) = in_workspace(&[("PIECES", "text")]);
    assert!(passed && in_folder("mine/failures/").is_empty(), "{output}");
    assert_eq!(in_folder("others/"), before);
}
