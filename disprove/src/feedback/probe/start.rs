//! What nearly begins or ends with something.

use super::{End, Known, Probe, Start, member::window};
use crate::feedback::{Measure, distance::heard};
use std::{borrow::Cow, rc::Rc, sync::Arc};

/// What has a beginning and an end.
pub trait Begins<Q: ?Sized> {
    /// How far it is from beginning, or ending, like this.
    fn differs(&self, part: &Q, at_end: bool) -> f64;
}

impl<L: ?Sized + Begins<Q>, Q: ?Sized> Known for Probe<'_, Start, L, &Q> {
    #[cold]
    fn gap(&self) -> f64 {
        heard(|| self.1.differs(self.2, false))
    }
}

impl<L: ?Sized + Begins<Q>, Q: ?Sized> Known for Probe<'_, End, L, &Q> {
    #[cold]
    fn gap(&self) -> f64 {
        heard(|| self.1.differs(self.2, true))
    }
}

impl<L: ?Sized + Begins<char>> Known for Probe<'_, Start, L, char> {
    #[cold]
    fn gap(&self) -> f64 {
        heard(|| self.1.differs(self.2, false))
    }
}

impl<L: ?Sized + Begins<char>> Known for Probe<'_, End, L, char> {
    #[cold]
    fn gap(&self) -> f64 {
        heard(|| self.1.differs(self.2, true))
    }
}

/// A text, or a single character.
pub trait Text {
    fn characters(&self) -> Vec<char>;
}

impl Text for char {
    fn characters(&self) -> Vec<char> {
        vec![*self]
    }
}

impl Text for str {
    fn characters(&self) -> Vec<char> {
        self.chars().collect()
    }
}

impl Text for String {
    fn characters(&self) -> Vec<char> {
        self.as_str().characters()
    }
}

impl Text for Cow<'_, str> {
    fn characters(&self) -> Vec<char> {
        (**self).characters()
    }
}

impl<T: ?Sized + Text> Text for &T {
    fn characters(&self) -> Vec<char> {
        (**self).characters()
    }
}

/// Elements one after the other.
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

fn compared<T: Measure<U>, U>(whole: &[T], wanted: &[U], at_end: bool) -> f64 {
    let skipped = if at_end { whole.len().saturating_sub(wanted.len()) } else { 0 };
    window(&whole[skipped..], wanted)
}

impl<Q: ?Sized + Text> Begins<Q> for str {
    fn differs(&self, part: &Q, at_end: bool) -> f64 {
        compared(&self.characters(), &part.characters(), at_end)
    }
}

impl<Q: ?Sized + Text> Begins<Q> for String {
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
