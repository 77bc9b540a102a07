//! book/src/reference/attributes.md: known inputs run first, weights count, and a property that is not compiled is no test.

use disprove::prelude::*;
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

thread_local! {
    static INPUTS: RefCell<Vec<(u16, bool)>> = const { RefCell::new(Vec::new()) };
}

/// The token is `(300, true)`.
#[property(test = false, cases = 20)]
#[example(7, false)]
#[example(9, true)]
#[replay("d1:H50CASY")]
fn known(n: u16, b: bool) {
    INPUTS.with_borrow_mut(|inputs| inputs.push((n, b)));
}

/// The token is that of the property above.
#[property(cases = 1, seed = 1)]
#[replay("d1:H50CASY")]
#[should_panic(expected = "n: 290,")]
fn the_input_of_the_attribute_is_reduced(n: u16, b: bool) {
    let is_wrong = b && (290..=300).contains(&n);
    assert!(!is_wrong);
}

#[test]
fn examples_and_replays_run_before_generated_inputs() {
    known();
    let inputs = INPUTS.take();
    assert_eq!(inputs[..3], [(7, false), (9, true), (300, true)]);
    assert!(inputs.len() > 3, "{inputs:?}");
}

#[derive(Debug, Arbitrary)]
enum Weather {
    Sun,
    #[weight(6)]
    Rain(#[draw(1..=3)] u8),
}

#[test]
fn derived_generators_use_draws_and_weights() {
    let rain = Cell::new(0);
    let weeks = vec(any::<Weather>()).len(10);
    let report = check(weeks).seed(1).cases(200).database(Db::none()).run(|days| {
        for day in days {
            if let Weather::Rain(liters) = day {
                assert!((1..=3).contains(&liters));
                rain.set(rain.get() + 1);
            }
        }
    });
    assert_eq!(report.verdict(), Verdict::Passed, "{report}");
    // Six of seven, of 2,000 days.
    assert!((1_550..1_850).contains(&rain.get()), "{}", rain.get());
}

/// Would not compile.
#[cfg(not(test))]
#[property]
fn left_out(_: TypeThatDoesNotExist) {}

/// Compiles only without `left_out`.
#[cfg(test)]
#[property]
fn a_property_has_the_condition_of_its_cfg(left_out: u8) {
    let _ = left_out;
}

#[test]
fn a_value_of_seed_is_an_input_of_a_later_case() {
    let wanted = vec![1_234_567_891, 7, 1_987_654_321];
    let seen = Rc::new(Cell::new(0));
    let (given, counter) = (wanted.clone(), seen.clone());
    let check = check(any::<Vec<u32>>()).seed(1).cases(500).database(Db::none());
    let report = check.search(Search::Climb).run(move |list| {
        target!(list.len());
        seed!(given.clone());
        counter.set(counter.get() + u32::from(list == given));
    });
    assert!(report.failures().is_empty() && seen.get() > 0);
}
