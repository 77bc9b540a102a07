//! Feature `smol_str`: `SmolStr`.

use crate::{
    generator::{Arbitrary, Encoder},
    source::Source,
};
use smol_str::SmolStr;

/// The same strings as those of a `String`: empty, inline, and on the heap.
impl Arbitrary for SmolStr {
    #[inline]
    fn arbitrary(src: &mut Source) -> SmolStr {
        String::arbitrary(src).into()
    }

    #[inline]
    fn encode(value: &SmolStr, encoder: &mut Encoder) -> bool {
        String::encode(&value.to_string(), encoder)
    }
}
