//! Tests of `firth.rs`.

use super::{Pairs, Unfit, firth};
use crate::statistics::Table;
use disprove::prelude::*;

/// The columns as a string of ones and zeros, kills, and pairs.
fn pairs(rows: &[(&str, u64, u64)]) -> Pairs {
    let mut pairs = Pairs::default();
    for (columns, kills, of) in rows {
        let columns: Vec<bool> = columns.chars().map(|it| it == '1').collect();
        pairs.add_many(&columns, *kills, *of);
    }
    pairs
}

/// Recorded by `vectors/vectors.py`, which uses another method: for each column the coefficient, its error, the ends of
/// its interval, and p. R's brglm2 gives the same point estimates for the last one (`vectors/vectors.R`).
#[test]
fn regressions_agree_with_an_independent_implementation() {
    for (rows, intercept, height, columns) in [
        (
            &[("1", 13, 148), ("0", 11, 239)][..],
            -2.989_189_205,
            -86.209_520_290,
            &[[0.682_907_269, 0.416_796_773, -0.133_061_173, 1.514_787_952, 0.100_335_279]][..],
        ),
        (
            &[("1", 0, 20), ("0", 10, 20)],
            0.0,
            -13.923_193_135,
            &[[-3.713_572_087, 1.533_368_683, -8.606_317_246, -1.504_160_623, 0.000_142_751]],
        ),
        (
            &[("00", 12, 200), ("10", 9, 60), ("01", 2, 45), ("11", 7, 30)],
            -2.805_196_111,
            -92.231_010_613,
            &[
                [1.226_218_475, 0.388_950_356, 0.462_946_116, 1.999_553_902, 0.001_790_889],
                [0.240_738_875, 0.427_907_506, -0.638_734_845, 1.051_383_195, 0.577_678_977],
            ],
        ),
        (
            &[
                ("000", 31, 718),
                ("100", 1, 42),
                ("010", 4, 63),
                ("001", 8, 43),
                ("110", 0, 12),
                ("011", 3, 3),
            ],
            -3.130_753_944,
            -168.048_256_830,
            &[
                [-0.674_405_735, 0.853_975_209, -2.880_818_445, 0.699_436_064, 0.384_115_361],
                [0.830_023_212, 0.429_502_884, -0.083_589_878, 1.624_679_198, 0.072_751_591],
                [1.940_887_744, 0.386_051_485, 1.159_294_464, 2.670_215_395, 0.000_007_159],
            ],
        ),
    ] {
        let fit = firth(&pairs(rows)).unwrap();
        assert!((fit.intercept - intercept).abs() < 1e-6, "{fit:?}");
        assert!((fit.log_likelihood - height).abs() < 1e-6, "{fit:?}");
        assert_eq!(fit.columns.len(), columns.len());
        for (found, recorded) in fit.columns.iter().zip(columns) {
            let found =
                [found.value, found.error, found.interval.low, found.interval.high, found.p];
            for (found, recorded) in found.iter().zip(recorded) {
                assert!((found - recorded).abs() < 1e-6, "{found} {recorded} {fit:?}");
            }
        }
    }
}

#[test]
fn reports_why_there_is_no_fit() {
    assert_eq!(firth(&pairs(&[])), Err(Unfit::NoPairs));
    assert_eq!(firth(&pairs(&[("1", 0, 0)])), Err(Unfit::NoPairs));
    assert_eq!(firth(&pairs(&[("1", 1, 2), ("10", 1, 2)])), Err(Unfit::Ragged));
    assert_eq!(firth(&pairs(&[("1", 1, 2)])), Err(Unfit::Collinear));
    assert_eq!(firth(&pairs(&[("10", 1, 2), ("01", 1, 2)])), Err(Unfit::Collinear));
    for unfit in [Unfit::NoPairs, Unfit::Ragged, Unfit::Collinear, Unfit::Endless] {
        assert!(unfit.to_string().contains(';'), "{unfit} says what to do");
    }
}

#[test]
fn millions_of_pairs_cost_as_much_as_a_few() {
    let fit = firth(&pairs(&[("1", 4_000, 150_000), ("0", 900, 1_766_905)])).unwrap();
    let ratio = fit.columns[0].odds_ratio();
    assert!((ratio.value - 53.736_362_659).abs() < 1e-3, "{ratio:?}");
    assert!(fit.columns[0].p < 1e-200);
}

#[property(cases = 100)]
fn one_column_has_the_ratio_of_haldane(
    #[draw(1..=40_u64)] of: u64,
    #[draw(1..=40_u64)] other_of: u64,
    #[draw(0..=40_u64)] kills: u64,
    #[draw(0..=40_u64)] other: u64,
) {
    // A table of two groups is fitted exactly, and Firth's penalty then adds half a pair to each cell.
    let fit = firth(&pairs(&[("1", kills, of), ("0", other, other_of)])).unwrap();
    let ratio = Table::new(kills, of, other, other_of).haldane().unwrap();
    let column = fit.columns[0];
    assert!((column.value - ratio.value.ln()).abs() < 1e-6, "{column:?} {ratio:?}");
    assert!(column.interval.holds(column.value) && (0.0..=1.0).contains(&column.p));
}

#[property(cases = 100)]
fn the_order_of_columns_does_not_matter(
    #[draw(vec(any()).len(8..=60))] rows: Vec<(bool, bool, bool)>,
) {
    let (mut one, mut other) = (Pairs::default(), Pairs::default());
    for (a, b, killed) in rows {
        one.add(&[a, b], killed);
        other.add(&[b, a], killed);
    }
    match (firth(&one), firth(&other)) {
        (Ok(one), Ok(other)) => {
            assert!((one.columns[0].value - other.columns[1].value).abs() < 1e-5);
            assert!((one.columns[1].p - other.columns[0].p).abs() < 1e-5);
        }
        (one, other) => assert_eq!(one.err(), other.err()),
    }
}
