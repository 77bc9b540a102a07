//! Which coverage through traced code some case has taken.

use crate::{search::Fingerprints, trace::Trace};

/// The steps of all cases so far: which event followed which, and how often.
///
/// A search forgets now and then what it has seen, to look at it anew. What is kept on a disk must not be found again each
/// time, so this is apart from it, and forgets nothing.
#[derive(Default)]
pub(super) struct SeenCoverage {
    steps: Fingerprints,
}

/// An odd number without a pattern, 2^64 over the golden ratio, which spreads numbers over all bits.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

fn mixed(from: u32, to: u32, times: u8) -> u64 {
    let pair = u64::from(from) << 32 | u64::from(to);
    let hash = pair.wrapping_mul(MIX).rotate_left(23) ^ u64::from(times);
    hash.wrapping_mul(MIX)
}

impl SeenCoverage {
    /// Whether a case has taken a step that none before it has, or has not so often.
    pub(super) fn add(&mut self, trace: &Trace) -> bool {
        let Some(first) = trace.events().first() else { return false };
        let mut new = self.steps.insert(mixed(0, *first, 0));
        for edge in trace.edges() {
            new |= self.steps.insert(mixed(edge.from, edge.to, edge.times));
        }
        new
    }
}

#[cfg(test)]
mod tests {
    use super::SeenCoverage;
    use crate::trace::{self, Trace, expanded::hit};

    fn course(events: &[u32]) -> Trace {
        trace::record(|| events.iter().for_each(|event| hit(*event, 0))).1
    }

    #[test]
    fn steps_are_new_once_and_again_when_there_are_many_more_of_them() {
        let mut coverage = SeenCoverage::default();
        assert!(!coverage.add(&course(&[])), "nothing is traced");
        assert!(coverage.add(&course(&[1])));
        assert!(!coverage.add(&course(&[1])));
        assert!(coverage.add(&course(&[1, 2])));
        assert!(coverage.add(&course(&[1, 2, 1])));
        assert!(!coverage.add(&course(&[1, 2, 1, 3][..3])));
        assert!(coverage.add(&course(&[1, 2, 1, 2, 1])), "twice");
        assert!(coverage.add(&course(&[1, 3])));
        assert!(!coverage.add(&course(&[1, 3])));
    }
}
