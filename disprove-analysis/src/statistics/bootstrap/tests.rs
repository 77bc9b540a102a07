//! Tests of `bootstrap.rs`.

use super::{bootstrap, quantile};
use disprove::prelude::*;

fn mean(values: &[f64], drawn: &[usize]) -> f64 {
    drawn.iter().map(|number| values[*number]).sum::<f64>() / drawn.len() as f64
}

/// Recorded by `vectors/vectors.py` with numpy.
#[test]
fn quantiles_agree_with_numpy() {
    let values = [1.0, 3.0, 4.0, 9.0, 11.0, 20.0];
    for (share, recorded) in [(0.025, 1.25), (0.3, 3.5), (0.5, 6.5), (0.975, 18.875)] {
        assert!((quantile(&values, share).unwrap() - recorded).abs() < 1e-12);
    }
    let ends = [f64::NEG_INFINITY, f64::INFINITY, f64::INFINITY];
    assert_eq!(quantile(&ends, 0.75), Some(f64::INFINITY));
    assert_eq!(quantile(&ends, 0.1), Some(f64::NEG_INFINITY));
    assert_eq!(quantile(&[f64::NEG_INFINITY, 1.0], 0.9), Some(f64::NEG_INFINITY));
    assert_eq!(quantile(&[1.0, f64::INFINITY], 0.1), Some(f64::INFINITY));
}

/// Of 400 mutants with a share of one half, the standard error is 0.025, and 1.96 of it is 0.049.
#[test]
fn intervals_of_a_share_are_as_wide_as_theory_says() {
    let values: Vec<f64> = (0..400).map(|number| f64::from(number % 2)).collect();
    let interval = bootstrap(400, 4_000, 1, &|drawn| vec![mean(&values, drawn)])[0].unwrap();
    assert!((interval.low - 0.451).abs() < 0.006, "{interval:?}");
    assert!((interval.high - 0.549).abs() < 0.006, "{interval:?}");
}

#[test]
fn figures_that_are_nan_are_left_out() {
    let intervals =
        bootstrap(2, 200, 3, &|drawn| vec![f64::NAN, if drawn == [0, 0] { f64::NAN } else { 5.0 }]);
    assert_eq!(intervals[0], None);
    assert_eq!(intervals[1].map(|it| (it.low, it.high)), Some((5.0, 5.0)));
    assert!(bootstrap(0, 9, 3, &|_| vec![1.0]).is_empty());
}

#[property]
fn the_same_seed_draws_the_same(
    #[draw(vec(0.0..100.0).len(1..=20))] values: Vec<f64>,
    #[draw(any::<u64>())] seed: u64,
) {
    let run = || bootstrap(values.len(), 30, seed, &|drawn| vec![mean(&values, drawn)]);
    assert_eq!(run(), run());
    let interval = run()[0].unwrap();
    let most = values.iter().copied().fold(0.0, f64::max);
    assert!(interval.low <= interval.high && interval.low >= 0.0 && interval.high <= most + 1e-9);
}
