//! Guided searches find failures: over many seeds, with wide margins.

use disprove::{Failure, prelude::*};
use std::{cell::RefCell, collections::HashSet, fmt::Debug};

const SEEDS: u64 = 10;

/// The sorted numbers of executions until each seed finds a failure, without those above `most`.
fn found<G: IntoGenerator + Clone>(
    generator: &G,
    search: Search,
    most: u64,
    property: impl Fn(G::Value) -> bool,
) -> Vec<u64>
where
    G::Value: Debug + 'static,
{
    let run = |seed| {
        let check = check(generator.clone()).seed(seed).cases(most).max_executions(most);
        let report = check.search(search).database(Db::none()).reduce(false).run(&property);
        report.failures().first().map(Failure::found_at)
    };
    let mut found: Vec<u64> = (1..=SEEDS).filter_map(run).collect();
    found.sort_unstable();
    found
}

/// The length of the common prefix.
fn right(given: impl IntoIterator<Item = u32>, wanted: &[u32]) -> usize {
    given.into_iter().zip(wanted).take_while(|(a, b)| a == *b).count()
}

#[test]
fn leaves_plateaus_by_the_deterministic_stage() {
    let wanted = [98, 17, 103];
    let numbers = vec(0..128u32);
    let climbs = |list: Vec<u32>| {
        let score = right(list, &wanted);
        target!(score);
        score < wanted.len()
    };
    for search in [Search::Auto, Search::Climb, Search::Anneal] {
        let found = found(&numbers, search, 1_000, climbs);
        assert_eq!(found.len() as u64, SEEDS, "{search:?}");
        assert!(found[SEEDS as usize / 2] < 400, "{search:?} {found:?}");
    }
    assert!(found(&numbers, Search::Random, 1_000, climbs).is_empty());
}

#[test]
fn changes_text_and_byte_strings_inside() {
    let wanted: Vec<u32> = "fox".chars().map(u32::from).collect();
    let texts = found(&text(), Search::Auto, 1_000, |given: String| {
        let score = right(given.chars().map(u32::from), &wanted);
        target!(score);
        score < wanted.len()
    });
    assert_eq!(texts.len() as u64, SEEDS, "{texts:?}");
    let strings = found(&bytes(), Search::Auto, 2_000, |given: Vec<u8>| {
        let score = right(given.into_iter().map(u32::from), &wanted);
        target!(score);
        score < wanted.len()
    });
    assert_eq!(strings.len() as u64, SEEDS, "{strings:?}");
}

#[test]
fn approaches_a_point_with_floats() {
    let plane = (float(-1e6..=1e6), float(-1e6..=1e6));
    let found = found(&plane, Search::Auto, 6_000, |(x, y): (f64, f64)| {
        let far = (x - 1_234.5).abs() + (y + 98_765.25).abs();
        minimize!(far);
        far > 0.01
    });
    assert_eq!(found.len() as u64, SEEDS, "{found:?}");
}

#[test]
fn a_useless_score_costs_little() {
    let hash = |list: Vec<u32>| {
        let mix = |hash: u64, n: &u32| (hash ^ u64::from(*n)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let hash = list.iter().fold(7, mix).rotate_left(29);
        target!(hash >> 44);
        hash % 97 != 3
    };
    let median = |search| found(&vec(any::<u32>()), search, 5_000, hash)[SEEDS as usize / 2];
    let (random, auto) = (median(Search::Random), median(Search::Auto));
    assert!(auto < 3 * random, "{auto} beside {random}");
}

#[test]
fn a_weak_precondition_costs_little() {
    let pairs = (any::<u32>(), vec(any::<u8>()));
    let median = |search| {
        let found = found(&pairs, search, 5_000, |(n, list)| {
            assume!(list.len() > 1);
            n != 0
        });
        found[SEEDS as usize / 2]
    };
    let (random, auto) = (median(Search::Random), median(Search::Auto));
    assert!(auto <= 2 * random, "{auto} beside {random}");
}

/// The accepted cases of 3,000 executions, and the number of distinct ones.
fn accepted<G: IntoGenerator>(
    generator: G,
    search: Search,
    condition: impl Fn(&G::Value),
) -> (u64, usize)
where
    G::Value: Debug + 'static,
{
    let seen = RefCell::new(HashSet::new());
    let check = check(generator).seed(1).cases(3_000).max_executions(3_000).search(search);
    let report = check.database(Db::none()).run(|value| {
        condition(&value);
        seen.borrow_mut().insert(format!("{value:?}"));
    });
    (report.cases(), seen.take().len())
}

#[test]
fn finds_many_distinct_inputs_that_satisfy_a_relation() {
    let (cases, distinct) =
        accepted((0..10_000, 0..10_000, 0..10_000), Search::Auto, |(a, b, c): &(u32, u32, u32)| {
            assume!(a + b == *c);
        });
    assert!(cases > 1_800 && distinct as u64 > cases - 50, "{cases} {distinct}");
    let (cases, distinct) = accepted(any::<u64>(), Search::Auto, |n| assume!(n % 50 == 7));
    assert!(cases > 400 && distinct as u64 > cases - 50, "{cases} {distinct}");
    let lists = || vec(-1_000..=1_000_i32).len(5..=20);
    let (cases, distinct) = accepted(lists(), Search::Auto, |list| assume!(list.is_sorted()));
    assert!(cases > 1_200 && distinct as u64 > cases - 50, "{cases} {distinct}");
    let (cases, _) = accepted(lists(), Search::Random, |list| assume!(list.is_sorted()));
    assert!(cases < 100, "{cases}");
    let in_the_generator = lists().map(|list| {
        assume!(list.is_sorted());
        list
    });
    let (cases, _) = accepted(in_the_generator, Search::Auto, |_| ());
    assert!(cases > 300, "{cases}");
}

#[test]
fn optimizes_several_scores() {
    let found = found(&(0..1 << 40, 0..1 << 40), Search::Auto, 5_000, |(x, y): (u64, u64)| {
        minimize!("x", x.abs_diff(123_456_789_012));
        minimise!("y", y.abs_diff(987_654_321_098));
        x.abs_diff(123_456_789_012) > 1_000 || y.abs_diff(987_654_321_098) > 1_000
    });
    assert_eq!(found.len() as u64, SEEDS, "{found:?}");
}

#[test]
fn the_same_seed_gives_the_same_run_with_and_without_reduction() {
    let guided = [Search::Auto, Search::Climb, Search::Anneal, Search::Pool, Search::Mutate];
    for search in guided.into_iter().chain([Search::Random]) {
        let run = |reduce| {
            let check = check(vec(0..50u32)).seed(9).cases(300).search(search).reduce(reduce);
            let report = check.database(Db::none()).run(|list| {
                assume!(list.len() != 3);
                let sum: u32 = list.iter().sum();
                target!(sum);
                sum < 900
            });
            let at = report
                .failures()
                .first()
                .map(|failure| (failure.found_at(), failure.original().clone()));
            (report.executions(), report.cases(), report.distinct(), at)
        };
        assert_eq!(run(true), run(true), "{search:?}");
        assert_eq!(run(true), run(false), "{search:?}");
    }
}
