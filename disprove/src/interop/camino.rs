//! Feature `camino`: `Utf8PathBuf`.

use crate::{
    generator::{Arbitrary, Encoder},
    source::Source,
};
use camino::Utf8PathBuf;
use std::path::PathBuf;

/// The same paths as those of a `PathBuf`, with replacement characters for what is not UTF-8.
impl Arbitrary for Utf8PathBuf {
    #[inline]
    fn arbitrary(src: &mut Source) -> Utf8PathBuf {
        PathBuf::arbitrary(src).to_string_lossy().into_owned().into()
    }

    #[inline]
    fn encode(value: &Utf8PathBuf, encoder: &mut Encoder) -> bool {
        PathBuf::encode(&value.as_std_path().to_owned(), encoder)
    }
}
