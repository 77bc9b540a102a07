//! Finding a small number that still works, in few calls.

/// Finds a number below `high`, which works. `works` returns the number it reached: the one asked for, or one a
/// little below it.
///
/// For a monotonic predicate the result is exact. The number of calls grows with the number of bits.
pub(super) fn descend(high: u128, works: &mut dyn FnMut(u128) -> Option<u128>) -> u128 {
    let mut best = bisect(high, works);
    // best - 1 does not work. If best - 2 does, perhaps only even or only odd numbers do.
    if best > 2 {
        if let Some(reached) = works(best - 2) {
            best = reached;
            let last_bit = best % 2;
            bisect(best / 2, &mut |half| {
                best = works(2 * half + last_bit)?;
                Some(best / 2)
            });
        }
    }
    best
}

/// Like [`descend`], but without the check for even and odd numbers.
pub(super) fn bisect(mut high: u128, works: &mut dyn FnMut(u128) -> Option<u128>) -> u128 {
    for small in [0, 1] {
        if high <= small {
            return high;
        }
        if let Some(reached) = works(small) {
            return reached;
        }
    }
    let start = high;
    let mut low = high / 2;
    if let Some(reached) = (low > 1).then(|| works(low)).flatten() {
        // Find the number of bits it needs first.
        high = reached;
        let (mut few, mut many) = (1, start.ilog2());
        while few + 1 < many {
            let shift = few.midpoint(many);
            match works(start >> shift) {
                Some(reached) => (few, high) = (shift, reached),
                None => many = shift,
            }
        }
        low = (start >> many).min(high);
    } else if high > low + 1 {
        // Half of it does not work, so perhaps it is the boundary already.
        match works(high - 1) {
            Some(reached) => high = reached,
            None => return high,
        }
    }
    // A power of two is the most likely boundary, and a wrong guess still divides the interval.
    let round = 1 << high.max(1).ilog2();
    let likely = low < round && round < high && high - low > 64;
    let mut middle = if likely { round } else { low.midpoint(high) };
    while middle > low && middle < high {
        match works(middle) {
            Some(reached) => high = reached,
            None => low = middle,
        }
        middle = if high == round && low < round - 1 { round - 1 } else { low.midpoint(high) };
    }
    high
}

#[cfg(test)]
mod tests {
    use super::descend;

    fn check(high: u128, holds: impl Fn(u128) -> bool) -> (u128, usize) {
        let mut calls = 0;
        let found = descend(high, &mut |x| {
            calls += 1;
            holds(x).then_some(x)
        });
        assert!(holds(found) && found <= high);
        (found, calls)
    }

    #[test]
    fn finds_a_boundary_exactly() {
        for boundary in 0..40 {
            for high in boundary..80 {
                assert_eq!(check(high, |x| x >= boundary).0, boundary, "{boundary} {high}");
            }
        }
        let (found, calls) = check(u128::MAX, |x| x >= 1 << 100);
        assert_eq!(found, 1 << 100);
        assert!(calls < 125, "{calls}");
        let (found, calls) = check(u128::from(u32::MAX), |x| x > 1_000);
        assert_eq!(found, 1_001);
        assert!(calls < 30, "{calls}");
        assert!(check(1_001, |x| x > 1_000).1 < 6);
    }

    #[test]
    fn finds_the_smallest_even_number() {
        let (found, calls) = check(1 << 40, |x| x >= 1_001 && x % 2 == 0);
        assert_eq!(found, 1_002);
        assert!(calls < 60, "{calls}");
    }
}
