//! Shares and their intervals.

use disprove_analysis::statistics::Interval;

/// The share, or 0 of nothing.
pub(super) fn share(hits: u64, of: u64) -> f64 {
    if of == 0 { 0.0 } else { hits as f64 / of as f64 }
}

/// Wilson's interval of a share.
pub(super) fn interval(hits: u64, of: u64) -> (f64, f64) {
    let Interval { low, high } = Interval::of_share(hits, of);
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::interval;

    #[test]
    fn intervals_stay_between_0_and_1() {
        // Wilson's interval for 0 of 10 and 5 of 10, to three digits.
        let round = |(low, high): (f64, f64)| ((low * 1e3).round(), (high * 1e3).round());
        assert_eq!(round(interval(0, 10)), (0.0, 278.0));
        assert_eq!(round(interval(5, 10)), (237.0, 763.0));
        assert_eq!(interval(0, 0), (0.0, 1.0));
    }
}
