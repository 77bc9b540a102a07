//! `bytes`.

use crate::{
    generator::{Arbitrary, Encoder, Generator, bytes},
    source::Source,
};
use bytes::{Bytes, BytesMut};

macro_rules! byte_strings {
    ($($type:ty: $make:expr;)*) => {$(
        impl Arbitrary for $type {
            #[inline]
            fn arbitrary(src: &mut Source) -> $type {
                ($make)(bytes().generate(src))
            }

            #[inline]
            fn encode(value: &$type, encoder: &mut Encoder) -> bool {
                bytes().encode_into(&value.to_vec(), encoder)
            }
        }
    )*};
}

byte_strings! {
    Bytes: Bytes::from;
    BytesMut: |made: Vec<u8>| BytesMut::from(&made[..]);
}
