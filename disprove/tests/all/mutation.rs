//! Mutation guided by the coverage of traced code.

use disprove::prelude::*;
use std::cell::RefCell;

#[trace]
fn is_bug(bytes: &[u8]) -> bool {
    bytes.len() >= 3 && bytes[0] == b'b' && bytes[1] == b'u' && bytes[2] == b'g'
}

#[trace]
fn is_magic(number: u32) -> bool {
    number == 0xDEAD_BEEF
}

/// The number of executions until the failure was found, for ten seeds.
fn found<G: IntoGenerator>(
    generator: impl Fn() -> G,
    search: Search,
    fails: impl Fn(&G::Value) -> bool,
) -> Vec<Option<u64>>
where
    G::Value: std::fmt::Debug + 'static,
{
    let run = |seed| {
        let check = check(generator()).seed(seed).cases(5_000).search(search).database(Db::none());
        let report = check.max_failures(1).run(|value| !fails(&value));
        report.failures().first().map(disprove::Failure::found_at)
    };
    (1..=10).map(run).collect()
}

#[test]
fn solves_nested_comparisons() {
    for search in [Search::Mutate, Search::Auto] {
        let lists = found(any::<Vec<u8>>, search, |list| is_bug(list));
        assert!(lists.iter().all(|at| at.is_some_and(|at| at <= 300)), "{search}: {lists:?}");
        let strings = found(bytes, search, |bytes| is_bug(bytes));
        assert!(strings.iter().all(|at| at.is_some_and(|at| at <= 300)), "{search}: {strings:?}");
    }
    let random = found(any::<Vec<u8>>, Search::Random, |list| is_bug(list));
    assert!(random.iter().filter(|at| at.is_some()).count() < 3, "{random:?}");
}

#[test]
fn tries_the_operands_of_comparisons() {
    let numbers = found(any::<u32>, Search::Auto, |number| is_magic(*number));
    assert!(numbers.iter().all(|at| at.is_some_and(|at| at <= 50)), "{numbers:?}");
}

#[trace]
fn agrees(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    for (x, y) in one.iter().zip(other) {
        if x / 16 != y / 16 {
            return false;
        }
    }
    true
}

#[test]
fn makes_two_parts_equal_and_then_different() {
    let fails =
        |(one, other): &(Vec<u8>, Vec<u8>)| one.len() > 3 && agrees(one, other) && one != other;
    let pairs = found(|| (any::<Vec<u8>>(), any::<Vec<u8>>()), Search::Mutate, fails);
    assert!(pairs.iter().all(|at| at.is_some_and(|at| at <= 1_000)), "{pairs:?}");
}

#[test]
fn the_report_names_the_search_that_found_the_failure() {
    let check = check(any::<u32>()).seed(1).search(Search::Mutate).database(Db::none());
    let report = check.run(|number| !is_magic(number));
    let failure = &report.failures()[0];
    assert_eq!((failure.found_by(), *failure.value()), (Search::Mutate, 0xDEAD_BEEF));
}

#[test]
fn equals_pool_without_traced_code() {
    let run = |search| {
        let seen = RefCell::new(Vec::new());
        let check = check(any::<Vec<u8>>()).seed(1).cases(300).search(search).database(Db::none());
        let report = check.run(|list: Vec<u8>| {
            target!(list.len());
            seen.borrow_mut().push(list);
        });
        assert_eq!(report.executions(), 300);
        seen.into_inner()
    };
    assert_eq!(run(Search::Mutate), run(Search::Pool));
}
