//! Strings of the operating system, which may be invalid Unicode, and paths.

use crate::{
    generator::{Arbitrary, Encoder, Generator, Vecs, boolean::FAIR, bytes},
    source::{Source, sample::Lengths},
};
use std::{
    any::type_name,
    ffi::{CString, OsStr, OsString},
    path::PathBuf,
};

/// The probability of arbitrary bytes: 1/8, as a share of `2^64`. Most bugs with invalid Unicode fail on the first
/// invalid string, so more of them would not find more.
const RAW: u64 = 1 << 61;

/// UTF-8 mostly, otherwise any bytes.
#[inline]
fn octets(src: &mut Source) -> Vec<u8> {
    if src.boolean(RAW) { bytes().generate(src) } else { String::arbitrary(src).into_bytes() }
}

#[inline]
fn encode_octets(value: &[u8], encoder: &mut Encoder) -> bool {
    match std::str::from_utf8(value) {
        Ok(string) => encoder.boolean(RAW, false) && String::encode(&string.to_owned(), encoder),
        Err(_) => encoder.boolean(RAW, true) && bytes().encode_into(&value.to_vec(), encoder),
    }
}

impl Arbitrary for CString {
    #[inline]
    fn arbitrary(src: &mut Source) -> CString {
        let mut value = src.span(type_name::<CString>(), octets);
        value.retain(|byte| *byte != 0);
        CString::new(value).expect("all zeros were removed")
    }

    #[inline]
    fn encode(value: &CString, encoder: &mut Encoder) -> bool {
        encoder.span(type_name::<CString>(), 0, |encoder| encode_octets(value.as_bytes(), encoder))
    }
}

#[cfg(unix)]
mod native {
    //! Platforms whose strings are bytes.

    use super::{Encoder, OsStr, OsString, Source, encode_octets, octets};
    use std::os::unix::ffi::{OsStrExt, OsStringExt};

    #[inline]
    pub(super) fn generate(src: &mut Source) -> OsString {
        OsString::from_vec(octets(src))
    }

    #[inline]
    pub(super) fn encode(value: &OsStr, encoder: &mut Encoder) -> bool {
        encode_octets(value.as_bytes(), encoder)
    }

    /// The parts between slashes.
    #[expect(clippy::unnecessary_wraps, reason = "other platforms cannot tell for every path")]
    #[inline]
    pub(super) fn split(path: &OsStr) -> Option<Vec<OsString>> {
        let parts = path.as_bytes().split(|byte| *byte == b'/');
        Some(parts.map(|part| OsStr::from_bytes(part).to_owned()).collect())
    }
}

#[cfg(not(unix))]
mod native {
    //! Other platforms: only valid Unicode is generated.

    use super::{Arbitrary, Encoder, OsStr, OsString, Source};

    #[inline]
    pub(super) fn generate(src: &mut Source) -> OsString {
        String::arbitrary(src).into()
    }

    #[inline]
    pub(super) fn encode(value: &OsStr, encoder: &mut Encoder) -> bool {
        value.to_str().is_some_and(|string| String::encode(&string.to_owned(), encoder))
    }

    /// The parts between slashes, if the path is valid Unicode.
    #[inline]
    pub(super) fn split(path: &OsStr) -> Option<Vec<OsString>> {
        Some(path.to_str()?.split('/').map(OsString::from).collect())
    }
}

impl Arbitrary for OsString {
    #[inline]
    fn arbitrary(src: &mut Source) -> OsString {
        src.span(type_name::<OsString>(), native::generate)
    }

    #[inline]
    fn encode(value: &OsString, encoder: &mut Encoder) -> bool {
        encoder.span(type_name::<OsString>(), 0, |encoder| native::encode(value, encoder))
    }
}

/// A part of a path, between two slashes.
#[derive(Clone, Copy)]
struct Part;

/// Edge cases: parts with a special meaning, that are often misinterpreted, or that must be quoted. Half of all parts are
/// one of these.
const PARTS: [&str; 24] = [
    "", ".", "..", "...", "~", "-", "--help", "*", "a", "a b", " ", "a.txt", "a.tar.gz", ".a",
    "a.", "A", "C:", "\\", "a\\b", "CON", "$HOME", "a\nb", "é", "e\u{301}",
];

#[diagnostic::do_not_recommend]
impl Generator for Part {
    type Value = OsString;

    #[inline]
    fn generate(&self, src: &mut Source) -> OsString {
        src.span(type_name::<Part>(), |src| {
            if src.boolean(FAIR) {
                PARTS[src.branch(PARTS.len() as u32, 0) as usize].into()
            } else {
                OsString::arbitrary(src)
            }
        })
    }

    #[inline]
    fn encode_into(&self, value: &OsString, encoder: &mut Encoder) -> bool {
        encoder.span(type_name::<Part>(), 0, |encoder| {
            encoder.boolean(FAIR, false) && OsString::encode(value, encoder)
        })
    }
}

/// The parts of a path. Slashes separate them, which all platforms accept.
const PATH: Vecs<Part> = Vecs { element: Part, lengths: Lengths::ANY };

/// The probability of a path that starts at the root: 1/4, as a share of `2^64`.
const ABSOLUTE: u64 = 1 << 62;

impl Arbitrary for PathBuf {
    #[inline]
    fn arbitrary(src: &mut Source) -> PathBuf {
        src.span(type_name::<PathBuf>(), |src| {
            let mut path = OsString::from(if src.boolean(ABSOLUTE) { "/" } else { "" });
            // At the size of a collection nested twice: up to eight parts, as most paths have.
            src.enter_level();
            src.enter_level();
            for (index, part) in PATH.generate(src).iter().enumerate() {
                if index > 0 {
                    path.push("/");
                }
                path.push(part);
            }
            src.leave_level();
            src.leave_level();
            path.into()
        })
    }

    #[inline]
    fn encode(value: &PathBuf, encoder: &mut Encoder) -> bool {
        let Some(mut parts) = native::split(value.as_os_str()) else { return false };
        let absolute = parts.len() > 1 && parts[0].is_empty();
        if absolute {
            parts.remove(0);
        }
        if parts.len() == 1 && parts[0].is_empty() {
            parts.clear();
        }
        encoder.span(type_name::<PathBuf>(), 0, |encoder| {
            encoder.boolean(ABSOLUTE, absolute) && PATH.encode_into(&parts, encoder)
        })
    }
}
