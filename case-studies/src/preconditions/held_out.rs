//! Held-out conditions on numbers and lists, which no search was tuned on.

use super::{
    precondition::{Precondition, Row, UNPUBLISHED},
    space::count,
};
use disprove::prelude::*;

pub fn rows() -> Vec<Row> {
    vec![date(), right_triangle(), sorted_keys(), permutation(), dimensions(), shares()]
}

fn is_leap(year: i32) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days(year: i32, month: i32) -> i32 {
    match month {
        2 => 28 + i32::from(is_leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

fn date() -> Row {
    Precondition {
        id: "H date",
        text: "a valid date in a leap year, of numbers up to 9999, 99 and 99",
        example: (2_000, 2, 29),
        generator: || (1..=9_999, 0..=99, 0..=99),
        assume: |&(year, month, day)| {
            assume!((1..=12).contains(&month));
            assume!(day >= 1 && day <= days(year, month));
            assume!(year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
        },
        holds: |&(year, month, day)| {
            is_leap(year) && month > 0 && month < 13 && day > 0 && day <= days(year, month)
        },
        fields: |&(year, month, day), fields| {
            fields.number(year, 1, 9_999);
            fields.number(month, 1, 12);
            fields.number(day, 1, 31);
        },
        space: None,
    }
    .row(UNPUBLISHED)
}

fn right_triangle() -> Row {
    Precondition {
        id: "H triangle",
        text: "floats up to 100: a triangle, with a right angle up to 0.1 %",
        example: (3.0, 4.0, 5.0),
        generator: || (0.0..=100.0, 0.0..=100.0, 0.0..=100.0),
        assume: |&(a, b, c): &(f64, f64, f64)| {
            assume!(a + b > c && b + c > a && c + a > b);
            assume!((a * a + b * b - c * c).abs() <= 0.001 * c * c);
        },
        holds: |&(a, b, c)| {
            [(a, b, c), (b, c, a), (c, a, b)].iter().all(|(one, two, other)| one + two > *other)
                && (0.999 * c * c..=1.001 * c * c).contains(&(a * a + b * b))
        },
        fields: |&(a, b, c), fields| {
            fields.number(a, 0.0, 100.0);
            fields.number(b, 0.0, 100.0);
            fields.number(c, 0.0, 100.0);
        },
        space: None,
    }
    .row(UNPUBLISHED)
}

fn sorted_keys() -> Row {
    Precondition {
        id: "H keys",
        text: "4 to 12 pairs with keys up to 1000, which rise",
        example: vec![(0, 9), (3, 9), (4, 0), (1_000, 255)],
        generator: || vec((0..=1_000, any::<u8>())).len(4..=12),
        assume: |pairs| assume!(pairs.windows(2).all(|pair| pair[0].0 < pair[1].0)),
        holds: |pairs: &Vec<(u32, u8)>| pairs.is_sorted_by(|one, two| one.0 < two.0),
        fields: |pairs, fields| {
            let keys: Vec<u32> = pairs.iter().map(|(key, _)| *key).collect();
            fields.list(&keys, (4, 12), (0, 1_000));
        },
        space: None,
    }
    .row(UNPUBLISHED)
}

fn permutation() -> Row {
    Precondition {
        id: "H permutation",
        text: "8 numbers below 8, each of them present",
        example: [7, 0, 6, 1, 5, 2, 4, 3],
        generator: || array::<8, _>(0..8u8),
        assume: |list| assume!((0..8).all(|number| list.contains(&number))),
        holds: |list| {
            let mut sorted = *list;
            sorted.sort_unstable();
            sorted == [0, 1, 2, 3, 4, 5, 6, 7]
        },
        fields: |list, fields| list.iter().for_each(|number| fields.number(*number, 0, 7)),
        space: None,
    }
    .row(UNPUBLISHED)
}

/// A matrix, of which only the sides matter.
#[derive(Clone, Copy, Debug, Arbitrary)]
struct Matrix {
    #[draw(1..=16)]
    rows: i32,
    #[draw(1..=16)]
    columns: i32,
}

fn dimensions() -> Row {
    Precondition {
        id: "H dimensions",
        text: "three matrices with sides up to 16 that can be multiplied",
        example: [
            Matrix { rows: 1, columns: 16 },
            Matrix { rows: 16, columns: 3 },
            Matrix { rows: 3, columns: 5 },
        ],
        generator: any::<[Matrix; 3]>,
        assume: |&[a, b, c]| {
            assume!(a.columns == b.rows);
            assume!(b.columns == c.rows);
        },
        holds: |chain| chain.windows(2).all(|pair| pair[0].columns - pair[1].rows == 0),
        fields: |chain, fields| {
            for matrix in chain {
                fields.number(matrix.rows, 1, 16);
                fields.number(matrix.columns, 1, 16);
            }
        },
        // The outer two sides are free, and so is each inner one: 65,536 of 16,777,216.
        space: None,
    }
    .row(UNPUBLISHED)
}

fn shares() -> Row {
    Precondition {
        id: "H shares",
        text: "four parts up to 20 of a sum of exactly 60, the first not the smallest",
        example: [20, 0, 20, 20],
        generator: || array::<4, _>(0..=20),
        assume: |parts| {
            assume!(parts.iter().sum::<i32>() == 60);
            assume!(parts[1..].iter().any(|part| *part < parts[0]));
        },
        holds: |&[a, b, c, d]| a + b + c + d == 60 && a > b.min(c).min(d),
        fields: |parts, fields| parts.iter().for_each(|part| fields.number(*part, 0, 20)),
        space: Some(|holds| count([(0, 20); 4], |parts| holds(&parts))),
    }
    .row(UNPUBLISHED)
}
