//! Feature `arrayvec`: `ArrayVec` and `ArrayString`.

use crate::{
    generator::{Any, Arbitrary, Encoder, Generator, TypeNumber, Types, Vecs, any, vec},
    source::Source,
};
use arrayvec::{ArrayString, ArrayVec};

fn lists<T: Arbitrary>(capacity: usize) -> Vecs<Any<T>> {
    vec(any::<T>()).len(0..=capacity)
}

/// The simplest is empty. Full ones occur.
impl<T: Arbitrary, const N: usize> Arbitrary for ArrayVec<T, N> {
    #[inline]
    fn arbitrary(src: &mut Source) -> ArrayVec<T, N> {
        lists(N).generate(src).into_iter().collect()
    }

    #[inline]
    fn encode(value: &ArrayVec<T, N>, encoder: &mut Encoder) -> bool {
        let lists = lists::<T>(N);
        lists.encode_elements(value, encoder)
    }

    #[inline]
    fn describe(types: &mut Types) -> TypeNumber {
        types.optional(T::describe)
    }
}

/// The longest start of a string that fits. The simplest is empty.
impl<const N: usize> Arbitrary for ArrayString<N> {
    #[inline]
    fn arbitrary(src: &mut Source) -> ArrayString<N> {
        let mut text = ArrayString::new();
        for c in String::arbitrary(src).chars() {
            if text.try_push(c).is_err() {
                break;
            }
        }
        text
    }

    #[inline]
    fn encode(value: &ArrayString<N>, encoder: &mut Encoder) -> bool {
        String::encode(&value.as_str().to_owned(), encoder)
    }
}
