//! Tests of `strata.rs`.

use super::Strata;
use crate::statistics::Table;
use disprove::prelude::*;

fn strata(parts: &[[u64; 4]]) -> Strata {
    let mut strata = Strata::default();
    for [one, one_of, other, other_of] in parts {
        strata.add(Table::new(*one, *one_of, *other, *other_of));
    }
    strata
}

/// Recorded by `vectors/vectors.py` with statsmodels, and by `vectors/vectors.R` with `mantelhaen.test`.
#[test]
fn strata_agree_with_statsmodels_and_r() {
    let strata = strata(&[
        [3, 5, 1, 5],
        [2, 6, 1, 9],
        [0, 4, 2, 12],
        [5, 7, 6, 20],
        [7, 7, 20, 20],
        [1, 1, 0, 3],
    ]);
    let ratio = strata.odds_ratio().unwrap();
    assert!((ratio.value - 3.975_065_616_797_901).abs() < 1e-9);
    assert!((ratio.interval.low - 1.275_423_989_565_216).abs() < 1e-9);
    assert!((ratio.interval.high - 12.388_936_374_981_77).abs() < 1e-9);
    assert!((strata.p().unwrap() - 0.017_490_141_385_928).abs() < 1e-9);
}

#[test]
fn strata_without_information_change_nothing() {
    let part = [3, 5, 1, 5];
    let one = strata(&[part]).odds_ratio();
    assert_eq!(strata(&[part, [4, 4, 9, 9], [0, 3, 0, 7], [0, 0, 1, 2], [0; 4]]).odds_ratio(), one);
    assert_eq!(strata(&[[4, 4, 9, 9]]).odds_ratio(), None);
    assert_eq!(strata(&[[4, 4, 1, 9]]).odds_ratio(), None);
}

#[property]
fn one_part_has_the_ratio_of_its_table(
    #[draw(1..=20_u64)] one: u64,
    #[draw(1..=20_u64)] missed: u64,
    #[draw(1..=20_u64)] other: u64,
    #[draw(1..=20_u64)] other_missed: u64,
) {
    let part = [one, one + missed, other, other + other_missed];
    let ratio = strata(&[part]).odds_ratio().unwrap();
    let table = Table::new(part[0], part[1], part[2], part[3]).odds_ratio().unwrap();
    // With one part the variance of Robins, Breslow and Greenland is that of Wald.
    assert!((ratio.value / table.value - 1.0).abs() < 1e-9);
    assert!((ratio.interval.low / table.interval.low - 1.0).abs() < 1e-9);
}
