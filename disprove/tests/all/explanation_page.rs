//! The report at the top of `book/src/how/explanation.md`.

use crate::child::Scratch;
use disprove::prelude::*;
use std::{env, fs};

const PAGE: &str = include_str!("../../../book/src/how/explanation.md");

#[derive(Debug, Clone, Arbitrary)]
struct Order {
    #[draw(vec(0..1_000u32))]
    prices: Vec<u32>,
    is_member: bool,
    note: String,
}

/// What the customer pays. Members save 10 from three items on.
fn price(order: &Order) -> u32 {
    let sum: u32 = order.prices.iter().sum();
    if order.is_member && order.prices.len() >= 3 { sum - 10 } else { sum }
}

#[property]
#[ignore = "run in its own process"]
fn every_order_has_a_price(order: Order) {
    price(&order);
}

/// The report of the property, with a database in a folder of its own.
fn report() -> String {
    let scratch = Scratch::new("explanation-page");
    let folder = scratch.path().to_str().expect("a plain name");
    let variables = [
        ("DISPROVE_DATABASE", folder),
        ("DISPROVE_SEED", "1"),
        ("RUST_BACKTRACE", "0"),
        ("NO_COLOR", "1"),
    ];
    let (passed, output) = crate::child::run("every_order_has_a_price", &variables);
    assert!(!passed, "{output}");
    let (_, after) = output.split_once(" panicked at ").expect("it failed");
    let (_, report) = after.split_once('\n').expect("the report comes next");
    let report = report.split("\nnote: run with").next().expect("the report");
    report.replace(folder, ".disprove").trim().to_owned()
}

/// Without the time of the reduction.
fn without_time(report: &str) -> String {
    let lines = report.lines().map(|line| line.split(" runs (").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_code_of_the_explanation_is_compiled() {
    crate::page::is_compiled(PAGE, &[include_str!("explanation_page.rs")]);
}

#[test]
fn the_page_shows_an_explanation_as_it_is_printed() {
    let shown = &crate::page::blocks(PAGE, "text")[0];
    let report = report();
    if without_time(shown) == without_time(&report) {
        return;
    }
    let page = PAGE.replace(&format!("```text\n{shown}\n"), &format!("```text\n{report}\n"));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../book/src/how/explanation.md");
    if env::var_os("TUTORIAL").is_some_and(|mode| mode == "overwrite") {
        fs::write(path, page).expect("the page can be written");
    } else {
        panic!("TUTORIAL=overwrite puts into the page what is printed now:\n{report}");
    }
}
