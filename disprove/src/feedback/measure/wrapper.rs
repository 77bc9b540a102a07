//! Values inside others: pointers, options, results, tuples.

use super::Measure;
use crate::feedback::distance::{first, part, sum};
use std::{cmp::Reverse, num::Wrapping, rc::Rc, sync::Arc};

macro_rules! pointers {
    ($($one:ty, $other:ty;)*) => {$(
        impl<L: ?Sized + Measure<R>, R: ?Sized> Measure<$other> for $one {
            fn distance(&self, other: &$other) -> f64 {
                (**self).distance(&**other)
            }

            fn order(&self, other: &$other) -> f64 {
                (**self).order(&**other)
            }
        }
    )*};
}

pointers! {
    &L, &R;
    &mut L, &mut R;
    Box<L>, Box<R>;
    Rc<L>, Rc<R>;
    Arc<L>, Arc<R>;
}

macro_rules! newtypes {
    ($($type:ident),*) => {$(
        impl<T: Measure> Measure for $type<T> {
            fn distance(&self, other: &$type<T>) -> f64 {
                self.0.distance(&other.0)
            }

            fn order(&self, other: &$type<T>) -> f64 {
                self.0.order(&other.0)
            }
        }
    )*};
}

newtypes!(Wrapping, Reverse);

/// The distance of two contents: less than that of a missing value.
fn inner(distance: f64) -> f64 {
    if distance == 0.0 { 0.0 } else { part(distance) }
}

/// The distance of `Some` from `None`, and of `Ok` from `Err`.
const OTHER_VARIANT: f64 = 1.0;

impl<A: Measure<B>, B> Measure<Option<B>> for Option<A> {
    fn distance(&self, other: &Option<B>) -> f64 {
        match (self, other) {
            (Some(one), Some(other)) => inner(one.distance(other)),
            (None, None) => 0.0,
            _ => OTHER_VARIANT,
        }
    }

    fn order(&self, other: &Option<B>) -> f64 {
        match (self, other) {
            (Some(one), Some(other)) => inner(one.order(other)),
            (None, None) => 0.0,
            _ => OTHER_VARIANT,
        }
    }
}

impl<T: Measure, E: Measure> Measure for Result<T, E> {
    fn distance(&self, other: &Result<T, E>) -> f64 {
        match (self, other) {
            (Ok(one), Ok(other)) => inner(one.distance(other)),
            (Err(one), Err(other)) => inner(one.distance(other)),
            _ => OTHER_VARIANT,
        }
    }
}

macro_rules! tuples {
    ($($($name:ident $index:tt),+;)*) => {$(
        impl<$($name: Measure),+> Measure for ($($name,)+) {
            fn distance(&self, other: &Self) -> f64 {
                sum(&[$(self.$index.distance(&other.$index)),+])
            }

            fn order(&self, other: &Self) -> f64 {
                first(&[$(self.$index.order(&other.$index)),+])
            }
        }
    )*};
}

tuples! {
    A 0;
    A 0, B 1;
    A 0, B 1, C 2;
    A 0, B 1, C 2, D 3;
    A 0, B 1, C 2, D 3, E 4;
    A 0, B 1, C 2, D 3, E 4, F 5;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7;
}
