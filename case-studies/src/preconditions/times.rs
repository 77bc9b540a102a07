//! Conditions on scales and fractions of time (P12 to P14).

use super::{
    precondition::{Precondition, Row, hypothesis},
    space::among,
};
use disprove::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
enum Scale {
    Tai,
    Tcb,
    Tcg,
    Tdb,
    Tt,
    Ut1,
    Utc,
}

const SCALES: [Scale; 7] =
    [Scale::Tai, Scale::Tcb, Scale::Tcg, Scale::Tdb, Scale::Tt, Scale::Ut1, Scale::Utc];

pub fn rows() -> Vec<Row> {
    vec![p12(), p13(), p14()]
}

fn p12() -> Row {
    const MOST: i64 = (1 << 52) - 2;
    Precondition {
        id: "P12",
        text: "|f| < 0.5 or i is even",
        example: (1, 0.25),
        generator: || (-MOST..=MOST, -0.5..=0.5),
        assume: |&(i, f): &(i64, f64)| assume!(f.abs() < 0.5 || i % 2 == 0),
        holds: |&(i, f)| (f > -0.5 && f < 0.5) || i & 1 == 0,
        fields: |&(i, f), fields| {
            fields.number(i, -MOST, MOST);
            fields.number(f, -0.5, 0.5);
        },
        space: None,
    }
    .row(hypothesis(0.965))
}

fn p13() -> Row {
    const LEAST: f64 = -1e6;
    const MOST: f64 = 1e7;
    Precondition {
        id: "P13",
        text: "the scale is not utc, or both sums lie in 2440000..2460000",
        example: (Scale::Utc, (2_440_000.0, 0.5), (2_000_000.0, 455_000.0)),
        generator: || (any::<Scale>(), (LEAST..=MOST, LEAST..=MOST), (LEAST..=MOST, LEAST..=MOST)),
        assume: |&(scale, one, two)| {
            assume!(
                scale != Scale::Utc
                    || ((2_440_000.0..=2_460_000.0).contains(&(one.0 + one.1))
                        && (2_440_000.0..=2_460_000.0).contains(&(two.0 + two.1)))
            );
        },
        holds: |(scale, one, two): &(Scale, (f64, f64), (f64, f64))| {
            *scale != Scale::Utc
                || [one, two].iter().all(|day| (day.0 + day.1 - 2_450_000.0).abs() <= 10_000.0)
        },
        fields: |&(scale, one, two), fields| {
            fields.choice(scale as usize);
            for part in [one.0, one.1, two.0, two.1] {
                fields.number(part, LEAST, MOST);
            }
        },
        space: None,
    }
    .row(hypothesis(0.855))
}

fn p14() -> Row {
    Precondition {
        id: "P14",
        text: "neither scale is utc; neither is ut1, or both are equal",
        example: (Scale::Ut1, Scale::Ut1),
        generator: || (any::<Scale>(), any::<Scale>()),
        assume: |&(one, two)| {
            assume!(one != Scale::Utc && two != Scale::Utc);
            assume!(one == two || (one != Scale::Ut1 && two != Scale::Ut1));
        },
        holds: |pair| match pair {
            (Scale::Utc, _) | (_, Scale::Utc) => false,
            (Scale::Ut1, other) | (other, Scale::Ut1) => *other == Scale::Ut1,
            _ => true,
        },
        fields: |&(one, two), fields| {
            fields.choice(one as usize);
            fields.choice(two as usize);
        },
        space: Some(|holds| {
            among(SCALES.into_iter().flat_map(|one| SCALES.map(|two| (one, two))), holds)
        }),
    }
    .row(hypothesis(0.531))
}
