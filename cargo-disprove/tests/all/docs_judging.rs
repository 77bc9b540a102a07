//! book/src/guides/classify.md, book/src/guides/mutants.md and book/src/guides/study.md quote real runs, and their commands are accepted.
//! book/src/guides/judging.md has the commands of book/src/guides/report.md.

use crate::support::fixture::Fixture;
use disprove_analysis::label::Label;

const CLASSIFY: &str = include_str!("../../../book/src/guides/classify.md");
const JUDGING: &str = include_str!("../../../book/src/guides/judging.md");
const REPORT: &str = include_str!("../../../book/src/guides/report.md");
const MUTANTS: &str = include_str!("../../../book/src/guides/mutants.md");
const STUDY: &str = include_str!("../../../book/src/guides/study.md");
const RESULTS: &str = include_str!("../../../case-studies/RESULTS.md");
const STUDY_RESULTS: &str = include_str!("../../../bench/study/RESULTS.md");

/// Asserts that each text block of a page is in a page of results.
fn assert_quoted(page: &str, results: &str) {
    let blocks: Vec<&str> = page.split("```text\n").skip(1).collect();
    assert!(!blocks.is_empty());
    for block in blocks {
        let (quoted, _) = block.split_once("```").expect("an end");
        // Three dots mark an omission.
        for part in quoted.split("...\n") {
            assert!(results.contains(part), "not in the results:\n{part}");
        }
    }
}

#[test]
fn quotations_of_runs_are_in_the_results() {
    assert_quoted(MUTANTS, RESULTS);
    assert_quoted(STUDY, STUDY_RESULTS);
}

#[test]
fn the_commands_of_a_report_are_the_same_on_both_pages() {
    // The names, values and options of commands, without the remarks behind them.
    let commands = |page: &str| -> Vec<String> {
        let lines = page.lines().filter_map(|line| line.strip_prefix("$ "));
        lines.map(|line| line.split(" #").next().unwrap_or_default().trim().to_owned()).collect()
    };
    let (short, long) = (commands(JUDGING), commands(REPORT));
    assert_eq!(short.len(), 7, "{short:?}");
    for command in short {
        let is_of_a_study = command == "cargo disprove study projects/*";
        assert_ne!(long.contains(&command), is_of_a_study, "{command}");
    }
}

#[test]
fn the_page_counts_the_projects_of_the_study() {
    let said =
        "`bench/study/run` in the repository studies nine Python projects and nine Rust crates.";
    assert!(STUDY.contains(said));
    let rows = |language| {
        let lines = STUDY_RESULTS.lines();
        lines.filter(|line| line.split_whitespace().nth(1) == Some(language)).count()
    };
    assert_eq!((rows("Python"), rows("Rust")), (9, 9));
    let script = include_str!("../../../bench/study/run");
    let list = |start: &str, end: &str| {
        script.split_once(start).and_then(|(_, rest)| rest.split_once(end)).expect(start).0
    };
    let python = list("\nPYTHON = {\n", "\n}").lines().count();
    let rust = list("\nRUST = [", "]").matches('"').count() / 2;
    assert_eq!((python, rust), (9, 9));
}

#[test]
fn the_sentences_on_odds_follow_from_the_table() {
    let (_, table) = STUDY.split_once("Table 3: ").expect("the table");
    let (table, text) = table.split_once("```").expect("its end");
    // For each language: the odds ratio with its interval, or only the interval.
    let cells = |name: &str| {
        let row = table.lines().find_map(|line| line.trim_start().strip_prefix(name)).expect(name);
        let numbers = row.split(|c: char| !c.is_ascii_digit() && c != '.');
        let numbers = numbers.filter(|text| !text.is_empty()).map(str::to_owned);
        numbers.collect::<Vec<_>>()
    };
    let contains_one = |low: &str, high: &str| {
        let [low, high] = [low, high].map(|text| text.parse::<f64>().expect("a number"));
        low < 1.0 && 1.0 < high
    };
    let [python, low, high, rust, from, to, ..] = &cells("within mutants")[..] else {
        panic!("two languages")
    };
    assert!(contains_one(low, high) && !contains_one(from, to));
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for sentence in [
        format!("are {rust} times those of a unit test ({from} to {to})"),
        format!("show no difference: the interval of {python} contains 1."),
    ] {
        assert!(text.contains(&sentence), "{sentence}");
    }
    let [low, high, from, to, ..] = &cells("projects resampled")[..] else {
        panic!("two languages")
    };
    assert!(contains_one(low, high) && contains_one(from, to));
}

#[test]
fn commands_of_studies_are_accepted() {
    let fixture = Fixture::empty("docs-judging-study");
    let mut count = 0;
    for line in STUDY.lines() {
        let Some(command) = line.strip_prefix("$ cargo disprove ") else { continue };
        let words: Vec<&str> = command.split_whitespace().collect();
        let done = fixture.plain(&words);
        // The arguments are right, and what they name is missing here.
        assert_eq!(done.code, 2, "{command}: {}", done.err);
        assert!(done.err.starts_with("cannot read "), "{command}: {}", done.err);
        count += 1;
    }
    assert_eq!(count, 4);
}

#[test]
fn the_odds_on_the_page_are_those_of_the_advice() {
    let page = CLASSIFY.split_whitespace().collect::<Vec<_>>().join(" ");
    let exceptions = Label::ExceptionRaising.odds();
    assert!(page.contains(&format!("For exceptions it is {exceptions}: ")));
    assert!(page.contains(&format!("a mutant are {exceptions} times those of other")));
    for (label, name) in [
        (Label::Inclusion, "inclusions"),
        (Label::TypeChecking, "types"),
        (Label::ConstantEquality, "constant equalities"),
    ] {
        let odds = format!("{} for {name}", label.odds());
        assert!(page.contains(&odds), "{odds}");
    }
}
