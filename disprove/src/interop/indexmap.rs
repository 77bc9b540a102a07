//! Feature `indexmap`: `IndexMap` and `IndexSet`.

use crate::{
    generator::{Arbitrary, Encoder, TypeNumber, Types, collect_distinct, encode_items},
    source::{Source, sample::Lengths},
};
use indexmap::{IndexMap, IndexSet};
use std::{
    any::type_name,
    hash::{BuildHasher, Hash},
};

/// Elements are in the order in which they are drawn.
impl<T, S> Arbitrary for IndexSet<T, S>
where
    T: Arbitrary + Eq + Hash,
    S: BuildHasher + Default,
{
    fn arbitrary(src: &mut Source) -> IndexSet<T, S> {
        let mut values = IndexSet::default();
        collect_distinct(src, type_name::<Self>(), &Lengths::ANY, |src| {
            values.insert(T::arbitrary(src))
        });
        values
    }

    fn encode(value: &IndexSet<T, S>, encoder: &mut Encoder) -> bool {
        encode_items(type_name::<Self>(), encoder, value, |encoder, element| {
            T::encode(element, encoder)
        })
    }

    fn describe(types: &mut Types) -> TypeNumber {
        types.optional(T::describe)
    }
}

/// Entries are in the order in which they are drawn.
impl<K, V, S> Arbitrary for IndexMap<K, V, S>
where
    K: Arbitrary + Eq + Hash,
    V: Arbitrary,
    S: BuildHasher + Default,
{
    fn arbitrary(src: &mut Source) -> IndexMap<K, V, S> {
        let mut values = IndexMap::default();
        collect_distinct(src, type_name::<Self>(), &Lengths::ANY, |src| {
            let key = K::arbitrary(src);
            let new = !values.contains_key(&key);
            if new {
                values.insert(key, V::arbitrary(src));
            }
            new
        });
        values
    }

    fn encode(value: &IndexMap<K, V, S>, encoder: &mut Encoder) -> bool {
        encode_items(type_name::<Self>(), encoder, value, |encoder, (key, value)| {
            K::encode(key, encoder) && V::encode(value, encoder)
        })
    }

    fn describe(types: &mut Types) -> TypeNumber {
        types.optional(<(K, V)>::describe)
    }
}
