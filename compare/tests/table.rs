//! COMPARE.md is true: its table is what is counted, its code is what is compiled.

use compare::table::{COMMON, FIVE, Library, ROWS, libraries, markdown};
use std::{fs, path::Path};

/// Rows in which a Rust library is shorter than ours. Empty is the aim.
const SHORTER_ELSEWHERE: [&str; 1] = ["2"];

fn document() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../COMPARE.md");
    fs::read_to_string(path).expect("COMPARE.md stands beside the workspace")
}

/// Ours, the other Rust libraries, and Hypothesis.
fn split(libraries: &[Library]) -> (&Library, &[Library], &Library) {
    match libraries {
        [ours, rust @ .., python] => (ours, rust, python),
        _ => panic!("there are five libraries"),
    }
}

#[test]
fn the_table_is_what_is_counted() {
    let document = document();
    let (_, rest) = document.split_once("<!-- table -->\n").expect("a mark before the table");
    let (table, _) = rest.split_once("<!-- /table -->").expect("a mark after the table");
    let counted = markdown(&libraries());
    assert_eq!(table, counted, "run `cargo run -p compare` and paste the table:\n{counted}");
}

#[test]
fn the_code_is_what_is_compiled() {
    let (document, libraries) = (document(), libraries());
    let mut blocks = 0;
    for part in document.split("<!-- code ").skip(1) {
        let (mark, rest) = part.split_once(" -->\n").expect("the end of a mark");
        let (name, id) = mark.split_once(' ').expect("a library and the number of a test");
        let (_, rest) = rest.split_once('\n').expect("a code block after the mark");
        let (shown, _) = rest.split_once("```").expect("the end of a code block");
        let library = libraries.iter().find(|library| library.name == name);
        let section = library.and_then(|library| library.section(id));
        assert_eq!(shown, section.expect("a test of that number").shown, "{mark}");
        blocks += 1;
    }
    assert!(blocks >= 10, "{blocks} blocks have marks");
}

#[test]
fn no_rust_library_is_shorter_in_any_row_but_those_that_are_known() {
    let libraries = libraries();
    let (ours, rust, _) = split(&libraries);
    let tokens = |library: &Library, id| library.count(id).map(|count| count.tokens);
    let longer: Vec<_> = ROWS
        .iter()
        .map(|(id, _)| *id)
        .filter(|id| rust.iter().filter_map(|rival| tokens(rival, id)).min() < tokens(ours, id))
        .collect();
    assert_eq!(longer, SHORTER_ELSEWHERE);
}

#[test]
fn the_whole_is_the_shortest() {
    let libraries = libraries();
    let (ours, rust, python) = split(&libraries);
    for tests in [COMMON, FIVE] {
        let tokens = |library: &Library| library.sum(&tests).map(|sum| sum.tokens);
        assert!(tokens(ours) < rust.iter().filter_map(tokens).min(), "{tests:?}");
    }
    assert!(ours.everything() < python.everything());
}
