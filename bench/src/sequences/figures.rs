//! Means with confidence intervals.

/// Number of bootstrap resamples.
const RESAMPLES: usize = 2_000;

/// A mean with the interval that covers 95 % of the resampled means.
#[derive(Clone, Copy, Debug)]
pub struct Mean {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

impl Mean {
    /// The geometric mean of positive numbers, such as ratios.
    pub fn geometric(of: &[f64]) -> Mean {
        let logarithms: Vec<f64> = of.iter().map(|number| number.ln()).collect();
        let Mean { value, low, high } = Mean::arithmetic(&logarithms);
        Mean { value: value.exp(), low: low.exp(), high: high.exp() }
    }

    pub fn arithmetic(of: &[f64]) -> Mean {
        let sum = |of: &mut dyn Iterator<Item = f64>| of.sum::<f64>();
        let count = of.len().max(1) as f64;
        // A fixed seed: the same sample has the same interval.
        let mut random = fastrand::Rng::with_seed(1);
        let mut means: Vec<f64> = (0..RESAMPLES)
            .map(|_| sum(&mut (0..of.len()).map(|_| of[random.usize(..of.len())])) / count)
            .collect();
        means.sort_by(f64::total_cmp);
        Mean {
            value: sum(&mut of.iter().copied()) / count,
            low: means[RESAMPLES / 40],
            high: means[RESAMPLES - 1 - RESAMPLES / 40],
        }
    }
}
