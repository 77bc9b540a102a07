//! Tests of `edits.rs`.

use super::*;
use crate::{
    choice::Number,
    generator::{Generator, IntoGenerator, any, int, vec},
    source::{Fill, Source},
    trace::Seen,
};
use std::{collections::HashSet, rc::Rc};

/// The values that all mutations of a value lead to.
fn edited<G: IntoGenerator>(generator: G, value: &G::Value) -> HashSet<String>
where
    G::Value: std::fmt::Debug,
{
    let generator = generator.into_generator();
    let tree = generator.encode(value).expect("it is allowed");
    let mut rng = Rng::new(1);
    let mut edits = Edits::of(&tree, &[], 0, Some(&Arms::default()), &mut rng);
    let mut src = Source::recording();
    let mut all = HashSet::new();
    while let Some(edit) = edits.next() {
        let (tree, fill) = edit.apply(&tree, &edits.shape, &edits.values);
        assert_eq!(fill, Fill::Simplest, "no mutation redraws");
        src.replay(Rc::new(tree), fill, crate::random::Random::for_case(1, 1), 100);
        all.insert(format!("{:?}", generator.generate(&mut src)));
    }
    all
}

fn texts(values: &[&str]) -> HashSet<String> {
    values.iter().map(|text| (*text).to_owned()).collect()
}

#[test]
fn sets_a_choice_with_few_values_to_each_of_them() {
    assert_eq!(edited(int(0..=3_u8), &1), texts(&["0", "2", "3"]));
    assert_eq!(edited(any::<bool>(), &true), texts(&["false"]));
}

#[test]
fn moves_numbers_by_one_and_to_other_numbers_of_the_input() {
    let pairs = edited((0..=100_u8, 0..=100_u8), &(7, 50));
    for wanted in ["(8, 50)", "(6, 50)", "(0, 50)", "(50, 50)", "(7, 7)", "(7, 51)"] {
        assert!(pairs.contains(wanted), "{wanted} in {pairs:?}");
    }
}

#[test]
fn deletes_duplicates_and_inserts_elements() {
    let lists = edited(vec(0..=100_u8), &vec![7, 8]);
    for wanted in ["[8]", "[7]", "[7, 7, 8]", "[7, 8, 8]", "[0, 7, 8]", "[7, 0, 8]", "[7, 8, 0]"] {
        assert!(lists.contains(wanted), "{wanted} in {lists:?}");
    }
}

#[test]
fn inserts_elements_of_every_variant_everywhere() {
    let lists = edited(vec(crate::one_of![0..=9_u8, 20..=29, 40..=49]), &vec![5]);
    for tens in [2, 4] {
        let (before, after) = (format!("[{tens}"), format!("[5, {tens}"));
        assert!(lists.iter().any(|list| list.starts_with(&before) && list.ends_with(", 5]")));
        assert!(lists.iter().any(|list| list.starts_with(&after)), "{lists:?}");
    }
}

#[test]
fn mutates_equal_parts_together_and_separately() {
    let lists = (vec(0..=100_u8), vec(0..=100_u8));
    let pairs = edited(lists, &(vec![7], vec![7]));
    for wanted in
        ["([8], [8])", "([8], [7])", "([7], [8])", "([], [])", "([7, 7], [7, 7])", "([], [7])"]
    {
        assert!(pairs.contains(wanted), "{wanted} in {pairs:?}");
    }
}

#[test]
fn copies_and_swaps_parts() {
    let lists = (vec(0..=100_u8), vec(0..=100_u8));
    let pairs = edited(lists, &(vec![1, 2], vec![3]));
    for wanted in ["([3], [3])", "([1, 2], [1, 2])", "([3], [1, 2])"] {
        assert!(pairs.contains(wanted), "{wanted} in {pairs:?}");
    }
}

#[test]
fn tries_all_values_of_bytes_and_cuts_long_lists() {
    let all = edited(any::<u8>(), &7);
    assert_eq!(all.len(), 256, "every value, the present one included");
    let lists = edited(vec(0..=100_u8), &vec![1, 2, 3, 4, 5, 6, 7, 8]);
    for wanted in ["[1, 2, 3, 4]", "[5, 6, 7, 8]", "[1, 2, 3, 4, 5, 6]"] {
        assert!(lists.contains(wanted), "{wanted} in {lists:?}");
    }
}

/// The number of mutations of a value.
fn count<G: IntoGenerator>(generator: G, value: &G::Value) -> usize {
    let tree = generator.into_generator().encode(value).expect("it is allowed");
    Edits::of(&tree, &[], 0, None, &mut Rng::new(1)).left()
}

#[test]
fn lists_a_bounded_number_of_mutations_of_a_large_input() {
    let numbers = 0..10_000_u32;
    // Each has millions, or a square of its length.
    let counts = [
        count(vec(any::<u8>()), &numbers.clone().map(|number| number as u8).collect()),
        count(vec(any::<u32>()), &numbers.clone().collect()),
        count(vec((any::<u8>(), any::<u8>())), &numbers.clone().map(|n| (n as u8, 0)).collect()),
        count(vec(any::<String>()), &numbers.map(|number| number.to_string()).collect()),
    ];
    for (number, count) in counts.into_iter().enumerate() {
        assert!(count > 10_000, "{number}: {count}");
        assert!(count < 500_000, "{number}: {count}");
    }
}

#[test]
fn postpones_mutations_like_a_rejected_one_and_omits_none() {
    let tree = (0..=9_u8, 0..=9_u8).into_generator().encode(&(0, 0)).expect("it is allowed");
    let order = |outcome: EditOutcome| {
        let mut rng = Rng::new(1);
        let mut edits = Edits::of(&tree, &[], 0, None, &mut rng);
        let mut made = Vec::new();
        while let Some(edit) = edits.next() {
            made.push(edit.node);
            if made.len() == 1 {
                edits.record(edit, outcome);
            }
        }
        made
    };
    let rejected = order(EditOutcome::Rejected);
    assert_eq!(rejected.len(), order(EditOutcome::OtherPath).len());
    let from = rejected.iter().rposition(|node| *node != rejected[0]).expect("two nodes");
    assert_eq!(rejected[1..=from].iter().filter(|node| **node == rejected[0]).count(), 0);
}

#[test]
fn writes_compared_bytes_over_elements_of_a_list() {
    let lists = vec(any::<u8>()).into_generator();
    let tree = lists.encode(&vec![1, 2, 9]).expect("it is allowed");
    let seen = |left: &[u8], right: &[u8]| {
        Operand::new(1, Seen::Bytes(left.into()), Seen::Bytes(right.into()))
    };
    let written = |operand: Operand| {
        let mut edits = Edits::of(&tree, &[operand], 0, None, &mut Rng::new(1));
        let mut src = Source::recording();
        let mut all = Vec::new();
        while let Some(edit) = edits.next() {
            if let EditKind::Bytes(..) = edit.kind {
                let (tree, fill) = edit.apply(&tree, &edits.shape, &edits.values);
                src.replay(Rc::new(tree), fill, crate::random::Random::for_case(1, 1), 100);
                all.push(lists.generate(&mut src));
            }
        }
        all
    };
    assert_eq!(written(seen(&[1, 2], &[7, 8])), [[7, 8, 9]]);
    assert_eq!(written(seen(&[2, 9], &[4, 5, 6, 7])), [[1, 4, 5, 6, 7]], "the list grows");
    let magic = Operand::new(
        1,
        Seen::Number(Number::natural(0x0902)),
        Seen::Number(Number::natural(0xBEEF)),
    );
    assert_eq!(written(magic), [[1, 0xEF, 0xBE]]);
}

#[test]
fn thousands_of_mutations_run_once_each_and_in_order() {
    let tree = vec(any::<u8>()).encode(&(0..40).collect()).expect("it is allowed");
    let mut edits = Edits::of(&tree, &[], 0, None, &mut Rng::new(1));
    let all = edits.left();
    let order: Vec<Edit> = std::iter::from_fn(|| edits.next()).collect();
    assert!(all > 10 * super::SORTED && order.len() == all, "{all} {}", order.len());
    assert!(order.iter().map(|edit| edits.shape.info(edit.node).depth).is_sorted());
    let distinct: HashSet<String> = order.iter().map(|edit| format!("{edit:?}")).collect();
    assert_eq!(distinct.len(), all);
}
