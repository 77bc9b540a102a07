//! book/src/reference/attributes.md: known inputs run first, weights count, and a property that is not compiled is no test.

use disprove::prelude::*;
use std::{
    cell::{Cell, RefCell},
    num::ParseIntError,
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

/// The same, but the body draws the flag.
#[property(test = false, cases = 20)]
#[replay("d1:H50CASY")]
fn known_and_drawn(n: u16, src: &mut Source) {
    let b = src.draw(any());
    INPUTS.with_borrow_mut(|inputs| inputs.push((n, b)));
}

/// The token is that of the properties above.
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

#[test]
fn a_token_repeats_what_the_body_draws() {
    known_and_drawn();
    assert_eq!(INPUTS.take()[0], (300, true));
}

#[test]
fn an_example_survives_a_change_of_the_generator_and_a_token_may_not() {
    let is_wrong = |n: u16| n == 700;
    let before = check(int(0..1_000_u16)).example(|| 700).reduce(false).database(Db::none());
    let before = before.run(|n| !is_wrong(n));
    let token = before.failures()[0].replay_token();
    let inputs = || INPUTS.take().into_iter().map(|(n, _)| n).collect::<Vec<_>>();
    let record = |n| {
        INPUTS.with_borrow_mut(|inputs| inputs.push((n, true)));
        !is_wrong(n)
    };
    // The first one makes the same values from other choices. The second one cannot make this value.
    for factor in [70, 9] {
        let after = || {
            check(int(0..=100_u16).map(move |n| n * factor)).cases(1).seed(1).database(Db::none())
        };
        let report = after().replay(token).run(record);
        let is_found = inputs().contains(&700) || !report.failures().is_empty();
        assert!(!is_found, "the token makes another input: {report}");
        let report = after().example(|| 700).run(record);
        assert_eq!(inputs()[0], 700);
        assert_eq!(*report.failures()[0].value(), 700, "it is not reduced: {report}");
    }
}

#[test]
fn an_example_that_the_generator_cannot_make_is_not_reduced() {
    for (most, smallest) in [(1_000_u16, 300), (500, 700)] {
        let check = check(int(0..=most)).example(|| 700).cases(1).seed(1).database(Db::none());
        let report = check.run(|n| n < 300);
        assert_eq!(*report.failures()[0].value(), smallest, "{report}");
    }
}

#[property]
fn numbers_are_read_back(n: u32) -> Result<(), ParseIntError> {
    let read: u32 = n.to_string().parse()?;
    assert_eq!(read, n);
    Ok(())
}

#[property]
fn quotients_are_at_most_the_dividend(a: u32, b: u32) -> Outcome {
    match a.checked_div(b) {
        None => Outcome::reject(),
        Some(quotient) if quotient <= a => Outcome::pass(),
        Some(quotient) => Outcome::fail(format!("the quotient is {quotient}")),
    }
}

#[test]
fn the_content_of_ok_is_the_result() {
    let run = |result: fn() -> Result<bool, u8>| {
        let report = check(any::<u8>()).database(Db::none()).run(move |_| result());
        report.failures().first().map(|failure| failure.message().to_owned())
    };
    assert_eq!(run(|| Ok(true)), None);
    assert_eq!(run(|| Ok(false)).as_deref(), Some("the property returned false"));
    assert_eq!(run(|| Err(7)).as_deref(), Some("the property returned Err(7)"));
    let inner = check(any::<u8>()).database(Db::none()).run(|_| Ok::<Result<(), u8>, u8>(Err(8)));
    assert_eq!(inner.failures()[0].message(), "the property returned Err(8)");
    let report = check(any::<u8>()).run(|_| Ok::<_, u8>(Outcome::reject()));
    assert_eq!((report.verdict(), report.rejected()), (Verdict::GaveUp, report.executions()));
}

#[test]
fn the_page_lists_every_macro() {
    let page = include_str!("../../../book/src/reference/attributes.md");
    let names = |source: &'static str, before: &str, after: &str| {
        let (_, rest) = source.split_once(before)?;
        rest.split(after).next().filter(|name| !name.starts_with("__"))
    };
    let macros = include_str!("../../src/feedback/macros.rs");
    let macros: Vec<&str> =
        macros.lines().filter_map(|line| names(line, "macro_rules! ", " {")).collect();
    assert!(macros.len() > 10, "{macros:?}");
    for name in macros {
        let is_listed =
            page.lines().any(|row| row.starts_with("| ") && row.contains(&format!("`{name}!(")));
        assert!(is_listed, "{name}!");
    }
    let attributes = include_str!("../../../disprove-macros/src/lib.rs").split("\n#[proc_macro");
    for part in attributes.skip(1).filter(|part| !part.starts_with(']')) {
        let (kind, function) = part.split_once("]\npub fn ").expect("a function");
        let listed = match kind.split_once("_derive(") {
            Some((_, derived)) => {
                format!("| `#[derive({})]", derived.split([',', ')']).next().expect("a name"))
            }
            None => format!("| `#[{}]", function.split('(').next().expect("a name")),
        };
        assert!(page.contains(&listed), "{listed}");
    }
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
