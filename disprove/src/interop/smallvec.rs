//! Feature `smallvec`: `SmallVec`.

use crate::{
    generator::{Arbitrary, Encoder, TypeNumber, Types, encode_list},
    source::Source,
};
use smallvec::{Array, SmallVec};

/// The same lists as those of a `Vec`: empty, inline, and on the heap. A list that fits inline is inline.
impl<A: Array<Item: Arbitrary>> Arbitrary for SmallVec<A> {
    #[inline]
    fn arbitrary(src: &mut Source) -> SmallVec<A> {
        Vec::arbitrary(src).into_iter().collect()
    }

    #[inline]
    fn encode(value: &SmallVec<A>, encoder: &mut Encoder) -> bool {
        encode_list(value, encoder)
    }

    #[inline]
    fn describe(types: &mut Types) -> TypeNumber {
        types.optional(A::Item::describe)
    }
}
