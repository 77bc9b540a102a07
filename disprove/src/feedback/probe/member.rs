//! Distances of `contains`: ranges, collections, strings.

use super::{
    DistanceKnown, Member, Probe,
    start::{Characters, window},
};
use crate::feedback::{Measure, distance::if_recording};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque},
    ops::{Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive},
    rc::Rc,
    sync::Arc,
};

/// Limit for the elements to compare, so that a rejected case costs little more than an accepted one.
const LOOKED_AT: usize = 1_024;

/// Limit for the characters to compare in a substring search.
const COMPARED: usize = 1 << 14;

/// Containers.
pub trait Holds<Q: ?Sized> {
    /// The distance from containing this member.
    fn lacks(&self, member: &Q) -> f64;
}

impl<L: ?Sized + Holds<Q>, Q: ?Sized> DistanceKnown for Probe<'_, Member, L, &Q> {
    #[cold]
    fn branch_distance(&self) -> f64 {
        if_recording(|| self.1.lacks(self.2))
    }
}

impl<L: ?Sized + Holds<char>> DistanceKnown for Probe<'_, Member, L, char> {
    #[cold]
    fn branch_distance(&self) -> f64 {
        if_recording(|| self.1.lacks(self.2))
    }
}

/// The distance of the nearest element; the largest possible if there is none.
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

/// The distance from a range. An inverted range contains nothing.
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

impl<Q: ?Sized + Characters> Holds<Q> for str {
    fn lacks(&self, member: &Q) -> f64 {
        let (text, wanted): (Vec<char>, _) = (self.chars().collect(), member.characters());
        let windows = text.len().saturating_sub(wanted.len()) + 1;
        let looked_at = windows.min(COMPARED / wanted.len().max(1) + 1);
        (0..looked_at).map(|at| window(&text[at..], &wanted)).fold(f64::MAX, f64::min)
    }
}

impl<Q: ?Sized + Characters> Holds<Q> for String {
    fn lacks(&self, member: &Q) -> f64 {
        self.as_str().lacks(member)
    }
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
