//! The code of `book/src/guides/steering.md`, `book/src/guides/histories.md` and `book/src/guides/preconditions.md`, and what
//! it prints.

#![cfg(feature = "regex")]

#[allow(dead_code, reason = "other tests use more of it")]
mod conditions;
mod levers;
mod scores;

use crate::child::Scratch;
use std::{env, fs};

const STEERING: &str = include_str!("../../../../book/src/guides/steering.md");
const HISTORIES: &str = include_str!("../../../../book/src/guides/histories.md");
const PRECONDITIONS: &str = include_str!("../../../../book/src/guides/preconditions.md");

/// What a property prints, with a database in a folder of its own; whether it passes.
fn printed(name: &str, variables: &[(&str, &str)]) -> (bool, String) {
    let scratch = Scratch::new(&format!("steering-{}", name.replace("::", "-")));
    let folder = scratch.path().to_str().expect("a plain name");
    let always = [("DISPROVE_DATABASE", folder), ("RUST_BACKTRACE", "0"), ("NO_COLOR", "1")];
    let (passed, output) = crate::child::run(name, &[&always, variables].concat());
    // Where the folder is, is the only thing that is not as it would be in a project.
    (passed, output.replace(folder, ".disprove"))
}

/// The statistics of a property that passes.
fn statistics(module: &str, name: &str) -> String {
    let variables = [("DISPROVE_SEED", "1"), ("DISPROVE_STATS", "1")];
    let (passed, output) = printed(&format!("{module}::{name}"), &variables);
    assert!(passed, "{output}");
    let start = output.find(&format!("{name}: ")).expect("statistics");
    output[start..].split("\n\n").next().expect("an empty line ends them").to_owned()
}

/// The report of a property that fails.
fn report(name: &str, variables: &[(&str, &str)]) -> String {
    let (passed, output) = printed(name, &[&[("DISPROVE_SEED", "1")], variables].concat());
    assert!(!passed, "{output}");
    let (_, after) = output.split_once(" panicked at ").expect("it failed");
    let (_, report) = after.split_once('\n').expect("the report comes next");
    report.split("\nnote: run with").next().expect("the report").to_owned()
}

/// Without what differs from run to run: times, and how many cases a second.
fn steady(text: &str) -> String {
    let mut steady = String::new();
    for line in text.lines() {
        let line = line.split(" runs (").next().unwrap_or_default();
        steady += line.split(" distinct, in ").next().unwrap_or_default();
        steady.push('\n');
    }
    steady.trim().to_owned()
}

#[test]
fn the_code_of_the_pages_is_compiled() {
    let sources = [
        include_str!("conditions.rs"),
        include_str!("scores.rs"),
        include_str!("levers.rs"),
        include_str!("../faq.rs"),
    ];
    crate::page::is_compiled(STEERING, &sources);
    crate::page::is_compiled(HISTORIES, &sources);
    crate::page::is_compiled(PRECONDITIONS, &sources);
}

/// Compares the outputs of a page; `TUTORIAL=overwrite` writes them.
#[track_caller]
fn shows(name: &str, page: &str, printed: &[String]) {
    let blocks = crate::page::blocks(page, "text");
    assert_eq!(blocks.len(), printed.len(), "every output of the page is checked: {blocks:?}");
    let mut new = page.to_owned();
    for (shown, printed) in blocks.iter().zip(printed) {
        if steady(shown) != steady(printed) {
            let printed = format!("```text\n{}\n", printed.trim());
            new = new.replace(&format!("```text\n{shown}\n"), &printed);
        }
    }
    if new == page {
        return;
    }
    let path = format!("{}/../book/src/guides/{name}.md", env!("CARGO_MANIFEST_DIR"));
    if env::var_os("TUTORIAL").is_some_and(|wish| wish == "overwrite") {
        fs::write(path, new).expect("the page can be written");
    } else {
        panic!(
            "TUTORIAL=overwrite puts into the page what is printed now:\n{}",
            printed.join("\n\n")
        );
    }
}

#[test]
fn the_pages_show_what_is_printed() {
    let conditions = statistics("conditions", "the_middle_of_ten_is_five_away");
    let random =
        report("conditions::the_middle_of_ten_is_five_away", &[("DISPROVE_SEARCH", "random")]);
    let one_line = PRECONDITIONS.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(one_line.contains("where 618 executions gave 500 cases"));
    assert!(conditions.contains(" 500 cases,") && conditions.contains(" 618 executions,"));
    shows("preconditions", PRECONDITIONS, &[random, conditions]);
    let scores = statistics("scores", "queues_stay_short");
    shows("steering", STEERING, &[report("scores::brackets_fit_on_the_stack", &[]), scores]);
}

#[test]
fn chance_finds_nothing_where_the_page_says_so() {
    let random = [("DISPROVE_SEARCH", "random"), ("DISPROVE_SEED", "1")];
    let (passed, output) = printed("conditions::the_middle_of_ten_is_five_away", &random);
    assert!(!passed && output.contains("gave up: of 50,000 inputs, 6 were accepted"), "{output}");
    assert!(output.contains("only 6 of 50,000 inputs were accepted by `assume!`"), "{output}");
    let (passed, output) = printed("scores::brackets_fit_on_the_stack", &random);
    assert!(passed, "{output}");
}
