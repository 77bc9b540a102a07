//! Values of a slice: one, several, or all in another order.

use super::{Encoder, Generator, IntoLength, Ranged, length::lengths};
use crate::source::{Refused, Source, refuse, sample::Lengths};
use std::{any::type_name, marker::PhantomData};

/// One of the values of a slice: see [`sample`].
#[derive(Clone, Debug)]
pub struct Sample<T, S>(S, PhantomData<fn() -> T>);

/// One of the values of a slice, array or vector. The first is the simplest.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(sample(["red", "green", "blue"])).run(|color| color.len() <= 5);
/// assert_eq!(report.cases(), 3);
/// ```
///
/// # Panics
/// If `values` is empty.
#[doc(alias = "select")]
#[doc(alias = "sampled_from")]
#[track_caller]
#[inline]
pub fn sample<T: Clone, S: AsRef<[T]>>(values: S) -> Sample<T, S> {
    assert!(
        !values.as_ref().is_empty(),
        "`sample` needs at least one value, but the slice is empty"
    );
    Sample(values, PhantomData)
}

#[diagnostic::do_not_recommend]
impl<T: Clone, S: AsRef<[T]>> Generator for Sample<T, S> {
    type Value = T;

    #[inline]
    fn generate(&self, src: &mut Source) -> T {
        let values = self.0.as_ref();
        values[src.branch(values.len() as u32, 0) as usize].clone()
    }
}

/// An index into a slice: see [`index`].
#[derive(Clone, Debug)]
pub struct Index(Option<<usize as Ranged>::Generator>);

/// An index into a slice. The first is the simplest. If the slice is empty, the case is rejected.
///
/// ```
/// use disprove::prelude::*;
///
/// let list_and_index = vec(any::<u8>()).then(|list| (just(list.clone()), index(&list)));
/// let report = check(list_and_index).run(|(list, i)| {
///     let (before, after) = list.split_at(i);
///     assert_eq!([before, after].concat(), list);
///     assert!(!after.is_empty());
/// });
/// assert_eq!(report.verdict(), Verdict::Passed);
/// ```
///
/// As the generator of an argument, it names an earlier one: `#[draw(index(&list))] i: usize`.
#[inline]
pub fn index<T>(list: &[T]) -> Index {
    Index(usize::half_open(0, list.len()))
}

#[diagnostic::do_not_recommend]
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

/// Some of the values of a slice, in their order: see [`subsequence`].
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
/// let report = check(subsequence([1, 2, 3])).run(|some| some.is_sorted());
/// assert_eq!((report.failures().len(), report.distinct()), (0, 8));
/// ```
#[inline]
pub fn subsequence<T: Clone, S: AsRef<[T]>>(values: S) -> Subsequence<T, S> {
    let lengths = Lengths { min: 0, max: values.as_ref().len(), explicit: true };
    Subsequence { values, lengths, value: PhantomData }
}

impl<T: Clone, S: AsRef<[T]>> Subsequence<T, S> {
    /// Sets the number of values: a number or a range.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let hand = subsequence([1, 2, 3, 4]).len(2);
    /// assert!(check(hand).run(|cards| cards.len() == 2).failures().is_empty());
    /// ```
    ///
    /// # Panics
    /// If the slice has fewer values than the minimum, or the range of lengths is empty.
    #[must_use]
    #[track_caller]
    #[inline]
    pub fn len(self, length: impl IntoLength) -> Subsequence<T, S> {
        let (available, wanted) = (self.values.as_ref().len(), lengths(&length));
        assert!(
            wanted.min <= available,
            "a subsequence of length {length:?} needs more values than the {available} given"
        );
        let lengths = Lengths { max: wanted.max.min(available), ..wanted };
        Subsequence { lengths, ..self }
    }
}

#[diagnostic::do_not_recommend]
impl<T: Clone, S: AsRef<[T]>> Generator for Subsequence<T, S> {
    type Value = Vec<T>;

    /// Draws one boolean per value, whether it is included, so that reduction can leave values out one by one. The
    /// probability is chosen to reach a length within the limits.
    #[inline]
    fn generate(&self, src: &mut Source) -> Vec<T> {
        src.span(type_name::<Self>(), |src| {
            let values = self.values.as_ref();
            let Lengths { min, max, .. } = self.lengths;
            let mut taken = Vec::new();
            for (index, value) in values.iter().enumerate() {
                let (left, needed) = (values.len() - index, min.saturating_sub(taken.len()));
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

/// All values of a slice, in any order: see [`shuffle`].
#[derive(Clone, Debug)]
pub struct Shuffle<T, S>(S, PhantomData<fn() -> T>);

/// All values of a slice, array or vector, in any order. The given order is the simplest.
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

#[diagnostic::do_not_recommend]
impl<T: Clone, S: AsRef<[T]>> Generator for Shuffle<T, S> {
    type Value = Vec<T>;

    #[inline]
    fn generate(&self, src: &mut Source) -> Vec<T> {
        src.span(type_name::<Self>(), |src| {
            let mut values = self.0.as_ref().to_vec();
            // Fisher-Yates from the front: an offset of 0 leaves a value where it is.
            for index in 0..values.len().saturating_sub(1) {
                let offset = src.branch((values.len() - index) as u32, 0) as usize;
                values.swap(index, index + offset);
            }
            values
        })
    }
}
