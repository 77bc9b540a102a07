//! Fisher's exact test.

use statrs::function::gamma::ln_gamma;

/// Relative tolerance for equal probabilities, to ignore rounding; as in R's `fisher.test`.
const EQUAL: f64 = 1e-7;

/// The total probability of all tables with the same margins that are at most as probable as this one. Takes time
/// proportional to the smallest margin.
pub(super) fn two_sided([a, b, c, d]: [u64; 4]) -> f64 {
    let (row, column, all) = (a + b, a + c, a + b + c + d);
    let least = (row + column).saturating_sub(all);
    let most = row.min(column);
    if least == most {
        return 1.0;
    }
    let scale = choose(all, column);
    let logarithm = |x: u64| choose(row, x) + choose(all - row, column - x) - scale;
    let limit = logarithm(a) + EQUAL;
    let mut sum = 0.0;
    for x in least..=most {
        let here = logarithm(x);
        if here <= limit {
            sum += here.exp();
        }
    }
    f64::min(sum, 1.0)
}

/// The logarithm of the binomial coefficient `n` over `k`.
fn choose(n: u64, k: u64) -> f64 {
    factorial(n) - factorial(k) - factorial(n - k)
}

fn factorial(n: u64) -> f64 {
    ln_gamma(n as f64 + 1.0)
}
