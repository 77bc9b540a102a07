//! Values out of a slice: one, some, or all in another order.

use super::{Encoder, Generator, IntoLength, Ranged, length::lengths};
use crate::source::{Refused, Source, refuse, sample::Lengths};
use std::{any::type_name, marker::PhantomData};

/// See [`sample`].
#[derive(Clone, Debug)]
pub struct Sample<T, S>(S, PhantomData<fn() -> T>);

/// One of the values of a slice, array or vector, which must not be empty. The first is the simplest.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(sample(["red", "green", "blue"])).run(|colour| colour.len() <= 5);
/// assert_eq!(report.cases(), 3);
/// ```
///
/// # Panics
/// If there is no value.
#[track_caller]
#[inline]
pub fn sample<T: Clone, S: AsRef<[T]>>(values: S) -> Sample<T, S> {
    assert!(!values.as_ref().is_empty(), "`sample` was given no value to choose from");
    Sample(values, PhantomData)
}

impl<T: Clone, S: AsRef<[T]>> Generator for Sample<T, S> {
    type Value = T;

    #[inline]
    fn generate(&self, src: &mut Source) -> T {
        let values = self.0.as_ref();
        values[src.branch(values.len() as u32, 0) as usize].clone()
    }
}

/// See [`index`].
#[derive(Clone, Debug)]
pub struct Index(Option<<usize as Ranged>::Generator>);

/// An index into a list. The first is the simplest. Where the list is empty there is none, and the case is
/// rejected.
///
/// ```
/// use disprove::prelude::*;
///
/// #[property]
/// fn swapping_twice_changes_nothing(
///     list: Vec<u8>,
///     #[draw(index(&list))] i: usize,
///     #[draw(index(&list))] j: usize,
/// ) {
///     let mut swapped = list.clone();
///     swapped.swap(i, j);
///     swapped.swap(i, j);
///     assert_eq!(swapped, list);
/// }
/// ```
#[inline]
pub fn index<T>(list: &[T]) -> Index {
    Index(usize::half_open(0, list.len()))
}

impl Generator for Index {
    type Value = usize;

    #[inline]
    fn generate(&self, src: &mut Source) -> usize {
        match &self.0 {
            Some(range) => range.generate(src),
            None => refuse(Refused::Rejected),
        }
    }

    fn encode_into(&self, value: &usize, encoder: &mut Encoder) -> bool {
        self.0.as_ref().is_some_and(|range| range.encode_into(value, encoder))
    }
}

/// See [`subsequence`].
#[derive(Clone, Debug)]
pub struct Subsequence<T, S> {
    values: S,
    lengths: Lengths,
    value: PhantomData<fn() -> T>,
}

/// Some of the values of a slice, array or vector, in their order.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(subsequence([1, 2, 3, 4]).len(2)).run(|two| two[0] < two[1]);
/// assert!(report.failures().is_empty());
/// ```
#[inline]
pub fn subsequence<T: Clone, S: AsRef<[T]>>(values: S) -> Subsequence<T, S> {
    let lengths = Lengths { min: 0, max: values.as_ref().len(), explicit: true };
    Subsequence { values, lengths, value: PhantomData }
}

impl<T: Clone, S: AsRef<[T]>> Subsequence<T, S> {
    /// How many values: a number or a range.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let hand = subsequence([1, 2, 3, 4]).len(2);
    /// assert!(check(hand).run(|cards| cards.len() == 2).failures().is_empty());
    /// ```
    ///
    /// # Panics
    /// If there are fewer than asked for.
    #[must_use]
    #[track_caller]
    #[inline]
    pub fn len(self, length: impl IntoLength) -> Subsequence<T, S> {
        let (available, wanted) = (self.values.as_ref().len(), lengths(&length));
        assert!(
            wanted.min <= available,
            "a subsequence of length {length:?} was asked for, out of {available} values"
        );
        let lengths = Lengths { max: wanted.max.min(available), ..wanted };
        Subsequence { lengths, ..self }
    }
}

impl<T: Clone, S: AsRef<[T]>> Generator for Subsequence<T, S> {
    type Value = Vec<T>;

    /// Each value is taken or left, with the probability that leaves the wanted number over: a coin
    /// each, so that reduction can leave them out one by one.
    #[inline]
    fn generate(&self, src: &mut Source) -> Vec<T> {
        src.span(type_name::<Self>(), |src| {
            let values = self.values.as_ref();
            let Lengths { min, max, .. } = self.lengths;
            let mut taken = Vec::new();
            for (place, value) in values.iter().enumerate() {
                let (left, needed) = (values.len() - place, min.saturating_sub(taken.len()));
                let room = max - taken.len();
                let threshold = match () {
                    () if room == 0 => 0,
                    () if needed >= left => u64::MAX,
                    () => {
                        let wanted = (needed + room.min(left)).div_ceil(2) as u64;
                        (u64::MAX / left as u64 * wanted).clamp(1, u64::MAX - 1)
                    }
                };
                if src.boolean(threshold) {
                    taken.push(value.clone());
                }
            }
            taken
        })
    }
}

/// See [`shuffle`].
#[derive(Clone, Debug)]
pub struct Shuffle<T, S>(S, PhantomData<fn() -> T>);

/// All the values of a slice, array or vector, in any order. As they are is the simplest.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(shuffle([1, 2, 3])).run(|order| order.iter().sum::<i32>() == 6);
/// assert_eq!(report.cases(), 6);
/// ```
#[inline]
pub fn shuffle<T: Clone, S: AsRef<[T]>>(values: S) -> Shuffle<T, S> {
    Shuffle(values, PhantomData)
}

impl<T: Clone, S: AsRef<[T]>> Generator for Shuffle<T, S> {
    type Value = Vec<T>;

    #[inline]
    fn generate(&self, src: &mut Source) -> Vec<T> {
        src.span(type_name::<Self>(), |src| {
            let mut values = self.0.as_ref().to_vec();
            // Fisher and Yates from the front: 0 leaves a value where it is.
            for place in 0..values.len().saturating_sub(1) {
                let other = src.branch((values.len() - place) as u32, 0) as usize;
                values.swap(place, place + other);
            }
            values
        })
    }
}
