//! Bootstrap: resamples a study to estimate how much its figures vary.

use super::interval::Interval;

/// Draws `rounds` samples of `count` mutants with replacement and calls `figures` with the indices of each. The
/// interval of each figure covers the middle 95 % of its values.
///
/// `figures` returns the same number of figures each time; NaNs are left out. A figure that was NaN in every round has
/// no interval. The same seed draws the same samples.
///
/// ```
/// use disprove_analysis::statistics::bootstrap;
/// let killed = [true, true, false, true, false, true, true, true];
/// let share = |drawn: &[usize]| {
///     vec![drawn.iter().filter(|mutant| killed[**mutant]).count() as f64 / drawn.len() as f64]
/// };
/// let interval = bootstrap(killed.len(), 1_000, 7, &share)[0].expect("a share");
/// assert!(interval.holds(0.75) && interval.low < 0.75 && interval.high > 0.75);
/// ```
pub fn bootstrap(
    count: usize,
    rounds: usize,
    seed: u64,
    figures: &dyn Fn(&[usize]) -> Vec<f64>,
) -> Vec<Option<Interval>> {
    if count == 0 {
        return Vec::new();
    }
    let mut random = Random(seed);
    let mut drawn = vec![0; count];
    let mut all: Vec<Vec<f64>> = Vec::new();
    for _ in 0..rounds {
        drawn.fill_with(|| random.below(count));
        for (number, figure) in figures(&drawn).into_iter().enumerate() {
            if all.len() <= number {
                all.push(Vec::new());
            }
            if !figure.is_nan() {
                all[number].push(figure);
            }
        }
    }
    let mut intervals = Vec::new();
    for mut values in all {
        values.sort_by(f64::total_cmp);
        let ends = quantile(&values, 0.025).zip(quantile(&values, 0.975));
        intervals.push(ends.map(|(low, high)| Interval { low, high }));
    }
    intervals
}

/// The quantile of sorted values, linearly interpolated: R's type 7, its default.
///
/// ```
/// use disprove_analysis::statistics::quantile;
/// assert_eq!(quantile(&[1.0, 2.0, 4.0], 0.75), Some(3.0));
/// assert_eq!(quantile(&[], 0.5), None);
/// ```
pub fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = share.clamp(0.0, 1.0) * last as f64;
    let below = sorted[place.floor() as usize];
    let above = sorted[place.ceil() as usize];
    let way = place - place.floor();
    // Infinities stay infinite instead of becoming NaN.
    Some(if below.total_cmp(&above).is_eq() || way == 0.0 {
        below
    } else if below.is_infinite() && above.is_infinite() {
        if way < 0.5 { below } else { above }
    } else {
        (1.0 - way) * below + way * above
    })
}

/// SplitMix64 (Steele, Lea and Flood 2014): small, and random enough for resampling.
struct Random(u64);

impl Random {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `count`, which is far too small for the modulo bias to matter.
    fn below(&mut self, count: usize) -> usize {
        ((u128::from(self.word()) * count as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests;
