//! The code of `book/src/tutorial.md`, and what it prints.

// The same properties are tried on the cache before and after it is mended.
#![allow(clippy::duplicate_mod)]

mod assumed;
mod lru;
mod machine;
mod mended;
mod properties;
mod session;
mod words;

use crate::child::Scratch;
use std::{env, fs};

const PAGE: &str = include_str!("../../../../book/src/tutorial.md");

/// What a property prints, with a database in a folder of its own; whether it passes.
fn printed(name: &str, scratch: &Scratch, variables: &[(&str, &str)]) -> (bool, String) {
    let folder = scratch.path().to_str().expect("a plain name");
    let always = [("DISPROVE_DATABASE", folder), ("RUST_BACKTRACE", "0"), ("NO_COLOR", "1")];
    let (passed, output) = crate::child::run(name, &[&always, variables].concat());
    (passed, in_a_project(&output.replace(folder, ".disprove")))
}

/// With the names of the files that the page asks its readers to write, and the lines in them.
fn in_a_project(output: &str) -> String {
    let code = crate::page::blocks(PAGE, "rust");
    // Each file of tests begins with two lines of `use`, and grows by the blocks of the page.
    let test = |part: &dyn Fn(&String) -> bool| {
        let blocks: Vec<String> = code.iter().filter(|it| part(it)).cloned().collect();
        format!("\n\n\n{}", blocks.join("\n\n"))
    };
    let machine = test(&|block| block.contains("impl LruVsModel"));
    let properties = test(&|block| block.contains("\nfn ") && block.ends_with('}'));
    // By then, the page has had its readers paste this line.
    let kept = code.iter().flat_map(|block| block.lines()).find(|it| it.starts_with("#[example("));
    let kept = format!("#[property]\n{}\nfn it_never_", kept.expect("a line to paste"));
    assert_eq!(properties.matches("#[property]\nfn it_never_").count(), 1);
    let properties = properties.replace("#[property]\nfn it_never_", &kept);
    let files = [
        ("lru.rs", "src/lib.rs", include_str!("lru.rs"), &code[0]),
        ("assumed.rs", "tests/properties.rs", include_str!("assumed.rs"), &properties),
        ("machine.rs", "tests/machine.rs", include_str!("machine.rs"), &machine),
    ];
    let mut output = output.to_owned();
    for (here, there, source, project) in files {
        let start = format!("disprove/tests/all/tutorial/{here}:");
        while let Some((before, after)) = output.split_once(&start) {
            let (number, rest) = after.split_once(':').expect("a line and a column");
            let number: usize = number.parse().expect("the number of a line");
            let line = source.lines().nth(number - 1).expect("it is there");
            let number = project.lines().position(|it| it == line).expect("the page has it") + 1;
            output = format!("{before}{there}:{number}:{rest}");
        }
    }
    let names = [("disprove-all.tutorial.", "cache-"), ("disprove-all::tutorial::", "cache-")];
    names.iter().fold(output, |output, (here, there)| output.replace(here, there))
}

/// The report alone, from what a test prints.
fn report(output: &str) -> String {
    let (_, after) = output.split_once(" panicked at ").expect("it failed");
    let (_, report) = after.split_once('\n').expect("the report comes next");
    report.split("\nnote: run with").next().expect("the report").to_owned()
}

/// Without what differs from run to run: times, how many cases a second, the date and the commit.
fn steady(text: &str) -> String {
    let mut steady = String::new();
    for line in text.lines() {
        let line = line.split(" runs (").next().unwrap_or_default();
        let line = line.split(" distinct, in ").next().unwrap_or_default();
        let is_date = line.starts_with("# 20");
        steady += if is_date { "# date" } else { line };
        steady.push('\n');
    }
    steady.trim().to_owned()
}

#[test]
fn the_code_of_the_page_is_compiled() {
    let sources = [
        include_str!("lru.rs"),
        include_str!("properties.rs"),
        include_str!("assumed.rs"),
        include_str!("machine.rs"),
        include_str!("mended/kept.rs"),
        include_str!("mended/lru.rs"),
    ];
    // The first lines of both files name the crate of the reader.
    let page = PAGE.replacen("use cache::Lru;\n", "use super::lru::Lru;\n", 1);
    crate::page::is_compiled(&page, &sources);
}

/// The statistics of a property that passes.
fn statistics() -> String {
    let scratch = Scratch::new("tutorial-statistics");
    let variables = [("DISPROVE_SEED", "1"), ("DISPROVE_STATS", "1")];
    let name = "assumed::a_new_key_evicts_the_oldest";
    let (passed, output) = printed(name, &scratch, &variables);
    assert!(passed, "{output}");
    let start = output.find("a_new_key_evicts_the_oldest: passed").expect("statistics");
    let statistics = output[start..].split("\n\n").next();
    statistics.expect("they end with an empty line").to_owned()
}

/// The report about the capacity 0, and the file in which that is kept.
fn report_and_what_is_kept() -> [String; 2] {
    let scratch = Scratch::new("tutorial-zero");
    let name = "properties::it_never_outgrows_its_capacity";
    let (passed, output) = printed(name, &scratch, &[("DISPROVE_SEED", "1")]);
    assert!(!passed, "{output}");
    let file = "regressions/disprove-all.tutorial.properties.it_never_outgrows_its_capacity.txt";
    assert!(scratch.files().contains(&file.to_owned()));
    let kept = fs::read_to_string(scratch.path().join(file)).expect("a text");
    let kept = in_a_project(&kept);

    let (passed, again) = printed(name, &scratch, &[("DISPROVE_SEED", "2")]);
    assert!(!passed && again.contains("failed again on an input"), "{again}");
    [report(&output), kept]
}

/// The calls that the machine fails with.
fn calls(seed: &str) -> String {
    let scratch = Scratch::new(&format!("tutorial-machine-{seed}"));
    let (passed, output) = printed("machine::lru_vs_model", &scratch, &[("DISPROVE_SEED", seed)]);
    assert!(!passed, "{output}");
    report(&output)
}

/// Compares figures in the text of the page with those of its report and its statistics.
fn the_text_has_the_figures_of_the_output([failure, _, statistics, _]: &[String; 4]) {
    let number = |text: &str, before: &str| {
        let rest = text.split_once(before).expect(before).1;
        rest.split([' ', '.']).next().expect("a number").to_owned()
    };
    let words: Vec<&str> = PAGE.split_whitespace().collect();
    for sentence in [
        format!("Case {} was the first that failed.", number(failure, " failed on case ")),
        format!(
            "`assume!` rejected {} of {} inputs",
            number(statistics, " executions, "),
            number(statistics, " executions per second)\n  "),
        ),
    ] {
        assert!(words.join(" ").contains(&sentence), "the page does not say: {sentence}");
    }
}

#[test]
fn the_page_shows_what_is_printed() {
    let [failure, kept] = report_and_what_is_kept();
    let printed = [failure, kept, statistics(), calls("4")];
    let mut shown = crate::page::blocks(PAGE, "text");
    // cargo-disprove/tests/all/docs_tutorial.rs checks the table of the hunt.
    let hunt = shown.pop().expect("some output");
    assert!(hunt.starts_with("property "), "{hunt}");
    assert_eq!(shown.len(), printed.len(), "every output of the page is checked");
    let differ = |(shown, printed): (&String, &String)| steady(shown) != steady(printed);
    if !shown.iter().zip(&printed).any(differ) {
        the_text_has_the_figures_of_the_output(&printed);
        return;
    }
    let page = shown.iter().zip(&printed).fold(PAGE.to_owned(), |page, (shown, printed)| {
        page.replace(&format!("```text\n{shown}\n"), &format!("```text\n{}\n", printed.trim()))
    });
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../book/src/tutorial.md");
    if env::var_os("TUTORIAL").is_some_and(|wish| wish == "overwrite") {
        fs::write(path, page).expect("the page can be written");
    } else {
        panic!(
            "TUTORIAL=overwrite puts into the page what is printed now:\n{}",
            printed.join("\n")
        );
    }
}

#[test]
fn what_the_page_mends_holds() {
    let scratch = Scratch::new("tutorial-mended");
    for name in [
        "mended::assumed::a_new_key_evicts_the_oldest",
        "mended::properties::it_never_outgrows_its_capacity",
        "mended::machine::lru_vs_model",
    ] {
        let (passed, output) = printed(name, &scratch, &[("DISPROVE_CASES", "5000")]);
        assert!(passed, "{output}");
    }
}

#[test]
fn the_settings_of_the_page_are_understood() {
    let scratch = Scratch::new("tutorial-settings");
    let [settings] = &crate::page::blocks(PAGE, "toml")[..] else {
        panic!("one block of settings")
    };
    fs::write(scratch.path().join("Cargo.lock"), "").expect("it can be written");
    fs::write(scratch.path().join("disprove.toml"), settings).expect("it can be written");
    // A package of the workspace: the file is beside `Cargo.lock`, not beside its `Cargo.toml`.
    let package = scratch.path().join("package");
    fs::create_dir(&package).expect("a new folder");
    fs::write(package.join("Cargo.toml"), "").expect("it can be written");
    let package = package.to_str().expect("a plain name");
    let name = "mended::properties::it_never_outgrows_its_capacity";
    for (variables, cases) in [
        (&[("CI", "1")][..], "5,000 cases"),
        // The time of the profile lifts the number of cases.
        (&[("DISPROVE_PROFILE", "nightly"), ("DISPROVE_MAX_EXECUTIONS", "700")], "700 cases"),
    ] {
        let always = [("CARGO_MANIFEST_DIR", package), ("DISPROVE_STATS", "1")];
        let (passed, output) = printed(name, &scratch, &[&always, variables].concat());
        assert!(passed && output.contains(cases), "{output}");
    }
}

#[test]
fn other_seeds_end_at_other_keys() {
    let other = "machine.put(1, 0);\n    machine.put(0, 0);\n    machine.put(0, 0);\n";
    assert!(calls("2").contains(other) && !PAGE.contains(other));
}
