//! Feature `bstr`: `BString`.

use crate::{
    generator::{Arbitrary, Encoder, Generator, bytes},
    source::Source,
};
use bstr::BString;
use std::any::type_name;

/// The kinds of strings: text in UTF-8, and any bytes.
const KINDS: u32 = 2;
const TEXT: u32 = 0;
const BYTES: u32 = 1;

/// The simplest is empty. Half are text, half any bytes.
impl Arbitrary for BString {
    #[inline]
    fn arbitrary(src: &mut Source) -> BString {
        src.span(type_name::<BString>(), |src| match src.branch(KINDS, TEXT) {
            TEXT => String::arbitrary(src).into(),
            _ => bytes().generate(src).into(),
        })
    }

    #[inline]
    fn encode(value: &BString, encoder: &mut Encoder) -> bool {
        encoder.span(type_name::<BString>(), 0, |encoder| match String::from_utf8(value.to_vec()) {
            Ok(text) => encoder.branch(KINDS, TEXT, TEXT) && String::encode(&text, encoder),
            Err(error) => {
                encoder.branch(KINDS, TEXT, BYTES)
                    && bytes().encode_into(&error.into_bytes(), encoder)
            }
        })
    }
}
