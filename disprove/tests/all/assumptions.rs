//! `assume!` and `when!` decide what the same condition decides in plain Rust.

#![cfg(feature = "regex")]
// The conditions below are deliberately written in every possible style.
#![allow(clippy::all, clippy::pedantic)]

use disprove::prelude::*;
use std::{
    cell::Cell,
    collections::{BTreeMap, HashSet},
};

/// Imports the macros and nothing else.
mod alone {
    use disprove::{assume, property};

    fn helper(n: u8) {
        assume!(n > 3 && n % 2 == 0);
    }

    #[property]
    fn helpers_reject_by_unwinding(n: u8) {
        helper(n);
        assert!(n > 3 && n.is_multiple_of(2));
    }

    #[property]
    fn bodies_reject_by_returning(n: u8) -> bool {
        assume!(n > 3 && n % 2 == 0);
        n > 3 && n.is_multiple_of(2)
    }
}

/// Asserts that a condition has the same value in plain Rust and in `when!`.
macro_rules! agree {
    ($($condition:expr;)*) => {$(
        let plain: bool = $condition;
        assert_eq!(when!($condition), plain, "{}", stringify!($condition));
        assert_eq!(when!(!($condition)), !plain, "not {}", stringify!($condition));
    )*};
}

#[property(cases = 2_000)]
fn conditions_have_the_value_of_plain_rust(
    #[draw((-4..=4i8, -4..=4i8, -4..=4i8))] (a, b, c): (i8, i8, i8),
    #[draw(vec(-4..=4i8).len(..5))] xs: Vec<i8>,
    #[draw(vec(-4..=4i8).len(..5))] ys: Vec<i8>,
    #[draw(option(-4..=4i8))] o: Option<i8>,
    #[draw("[ab]{0,3}")] s: String,
    #[draw("[ab]{0,3}")] t: String,
    #[draw(any())] x: f64,
    p: bool,
    q: bool,
) {
    let set: HashSet<i8> = xs.iter().copied().collect();
    let map: BTreeMap<i8, bool> = ys.iter().map(|y| (*y, p)).collect();
    agree! {
        a < b; a <= b; a > b; a >= b; a == b; a != b;
        p; !p; p && q; p || q; p ^ q; p & q; p | q; p == q;
        a < b && b < c; a < b || b < c; !(a < b) && !(b < c && p) || q;
        a < b && (b < c || p) && (q || c == a || !(a != b && b != c));
        a % 3 == 1; a % 3 != 1; 0 == a % (b.abs() + 1); a % 5 < b; a % 3 >= 0; a % 3 == b % 3;
        x < 1.0; x >= 1.0; x == x; x != x; !(x < 0.5) && !(x > 0.7); (x - 1.0).abs() <= 0.5;
        s == t; s < t; s != t; s.contains(&t); s.starts_with(t.as_str()); s.ends_with('a'); s.is_empty();
        xs == ys; xs < ys; xs != ys; xs.is_sorted(); xs.is_empty(); xs.len() == ys.len(); xs.len() > 2;
        xs.contains(&a); set.contains(&b); map.contains_key(&c); (a..b).contains(&c); (a..=b).contains(&c); (..c).contains(&a);
        xs.iter().all(|x| *x > a); xs.iter().any(|x| *x > a); !xs.iter().all(|x| !ys.contains(x));
        xs.iter().all(|x| ys.iter().any(|y| x == y)); xs.windows(2).all(|w| w[0] <= w[1]);
        xs.iter().zip(&ys).all(|(x, y)| x < y && p || q); (0..a).any(|i| i % 2 == b % 2);
        o == Some(a); o < Some(a); o.is_some(); o.is_none(); o.is_some_and(|o| o > a); o.is_none_or(|o| o > a);
        o.map_or(true, |o| o == a || p); matches!(o, Some(1..=3)); matches!(o, Some(n) if n > a); matches!(a, -4..=-2 | 0 | 4);
        matches!((a, b), (1, _) | (_, 2)); matches!(s.as_str(), "a" | "ab");
        a.cmp(&b) == std::cmp::Ordering::Less; a.cmp(&b).is_ge(); a.eq(&b); (a, b) < (b, c); [a, b] == [b, c];
        if p { a < b } else { b < c }; { let d = a / 2; d == b }; match o { Some(o) => o > a, None => q };
        if let Some(o) = o { o == a } else { p };
        Box::new(a) == Box::new(b); &a == &b; (&a).cmp(&&b).is_eq(); -a < b; a as i32 == b as i32 + 1;
    }
}

#[test]
fn an_input_is_rejected_exactly_when_the_condition_is_false() {
    let (held, seen) = (Cell::new(0), Cell::new(0));
    let report = check((0..100u8, 0..100u8)).cases(500).seed(3).run(|(a, b)| {
        seen.set(seen.get() + 1);
        assume!(a < b && (b - a) % 3 == 0);
        assert!(a < b && (b - a).is_multiple_of(3));
        held.set(held.get() + 1);
    });
    assert!(report.failures().is_empty());
    assert_eq!((report.cases(), report.rejected()), (held.get(), seen.get() - held.get()));
    assert!(report.rejected() > 100);
}

#[property]
fn early_returns_leave_loops_branches_and_matches(xs: Vec<i8>, o: Option<bool>) -> Outcome {
    for x in &xs {
        assume!(*x >= 0);
    }
    match o {
        Some(yes) => assume!(yes),
        None => assume!(xs.len() < 3),
    }
    let Some(first) = xs.first() else {
        assume!(false);
        return Outcome::fail("the body continued after a false assumption");
    };
    if *first < 0 || o == Some(false) { Outcome::fail("not assumed") } else { Outcome::pass() }
}

thread_local! {
    /// Calls of `two` whose arguments were accepted.
    static ACCEPTED: Cell<u32> = const { Cell::new(0) };
}

/// Two numbers that are ten apart, which random ones hardly ever are.
#[derive(Default)]
struct TenApart;

#[property(name = ten_apart_guided, steps = 1, seed = 1)]
#[property(name = ten_apart_at_random, steps = 1, seed = 1, search = random)]
#[ignore = "run by another test"]
impl TenApart {
    #[rule]
    fn two(&mut self, low: u32, high: u32) {
        assume!(low < high && high - low == 10);
        ACCEPTED.set(ACCEPTED.get() + 1);
    }
}

#[test]
fn an_assumption_in_a_rule_guides_the_search() {
    let [guided, random] = [ten_apart_guided, ten_apart_at_random].map(|test| {
        ACCEPTED.set(0);
        let _ = std::panic::catch_unwind(test);
        ACCEPTED.get()
    });
    assert!(guided > 100 && random < 20, "{guided} {random}");
}

#[test]
fn on_a_thread_of_the_property_a_false_assumption_panics() {
    let report = check(any::<u8>())
        .seed(1)
        .cases(100)
        .database(Db::none())
        .run(|n| std::thread::spawn(move || assume!(n < 100)).join().is_ok());
    assert_eq!(report.rejected(), 0);
    assert_eq!(report.failures()[0].value(), &100);
}

#[derive(Default)]
struct Counter(u32);

#[property(cases = 200)]
impl Counter {
    #[rule]
    fn add(&mut self, n: u32) {
        assume!(n < 1_000 && n % 2 == 0);
        self.0 += n;
    }

    #[invariant]
    fn stays_even(&self) -> bool {
        self.0.is_multiple_of(2)
    }
}

#[property(cases = 50)]
async fn async_properties_assume(n: u8) {
    assume!(std::future::ready(n).await > 3 && n < 200);
    assert!(n > 3 && n < 200);
}

#[test]
fn anything_that_negates_to_a_bool_can_be_assumed() {
    let report = check(vec(any::<bool>())).cases(20).run(|flags| {
        for flag in &flags {
            assume!(flag);
        }
        assert!(flags.iter().all(|flag| *flag));
        assume!(flags.iter().all(|flag| !!flag),);
    });
    assert!(report.failures().is_empty());
}

#[test]
#[should_panic(expected = "used outside of a property")]
fn outside_of_a_property_a_false_assumption_panics() {
    assume!(std::hint::black_box(1) == 2);
}

#[test]
fn filters_keep_what_plain_filters_keep() {
    let plain = check(vec(0..9u8).filter(|xs| xs.is_sorted())).seed(7).cases(300);
    let measured = check(vec(0..9u8).filter(|xs| when!(xs.is_sorted()))).seed(7).cases(300);
    let (ours, theirs) = (Cell::new(0), Cell::new(0));
    let sum = |to: &Cell<u64>, xs: Vec<u8>| {
        assert!(xs.is_sorted());
        to.set(to.get() * 31 % 1_000_003 + xs.iter().map(|x| u64::from(*x)).sum::<u64>());
    };
    let one = plain.run(|xs| sum(&theirs, xs));
    let other = measured.run(|xs| sum(&ours, xs));
    assert_eq!((one.cases(), one.rejected()), (other.cases(), other.rejected()));
    assert_eq!(ours.get(), theirs.get());
}

#[test]
fn failures_found_through_assumptions_are_reduced_under_them() {
    let report = check((any::<u16>(), vec(any::<u8>()))).seed(1).run(|(n, xs)| {
        assume!(n % 2 == 1 && xs.len() > 1);
        assume!(xs.iter().all(|x| *x > 1));
        assert!(n < 100);
    });
    assert_eq!(report.failures()[0].value(), &(101, vec![2, 2]));
}

/// A rejecting `assume!` in a body returns early. Unwinding costs about 2 us, which is more than most cases take.
mod early_return {
    use disprove::prelude::*;
    use std::{
        cell::Cell,
        fmt::Write,
        sync::atomic::{AtomicU64, Ordering::Relaxed},
        thread,
    };

    /// Counts how often a body was left, and how often by unwinding.
    struct Exits {
        all: AtomicU64,
        unwinding: AtomicU64,
    }

    impl Exits {
        const fn new() -> Exits {
            Exits { all: AtomicU64::new(0), unwinding: AtomicU64::new(0) }
        }

        fn guard(&self) -> Guard<'_> {
            Guard(self)
        }
    }

    struct Guard<'a>(&'a Exits);

    impl Drop for Guard<'_> {
        fn drop(&mut self) {
            self.0.all.fetch_add(1, Relaxed);
            self.0.unwinding.fetch_add(u64::from(thread::panicking()), Relaxed);
        }
    }

    static POSITIONS: Exits = Exits::new();
    static REACHED: AtomicU64 = AtomicU64::new(0);

    #[property(test = false, cases = 2_000, search = random)]
    fn every_position(
        #[draw(0..24u8)] position: u8,
        n: u32,
        src: &mut Source,
    ) -> Result<(), std::fmt::Error> {
        let ok = n % 2 == 0;
        let _guard = POSITIONS.guard();
        let mut text = String::new();
        match position {
            0 => assume!(ok),
            1 => {
                assume!(ok);
            }
            2 => {
                if position == 2 {
                    assume!(ok)
                } else {
                    return Ok(());
                }
            }
            3 => {
                for _ in 0..2 {
                    assume!(ok);
                }
            }
            4 => {
                while {
                    assume!(ok);
                    false
                } {}
            }
            5 => loop {
                assume!(ok);
                break;
            },
            6 => {
                let inner = 'block: {
                    assume!(ok);
                    break 'block 3;
                };
                assert_eq!(inner, 3);
            }
            7 => {
                let Some(()) = ok.then_some(()) else {
                    assume!(ok);
                    unreachable!();
                };
            }
            8 => {
                let _ = vec![1, {
                    assume!(ok);
                    2
                }];
            }
            9 => {
                let _ = vec![
                    {
                        assume!(ok);
                        2
                    };
                    3
                ];
            }
            10 => assert!(
                {
                    assume!(ok);
                    true
                },
                "{}",
                {
                    assume!(ok);
                    1
                }
            ),
            11 => assert_eq!(
                {
                    assume!(ok);
                    1
                },
                1
            ),
            12 => {
                let _ = matches!({ assume!(ok); position }, 1..=3 if ok);
            }
            13 => assume!({
                assume!(ok);
                position > 0
            }),
            14 => write!(text, "{}", {
                assume!(ok);
                1
            })?,
            15 => target!({
                assume!(ok);
                1
            }),
            16 => label!("{}", {
                assume!(ok);
                1
            }),
            17 => {
                let _: u8 = src.draw({
                    assume!(ok);
                    0..4u8
                });
            }
            18 => {
                let _ = [(1, {
                    assume!(ok);
                    2
                })]
                .len()
                    + usize::from({
                        assume!(ok);
                        1u8
                    });
            }
            19 if {
                assume!(ok);
                true
            } => {}
            20 => {
                let _ = if let Some(n) = Some({
                    assume!(ok);
                    1
                }) {
                    n
                } else {
                    0
                };
            }
            21 => {
                assume!(ok)
            }
            22 => {
                let _ = when!({
                    assume!(ok);
                    true
                });
            }
            _ => {
                let _ = Cell::new({
                    assume!(ok);
                    1
                })
                .get() as u64;
            }
        }
        assert!(ok, "position {position}");
        REACHED.fetch_add(1, Relaxed);
        Ok(())
    }

    #[test]
    fn a_body_never_unwinds() {
        every_position();
        assert_eq!(POSITIONS.unwinding.load(Relaxed), 0);
        let (all, reached) = (POSITIONS.all.load(Relaxed), REACHED.load(Relaxed));
        assert!(reached >= 2_000 && all > reached + 1_000, "{reached} of {all}");
    }

    static AWAITED: Exits = Exits::new();

    #[property(test = false, cases = 200)]
    async fn an_async_body(n: u8) {
        let _guard = AWAITED.guard();
        if std::future::ready(n).await < 100 {
            assume!(std::future::ready(false).await);
        }
        assert!(n >= 100);
    }

    #[test]
    fn an_async_body_never_unwinds() {
        an_async_body();
        assert_eq!(AWAITED.unwinding.load(Relaxed), 0);
        assert!(AWAITED.all.load(Relaxed) > 200);
    }

    static CALLED: Exits = Exits::new();

    #[derive(Default)]
    struct Machine;

    #[property(cases = 200)]
    impl Machine {
        #[initial]
        fn start(&mut self, n: u8) {
            let _guard = CALLED.guard();
            assume!(n < 250);
        }

        #[rule]
        fn step(&mut self, n: u8, src: &mut Source) -> bool {
            let _guard = CALLED.guard();
            let _: u8 = src.draw({
                assume!(n < 250);
                0..4u8
            });
            for _ in 0..2 {
                let _ = vec![{
                    assume!(n % 16 != 0);
                    n
                }];
            }
            n < 250
        }

        #[invariant]
        fn holds(&self) {
            let _guard = CALLED.guard();
            assume!(CALLED.all.load(Relaxed) % 64 != 0);
            assert_eq!(CALLED.unwinding.load(Relaxed), 0);
        }
    }

    static CLOSURE: Exits = Exits::new();

    #[property(test = false, cases = 200)]
    fn a_closure(n: u32) {
        [n].iter().for_each(|n| {
            let _guard = CLOSURE.guard();
            assume!(n % 2 == 0);
        });
    }

    #[test]
    fn a_closure_unwinds_and_is_counted() {
        a_closure();
        assert!(CLOSURE.unwinding.load(Relaxed) > 50);
    }
}
