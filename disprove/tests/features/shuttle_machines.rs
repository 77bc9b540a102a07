//! State machines under shuttle: a race that was found is found again.

use crate::scripted::{report, seed, set_seed};
use disprove::prelude::*;
use shuttle::sync::{
    Mutex,
    atomic::{AtomicU32, Ordering::SeqCst},
};

/// From the first call to the last result.
fn transcript(report: &str) -> Vec<&str> {
    report.lines().filter(|line| line.starts_with("    ")).collect()
}

/// Loses an addition that happens between reading and writing.
#[derive(Default)]
struct RacyCounter(AtomicU32);

#[property(threads = shuttle, steps = 3, seed = seed())]
#[ignore = "run by another test"]
impl RacyCounter {
    #[rule(parallel)]
    fn add(&self, #[draw(1..4)] n: u32) -> u32 {
        let before = self.0.load(SeqCst);
        self.0.store(before + n, SeqCst);
        before + n
    }

    #[rule(parallel)]
    fn get(&self) -> u32 {
        self.0.load(SeqCst)
    }
}

#[test]
fn a_race_is_found_again_and_reduced() {
    for seed in 1..=10 {
        set_seed(seed);
        let found = report(racy_counter);
        assert!(found.contains("no order of these calls gives these results"), "{found}");
        assert_eq!(found.matches("machine.").count(), 2, "{found}");
        assert!(!found.contains("what matters"), "it is not explained: {found}");
        assert_eq!(transcript(&report(racy_counter)), transcript(&found));
    }
}

/// Fails if two threads take turns six times, which one schedule in about a thousand does.
#[derive(Default)]
struct Turns(AtomicU32);

impl Turns {
    fn count(&self) {
        let counts: Vec<u32> = (0..6).map(|_| self.0.fetch_add(1, SeqCst)).collect();
        assert!(!counts.windows(2).all(|pair| pair[1] - pair[0] == 2), "they took turns");
    }
}

#[property(threads = shuttle, steps = 1, cases = 2_000, seed = 1)]
#[ignore = "run by another test"]
impl Turns {
    #[rule(parallel)]
    fn take(&self) {
        self.count();
    }
}

/// The same machine with the token of the failure, and with another seed.
#[derive(Default)]
struct SameTurns(Turns);

#[property(threads = shuttle, steps = 1, cases = 1, seed = 77)]
#[replay("d1:H5EBkACQEJAQkBCREJEQAOM")]
#[ignore = "run by another test"]
impl SameTurns {
    #[rule(parallel)]
    fn take(&self) {
        self.0.count();
    }
}

#[test]
fn a_token_contains_the_thread_schedule() {
    let found = report(turns);
    assert!(
        found.contains("#[replay(\"d1:H5EBkACQEJAQkBCREJEQAOM\")]"),
        "the token of the attribute: {found}"
    );
    let again = report(same_turns);
    assert!(again.contains("failed on replay 1."), "{again}");
    let schedule = |report: &str| {
        let lines = report.lines().filter(|line| line.starts_with("    // "));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(schedule(&again), schedule(&found));
}

/// A race between atomics of `std`, which shuttle does not control: no other thread runs in between.
#[derive(Default)]
struct NotControlled(std::sync::atomic::AtomicU32);

#[property(threads = shuttle, cases = 100, steps = 3, seed = 1)]
impl NotControlled {
    #[rule(parallel)]
    fn add(&self, #[draw(1..4)] n: u32) -> u32 {
        let before = self.0.load(SeqCst);
        self.0.store(before + n, SeqCst);
        before + n
    }
}

/// Threads of shuttle run on the thread of the case, those of `std` do not.
#[derive(Default)]
struct Spawning;

#[property(threads = shuttle, cases = 5, steps = 3, seed = 1)]
impl Spawning {
    #[rule(parallel)]
    fn spawn(&self) {
        let id = || std::thread::current().id();
        let controlled = shuttle::thread::spawn(id).join().expect("it returns");
        let other = std::thread::spawn(id).join().expect("it returns");
        assert!(controlled == id() && other != id());
    }
}

#[derive(Default)]
struct Locked(Mutex<u32>);

#[property(threads = shuttle, cases = 50, seed = 1)]
impl Locked {
    #[rule(parallel)]
    fn add(&self, #[draw(1..4)] n: u32) -> u32 {
        let mut value = self.0.lock().expect("no thread has panicked");
        *value += n;
        *value
    }
}

/// Two locks, taken in either order.
#[derive(Default)]
struct Crossed(Mutex<u32>, Mutex<u32>);

#[property(threads = shuttle, cases = 200, steps = 2, seed = 1)]
#[ignore = "run by another test"]
impl Crossed {
    #[rule(parallel)]
    fn forth(&self) {
        let _first = self.0.lock();
        let _second = self.1.lock();
    }

    #[rule(parallel)]
    fn back(&self) {
        let _second = self.1.lock();
        let _first = self.0.lock();
    }
}

#[test]
fn a_deadlock_is_a_failure() {
    let report = report(crossed);
    for part in ["deadlock", "// thread 1: machine.", "// thread 2: machine."] {
        assert!(report.contains(part), "{part}: {report}");
    }
}

/// The example of the book.
mod hall {
    use disprove::prelude::*;
    use shuttle::sync::Mutex;

    struct Hall {
        free: Mutex<Vec<u8>>,
    }

    impl Hall {
        /// Another thread may take the last seat between the two locks.
        fn book(&self) -> Option<u8> {
            if self.free.lock().unwrap().is_empty() {
                return None;
            }
            Some(self.free.lock().unwrap().remove(0))
        }
    }

    struct Bookings(Hall);

    #[property(threads = shuttle, steps = 3)]
    #[ignore = "run by the test below"]
    impl Bookings {
        #[initial]
        fn open() -> Self {
            Bookings(Hall { free: Mutex::new(vec![1, 2]) })
        }

        #[rule(parallel)]
        fn book(&self) -> Option<u8> {
            self.0.book()
        }
    }

    #[test]
    fn the_last_seat_is_booked_twice_as_the_page_says() {
        let page = include_str!("../../../book/src/guides/async-and-threads.md");
        let report = crate::scripted::report(bookings);
        // Without the place of the panic.
        crate::simulations::assert_shown(page, "let mut machine = Bookings", &report);
    }
}

#[derive(Default)]
struct Seats(AtomicU32);

#[property(threads = shuttle, steps = 2, seed = 1)]
#[ignore = "run by another test"]
impl Seats {
    #[rule(parallel)]
    fn take(&self) {
        if self.0.load(SeqCst) < 1 {
            let taken = self.0.fetch_add(1, SeqCst);
            assert!(taken < 1, "a seat was sold twice");
        }
    }
}

#[test]
fn a_panic_on_a_thread_is_a_failure() {
    let report = report(seats);
    for part in ["a seat was sold twice    ", "shuttle_machines.rs", "-> panicked"] {
        assert!(report.contains(part), "{part}: {report}");
    }
}
