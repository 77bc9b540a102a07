//! What feedback changes in a run, and what it leaves alone: statements of the book about guided searches.

use disprove::{Check, Failure, history::Union, prelude::*};
use std::{
    cell::{Cell, RefCell},
    collections::{BTreeMap, HashSet},
    fmt::Debug,
    thread,
};

/// The inputs of a run that passes, printed, and its report.
fn inputs<G: IntoGenerator>(
    generator: G,
    configure: impl FnOnce(Check<G::Generator>) -> Check<G::Generator>,
    property: impl Fn(&G::Value),
) -> (Vec<String>, Report<G::Value>)
where
    G::Value: Debug + 'static,
{
    let seen = RefCell::new(Vec::new());
    let report = configure(check(generator).seed(1).database(Db::none())).run(|value| {
        seen.borrow_mut().push(format!("{value:?}"));
        property(&value);
    });
    assert!(report.failures().is_empty());
    (seen.into_inner(), report)
}

#[test]
fn rejected_cases_count_towards_the_number_of_the_failing_case() {
    let (calls, failed_at) = (Cell::new(0), Cell::new(0));
    let report = check(any::<u32>()).seed(1).database(Db::none()).run(|n| {
        calls.set(calls.get() + 1);
        assume!(n % 3 == 0);
        if n % 10 == 9 && failed_at.get() == 0 {
            failed_at.set(calls.get());
        }
        n % 10 != 9
    });
    let failure = &report.failures()[0];
    assert_eq!(failure.found_at(), failed_at.get());
    assert!(report.rejected() > 0 && failure.found_at() > 1);
}

#[test]
fn operands_in_assumptions_of_their_own_are_counted_apart_and_guide_too() {
    let pairs = || check((any::<u32>(), any::<u32>())).seed(1).database(Db::none());
    let joined = pairs().run(|(low, high)| assume!(low < high && high - low == 10));
    let split = pairs().run(|(low, high)| {
        assume!(low < high);
        assume!(high - low == 10);
    });
    for (report, places) in [(&joined, 1), (&split, 2)] {
        // Without guidance, few of 50,000 inputs are accepted.
        assert!(report.cases() == 500 && report.executions() < 2_000, "{report}");
        let counts = report.rejections().iter().map(|(_, times)| times);
        assert_eq!((counts.len(), counts.sum::<u64>()), (places, report.rejected()), "{report}");
    }
}

#[test]
fn the_search_continues_for_a_while_after_a_failure() {
    let run = |most| {
        let check = check(any::<u32>()).seed(1).cases(100_000).max_failures(most);
        check.search(Search::Random).database(Db::none()).run(|n| {
            assert!(n % 64 != 21, "the first");
            assert!(n % 64 != 22, "another");
        })
    };
    let report = run(2);
    let found: Vec<u64> = report.failures().iter().map(Failure::found_at).collect();
    assert!(found.len() == 2 && found[0] < found[1], "{found:?}");
    assert_eq!(report.executions(), found[1], "it ends at the last failure that it may find");
    assert_eq!(run(1).executions(), found[0]);
    assert_eq!(run(3).executions(), 11 * found[0], "ten times as many");
    // At most 10,000 more.
    let calls = Cell::new(0);
    let check = check(any::<u32>()).seed(1).cases(100_000).search(Search::Random);
    let report = check.database(Db::none()).run(|_| {
        calls.set(calls.get() + 1);
        calls.get() != 2_000
    });
    assert_eq!((report.failures()[0].found_at(), report.executions()), (2_000, 12_000));
}

#[test]
fn a_property_without_feedback_runs_the_cases_of_random_search() {
    let lists = || vec(any::<u32>());
    let (auto, report) = inputs(lists(), |check| check, |_| ());
    let (random, _) = inputs(lists(), |check| check.search(Search::Random), |_| ());
    assert_eq!(auto, random);
    assert_eq!(report.searches(), [(Search::Random, 500)]);
}

/// Of 300 cases, those with an input that ran before.
fn repeats(generator: impl Generator<Value = Vec<u8>>, search: Search) -> usize {
    let (seen, _) =
        inputs(generator, |check| check.search(search).cases(300), |list| target!(list.len()));
    seen.len() - seen.iter().collect::<HashSet<_>>().len()
}

#[test]
fn guided_searches_skip_inputs_that_ran_before() {
    let lists = || vec(0..4u8).len(0..=30);
    for search in [Search::Auto, Search::Climb, Search::Anneal, Search::Pool] {
        let plain = repeats(lists(), search);
        assert!(plain <= 15, "{search}: {plain}");
        // At first about every second change is none.
        let unchanged = repeats(lists().neighbor(|list, _, _| list.clone()), search);
        assert!(unchanged <= 30, "{search}: {unchanged}");
    }
}

/// Percent of the cases in which a list has more than twenty elements.
fn share_of_long_lists(search: Search) -> f64 {
    let (_, report) = inputs(
        vec(any::<u8>()),
        |check| check.search(search),
        |list| {
            target!(list.len());
            cover!("long", list.len() > 20);
        },
    );
    report.shares()[0].measured()
}

#[test]
fn a_score_of_the_length_makes_long_inputs_common() {
    let (random, auto) = (share_of_long_lists(Search::Random), share_of_long_lists(Search::Auto));
    assert!(auto > 2.0 * random && auto > 80.0, "{auto} {random}");
}

#[test]
fn with_a_score_more_executions_are_rejected() {
    let pairs = || (0..1_000u32, 0..1_000u32);
    let more = |check: Check<_>| check.cases(500);
    let (_, without) = inputs(pairs(), more, |(a, b)| assume!(a.abs_diff(*b) < 3));
    let more = |check: Check<_>| check.cases(500);
    let (_, with) = inputs(pairs(), more, |(a, b)| {
        target!(a + b);
        assume!(a.abs_diff(*b) < 3);
    });
    assert!(with.rejected() > 2 * without.rejected(), "{} {}", with.rejected(), without.rejected());
}

#[test]
fn statistics_have_the_scores_of_accepted_cases() {
    let accepted = RefCell::new(Vec::new());
    let (_, report) = inputs(
        any::<u16>(),
        |check| check,
        |n| {
            target!(*n);
            assume!(n % 4 == 1);
            accepted.borrow_mut().push(*n);
        },
    );
    let spread = &report.spreads()[0];
    let (least, most) =
        (accepted.borrow().iter().min().copied(), accepted.borrow().iter().max().copied());
    assert_eq!(Some(spread.smallest()), least.map(f64::from));
    assert_eq!(Some(spread.largest()), most.map(f64::from));
}

#[test]
fn the_scale_of_a_score_does_not_matter() {
    for search in [Search::Auto, Search::Climb, Search::Anneal, Search::Pool] {
        let run = |scale: f64| {
            let sum = |list: &Vec<u16>| list.iter().map(|n| f64::from(*n)).sum::<f64>();
            inputs(
                vec(any::<u16>()).len(0..=20),
                |check| check.search(search).cases(200),
                |list| target!(scale * sum(list)),
            )
            .0
        };
        assert_eq!(run(1.0), run(1024.0), "{search}");
    }
}

#[test]
fn searches_other_than_annealing_ignore_the_temperature() {
    let run = |search, temperature| {
        let configure = |check: Check<_>| check.search(search).cases(200).temperature(temperature);
        inputs(vec(any::<u16>()).len(0..=20), configure, |list| target!(list.len())).0
    };
    for search in [Search::Auto, Search::Climb, Search::Pool, Search::Mutate, Search::Random] {
        assert_eq!(run(search, 0.0), run(search, 10.0), "{search}");
    }
    assert_ne!(run(Search::Anneal, 0.0), run(Search::Anneal, 10.0));
}

#[test]
fn feedback_of_other_threads_is_ignored() {
    // A generator with few values would be enumerated without guidance anyway.
    let (_, report) = inputs(
        any::<u32>(),
        |check| check.history(Union::<Vec<u32>>::default()),
        |n| {
            let n = *n;
            let told = thread::spawn(move || {
                target!(n);
                label!("{n}");
                observe!(vec![n]);
            });
            told.join().expect("nothing there panics");
        },
    );
    assert!(report.spreads().is_empty() && report.labels().is_empty());
    assert_eq!(report.searches(), [(Search::Random, report.executions())]);
}

#[test]
fn a_space_of_no_more_inputs_than_cases_is_enumerated_without_guidance() {
    let run = |cases| {
        let (seen, report) = inputs(any::<u8>(), |check| check.cases(cases), |n| target!(*n));
        let distinct = seen.iter().collect::<HashSet<_>>().len();
        (report.verdict(), distinct, report.searches().to_vec())
    };
    assert_eq!(run(256), (Verdict::Exhausted, 256, vec![(Search::Random, 256)]));
    let (verdict, _, searches) = run(255);
    assert_eq!(verdict, Verdict::Passed);
    assert!(searches.iter().any(|(search, _)| *search == Search::Climb), "{searches:?}");
}

#[test]
fn observations_of_another_type_are_ignored() {
    let history = || Union::<Vec<u8>>::default();
    let (_, of_this_type) =
        inputs(any::<u32>(), |check| check.history(history()), |n| observe!(vec![*n as u8]));
    let (_, of_another) =
        inputs(any::<u32>(), |check| check.history(history()), |n| observe!(vec![*n]));
    assert!(of_this_type.searches().iter().any(|(search, _)| *search == Search::Pool));
    assert_eq!(of_another.searches(), [(Search::Random, 500)]);
}

#[test]
fn a_custom_mutator_is_called_by_guided_searches_only() {
    let calls = |search| {
        let called = std::rc::Rc::new(Cell::new(0));
        let inside = called.clone();
        let numbers = int(0..1_000_000u32).neighbor(move |n, _, _| {
            inside.set(inside.get() + 1);
            (n + 1) % 1_000_000
        });
        let (seen, _) = inputs(numbers, |check| check.search(search), |n| target!(n.count_ones()));
        assert_eq!(seen.len(), 500);
        called.get()
    };
    assert_eq!(calls(Search::Random), 0);
    assert!(calls(Search::Auto) > 50);
}

#[test]
fn a_seed_runs_in_the_place_of_an_argument() {
    let run = |search| {
        let evaluated = Cell::new(0);
        let generator = (any::<Vec<u8>>(), any::<u32>());
        let (seen, report) = inputs(
            generator,
            |check| check.search(search),
            |_| {
                seed!({
                    evaluated.set(evaluated.get() + 1);
                    vec![7_u8; 5]
                });
            },
        );
        let seeded = seen.iter().filter(|input| input.starts_with("([7, 7, 7, 7, 7], ")).count();
        assert_eq!(report.advice(), Vec::<String>::new());
        (evaluated.get() > 0, seeded > 0)
    };
    assert_eq!(run(Search::Auto), (true, true));
    assert_eq!(run(Search::Random), (false, false), "the value is not even evaluated");
}

#[derive(Debug, Arbitrary)]
struct Point {
    x: u32,
    y: u32,
}

/// Whether a seed becomes this part of an input of a guided run. Random runs never have it.
fn is_seeded<G: IntoGenerator>(generator: impl Fn() -> G, seed: fn(), part: &str) -> bool
where
    G::Value: Debug + 'static,
{
    let is_seen = |search| {
        let (all, _) = inputs(generator(), |check| check.search(search), |_| seed());
        all.iter().any(|input| input.contains(part))
    };
    is_seen(Search::Auto) && !is_seen(Search::Random)
}

#[test]
fn a_seed_is_a_collection_a_tuple_or_a_derived_type() {
    let arguments = || (any::<BTreeMap<u32, u8>>(), any::<(u32, bool)>(), any::<Point>());
    let map: fn() = || seed!(BTreeMap::from([(7_654_321_u32, 8_u8)]));
    assert!(is_seeded(arguments, map, "({7654321: 8}, "));
    let tuple: fn() = || seed!((7_654_321_u32, true));
    assert!(is_seeded(arguments, tuple, ", (7654321, true), "));
    let point: fn() = || seed!(Point { x: 7_654_321, y: 8 });
    assert!(is_seeded(arguments, point, ", Point { x: 7654321, y: 8 })"));
    // In the place of a part of an argument, and of all arguments.
    assert!(is_seeded(|| (any::<u8>(), any::<Vec<(u32, bool)>>()), tuple, "[(7654321, true)"));
    assert!(is_seeded(|| (any::<u32>(), any::<bool>()), tuple, "(7654321, true)"));
    // Of the generator of the argument.
    let list: fn() = || seed!(vec![7_654_321_u32], vec(0..9_999_999u32));
    assert!(is_seeded(|| vec(0..9_999_999u32), list, "[7654321]"));
    // With the inverse of the conversion.
    let next = || int(0..9_999_999u32).map_with(|n| n + 1, |n: &u32| n.checked_sub(1));
    let list: fn() = || {
        let next = int(0..9_999_999u32).map_with(|n| n + 1, |n: &u32| n.checked_sub(1));
        seed!(vec![7_654_321_u32], vec(next));
    };
    assert!(is_seeded(|| vec(next()), list, "[7654321]"));
}

#[test]
fn a_seed_of_another_generator_or_without_a_place_is_reported() {
    let advice = |seed: fn()| inputs(vec(0..9u8), |check| check, |_| seed()).1.advice();
    assert_eq!(advice(|| seed!(vec![1_u8], vec(0..9u8))), Vec::<String>::new());
    for (seed, expected) in [
        ((|| seed!(vec![9_u8], vec(0..9u8))) as fn(), "that the generator cannot produce:"),
        (
            || seed!(vec![1_u8], vec(int(0..9u8).map(|n| n + 1))),
            "that the generator cannot produce:",
        ),
        (|| seed!(vec![1_u16]), "without a place in the arguments:"),
        (|| seed!(vec![1_u8]), "without a place in the arguments:"),
        (|| seed!(1_u8), "without a place in the arguments:"),
    ] {
        let advice = advice(seed);
        assert!(
            advice[0].starts_with("`seed!` could not use ") && advice[0].contains(expected),
            "{advice:?}"
        );
    }
}

#[test]
fn the_seed_of_a_report_repeats_a_guided_run() {
    let run = |seed: Option<u64>| {
        let mut check = check(vec(0..100u32)).database(Db::none());
        if let Some(seed) = seed {
            check = check.seed(seed);
        }
        let seen = RefCell::new(Vec::new());
        let report = check.run(|list| {
            target!(list.len());
            seen.borrow_mut().push(list);
        });
        let searches = report.searches();
        assert!(searches.iter().any(|(search, _)| *search == Search::Climb));
        assert!(searches.is_sorted_by(|a, b| a.1 >= b.1), "most first: {searches:?}");
        (report.seed(), seen.into_inner())
    };
    let (seed, inputs) = run(None);
    assert_eq!(run(Some(seed)), (seed, inputs));
}

#[test]
fn a_token_of_a_guided_run_replays_with_any_search() {
    let run = |search: Search, token: Option<String>| {
        let mut check =
            check(vec(0..100u32)).seed(1).cases(3_000).search(search).database(Db::none());
        if let Some(token) = token {
            check = check.replay(token);
        }
        check.run(|list| {
            target!(list.len());
            list.len() < 60
        })
    };
    let token = run(Search::Climb, None).failures()[0].replay_token().to_owned();
    for search in [Search::Random, Search::Auto, Search::Pool] {
        let again = run(search, Some(token.clone()));
        assert_eq!((again.failures()[0].found_at(), again.failures()[0].value().len()), (1, 60));
    }
}

/// A lock that forgets all digits after a wrong one.
#[derive(Default)]
struct Lock {
    right: usize,
}

/// Six digits of sixteen: random calls do not get all of them in a row.
const CODE: [u8; 6] = [3, 14, 7, 1, 12, 8];

impl Lock {
    fn enter(&mut self, digit: u8) {
        self.right = if digit == CODE[self.right] { self.right + 1 } else { 0 };
    }
}

/// Passes unless the best score of each case guides the search; the last one of a case is mostly 0.
#[property(seed = 1, cases = 4_000)]
#[should_panic(expected = "guided to the code")]
impl Lock {
    #[rule]
    fn press(&mut self, #[draw(0..16)] digit: u8) {
        self.enter(digit);
        target!(self.right);
        assert!(self.right < CODE.len(), "guided to the code");
    }
}

/// The control of the machine above.
#[derive(Default)]
struct SilentLock(Lock);

#[property(seed = 1, cases = 4_000)]
impl SilentLock {
    #[rule]
    fn press(&mut self, #[draw(0..16)] digit: u8) {
        self.0.enter(digit);
        assert!(self.0.right < CODE.len(), "random calls found the code");
    }
}

#[test]
fn traced_code_is_noticed_in_the_first_cases_or_beside_other_feedback() {
    #[trace]
    fn is_even(n: u32) -> bool {
        n.is_multiple_of(2)
    }
    let is_guided = |first: u32, is_scored: bool| {
        let cases = Cell::new(0);
        let (_, report) = inputs(
            any::<u32>(),
            |check| check,
            |n| {
                cases.set(cases.get() + 1);
                if is_scored {
                    target!(*n);
                }
                if cases.get() >= first {
                    is_even(*n);
                }
            },
        );
        report.searches().iter().any(|(search, _)| *search == Search::Mutate)
    };
    assert!(is_guided(16, false) && !is_guided(17, false));
    assert!(is_guided(17, true));
}

/// A list whose length decides how many numbers are drawn later: nothing of it is known before it is drawn.
fn dependent(src: &mut Source) -> Vec<u32> {
    let count = src.draw(0..=12usize);
    (0..count).map(|i| src.draw(0..=10 * (i as u32 + 1))).collect()
}

#[test]
fn a_score_guides_through_dependent_draws() {
    let sum = |search| {
        let (_, report) = inputs(
            dependent,
            |check| check.search(search),
            |list| {
                target!(list.iter().sum::<u32>());
            },
        );
        report.spreads()[0].mean()
    };
    let (random, auto) = (sum(Search::Random), sum(Search::Auto));
    assert!(auto > 2.0 * random, "{auto} beside {random}");
}

#[test]
fn a_guided_search_draws_what_an_input_lacks_at_random() {
    let counted = |src: &mut Source| {
        let length = src.draw(0..=9usize);
        (0..length).map(|_| src.draw(any::<u64>())).collect::<Vec<u64>>()
    };
    let seen = RefCell::new(Vec::<Vec<u64>>::new());
    let run = check(counted).seed(1).cases(2_000).search(Search::Climb).database(Db::none());
    let report = run.run(|list| {
        minimize!(list.len().abs_diff(3));
        seen.borrow_mut().push(list);
    });
    assert!(report.failures().is_empty());
    let seen = seen.into_inner();
    // No two random lists begin with the same large number.
    let is_longer = |list: &[u64], other: &[u64]| {
        other.len() < list.len() && other.first() > Some(&1_000_000) && list.starts_with(other)
    };
    let (mut longer, mut random) = (0, 0);
    for (at, list) in seen.iter().enumerate() {
        if seen[..at].iter().any(|other| is_longer(list, other)) {
            longer += 1;
            random += u32::from(list.last() > Some(&1_000_000));
        }
    }
    assert!(longer > 10 && random * 2 > longer, "{random} of {longer}");
}

#[test]
fn a_score_guides_through_map_and_filter() {
    let sum = |search| {
        let sums = vec(0..=100u32).len(..=12).map(|list| list.iter().sum::<u32>());
        let sums = sums.filter(|sum| sum % 2 == 0);
        let target = |sum: &u32| {
            target!(*sum);
        };
        let (_, report) = inputs(sums, |check| check.search(search), target);
        report.spreads()[0].mean()
    };
    let (random, auto) = (sum(Search::Random), sum(Search::Auto));
    assert!(auto > 2.0 * random, "{auto} beside {random}");
}

/// The random executions of three runs with a condition, and all executions.
fn random_of_all(condition: fn(u32)) -> (u64, u64) {
    let (mut random, mut all) = (0, 0);
    for seed in 1..=3 {
        let (_, report) =
            inputs(any::<u32>(), |check| check.seed(seed).cases(1_000), |n| condition(*n));
        all += report.executions();
        for (search, executions) in report.searches() {
            random += if *search == Search::Random { *executions } else { 0 };
        }
    }
    (random, all)
}

#[test]
fn the_more_inputs_a_condition_rejects_the_fewer_stay_random() {
    let (random, all) = random_of_all(|n| assume!(n % 20 != 13));
    assert_eq!(random, all, "one rejection in twenty does not guide the search");
    let (many, all) = random_of_all(|n| assume!(n % 10 < 7));
    let (few, _) = random_of_all(|n| assume!(n % 10 == 3));
    assert!(many < all && 2 * few < many, "{few} {many} {all}");
}

/// A run of 1,000 executions that accepts one input in so many.
fn accepting(one_in: u64, cases: u64) -> Report<u64> {
    let calls = Cell::new(0);
    let check = check(any::<u64>()).seed(1).cases(cases).max_executions(1_000);
    check.search(Search::Random).database(Db::none()).run(|_| {
        calls.set(calls.get() + 1);
        assume!(calls.get() % one_in == 0);
    })
}

#[test]
fn a_property_gives_up_below_one_accepted_input_in_a_hundred() {
    let verdict = |one_in, cases| accepting(one_in, cases).verdict();
    assert_eq!((verdict(100, 500), verdict(101, 500)), (Verdict::Passed, Verdict::GaveUp));
    assert_eq!(verdict(200, 5), Verdict::Passed, "as many as were asked for");
    assert_eq!(verdict(2_000, 5), Verdict::GaveUp, "none was accepted");
    let none = check(any::<bool>()).database(Db::none()).run(|_| Outcome::reject());
    assert_eq!(none.verdict(), Verdict::GaveUp, "none of all inputs there are");
    // For a stricter limit than this one.
    let report = accepting(50, 500);
    assert_eq!((report.verdict(), report.cases()), (Verdict::Passed, 20));
    assert_eq!(report.executions(), 1_000);
}
