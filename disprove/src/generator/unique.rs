//! Collections of distinct elements: sets, maps, and vectors without duplicates.

use super::{Encoder, Generator, IntoGenerator, IntoLength, Vecs, length::lengths};
use crate::source::{Refused, Source, max_duplicates, refuse, sample::Lengths};
use std::{
    any::type_name,
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    hash::{BuildHasher, Hash, RandomState},
    marker::PhantomData,
};

/// Draws until the collection has the drawn length. `add` draws an element and returns whether it was new.
pub(crate) fn collect_distinct(
    src: &mut Source,
    name: &'static str,
    lengths: &Lengths,
    mut add: impl FnMut(&mut Source) -> bool,
) {
    let is_outermost = src.begin_fixed(name, lengths.min);
    if src.is_recording() {
        record(src, name, lengths, &mut add);
        return src.end_fixed(is_outermost);
    }
    let length = src.length(lengths);
    let (mut count, mut duplicates) = (0, 0);
    src.enter_level();
    while count < length && duplicates <= max_duplicates(length) {
        let mark = src.mark();
        if add(src) {
            count += 1;
        } else {
            src.rewind(mark);
            duplicates += 1;
        }
    }
    src.leave_level();
    src.end_fixed(is_outermost);
    if count < lengths.min {
        refuse(Refused::Rejected)
    }
}

/// The same, and records each element and its continue flag as a span.
#[cold]
#[inline(never)]
fn record(
    src: &mut Source,
    name: &'static str,
    lengths: &Lengths,
    add: &mut dyn FnMut(&mut Source) -> bool,
) {
    let mut items = src.begin_items(name, lengths);
    let mut duplicates = 0;
    while src.next_item(&mut items) {
        if duplicates > 0 {
            src.retry();
        }
        let mark = src.mark();
        if add(src) {
            continue;
        }
        src.rewind(mark);
        src.discard_item(&mut items);
        duplicates += 1;
        if duplicates > max_duplicates(items.length()) {
            if items.is_short() {
                refuse(Refused::Rejected)
            }
            return src.stop_items(&items);
        }
    }
}

/// Vectors of distinct elements: see [`Vecs::unique`].
#[derive(Clone, Debug)]
pub struct UniqueVecs<G>(Vecs<G>);

impl<G: Generator> Vecs<G> {
    /// Makes the elements distinct.
    ///
    /// If the generator has fewer distinct values than the minimum length, all cases are rejected.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(vec(0..100u8).unique()).run(|ids| {
    ///     let mut sorted = ids.clone();
    ///     sorted.sort_unstable();
    ///     sorted.dedup();
    ///     assert_eq!(sorted.len(), ids.len());
    /// });
    /// assert!(report.failures().is_empty());
    /// ```
    #[must_use]
    pub fn unique(self) -> UniqueVecs<G> {
        UniqueVecs(self)
    }
}

impl<G: Generator> UniqueVecs<G> {
    /// Sets the number of elements: a number or a range.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let three = vec(any::<u8>()).unique().len(3);
    /// assert!(check(three).run(|ids| ids.len() == 3).failures().is_empty());
    /// ```
    ///
    /// # Panics
    /// If the range of lengths is empty.
    #[must_use]
    #[track_caller]
    pub fn len(self, length: impl IntoLength) -> UniqueVecs<G> {
        UniqueVecs(self.0.len(length))
    }
}

#[diagnostic::do_not_recommend]
impl<G: Generator<Value: Eq + Hash>> Generator for UniqueVecs<G> {
    type Value = Vec<G::Value>;

    fn generate(&self, src: &mut Source) -> Vec<G::Value> {
        let mut values: Vec<G::Value> = Vec::new();
        // Indices by hash, because the elements can be neither cloned nor borrowed here.
        let mut indices: HashMap<u64, Vec<usize>> = HashMap::new();
        let hasher = RandomState::new();
        collect_distinct(src, type_name::<Self>(), &self.0.lengths, |src| {
            let value = self.0.element.generate(src);
            let same_hash = indices.entry(hasher.hash_one(&value)).or_default();
            let new = same_hash.iter().all(|index| values[*index] != value);
            if new {
                same_hash.push(values.len());
                values.push(value);
            }
            new
        });
        values
    }

    fn encode_into(&self, value: &Vec<G::Value>, encoder: &mut Encoder) -> bool {
        let distinct: HashSet<&G::Value> = value.iter().collect();
        let name = type_name::<Self>();
        distinct.len() == value.len()
            && encoder.span(name, 0, |encoder| {
                encoder.items(name, &self.0.lengths, value.iter(), |encoder, element| {
                    self.0.element.encode_into(element, encoder)
                })
            })
    }
}

/// Sets: see [`set`] and [`hash_set`].
#[derive(Clone, Debug)]
pub struct Sets<G, C> {
    element: G,
    lengths: Lengths,
    collection: PhantomData<fn() -> C>,
}

/// Maps: see [`map()`] and [`hash_map`].
#[derive(Clone, Debug)]
pub struct Maps<K, V, C> {
    key: K,
    value: V,
    lengths: Lengths,
    collection: PhantomData<fn() -> C>,
}

/// Ordered sets whose elements come from a generator.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(set(0..10u8).len(3..)).run(|digits| (3..=10).contains(&digits.len()));
/// assert!(report.failures().is_empty());
/// ```
#[track_caller]
pub fn set<G: IntoGenerator<Value: Ord>>(element: G) -> Sets<G::Generator, BTreeSet<G::Value>> {
    Sets { element: element.into_generator(), lengths: Lengths::ANY, collection: PhantomData }
}

/// Hash sets whose elements come from a generator.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(hash_set(0..100u32)).run(|ids| ids.iter().all(|id| *id < 100));
/// assert!(report.failures().is_empty());
/// ```
#[track_caller]
pub fn hash_set<G: IntoGenerator<Value: Eq + Hash>>(
    element: G,
) -> Sets<G::Generator, HashSet<G::Value>> {
    Sets { element: element.into_generator(), lengths: Lengths::ANY, collection: PhantomData }
}

/// Ordered maps whose keys and values come from two generators.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(map('a'..='z', 0..100u32)).run(|ages| ages.values().all(|age| *age < 100));
/// assert!(report.failures().is_empty());
/// ```
#[track_caller]
pub fn map<K: IntoGenerator<Value: Ord>, V: IntoGenerator>(
    key: K,
    value: V,
) -> Maps<K::Generator, V::Generator, BTreeMap<K::Value, V::Value>> {
    let (key, value) = (key.into_generator(), value.into_generator());
    Maps { key, value, lengths: Lengths::ANY, collection: PhantomData }
}

/// Hash maps whose keys and values come from two generators.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(hash_map(any::<u8>(), text()).len(..4)).run(|names| names.len() < 4);
/// assert!(report.failures().is_empty());
/// ```
#[track_caller]
pub fn hash_map<K: IntoGenerator<Value: Eq + Hash>, V: IntoGenerator>(
    key: K,
    value: V,
) -> Maps<K::Generator, V::Generator, HashMap<K::Value, V::Value>> {
    let (key, value) = (key.into_generator(), value.into_generator());
    Maps { key, value, lengths: Lengths::ANY, collection: PhantomData }
}

impl<G, C> Sets<G, C> {
    /// Sets the number of elements: a number or a range.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// assert!(check(set(any::<u8>()).len(3)).run(|ids| ids.len() == 3).failures().is_empty());
    /// ```
    ///
    /// # Panics
    /// If the range of lengths is empty.
    #[must_use]
    #[track_caller]
    pub fn len(self, length: impl IntoLength) -> Sets<G, C> {
        Sets { lengths: lengths(&length), ..self }
    }
}

impl<K, V, C> Maps<K, V, C> {
    /// Sets the number of entries: a number or a range.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let named = map('a'..='z', any::<u8>()).len(3);
    /// assert!(check(named).run(|ages| ages.len() == 3).failures().is_empty());
    /// ```
    ///
    /// # Panics
    /// If the range of lengths is empty.
    #[must_use]
    #[track_caller]
    pub fn len(self, length: impl IntoLength) -> Maps<K, V, C> {
        Maps { lengths: lengths(&length), ..self }
    }
}

/// Implements the generators of one kind of set and map.
macro_rules! collections {
    ($set:ident, $map:ident, $($bound:tt)+) => {
        #[diagnostic::do_not_recommend]
        impl<T: $($bound)+, G: Generator<Value = T>> Generator for Sets<G, $set<T>> {
            type Value = $set<T>;

            fn generate(&self, src: &mut Source) -> $set<T> {
                let mut values = $set::new();
                collect_distinct(src, type_name::<Self>(), &self.lengths, |src| {
                    values.insert(self.element.generate(src))
                });
                values
            }

            fn encode_into(&self, value: &$set<T>, encoder: &mut Encoder) -> bool {
                let name = type_name::<Self>();
                encoder.span(name, 0, |encoder| {
                    encoder.items(name, &self.lengths, value.iter(), |encoder, element| {
                        self.element.encode_into(element, encoder)
                    })
                })
            }
        }

        #[diagnostic::do_not_recommend]
        impl<T: $($bound)+, U, K, V> Generator for Maps<K, V, $map<T, U>>
        where
            K: Generator<Value = T>,
            V: Generator<Value = U>,
        {
            type Value = $map<T, U>;

            fn generate(&self, src: &mut Source) -> $map<T, U> {
                let mut values = $map::new();
                collect_distinct(src, type_name::<Self>(), &self.lengths, |src| {
                    let key = self.key.generate(src);
                    let new = !values.contains_key(&key);
                    if new {
                        values.insert(key, self.value.generate(src));
                    }
                    new
                });
                values
            }

            fn encode_into(&self, value: &$map<T, U>, encoder: &mut Encoder) -> bool {
                let name = type_name::<Self>();
                encoder.span(name, 0, |encoder| {
                    encoder.items(name, &self.lengths, value.iter(), |encoder, (key, value)| {
                        self.key.encode_into(key, encoder) && self.value.encode_into(value, encoder)
                    })
                })
            }
        }
    };
}

collections!(BTreeSet, BTreeMap, Ord);
collections!(HashSet, HashMap, Eq + Hash);
