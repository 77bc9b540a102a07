//! Build-independent numbers for the sites of compiler probes.

use super::{
    coverage::{compared, compared_at, places},
    execution::Trace,
};

/// Numbers the sites of compiler probes in the order in which a search first sees them.
///
/// The linker numbers the sites in an order that depends on the build directory. Searches break ties by event, so
/// with these numbers they behave the same in every build.
#[derive(Debug, Default)]
pub(crate) struct Numbering {
    /// By linker number; 0 for a site not seen yet.
    numbers: Vec<u32>,
    /// The linker numbers of the sites that were seen, in that order.
    seen: Vec<u32>,
}

impl Numbering {
    /// Renumbers the events of a trace. Events of `#[trace]` are the same in every build, and stay.
    pub(crate) fn apply(&mut self, trace: &mut Trace) {
        let places = places();
        if places > 0 {
            self.renumber(&mut trace.events, places);
        }
    }

    /// The linker numbers of the sites that a case has reached, in the order in which they were first seen.
    pub(crate) fn seen(&self) -> &[u32] {
        &self.seen
    }

    /// The number of sites.
    pub(crate) fn sites(&self) -> u32 {
        self.numbers.len().saturating_sub(1) as u32
    }

    fn renumber(&mut self, events: &mut [u32], places: u32) {
        if self.numbers.len() <= places as usize {
            self.numbers.resize(places as usize + 1, 0);
        }
        for event in events {
            if *event <= places {
                *event = self.number(*event);
            } else if let Some(place) = compared(*event).filter(|place| *place <= places) {
                *event = compared_at(*event, self.number(place));
            }
        }
    }

    #[inline(always)]
    fn number(&mut self, place: u32) -> u32 {
        let number = &mut self.numbers[place as usize];
        if *number == 0 {
            self.seen.push(place);
            *number = self.seen.len() as u32;
        }
        *number
    }
}

#[cfg(test)]
mod tests {
    use super::{Numbering, compared_at};

    #[test]
    fn numbers_sites_in_the_order_of_first_sight() {
        let mut numbering = Numbering::default();
        let mut numbered = |events: &[u32]| {
            let mut events = events.to_vec();
            numbering.renumber(&mut events, 100);
            events
        };
        assert_eq!(numbered(&[70, 30, 70, 100]), [1, 2, 1, 3]);
        assert_eq!(numbered(&[30, 1]), [2, 4]);
        assert_eq!(numbered(&[101, 1 << 20]), [101, 1 << 20], "those are no places of the linker");
        let memory = |place| compared_at(5, place);
        assert_eq!(numbered(&[memory(30), memory(101)]), [memory(2), memory(101)]);
        assert_eq!((numbering.seen(), numbering.sites()), (&[70, 30, 100, 1][..], 100));
    }
}
