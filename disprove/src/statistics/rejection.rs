//! Which `assume!` rejected how many inputs.

use std::panic::Location;

/// The places of `assume!` that rejected inputs.
#[derive(Debug, Default)]
pub(crate) struct Rejections(Vec<(&'static Location<'static>, u64)>);

impl Rejections {
    /// Counts an input that this place rejected.
    pub(crate) fn add(&mut self, place: &'static Location<'static>) {
        match self.0.iter_mut().find(|(known, _)| *known == place) {
            Some((_, count)) => *count += 1,
            None => self.0.push((place, 1)),
        }
    }

    /// The places as text, with their counts, most first.
    pub(crate) fn sorted(mut self) -> Vec<(String, u64)> {
        self.0.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        self.0.into_iter().map(|(place, count)| (place.to_string(), count)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Location, Rejections};

    #[test]
    fn places_are_sorted_by_their_counts() {
        let (one, other) = (Location::caller(), Location::caller());
        let mut all = Rejections::default();
        for place in [one, other, other] {
            all.add(place);
        }
        assert_eq!(all.sorted(), [(other.to_string(), 2), (one.to_string(), 1)]);
        assert!(Rejections::default().sorted().is_empty());
    }
}
