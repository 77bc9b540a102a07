//! book/src/guides/reduce-files.md shows real output and code that compiles.

use crate::support::{
    quoted,
    reduce::{Folder, executable, reduce},
};
use std::{fs, path::Path};

#[test]
fn the_example_has_the_shown_output() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../book/src/guides/reduce-files.md");
    let page = fs::read_to_string(&path).expect("the page");
    let folder = Folder::new("page");
    folder.file("shop.py", quoted(&page, "## An example", "```python\n"));
    let script = quoted(&page, "## An example", "```sh\n#!/bin/sh\n");
    executable(&folder, "crashes.sh", script.trim_end());
    let done = reduce(&folder, &["--seed-file", "shop.py", "--jobs", "1", "--", "./crashes.sh"]);
    assert_eq!(done.code, 0, "{}", done.err);
    // The duration varies.
    let (before, after) = done.err.split_once(" answers cached, ").expect("a last line");
    let after = after.split_once(';').expect("why it ended").1;
    let text = format!("{before} answers cached;{after}");
    let left = folder.read("shop.py.reduced");
    let told = quoted(&page, "## An example", "```text\n");
    let result = quoted(&page, "became a single letter:", "```python\n");
    if std::env::var_os("BLESS_TEXTS").is_some() {
        let page = page.replacen(told, &text, 1).replacen(result, &left, 1);
        fs::write(path, page).expect("written");
        return;
    }
    assert_eq!((told, result), (&*text, &*left));
}

/// A program that dies of a signal and prints nothing.
#[test]
fn the_script_for_a_signal_finds_the_line_that_crashes() {
    let page = include_str!("../../../book/src/guides/reduce-files.md");
    let script = quoted(page, "prints nothing", "```sh\n#!/bin/sh\n");
    let folder = Folder::new("signal");
    folder.file("big.log", "one\ntwo\ncrash here\nfour\n");
    executable(&folder, "app", "grep -q crash \"$1\" && kill -s SEGV $$");
    let app = folder.path("app").display().to_string();
    executable(&folder, "check.sh", script.replace("/home/me/app/build/app", &app).trim_end());
    let done = reduce(&folder, &["--seed-file", "big.log", "--jobs", "1", "--", "./check.sh"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert_eq!(folder.read("big.log.reduced").trim(), "crash");
}

#[test]
fn the_example_for_values_compiles_and_passes() {
    use disprove::{prelude::*, reducer};

    #[derive(Clone, Debug, PartialEq, Arbitrary)]
    struct Order {
        what: String,
        count: u32,
    }

    let seen_in_production = vec![
        Order { what: "pears".to_owned(), count: 3 },
        Order { what: "plums".to_owned(), count: 250 },
        Order { what: "nuts".to_owned(), count: 975 },
    ];
    let smallest = reducer(any::<Vec<Order>>()).jobs(2).run(seen_in_production, |orders| {
        orders.iter().map(|order| order.count).sum::<u32>() > 1_000
    });
    assert_eq!(smallest.value, [Order { what: String::new(), count: 1_001 }]);

    let page = include_str!("../../../book/src/guides/reduce-files.md");
    let source = include_str!("docs_reduce_files.rs");
    for line in quoted(page, "## Reducing values", "```rust\n").lines() {
        assert!(source.contains(line.trim()), "not in the test: {line}");
    }
}
