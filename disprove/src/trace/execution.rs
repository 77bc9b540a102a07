//! The execution trace of one run.

use super::{
    operand::Operand,
    pairs::{self, Pair},
    path,
    times::{Times, magnitude},
    view::mixed,
};
use std::sync::OnceLock;

/// An execution trace: events in order, and operands of comparisons.
///
/// It keeps the first 65,536 events. Later ones are counted and go into the [`hash`](Trace::hash).
///
/// ```
/// use disprove::trace;
///
/// #[trace]
/// fn sign(n: i32) -> &'static str {
///     match n {
///         0 => "zero",
///         1.. => "positive",
///         _ => "negative",
///     }
/// }
///
/// let trace = |n| trace::record(|| sign(n)).1;
/// assert_eq!(trace(3).events(), trace(4).events());
/// assert_ne!(trace(3).events(), trace(-4).events());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Trace {
    pub(super) events: Vec<u32>,
    /// Number and hash of the later events.
    pub(super) more: u64,
    pub(super) hash: u64,
    pub(super) operands: Vec<Operand>,
    pub(super) pairs: Vec<Pair>,
    /// Both kinds of operands, computed on first use.
    pub(super) all_operands: OnceLock<Vec<Operand>>,
}

impl PartialEq for Trace {
    fn eq(&self, other: &Trace) -> bool {
        (self.more, self.hash) == (other.more, other.hash)
            && self.events == other.events
            && self.operands == other.operands
            && self.pairs == other.pairs
    }
}

/// Two consecutive events, and the order of magnitude of their count.
///
/// ```
/// use disprove::trace;
///
/// #[trace]
/// fn count(n: u32) -> u32 {
///     let mut sum = 0;
///     for i in 0..n {
///         sum += i;
///     }
///     sum
/// }
///
/// let edges = |n| trace::record(|| count(n)).1.edges();
/// // Into the loop, around it, and out of it.
/// assert_eq!(edges(5).len(), 3);
/// assert_eq!(edges(5), edges(6));
/// assert_ne!(edges(5), edges(50));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Edge {
    /// The first event.
    pub from: u32,
    /// The second event.
    pub to: u32,
    /// 1 for once, 2 for two or three times, 3 for four to seven times, and so on.
    pub times: u8,
}

impl Trace {
    /// The kept events in order. Equal events belong to the same place in the program.
    ///
    /// ```
    /// use disprove::trace;
    ///
    /// #[trace]
    /// fn nothing() {}
    ///
    /// let once = trace::record(nothing).1;
    /// let twice = trace::record(|| (nothing(), nothing())).1;
    /// assert_eq!(twice.events(), [once.events(), once.events()].concat());
    /// ```
    pub fn events(&self) -> &[u32] {
        &self.events
    }

    /// Number of events, those not kept included.
    ///
    /// ```
    /// use disprove::trace;
    ///
    /// #[trace]
    /// fn nothing() {}
    ///
    /// let (_, trace) = trace::record(|| (0..100_000).for_each(|_| nothing()));
    /// assert_eq!((trace.count(), trace.events().len()), (100_000, 65_536));
    /// ```
    pub fn count(&self) -> u64 {
        self.events.len() as u64 + self.more
    }

    /// Operands of comparisons that were not equal: each pair once, in no particular order, at most the newest 256.
    ///
    /// A comparison that runs often is sampled: 8 of every 256 runs are recorded.
    ///
    /// ```
    /// use disprove::trace;
    ///
    /// #[trace]
    /// fn is_magic(bytes: [u8; 4]) -> bool {
    ///     bytes == *b"FUZZ"
    /// }
    ///
    /// let (_, trace) = trace::record(|| is_magic([1, 2, 3, 4]));
    /// assert_eq!(trace.operands()[0].to_string(), r#"b"\x01\x02\x03\x04" and b"FUZZ""#);
    /// ```
    pub fn operands(&self) -> &[Operand] {
        if self.pairs.is_empty() {
            return &self.operands;
        }
        self.all_operands.get_or_init(|| pairs::operands(&self.pairs, &self.operands))
    }

    /// The comparisons without the rest of the trace.
    #[cfg(any(test, feature = "fuzz"))]
    pub(crate) fn comparisons(&self) -> pairs::Comparisons {
        pairs::Comparisons::new(&self.pairs, &self.operands)
    }

    /// Hash of all events in order, those not kept included.
    ///
    /// ```
    /// use disprove::trace;
    ///
    /// #[trace]
    /// fn half(n: u32) -> Option<u32> {
    ///     (n % 2 == 0).then(|| n / 2)
    /// }
    ///
    /// let hash = |n| trace::record(|| half(n)).1.hash();
    /// assert_eq!(hash(2), hash(4));
    /// assert_ne!(hash(2), hash(5));
    /// ```
    pub fn hash(&self) -> u64 {
        let kept = self.events.iter().fold(0, |hash, event| mixed(hash, u64::from(*event)));
        if self.more == 0 { kept } else { mixed(mixed(kept, self.hash), self.more) }
    }

    /// The events with loops compressed: one iteration, and the order of magnitude of the count.
    ///
    /// An iteration has up to 64 events; nested loops are compressed too. A path has up to 16,384 words. In a longer
    /// one, the last word is a hash of the rest.
    ///
    /// ```
    /// use disprove::trace;
    ///
    /// #[trace]
    /// fn sum(n: u32) -> u32 {
    ///     let mut sum = 0;
    ///     for i in 0..n {
    ///         if i < n { sum += i }
    ///     }
    ///     sum
    /// }
    ///
    /// let path = |n| trace::record(|| sum(n)).1.path();
    /// // The function; one iteration and its branch; the count; the end of the loop.
    /// assert_eq!(path(1_000).len(), 5);
    /// assert_eq!(path(1_000), path(1_020));
    /// assert_ne!(path(1_000), path(3_000));
    /// ```
    pub fn path(&self) -> Vec<u32> {
        path::compressed(&self.events, self.more, self.hash)
    }

    /// Hashes of all sequences of `k` consecutive events (k-grams), each once. Zeros precede the first event.
    ///
    /// ```
    /// use disprove::trace;
    ///
    /// #[trace]
    /// fn count(n: u32) -> u32 {
    ///     (0..n).map(|_| 1).sum()
    /// }
    ///
    /// let grams = |n| trace::record(|| count(n)).1.grams(2);
    /// // Nothing and the function, the function and the closure, the closure and the closure.
    /// assert_eq!(grams(9).len(), 3);
    /// assert_eq!(grams(9), grams(99));
    /// assert_ne!(grams(9), grams(1));
    /// ```
    pub fn grams(&self, k: usize) -> Vec<u64> {
        let mut grams = Times::default();
        let mut row = vec![0; k.max(1)];
        for event in &self.events {
            row.rotate_left(1);
            if let Some(last) = row.last_mut() {
                *last = *event;
            }
            grams.count(row.iter().fold(0, |hash, event| mixed(hash, u64::from(*event))));
        }
        grams.all().iter().map(|(gram, _)| *gram).collect()
    }

    /// All edges, in the order of their first occurrence.
    ///
    /// ```
    /// use disprove::trace;
    ///
    /// #[trace]
    /// fn fits(n: u32) -> bool {
    ///     n < 10
    /// }
    ///
    /// let (_, trace) = trace::record(|| (0..5).for_each(|n| assert!(fits(n))));
    /// assert_eq!(trace.edges()[0].times, 3);
    /// ```
    pub fn edges(&self) -> Vec<Edge> {
        let mut edges = Times::default();
        for pair in self.events.windows(2) {
            edges.count(u64::from(pair[0]) << 32 | u64::from(pair[1]));
        }
        let edge = |(pair, times): &(u64, u32)| Edge {
            from: (pair >> 32) as u32,
            to: *pair as u32,
            times: magnitude(*times),
        };
        edges.all().iter().map(edge).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Edge, Trace};

    fn trace(events: &[u32]) -> Trace {
        Trace { events: events.to_vec(), ..Trace::default() }
    }

    #[test]
    fn counts_edges_in_powers_of_two() {
        let edges = trace(&[1, 2, 1, 2, 1, 2, 1, 3]).edges();
        let of = |from, to, times| Edge { from, to, times };
        assert_eq!(edges, [of(1, 2, 2), of(2, 1, 2), of(1, 3, 1)]);
        assert!(trace(&[]).edges().is_empty() && trace(&[1]).edges().is_empty());
        let times = [1, 2, 3, 4, 7, 8].map(|times| trace(&vec![1; times + 1]).edges()[0].times);
        assert_eq!(times, [1, 2, 2, 3, 3, 4]);
    }

    #[test]
    fn grams_depend_on_events_and_their_order() {
        let grams = |events: &[u32]| trace(events).grams(3);
        assert_eq!(grams(&[1, 2, 3, 1, 2, 3, 1, 2]).len(), 2 + 3);
        assert_eq!(grams(&[1, 2])[..1], grams(&[1])[..]);
        assert_ne!(grams(&[1, 2]), grams(&[2, 1]));
        assert!(grams(&[]).is_empty());
        assert_eq!(trace(&[1, 2, 1]).grams(0), trace(&[1, 2, 1]).grams(1));
    }

    #[test]
    fn the_hash_covers_all_events() {
        assert_ne!(trace(&[1]).hash(), trace(&[2]).hash());
        assert_ne!(trace(&[1, 2]).hash(), trace(&[2, 1]).hash());
        assert_ne!(trace(&[1, 2]).hash(), trace(&[1, 2, 2]).hash());
        let longer = |hash| Trace { more: 1, hash, ..trace(&[1]) }.hash();
        assert_ne!(trace(&[1]).hash(), longer(5));
        assert_ne!(longer(5), longer(6));
    }
}
