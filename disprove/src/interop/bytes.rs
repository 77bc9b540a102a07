//! Feature `bytes`: `Bytes` and `BytesMut`.

use crate::{
    generator::{Arbitrary, Encoder, Generator, bytes},
    source::Source,
};
use bytes::{Bytes, BytesMut};

macro_rules! byte_strings {
    ($($type:ty: $from:expr;)*) => {$(
        impl Arbitrary for $type {
            #[inline]
            fn arbitrary(src: &mut Source) -> $type {
                ($from)(bytes().generate(src))
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
    BytesMut: |bytes: Vec<u8>| BytesMut::from(&bytes[..]);
}
