//! The course of one run.

use super::{
    operand::Operand,
    pairs::{self, Pair},
    path,
    times::Times,
    view::mixed,
};
use std::sync::OnceLock;

/// What was recorded: events in their order, and operands of comparisons.
///
/// The first 65,536 events are kept. What comes after them is counted, and goes into the [`hash`](Trace::hash).
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
/// let course = |n| trace::record(|| sign(n)).1;
/// assert_eq!(course(3).events(), course(4).events());
/// assert_ne!(course(3).events(), course(-4).events());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Trace {
    pub(super) events: Vec<u32>,
    /// How many came after them, and their hash.
    pub(super) more: u64,
    pub(super) hash: u64,
    pub(super) operands: Vec<Operand>,
    pub(super) pairs: Vec<Pair>,
    /// Both together, once somebody has asked.
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

/// Two events that followed each other, and how often, as a power of two.
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
    /// The event before.
    pub from: u32,
    /// The event after it.
    pub to: u32,
    /// 1 for once, 2 for two or three times, 3 for four to seven times, and so on.
    pub times: u8,
}

/// How often, in powers of two: the number of its digits.
pub(super) fn magnitude(count: u32) -> u8 {
    (u32::BITS - count.leading_zeros()) as u8
}

impl Trace {
    /// The events in their order, as many as are kept. Equal events are of the same place in the program.
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

    /// How many events there were, those included that are not kept.
    ///
    /// ```
    /// use disprove::trace;
    ///
    /// #[trace]
    /// fn nothing() {}
    ///
    /// let (_, course) = trace::record(|| (0..100_000).for_each(|_| nothing()));
    /// assert_eq!((course.count(), course.events().len()), (100_000, 65_536));
    /// ```
    pub fn count(&self) -> u64 {
        self.events.len() as u64 + self.more
    }

    /// Pairs that were compared and not equal, each once and in no order: up to 256, of more the newest.
    ///
    /// Of a place that compares again and again only some are looked at: 8 in a row, and then 8 of every 256.
    ///
    /// ```
    /// use disprove::trace;
    ///
    /// #[trace]
    /// fn is_magic(bytes: [u8; 4]) -> bool {
    ///     bytes == *b"FUZZ"
    /// }
    ///
    /// let (_, course) = trace::record(|| is_magic([1, 2, 3, 4]));
    /// assert_eq!(course.operands()[0].to_string(), r#"b"\x01\x02\x03\x04" and b"FUZZ""#);
    /// ```
    pub fn operands(&self) -> &[Operand] {
        if self.pairs.is_empty() {
            return &self.operands;
        }
        self.all_operands.get_or_init(|| pairs::operands(&self.pairs, &self.operands))
    }

    /// A number of all events in their order, those included that are not kept.
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

    /// The events without what is repeated: of a loop one round, and how often, as a power of two.
    ///
    /// A round has up to 64 events; loops in loops are made shorter as well. A path has up to 16,384 words. If there
    /// would be more, the last is a hash of the rest.
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
    /// // The function; a round and its branch; how often; the end of the loop.
    /// assert_eq!(path(1_000).len(), 5);
    /// assert_eq!(path(1_000), path(1_020));
    /// assert_ne!(path(1_000), path(3_000));
    /// ```
    pub fn path(&self) -> Vec<u32> {
        path::compressed(&self.events, self.more, self.hash)
    }

    /// Every `k` events in a row, each once, as a number. Before the first event are some that are 0.
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

    /// Which events followed which, and how often, in the order in which they first did.
    ///
    /// ```
    /// use disprove::trace;
    ///
    /// #[trace]
    /// fn fits(n: u32) -> bool {
    ///     n < 10
    /// }
    ///
    /// let (_, course) = trace::record(|| (0..5).for_each(|n| assert!(fits(n))));
    /// assert_eq!(course.edges()[0].times, 3);
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
    fn edges_are_counted_in_powers_of_two() {
        let edges = trace(&[1, 2, 1, 2, 1, 2, 1, 3]).edges();
        let of = |from, to, times| Edge { from, to, times };
        assert_eq!(edges, [of(1, 2, 2), of(2, 1, 2), of(1, 3, 1)]);
        assert!(trace(&[]).edges().is_empty() && trace(&[1]).edges().is_empty());
    }

    #[test]
    fn grams_depend_on_what_is_in_a_row_and_in_which_order() {
        let grams = |events: &[u32]| trace(events).grams(3);
        assert_eq!(grams(&[1, 2, 3, 1, 2, 3, 1, 2]).len(), 2 + 3);
        assert_eq!(grams(&[1, 2])[..1], grams(&[1])[..]);
        assert_ne!(grams(&[1, 2]), grams(&[2, 1]));
        assert!(grams(&[]).is_empty());
        assert_eq!(trace(&[1, 2, 1]).grams(0), trace(&[1, 2, 1]).grams(1));
    }

    #[test]
    fn the_hash_is_of_everything() {
        assert_ne!(trace(&[1]).hash(), trace(&[2]).hash());
        let longer = |hash| Trace { more: 1, hash, ..trace(&[1]) }.hash();
        assert_ne!(trace(&[1]).hash(), longer(5));
        assert_ne!(longer(5), longer(6));
    }
}
