//! Vectors, lists, heaps, sets and maps.

use crate::{
    generator::{
        Any, Arbitrary, Encoder, Generator, Maps, Sets, TypeNumber, Types, Vecs, any, hash_map,
        hash_set, map, set,
    },
    source::{Source, sample::Lengths},
};
use std::{
    any::type_name,
    collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque},
    hash::{BuildHasher, Hash},
};

impl<T: Arbitrary> Arbitrary for Vec<T> {
    #[inline(always)]
    fn arbitrary(src: &mut Source) -> Vec<T> {
        Vecs { element: any::<T>(), lengths: Lengths::ANY }.generate(src)
    }

    #[inline]
    fn encode(value: &Vec<T>, encoder: &mut Encoder) -> bool {
        encode_list(value, encoder)
    }

    #[inline]
    fn describe(types: &mut Types) -> TypeNumber {
        types.optional(T::describe)
    }
}

/// Writes the choices of a `Vec` with these elements.
#[inline]
pub(crate) fn encode_list<'a, T: Arbitrary + 'a>(
    elements: impl IntoIterator<Item = &'a T>,
    encoder: &mut Encoder,
) -> bool {
    encode_items(type_name::<Vecs<Any<T>>>(), encoder, elements, |encoder, element| {
        T::encode(element, encoder)
    })
}

/// Writes the choices of a collection of this name, with these elements.
#[inline]
pub(crate) fn encode_items<E>(
    name: &'static str,
    encoder: &mut Encoder,
    elements: impl IntoIterator<Item = E>,
    element: impl FnMut(&mut Encoder, E) -> bool,
) -> bool {
    encoder
        .span(name, 0, |encoder| encoder.items(name, &Lengths::ANY, elements.into_iter(), element))
}

/// Collections that are built from a `Vec`.
macro_rules! lists {
    ($($list:ident: $($bound:ident)+;)*) => {$(
        impl<T: $($bound +)+> Arbitrary for $list<T> {
            #[inline(always)]
            fn arbitrary(src: &mut Source) -> $list<T> {
                Vec::arbitrary(src).into_iter().collect()
            }

            #[inline]
            fn encode(value: &$list<T>, encoder: &mut Encoder) -> bool {
                encode_list(value, encoder)
            }

            #[inline]
            fn describe(types: &mut Types) -> TypeNumber {
                types.optional(T::describe)
            }
        }
    )*};
}

// A heap is encoded in its internal order: building a heap from that order moves no element.
lists! {
    VecDeque: Arbitrary;
    LinkedList: Arbitrary;
    BinaryHeap: Arbitrary Ord;
}

impl<T: Arbitrary + Ord> Arbitrary for BTreeSet<T> {
    #[inline]
    fn arbitrary(src: &mut Source) -> BTreeSet<T> {
        set(any::<T>()).generate(src)
    }

    #[inline]
    fn encode(value: &BTreeSet<T>, encoder: &mut Encoder) -> bool {
        set(any::<T>()).encode_into(value, encoder)
    }

    #[inline]
    fn describe(types: &mut Types) -> TypeNumber {
        types.optional(T::describe)
    }
}

impl<K: Arbitrary + Ord, V: Arbitrary> Arbitrary for BTreeMap<K, V> {
    #[inline]
    fn arbitrary(src: &mut Source) -> BTreeMap<K, V> {
        map(any::<K>(), any::<V>()).generate(src)
    }

    #[inline]
    fn encode(value: &BTreeMap<K, V>, encoder: &mut Encoder) -> bool {
        map(any::<K>(), any::<V>()).encode_into(value, encoder)
    }

    #[inline]
    fn describe(types: &mut Types) -> TypeNumber {
        types.optional(<(K, V)>::describe)
    }
}

impl<T, S> Arbitrary for HashSet<T, S>
where
    T: Arbitrary + Eq + Hash,
    S: BuildHasher + Default,
{
    #[inline]
    fn arbitrary(src: &mut Source) -> HashSet<T, S> {
        hash_set(any::<T>()).generate(src).into_iter().collect()
    }

    #[inline]
    fn encode(value: &HashSet<T, S>, encoder: &mut Encoder) -> bool {
        let name = type_name::<Sets<Any<T>, HashSet<T>>>();
        encode_items(name, encoder, value, |encoder, element| T::encode(element, encoder))
    }

    #[inline]
    fn describe(types: &mut Types) -> TypeNumber {
        types.optional(T::describe)
    }
}

impl<K, V, S> Arbitrary for HashMap<K, V, S>
where
    K: Arbitrary + Eq + Hash,
    V: Arbitrary,
    S: BuildHasher + Default,
{
    #[inline]
    fn arbitrary(src: &mut Source) -> HashMap<K, V, S> {
        hash_map(any::<K>(), any::<V>()).generate(src).into_iter().collect()
    }

    #[inline]
    fn encode(value: &HashMap<K, V, S>, encoder: &mut Encoder) -> bool {
        let name = type_name::<Maps<Any<K>, Any<V>, HashMap<K, V>>>();
        encode_items(name, encoder, value, |encoder, (key, value)| {
            K::encode(key, encoder) && V::encode(value, encoder)
        })
    }

    #[inline]
    fn describe(types: &mut Types) -> TypeNumber {
        types.optional(<(K, V)>::describe)
    }
}
