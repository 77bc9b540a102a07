//! docs/hunting.md shows real output and existing options.

use crate::support::{fixture::Fixture, quoted};

const PAGE: &str = include_str!("../../../docs/hunting.md");

#[test]
fn the_example_has_the_shown_output() {
    let fixture = Fixture::new("pkg", "");
    fixture.file("tests/props.rs", quoted(PAGE, "three properties", "```rust\n"));
    let done = fixture.run(&["hunt", "--time", "10m", "--findings", "2"]);
    assert_eq!(done.code, 1, "{done:?}");
    let report = quoted(PAGE, "begins like this", "```text\n");
    assert!(done.out.contains(report.trim_end()), "{}", done.out);
    let (head, rows) =
        quoted(PAGE, "shows the progress", "```text\n").split_once('\n').expect("rows");
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert!(done.err.lines().any(|line| words(line) == words(head)), "{}", done.err);
    for row in rows.lines() {
        let name = row.split(' ').next().expect("a name");
        assert!(done.err.contains(&format!("\n{name} ")), "{}", done.err);
    }
}

#[test]
fn every_named_option_exists() {
    let fixture = Fixture::empty("options");
    let help = fixture.command(&["hunt", "--help"]).output().expect("it runs");
    let help = String::from_utf8(help.stdout).expect("text");
    let limits = ["--time", "--case-time", "--memory"];
    let modes = ["--json", "--minimize", "--list", "--release"];
    let coverage = ["--deps", "--all-deps", "--no-coverage"];
    for option in [&limits[..], &modes, &coverage].concat() {
        assert!(PAGE.contains(option) && help.contains(option), "{option}");
    }
}
