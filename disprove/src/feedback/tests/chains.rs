//! Distances of `&&`, `||`, blocks and branches.

use super::{distance, falls};
use std::cell::{Cell, RefCell};

#[test]
fn unevaluated_parts_of_a_conjunction_add_to_its_distance() {
    falls(
        &[(-5, -5, -5), (0, 1, 1), (1, -5, 1), (1, 0, -9), (1, 1, -5), (1, 1, 0), (1, 1, 1)],
        |(a, b, c)| distance!(a > 0 && b > 0 && c > 0),
    );
    falls(&[(9, 9), (2, 9), (-2, 9), (-2, 1), (-2, -1)], |(a, b)| distance!(!(a > 0 || b > 0)));
    falls(&[(-5, -5, -5), (1, -5, 1), (1, 1, -5), (1, 1, 1)], |(a, b, c)| {
        distance!(a > 0 && (b > 0 && c > 0))
    });
}

#[test]
fn a_disjunction_has_the_distance_of_its_nearest_part() {
    falls(&[(100, 100), (100, 50), (10, 50), (10, 5), (10, 0)], |(a, b)| {
        distance!(a == 0 || b == 0)
    });
    falls(&[(100, 100), (10, 99), (10, 3), (2, 3), (0, 3)], |(a, b)| distance!(!(a > 0 && b > 0)));
    falls(&[(9, 9, 9), (9, 9, 3), (9, 2, 3), (1, 2, 3), (0, 2, 3)], |(a, b, c)| {
        distance!(a == 0 || b == 0 || c == 0)
    });
}

#[test]
fn a_nested_chain_adds_less_than_a_part_of_the_outer_chain() {
    falls(&[(9, 9, 9), (0, 9, 9), (0, 8, 3), (0, 1, 3), (0, 1, 0)], |(a, b, c)| {
        distance!(a == 0 && (b == 0 || c == 0))
    });
    falls(&[(9, 9, 9), (8, 9, 9), (8, 0, 5), (4, 0, 5), (4, 0, 1), (0, 0, 1)], |(a, b, c)| {
        distance!(a == 0 || (b == 0 && c == 0))
    });
}

#[test]
fn conditions_without_a_distance_count_in_chains() {
    let is_odd = |n: &i32| n % 2 != 0;
    falls(&[(2, -9), (2, -9), (1, -9), (1, -1), (1, 1)][1..], |(a, b)| {
        distance!(is_odd(&a) && b > 0)
    });
    falls(&[-1, 1], |a| distance!(true && a > 0 || false));
    assert!(distance!(false) > 0.0 && distance!(true) == 0.0);
    let flags = [true, false];
    assert!(distance!(flags[1] | flags[1]) > 0.0 && distance!(flags[0] ^ flags[1]) == 0.0);
    assert!(distance!(!flags[0]) > 0.0 && distance!(!!flags[0]) == 0.0);
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
fn short_circuiting_is_that_of_plain_rust() {
    let empty: Vec<i32> = Vec::new();
    assert!(distance!(!empty.is_empty() && empty[0] > 3) > 0.0);
    assert_eq!(distance!(empty.is_empty() || empty[0] > 3), 0.0);
}

#[test]
fn blocks_branches_and_match_arms_have_distances() {
    falls(&[9, 4, 3], |x| distance!(if x > 5 { x == 0 } else { x == 3 }));
    falls(&[9, 4, 3], |x: i32| {
        distance!({
            let y = x * 2;
            y == 6
        })
    });
    falls(&[9, 4, 3], |x| distance!(if let Some(y) = Some(x) { y == 3 } else { false }));
    falls(&[9, 4, 3], |x| {
        distance!(match x {
            0..=5 => x == 3,
            _ => false,
        })
    });
    falls(&[9, 4, 3], |x| distance!(if x < 0 { panic!() } else { x == 3 }));
    falls(&[9, 4, 3], |x| {
        distance!(if x == 100 {
            true
        } else if x > 1_000 {
            false
        } else {
            x == 3
        })
    });
}

#[test]
fn question_marks_and_returns_leave_the_enclosing_function() {
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
        distance!(cell.borrow().len() > 0 && grow() > 0 && cell.borrow().iter().all(|x| *x > 0)),
        0.0
    );
    assert_eq!(distance!(cell.borrow().is_empty() || grow() > 0), 0.0);
    let count = Cell::new(0);
    assert_eq!(
        distance!({
            count.set(count.get() + 1);
            count.get() > 0
        }),
        0.0
    );
}
