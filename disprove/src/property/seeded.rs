//! Values outside of a property: for examples, benchmarks and other tests.

use crate::{
    feedback::Recording,
    generator::{Generator, IntoGenerator},
    random::Random,
    runner::Advice,
    source::{Refused, Source},
};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Attempts at a value that filters accept. A property gives up if it accepts less than one input in a hundred.
const ATTEMPTS: u64 = 1_000;

/// Draws a value outside of a property: for an example, a benchmark or another test.
///
/// The same seed gives the same value, until you update this library or change the generator. Values are
/// as in most cases of a property: without the bias of some cases towards boundaries, copies and long lists.
///
/// ```
/// use disprove::{draw_with_seed, prelude::*};
///
/// let users: Vec<(String, u8)> = draw_with_seed(vec(("[a-z]{3,9}", 18..=99u8)).len(50), 7);
/// assert_eq!(users.len(), 50);
/// assert_eq!(users, draw_with_seed(vec(("[a-z]{3,9}", 18..=99u8)).len(50), 7));
///
/// // One value for each seed.
/// let lists = (0..20).map(|seed| draw_with_seed(any::<Vec<i32>>(), seed));
/// assert!(lists.map(|list| list.len()).max() > Some(1));
/// ```
///
/// # Panics
/// If the generator panics, if its filters reject a thousand values in a row, or if a value exceeds the size budget of a case.
#[track_caller]
pub fn draw_with_seed<G: IntoGenerator>(generator: G, seed: u64) -> G::Value {
    let generator = generator.into_generator();
    // A generator may reject values with `assume!`.
    let _recording = Recording::start(false);
    let mut src = Source::new();
    for attempt in 0..ATTEMPTS {
        src.restart(Random::for_case(seed, attempt), 100);
        match catch_unwind(AssertUnwindSafe(|| generator.generate(&mut src))) {
            Ok(value) => return value,
            Err(payload) => match payload.downcast_ref() {
                Some(Refused::TooLarge(size)) => panic!("{}", Advice::DoesNotFit(*size)),
                Some(_) => {}
                None => resume_unwind(payload),
            },
        }
    }
    panic!(
        "the generator gave no value in {ATTEMPTS} attempts: construct valid values with `map` or `then` instead of \
         filtering, and give recursive generators a base case"
    );
}

#[cfg(test)]
mod tests {
    use super::draw_with_seed;
    use crate::{choice::Tree, prelude::*};

    fn even(src: &mut Source) -> u64 {
        let n = src.draw(any::<u64>());
        assume!(n % 2 == 0);
        n
    }

    #[test]
    fn filters_and_assumptions_are_tried_again() {
        let mut values: Vec<u64> = (0..100).map(|seed| draw_with_seed(even, seed)).collect();
        assert!(values.iter().all(|n| n % 2 == 0));
        values.sort_unstable();
        values.dedup();
        assert!(values.len() > 50, "{values:?}");
        let odd = any::<u8>().filter(|n| n % 2 == 1);
        assert_eq!(draw_with_seed(odd.by_ref(), 3) % 2, 1);
        assert_eq!(draw_with_seed(odd.by_ref(), 3), draw_with_seed(odd.by_ref(), 3));
    }

    #[test]
    fn no_value_is_longer_than_in_a_plain_case() {
        let lengths = (0..2_000).map(|seed| draw_with_seed(any::<Vec<bool>>(), seed).len());
        // `lists_are_as_long_as_the_page_says` has the same limit for plain cases.
        assert_eq!(lengths.max(), Some(64));
    }

    #[test]
    #[should_panic(expected = "the generator gave no value in 1000 attempts")]
    fn a_generator_without_values_is_reported() {
        draw_with_seed(any::<u8>().filter(|_| false), 1);
    }

    #[test]
    #[should_panic(
        expected = "a `Vec<u64>` of at least 3,000,000 elements exceeded the size budget of a case"
    )]
    fn a_value_that_is_too_large_is_reported_as_such() {
        draw_with_seed(vec(any::<u64>()).len(3_000_000), 1);
    }

    #[test]
    #[should_panic(expected = "my own panic")]
    fn a_panic_of_the_generator_is_passed_on() {
        let broken = any::<u8>().map(|_| -> Tree { panic!("my own panic") });
        draw_with_seed(broken, 1);
    }

    #[test]
    fn a_value_may_be_drawn_inside_of_a_property() {
        let report = check(0..20u64).seed(1).run(|seed| {
            let list = draw_with_seed(vec(0..9u8).len(3), seed);
            assume!(seed > 4);
            assert!(list.len() == 3 && seed < 12);
        });
        assert_eq!(report.failures()[0].value(), &12);
        assert_eq!(report.rejected(), 5);
    }
}
