//! Tests of both styles in one file, with the same strategies.

use disprove::prelude::{Db, check, property};
use proptest::{from_proptest, prelude::*};

fn evens() -> impl Strategy<Value = u32> {
    (0..1_000u32).prop_map(|n| 2 * n)
}

prop_compose! {
    fn ordered()(high in 1..100u32)(low in 0..high, high in Just(high)) -> (u32, u32) {
        (low, high)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn a_test_of_the_suite_beside_it(n in evens(), (low, high) in ordered()) {
        prop_assert_eq!(n % 2, 0);
        prop_assert!(low < high);
    }
}

#[property(cases = 30)]
fn a_property_draws_from_strategies_of_the_suite(
    #[draw(from_proptest(evens()))] n: u32,
    #[draw(from_proptest(ordered()))] pair: (u32, u32),
) {
    assert_eq!(n % 2, 0);
    assert!(pair.0 < pair.1);
}

#[test]
fn strategies_in_properties_are_reduced_by_their_choices() {
    let numbers = from_proptest(proptest::collection::vec(evens(), 0..20));
    let report =
        check(numbers).seed(1).database(Db::none()).run(|numbers| numbers.iter().all(|n| *n < 300));
    assert_eq!(report.failures()[0].value(), &[300]);
}

#[test]
fn a_strategy_that_refuses_all_values_rejects_the_case() {
    let never = from_proptest((0..9u8).prop_filter("never", |_| false));
    let report = check(never).seed(1).cases(10).database(Db::none()).run(|_| true);
    assert_eq!(report.cases(), 0);
}
