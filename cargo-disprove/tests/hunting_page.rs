//! The page about hunting tells what really happens.
#![cfg(unix)]

mod fixture;

use fixture::Fixture;

const PAGE: &str = include_str!("../../docs/hunting.md");

/// What stands in the first block of this kind after a text.
fn quoted<'a>(after: &str, kind: &str) -> &'a str {
    let rest = PAGE.split_once(after).expect(after).1;
    let rest = rest.split_once(&format!("```{kind}\n")).expect("a block").1;
    rest.split_once("```").expect("an end").0
}

#[test]
fn the_example_is_what_it_says() {
    let fixture = Fixture::new("pkg", "");
    fixture.file("tests/props.rs", quoted("three properties", "rust"));
    let done = fixture.run(&["hunt", "--time", "10m", "--findings", "2"]);
    assert_eq!(done.code, 1, "{done:?}");
    let report = quoted("begins like this", "text");
    assert!(done.out.contains(report.trim_end()), "{}", done.out);
    let (head, rows) = quoted("how it goes", "text").split_once('\n').expect("rows");
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert!(done.err.lines().any(|line| words(line) == words(head)), "{}", done.err);
    for row in rows.lines() {
        let name = row.split(' ').next().expect("a name");
        assert!(done.err.contains(&format!("\n{name} ")), "{}", done.err);
    }
}

#[test]
fn every_option_that_is_named_exists() {
    let fixture = Fixture::empty("options");
    let help = fixture.command(&["hunt", "--help"]).output().expect("it runs");
    let help = String::from_utf8(help.stdout).expect("text");
    let limits = ["--time", "--case-time", "--memory"];
    let ways = ["--json", "--minimize", "--list", "--release"];
    let probes = ["--deps", "--all-deps", "--no-coverage"];
    for option in [&limits[..], &ways, &probes].concat() {
        assert!(PAGE.contains(option) && help.contains(option), "{option}");
    }
}
