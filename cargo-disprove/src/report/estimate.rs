//! Shares and their intervals.

/// The quantile of the normal distribution for 95 %.
const Z: f64 = 1.959_964;

/// The share, or 0 of nothing.
pub(super) fn share(hits: u64, of: u64) -> f64 {
    if of == 0 { 0.0 } else { hits as f64 / of as f64 }
}

/// Wilson's interval of a share, which stays between 0 and 1.
pub(super) fn interval(hits: u64, of: u64) -> (f64, f64) {
    if of == 0 {
        return (0.0, 1.0);
    }
    let (n, p) = (of as f64, share(hits, of));
    let z2 = Z * Z / n;
    let center = p + z2 / 2.0;
    let spread = Z * (p * (1.0 - p) / n + z2 / (4.0 * n)).sqrt();
    (((center - spread) / (1.0 + z2)).max(0.0), ((center + spread) / (1.0 + z2)).min(1.0))
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
