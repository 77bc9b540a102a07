//! Relations that random inputs rarely satisfy: order, equality, sums (S1 to S5), and others from the prototype.

use super::{
    precondition::{Precondition, Row, both, hypothesis, prototype},
    space::Space,
};
use disprove::prelude::*;

pub fn rows() -> Vec<Row> {
    let mut rows = vec![s1(), s2(), s2_method(), s3(), s4(), s5()];
    rows.extend([one_number(), equal_lengths()]);
    rows
}

/// How many bits a number takes, below zero for negative ones.
fn width(number: i64) -> i64 {
    i64::from(64 - number.unsigned_abs().leading_zeros()) * number.signum()
}

fn s1() -> Row {
    Precondition {
        id: "S1",
        text: "any list of 64-bit integers, sorted",
        example: vec![i64::MIN, -1, 7, 7],
        generator: any::<Vec<i64>>,
        assume: |list| assume!(list.is_sorted()),
        holds: |list| (1..list.len()).all(|i| list[i - 1] <= list[i]),
        fields: |list, fields| {
            let widths: Vec<i64> = list.iter().map(|number| width(*number)).collect();
            fields.list(&widths, (0, 64), (-64, 64));
        },
        space: None,
    }
    .row(hypothesis(0.209))
}

fn s2() -> Row {
    Precondition {
        id: "S2",
        text: "5 to 20 integers in +-1000, sorted by their windows",
        example: vec![-1_000, -3, 0, 0, 12, 1_000],
        generator: || vec(-1_000..=1_000).len(5..=20),
        assume: |list| assume!(list.windows(2).all(|pair| pair[0] <= pair[1])),
        holds: |list: &Vec<i32>| list.is_sorted(),
        fields: |list, fields| fields.list(list, (5, 20), (-1_000, 1_000)),
        space: None,
    }
    .row(both(0.020, 0.695))
}

fn s2_method() -> Row {
    Precondition {
        id: "S2 is_sorted",
        text: "the same by is_sorted()",
        example: vec![-1_000, -3, 0, 0, 12, 1_000],
        generator: || vec(-1_000..=1_000).len(5..=20),
        assume: |list| assume!(list.is_sorted()),
        holds: |list: &Vec<i32>| list.windows(2).all(|pair| pair[0] <= pair[1]),
        fields: |list, fields| fields.list(list, (5, 20), (-1_000, 1_000)),
        space: None,
    }
    .row(both(0.020, 0.695))
}

fn s3() -> Row {
    Precondition {
        id: "S3",
        text: "x == y, up to 10^6",
        example: (77_777, 77_777),
        generator: || (0..=1_000_000, 0..=1_000_000),
        assume: |&(x, y)| assume!(x == y),
        holds: |(x, y): &(i32, i32)| x - y == 0,
        fields: |&(x, y), fields| {
            fields.number(x, 0, 1_000_000);
            fields.number(y, 0, 1_000_000);
        },
        space: None,
    }
    .row(both(0.002, 0.934))
}

fn s4() -> Row {
    Precondition {
        id: "S4",
        text: "a + b == c, up to 10^4",
        example: (4_000, 2, 4_002),
        generator: || (0..=10_000, 0..=10_000, 0..=10_000),
        assume: |&(a, b, c)| assume!(a + b == c),
        holds: |(a, b, c): &(i32, i32, i32)| c - a == *b,
        fields: |&(a, b, c), fields| {
            fields.number(a, 0, 10_000);
            fields.number(b, 0, 10_000);
            fields.number(c, 0, 10_000);
        },
        space: None,
    }
    .row(both(0.002, 0.795))
}

fn s5() -> Row {
    Precondition {
        id: "S5",
        text: "l < m < r and r - l == 10, up to 10^5",
        example: (50_000, 50_009, 50_010),
        generator: || (0..=100_000, 0..=100_000, 0..=100_000),
        assume: |&(l, m, r)| assume!(l < m && m < r && r - l == 10),
        holds: |(l, m, r): &(i32, i32, i32)| l + 10 == *r && (l + 1..*r).contains(m),
        fields: |&(l, m, r), fields| {
            fields.number(l, 0, 100_000);
            fields.number(m, 0, 100_000);
            fields.number(r, 0, 100_000);
        },
        space: None,
    }
    .row(both(0.0, 0.842))
}

fn one_number() -> Row {
    const NUMBER: u64 = 123_456_789;
    Precondition {
        id: "40 bits",
        text: "x == one number of 40 bits",
        example: NUMBER,
        generator: || 0..1u64 << 40,
        assume: |x| assume!(*x == NUMBER),
        holds: |x| x ^ NUMBER == 0,
        fields: |x, fields| fields.number(*x, 0, (1 << 40) - 1),
        space: Some(|_| Space { valid: 1, all: 1 << 40 }),
    }
    .row(prototype(0.0001))
}

fn equal_lengths() -> Row {
    Precondition {
        id: "lengths",
        text: "two lists of up to 50 bytes, of one length >= 3",
        example: (vec![1, 2, 3], vec![0, 0, 255]),
        generator: || (vec(any::<u8>()).len(0..=50), vec(any::<u8>()).len(0..=50)),
        assume: |(one, two)| assume!(one.len() >= 3 && one.len() == two.len()),
        holds: |(one, two)| one.len().abs_diff(two.len()) == 0 && two.len() > 2,
        fields: |(one, two), fields| {
            fields.list(one, (0, 50), (0, 255));
            fields.list(two, (0, 50), (0, 255));
        },
        space: None,
    }
    .row(prototype(0.920))
}
