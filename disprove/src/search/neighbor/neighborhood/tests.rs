//! What moves change, and that their success rates are learned.

use super::*;
use crate::{
    generator::{Generator, IntoGenerator, any, int, text, vec},
    random::Random,
    source::{Fill, Source},
};

type Value = ((u8, u8), Vec<u8>, String);

fn generator() -> impl Generator<Value = Value> {
    ((0..=200_u8, 0..=200_u8), vec(0..=9_u8), text()).into_generator()
}

fn base() -> Value {
    ((50, 90), vec![1, 2, 3], "ab".to_owned())
}

/// Proposes changes of [`base`], and gives each the reward that the function returns.
fn propose(count: usize, mut reward: impl FnMut(&Value) -> f64) {
    let tree = generator().encode(&base()).expect("it is allowed");
    let input = IndexedTree::new(tree);
    let mut neighborhood = Neighborhood::new(MoveSelection::CLIMB);
    let (mut rng, mut src) = (Rng::new(1), Source::recording());
    for case in 0..count {
        let tree = neighborhood.propose(&input, 0.5, &mut rng);
        src.replay(tree, Fill::Random, Random::for_case(1, case as u64), 20);
        neighborhood.reward(reward(&generator().generate(&mut src)));
    }
}

#[test]
fn moves_change_numbers_elements_parts_and_strings() {
    let mut seen = Vec::new();
    propose(2_000, |value| {
        seen.push(value.clone());
        0.0
    });
    let ((a, b), list, word) = base();
    let some = |what: &str, is_it: &dyn Fn(&Value) -> bool| {
        assert!(seen.iter().any(is_it), "{what}");
    };
    some("a number goes up", &|it| it.0.0 > a && it.0.1 == b && it.1 == list && it.2 == word);
    some("a number goes down", &|it| it.0.0 < a && it.0.1 == b && it.1 == list && it.2 == word);
    some("two numbers change by the same", &|it| {
        it.0.0 > a && it.0.0 - a == it.0.1.wrapping_sub(b) && it.1 == list && it.2 == word
    });
    some("an element is inserted", &|it| {
        it.1.len() == 4 && (it.1[..3] == list[..] || it.1[1..] == list[..]) && it.0 == (a, b)
    });
    some("an element is deleted", &|it| it.1 == [1, 3] && it.0 == (a, b) && it.2 == word);
    some("elements are copied", &|it| {
        it.1.windows(4).any(|part| part == [1, 2, 1, 2] || part == [2, 3, 2, 3])
    });
    some("a string is edited", &|it| {
        it.2.chars().count() == 2 && it.2.starts_with('a') && it.2 != word && it.1 == list
    });
}

#[test]
fn moves_that_succeed_are_made_more_often() {
    let shares = |is_learning: bool| {
        let mut edited = Vec::new();
        propose(2_000, |value| {
            let is_edited = value.2 != base().2;
            edited.push(is_edited);
            f64::from(u8::from(is_learning && is_edited))
        });
        edited[1_000..].iter().filter(|is_edited| **is_edited).count()
    };
    let (without, with) = (shares(false), shares(true));
    assert!(with > 2 * without, "{with} beside {without}");
}

/// The share of custom steps among the last half of some proposals, which all get this reward.
fn custom_share(selection: MoveSelection, count: usize, reward: f64) -> f64 {
    let numbers =
        (int(0..=999_u32).neighbor(|n, _, _| *n), vec(any::<u16>()), text(), any::<f64>());
    let mut src = Source::recording();
    src.record(Random::for_case(1, 1), 50);
    numbers.into_generator().generate(&mut src);
    let input = IndexedTree::new(src.take_tree());
    let (mut neighborhood, mut rng) = (Neighborhood::new(selection), Rng::new(1));
    let mut steps = 0;
    for case in 0..count {
        neighborhood.propose(&input, 0.5, &mut rng);
        let is_custom = neighborhood.used.iter().any(|(number, _)| *number == CUSTOM);
        steps += usize::from(is_custom && case >= count / 2);
        if reward > 0.0 || count > 100 {
            neighborhood.reward(reward);
        }
    }
    steps as f64 / (count - count / 2) as f64
}

#[test]
fn custom_steps_are_preferred_at_first_and_later_only_if_they_succeed() {
    for selection in [MoveSelection::CLIMB, MoveSelection::DIVERSIFY] {
        let (first, later) =
            (custom_share(selection, 100, 0.0), custom_share(selection, 4_000, 0.0));
        assert!(first > 0.4, "{first}");
        assert!(later < first / 2.0, "{later} after {first}");
    }
}
