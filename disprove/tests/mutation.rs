//! Mutation by the course of traced code.

use disprove::prelude::*;

#[trace]
fn is_bug(bytes: &[u8]) -> bool {
    bytes.len() >= 3 && bytes[0] == b'b' && bytes[1] == b'u' && bytes[2] == b'g'
}

#[trace]
fn is_magic(number: u32) -> bool {
    number == 0xDEAD_BEEF
}

/// When the failure was found, for some seeds.
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
fn a_ladder_of_comparisons_is_climbed() {
    for search in [Search::Mutate, Search::Auto] {
        let lists = found(any::<Vec<u8>>, search, |list| is_bug(list));
        assert!(lists.iter().all(|at| at.is_some_and(|at| at <= 200)), "{search}: {lists:?}");
        let strings = found(bytes, search, |bytes| is_bug(bytes));
        assert!(strings.iter().all(|at| at.is_some_and(|at| at <= 200)), "{search}: {strings:?}");
    }
    let random = found(any::<Vec<u8>>, Search::Random, |list| is_bug(list));
    assert!(random.iter().filter(|at| at.is_some()).count() < 3, "{random:?}");
}

#[test]
fn what_a_number_is_compared_with_is_tried() {
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
fn two_parts_are_made_to_agree_and_then_to_differ() {
    let fails =
        |(one, other): &(Vec<u8>, Vec<u8>)| one.len() > 3 && agrees(one, other) && one != other;
    let pairs = found(|| (any::<Vec<u8>>(), any::<Vec<u8>>()), Search::Mutate, fails);
    assert!(pairs.iter().all(|at| at.is_some_and(|at| at <= 1_000)), "{pairs:?}");
}

#[test]
fn the_report_says_that_mutation_found_it() {
    let check = check(any::<u32>()).seed(1).search(Search::Mutate).database(Db::none());
    let report = check.run(|number| !is_magic(number));
    let failure = &report.failures()[0];
    assert_eq!((failure.found_by(), *failure.value()), (Search::Mutate, 0xDEAD_BEEF));
}

#[test]
fn without_traces_it_is_the_same_as_pool() {
    let run = |search| {
        let check = check(any::<Vec<u8>>()).seed(1).cases(300).search(search).database(Db::none());
        check.run(|list: Vec<u8>| target!(list.len())).executions()
    };
    assert_eq!(run(Search::Mutate), run(Search::Pool));
}
