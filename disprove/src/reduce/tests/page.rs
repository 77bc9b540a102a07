//! Statements of `book/src/how/reduction.md` and `book/src/reference/passes.md` about the order of inputs, guided replay, and what runs.

use super::GeneratorOracle;
use crate::{
    choice::{Kind, Tree, Value},
    generator::{Generator, IntoGenerator, any, bytes, float, int, just, result, text, vec},
    humanize::{assert_said, count},
    reduce::{
        ReductionLimits, reduce,
        reducer::Reducer,
        schedule::{
            EXPENSIVE_RUNS, MAX_EXPENSIVE_CHOICES, block_passes, cheap_passes, expensive_passes,
            run_expensive_passes,
        },
    },
    runner::testing::TestProperty,
    settings::Settings,
    source::Source,
};
use std::{cell::RefCell, collections::HashSet, fmt::Debug};

#[test]
fn the_page_names_all_kinds_of_choices() {
    let name = |kind: Kind| match kind {
        Kind::Integer => "an integer",
        Kind::Bool => "a boolean",
        Kind::Float => "a float",
        Kind::Text => "a string",
        Kind::Bytes => "a byte string",
    };
    let kinds = [Kind::Integer, Kind::Bool, Kind::Float, Kind::Text, Kind::Bytes].map(name);
    let [first @ .., last] = kinds;
    let sentence =
        format!("Each decision is a **choice**: {} or {last}, with its bounds.", first.join(", "));
    assert_said("how/choice-tree.md", &sentence);
}

/// Fails unless each value is simpler than the next one.
fn ascends<G: IntoGenerator<Value: Debug>, const N: usize>(generator: G, values: [G::Value; N]) {
    let generator = generator.into_generator();
    let trees = values.each_ref().map(|value| generator.encode(value).expect("it is encoded"));
    for (trees, values) in trees.windows(2).zip(values.windows(2)) {
        assert!(trees[0].compare(&trees[1]).is_lt(), "{values:?}");
    }
}

#[test]
fn inputs_are_ordered_as_the_page_says() {
    ascends(vec(any::<u8>()), [vec![], vec![9], vec![0, 0], vec![0, 9], vec![1, 0]]);
    ascends(any::<i32>(), [0, 1, -1]);
    ascends(any::<bool>(), [false, true]);
    ascends(float(-9.0..=1e9), [1e9, 0.5]);
    ascends(any::<f64>(), [0.0, 1.0, 2.0, 0.5, f64::INFINITY, -1.0, -0.5]);
    ascends(text(), ["", "z", "aa"].map(str::to_owned));
    ascends(bytes(), [vec![], vec![9], vec![0, 0]]);
    ascends(any::<Option<u8>>(), [None, Some(0)]);
    ascends(result(any::<u8>(), any::<u8>()), [Ok(9), Err(0)]);
}

#[test]
fn a_draw_finds_its_own_choices_or_gets_the_simplest_value() {
    // A limit, a list, and a number up to the limit. Few values, so that a run finds the start.
    let input = |src: &mut Source| {
        let limit = src.draw(0..=3u8);
        let list = src.draw(vec(0..4u8).len(..=3));
        (limit, list, src.draw(0..=limit))
    };
    let start = (3, vec![1, 2, 3], 2);
    let mut oracle = GeneratorOracle::new(input, |value| *value == start);
    let tree = oracle.start(1);
    // Choices: the limit, and for each element whether there is one and which.
    let element = tree.spans.iter().position(|span| (span.start, span.end) == (3, 5));
    let shorter = tree.without(&[element.expect("the second element")]);
    assert_eq!(oracle.replayed(shorter), Some((3, vec![1, 3], 2)));
    let mut lower = tree.clone();
    assert!(lower.set(0, &Value::Integer(1_u128.into())));
    assert_eq!(oracle.replayed(lower), Some((1, vec![1, 2, 3], 1)), "2 is moved into the range");
    assert_eq!(oracle.replayed(Tree::default()), Some((0, vec![], 0)));
    // A filter rejects 0: what it draws next is random, and no choice decides it.
    let odd = any::<u32>().filter(|n| n % 2 == 1);
    let mut oracle = GeneratorOracle::new(odd, |_: &u32| true);
    assert!(oracle.replayed(Tree::default()).is_some_and(|n| n % 2 == 1));
}

#[test]
fn only_inputs_run_that_are_new_and_smaller_than_the_best() {
    // Numbers below 16 and few elements: neither `minimize_bits` nor `restart` does anything.
    let lists = vec(0..10u8);
    let encoded = vec(0..10u8);
    let runs = RefCell::new(Vec::new());
    let fails = |list: &Vec<u8>| list.iter().sum::<u8>() >= 30;
    let mut oracle = GeneratorOracle::new(lists, |list: &Vec<u8>| {
        runs.borrow_mut().push(list.clone());
        list.len() < 20 && fails(list)
    });
    for seed in 0..10 {
        let start = oracle.start(seed);
        runs.borrow_mut().clear();
        let reduction = reduce(start.clone(), &mut oracle, ReductionLimits::NONE);
        let (mut seen, mut best) = (HashSet::new(), start);
        for list in runs.borrow().iter() {
            let tree = encoded.encode(list).expect("a list");
            assert!(seen.insert(list.clone()), "{list:?} runs twice");
            assert!(tree.compare(&best).is_lt(), "{list:?} is not smaller");
            if fails(list) {
                best = tree;
            }
        }
        assert_eq!(runs.borrow().len() as u64, reduction.runs);
        assert!(reduction.attempts >= reduction.runs);
    }
}

#[test]
fn expensive_passes_handle_inputs_up_to_their_limit() {
    for (more, expected) in [(0, (1, 99)), (1, (60, 40))] {
        // Each element has two choices, and the list ends with one.
        let zeros = vec![0; (MAX_EXPENSIVE_CHOICES - 3) / 2 + more];
        let generator = (int(0..=99u8), vec(any::<u8>()).len(zeros.len()), int(0..=99u8));
        let fails = |(a, list, b): &(u8, Vec<u8>, u8)| a + b == 100 && *list == zeros;
        let mut oracle = GeneratorOracle::new(generator.into_generator(), fails);
        let start = oracle.encoded(&(60, zeros.clone(), 40));
        assert_eq!(start.len() > MAX_EXPENSIVE_CHOICES, more > 0, "{}", start.len());
        let reduction = reduce(start, &mut oracle, ReductionLimits::NONE);
        let (a, _, b) = oracle.replayed(reduction.tree).expect("a value");
        assert_eq!((a, b), expected, "{more}");
    }
    // Beside the elements, a flag and the end of the list.
    let list = vec![200; (MAX_EXPENSIVE_CHOICES - 2) / 2];
    let generator = (any::<bool>(), vec(any::<u8>()).len(list.len())).into_generator();
    let mut oracle = GeneratorOracle::new(generator, |_: &(bool, Vec<u8>)| false);
    let start = oracle.encoded(&(true, list));
    assert_eq!(start.len(), MAX_EXPENSIVE_CHOICES);
    let limits = ReductionLimits { runs: 1, ..ReductionLimits::NONE };
    let mut reducer = Reducer::new(start, &mut oracle, limits);
    assert!(!run_expensive_passes(&mut reducer, &mut 0) && reducer.runs() > 0);
}

/// How many runs of a reduction have an input that is not smaller than the best.
fn larger_runs<G: Generator<Value: Clone + Debug>>(
    generator: G,
    encoded: &G,
    start: &G::Value,
    fails: impl Fn(&G::Value) -> bool,
) -> usize {
    let runs = RefCell::new(Vec::new());
    let mut oracle = GeneratorOracle::new(generator, |value: &G::Value| {
        runs.borrow_mut().push(value.clone());
        fails(value)
    });
    let mut best = encoded.encode(start).expect("it is encoded");
    reduce(best.clone(), &mut oracle, ReductionLimits::NONE);
    let mut larger = 0;
    for value in runs.borrow().iter() {
        let tree = encoded.encode(value).expect("it is encoded");
        if tree.compare(&best).is_ge() {
            larger += 1;
        } else if fails(value) {
            best = tree;
        }
    }
    larger
}

#[test]
fn two_passes_run_larger_inputs() {
    let numbers = any::<u32>;
    assert_eq!(larger_runs(numbers(), &numbers(), &830, |n| *n > 10), 0);
    // `minimize_bits` runs the next higher values.
    let is_round = |n: &u32| n.is_power_of_two() && *n >= 100;
    assert!(larger_runs(numbers(), &numbers(), &32_768, is_round) > 0);
    // `restart` begins with all operations again, when six are left.
    let lists = || vec((0..5u8, any::<u8>()));
    let has_six = |list: &Vec<(u8, u8)>| list.iter().filter(|call| call.0 == 2).count() >= 6;
    assert!(larger_runs(lists(), &lists(), &vec![(2, 7); 20], has_six) > 0);
    let has_five = |list: &Vec<(u8, u8)>| list.iter().filter(|call| call.0 == 2).count() >= 5;
    assert_eq!(larger_runs(lists(), &lists(), &vec![(2, 7); 20], has_five), 0);
    // Calls of a state machine begin with a branch. Of those, four are enough.
    let calls = || vec(result(any::<bool>(), any::<u8>()));
    for (least, is_larger) in [(4, true), (3, false)] {
        let has_least = |calls: &Vec<Result<bool, u8>>| {
            calls.iter().filter(|call| call.is_err()).count() >= least
        };
        let larger = larger_runs(calls(), &calls(), &vec![Err(7); 20], has_least);
        assert_eq!(larger > 0, is_larger, "{least}");
    }
}

#[test]
fn a_restart_tries_another_order_half_of_the_operations_and_few_arguments() {
    // No part of the start fails but one that no restart finds.
    let start: Vec<(u8, u8)> = (0..40).map(|n| (n % 5, n * 6)).collect();
    let best = start[10..20].to_vec();
    let runs = RefCell::new(Vec::new());
    let mut oracle = GeneratorOracle::new(vec((0..5u8, any::<u8>())), |list: &Vec<(u8, u8)>| {
        runs.borrow_mut().push(list.clone());
        *list == start || *list == best
    });
    let [first, smaller] = [&start, &best].map(|list| oracle.encoded(list));
    let mut reducer = Reducer::new(first, &mut oracle, ReductionLimits::NONE);
    reducer.run_pass("delete_spans", Reducer::delete_spans);
    // Half of the start is deleted, and which half is left first.
    let left = |runs: &[Vec<(u8, u8)>]| {
        let halves = [&start[..20], &start[20..]];
        runs.iter().find_map(|list| halves.iter().position(|half| list == half))
    };
    assert_eq!(left(&runs.take()), Some(0), "from the back");
    reducer.run_pass("delete_spans", |reducer| assert!(reducer.works(smaller.clone())));
    runs.take();
    reducer.run_pass("restart", Reducer::restart);
    let result = reducer.finish().tree;
    assert!(result.compare(&smaller).is_eq(), "the original input is larger");

    let runs = runs.into_inner();
    assert_eq!(left(&runs), Some(1), "from the front");
    let is_window = |list: &Vec<(u8, u8)>| {
        list.len() < start.len()
            && (0..=list.len())
                .any(|at| start.starts_with(&list[..at]) && start.ends_with(&list[at..]))
    };
    let others: Vec<_> = runs.into_iter().filter(|list| !is_window(list)).collect();
    let (same, fewer): (Vec<_>, Vec<_>) =
        others.into_iter().partition(|list| list.len() == start.len());
    assert!(!same.is_empty() && !fewer.is_empty(), "{same:?} {fewer:?}");
    for list in same {
        let arguments = |list: &[(u8, u8)]| list.iter().map(|call| call.1).collect::<HashSet<_>>();
        assert!(arguments(&list).len() <= 8 && arguments(&start).len() == 40, "{list:?}");
    }
    for list in fewer {
        let mut rest = start.iter();
        assert!(list.iter().all(|call| rest.any(|other| other == call)), "{list:?}");
        assert!((10..=30).contains(&list.len()), "{list:?}");
    }
}

#[test]
fn a_proposal_that_leads_to_a_known_case_does_not_run() {
    let mut oracle = GeneratorOracle::new(vec(any::<u8>()), |_: &Vec<u8>| false);
    let (start, empty) = (oracle.encoded(&vec![7, 8]), oracle.encoded(&vec![]));
    let mut reducer = Reducer::new(start, &mut oracle, ReductionLimits::NONE);
    reducer.run_pass("simplest", |reducer| {
        // Both lead to the empty list.
        assert!(!reducer.works(Tree::default()) && !reducer.works(empty));
    });
    assert_eq!((reducer.runs(), reducer.wasted()), (1, 0), "of the property and the generator");
    let mut again = reducer.again(9);
    again.run_pass("restart", |reducer| {
        assert!(!reducer.works(Tree::default()));
    });
    assert_eq!(again.finish().runs, 1, "it begins without known cases");
}

#[test]
fn a_property_that_draws_in_its_body_runs_with_larger_inputs_too() {
    /// Draws the more choices, the lower the first one is.
    fn fewer(src: &mut Source) -> u8 {
        let fewer = src.draw(0..=9_u8);
        for _ in fewer..10 {
            let _: u8 = src.draw(any());
        }
        fewer
    }
    let runs = RefCell::new(Vec::new());
    let holds = |fewer| {
        runs.borrow_mut().push(fewer);
        fewer < 3
    };
    // Runs with more choices than the input that is reduced.
    let larger = || {
        let runs = runs.take();
        let start = runs.iter().position(|fewer| *fewer >= 3).expect("a failure");
        runs[start..].iter().filter(|fewer| **fewer < runs[start]).count()
    };
    let mut settings = Settings::named("fewer".to_owned());
    (settings.seed, settings.max_failures) = (Some(1), Some(1));
    let generated = TestProperty::drawing(fewer, |fewer, _: &mut Source| holds(fewer));
    let report = TestProperty { draws: false, ..generated }.run(&settings, None);
    assert_eq!(report.failures().len(), 1);
    assert_eq!(larger(), 0);
    let drawn = TestProperty::drawing(just(()), |(), src: &mut Source| holds(fewer(src)));
    assert_eq!(drawn.run(&settings, None).failures().len(), 1);
    assert!(larger() > 0);
}

#[test]
fn the_first_passes_of_the_table_run_once() {
    let first: Vec<&str> =
        ["simplest"].into_iter().chain(block_passes().map(|pass| pass.0)).collect();
    assert_eq!(first.len(), 3);
    let sentence = "The first three passes of the table run once, at the beginning.";
    assert_said("reference/passes.md", sentence);
    // What is left after the first passes is deleted by others.
    let holds = |list: &Vec<u32>| list.iter().filter(|n| **n % 3 == 1).count() < 15;
    let mut oracle = GeneratorOracle::new(vec(any::<u32>()).len(..=300), |list| !holds(list));
    let mut succeeded = 0;
    for seed in 0..10 {
        let start = oracle.start(seed);
        let reduction = reduce(start, &mut oracle, ReductionLimits::NONE);
        let is_first: Vec<bool> =
            reduction.steps.iter().map(|step| first.contains(&step.pass)).collect();
        assert!(is_first.is_sorted_by(|a, b| a >= b), "{:?}", reduction.steps);
        succeeded += usize::from(is_first[0]);
    }
    assert!(succeeded > 0);
    let mut oracle = GeneratorOracle::new(vec(any::<u8>()), |_: &Vec<u8>| true);
    let start = oracle.encoded(&vec![7, 8]);
    let steps = reduce(start, &mut oracle, ReductionLimits::NONE).steps;
    assert_eq!(steps[0].pass, "simplest");
}

#[test]
fn cheap_passes_repeat_until_none_succeeds() {
    // The flags can change when the number is 10, and the passes that change them run before those that lower it.
    let fails = |(n, flags): &(u16, Vec<bool>)| *n == 10 || *n > 10 && flags.iter().all(|is| *is);
    let values = (any::<u16>(), vec(any::<bool>()).len(40)).into_generator();
    let mut oracle = GeneratorOracle::new(values, fails);
    let start = oracle.encoded(&(60, vec![true; 40]));
    let reduction = reduce(start, &mut oracle, ReductionLimits::NONE);
    let cheap = cheap_passes().map(|pass| pass.0);
    let mut passes = reduction.steps.iter().map(|step| step.pass);
    assert!(passes.all(|pass| cheap.contains(&pass)), "{:?}", reduction.steps);
    assert_eq!(oracle.replayed(reduction.tree), Some((10, vec![false; 40])));
}

#[test]
fn the_largest_windows_are_deleted_first() {
    // No window can be deleted, and flags have no sum to move.
    let start: Vec<bool> = (0..32_u32).map(|n| n.count_ones() % 2 == 0).collect();
    let lists = RefCell::new(Vec::new());
    let mut oracle = GeneratorOracle::new(vec(any::<bool>()).len(..=40), |list: &Vec<bool>| {
        lists.borrow_mut().push(list.clone());
        false
    });
    let tree = oracle.encoded(&start);
    let mut reducer = Reducer::new(tree, &mut oracle, ReductionLimits::NONE);
    reducer.run_pass("delete_spans", Reducer::delete_spans);
    let lists = lists.into_inner();
    for list in &lists {
        let is_left = |at: usize| start.starts_with(&list[..at]) && start.ends_with(&list[at..]);
        assert!((0..=list.len()).any(is_left), "{list:?} lacks others than neighbors");
    }
    let mut lengths: Vec<usize> = lists.iter().map(Vec::len).collect();
    assert!(lengths.is_sorted(), "{lengths:?}");
    lengths.dedup();
    assert_eq!(lengths, [0, 16, 24, 28, 30, 31]);
}

#[test]
fn cheap_passes_run_before_and_after_an_expensive_one() {
    // Only an amount moved to a distant number makes the first one 1. Then, the last number may be lower.
    let fails = |(a, b, c, d): &(u8, u8, u8, u16)| {
        a + c == 100 && *b == 0 && *d >= if *a == 1 { 10 } else { 50 }
    };
    let numbers = (0..=99u8, 0..=99u8, 0..=99u8, any::<u16>()).into_generator();
    let mut oracle = GeneratorOracle::new(numbers, fails);
    let start = oracle.encoded(&(60, 0, 40, 90));
    let reduction = reduce(start, &mut oracle, ReductionLimits::NONE);
    assert_eq!(oracle.replayed(reduction.tree), Some((1, 0, 99, 10)));
    let expensive: Vec<&str> = expensive_passes().iter().map(|pass| pass.0).collect();
    let is_expensive = reduction.steps.iter().map(|step| expensive.contains(&step.pass));
    let mut parts: Vec<bool> = is_expensive.collect();
    parts.dedup();
    assert_eq!(parts, [false, true, false], "{:?}", reduction.steps);
}

#[test]
fn expensive_passes_stop_at_their_number_of_runs() {
    // They have more to try than they may, and nothing simpler fails.
    let start: Vec<(u16, Vec<u8>)> = (0..200).map(|n| (30_000 + n * 31, vec![])).collect();
    let lists = vec((any::<u16>(), vec(any::<u8>())));
    let mut oracle = GeneratorOracle::new(lists, |list: &Vec<(u16, Vec<u8>)>| *list == start);
    let tree = oracle.encoded(&start);
    let mut reducer = Reducer::new(tree, &mut oracle, ReductionLimits::NONE);
    reducer.run_pass("simplest", |reducer| {
        reducer.works(Tree::default());
    });
    let (cheap, mut spent) = (reducer.runs(), 0);
    assert_eq!(cheap, 1);
    for _ in 0..2 {
        assert!(!run_expensive_passes(&mut reducer, &mut spent));
        assert_eq!((spent, reducer.runs()), (cheap + EXPENSIVE_RUNS, cheap + spent));
    }
}

#[test]
fn the_page_names_the_budgets() {
    let settings = Settings::named(String::new());
    let (runs, time) = (settings.reduction_runs, settings.reduction_time.as_secs());
    let sentence = format!("ends after {} runs of the property or {time} seconds", count(runs));
    assert_said("how/reduction.md", &sentence);
}
