//! Tests of `phi.rs`.

use super::{correlations, phi};
use disprove::prelude::*;

/// Recorded by `vectors/vectors.py` with numpy.
#[test]
fn phi_is_the_correlation_of_zeros_and_ones() {
    let column = |text: &str| -> Vec<bool> { text.chars().map(|it| it == '1').collect() };
    let found = phi(&column("1100101100"), &column("1000111000")).unwrap();
    assert!((found - 0.408_248_290_463_863).abs() < 1e-12, "{found}");
    assert_eq!(phi(&[true], &[true, false]), None);
}

#[property]
fn correlations_are_symmetric_and_no_more_than_one(
    #[draw(vec(any()).len(0..=30))] rows: Vec<(bool, bool, bool)>,
) {
    let columns = [
        rows.iter().map(|row| row.0).collect(),
        rows.iter().map(|row| row.1).collect(),
        rows.iter().map(|row| row.2).collect::<Vec<_>>(),
    ];
    let all = correlations(&columns);
    for (i, row) in all.iter().enumerate() {
        assert!(row[i].is_none_or(|own| (own - 1.0).abs() < 1e-12));
        for (value, mirrored) in row.iter().zip(all.iter().map(|row| row[i])) {
            assert_eq!(*value, mirrored);
            assert!(value.is_none_or(|value| value.abs() <= 1.0 + 1e-12));
        }
    }
}
