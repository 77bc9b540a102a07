//! The traits `Generator` and `IntoGenerator`, and generators that borrow or box another.

use super::{Encoder, Filter, Map, MapWith, Neighbor, Then};
use crate::{
    choice::Tree,
    source::{Items, Source},
};
use std::{any::type_name, fmt, panic::Location, rc::Rc};

/// Produces values from the choices of a [`Source`].
///
/// Functions and closures from `&mut Source` are generators. Ranges, regular expressions, tuples and arrays convert into
/// generators wherever one is expected (see [`IntoGenerator`]). A generator contains no code for reduction or mutation:
/// both work on its choices.
///
/// ```
/// use disprove::prelude::*;
///
/// let even = int(0..=50).map(|n: u32| n * 2);
/// let report = check(even).seed(1).run(|n| n % 2 == 0 && n <= 100);
/// assert_eq!(report.verdict(), Verdict::Exhausted);
/// ```
#[cfg_attr(
    not(feature = "regex"),
    diagnostic::on_unimplemented(
        note = "a string is a pattern only with the feature `regex` of `disprove`, which is on by default: remove `default-features = false` from the dependency, or add `features = [\"regex\"]`"
    )
)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a generator",
    label = "expected a generator",
    note = "a generator is a function of `&mut Source`, or what `any()`, `vec(..)`, `one_of![..]` and others return; `(0..9).map(..)` is an iterator, `int(0..9).map(..)` is a generator",
    note = "a range, a regex, a tuple or an array becomes one by `.into_generator()`; a function may also return `impl IntoGenerator<Value = ..>`"
)]
#[doc(alias = "Strategy")]
pub trait Generator {
    /// The type of the generated values.
    type Value;

    /// Generates one value. Generators call it through [`Source::draw`].
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// /// Even numbers below a limit.
    /// struct Even(u32);
    ///
    /// impl Generator for Even {
    ///     type Value = u32;
    ///
    ///     fn generate(&self, src: &mut Source) -> u32 {
    ///         src.draw(0..self.0 / 2) * 2
    ///     }
    /// }
    ///
    /// assert_eq!(check(Even(20)).run(|n| n % 2 == 0 && n < 20).verdict(), Verdict::Exhausted);
    /// ```
    fn generate(&self, src: &mut Source) -> Self::Value;

    /// Generates `count` values: the same values as one by one, possibly faster.
    #[doc(hidden)]
    #[inline(always)]
    fn generate_many(&self, src: &mut Source, count: usize) -> Vec<Self::Value> {
        // The iterator knows its length, so that `collect` does not check the capacity for each element.
        (0..count).map(|_| self.generate_element(src)).collect()
    }

    /// Generates an element of a collection.
    #[doc(hidden)]
    #[inline(always)]
    fn generate_element(&self, src: &mut Source) -> Self::Value {
        self.generate_part(src)
    }

    /// Generates an argument or an element, which may copy an earlier one.
    #[doc(hidden)]
    #[inline(always)]
    fn generate_part(&self, src: &mut Source) -> Self::Value {
        let interrupted = src.begin_part(type_name::<Self::Value>);
        let value = self.generate(src);
        src.end_part(interrupted);
        value
    }

    /// Generates all elements of a recorded collection at once. `None` if the generator has no faster way.
    #[doc(hidden)]
    #[inline(always)]
    fn record_many(&self, _src: &mut Source, _items: &mut Items) -> Option<Vec<Self::Value>> {
        None
    }

    /// Whether each value takes at least one choice: a draw of it then needs no further count.
    #[doc(hidden)]
    #[inline(always)]
    fn always_chooses(&self) -> bool {
        false
    }

    /// Generates an array.
    #[doc(hidden)]
    #[inline(always)]
    fn generate_array<const N: usize>(&self, src: &mut Source) -> [Self::Value; N]
    where
        Self: Sized,
    {
        src.credit_array(N);
        std::array::from_fn(|_| self.generate_element(src))
    }

    /// Writes the choices of an array.
    #[doc(hidden)]
    #[inline]
    fn encode_array(&self, elements: &[Self::Value], encoder: &mut Encoder) -> bool {
        elements.iter().all(|element| self.encode_into(element, encoder))
    }

    /// Writes the choices that produce `value`. Returns false if this generator cannot produce it, or if the choices are
    /// not known (the default).
    ///
    /// Implement it to mirror [`generate`](Generator::generate): [`Encoder::encode`] once for each
    /// [`Source::draw`], in the same order. Examples, stored values and custom mutators of your generator then work as
    /// they do for the generators of this crate.
    ///
    /// ```
    /// use disprove::{Encoder, prelude::*};
    ///
    /// /// Pairs whose second number is not below the first.
    /// struct Ordered {
    ///     max: u32,
    /// }
    ///
    /// impl Generator for Ordered {
    ///     type Value = (u32, u32);
    ///
    ///     fn generate(&self, src: &mut Source) -> (u32, u32) {
    ///         let low = src.draw(0..=self.max);
    ///         let high = src.draw(low..=self.max);
    ///         (low, high)
    ///     }
    ///
    ///     fn encode_into(&self, (low, high): &(u32, u32), encoder: &mut Encoder) -> bool {
    ///         encoder.encode(0..=self.max, low) && encoder.encode(*low..=self.max, high)
    ///     }
    /// }
    ///
    /// assert!(Ordered { max: 9 }.encode(&(2, 5)).is_some());
    /// assert!(Ordered { max: 9 }.encode(&(5, 2)).is_none());
    /// ```
    fn encode_into(&self, _value: &Self::Value, _encoder: &mut Encoder) -> bool {
        false
    }

    /// The choices that produce `value`, if the generator can invert its function.
    ///
    /// Base types, collections, tuples, options, derived types, `one_of!` and [`map_with`](Generator::map_with) can.
    /// Plain functions and [`map`](Generator::map) cannot. Your own generators can if they implement
    /// [`encode_into`](Generator::encode_into).
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// assert!(vec(0..10).encode(&vec![1, 2]).is_some());
    /// assert!(vec(0..10).encode(&vec![99]).is_none());
    /// ```
    fn encode(&self, value: &Self::Value) -> Option<Tree> {
        Encoder::tree(&mut |encoder| self.encode_into(value, encoder))
    }

    /// Applies a function to each value.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let squares = int(0..10).map(|n: u32| n * n);
    /// assert!(check(squares).run(|n| n <= 81).failures().is_empty());
    /// ```
    #[doc(alias = "prop_map")]
    #[inline(always)]
    fn map<T, F: Fn(Self::Value) -> T>(self, with: F) -> Map<Self, F>
    where
        Self: Sized,
    {
        Map { inner: self, with }
    }

    /// Applies a function that has an inverse, so that examples and mutated values can be encoded as choices.
    ///
    /// The inverse returns `None` for values that the function never returns.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let celsius = int(0..400).map_with(|k| k - 273, |c: &i32| Some(c + 273));
    /// assert!(celsius.encode(&-273).is_some());
    /// assert!(celsius.encode(&-274).is_none());
    /// ```
    #[inline(always)]
    fn map_with<T, F, I>(self, with: F, inverse: I) -> MapWith<Self, F, I>
    where
        Self: Sized,
        F: Fn(Self::Value) -> T,
        I: Fn(&T) -> Option<Self::Value>,
    {
        MapWith { inner: self, with, inverse }
    }

    /// Keeps only values for which `keep` returns true.
    ///
    /// After 64 failed attempts the case is rejected. If `keep` refuses most values, construct valid ones with
    /// [`map`](Generator::map) or [`then`](Generator::then) instead. With [`when!`](crate::when) in `keep`, a filter that
    /// gives up still guides the search.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let odd = any::<u8>().filter(|n| n % 2 == 1);
    /// assert!(check(odd).run(|n| n != 0).failures().is_empty());
    /// ```
    #[doc(alias = "prop_filter")]
    #[inline(always)]
    fn filter<F: Fn(&Self::Value) -> bool>(self, keep: F) -> Filter<Self, F>
    where
        Self: Sized,
    {
        Filter { inner: self, keep }
    }

    /// Generates a value, then draws the result from the generator that `next` returns for it.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let square = int(0..5usize).then(|n| vec(vec(any::<u8>()).len(n)).len(n));
    /// let report = check(square).run(|rows| rows.iter().all(|row| row.len() == rows.len()));
    /// assert!(report.failures().is_empty());
    /// ```
    #[doc(alias = "prop_flat_map")]
    #[doc(alias = "flat_map")]
    #[doc(alias = "bind")]
    #[inline(always)]
    fn then<G: IntoGenerator, F: Fn(Self::Value) -> G>(self, next: F) -> Then<Self, F>
    where
        Self: Sized,
    {
        Then { inner: self, next }
    }

    /// Erases the type of the generator, so that different generators of the same type of values can be stored
    /// together.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let all: Vec<Boxed<u8>> = vec![just(7).boxed(), int(1..3).boxed()];
    /// assert!(all[0].encode(&7).is_some());
    /// ```
    fn boxed<'a>(self) -> Boxed<'a, Self::Value>
    where
        Self: Sized + 'a,
    {
        Boxed(Rc::new(self))
    }

    /// Adds a custom mutator: a function from a value to a similar one, which guided searches use in addition to
    /// their own mutations.
    ///
    /// The function receives the value, a temperature and a source. The temperature is between 0 and 1 and says how far
    /// to move; at 0 the result should be as near as possible.
    ///
    /// The result is converted to choices with [`encode`](Generator::encode), so that failures it finds are reduced as
    /// usual. A step is rejected if the function panics or returns a value that this generator cannot produce; the report
    /// counts rejected steps.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let near = int(0..1_000i32).neighbor(|base: &i32, temperature, src: &mut Source| {
    ///     let reach = 1 + (100.0 * temperature) as i32;
    ///     (base + src.draw(-reach..=reach)).clamp(0, 999)
    /// });
    /// assert!(check(near).run(|n| n < 1_000).failures().is_empty());
    /// ```
    #[doc(alias = "neighbour")]
    #[track_caller]
    fn neighbor<F>(self, mutator: F) -> Neighbor<Self, F>
    where
        Self: Sized,
        F: Fn(&Self::Value, f64, &mut Source) -> Self::Value,
    {
        Neighbor { inner: self, mutator, location: Location::caller() }
    }

    /// The same as [`neighbor`](Generator::neighbor), in British spelling.
    #[track_caller]
    fn neighbour<F>(self, mutator: F) -> Neighbor<Self, F>
    where
        Self: Sized,
        F: Fn(&Self::Value, f64, &mut Source) -> Self::Value,
    {
        self.neighbor(mutator)
    }

    /// Borrows the generator, for use in several places.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let name = vec('a'..='z').len(1..=8);
    /// let report = check((name.by_ref(), name.by_ref())).run(|(a, b)| a.len() + b.len() <= 16);
    /// assert!(report.failures().is_empty());
    /// ```
    fn by_ref(&self) -> ByRef<'_, Self>
    where
        Self: Sized,
    {
        ByRef(self)
    }
}

/// A type that converts into a generator: every [`Generator`], and also ranges, regular expressions (`"[a-z]+"`, with the
/// default feature `regex`), and tuples and arrays of such types.
///
/// Ranges and arrays are not generators themselves, so that `(0..9).map(..)` stays the method of iterators.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check((0..9, 'a'..='c', [any::<bool>(), any()])).run(|(n, letter, pair)| {
///     let _: (u8, char, [bool; 2]) = (n, letter, pair);
/// });
/// assert!(report.failures().is_empty());
/// ```
#[cfg_attr(
    not(feature = "regex"),
    diagnostic::on_unimplemented(
        note = "a string is a pattern only with the feature `regex` of `disprove`, which is on by default: remove `default-features = false` from the dependency, or add `features = [\"regex\"]`"
    )
)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a generator",
    label = "expected a generator",
    note = "a generator is a range, a regex, a function of `&mut Source`, a tuple or array of generators, or what `any()`, `vec(..)`, `one_of![..]` and others return",
    note = "for a fixed value write `just(..)`; `(0..9).map(..)` is an iterator, `int(0..9).map(..)` is a generator"
)]
pub trait IntoGenerator {
    /// The type of the generated values.
    type Value;
    /// The generator it converts into.
    type Generator: Generator<Value = Self::Value>;

    /// Converts into a generator.
    ///
    /// # Panics
    /// If a range is empty, such as `5..5`.
    fn into_generator(self) -> Self::Generator;
}

#[diagnostic::do_not_recommend]
impl<G: Generator> IntoGenerator for G {
    type Value = G::Value;
    type Generator = G;

    #[inline(always)]
    fn into_generator(self) -> G {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<T, F: Fn(&mut Source) -> T> Generator for F {
    type Value = T;

    #[inline(always)]
    fn generate(&self, src: &mut Source) -> T {
        src.span(type_name::<F>(), |src| self(src))
    }
}

/// A borrowed generator: see [`Generator::by_ref`].
#[derive(Debug)]
pub struct ByRef<'a, G: ?Sized>(&'a G);

impl<G: ?Sized> Clone for ByRef<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: ?Sized> Copy for ByRef<'_, G> {}

#[diagnostic::do_not_recommend]
impl<G: Generator + ?Sized> Generator for ByRef<'_, G> {
    type Value = G::Value;

    #[inline(always)]
    fn generate(&self, src: &mut Source) -> G::Value {
        self.0.generate(src)
    }

    fn encode_into(&self, value: &G::Value, encoder: &mut Encoder) -> bool {
        self.0.encode_into(value, encoder)
    }
}

/// A generator behind a pointer, known only by the type of its values: see [`Generator::boxed`].
///
/// A clone is cheap and shares the generator.
pub struct Boxed<'a, T>(Rc<dyn Generator<Value = T> + 'a>);

impl<T> Clone for Boxed<'_, T> {
    fn clone(&self) -> Self {
        Boxed(Rc::clone(&self.0))
    }
}

impl<T> fmt::Debug for Boxed<'_, T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Boxed<{}>", type_name::<T>())
    }
}

#[diagnostic::do_not_recommend]
impl<T> Generator for Boxed<'_, T> {
    type Value = T;

    fn generate(&self, src: &mut Source) -> T {
        self.0.generate(src)
    }

    fn encode_into(&self, value: &T, encoder: &mut Encoder) -> bool {
        self.0.encode_into(value, encoder)
    }
}

impl Source {
    /// Draws a value from a generator.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// fn list_and_index(src: &mut Source) -> (Vec<u8>, usize) {
    ///     let list = src.draw(vec(any::<u8>()).len(1..));
    ///     let index = src.draw(0..list.len());
    ///     (list, index)
    /// }
    ///
    /// let report = check(list_and_index).run(|(list, index)| index < list.len());
    /// assert!(report.failures().is_empty());
    /// ```
    ///
    /// # Panics
    /// If a range is empty, such as `5..5`. To reject the case instead, call [`assume!`](crate::assume) first, or use
    /// [`index`](crate::index) for slices.
    #[inline(always)]
    #[track_caller]
    pub fn draw<G: IntoGenerator>(&mut self, generator: G) -> G::Value {
        if self.is_recording() {
            self.begin_draw(Location::caller());
        }
        let generator = generator.into_generator();
        let value = if generator.always_chooses() {
            generator.generate(self)
        } else {
            let before = self.draws_so_far();
            let value = generator.generate(self);
            self.count_if_idle(before);
            value
        };
        if self.is_recording() {
            self.end_draw();
        }
        value
    }
}

impl Encoder {
    /// Writes the choices with which `generator` produces `value`: the inverse of [`Source::draw`].
    ///
    /// Returns false if the generator cannot produce the value, or does not know its choices.
    ///
    /// ```
    /// use disprove::{Encoder, prelude::*};
    ///
    /// struct Even(u32);
    ///
    /// impl Arbitrary for Even {
    ///     fn arbitrary(src: &mut Source) -> Even {
    ///         Even(src.draw(0..500) * 2)
    ///     }
    ///
    ///     fn encode(value: &Even, encoder: &mut Encoder) -> bool {
    ///         value.0 % 2 == 0 && encoder.encode(0..500, &(value.0 / 2))
    ///     }
    /// }
    ///
    /// assert!(any::<Even>().encode(&Even(84)).is_some());
    /// assert!(any::<Even>().encode(&Even(85)).is_none());
    /// ```
    #[track_caller]
    pub fn encode<G: IntoGenerator>(&mut self, generator: G, value: &G::Value) -> bool {
        generator.into_generator().encode_into(value, self)
    }
}
