//! The coverage of all cases of a worker.

use crate::{search::Fingerprints, trace::Trace};

/// The edges of all traces so far, with bucketed counts.
///
/// A search sometimes forgets its coverage to look at inputs again. Entries on disk must not be found again each time, so
/// this set is separate and forgets nothing.
#[derive(Default)]
pub(super) struct SeenCoverage {
    edges: Fingerprints,
}

/// Multiplier that spreads numbers over all bits: 2^64 divided by the golden ratio.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

fn mixed(from: u32, to: u32, times: u8) -> u64 {
    let pair = u64::from(from) << 32 | u64::from(to);
    let hash = pair.wrapping_mul(MIX).rotate_left(23) ^ u64::from(times);
    hash.wrapping_mul(MIX)
}

impl SeenCoverage {
    /// Whether a trace has a new edge, or an old one with a new count.
    pub(super) fn add(&mut self, trace: &Trace) -> bool {
        let Some(first) = trace.events().first() else { return false };
        let mut new = self.edges.insert(mixed(0, *first, 0));
        for edge in trace.edges() {
            new |= self.edges.insert(mixed(edge.from, edge.to, edge.times));
        }
        new
    }
}

#[cfg(test)]
mod tests {
    use super::SeenCoverage;
    use crate::trace::{self, Trace, expanded::hit};

    fn trace(events: &[u32]) -> Trace {
        trace::record(|| events.iter().for_each(|event| hit(*event, 0))).1
    }

    #[test]
    fn an_edge_is_new_once_for_each_count() {
        let mut coverage = SeenCoverage::default();
        assert!(!coverage.add(&trace(&[])), "nothing is traced");
        assert!(coverage.add(&trace(&[1])));
        assert!(!coverage.add(&trace(&[1])));
        assert!(coverage.add(&trace(&[1, 2])));
        assert!(coverage.add(&trace(&[1, 2, 1])));
        assert!(!coverage.add(&trace(&[1, 2, 1, 3][..3])));
        assert!(coverage.add(&trace(&[1, 2, 1, 2, 1])), "twice");
        assert!(coverage.add(&trace(&[1, 3])));
        assert!(!coverage.add(&trace(&[1, 3])));
        assert!(coverage.add(&trace(&[1, 3, 2])), "known branches in another order");
    }
}
