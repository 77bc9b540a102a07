//! Comparisons of numbers and of what is computed from them (P09 to P11, P15 to P17, P22, P23).

use super::{
    precondition::{Precondition, Row, both, hypothesis},
    spread::Fields,
};
use disprove::prelude::*;

pub fn rows() -> Vec<Row> {
    let mut rows = vec![p09(), p10_16(), p10_32(), p10_64(), p11()];
    rows.extend([p15(), p16(), p17(), p22(), p23()]);
    rows
}

fn p09() -> Row {
    Precondition {
        id: "P09",
        text: "two ranges: step1 != 0; step2 != 0",
        example: ([0, 5, 1], [-3, 3, -2]),
        generator: || (array::<3, _>(-20..=20), array::<3, _>(-20..=20)),
        assume: |&([_, _, step1], [_, _, step2])| {
            assume!(step1 != 0);
            assume!(step2 != 0);
        },
        holds: |(one, two): &([i32; 3], [i32; 3])| one[2] * two[2] != 0,
        fields: |(one, two), fields| {
            one.iter().chain(two).for_each(|n| fields.number(*n, -20, 20));
        },
        space: None,
    }
    .row(hypothesis(0.960))
}

/// An unbounded number, which is one of 128 bits here, and an offset.
fn widths(&(number, offset): &(u128, u8), fields: &mut Fields) {
    fields.number(128 - number.leading_zeros(), 0, 128);
    fields.number(offset, 0, 11);
}

fn p10_16() -> Row {
    Precondition {
        id: "P10 16",
        text: "number < 2^16",
        example: (65_535, 0),
        generator: || (any::<u128>(), 0..=11u8),
        assume: |&(number, _)| assume!(number < 1 << 16),
        holds: |(number, _)| u16::try_from(*number).is_ok(),
        fields: widths,
        space: None,
    }
    .row(hypothesis(0.452))
}

fn p10_32() -> Row {
    Precondition {
        id: "P10 32",
        text: "number < 2^32",
        example: (65_536, 3),
        generator: || (any::<u128>(), 0..=11u8),
        assume: |&(number, _)| assume!(number < 1 << 32),
        holds: |(number, _)| u32::try_from(*number).is_ok(),
        fields: widths,
        space: None,
    }
    .row(hypothesis(0.800))
}

fn p10_64() -> Row {
    Precondition {
        id: "P10 64",
        text: "number < 2^64",
        example: (1 << 63, 11),
        generator: || (any::<u128>(), 0..=11u8),
        assume: |&(number, _)| assume!(number < 1 << 64),
        holds: |(number, _)| u64::try_from(*number).is_ok(),
        fields: widths,
        space: None,
    }
    .row(hypothesis(0.958))
}

fn p11() -> Row {
    Precondition {
        id: "P11",
        text: "m != n",
        example: (-999, 999),
        generator: || (-999..=999, -999..=999),
        assume: |&(m, n)| assume!(m != n),
        holds: |(m, n): &(i32, i32)| m - n != 0,
        fields: |&(m, n), fields| {
            fields.number(m, -999, 999);
            fields.number(n, -999, 999);
        },
        space: None,
    }
    .row(hypothesis(0.802))
}

/// A slice as Python has them: from, to, and in which steps.
type Slice = (i64, i64, i64);

/// How many places a slice selects; its step is not 0.
fn selected(&(from, to, step): &Slice) -> i64 {
    let way = if step > 0 { to - from } else { from - to };
    ((way + step.abs() - 1) / step.abs()).max(0)
}

fn slice_fields(&(from, to, step): &Slice, fields: &mut Fields) {
    fields.number(from, -4_096, 4_096);
    fields.number(to, -4_096, 4_096);
    fields.number(step, -32, 32);
}

fn p15() -> Row {
    Precondition {
        id: "P15",
        text: "step != 0; range(from, to, step) is not empty",
        example: (10, -10, -3),
        generator: || (-4_096..=4_096, -4_096..=4_096, -32..=32),
        assume: |slice| {
            assume!(slice.2 != 0);
            assume!(selected(slice) > 0);
        },
        holds: |&(from, to, step)| (step > 0 && from < to) || (step < 0 && from > to),
        fields: slice_fields,
        space: None,
    }
    .row(both(0.256, 0.832))
}

fn p16() -> Row {
    Precondition {
        id: "P16",
        text: "step != 0; range(from, to, step) is empty",
        example: (10, -10, 3),
        generator: || (-4_096..=4_096, -4_096..=4_096, -32..=32),
        assume: |slice| {
            assume!(slice.2 != 0);
            assume!(selected(slice) == 0);
        },
        holds: |&(from, to, step)| (step > 0 && from >= to) || (step < 0 && from <= to),
        fields: slice_fields,
        space: None,
    }
    .row(hypothesis(0.434))
}

fn p17() -> Row {
    Precondition {
        id: "P17",
        text: "start < end, of 32 bits",
        example: (0, u32::MAX),
        generator: || (any::<u32>(), any::<u32>()),
        assume: |&(start, end)| assume!(start < end),
        holds: |(start, end)| end.checked_sub(*start).is_some_and(|length| length > 0),
        fields: |&(start, end), fields| {
            fields.number(start, 0, u32::MAX);
            fields.number(end, 0, u32::MAX);
        },
        space: None,
    }
    .row(hypothesis(0.238))
}

/// What can be sent through two channels, after fees.
fn capacity(&(amount, balance1, balance2): &(u64, u64, u64)) -> i64 {
    let after_fees = |balance: u64| 0.95 * balance as f64 - 1.0;
    (amount as f64).min(after_fees(balance1)).min(after_fees(balance2)) as i64
}

fn p22() -> Row {
    const AMOUNT: u64 = 90_000_000_000_000_000;
    const BALANCE: u64 = 100_000_000_000_000_000;
    Precondition {
        id: "P22",
        text: "min(amount, 0.95 b1 - 1, 0.95 b2 - 1) truncated > 0",
        example: (1, 3, 3),
        generator: || (1..=AMOUNT, 1..=BALANCE, 1..=BALANCE),
        assume: |channel| {
            let capacity = capacity(channel);
            assume!(capacity > 0);
        },
        // 0.95 * 2 - 1 is below 1, 0.95 * 3 - 1 is above.
        holds: |(_, balance1, balance2)| *balance1.min(balance2) >= 3,
        fields: |&(amount, balance1, balance2), fields| {
            fields.number(amount, 1, AMOUNT);
            fields.number(balance1, 1, BALANCE);
            fields.number(balance2, 1, BALANCE);
        },
        space: None,
    }
    .row(hypothesis(0.920))
}

fn p23() -> Row {
    Precondition {
        id: "P23",
        text: "c > 0, of 128 bits",
        example: (0, 0, 1),
        generator: || (any::<u128>(), any::<u128>(), any::<u128>()),
        assume: |&(_, _, c)| assume!(c > 0),
        holds: |(_, _, c)| *c != 0,
        fields: |&(a, b, c), fields| {
            for n in [a, b, c] {
                fields.number(n, 0, u128::MAX);
            }
        },
        space: None,
    }
    .row(hypothesis(0.989))
}
