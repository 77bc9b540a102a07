//! Vectors.

use super::{Encoder, Generator, IntoGenerator, IntoLength, length::lengths};
use crate::source::{LONG, Source, sample::Lengths};
use std::any::type_name;

/// Vectors: see [`vec()`].
#[derive(Clone, Debug)]
pub struct Vecs<G> {
    pub(super) element: G,
    pub(super) lengths: Lengths,
}

/// Vectors whose elements come from a generator.
///
/// Without [`len`](Vecs::len), most lengths are up to 64; some cases have hundreds of elements, a few thousands.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(vec(1..=6).len(2..=5)).run(|dice: Vec<u8>| {
///     assert!((2..=5).contains(&dice.len()));
///     assert!(dice.iter().all(|die| (1..=6).contains(die)));
/// });
/// assert!(report.failures().is_empty());
/// ```
#[doc(alias = "lists")]
#[inline(always)]
#[track_caller]
pub fn vec<G: IntoGenerator>(element: G) -> Vecs<G::Generator> {
    Vecs { element: element.into_generator(), lengths: Lengths::ANY }
}

impl<G: Generator> Vecs<G> {
    /// Sets the number of elements: a number or a range.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// assert!(check(vec(any::<u8>()).len(1..)).run(|xs| !xs.is_empty()).failures().is_empty());
    /// ```
    ///
    /// # Panics
    /// If the range of lengths is empty.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn len(self, length: impl IntoLength) -> Vecs<G> {
        Vecs { lengths: lengths(&length), ..self }
    }

    /// Writes the choices of a list with these elements.
    pub(crate) fn encode_elements(&self, elements: &[G::Value], encoder: &mut Encoder) -> bool {
        let name = type_name::<Self>();
        encoder.span(name, 0, |encoder| {
            encoder.items(name, &self.lengths, elements.iter(), |encoder, element| {
                self.element.encode_into(element, encoder)
            })
        })
    }

    /// Generates a list that is long in every case.
    #[cold]
    #[inline(never)]
    fn generate_long(&self, src: &mut Source, length: usize) -> Vec<G::Value> {
        let is_outermost = src.begin_fixed(type_name::<Vec<G::Value>>(), self.lengths.min);
        src.enter_level();
        let values = self.element.generate_many(src, length);
        src.leave_level();
        src.end_fixed(is_outermost);
        values
    }

    /// Records each element and its continue flag as a span. Along a guide no length is drawn, so a list may make no
    /// choice.
    #[cold]
    #[inline(never)]
    fn record(&self, src: &mut Source) -> Vec<G::Value> {
        let before = src.draws_so_far();
        let is_outermost = src.begin_fixed(type_name::<Vec<G::Value>>(), self.lengths.min);
        let mut items = src.begin_items(type_name::<Self>(), &self.lengths);
        let values = if let Some(values) = self.element.record_many(src, &mut items) {
            values
        } else {
            let mut values = Vec::with_capacity(items.room());
            while src.next_item(&mut items) {
                values.push(self.element.generate_element(src));
            }
            values
        };
        src.end_fixed(is_outermost);
        src.count_if_idle(before);
        values
    }
}

#[diagnostic::do_not_recommend]
impl<G: Generator> Generator for Vecs<G> {
    type Value = Vec<G::Value>;

    #[inline]
    fn generate(&self, src: &mut Source) -> Vec<G::Value> {
        if src.is_recording() {
            return self.record(src);
        }
        let length = src.length(&self.lengths);
        if length > LONG && self.lengths.min > LONG {
            return self.generate_long(src, length);
        }
        src.enter_level();
        let values = self.element.generate_many(src, length);
        src.leave_level();
        values
    }

    /// Random cases draw the length, and guided ones are counted where they are recorded.
    #[inline(always)]
    fn always_chooses(&self) -> bool {
        true
    }

    fn encode_into(&self, value: &Vec<G::Value>, encoder: &mut Encoder) -> bool {
        self.encode_elements(value, encoder)
    }
}
