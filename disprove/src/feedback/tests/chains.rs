//! Branch distance of chained method calls.

use super::{falls, far};
use std::cell::{Cell, RefCell};

#[test]
fn links_that_were_not_reached_count_more_than_those_that_were() {
    falls(
        &[(-5, -5, -5), (0, 1, 1), (1, -5, 1), (1, 0, -9), (1, 1, -5), (1, 1, 0), (1, 1, 1)],
        |(a, b, c)| far!(a > 0 && b > 0 && c > 0),
    );
    falls(&[(9, 9), (2, 9), (-2, 9), (-2, 1), (-2, -1)], |(a, b)| far!(!(a > 0 || b > 0)));
    falls(&[(-5, -5, -5), (1, -5, 1), (1, 1, -5), (1, 1, 1)], |(a, b, c)| {
        far!(a > 0 && (b > 0 && c > 0))
    });
}

#[test]
fn of_alternatives_the_nearest_counts() {
    falls(&[(100, 100), (100, 50), (10, 50), (10, 5), (10, 0)], |(a, b)| far!(a == 0 || b == 0));
    falls(&[(100, 100), (10, 99), (10, 3), (2, 3), (0, 3)], |(a, b)| far!(!(a > 0 && b > 0)));
    falls(&[(9, 9, 9), (9, 9, 3), (9, 2, 3), (1, 2, 3), (0, 2, 3)], |(a, b, c)| {
        far!(a == 0 || b == 0 || c == 0)
    });
}

#[test]
fn chains_inside_of_chains_stay_below_those_around_them() {
    falls(&[(9, 9, 9), (0, 9, 9), (0, 8, 3), (0, 1, 3), (0, 1, 0)], |(a, b, c)| {
        far!(a == 0 && (b == 0 || c == 0))
    });
    falls(&[(9, 9, 9), (8, 9, 9), (8, 0, 5), (4, 0, 5), (4, 0, 1), (0, 0, 1)], |(a, b, c)| {
        far!(a == 0 || (b == 0 && c == 0))
    });
}

#[test]
fn plain_conditions_take_part_in_chains() {
    let is_odd = |n: &i32| n % 2 != 0;
    falls(&[(2, -9), (2, -9), (1, -9), (1, -1), (1, 1)][1..], |(a, b)| far!(is_odd(&a) && b > 0));
    falls(&[-1, 1], |a| far!(true && a > 0 || false));
    assert!(far!(false) > 0.0 && far!(true) == 0.0);
    let flags = [true, false];
    assert!(far!(flags[1] | flags[1]) > 0.0 && far!(flags[0] ^ flags[1]) == 0.0);
    assert!(far!(!flags[0]) > 0.0 && far!(!!flags[0]) == 0.0);
}

#[test]
fn operands_are_evaluated_once_and_in_order() {
    let log = RefCell::new(Vec::new());
    let seen = |name: char, value: i32| {
        log.borrow_mut().push(name);
        value
    };
    let log_of = |condition: &dyn Fn() -> bool| {
        log.borrow_mut().clear();
        (condition(), log.borrow().iter().collect::<String>())
    };
    macro_rules! alike {
        ($($condition:tt)+) => {
            let ours = log_of(&|| disprove::__private::condition!($($condition)+));
            let plain = log_of(&|| $($condition)+);
            assert_eq!(ours, plain, "{}", stringify!($($condition)+));
        };
    }
    for a in -1..=1 {
        for b in -1..=1 {
            alike!(seen('a', a) < seen('b', b));
            alike!(seen('a', a) < seen('b', b) && seen('c', a) == seen('d', b) && seen('e', b) > 0);
            alike!(
                seen('a', a) > 0 || !(seen('b', b) > 0 || seen('c', a) == 0) || seen('d', b) == 0
            );
            alike!(!(seen('a', a) == 0 && seen('b', b) == 0));
            alike!((seen('a', a) + 5) % seen('b', b + 3) == seen('c', 1));
            alike!(seen('a', 1) == (seen('b', a) + 5) % seen('c', b + 3));
            alike!(seen('a', a).cmp(&seen('b', b)) == std::cmp::Ordering::Less);
            alike!((seen('a', a)..seen('b', 1)).contains(&seen('c', b)));
            alike!(vec![seen('a', a), seen('b', b)].is_sorted());
            alike!([a, b].iter().all(|x| seen('x', *x) > 0));
            alike!([a, b].iter().any(|x| seen('x', *x) > 0));
            alike!(!([a, b].iter().any(|x| seen('x', *x) > 0)));
            alike!(Some(seen('a', a)).is_some_and(|x| seen('b', x) > 0));
            alike!(matches!(seen('a', a), 0 | 1 if seen('b', b) > 0));
            alike!(if seen('a', a) > 0 { seen('b', b) > 0 } else { seen('c', b) < 0 });
            alike!({
                let c = seen('a', a) + seen('b', b);
                c > 0
            });
        }
    }
}

#[test]
fn what_plain_rust_does_not_evaluate_is_not_evaluated() {
    let empty: Vec<i32> = Vec::new();
    assert!(far!(!empty.is_empty() && empty[0] > 3) > 0.0);
    assert_eq!(far!(empty.is_empty() || empty[0] > 3), 0.0);
}

#[test]
fn branches_blocks_and_matches_are_looked_into() {
    falls(&[9, 4, 3], |x| far!(if x > 5 { x == 0 } else { x == 3 }));
    falls(&[9, 4, 3], |x: i32| {
        far!({
            let y = x * 2;
            y == 6
        })
    });
    falls(&[9, 4, 3], |x| far!(if let Some(y) = Some(x) { y == 3 } else { false }));
    falls(&[9, 4, 3], |x| {
        far!(match x {
            0..=5 => x == 3,
            _ => false,
        })
    });
    falls(&[9, 4, 3], |x| far!(if x < 0 { panic!() } else { x == 3 }));
    falls(&[9, 4, 3], |x| {
        far!(if x == 100 {
            true
        } else if x > 1_000 {
            false
        } else {
            x == 3
        })
    });
}

#[test]
fn questions_and_returns_leave_the_function_they_are_in() {
    fn first_is_large(list: &[i32]) -> Option<bool> {
        Some(disprove::__private::condition!(*list.first()? > 3))
    }
    fn early(x: i32) -> i32 {
        if disprove::__private::condition!(if x > 3 { return 7 } else { x == 3 }) { 1 } else { 0 }
    }
    assert_eq!((first_is_large(&[4]), first_is_large(&[])), (Some(true), None));
    assert_eq!((early(9), early(3), early(0)), (7, 1, 0));
}

#[test]
fn temporaries_live_no_longer_than_in_plain_rust() {
    let cell = RefCell::new(vec![1]);
    let grow = || {
        cell.borrow_mut().push(2);
        cell.borrow().len()
    };
    assert_eq!(
        far!(cell.borrow().len() > 0 && grow() > 0 && cell.borrow().iter().all(|x| *x > 0)),
        0.0
    );
    assert_eq!(far!(cell.borrow().is_empty() || grow() > 0), 0.0);
    let count = Cell::new(0);
    assert_eq!(
        far!({
            count.set(count.get() + 1);
            count.get() > 0
        }),
        0.0
    );
}
