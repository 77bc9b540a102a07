//! How the draws of a replay find their choices in the guide.

use crate::{
    choice::{Bounds, Kind, Tree},
    generator::{any, bytes, text, vec},
    one_of,
    random::Random,
    source::{Fill, Source},
};
use std::rc::Rc;

/// Records what a function draws.
fn record<T>(seed: u64, draw: impl Fn(&mut Source) -> T) -> (T, Tree) {
    let mut src = Source::recording();
    src.record(Random::for_case(seed, 0), 100);
    let value = draw(&mut src);
    (value, src.take_tree())
}

fn replay<T>(tree: &Tree, fill: Fill, seed: u64, draw: impl Fn(&mut Source) -> T) -> T {
    let mut src = Source::recording();
    src.replay(Rc::new(tree.clone()), fill, Random::for_case(seed, 1), 100);
    draw(&mut src)
}

#[test]
fn choices_have_five_kinds() {
    let (_, tree) = record(1, |src| {
        (
            src.draw(any::<bool>()),
            src.draw(any::<u8>()),
            src.draw(any::<f64>()),
            src.draw(text()),
            src.draw(bytes()),
        )
    });
    let kinds: Vec<Kind> = tree.choices.iter().map(|choice| choice.kind()).collect();
    assert_eq!(kinds, [Kind::Bool, Kind::Integer, Kind::Float, Kind::Text, Kind::Bytes]);
    assert!(kinds.iter().zip(0..).all(|(kind, at)| tree.bounds(at).kind() == *kind));
    assert!(matches!(tree.bounds(1), Bounds::Integer(limits) if limits.span == 255));
}

fn pair(src: &mut Source) -> (u8, u8) {
    (src.draw(any::<u8>()), src.draw(any::<u8>()))
}

#[test]
fn lists_and_generator_functions_have_spans() {
    let (_, tree) = record(1, |src| (src.draw(pair), src.draw(any::<u8>()), src.draw(pair)));
    let ends =
        |tree: &Tree| tree.spans.iter().map(|span| (span.start, span.end)).collect::<Vec<_>>();
    assert_eq!(ends(&tree), [(0, 2), (3, 5)]);
    let (_, tree) = record(1, |src| (pair(src), src.draw(pair)));
    assert_eq!(ends(&tree), [(2, 4)], "not of a plain call");
    let (_, tree) = record(1, |src| (src.draw(any::<u8>()), src.draw(vec(any::<u8>()))));
    assert_eq!(ends(&tree)[0], (1, tree.len() as u32), "the list");
    assert_eq!(ends(&tree)[1], (1, 3), "an element: that there is one, and which");
}

/// A number, a flag and another number, each with a call site of its own. What is not drawn is 0 or false. The list before
/// them has spans; a tree without any is followed by position.
fn three(src: &mut Source, drawn: [bool; 3]) -> (u32, bool, u32) {
    src.draw(vec(any::<f64>()).len(2));
    let first = if drawn[0] { src.draw(any::<u32>()) } else { 0 };
    let flag = drawn[1] && src.draw(any::<bool>());
    let last = if drawn[2] { src.draw(any::<u32>()) } else { 0 };
    (first, flag, last)
}

#[test]
fn draws_find_their_choices_by_kind_and_call_site() {
    for seed in 0..50 {
        let ((first, flag, last), tree) = record(seed, |src| three(src, [true; 3]));
        let again = |drawn| replay(&tree, Fill::Simplest, 7, |src| three(src, drawn));
        assert_eq!(again([false, true, true]), (0, flag, last));
        assert_eq!(again([true, false, true]), (first, false, last));
        assert_eq!(again([false, false, true]), (0, false, last));
        // Without call sites, a flag does not take the place of a number.
        let without_sites = Tree::from_structured(&tree.to_structured()).expect("a tree");
        let flag_alone = |src: &mut Source| three(src, [false, true, false]);
        assert_eq!(replay(&without_sites, Fill::Simplest, 7, flag_alone), (0, flag, 0));
    }
}

#[test]
fn a_draw_without_a_counterpart_is_simplest_or_random() {
    let (first, tree) = record(3, |src| three(src, [true, false, false]).0);
    let again = |fill, seed| replay(&tree, fill, seed, |src| three(src, [true; 3]));
    assert_eq!(again(Fill::Simplest, 1), (first, false, 0));
    let others = (0..20).map(|seed| again(Fill::Random, seed));
    let mut others: Vec<u32> = others
        .map(|(again, _, other)| {
            assert_eq!(again, first);
            other
        })
        .collect();
    others.sort_unstable();
    others.dedup();
    assert!(others.len() > 10, "{others:?}");
}

#[test]
fn a_number_out_of_range_becomes_the_nearest() {
    let within = |src: &mut Source, start: u32, end: u32| src.draw(start..end);
    for seed in 0..50 {
        let (number, tree) = record(seed, |src| within(src, 100, 1_000));
        let again = replay(&tree, Fill::Random, 7, |src| within(src, 150, 200));
        assert_eq!(again, number.clamp(150, 199));
    }
}

#[test]
fn a_token_is_followed_by_position_and_kind() {
    let ((first, flag, last), tree) = record(5, |src| three(src, [true; 3]));
    let without_spans = Tree::from_token(&tree.to_token()).expect("a token");
    assert!(without_spans.spans.is_empty() && !tree.spans.is_empty());
    // Without call sites the last draw takes the first number.
    let again = replay(&without_spans, Fill::Simplest, 7, |src| three(src, [false, false, true]));
    assert_eq!(again, (0, false, first));
    for (drawn, expected) in
        [([true, true, false], (first, flag, 0)), ([true, false, true], (first, false, last))]
    {
        let again = replay(&without_spans, Fill::Simplest, 7, |src| three(src, drawn));
        assert_eq!(again, expected);
    }
}

#[test]
fn false_and_first_alternatives_are_simpler() {
    let tree_of = |alternative: u8, flag: bool| {
        let is_wanted = |value: &(u8, bool)| *value == (alternative, flag);
        let draw = |src: &mut Source| {
            let value = src.draw(one_of![1..=1_u8, 2..=2_u8, 3..=3_u8]);
            (value, src.draw(any::<bool>()))
        };
        let mut all = (0..200).map(|seed| record(seed, draw));
        all.find(|(value, _)| is_wanted(value)).expect("one of six values").1
    };
    let ordered = [(1, false), (1, true), (2, false), (2, true), (3, false), (3, true)];
    let trees: Vec<Tree> = ordered.iter().map(|(number, flag)| tree_of(*number, *flag)).collect();
    assert!(trees.is_sorted_by(|a, b| a.compare(b).is_lt()));
}
