//! Fuzz inputs are mutated as trees: what libFuzzer gets back is an input, fits, and runs.

use super::{crossover, mutate, recorded::RecordedTrees, run};
use crate::{
    choice::Tree,
    feedback::Outcome,
    generator::{Generator, any, bytes, vec},
    property::{Choose, Declaration, Print as _, machine_case, run_function, run_machine},
    random::Random,
    search::Rng,
    source::{CaseSeed, FuzzInput, Source},
    trace::Comparisons,
};
use std::{
    collections::HashSet,
    panic::catch_unwind,
    sync::{Mutex, MutexGuard, PoisonError},
};

type Values = (Vec<(u8, String)>, u64, Vec<u8>);

const DECLARATION: Declaration = Declaration {
    function: "target",
    module: "fuzz",
    arguments: &["values"],
    ..Declaration::EMPTY
};

/// Inputs run one at a time, as in libFuzzer.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn property(body: fn((Values,), &mut Source) -> Outcome) {
    let printers = ((&&&Choose::<Values>::NEW).printer(),);
    run_function(&DECLARATION, || (any::<Values>(),), printers, &[], None, body);
}

fn accepts_few() {
    property(|((list, number, _),), _| {
        assert!(number != 0x1234_5678 || list.len() != 2, "the planted bug");
        if list.len() > 5 { Outcome::reject() } else { Outcome::pass() }
    });
}

/// No mutation of bytes.
fn nothing(_: &mut Vec<u8>, _: usize) {}

fn input(case: u64) -> Vec<u8> {
    let mut src = Source::recording();
    src.record(Random::for_case(3, case), 60);
    any::<(Values,)>().generate(&mut src);
    FuzzInput::Tree(src.take_tree()).encode()
}

fn decoded(bytes: &[u8]) -> Tree {
    match FuzzInput::decode(bytes) {
        Ok(FuzzInput::Tree(tree)) => tree,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_mutated_input_is_an_input_that_fits_and_differs() {
    let _alone = alone();
    for case in 0..40 {
        let mut bytes = input(case);
        run(accepts_few, &bytes);
        let mut seen = HashSet::new();
        for seed in 0..50 {
            let max_size = bytes.len() + [0, 1, 40, 4_000][seed as usize % 4];
            let Some(next) = mutate(&bytes, max_size, seed, &mut |bytes, most| {
                bytes.push(seed as u8);
                bytes.truncate(most);
            }) else {
                continue;
            };
            assert!(!next.is_empty() && next.len() <= max_size && next != bytes);
            // It guides a replay, and what the replay draws is a tree again.
            let mut src = Source::recording();
            src.start_from(&CaseSeed::of(decoded(&next)));
            any::<(Values,)>().generate(&mut src);
            assert!(!src.take_tree().is_empty());
            run(accepts_few, &next);
            seen.insert(next.clone());
            if seed % 5 == 0 {
                bytes = next;
            }
        }
        assert!(seen.len() > 20, "{case}: {}", seen.len());
    }
}

#[test]
fn a_mutation_fits_into_less_than_the_input() {
    let _alone = alone();
    let bytes = input(12);
    let mut shorter = 0;
    for seed in 0..100 {
        if let Some(next) = mutate(&bytes, bytes.len() - 1, seed, &mut nothing) {
            assert!(!next.is_empty() && next.len() < bytes.len());
            decoded(&next);
            shorter += 1;
        }
    }
    assert!(shorter > 50, "{shorter}");
    assert_eq!(mutate(&bytes, 1, 1, &mut nothing), None, "the caller falls back");
}

#[test]
fn an_edit_changes_one_part_and_keeps_the_rest() {
    let _alone = alone();
    let value = (vec![(1, "one".to_owned()), (2, "two".to_owned())], 77, vec![4, 5, 6]);
    let generator = any::<(Values,)>();
    let tree = generator.encode(&(value.clone(),)).expect("all are allowed");
    let bytes = FuzzInput::Tree(tree).encode();
    let mut whole = 0;
    for seed in 0..200 {
        let next = mutate(&bytes, 4_000, seed, &mut nothing).expect("a mutation");
        let mut src = Source::recording();
        src.start_from(&CaseSeed::of(decoded(&next)));
        let ((list, number, numbers),) = generator.generate(&mut src);
        let kept = usize::from(list == value.0)
            + usize::from(number == value.1)
            + usize::from(numbers == value.2);
        whole += usize::from(kept >= 2);
    }
    assert!(whole > 190, "{whole}");
}

#[test]
fn mutations_in_a_row_are_edits_of_the_same_input() {
    let _alone = alone();
    let value = (vec![(1, "one".to_owned()), (2, "two".to_owned())], 77, vec![4, 5, 6]);
    let generator = any::<(Values,)>();
    let first =
        FuzzInput::Tree(generator.encode(&(value.clone(),)).expect("all are allowed")).encode();
    let (mut bytes, mut whole) = (first, 0);
    for seed in 0..100 {
        bytes = match crossover(&bytes, &input(12), 4_000, seed) {
            Some(next) => next,
            None => mutate(&bytes, 4_000, seed, &mut nothing).expect("a mutation"),
        };
        let mut src = Source::recording();
        src.start_from(&CaseSeed::of(decoded(&bytes)));
        let ((list, number, numbers),) = generator.generate(&mut src);
        let parts = [list == value.0, number == value.1, numbers == value.2];
        whole += usize::from(parts.iter().filter(|kept| **kept).count() >= 2);
    }
    assert!(whole > 80, "{whole}");
}

#[test]
fn some_mutations_let_libfuzzer_change_the_bytes_of_one_value() {
    let _alone = alone();
    let value = (vec![(1, "one".to_owned()), (2, "two".to_owned())], 77, vec![4, 5, 6]);
    let generator = any::<(Values,)>();
    let tree = generator.encode(&(value.clone(),)).expect("all are allowed");
    let bytes = FuzzInput::Tree(tree).encode();
    let (mut edited, mut written) = (0, 0);
    for seed in 0..200 {
        let mut is_called = false;
        let mut write = |bytes: &mut Vec<u8>, most: usize| {
            is_called = true;
            *bytes = b"zz"[..most.min(2)].to_vec();
        };
        let next = mutate(&bytes, 4_000, seed, &mut write).expect("a mutation");
        edited += usize::from(!is_called);
        let mut src = Source::recording();
        src.start_from(&CaseSeed::of(decoded(&next)));
        let ((list, number, numbers),) = generator.generate(&mut src);
        let texts: Vec<&str> = list.iter().map(|(_, text)| &**text).collect();
        let is_rest_kept = (number, &numbers) == (value.1, &value.2);
        written += usize::from(is_rest_kept && matches!(texts[..], ["zz", "two"] | ["one", "zz"]));
    }
    assert!(edited > 50 && written > 10, "{edited} {written}");
}

#[test]
fn the_trees_of_mutated_inputs_are_kept_while_others_come_and_go() {
    let mut trees = RecordedTrees::default();
    let large = bytes().len(4 << 20).encode(&vec![1; 4 << 20]).expect("it is allowed");
    trees.keep(0, &large, Comparisons::default(), false);
    trees.keep(1, &large, Comparisons::default(), true);
    for other in 2..100 {
        assert!(trees.base(0, b"").is_some(), "{other}");
        trees.keep(other, &large, Comparisons::default(), false);
    }
    assert!(!trees.has(2) && trees.has(99));
    assert!(trees.has(1), "libFuzzer has it in its corpus");
}

#[test]
fn the_lists_of_mutations_of_a_corpus_are_made_once() {
    let mut trees = RecordedTrees::default();
    let mut rng = Rng::new(1);
    let lists = vec(any::<u8>());
    for input in 0..500 {
        let value = (0..8).map(|number| input as u8 ^ (1 << number)).collect();
        let tree = lists.encode(&value).expect("it is allowed");
        trees.keep(input, &tree, Comparisons::default(), true);
    }
    let mut made = HashSet::new();
    for _ in 0..3 {
        for input in 0..500 {
            let (edits, tree) = trees.edits(input, b"", &mut rng).expect("a tree");
            let tree = edits.next(tree, &mut rng).expect("a mutation").tree;
            made.insert((input, tree.to_token()));
        }
    }
    assert!(made.len() > 1_400, "hardly any is repeated: {}", made.len());
}

#[test]
fn what_is_no_tree_is_rejected_and_becomes_a_random_case() {
    let _alone = alone();
    for bytes in [&b""[..], b"\n", b"nonsense", &[2], &[3, 1]] {
        assert!(!run(accepts_few, bytes));
        let next = mutate(bytes, 4_096, 5, &mut nothing).expect("a random case");
        assert!(matches!(FuzzInput::decode(&next), Ok(FuzzInput::Random { .. })));
        assert!(mutate(bytes, 4, 5, &mut nothing).is_none());
    }
    // Once it has run, its tree is mutated.
    let mut trees = 0;
    for seed in 0..50 {
        let random = mutate(b"\n", 4_096, seed, &mut nothing).expect("a random case");
        if run(accepts_few, &random) {
            let next = mutate(&random, 4_096, seed, &mut nothing).expect("a mutation");
            trees += usize::from(!decoded(&next).spans.is_empty());
        }
    }
    assert!(trees > 10, "{trees}");
}

#[test]
fn a_crossover_puts_a_part_of_one_tree_into_another() {
    let _alone = alone();
    let generator = any::<(Values,)>();
    let encoded = |value: Values| {
        FuzzInput::Tree(generator.encode(&(value,)).expect("all are allowed")).encode()
    };
    let one = encoded((vec![(1, "a".to_owned())], 11, vec![1, 2]));
    let other = encoded((vec![(9, "z".to_owned()), (8, "y".to_owned())], 99, vec![7]));
    let mut values = HashSet::new();
    for seed in 0..2_000 {
        let Some(next) = crossover(&one, &other, 4_000, seed) else { continue };
        assert!(next.len() <= 4_000 && next != one);
        let mut src = Source::recording();
        src.start_from(&CaseSeed::of(decoded(&next)));
        values.insert(generator.generate(&mut src).0);
    }
    assert!(values.contains(&(vec![(9, "z".to_owned()), (8, "y".to_owned())], 11, vec![1, 2])));
    assert!(values.contains(&(vec![(1, "a".to_owned())], 11, vec![7])));
    for seed in 0..100 {
        assert!(crossover(&one, b"nonsense", 4_000, seed).is_none());
        assert!(
            crossover(&one, &other, one.len() / 2, seed).is_none_or(|it| it.len() <= one.len() / 2)
        );
    }
}

#[test]
fn rejected_inputs_are_not_kept_and_failures_panic_where_they_happen() {
    let _alone = alone();
    let generator = any::<(Values,)>();
    let verdict = |value: Values| {
        let bytes = FuzzInput::Tree(generator.encode(&(value,)).expect("all are allowed")).encode();
        catch_unwind(|| run(accepts_few, &bytes))
    };
    let items = |count: usize| vec![(1, String::new()); count];
    assert!(verdict((items(2), 5, Vec::new())).expect("it passes"));
    assert!(!verdict((items(6), 5, Vec::new())).expect("it is rejected"));
    let failure = verdict((items(2), 0x1234_5678, Vec::new())).expect_err("it fails");
    assert_eq!(failure.downcast_ref::<&str>(), Some(&"the planted bug"));
    super::set_target(false);
}

fn machine() {
    let declaration = Declaration { draws: true, ..DECLARATION };
    run_machine(&declaration, None, || {
        machine_case(|src: &mut Source| {
            let steps = src.draw(vec(any::<u8>()));
            if steps.is_empty() { Outcome::reject() } else { Outcome::pass() }
        })
    });
}

#[test]
fn machines_run_and_their_draws_are_mutated() {
    let _alone = alone();
    let (mut bytes, mut accepted) = (b"\n".to_vec(), 0);
    for seed in 0..200 {
        let next = mutate(&bytes, 4_096, seed, &mut nothing).expect("an input");
        if run(machine, &next) {
            accepted += 1;
            bytes = next;
        }
    }
    assert!(accepted > 100 && decoded(&bytes).spans.len() > 1, "{accepted}");
}
