//! What is nearly a member: of a range, a collection, a text.

use super::{Known, Member, Probe, start::Text};
use crate::feedback::{Measure, distance::heard, distance::part};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque},
    ops::{Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive},
    rc::Rc,
    sync::Arc,
};

/// How many members are looked at: a case that is rejected must not cost much more than one that is not.
const LOOKED_AT: usize = 1_024;

/// How many characters are compared where a text is looked for in another.
const COMPARED: usize = 1 << 14;

/// What can have members.
pub trait Holds<Q: ?Sized> {
    /// How far it is from holding this one.
    fn lacks(&self, member: &Q) -> f64;
}

impl<L: ?Sized + Holds<Q>, Q: ?Sized> Known for Probe<'_, Member, L, &Q> {
    #[cold]
    fn gap(&self) -> f64 {
        heard(|| self.1.lacks(self.2))
    }
}

impl<L: ?Sized + Holds<char>> Known for Probe<'_, Member, L, char> {
    #[cold]
    fn gap(&self) -> f64 {
        heard(|| self.1.lacks(self.2))
    }
}

/// The distance to the nearest; where there is none it is larger than any other.
fn nearest(distances: impl Iterator<Item = f64>) -> f64 {
    distances.take(LOOKED_AT).fold(f64::MAX, f64::min)
}

macro_rules! collections {
    ($([$($generics:tt)*] $type:ty, $members:ident;)*) => {$(
        impl<T: Measure<Q>, Q: ?Sized, $($generics)*> Holds<Q> for $type {
            fn lacks(&self, member: &Q) -> f64 {
                nearest(self.$members().map(|known| known.distance(member)))
            }
        }
    )*};
}

collections! {
    [] [T], iter;
    [const N: usize] [T; N], iter;
    [] Vec<T>, iter;
    [] VecDeque<T>, iter;
    [] BTreeSet<T>, iter;
    [S] HashSet<T, S>, iter;
    [V] BTreeMap<T, V>, keys;
    [V, S] HashMap<T, V, S>, keys;
}

/// The distance to a range; nothing is in one that ends before it begins.
fn outside<T: Measure + PartialOrd>(low: Option<&T>, high: Option<(&T, bool)>, value: &T) -> f64 {
    let below = match low {
        Some(low) if low <= value => 0.0,
        Some(low) => low.order(value),
        None => 0.0,
    };
    let above = match high {
        Some((high, true)) if value <= high => 0.0,
        Some((high, false)) if value < high => 0.0,
        Some((high, inclusive)) => value.order(high) + f64::from(u8::from(!inclusive)),
        None => 0.0,
    };
    below + above
}

macro_rules! ranges {
    ($($type:ty, |$range:ident| $low:expr, $high:expr;)*) => {$(
        impl<T: Measure + PartialOrd> Holds<T> for $type {
            fn lacks(&self, member: &T) -> f64 {
                let $range = self;
                outside($low, $high, member)
            }
        }
    )*};
}

ranges! {
    Range<T>, |range| Some(&range.start), Some((&range.end, false));
    RangeInclusive<T>, |range| Some(range.start()), Some((range.end(), true));
    RangeFrom<T>, |range| Some(&range.start), None;
    RangeTo<T>, |range| None, Some((&range.end, false));
    RangeToInclusive<T>, |range| None, Some((&range.end, true));
}

impl<Q: ?Sized + Text> Holds<Q> for str {
    fn lacks(&self, member: &Q) -> f64 {
        let (text, wanted): (Vec<char>, _) = (self.chars().collect(), member.characters());
        let windows = text.len().saturating_sub(wanted.len()) + 1;
        let looked_at = windows.min(COMPARED / wanted.len().max(1) + 1);
        (0..looked_at).map(|at| window(&text[at..], &wanted)).fold(f64::MAX, f64::min)
    }
}

impl<Q: ?Sized + Text> Holds<Q> for String {
    fn lacks(&self, member: &Q) -> f64 {
        self.as_str().lacks(member)
    }
}

/// How far the beginning of something is from what is wanted there.
pub(super) fn window<T: Measure<U>, U>(part_of: &[T], wanted: &[U]) -> f64 {
    let there = part_of.iter().zip(wanted).map(|(one, other)| match one.distance(other) {
        0.0 => 0.0,
        distance => part(distance),
    });
    there.sum::<f64>() + wanted.len().saturating_sub(part_of.len()) as f64
}

macro_rules! pointers {
    ($($type:ty),*) => {$(
        impl<T: ?Sized + Holds<Q>, Q: ?Sized> Holds<Q> for $type {
            fn lacks(&self, member: &Q) -> f64 {
                (**self).lacks(member)
            }
        }
    )*};
}

pointers!(&T, &mut T, Box<T>, Rc<T>, Arc<T>);
