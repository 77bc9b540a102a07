//! A reduction that is interrupted loses nothing: smaller inputs are saved while it runs.

use super::*;

/// A store that panics after this many saves, to simulate an interruption.
#[derive(Debug)]
struct Interrupting {
    entries: Arc<Mutex<Vec<Tree>>>,
    saves: Mutex<u32>,
}

impl Database for Interrupting {
    fn load(&self, _: &str) -> Loaded {
        Loaded::default()
    }
    fn save(&self, _: &str, entry: &Tree) -> Result<(), Problem> {
        let mut saves = self.saves.lock().unwrap();
        assert!(*saves > 0, "interrupted");
        *saves -= 1;
        self.remove("", entry)?;
        self.entries.lock().unwrap().push(entry.clone());
        Ok(())
    }
    fn remove(&self, _: &str, entry: &Tree) -> Result<(), Problem> {
        let removed = entry.to_token();
        self.entries.lock().unwrap().retain(|entry| entry.to_token() != removed);
        Ok(())
    }
}

fn sum(list: &[u32]) -> u64 {
    list.iter().map(|n| u64::from(*n)).sum()
}

#[test]
fn saves_the_smallest_input_so_far() {
    let mut sizes = Vec::new();
    for saves in 1..5 {
        let entries = Arc::new(Mutex::new(Vec::new()));
        let db =
            Db::custom(Interrupting { entries: Arc::clone(&entries), saves: Mutex::new(saves) });
        let message = panic_message(|| {
            let lists = vec(any::<u32>());
            let start = token(&lists, &(1_000..1_040).collect());
            check(lists).cases(1).replay(start).database(db).run(|list| sum(&list) < 5_000)
        });
        assert!(message.contains("interrupted"), "{message}");
        let entries = entries.lock().unwrap();
        let [entry] = entries.as_slice() else { panic!("{} entries", entries.len()) };
        let replayed = check(vec(any::<u32>())).replay(entry.to_token()).reduce(false);
        let report = replayed.max_failures(1).database(Db::none()).run(|list| sum(&list) < 5_000);
        assert_eq!(report.failures()[0].found_at(), 1, "the saved input fails");
        sizes.push(entry.len());
    }
    assert!(
        sizes.is_sorted_by(|before, after| before >= after) && sizes[0] > sizes[3],
        "{sizes:?}"
    );
}

#[test]
fn always_has_at_most_one_saved_input_which_failed_and_saves_rarely() {
    #[derive(Debug, Default)]
    struct Counting(Mutex<Vec<Tree>>, Mutex<u32>);
    impl Database for &'static Counting {
        fn load(&self, _: &str) -> Loaded {
            Loaded::from(self.0.lock().unwrap().clone())
        }
        fn save(&self, _: &str, entry: &Tree) -> Result<(), Problem> {
            *self.1.lock().unwrap() += 1;
            self.remove("", entry)?;
            self.0.lock().unwrap().push(entry.clone());
            Ok(())
        }
        fn remove(&self, _: &str, entry: &Tree) -> Result<(), Problem> {
            let removed = entry.to_token();
            self.0.lock().unwrap().retain(|entry| entry.to_token() != removed);
            Ok(())
        }
    }
    let store: &'static Counting = Box::leak(Box::default());
    let list = vec(any::<u32>());
    let failed = RefCell::new(HashSet::new());
    let check = check(vec(any::<u32>())).name("sums").seed(1).database(Db::custom(store));
    let report = check.run(|numbers| {
        let saved = store.load("sums").entries;
        assert!(saved.len() <= 1, "{} entries", saved.len());
        for entry in saved {
            assert!(failed.borrow().contains(&entry.to_token()), "a saved input that never failed");
        }
        if sum(&numbers) >= 5_000 {
            failed.borrow_mut().insert(token(&list, &numbers));
        }
        sum(&numbers) < 5_000
    });
    assert_eq!(report.failures().len(), 1, "{report}");
    assert_eq!(report.failures()[0].value(), &[5_000]);
    assert_eq!(store.0.lock().unwrap()[0].to_token(), report.failures()[0].replay_token());
    // The original, the result, and few of the steps between them.
    let saves = *store.1.lock().unwrap();
    assert!((3..=9).contains(&saves), "{saves}");
}

#[test]
fn removes_entries_that_an_interruption_left() {
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
fn saves_all_failures_before_it_reduces_the_first() {
    let db = Db::memory();
    let [odd, even] = [1_000_001, 2_000_000].map(|n| token(&any::<u32>(), &n));
    let check = check(any::<u32>()).name("both").cases(2).replay(odd).replay(even);
    let (calls, seen) = (Cell::new(0), Cell::new(0));
    let report = check.database(db.clone()).run(|n| {
        calls.set(calls.get() + 1);
        // The first four runs are two replays and a confirmation of each.
        if calls.get() == 5 {
            seen.set(db.load("both").entries.len());
        }
        assert!(n < 100 || n % 2 == 0, "odd");
        assert!(n < 100 || n % 2 == 1, "even");
    });
    assert_eq!((seen.get(), report.failures().len()), (2, 2));
}
