//! A reduction is bounded, loses nothing, and says what it could not do: whatever the property does.

use disprove::{Check, Database, Failure, Loaded, Problem, ReductionEnd, Tree, prelude::*};
use std::{
    cell::{Cell, RefCell},
    collections::HashSet,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex},
    time::Duration,
};

fn token<G: Generator>(generator: &G, value: &G::Value) -> String {
    generator.encode(value).expect("the generator knows the way back").to_token()
}

fn complaint<R>(run: impl FnOnce() -> R) -> String {
    let Err(payload) = catch_unwind(AssertUnwindSafe(run)) else { panic!("nothing was said") };
    match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(payload) => (*payload.downcast::<&str>().expect("a text")).to_owned(),
    }
}

/// Numbers that look like chance and are the same in every run.
struct Coin(Cell<u64>);

impl Coin {
    fn new() -> Coin {
        Coin(Cell::new(1))
    }

    fn shows(&self, percent: u64) -> bool {
        let next = self.0.get().wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        self.0.set(next);
        (next >> 33) % 100 < percent
    }
}

mod budgets {
    use super::*;

    /// Starts from a list that takes many runs to be reduced.
    fn long_list() -> Check<impl Generator<Value = Vec<u64>>> {
        let lists = vec(any::<u64>());
        let start = token(&lists, &(1_000..1_040).collect());
        check(lists).name("lists").seed(1).cases(1).replay(start).database(Db::none())
    }

    fn holds(list: &[u64]) -> bool {
        list.iter().filter(|n| **n > 500).count() < 7
    }

    #[test]
    fn runs_beyond_the_budget_are_not_made_and_all_are_counted() {
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
    fn a_reduction_within_its_budget_does_not_mention_it() {
        let report = check(any::<u64>()).seed(1).database(Db::none()).run(|n| n < 10);
        assert_eq!(report.failures()[0].reduction_ended(), ReductionEnd::Complete);
        assert!(!report.to_string().contains("stopped"));
    }

    #[test]
    fn once_the_time_is_up_one_run_shows_that_it_still_fails() {
        let hasty = long_list().reduction_time(Duration::from_nanos(1));
        let report = hasty.run(|list| holds(&list));
        let failure = &report.failures()[0];
        assert_eq!(failure.reduction_ended(), ReductionEnd::Time);
        assert_eq!((failure.value(), failure.reduction_runs()), (failure.original(), 2));
        assert_eq!(report.verdict(), Verdict::Falsified);
    }

    #[test]
    fn flaky_failures_have_the_same_budget() {
        let (coin, calls) = (Coin::new(), Cell::new(0));
        let report = long_list().reduction_runs(200).run(|list| {
            calls.set(calls.get() + 1);
            // It fails when it is found, and not when it is run again.
            holds(&list) || calls.get() > 1 && (calls.get() == 2 || coin.shows(50))
        });
        let failure = &report.failures()[0];
        assert_eq!(report.verdict(), Verdict::Flaky);
        assert_eq!(failure.reduction_ended(), ReductionEnd::Runs);
        assert!(failure.reduction_runs() <= 200 + 150, "{}", failure.reduction_runs());
        assert_eq!(calls.get(), report.executions() + failure.reduction_runs());
    }

    #[test]
    fn the_next_run_starts_where_the_last_was_stopped() {
        let db = Db::memory();
        let run = || {
            let again = check(vec(any::<u64>())).name("lists").cases(1).database(db.clone());
            let report = again.reduction_runs(40).run(|list| holds(&list));
            report.failures()[0].choices().1
        };
        let report = long_list().database(db.clone()).reduction_runs(2).run(|list| holds(&list));
        let first = report.failures()[0].choices().1;
        let sizes: Vec<_> = (0..20).map(|_| run()).collect();
        assert!(sizes.is_sorted_by(|before, after| before >= after), "{sizes:?}");
        assert!(sizes[0] < first && sizes[19] == 15, "{sizes:?}");
        assert_eq!(db.load("lists").entries.len(), 1);
    }

    #[property(reduction_runs = 3, reduction_time = "10m", seed = 1)]
    #[should_panic(expected = "raise `reduction_runs` to look for a smaller input")]
    fn they_can_be_set_for_a_property(list: Vec<u64>) {
        assert!(list.len() < 7);
    }

    #[test]
    fn none_at_all_is_a_mistake() {
        let numbers = || check(any::<u8>()).name("numbers");
        assert_eq!(
            complaint(|| numbers().reduction_runs(0).run(|_| true)),
            "numbers: `reduction_runs` is 0: allow at least one run, or switch `reduce` off"
        );
        assert_eq!(
            complaint(|| numbers().reduction_time(Duration::ZERO).run(|_| true)),
            "numbers: `reduction_time` is 0: allow some time, or switch `reduce` off"
        );
    }
}

mod interruptions {
    use super::*;

    /// A store that ends the process, as far as a test can, when so many entries were saved.
    #[derive(Debug)]
    struct Ending {
        entries: Arc<Mutex<Vec<Tree>>>,
        saves: Mutex<u32>,
    }

    impl Database for Ending {
        fn load(&self, _: &str) -> Loaded {
            Loaded::default()
        }
        fn save(&self, _: &str, entry: &Tree) -> Result<(), Problem> {
            let mut saves = self.saves.lock().unwrap();
            assert!(*saves > 0, "the power is off");
            *saves -= 1;
            self.entries.lock().unwrap().push(entry.clone());
            Ok(())
        }
        fn remove(&self, _: &str, entry: &Tree) -> Result<(), Problem> {
            let gone = entry.to_token();
            self.entries.lock().unwrap().retain(|entry| entry.to_token() != gone);
            Ok(())
        }
    }

    fn sum(list: &[u32]) -> u64 {
        list.iter().map(|n| u64::from(*n)).sum()
    }

    #[test]
    fn the_smallest_input_so_far_is_kept() {
        let mut kept = Vec::new();
        for saves in 1..5 {
            let entries = Arc::new(Mutex::new(Vec::new()));
            let db = Db::custom(Ending { entries: Arc::clone(&entries), saves: Mutex::new(saves) });
            let said = complaint(|| {
                let lists = vec(any::<u32>());
                let start = token(&lists, &(1_000..1_040).collect());
                check(lists).cases(1).replay(start).database(db).run(|list| sum(&list) < 5_000)
            });
            assert!(said.contains("the power is off"), "{said}");
            let entries = entries.lock().unwrap();
            let [entry] = entries.as_slice() else { panic!("{} are kept", entries.len()) };
            let replayed = check(vec(any::<u32>())).replay(entry.to_token()).reduce(false);
            let report =
                replayed.max_failures(1).database(Db::none()).run(|list| sum(&list) < 5_000);
            assert_eq!(report.failures()[0].found_at(), 1, "what is kept fails");
            kept.push(entry.len());
        }
        assert!(
            kept.is_sorted_by(|before, after| before >= after) && kept[0] > kept[3],
            "{kept:?}"
        );
    }

    #[test]
    fn at_any_moment_one_input_is_kept_that_failed_and_few_files_were_written() {
        #[derive(Debug, Default)]
        struct Counting(Mutex<Vec<Tree>>, Mutex<u32>);
        impl Database for &'static Counting {
            fn load(&self, _: &str) -> Loaded {
                Loaded { entries: self.0.lock().unwrap().clone(), problems: Vec::new() }
            }
            fn save(&self, _: &str, entry: &Tree) -> Result<(), Problem> {
                *self.1.lock().unwrap() += 1;
                self.remove("", entry)?;
                self.0.lock().unwrap().push(entry.clone());
                Ok(())
            }
            fn remove(&self, _: &str, entry: &Tree) -> Result<(), Problem> {
                let gone = entry.to_token();
                self.0.lock().unwrap().retain(|entry| entry.to_token() != gone);
                Ok(())
            }
        }
        let store: &'static Counting = Box::leak(Box::default());
        let list = vec(any::<u32>());
        let failed = RefCell::new(HashSet::new());
        let check = check(vec(any::<u32>())).name("sums").seed(1).database(Db::custom(store));
        let report = check.run(|numbers| {
            let kept = store.load("sums").entries;
            assert!(kept.len() <= 1, "{} are kept", kept.len());
            for entry in kept {
                assert!(failed.borrow().contains(&entry.to_token()), "it never failed");
            }
            if sum(&numbers) >= 5_000 {
                failed.borrow_mut().insert(token(&list, &numbers));
            }
            sum(&numbers) < 5_000
        });
        assert_eq!(report.failures().len(), 1, "{report}");
        assert_eq!(report.failures()[0].value(), &[5_000]);
        assert_eq!(store.0.lock().unwrap()[0].to_token(), report.failures()[0].replay_token());
        // The original, the result, and few in between, however many there were.
        let saves = *store.1.lock().unwrap();
        assert!((3..=9).contains(&saves), "{saves}");
    }

    #[test]
    fn what_an_interruption_left_behind_is_removed() {
        let db = Db::memory();
        for number in [900, 700, 800] {
            db.save("rest", &any::<u64>().encode(&number).expect("a number")).expect("memory");
        }
        let report = check(any::<u64>()).name("rest").seed(1).database(db.clone()).run(|n| n < 10);
        let entries = db.load("rest").entries;
        assert_eq!(entries.len(), 1);
        assert_eq!(entries[0].to_token(), report.failures()[0].replay_token());
    }

    #[test]
    fn all_failures_are_kept_before_the_first_is_reduced() {
        let db = Db::memory();
        let [odd, even] = [1_000_001, 2_000_000].map(|n| token(&any::<u32>(), &n));
        let check = check(any::<u32>()).name("both").cases(2).replay(odd).replay(even);
        let (calls, seen) = (Cell::new(0), Cell::new(0));
        let report = check.database(db.clone()).run(|n| {
            calls.set(calls.get() + 1);
            // Two replays, and once more each.
            if calls.get() == 5 {
                seen.set(db.load("both").entries.len());
            }
            assert!(n < 100 || n % 2 == 0, "odd");
            assert!(n < 100 || n % 2 == 1, "even");
        });
        assert_eq!((seen.get(), report.failures().len()), (2, 2));
    }
}

mod several {
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
    fn a_reduction_that_slips_to_another_failure_keeps_both() {
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
    fn not_more_failures_are_reported_than_are_wanted() {
        for (most, reported) in [(Some(1), 1), (Some(2), 2), (Some(3), 2)] {
            assert_eq!(two(most, &Cell::new(0)).failures().len(), reported);
        }
    }

    #[test]
    fn both_are_kept() {
        let db = Db::memory();
        let start = token(&any::<u32>(), &1_000_000);
        let check = check(any::<u32>()).name("two").cases(1).replay(start).database(db.clone());
        let report = check.run(|n| {
            assert!(n < 1_000, "too large");
            assert!(n == 0, "not zero");
        });
        let kept: HashSet<_> = db.load("two").entries.iter().map(Tree::to_token).collect();
        let reported = report.failures().iter().map(|failure| failure.replay_token().to_owned());
        assert_eq!(kept, reported.collect());
    }

    #[test]
    fn a_failure_with_a_new_message_every_time_is_one_flaky_failure() {
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
    fn what_fails_every_other_time_is_reduced_and_its_rate_is_told() {
        let run = |percent| {
            let (coin, calls) = (Coin::new(), Cell::new(0));
            let lists = vec(any::<u32>());
            let start = token(&lists, &(1_000..1_040).collect());
            let check = check(lists).seed(1).cases(1).replay(start).database(Db::none());
            check.run(|list| {
                calls.set(calls.get() + 1);
                let sum: u64 = list.iter().map(|n| u64::from(*n)).sum();
                sum < 1_000 || calls.get() > 1 && (calls.get() == 2 || !coin.shows(percent))
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
    fn a_reduction_does_not_drift_to_what_hardly_ever_fails() {
        let mut smallest = Vec::new();
        for seed in 0..50 {
            let (coin, calls) = (Coin(Cell::new(seed)), Cell::new(0));
            let start = token(&any::<u32>(), &1_000_000);
            let check = check(any::<u32>()).seed(1).cases(1).replay(start).database(Db::none());
            let report = check.run(|n| {
                calls.set(calls.get() + 1);
                let percent = if n < 1_000 { 10 } else { 60 };
                n < 100 || calls.get() > 1 && (calls.get() == 2 || !coin.shows(percent))
            });
            smallest.push(*report.failures()[0].value());
        }
        smallest.sort_unstable();
        // Of two who fail so differently, the test takes one for the other once in a hundred times.
        assert!(smallest[1] >= 1_000 && smallest[40] == 1_000, "{smallest:?}");
    }

    #[test]
    fn what_never_fails_again_is_reported_and_kept_as_it_was_found() {
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
    fn what_fails_for_good_after_a_while_is_no_flaky_failure() {
        let calls = Cell::new(0);
        let report = check(vec(any::<u32>())).seed(1).database(Db::none()).run(|_| {
            calls.set(calls.get() + 1);
            calls.get() < 50
        });
        assert_eq!(report.verdict(), Verdict::Falsified);
        assert!(report.failures()[0].value().is_empty());
    }

    #[test]
    fn what_stops_failing_while_it_is_reduced_is_flaky_and_not_lost() {
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
    fn a_message_that_changes_calls_for_more_runs() {
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

    /// Makes a number, and panics from a call on.
    fn failing_from(call: u32) -> impl Fn(&mut Source) -> u64 {
        let calls = Cell::new(0);
        move |src: &mut Source| {
            calls.set(calls.get() + 1);
            assert!(calls.get() < call, "worn out");
            src.draw(10..u64::MAX)
        }
    }

    #[test]
    fn one_that_panics_when_it_is_run_again_is_blamed_with_what_failed() {
        let run = |call| {
            let check = check(failing_from(call)).name("numbers").seed(1).max_failures(1);
            complaint(|| check.database(Db::none()).run(|n| assert!(n < 10, "too large")))
        };
        // Inputs are counted once before the search.
        let said = run(3);
        assert!(said.starts_with("numbers: the generator panicked at disprove"), "{said}");
        assert!(
            said.ends_with(
                ": worn out; before, it made an input of the same choices, which failed: too large"
            ),
            "{said}"
        );
    }

    #[test]
    fn one_that_panics_in_the_end_is_blamed_with_the_token_of_the_input() {
        // It is made once more, to be shown.
        let run = |call| {
            let check = check(failing_from(call)).name("numbers").seed(1).max_failures(1);
            let check = check.reduce(false).database(Db::none());
            complaint(|| check.run(|n| assert!(n < 10, "too large")))
        };
        let said = run(6);
        assert!(
            said.starts_with(
                "numbers: the generator panicked: it makes no value any more of the choices that failed \
                 before: it must depend on nothing but its source; `d1:"
            ),
            "{said}"
        );
        assert!(said.ends_with("` is their token, and what failed said: too large"), "{said}");
    }

    #[test]
    fn one_that_draws_otherwise_every_time_ends_and_is_explained() {
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
