//! Input spaces that can be enumerated.

/// How many inputs there are, and how many of them fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Space {
    pub valid: u64,
    pub all: u64,
}

/// Counts the numbers in these ranges, ends included, for which something holds.
pub fn count<const N: usize>(
    ranges: [(i32, i32); N],
    mut holds: impl FnMut([i32; N]) -> bool,
) -> Space {
    let mut numbers = ranges.map(|(least, _)| least);
    let mut space = Space { valid: 0, all: 0 };
    loop {
        space.all += 1;
        space.valid += u64::from(holds(numbers));
        // The last number that can go on does, and those behind it start again.
        let Some(place) = (0..N).rev().find(|place| numbers[*place] < ranges[*place].1) else {
            return space;
        };
        numbers[place] += 1;
        for behind in place + 1..N {
            numbers[behind] = ranges[behind].0;
        }
    }
}

/// Counts all values for which something holds.
pub fn among<T>(values: impl IntoIterator<Item = T>, holds: impl Fn(&T) -> bool) -> Space {
    values.into_iter().fold(Space { valid: 0, all: 0 }, |space, value| Space {
        valid: space.valid + u64::from(holds(&value)),
        all: space.all + 1,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_is_counted_once() {
        let mut met = Vec::new();
        let space = count([(0, 2), (5, 6)], |pair| {
            met.push(pair);
            pair[0] > 0
        });
        assert_eq!(met, [[0, 5], [0, 6], [1, 5], [1, 6], [2, 5], [2, 6]]);
        assert_eq!(space, Space { valid: 4, all: 6 });
    }

    #[test]
    fn values_are_counted_by_what_holds() {
        assert_eq!(among(0..10, |n| n % 4 == 0), Space { valid: 3, all: 10 });
    }
}
