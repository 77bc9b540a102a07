//! The figures of `book/src/evidence/suites.md` are those of `bench/suites/RESULTS.md`, and its bugs those of FINDINGS.md.

use super::{read, workspace};

/// A text in one line.
fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn page() -> String {
    read(&workspace().join("book/src/evidence/suites.md"))
}

fn results() -> String {
    read(&workspace().join("bench/suites/RESULTS.md"))
}

/// The cells of the rows of a table, which begins after this text.
fn rows(text: &str, before: &str) -> Vec<Vec<String>> {
    let (_, rest) = text.split_once(before).expect(before);
    let table = rest.lines().skip_while(|line| !line.starts_with("|--"));
    let table = table.skip(1).take_while(|line| line.starts_with("| "));
    let cells = |row: &str| row.trim_matches('|').split('|').map(joined).collect();
    table.map(cells).collect()
}

fn number(cell: &str) -> u32 {
    cell.parse().expect("a number")
}

#[test]
fn the_tests_that_pass_are_those_of_the_results() {
    let measured = rows(&results(), "# Suites of published crates on disprove");
    let shown = rows(&page(), "## They pass");
    let mut named = 0;
    for row in &shown {
        let mut sums = [0; 3];
        for name in row[0].split(", ") {
            let found = measured.iter().find(|cells| cells[0].starts_with(&format!("{name} ")));
            let found = found.unwrap_or_else(|| panic!("{name} was not measured"));
            for (sum, cell) in sums.iter_mut().zip(&found[1..4]) {
                *sum += number(cell);
            }
            named += 1;
        }
        assert_eq!(row[1..].iter().map(|cell| number(cell)).collect::<Vec<_>>(), sums);
    }
    assert_eq!(named, measured.len());
    // The first row has the crates of which every test passes.
    let all_pass = |cells: &&Vec<String>| cells[1] == cells[2] && cells[2] == cells[3];
    assert!(shown[0][1] == shown[0][3] && shown[0][1] == shown[0][2]);
    for cells in measured.iter().filter(|cells| !all_pass(cells)) {
        let name = cells[0].split(' ').next().expect("a name");
        assert!(shown[1][0].contains(name) && page().contains(&format!("One test of {name} ")));
    }
}

#[test]
fn the_time_of_suites_is_that_of_the_results() {
    let measured = rows(&results(), "# Suites of published crates on disprove");
    let ratios = |column: usize| {
        let ratio = |cells: &Vec<String>| cells[column].split(" = ").nth(1).map(str::to_owned);
        let mut all: Vec<(String, String)> = measured
            .iter()
            .map(|cells| (ratio(cells).expect("a ratio"), cells[0].clone()))
            .collect();
        all.sort();
        all
    };
    let (compiling, running) = (ratios(4), ratios(5));
    let [.., normal, (slotmap, slower), (_, slowest)] = &running[..] else { panic!("suites") };
    assert!(slower.starts_with("slotmap ") && slowest.starts_with("base64ct "));
    let said = [
        format!(
            "Compiling takes {} to {} times the CPU time of the original.",
            compiling[0].0,
            compiling[compiling.len() - 1].0
        ),
        format!("Running takes {} to {} times,", running[0].0, normal.0),
        format!(
            "slotmap ({slotmap}, about a tenth of a second), and base64ct, where the failure is reduced."
        ),
    ];
    let reasons = joined(&results());
    for reason in [
        "slotmap (1.28, about a tenth of a second)",
        "base64ct (6.19, the reduction)",
        "`check_code_formatting` fails both ways. It compares the source with the format of the installed `rustfmt`.",
        "`encode_incremental` fails, since the test is wrong for inputs that it allows",
    ] {
        assert!(reasons.contains(reason), "{reason}");
    }
    for said in said {
        assert!(joined(&page()).contains(&said), "the page does not say: {said}");
    }
}

#[test]
fn the_tests_that_are_ported_are_those_of_the_results() {
    let results = joined(&results());
    let (_, ported) = results.split_once("## Tests ported Of the ").expect("the section");
    let all = number(ported.split(' ').next().expect("a number"));
    let (_, ported) = ported.split_once("`cargo disprove port` ports ").expect("the number");
    let ported = number(ported.split(' ').next().expect("a number"));
    let others = format!(
        "The {} tests that are not ported are all of imbl: their strategies are functions of another file.",
        all - ported
    );
    assert!(results.contains(&others), "{others}");
    let said = format!(
        "rewrites {ported} of {all} tests of these and imbl ({} %; 90 % is the aim). The other {} are all of imbl, whose strategies are functions of another file.",
        ported * 100 / all,
        all - ported
    );
    assert!(joined(&page()).contains(&said), "the page does not say: {said}");
}

/// The crate of each bug, a test that failed, and words of both pages.
const BUGS: [(&str, &str, &[&str]); 4] = [
    (
        "imbl 7.0.2",
        "test_quicksort",
        &["`Vector::sort`", "20,000 equal elements overflows the stack"],
    ),
    (
        "sharded-slab 0.1.7",
        "default_config",
        &[
            "`take` with a key that was never inserted corrupts the slab",
            "two insertions get the same key",
        ],
    ),
    (
        "im 15.1.0",
        "diff_all_values",
        &["`OrdMap::union` returns values of the wrong map", "successor", "fixed"],
    ),
    ("base64ct 1.8.3", "encode_incremental", &["test is wrong", "its pattern", "buffer"]),
];

#[test]
fn every_bug_of_the_page_has_a_program_that_shows_it() {
    let findings = read(&workspace().join("bench/suites/FINDINGS.md"));
    let hunt = read(&workspace().join("bench/suites/hunt"));
    assert!(hunt.contains("\"--time\", default=\"5m\""), "a hunt of five minutes");
    assert!(page().contains("a hunt of five minutes (`bench/suites/hunt`)"));
    let sections: Vec<&str> = findings.split("\n## ").skip(1).collect();
    let shown = rows(&page(), "## Bugs");
    assert_eq!((shown.len(), BUGS.len()), (sections.len(), sections.len()));
    for (row, (name, test, words)) in shown.iter().zip(BUGS) {
        assert_eq!(row[0], name);
        let section = sections.iter().find(|section| section.starts_with(&format!("{}:", row[0])));
        let section = section.unwrap_or_else(|| panic!("{} is no finding", row[0]));
        assert!(section.contains(&format!("`{test}`")), "{name}: {test}");
        for said in words {
            assert!(row[1].to_lowercase().contains(&said.to_lowercase()), "{name}: {said}");
            let has = joined(section).to_lowercase().contains(&said.to_lowercase());
            assert!(has, "FINDINGS.md, {name}: {said}");
        }
        let (_, program) = section.split_once("```rust\n").expect("a program");
        let program = program.split("```").next().expect("its end");
        assert!(program.contains("fn main()"), "{}", row[0]);
        assert!(joined(section).to_lowercase().contains("with the line changed"), "{}", row[0]);
        for library in ["proptest", "quickcheck", "disprove"] {
            assert!(!program.contains(library), "{}", row[0]);
        }
    }
}
