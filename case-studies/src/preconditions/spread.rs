//! How evenly the accepted inputs are distributed over their ranges.

/// Number of bins for each field of an input.
const BINS: usize = 16;

/// Number of list elements that count as fields, besides the length.
const FIRST: usize = 3;

/// How often each bin of each field was met.
#[derive(Clone, Debug, Default)]
pub struct Spread {
    counts: Vec<[u64; BINS]>,
}

impl Spread {
    /// Takes an input into account, which names its fields, always in the same order.
    pub fn add(&mut self, input: impl FnOnce(&mut Fields)) {
        input(&mut Fields { counts: &mut self.counts, at: 0 });
    }

    /// The mean entropy of the fields in bits: 4 if every field is even over sixteen bins.
    pub fn bits(&self) -> f64 {
        let met = self.counts.iter().filter(|counts| counts.iter().any(|count| *count > 0));
        let (sum, fields) =
            met.fold((0.0, 0), |(sum, fields), counts| (sum + entropy(counts), fields + 1));
        sum / f64::from(fields.max(1))
    }
}

fn entropy(counts: &[u64; BINS]) -> f64 {
    let all: u64 = counts.iter().sum();
    let met = counts.iter().filter(|count| **count > 0);
    met.map(|count| *count as f64 / all as f64).map(|share| -share * share.log2()).sum()
}

/// The fields of one input.
#[derive(Debug)]
pub struct Fields<'a> {
    counts: &'a mut Vec<[u64; BINS]>,
    at: usize,
}

impl Fields<'_> {
    /// A number between two others: a bin for each value if there are few, else equal parts of the range.
    pub fn number<T: Number>(&mut self, value: T, least: T, most: T) {
        let room = most.plain() - least.plain() + if T::WHOLE { 1.0 } else { 0.0 };
        let above = (value.plain() - least.plain()).max(0.0);
        let few = T::WHOLE && room <= BINS as f64;
        let bin = if few { above } else { above * BINS as f64 / room };
        self.bin(bin as usize);
    }

    /// One of a few alternatives.
    pub fn choice(&mut self, number: usize) {
        self.bin(number);
    }

    /// The length of a list and its first elements.
    pub fn list<T: Number>(&mut self, list: &[T], lengths: (usize, usize), range: (T, T)) {
        self.number(list.len(), lengths.0, lengths.1);
        for place in 0..FIRST {
            match list.get(place) {
                Some(value) => self.number(*value, range.0, range.1),
                None => self.absent(),
            }
        }
    }

    /// The same of a text of plain characters.
    pub fn text(&mut self, text: &str, lengths: (usize, usize), range: (char, char)) {
        let codes: Vec<u32> = text.chars().map(u32::from).collect();
        self.list(&codes, lengths, (u32::from(range.0), u32::from(range.1)));
    }

    /// A field that this input does not have.
    pub fn absent(&mut self) {
        self.at += 1;
    }

    fn bin(&mut self, bin: usize) {
        if self.counts.len() <= self.at {
            self.counts.resize(self.at + 1, [0; BINS]);
        }
        self.counts[self.at][bin.min(BINS - 1)] += 1;
        self.at += 1;
    }
}

/// A number of any type.
pub trait Number: Copy {
    const WHOLE: bool;

    fn plain(self) -> f64;
}

macro_rules! numbers {
    ($whole:literal: $($type:ty),*) => {$(
        impl Number for $type {
            const WHOLE: bool = $whole;

            fn plain(self) -> f64 {
                self as f64
            }
        }
    )*};
}

numbers!(true: u8, u16, u32, u64, u128, usize, i32, i64);
numbers!(false: f64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_even_field_of_many_values_has_four_bits() {
        let mut spread = Spread::default();
        (0..1_600u32).for_each(|n| spread.add(|fields| fields.number(n, 0, 1_599)));
        assert!((spread.bits() - 4.0).abs() < 1e-9);
    }

    #[test]
    fn a_field_of_few_values_has_a_bin_for_each() {
        let mut spread = Spread::default();
        (5..=8).for_each(|n| spread.add(|fields| fields.number(n, 5, 8)));
        assert!((spread.bits() - 2.0).abs() < 1e-9);
    }

    #[test]
    fn the_ends_of_a_range_of_floats_lie_in_the_outer_bins() {
        let mut spread = Spread::default();
        for value in [-0.5, -0.49, 0.49, 0.5] {
            spread.add(|fields| fields.number(value, -0.5, 0.5));
        }
        assert!((spread.bits() - 1.0).abs() < 1e-9);
    }

    #[test]
    fn elements_that_a_list_does_not_have_are_left_out() {
        let mut spread = Spread::default();
        for list in [vec![], vec![0, 1], vec![1, 1]] {
            spread.add(|fields| fields.list(&list, (0, 2), (0, 1)));
        }
        let lengths = -(1.0f64 / 3.0) * (1.0f64 / 3.0).log2() - 2.0 / 3.0 * (2.0f64 / 3.0).log2();
        assert!((spread.bits() - (lengths + 1.0 + 0.0) / 3.0).abs() < 1e-9);
    }

    #[test]
    fn bunched_inputs_have_fewer_bits_than_spread_ones() {
        let bits = |numbers: &[i64]| {
            let mut spread = Spread::default();
            for n in numbers {
                spread.add(|fields| fields.number(*n, -100, 100));
            }
            spread.bits()
        };
        assert!(bits(&[1, 2, 3, 4]) < bits(&[-90, -3, 50, 99]));
        assert!(bits(&[]).abs() < 1e-9);
    }
}
