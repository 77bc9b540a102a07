//! What a generator is.

use super::{Boxed, Encoder, Filter, Map, MapWith, Neighbour, Then};
use crate::{
    choice::Tree,
    source::{Items, Source},
};
use std::panic::Location;

/// Makes values out of the choices of a [`Source`].
///
/// Functions and closures from `&mut Source` are generators; ranges, regular expressions, tuples and
/// arrays become generators where one is asked for (see [`IntoGenerator`]). A generator says nothing
/// about reduction, mutation or neighbourhoods: they work on its choices.
///
/// ```
/// use disprove::prelude::*;
///
/// let even = int(0..=50).map(|n: u32| n * 2);
/// let report = check(even).seed(1).run(|n| n % 2 == 0 && n <= 100);
/// assert_eq!(report.verdict(), Verdict::Exhausted);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a generator",
    label = "what values should this make?",
    note = "a generator is a range, a regex string, a function of `&mut Source`, a tuple or array of generators, or what `any()`, `vec(..)`, `one_of![..]` and others return; for one fixed value write `just(..)`"
)]
pub trait Generator {
    /// What is made.
    type Value;

    /// Makes one value.
    fn generate(&self, src: &mut Source) -> Self::Value;

    /// Makes many values: the same as one by one, where that can be done faster.
    #[doc(hidden)]
    #[inline(always)]
    fn generate_many(&self, src: &mut Source, count: usize) -> Vec<Self::Value> {
        // Of known size, so that there is no check for growth at each element.
        (0..count).map(|_| self.generate(src)).collect()
    }

    /// Makes all elements of a recorded collection at once, where that can be done faster.
    #[doc(hidden)]
    #[inline(always)]
    fn record_many(&self, _src: &mut Source, _items: &mut Items) -> Option<Vec<Self::Value>> {
        None
    }

    /// Writes the choices that make this value. False if there are none, or they are not known.
    #[doc(hidden)]
    fn encode_into(&self, _value: &Self::Value, _encoder: &mut Encoder) -> bool {
        false
    }

    /// The choices that make this value, where the generator knows its inverse.
    ///
    /// Base types, collections, tuples, options, derived types, `one_of!` and
    /// [`map_with`](Generator::map_with) do. Plain functions and [`map`](Generator::map) do not.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// assert!(vec(0..10).encode(&vec![1, 2]).is_some());
    /// assert!(vec(0..10).encode(&vec![99]).is_none());
    /// ```
    fn encode(&self, value: &Self::Value) -> Option<Tree> {
        let mut encoder = Encoder::new();
        self.encode_into(value, &mut encoder).then(|| encoder.finish())
    }

    /// Makes something else of each value.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let squares = int(0..10).map(|n: u32| n * n);
    /// assert!(check(squares).run(|n| n <= 81).failures().is_empty());
    /// ```
    #[inline(always)]
    fn map<T, F: Fn(Self::Value) -> T>(self, with: F) -> Map<Self, F>
    where
        Self: Sized,
    {
        Map::new(self, with)
    }

    /// As [`map`](Generator::map), with the way back: then examples, database entries and
    /// hand-written neighbours of this generator can be turned into choices.
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
        MapWith::new(self, with, inverse)
    }

    /// Keeps only values for which `keep` is true.
    ///
    /// It tries a number of times, then the case is rejected. If most values are refused, make better
    /// ones with [`map`](Generator::map) or [`then`](Generator::then) instead.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let odd = any::<u8>().filter(|n| n % 2 == 1);
    /// assert!(check(odd).run(|n| n != 0).failures().is_empty());
    /// ```
    #[inline(always)]
    fn filter<F: Fn(&Self::Value) -> bool>(self, keep: F) -> Filter<Self, F>
    where
        Self: Sized,
    {
        Filter::new(self, keep)
    }

    /// Chooses the generator for the result by a first value.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let square = int(0..5usize).then(|n| vec(vec(any::<u8>()).len(n)).len(n));
    /// let report = check(square).run(|rows| rows.iter().all(|row| row.len() == rows.len()));
    /// assert!(report.failures().is_empty());
    /// ```
    #[inline(always)]
    fn then<G: IntoGenerator, F: Fn(Self::Value) -> G>(self, next: F) -> Then<Self, F>
    where
        Self: Sized,
    {
        Then::new(self, next)
    }

    /// Hides the type, so that different generators of the same values can be kept together.
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
        Boxed::new(self)
    }

    /// Gives guided searches a hand-written way from one value to a near one, besides those that are built from the
    /// choices. How far it may lead is said by the temperature, from 0 to 1: at 0 as near as there is.
    ///
    /// The value goes back through [`encode`](Generator::encode), so what is found is reduced like everything else. A value
    /// that this generator cannot make, or has no way back from, is not used, and the report has a line about it; so it
    /// has if the function panics.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let walk = int(0..1_000i32).neighbour(|base: &i32, temperature, src: &mut Source| {
    ///     let reach = 1 + (100.0 * temperature) as i32;
    ///     (base + src.draw(-reach..=reach)).clamp(0, 999)
    /// });
    /// assert!(check(walk).run(|n| n < 1_000).failures().is_empty());
    /// ```
    #[track_caller]
    fn neighbour<F>(self, near: F) -> Neighbour<Self, F>
    where
        Self: Sized,
        F: Fn(&Self::Value, f64, &mut Source) -> Self::Value,
    {
        Neighbour::new(self, near)
    }

    /// Lends the generator, for use in several places.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let name = regex("[a-z]{1,8}");
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

/// What can be used as a generator: every [`Generator`], and also ranges, regular expressions
/// (`"[a-z]+"`), tuples and arrays of such.
///
/// They are not generators themselves, so that `(0..9).map(..)` stays the method of iterators.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check((0..9, "[a-c]", [any::<bool>(), any()])).run(|(n, text, pair)| {
///     let _: (u8, String, [bool; 2]) = (n, text, pair);
/// });
/// assert!(report.failures().is_empty());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a generator",
    label = "what values should this make?",
    note = "a generator is a range, a regex string, a function of `&mut Source`, a tuple or array of generators, or what `any()`, `vec(..)`, `one_of![..]` and others return; for one fixed value write `just(..)`"
)]
pub trait IntoGenerator {
    /// What is made.
    type Value;
    /// What makes it.
    type Generator: Generator<Value = Self::Value>;

    /// The generator.
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
        src.span(std::any::type_name::<F>(), |src| self(src))
    }
}

/// A generator that is lent: see [`Generator::by_ref`].
#[derive(Debug)]
pub struct ByRef<'a, G: ?Sized>(&'a G);

impl<G: ?Sized> Clone for ByRef<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: ?Sized> Copy for ByRef<'_, G> {}

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

impl Source {
    /// Draws a value from anything that can be a generator.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// fn word_and_place(src: &mut Source) -> (String, usize) {
    ///     let word = src.draw("[a-z]{1,9}");
    ///     let place = src.draw(0..word.len());
    ///     (word, place)
    /// }
    ///
    /// let report = check(word_and_place).run(|(word, place)| place < word.len());
    /// assert!(report.failures().is_empty());
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn draw<G: IntoGenerator>(&mut self, generator: G) -> G::Value {
        if self.is_recording() {
            self.begin_draw(Location::caller());
        }
        let value = generator.into_generator().generate(self);
        if self.is_recording() {
            self.end_draw();
        }
        value
    }
}
