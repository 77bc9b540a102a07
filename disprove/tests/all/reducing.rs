//! A reduction respects its limits, loses nothing, and reports what it could not do, whatever the property does.

use disprove::{Check, Database, Failure, Loaded, Problem, ReductionEnd, Tree, prelude::*};
use std::{
    cell::{Cell, RefCell},
    collections::HashSet,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex},
    time::Duration,
};

fn token<G: Generator>(generator: &G, value: &G::Value) -> String {
    generator.encode(value).expect("the generator can encode its value").to_token()
}

/// The message that `run` panics with.
fn panic_message<R>(run: impl FnOnce() -> R) -> String {
    let Err(payload) = catch_unwind(AssertUnwindSafe(run)) else { panic!("it did not panic") };
    match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(payload) => (*payload.downcast::<&str>().expect("a text")).to_owned(),
    }
}

/// A biased coin: pseudo-random, and the same in every run.
struct Coin(Cell<u64>);

impl Coin {
    fn new() -> Coin {
        Coin(Cell::new(1))
    }

    fn is_heads(&self, percent: u64) -> bool {
        let next = self.0.get().wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        self.0.set(next);
        (next >> 33) % 100 < percent
    }
}

mod budgets {
    use super::*;

    /// A check that starts from a list whose reduction takes many runs.
    fn long_list() -> Check<impl Generator<Value = Vec<u64>>> {
        let lists = vec(any::<u64>());
        let start = token(&lists, &(1_000..1_040).collect());
        check(lists).name("lists").seed(1).cases(1).replay(start).database(Db::none())
    }

    fn holds(list: &[u64]) -> bool {
        list.iter().filter(|n| **n > 500).count() < 7
    }

    #[test]
    fn stops_at_the_limit_of_runs_and_counts_all_of_them() {
        for budget in [1, 2, 5, 20] {
            let calls = Cell::new(0);
            let report = long_list().reduction_runs(budget).run(|list| {
                calls.set(calls.get() + 1);
                holds(&list)
            });
            let failure = &report.failures()[0];
            assert_eq!(failure.reduction_ended(), ReductionEnd::Runs);
            // One before the reduction, two after it.
            assert_eq!(failure.reduction_runs(), budget + 3);
            assert_eq!(calls.get(), report.executions() + failure.reduction_runs());
            assert!(!holds(failure.value()) && failure.value() <= failure.original());
        }
    }

    #[test]
    fn the_attempts_of_a_reduction_are_the_runs_of_its_generator() {
        let made = Cell::new(0);
        let lists = vec(any::<u64>()).map(|list| {
            made.set(made.get() + 1);
            list
        });
        let check = check(lists).seed(1).max_failures(1).database(Db::none());
        let report = check.run(|list| holds(&list));
        let failure = &report.failures()[0];
        let (attempts, confirmations) = (failure.reduction_attempts(), failure.confirmations());
        assert!(attempts + confirmations >= failure.reduction_runs());
        // The others make the values of the report.
        let others = made.get() - report.executions() - attempts - confirmations;
        assert_eq!((confirmations, others), (3, 3));
    }

    #[test]
    fn does_not_mention_a_limit_that_was_not_reached() {
        let report = check(any::<u64>()).seed(1).database(Db::none()).run(|n| n < 10);
        assert_eq!(report.failures()[0].reduction_ended(), ReductionEnd::Complete);
        assert!(!report.to_string().contains("stopped"));
    }

    #[test]
    fn confirms_the_failure_with_one_run_after_the_time_limit() {
        let hasty = long_list().reduction_time(Duration::from_nanos(1));
        let report = hasty.run(|list| holds(&list));
        let failure = &report.failures()[0];
        assert_eq!(failure.reduction_ended(), ReductionEnd::Time);
        assert_eq!((failure.value(), failure.reduction_runs()), (failure.original(), 2));
        assert_eq!(report.verdict(), Verdict::Falsified);
    }

    #[test]
    fn applies_the_limit_of_runs_to_flaky_failures() {
        let (coin, calls) = (Coin::new(), Cell::new(0));
        let report = long_list().reduction_runs(200).run(|list| {
            calls.set(calls.get() + 1);
            // It fails when it is found, and passes in the next run.
            holds(&list) || calls.get() > 1 && (calls.get() == 2 || coin.is_heads(50))
        });
        let failure = &report.failures()[0];
        assert_eq!(report.verdict(), Verdict::Flaky);
        assert_eq!(failure.reduction_ended(), ReductionEnd::Runs);
        assert!(failure.reduction_runs() <= 200 + 150, "{}", failure.reduction_runs());
        assert_eq!(calls.get(), report.executions() + failure.reduction_runs());
    }

    #[test]
    fn continues_where_the_last_run_stopped() {
        let db = Db::memory();
        let run = || {
            let again = check(vec(any::<u64>())).name("lists").cases(1).database(db.clone());
            let report = again.reduction_runs(40).run(|list| holds(&list));
            report.failures()[0].choices().1
        };
        let report = long_list().database(db.clone()).reduction_runs(2).run(|list| holds(&list));
        let first = report.failures()[0].choices().1;
        let saved: Vec<_> = db.load("lists").entries.iter().map(Tree::to_token).collect();
        assert_eq!(saved, [report.failures()[0].replay_token()]);
        let sizes: Vec<_> = (0..20).map(|_| run()).collect();
        assert!(sizes.is_sorted_by(|before, after| before >= after), "{sizes:?}");
        assert!(sizes[0] < first && sizes[19] == 15, "{sizes:?}");
        assert_eq!(db.load("lists").entries.len(), 1);
    }

    #[property(reduction_runs = 3, reduction_time = "10m", seed = 1)]
    #[should_panic(expected = "raise `reduction_runs` to look for a smaller input")]
    fn reads_the_limits_from_the_attribute(list: Vec<u64>) {
        assert!(list.len() < 7);
    }

    #[test]
    fn refuses_limits_of_zero() {
        let numbers = || check(any::<u8>()).name("numbers");
        assert_eq!(
            panic_message(|| numbers().reduction_runs(0).run(|_| true)),
            "numbers: `reduction_runs` is 0: give at least 1, or turn `reduce` off"
        );
        assert_eq!(
            panic_message(|| numbers().reduction_time(Duration::ZERO).run(|_| true)),
            "numbers: `reduction_time` is 0: give some time, or turn `reduce` off"
        );
    }
}

mod interruptions;

mod slippage {
    use super::*;

    fn two(most: Option<u64>, calls: &Cell<u64>) -> Report<u32> {
        let start = token(&any::<u32>(), &1_000_000);
        let check = check(any::<u32>()).seed(1).cases(1).replay(start).database(Db::none());
        let check = match most {
            Some(most) => check.max_failures(most),
            None => check,
        };
        check.run(|n| {
            calls.set(calls.get() + 1);
            assert!(n < 1_000, "too large");
            assert!(n == 0, "not zero");
        })
    }

    #[test]
    fn reports_both_failures_after_slippage() {
        let calls = Cell::new(0);
        let report = two(None, &calls);
        let mut found = Vec::new();
        for failure in report.failures() {
            found.push((*failure.value(), failure.message(), failure.found_at()));
        }
        assert_eq!(found, [(1_000, "too large", 1), (1, "not zero", 1)]);
        let reducing: u64 = report.failures().iter().map(Failure::reduction_runs).sum();
        assert_eq!(calls.get(), report.executions() + reducing);
    }

    #[test]
    fn reports_at_most_max_failures() {
        for (most, reported) in [(Some(1), 1), (Some(2), 2), (Some(3), 2)] {
            let report = two(most, &Cell::new(0));
            assert_eq!(report.failures().len(), reported);
            assert_eq!(report.failures()[0].message(), "too large", "the first one");
        }
        // The last of them ends the search.
        let small = check(any::<u32>()).seed(1).max_failures(1).database(Db::none());
        let report = small.run(|n| n < 10);
        assert_eq!(report.executions(), report.failures()[0].found_at());
    }

    #[test]
    fn saves_both_failures() {
        let db = Db::memory();
        let start = token(&any::<u32>(), &1_000_000);
        let check = check(any::<u32>()).name("two").cases(1).replay(start).database(db.clone());
        let report = check.run(|n| {
            assert!(n < 1_000, "too large");
            assert!(n == 0, "not zero");
        });
        let saved: HashSet<_> = db.load("two").entries.iter().map(Tree::to_token).collect();
        let reported = report.failures().iter().map(|failure| failure.replay_token().to_owned());
        assert_eq!(saved, reported.collect());
    }

    #[test]
    fn reports_a_failure_whose_message_always_changes_as_one_flaky_failure() {
        let calls = Cell::new(0_u8);
        let report = check(vec(any::<u8>())).seed(1).max_failures(9).cases(1).run(|_| {
            calls.set(calls.get().wrapping_add(1));
            panic!("said {}", char::from(b'a' + calls.get() % 26));
        });
        assert_eq!((report.verdict(), report.failures().len()), (Verdict::Flaky, 1));
    }
}

mod flaky {
    use super::*;

    #[test]
    fn reduces_a_flaky_failure_and_reports_its_rate() {
        let run = |percent| {
            let (coin, calls) = (Coin::new(), Cell::new(0));
            let lists = vec(any::<u32>());
            let start = token(&lists, &(1_000..1_040).collect());
            let check = check(lists).seed(1).cases(1).replay(start).database(Db::none());
            check.run(|list| {
                calls.set(calls.get() + 1);
                let sum: u64 = list.iter().map(|n| u64::from(*n)).sum();
                sum < 1_000 || calls.get() > 1 && (calls.get() == 2 || !coin.is_heads(percent))
            })
        };
        for percent in [30, 50, 80] {
            let report = run(percent);
            let failure = &report.failures()[0];
            assert_eq!(report.verdict(), Verdict::Flaky);
            assert_eq!(failure.value(), &[1_000], "{percent} %");
            let (failed, runs) = failure.failed_again();
            assert!(runs == 20 && failed * 5 * 2 > percent && failed < 20, "{failed} of {runs}");
            assert!(failure.reduction_runs() < 10_000, "{}", failure.reduction_runs());
            let again = run(percent);
            assert_eq!(again.failures()[0].reduction_runs(), failure.reduction_runs());
        }
    }

    #[test]
    fn does_not_drift_to_an_input_that_rarely_fails() {
        let mut smallest = Vec::new();
        for seed in 0..50 {
            let (coin, calls) = (Coin(Cell::new(seed)), Cell::new(0));
            let start = token(&any::<u32>(), &1_000_000);
            let check = check(any::<u32>()).seed(1).cases(1).replay(start).database(Db::none());
            let report = check.run(|n| {
                calls.set(calls.get() + 1);
                let percent = if n < 1_000 { 10 } else { 60 };
                n < 100 || calls.get() > 1 && (calls.get() == 2 || !coin.is_heads(percent))
            });
            smallest.push(*report.failures()[0].value());
        }
        smallest.sort_unstable();
        // For such different rates, the sequential test errs once in a hundred times.
        assert!(smallest[1] >= 1_000 && smallest[40] == 1_000, "{smallest:?}");
    }

    #[test]
    fn reports_and_saves_an_input_that_never_fails_again_as_found() {
        let (db, seen) = (Db::memory(), RefCell::new(HashSet::new()));
        let check = check(vec(any::<u32>())).name("once").seed(1).database(db.clone());
        let report = check.run(|list| list.len() < 5 || !seen.borrow_mut().insert(list));
        assert_eq!(report.verdict(), Verdict::Flaky);
        let failure = &report.failures()[0];
        assert_eq!((failure.value(), failure.failed_again()), (failure.original(), (0, 20)));
        assert_eq!(failure.reduction_ended(), ReductionEnd::Skipped);
        assert_eq!(failure.reduction_runs(), 21);
        assert_eq!(db.load("once").entries[0].to_token(), failure.replay_token());
        let text = report.to_string();
        assert!(
            text.contains(
                "but passed in 20 more runs of the same input (failure rate at most 16 %)."
            ) && text.contains("find what differs between runs"),
            "{text}"
        );
    }

    #[test]
    fn a_property_that_fails_forever_after_a_while_is_not_flaky() {
        let calls = Cell::new(0);
        let report = check(vec(any::<u32>())).seed(1).database(Db::none()).run(|_| {
            calls.set(calls.get() + 1);
            calls.get() < 50
        });
        assert_eq!(report.verdict(), Verdict::Falsified);
        assert!(report.failures()[0].value().is_empty());
    }

    #[test]
    fn reports_a_failure_that_vanishes_during_reduction_as_flaky() {
        let calls = Cell::new(0);
        let lists = vec(any::<u32>());
        let start = token(&lists, &(1_000..1_040).collect());
        let check = check(lists).seed(1).cases(1).replay(start).database(Db::none());
        let report = check.run(|list| {
            calls.set(calls.get() + 1);
            list.len() < 5 || calls.get() > 10
        });
        assert_eq!(report.verdict(), Verdict::Flaky, "{report}");
        let failure = &report.failures()[0];
        assert!(failure.value().len() >= 5 && failure.failed_again() == (0, 20));
    }

    #[test]
    fn the_message_belongs_to_the_reported_input() {
        // It fails from the found input to the end of the reduction, and never after that.
        for last in 3..40 {
            let calls = Cell::new(0);
            let lists = vec(any::<u32>());
            let start = token(&lists, &(1_000..1_040).collect());
            let check = check(lists).seed(1).cases(1).replay(start).database(Db::none());
            let report = check.run(|list| {
                calls.set(calls.get() + 1);
                note!("a list of {}", list.len());
                let length = list.len();
                assert!(length < 5 || calls.get() > last, "too long: {length}");
            });
            let failure = &report.failures()[0];
            let length = failure.value().len();
            assert_eq!(failure.message(), format!("too long: {length}"), "{report}");
            for note in failure.notes() {
                assert_eq!(*note, format!("a list of {length}"), "{report}");
            }
        }
    }

    #[test]
    fn without_time_to_repeat_it_no_rate_is_stated() {
        let calls = Cell::new(0);
        let check = check(any::<u32>()).name("numbers").seed(1).database(Db::none());
        let report = check.reduction_time(Duration::from_nanos(1)).run(|n| {
            calls.set(calls.get() + 1);
            n < 10 || calls.get() % 2 == 0
        });
        assert_eq!(report.verdict(), Verdict::Flaky, "{report}");
        assert_eq!(report.failures()[0].failed_again(), (0, 0));
        let text = report.to_string();
        assert!(text.contains(", and there was no time left to repeat it."), "{text}");
    }

    #[test]
    fn names_the_order_of_hash_maps_as_a_cause() {
        let hint = "it uses a `HashMap` or `HashSet`, whose iteration order differs in every run";
        // Rare enough that it does not fail three times in a row by chance, as a deterministic failure does.
        let begins_and_ends_in_order = |set: &HashSet<u8>| {
            set.iter().next() == set.iter().min() && set.iter().last() == set.iter().max()
        };
        let lists = || check(vec(0..50_u8).len(12)).seed(1).cases(5_000).database(Db::none());
        let report = lists().run(|list| {
            let set: HashSet<u8> = list.iter().copied().collect();
            set.len() < 8 || !begins_and_ends_in_order(&set)
        });
        assert_eq!(report.verdict(), Verdict::Flaky, "{report}");
        assert!(report.to_string().contains(hint), "{report}");
        // An argument whose order changes.
        let sets = check(hash_set(0..50_u8).len(12)).seed(1).cases(5_000).database(Db::none());
        let report = sets.run(|set: HashSet<u8>| !begins_and_ends_in_order(&set));
        assert_eq!(report.verdict(), Verdict::Flaky, "{report}");
        assert!(report.to_string().contains(hint), "{report}");
        let calls = Cell::new(0);
        let report = lists().run(|list| {
            calls.set(calls.get() + 1);
            list.len() < 5 || calls.get() % 2 == 0
        });
        assert_eq!(report.verdict(), Verdict::Flaky, "{report}");
        assert!(!report.to_string().contains(hint), "{report}");
    }

    #[test]
    fn confirms_a_failure_with_a_changing_message_more_often() {
        let runs = |changes: bool| {
            let calls = Cell::new(0);
            let report = check(any::<u64>()).seed(1).database(Db::none()).run(|n| {
                calls.set(calls.get() + 1);
                assert!(n < 10, "too large: {}", if changes { calls.get() } else { 0 });
            });
            assert_eq!(report.verdict(), Verdict::Falsified);
            report.failures()[0].reduction_runs()
        };
        assert_eq!(runs(true), runs(false) + 7);
    }
}

mod generators {
    use super::*;

    /// Generates a number, and panics from this call on.
    fn failing_from(call: u32) -> impl Fn(&mut Source) -> u64 {
        let calls = Cell::new(0);
        move |src: &mut Source| {
            calls.set(calls.get() + 1);
            assert!(calls.get() < call, "worn out");
            src.draw(10..u64::MAX)
        }
    }

    #[test]
    fn reports_a_generator_that_panics_in_the_confirmation_with_the_failure() {
        let run = |call| {
            let check = check(failing_from(call)).name("numbers").seed(1).max_failures(1);
            panic_message(|| check.database(Db::none()).run(|n| assert!(n < 10, "too large")))
        };
        // The first call counts the inputs before the search.
        let message = run(3);
        assert!(message.starts_with("numbers: the generator panicked at disprove"), "{message}");
        assert!(
            message.contains(
                ": worn out; before, it made an input of the same choices, which failed: too large\n\n"
            ) && message.contains("\n    seed     .seed(1)"),
            "{message}"
        );
        assert!(message.contains("\n  to run it again\n"), "{message}");
    }

    #[test]
    fn the_report_says_that_the_input_of_a_panicking_generator_is_saved() {
        let database = Db::memory();
        // The third call records the input. In the second run, the first call replays it.
        for call in [4, 2] {
            let check = check(failing_from(call)).name("numbers").seed(1).max_failures(1);
            let check = check.database(database.clone());
            let message = panic_message(|| check.run(|n| assert!(n < 10, "too large")));
            assert!(message.contains("which failed: too large\n\n"), "{call}: {message}");
            assert!(
                message.contains("\n  saved; the next run tries it first\n"),
                "{call}: {message}"
            );
        }
    }

    #[test]
    fn reports_a_generator_that_panics_at_the_end_with_the_token_of_the_input() {
        // The last call generates the value for the report.
        let run = |call| {
            let check = check(failing_from(call)).name("numbers").seed(1).max_failures(1);
            let check = check.reduce(false).database(Db::none());
            panic_message(|| check.run(|n| assert!(n < 10, "too large")))
        };
        let message = run(6);
        assert!(
            message.starts_with(
                "numbers: the generator panicked: the generator is not deterministic: the recorded choices no \
                 longer produce a value; make it depend only on its source; the choices are `d1:"
            ),
            "{message}"
        );
        assert!(message.ends_with("`, and their failure was: too large"), "{message}");
    }

    #[test]
    fn reports_a_generator_that_is_not_deterministic() {
        let calls = Cell::new(0_usize);
        let uneven = |src: &mut Source| {
            calls.set(calls.get() + 1);
            src.draw(vec(any::<u8>()).len(calls.get() % 3))
        };
        let report = check(uneven).seed(1).database(Db::none()).run(|list| list.len() < 2);
        let text = report.to_string();
        assert!(
            text.contains(
                "  the generator is not deterministic: the same choices produced another input; let it depend \
                 on nothing but its `Source`\n"
            ),
            "{text}"
        );
    }
}
