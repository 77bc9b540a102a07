//! The package of book/src/tutorial.md, as its readers write it: its first test fails, and the hunt at its end finds nothing.

use crate::support::{
    fixture::{Done, Fixture, cargo_command, done},
    quoted,
};
use std::{env, fs, path::Path, thread};

const PAGE: &str = include_str!("../../../book/src/tutorial.md");
const PROPERTIES: &str = include_str!("../../../disprove/tests/all/tutorial/properties.rs");
const MACHINE: &str = include_str!("../../../disprove/tests/all/tutorial/machine.rs");

/// How both files with tests begin.
const FIRST_LINES: &str = "
use cache::Lru;
use disprove::prelude::*;
";

/// A package with this cache, and tests that the library runs as well.
fn package(name: &str, cache: &str) -> Fixture {
    let fixture = Fixture::empty(name);
    fixture.file("src/lib.rs", cache);
    for (file, code) in [("tests/properties.rs", PROPERTIES), ("tests/machine.rs", MACHINE)] {
        let code = code.replace("use super::lru::Lru;", "use cache::Lru;");
        assert!(code.contains(FIRST_LINES), "{file}");
        let code = code.replace("use cache::Lru;", &format!("use {name}::Lru;"));
        fixture.file(file, &code.replace("#[ignore = \"run in a process of its own\"]\n", ""));
    }
    fixture
}

#[test]
fn the_properties_of_the_tutorial_find_both_bugs_in_a_new_package() {
    let fixture = package("cache_new", quoted(PAGE, "## 1. The cache", "```rust\n"));
    assert_eq!(quoted(PAGE, "It starts with these lines:", "```rust"), FIRST_LINES);
    let test = |name: &str| -> Done {
        done(&mut cargo_command(&fixture, &["test", "--no-fail-fast", "--test", name]))
    };
    let (properties, machine) = (test("properties"), test("machine"));
    assert_eq!((properties.code, machine.code), (101, 101), "{properties:?}\n{machine:?}");
    assert!(properties.out.contains("4 passed; 1 failed"), "{properties:?}");
    assert!(properties.out.contains("        capacity: 0,\n        puts: [("), "{properties:?}");
    let call = "let mut machine = LruVsModel::new(2);\n    machine.put(";
    assert!(machine.out.contains(call), "{machine:?}");
    let mut files = fixture.files(".disprove/regressions");
    files.sort();
    let [calls, kept] = &files[..] else { panic!("{files:?}") };
    assert!(calls.ends_with("/cache_new-machine.lru_vs_model.txt"), "{calls}");
    assert!(kept.ends_with("/cache_new-properties.it_never_outgrows_its_capacity.txt"), "{kept}");
    // The page shows the same names.
    for file in [calls, kept] {
        let shown = file.replace("cache_new-", "cache-");
        assert!(PAGE.contains(&format!("saved in {shown}: commit it")), "{shown}");
    }

    // After the first fix, the saved input passes and stays.
    let cache = quoted(PAGE, "## 1. The cache", "```rust\n");
    let fix = quoted(PAGE, "so `put` begins with:", "```rust\n");
    let put = "pub fn put(&mut self, key: K, value: V) {\n";
    assert_eq!(cache.matches(put).count(), 1);
    fixture.file("src/lib.rs", &cache.replace(put, &format!("{put}{fix}")));
    let kept_before = fs::read_to_string(fixture.path(kept)).expect("a text");
    let properties = test("properties");
    assert!(
        properties.code == 0 && properties.out.contains("5 passed; 0 failed"),
        "{properties:?}"
    );
    assert_eq!(fs::read_to_string(fixture.path(kept)).expect("a text"), kept_before);
    assert_eq!(test("machine").code, 101, "the second bug is still there");
}

/// Rates and counts differ from run to run, so only titles, names and states are compared. `BLESS_TEXTS` writes the table.
#[test]
fn a_hunt_finds_nothing_in_the_mended_function() {
    let mended = include_str!("../../../disprove/tests/all/tutorial/mended/lru.rs");
    let fixture = package("cache", mended);
    assert!(PAGE.contains("$ cargo disprove hunt --time 1m\n"));
    let is_blessed = env::var_os("BLESS_TEXTS").is_some();
    let hunt = fixture.run(&["hunt", "--time", if is_blessed { "1m" } else { "2s" }]);
    assert_eq!(hunt.code, 0, "{hunt:?}");
    let cores = thread::available_parallelism().map_or(1, usize::from);
    assert!(hunt.err.contains(&format!("hunting 6 properties with {cores} process")), "{hunt:?}");
    let start = hunt.err.find("\nproperty ").expect("a table") + 1;
    let (table, rest) = hunt.err[start..].split_once("\n0 findings in 6 ").expect("a summary");
    let summary = format!("0 findings in 6 {}", rest.lines().next().expect("a line"));
    let shown = quoted(PAGE, "$ cargo disprove hunt --time 1m", "```text\n");
    if is_blessed {
        let page = PAGE.replace(shown, &format!("{table}\n{summary}\n"));
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../book/src/tutorial.md");
        fs::write(path, page).expect("a writable file");
        return;
    }
    let (shown_table, shown_summary) = shown.split_once("\n0 findings in 6 ").expect("a summary");
    assert!(shown_summary.contains(" executions in "), "{shown_summary}");
    let titles = |table: &str| -> Vec<String> {
        let first = table.lines().next().unwrap_or_default();
        first.split_whitespace().map(str::to_owned).collect()
    };
    assert_eq!(titles(shown_table), titles(table));
    let rows = |table: &str| -> Vec<String> {
        let rows = table.lines().skip(1);
        let cells = rows.map(|row| {
            assert!(row.ends_with("nothing found"), "{row}");
            row.split(' ').next().unwrap_or_default().to_owned()
        });
        // Test binaries come in any order.
        let mut names: Vec<String> = cells.collect();
        names.sort();
        names
    };
    assert_eq!(rows(shown_table), rows(table));
}
