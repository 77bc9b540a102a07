//! Distances of `starts_with` and `ends_with`.

use super::{DistanceKnown, End, Probe, Start};
use crate::feedback::{
    Measure,
    distance::{if_recording, part},
};
use std::{borrow::Cow, rc::Rc, sync::Arc};

/// Types with a prefix and a suffix.
pub trait Begins<Q: ?Sized> {
    /// The distance from starting, or ending, with `part`.
    fn differs(&self, part: &Q, at_end: bool) -> f64;
}

impl<L: ?Sized + Begins<Q>, Q: ?Sized> DistanceKnown for Probe<'_, Start, L, &Q> {
    #[cold]
    fn branch_distance(&self) -> f64 {
        if_recording(|| self.1.differs(self.2, false))
    }
}

impl<L: ?Sized + Begins<Q>, Q: ?Sized> DistanceKnown for Probe<'_, End, L, &Q> {
    #[cold]
    fn branch_distance(&self) -> f64 {
        if_recording(|| self.1.differs(self.2, true))
    }
}

impl<L: ?Sized + Begins<char>> DistanceKnown for Probe<'_, Start, L, char> {
    #[cold]
    fn branch_distance(&self) -> f64 {
        if_recording(|| self.1.differs(self.2, false))
    }
}

impl<L: ?Sized + Begins<char>> DistanceKnown for Probe<'_, End, L, char> {
    #[cold]
    fn branch_distance(&self) -> f64 {
        if_recording(|| self.1.differs(self.2, true))
    }
}

/// A string or a character.
pub trait Characters {
    fn characters(&self) -> Vec<char>;
}

impl Characters for char {
    fn characters(&self) -> Vec<char> {
        vec![*self]
    }
}

impl Characters for str {
    fn characters(&self) -> Vec<char> {
        self.chars().collect()
    }
}

impl Characters for String {
    fn characters(&self) -> Vec<char> {
        self.as_str().characters()
    }
}

impl Characters for Cow<'_, str> {
    fn characters(&self) -> Vec<char> {
        (**self).characters()
    }
}

impl<T: ?Sized + Characters> Characters for &T {
    fn characters(&self) -> Vec<char> {
        (**self).characters()
    }
}

/// Types that are slices of elements.
pub trait Sequence {
    type Element;
    fn elements(&self) -> &[Self::Element];
}

impl<T> Sequence for [T] {
    type Element = T;

    fn elements(&self) -> &[T] {
        self
    }
}

impl<T> Sequence for Vec<T> {
    type Element = T;

    fn elements(&self) -> &[T] {
        self
    }
}

impl<T, const N: usize> Sequence for [T; N] {
    type Element = T;

    fn elements(&self) -> &[T] {
        self
    }
}

impl<S: ?Sized + Sequence> Sequence for &S {
    type Element = S::Element;

    fn elements(&self) -> &[S::Element] {
        (**self).elements()
    }
}

/// The distance of the start of a sequence from the wanted elements.
pub(super) fn window<T: Measure<U>, U>(part_of: &[T], wanted: &[U]) -> f64 {
    let there = part_of.iter().zip(wanted).map(|(one, other)| match one.distance(other) {
        0.0 => 0.0,
        distance => part(distance),
    });
    there.sum::<f64>() + wanted.len().saturating_sub(part_of.len()) as f64
}

fn compared<T: Measure<U>, U>(whole: &[T], wanted: &[U], at_end: bool) -> f64 {
    let skipped = if at_end { whole.len().saturating_sub(wanted.len()) } else { 0 };
    window(&whole[skipped..], wanted)
}

impl<Q: ?Sized + Characters> Begins<Q> for str {
    fn differs(&self, part: &Q, at_end: bool) -> f64 {
        compared(&self.characters(), &part.characters(), at_end)
    }
}

impl<Q: ?Sized + Characters> Begins<Q> for String {
    fn differs(&self, part: &Q, at_end: bool) -> f64 {
        self.as_str().differs(part, at_end)
    }
}

impl<T: Measure<Q::Element>, Q: ?Sized + Sequence> Begins<Q> for [T] {
    fn differs(&self, part: &Q, at_end: bool) -> f64 {
        compared(self, part.elements(), at_end)
    }
}

impl<T: Measure<Q::Element>, Q: ?Sized + Sequence> Begins<Q> for Vec<T> {
    fn differs(&self, part: &Q, at_end: bool) -> f64 {
        compared(self, part.elements(), at_end)
    }
}

impl<T: Measure<Q::Element>, Q: ?Sized + Sequence, const N: usize> Begins<Q> for [T; N] {
    fn differs(&self, part: &Q, at_end: bool) -> f64 {
        compared(self, part.elements(), at_end)
    }
}

macro_rules! pointers {
    ($($type:ty),*) => {$(
        impl<T: ?Sized + Begins<Q>, Q: ?Sized> Begins<Q> for $type {
            fn differs(&self, part: &Q, at_end: bool) -> f64 {
                (**self).differs(part, at_end)
            }
        }
    )*};
}

pointers!(&T, &mut T, Box<T>, Rc<T>, Arc<T>);
