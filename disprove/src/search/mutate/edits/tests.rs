//! Tests of `edits.rs`.

use super::{
    super::{edit::EditKind, family::FamilyKind, shape::Node},
    *,
};
use crate::{
    choice::{Bounds, Number, Value},
    generator::{Generator, IntoGenerator, any, bytes, int, text, vec},
    random::Random,
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
    while let Some(Mutant { tree, fill, .. }) = edits.next(&tree, &mut rng) {
        assert_eq!(fill, Fill::Simplest, "no mutation redraws");
        src.replay(Rc::new(tree), fill, Random::for_case(1, 1), 100);
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
    let list = || vec(0..=100_u8);
    let triples = edited((list(), list(), list()), &(vec![7], vec![7], vec![9]));
    assert!(triples.contains("([8], [8], [9])") && !triples.contains("([8], [8], [8])"));
    let triples = edited((list(), list(), list()), &(vec![7], vec![7], vec![7]));
    assert!(triples.contains("([8], [8], [8])"), "all of them: {triples:?}");
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
    assert_eq!(all.len(), 255, "every value but the present one");
    let lists = edited(vec(0..=100_u8), &vec![1, 2, 3, 4, 5, 6, 7, 8]);
    for wanted in ["[1, 2, 3, 4]", "[5, 6, 7, 8]", "[1, 2, 3, 4, 5, 6]"] {
        assert!(lists.contains(wanted), "{wanted} in {lists:?}");
    }
}

#[test]
fn lists_a_bounded_number_of_families_of_a_large_input() {
    fn families<G: IntoGenerator>(generator: G, value: &G::Value) -> (usize, usize) {
        let tree = generator.into_generator().encode(value).expect("it is allowed");
        let mut rng = Rng::new(1);
        let mut edits = Edits::of(&tree, &[], 0, Some(&Arms::default()), &mut rng);
        let found = (edits.families.len(), edits.left());
        for _ in 0..100 {
            assert!(edits.next(&tree, &mut rng).is_some());
        }
        found
    }
    let numbers = 0..10_000_u32;
    // Each has millions of mutations, or a square of its length.
    for (number, (families, edits)) in [
        families(vec(any::<u8>()), &numbers.clone().map(|number| number as u8).collect()),
        families(vec(any::<u32>()), &numbers.clone().collect()),
        families(vec((any::<u8>(), any::<u8>())), &numbers.clone().map(|n| (n as u8, 0)).collect()),
        families(vec(any::<String>()), &numbers.map(|number| number.to_string()).collect()),
    ]
    .into_iter()
    .enumerate()
    {
        assert!(families > 10_000 && families < 70_000, "{number}: {families}");
        assert!(edits > 1_000_000, "{number}: {edits}");
    }
}

#[test]
fn postpones_mutations_like_a_rejected_one_and_omits_none() {
    let tree = (0..=9_u8, 0..=9_u8).into_generator().encode(&(0, 0)).expect("it is allowed");
    let order = |outcome: EditOutcome| {
        let mut rng = Rng::new(1);
        let mut edits = Edits::of(&tree, &[], 0, Some(&Arms::default()), &mut rng);
        let mut made = Vec::new();
        while let Some(Mutant { family, .. }) = edits.next(&tree, &mut rng) {
            made.push(edits.families[family].place);
            if made.len() == 1 {
                edits.record(family, outcome);
            }
        }
        made
    };
    for outcome in [EditOutcome::Rejected, EditOutcome::SamePath] {
        let places = order(outcome);
        assert_eq!(places.len(), order(EditOutcome::OtherPath).len());
        let from = places.iter().rposition(|place| *place != places[0]).expect("two places");
        assert_eq!(places[1..=from].iter().filter(|place| **place == places[0]).count(), 0);
    }
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
        while let Some(Mutant { edit, tree, fill, .. }) = edits.next(&tree, &mut Rng::new(1)) {
            if let EditKind::Bytes(..) = edit.kind {
                src.replay(Rc::new(tree), fill, Random::for_case(1, 1), 100);
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
fn thousands_of_mutations_run_once_each_and_by_level_in_order() {
    let tree = vec(any::<u8>()).encode(&(0..40).collect()).expect("it is allowed");
    for arms in [None, Some(Arms::default())] {
        let mut rng = Rng::new(1);
        let mut edits = Edits::of(&tree, &[], 0, arms.as_ref(), &mut rng);
        let order: Vec<Edit> =
            std::iter::from_fn(|| edits.next(&tree, &mut rng).map(|it| it.edit)).collect();
        assert!(order.len() > 10_000 && edits.left() == 0, "{}", order.len());
        let by_level = order.iter().map(|edit| edits.shape.info(edit.node).depth).is_sorted();
        assert_eq!(by_level, arms.is_none());
        let distinct: HashSet<String> = order.iter().map(|edit| format!("{edit:?}")).collect();
        assert_eq!(distinct.len(), order.len());
    }
}

#[test]
fn numbers_of_a_family_run_in_the_order_of_a_permutation() {
    let tree = any::<u8>().encode(&7).expect("it is allowed");
    let mut rng = Rng::new(1);
    let mut edits = Edits::of(&tree, &[], 0, Some(&Arms::default()), &mut rng);
    let mut numbers = Vec::new();
    while let Some(mutant) = edits.next(&tree, &mut rng) {
        if edits.families[mutant.family].kind == FamilyKind::Nth {
            let Value::Integer(number) = mutant.tree.value(0) else { panic!("not a number") };
            numbers.push(number);
        }
    }
    assert!(numbers.len() > 200 && !numbers.is_sorted(), "{numbers:?}");
}

#[test]
fn prefers_arms_that_were_successful() {
    let tree = (0..=9_u8, vec(0..=9_u8)).into_generator().encode(&(0, vec![1, 2])).expect("both");
    let drawn = |arms: &Arms| {
        let mut rng = Rng::new(1);
        let mut deletions = 0;
        for _ in 0..100 {
            let mut edits = Edits::of(&tree, &[], 0, Some(arms), &mut rng);
            let mutant = edits.next(&tree, &mut rng).expect("a mutation");
            deletions += u32::from(mutant.edit.kind == EditKind::Delete);
        }
        deletions
    };
    let few = drawn(&Arms::default());
    let mut rng = Rng::new(1);
    let mut edits = Edits::of(&tree, &[], 0, Some(&Arms::default()), &mut rng);
    let mut arms = Arms::default();
    while let Some(Mutant { edit, family, .. }) = edits.next(&tree, &mut rng) {
        let reward = if edit.kind == EditKind::Delete { 600.0 } else { 0.0 };
        arms.insert(edits.arm(family), (reward, 100.0));
    }
    assert!(few < 30 && drawn(&arms) > 90, "{few}");
}

/// Calls `check` with random trees of several generators, and with what a replay makes of a tree.
fn for_random_trees(check: &mut dyn FnMut(&Tree, &mut dyn FnMut(Tree, Fill) -> Tree)) {
    fn run<G: IntoGenerator>(generator: G, check: &mut TreeCheck) {
        let generator = generator.into_generator();
        let mut src = Source::recording();
        for case in 0..15 {
            let random = Random::for_case(7, case);
            src.replay(Rc::new(Tree::default()), Fill::Random, random, 100);
            generator.generate(&mut src);
            let tree = src.take_tree();
            check(&tree, &mut |tree, fill| {
                src.replay(Rc::new(tree), fill, Random::for_case(1, 1), 100);
                generator.generate(&mut src);
                src.take_tree()
            });
        }
    }
    // Lists of few different elements, so that some begin with the same ones and are not of the same length.
    run((vec(0..=1_u8), vec(0..=1_u8)), check);
    run(vec(vec(int(0..=2_u8))), check);
    run((vec((any::<bool>(), 0..=40_i64)), vec((any::<bool>(), 0..=40_i64))), check);
    run((text().len(0..=6), bytes().len(1..=5), any::<f64>(), any::<u64>()), check);
    run(vec((any::<char>(), text().len(0..=3))), check);
}

type TreeCheck<'a> = dyn FnMut(&Tree, &mut dyn FnMut(Tree, Fill) -> Tree) + 'a;

fn values(tree: &Tree) -> Vec<Value> {
    (0..tree.len()).map(|at| tree.value(at)).collect()
}

/// book/src/how/choice-tree.md
#[test]
fn most_mutations_leave_what_they_add_simplest() {
    let (mut mutants, mut random) = (0, 0);
    for_random_trees(&mut |tree, _| {
        let mut rng = Rng::new(1);
        let mut edits = Edits::of(tree, &[], 1, Some(&Arms::default()), &mut rng);
        for _ in 0..500 {
            let Some(mutant) = edits.next(tree, &mut rng) else { break };
            mutants += 1;
            random += u32::from(mutant.fill == Fill::Random);
        }
    });
    assert!(random > 0 && random * 2 < mutants, "{random} of {mutants}");
    // What is inserted is the simplest element.
    let lists = edited(vec(5..=100_u8), &vec![70, 80]);
    assert!(lists.contains("[5, 70, 80]") && !lists.contains("[6, 70, 80]"), "{lists:?}");
}

#[test]
fn every_mutation_changes_the_input_and_keeps_its_structure() {
    let mut mutants = 0;
    for_random_trees(&mut |tree, replay| {
        assert_eq!(values(&replay(tree.clone(), Fill::Simplest)), values(tree));
        let mut rng = Rng::new(1);
        let mut edits = Edits::of(tree, &[], 1, Some(&Arms::default()), &mut rng);
        for _ in 0..500 {
            let Some(mutant) = edits.next(tree, &mut rng) else { break };
            mutants += 1;
            let edit = mutant.edit;
            if let Fill::Random = mutant.fill {
                continue;
            }
            assert_ne!(values(&mutant.tree), values(tree), "{edit:?} of {tree:?}");
            let replayed = replay(mutant.tree.clone(), Fill::Simplest);
            if let EditKind::Insert = edit.kind {
                assert!(replayed.len() > tree.len(), "{edit:?} of {tree:?}");
            } else {
                // A replay that follows a guide to its end leaves nothing out and adds nothing.
                assert_eq!(values(&replayed), values(&mutant.tree), "{edit:?} of {tree:?}");
                assert_eq!(replayed.spans.len(), mutant.tree.spans.len(), "{edit:?} of {tree:?}");
            }
        }
    });
    assert!(mutants > 10_000, "{mutants}");
}

#[test]
fn every_mutation_runs_once_whatever_the_outcomes() {
    let mut trees = 0;
    for_random_trees(&mut |tree, _| {
        if Edits::of(tree, &[], 0, None, &mut Rng::new(1)).left() > 2_000 {
            return;
        }
        trees += 1;
        let all = |arms: Option<&Arms>, seed: u64| {
            let mut rng = Rng::new(seed);
            let mut edits = Edits::of(tree, &[], 0, arms, &mut rng);
            let mut all = Vec::new();
            while let Some(Mutant { edit, family, .. }) = edits.next(tree, &mut rng) {
                let outcomes =
                    [EditOutcome::OtherPath, EditOutcome::SamePath, EditOutcome::Rejected];
                edits.record(family, outcomes[rng.below(3)]);
                // Of these, a random part runs.
                if !matches!(edit.kind, EditKind::SetTwo(..)) {
                    all.push(format!("{edit:?}"));
                }
            }
            assert_eq!(edits.left(), 0);
            all.sort_unstable();
            all
        };
        let by_level = all(None, 1);
        assert!(by_level.windows(2).all(|pair| pair[0] != pair[1]), "{tree:?}");
        assert!(!by_level.is_empty() || tree.is_empty(), "{tree:?}");
        for seed in 1..=2 {
            assert!(all(Some(&Arms::default()), seed) == by_level, "{tree:?}");
        }
        for (at, choice) in (0..tree.len()).map(|at| (at, tree.choices[at])) {
            let Bounds::Integer(limits) = tree.bounds(at) else { continue };
            let here = tree.offset(choice, limits.span);
            for to in (0..=limits.span.min(8)).filter(|to| *to != here && limits.span < 9) {
                let kind = EditKind::Set(Value::Integer(limits.value(to)));
                let edit = Edit { node: Node::Choice(at as u32), kind, paired: false };
                assert!(by_level.binary_search(&format!("{edit:?}")).is_ok(), "{edit:?}");
            }
        }
    });
    assert!(trees > 20, "{trees}");
}

#[test]
fn cuts_no_more_than_the_list_of_a_counterpart_has() {
    let lists = (vec(0..=9_u8), vec(0..=9_u8));
    let pairs = edited(lists, &(vec![1, 2, 3, 4, 5, 6, 7, 8], vec![1, 2]));
    for wanted in ["([5, 6, 7, 8], [])", "([5, 6, 7, 8], [1, 2])", "([3, 4, 5, 6, 7, 8], [])"] {
        assert!(pairs.contains(wanted), "{wanted} in {pairs:?}");
    }
    let lists = (vec(0..=9_u8), vec(0..=9_u8), 0..=9_u8);
    let triples = edited(lists, &(vec![1, 2, 3, 4, 5, 6, 7, 8], vec![1, 2], 7));
    assert!(triples.contains("([5, 6, 7, 8], [], 7)"), "what follows the list stays");
}

#[test]
fn the_book_has_the_number_of_values_that_are_all_tried() {
    use super::super::finder::LISTED;
    let most = LISTED as u16;
    assert_eq!(edited(0..=most - 1, &7).len(), usize::from(most) - 1);
    assert!((2..100).contains(&edited(0..=most, &7).len()), "a sample");
    let said = format!("to every other value if there are at most {LISTED}, otherwise to a sample");
    crate::humanize::assert_said("how/mutation.md", &said);
}
