//! Tests of the tables of the information-flow study.

use super::*;
use crate::selection::Selection;

fn smoke(searches: &str, only: &str) -> Options {
    let of =
        |names: &str| if names.is_empty() { Selection::default() } else { Selection::of(names) };
    Options { smoke: true, searches: of(searches), only: of(only), ..Options::default() }
}

#[test]
fn a_selection_leaves_its_own_columns_and_rows() {
    let findings = study(&smoke("auto-forward,random,pool-pairs", "LOAD*,store-a"));
    let table = findings.tables[0].json();
    let header = ["bug", "published", "random", "pool, pairs", "auto, forward"];
    assert_eq!(table["header"], json!(header));
    let bugs: Vec<&str> = findings.tables[0].rows().iter().map(|row| row[0].as_str()).collect();
    assert_eq!(bugs, ["LOAD*", "STORE*A"]);
    assert_eq!(findings.figures.as_array().map(Vec::len), Some(6));
}

#[test]
fn a_table_of_which_nothing_is_left_is_left_out() {
    let titles = |searches: &str, only: &str| {
        let tables = study_generators(&smoke(searches, only)).tables;
        tables.iter().map(|table| table.json()["title"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(titles("naive,mem-initial", "ADD*").len(), 2);
    assert_eq!(titles("naive", "")[..], [unguided()[0].title]);
    assert_eq!(titles("", "POP*")[..], [unguided()[1].title]);
}

#[test]
fn sums_are_of_all_bugs_or_not_shown() {
    let last = |only: &str| {
        let findings = study_basic(&smoke("random", only));
        findings.tables[0].rows().last().expect("a row")[0].clone()
    };
    assert_eq!(last(""), "all but RETURN*B");
    assert_eq!(last("ADD*"), "ADD*");
}
