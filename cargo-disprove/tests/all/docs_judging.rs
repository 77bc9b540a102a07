//! book/src/guides/judging.md quotes real runs, and its commands are accepted.

use crate::support::fixture::Fixture;

const PAGE: &str = include_str!("../../../book/src/guides/judging.md");
const RESULTS: &str = include_str!("../../../case-studies/RESULTS.md");
const STUDY: &str = include_str!("../../../bench/study/RESULTS.md");

/// The text of a section on the page.
fn section(title: &str) -> &'static str {
    let (_, rest) = PAGE.split_once(&format!("\n## {title}\n")).expect("a section");
    rest.split("\n## ").next().expect("its text")
}

/// Asserts that each text block of a section is in a page of results.
fn assert_quoted(title: &str, results: &str) {
    let blocks: Vec<&str> = section(title).split("```text\n").skip(1).collect();
    assert!(!blocks.is_empty(), "{title}");
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
    assert_quoted("Mutation testing", RESULTS);
    assert_quoted("Number of inputs", RESULTS);
    assert_quoted("Studies over many projects", STUDY);
}

#[test]
fn commands_of_studies_are_accepted() {
    let fixture = Fixture::empty("docs-judging-study");
    let mut count = 0;
    for line in section("Studies over many projects").lines() {
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
