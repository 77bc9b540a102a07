//! Branch distances selected by type.
//!
//! `(&Probe(kind, left, right)).branch_distance()` calls [`DistanceKnown::branch_distance`] for types that have a distance.
//! For other types the compiler adds a reference and finds [`DistanceUnknown::branch_distance`]. A type parameter never has a
//! distance.

mod integer;
mod member;
mod start;

pub use integer::{Between, Cycle, Integer, Multiple, Side, Within, bound};

use super::{Measure, distance::if_recording};
use std::{
    collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque},
    rc::Rc,
    sync::Arc,
};

/// Two values, and the required relation between them.
#[derive(Debug)]
pub struct Probe<'a, K, L: ?Sized, R: ?Sized>(pub K, pub &'a L, pub &'a R);

/// Types with a distance.
pub trait DistanceKnown {
    /// The distance from the required relation; NaN if unknown.
    fn branch_distance(&self) -> f64;
}

/// Types without one.
pub trait DistanceUnknown {
    /// NaN.
    fn branch_distance(&self) -> f64;
}

impl<K, L: ?Sized, R: ?Sized> DistanceUnknown for &Probe<'_, K, L, R> {
    #[cold]
    fn branch_distance(&self) -> f64 {
        f64::NAN
    }
}

/// `left == right`
#[derive(Debug)]
pub struct Equal;

/// `left <= right`
#[derive(Debug)]
pub struct Order;

/// `left < right`
#[derive(Debug)]
pub struct Strict;

/// `left == right`, of fields
#[derive(Debug)]
pub struct Apart;

/// `left <= right`, of fields
#[derive(Debug)]
pub struct Ordered;

/// `left.is_empty()`
#[derive(Debug)]
pub struct Empty;

/// `left.is_sorted()`
#[derive(Debug)]
pub struct Sorted;

/// `left.contains(right)`
#[derive(Debug)]
pub struct Member;

/// `left.starts_with(right)`
#[derive(Debug)]
pub struct Start;

/// `left.ends_with(right)`
#[derive(Debug)]
pub struct End;

/// The minimum number of elements that an iterator has left.
#[derive(Debug)]
pub struct Rest;

impl<L: ?Sized + Measure<R>, R: ?Sized> DistanceKnown for Probe<'_, Equal, L, R> {
    #[cold]
    fn branch_distance(&self) -> f64 {
        if_recording(|| self.1.distance(self.2))
    }
}

impl<L: ?Sized + Measure<R>, R: ?Sized> DistanceKnown for Probe<'_, Order, L, R> {
    #[cold]
    fn branch_distance(&self) -> f64 {
        if_recording(|| self.1.order(self.2))
    }
}

impl<L: ?Sized + Measure<R>, R: ?Sized> DistanceKnown for Probe<'_, Strict, L, R> {
    #[cold]
    fn branch_distance(&self) -> f64 {
        if_recording(|| self.1.order(self.2) + 1.0)
    }
}

impl<L: ?Sized + Measure<R>, R: ?Sized> DistanceKnown for Probe<'_, Apart, L, R> {
    #[cold]
    fn branch_distance(&self) -> f64 {
        self.1.distance(self.2)
    }
}

impl<L: ?Sized + Measure<R>, R: ?Sized> DistanceKnown for Probe<'_, Ordered, L, R> {
    #[cold]
    fn branch_distance(&self) -> f64 {
        self.1.order(self.2)
    }
}

impl<L: ?Sized + Length> DistanceKnown for Probe<'_, Empty, L, ()> {
    #[cold]
    fn branch_distance(&self) -> f64 {
        self.1.length() as f64
    }
}

impl<L: Iterator> DistanceKnown for Probe<'_, Rest, L, ()> {
    #[cold]
    fn branch_distance(&self) -> f64 {
        self.1.size_hint().0 as f64
    }
}

/// Collections with a length.
pub trait Length {
    fn length(&self) -> usize;
}

macro_rules! lengths {
    ($([$($generics:tt)*] $type:ty),* $(,)?) => {$(
        impl<$($generics)*> Length for $type {
            fn length(&self) -> usize {
                self.len()
            }
        }
    )*};
}

lengths!(
    [] str, [] String, [T] [T], [T, const N: usize] [T; N], [T] Vec<T>, [T] VecDeque<T>, [T] LinkedList<T>,
    [T] BinaryHeap<T>, [T] BTreeSet<T>, [T, S] HashSet<T, S>, [K, V] BTreeMap<K, V>, [K, V, S] HashMap<K, V, S>,
);

impl<L: ?Sized + IsSorted> DistanceKnown for Probe<'_, Sorted, L, ()> {
    #[cold]
    fn branch_distance(&self) -> f64 {
        if_recording(|| self.1.disorder())
    }
}

/// Sequences with an order.
pub trait IsSorted {
    fn disorder(&self) -> f64;
}

impl<T: Measure + PartialOrd> IsSorted for [T] {
    /// The sum over all descents, so that each resolved descent reduces the distance.
    fn disorder(&self) -> f64 {
        let steps = self.windows(2).filter(|pair| !matches!(pair, [a, b] if a <= b));
        steps.map(|pair| super::distance::part(pair[0].order(&pair[1]))).sum()
    }
}

impl<T: Measure + PartialOrd> IsSorted for Vec<T> {
    fn disorder(&self) -> f64 {
        self.as_slice().disorder()
    }
}

impl<T: Measure + PartialOrd, const N: usize> IsSorted for [T; N] {
    fn disorder(&self) -> f64 {
        self.as_slice().disorder()
    }
}

macro_rules! pointers {
    ($($type:ty),*) => {$(
        impl<T: ?Sized + Length> Length for $type {
            fn length(&self) -> usize {
                (**self).length()
            }
        }

        impl<T: ?Sized + IsSorted> IsSorted for $type {
            fn disorder(&self) -> f64 {
                (**self).disorder()
            }
        }
    )*};
}

pointers!(&T, &mut T, Box<T>, Rc<T>, Arc<T>);

/// An argument that a call may move. Keeps a copy if the type is copyable.
#[derive(Debug)]
pub struct Argument<'a, T>(pub &'a T);

/// Copyable arguments.
pub trait ArgumentKnown {
    /// The type of the copy.
    type Copy;
    /// Copies the argument.
    fn copy_argument(&self) -> Self::Copy;
}

/// Other arguments.
pub trait ArgumentUnknown {
    /// Keeps nothing.
    fn copy_argument(&self);
}

impl<'b, Q: ?Sized> ArgumentKnown for Argument<'_, &'b Q> {
    type Copy = &'b Q;

    #[inline(always)]
    fn copy_argument(&self) -> &'b Q {
        self.0
    }
}

impl ArgumentKnown for Argument<'_, char> {
    type Copy = char;

    #[inline(always)]
    fn copy_argument(&self) -> char {
        *self.0
    }
}

impl<T> ArgumentUnknown for &Argument<'_, T> {
    #[inline(always)]
    fn copy_argument(&self) {}
}
