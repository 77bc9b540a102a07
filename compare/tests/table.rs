//! COMPARE.md is accurate: its table is what is counted, its code is what is compiled.

use compare::table::{COMMON, FIVE, Library, ROWS, libraries, markdown};
use std::{fs, path::Path};

/// Rows in which no Rust library is shorter than ours, but some are as short. Empty is the aim.
const AS_SHORT_ELSEWHERE: [&str; 2] = ["4a", "5a"];

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
    let head = table.lines().next().expect("a head");
    assert_eq!(head.split('|').count(), 2 + 1 + 5, "book/src/evidence/overview.md says five");
    assert!(table.contains("\n| 5 ") && !table.contains("\n| 6 "), "five tests");
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

fn tokens(library: &Library, ids: &[&str]) -> Option<usize> {
    library.sum(ids).map(|sum| sum.tokens)
}

/// Ours, and the shortest of the others that can do it.
fn beside_the_shortest(ids: &[&str]) -> (usize, usize) {
    let libraries = libraries();
    let (ours, rust, _) = split(&libraries);
    let shortest = rust.iter().filter_map(|rival| tokens(rival, ids)).min();
    (tokens(ours, ids).expect("ours has all rows"), shortest.expect("no row is ours alone"))
}

#[test]
fn ours_is_the_shortest_in_rust_in_every_row_but_where_the_text_is_the_same() {
    for (id, _) in ROWS {
        let (ours, shortest) = beside_the_shortest(&[id]);
        if AS_SHORT_ELSEWHERE.contains(&id) {
            assert_eq!(ours, shortest, "{id}");
        } else {
            assert!(ours < shortest, "{id}: {ours} and {shortest}");
        }
    }
}

#[test]
fn most_of_what_others_need_is_in_two_rows() {
    let libraries = libraries();
    let (ours, rust, _) = split(&libraries);
    for rival in rust {
        let more = |ids: &[&str]| {
            tokens(rival, ids).expect("it has these") - tokens(ours, ids).expect("ours has all")
        };
        assert!(2 * more(&["2", "3"]) > more(&COMMON), "{}", rival.name);
    }
}

/// The code of a test, with other names.
fn renamed(name: &str, id: &str, names: &[(&str, &str)]) -> String {
    let libraries = libraries();
    let library = libraries.iter().find(|library| library.name == name).expect(name);
    let shown = library.section(id).expect("a test of that number").shown.clone();
    names.iter().fold(shown, |text, (from, to)| text.replace(from, to))
}

#[test]
fn some_tests_differ_only_in_names_and_the_first_in_what_is_borrowed() {
    let proptest =
        [("prop_assume", "assume"), ("property_test", "property"), ("proptest", "disprove")];
    for id in ["4a", "5a"] {
        assert_eq!(renamed("proptest", id, &proptest), renamed("disprove", id, &[]), "{id}");
    }
    let quickcheck = [("quickcheck_macros", "disprove"), ("quickcheck", "property")];
    assert_eq!(renamed("quickcheck", "5a", &quickcheck), renamed("disprove", "5a", &[]));
    let other = [("quickcheck_macros", "proptest"), ("quickcheck", "property_test")];
    assert_eq!(renamed("quickcheck", "2", &other), renamed("proptest", "2", &[]));
    let borrowed = [("Vec<u8>", "&[u8]"), ("&bytes", "bytes")];
    for (name, names) in [("proptest", &proptest[..]), ("quickcheck", &quickcheck)] {
        let names = [names, &borrowed].concat();
        assert_eq!(renamed(name, "1", &names), renamed("disprove", "1", &[]), "{name}");
    }
}

#[test]
fn the_sums_are_the_shortest_in_rust() {
    for ids in [COMMON, FIVE] {
        let (ours, shortest) = beside_the_shortest(&ids);
        assert!(ours < shortest, "{ids:?}: {ours} and {shortest}");
    }
}

#[test]
fn the_five_are_shorter_than_with_hypothesis() {
    let libraries = libraries();
    let (ours, _, python) = split(&libraries);
    assert!(tokens(ours, &FIVE) < tokens(python, &FIVE));
    // Only because of the state machine.
    for id in ["1", "3", "4"] {
        assert!(tokens(python, &[id]) < tokens(ours, &[id]), "{id}");
    }
    assert_eq!(tokens(python, &["2"]), tokens(ours, &["2"]));
    let visible = |it: &Library| it.sum(&FIVE).map(|sum| sum.tokens - sum.layout);
    assert!(visible(python) < visible(ours));
}
