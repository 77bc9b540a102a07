//! Feature `semver`: `Version`, `Prerelease`, `BuildMetadata`, `VersionReq` and `Comparator`.

use crate::{
    generator::{Arbitrary, Encoder, Generator, Strings, any, text, vec},
    source::Source,
};
use semver::{BuildMetadata, Comparator, Op, Prerelease, Version, VersionReq};
use std::{any::type_name, sync::LazyLock};

/// The probability of an optional part, and of another identifier: 1/4, as a share of `2^64`.
const QUARTER: u64 = 1 << 62;

/// The kinds of identifiers: numbers, edge cases, and any.
const KINDS: u32 = 3;
const NUMBER: u32 = 0;
const EDGE: u32 = 1;
const ANY: u32 = 2;

/// Identifiers that are edge cases: common ones, those that look like numbers, and one that is larger than any number.
const EDGES: [&str; 8] = ["alpha", "rc1", "-", "-1", "1-", "0a", "A", "99999999999999999999999999"];

static IDENTIFIERS: LazyLock<Strings> =
    LazyLock::new(|| text().over(&[('a', 'z'), ('0', '9'), ('A', 'Z'), ('-', '-')]).len(1..));

/// Identifiers with points between them, empty in most cases.
fn identifiers(src: &mut Source, allows_zeros: bool) -> String {
    let mut all = String::new();
    while src.boolean(QUARTER) {
        let dot = if all.is_empty() { "" } else { "." };
        let identifier = src.span("identifier", |src| match src.branch(KINDS, NUMBER) {
            NUMBER => u64::arbitrary(src).to_string(),
            EDGE => EDGES[src.branch(EDGES.len() as u32, 0) as usize].to_owned(),
            _ => IDENTIFIERS.generate(src),
        });
        all.extend([dot, if allows_zeros { &identifier } else { without_zeros(&identifier) }]);
    }
    all
}

/// A number without the zeros at its start, which only build metadata may have.
fn without_zeros(identifier: &str) -> &str {
    if identifier.bytes().any(|byte| !byte.is_ascii_digit()) {
        return identifier;
    }
    let digits = identifier.trim_start_matches('0');
    if digits.is_empty() { "0" } else { digits }
}

fn encode_identifiers(all: &str, encoder: &mut Encoder) -> bool {
    let parts = all.split('.').filter(|part| !part.is_empty());
    for part in parts {
        let number = part.parse::<u64>().ok().filter(|number| number.to_string() == part);
        let is_encoded = encoder.boolean(QUARTER, true)
            && encoder.span("identifier", 0, |encoder| match number {
                Some(number) => {
                    encoder.branch(KINDS, NUMBER, NUMBER) && u64::encode(&number, encoder)
                }
                None => {
                    encoder.branch(KINDS, NUMBER, ANY)
                        && IDENTIFIERS.encode_into(&part.to_owned(), encoder)
                }
            });
        if !is_encoded {
            return false;
        }
    }
    encoder.boolean(QUARTER, false)
}

/// The simplest is empty.
impl Arbitrary for Prerelease {
    fn arbitrary(src: &mut Source) -> Prerelease {
        src.span(type_name::<Prerelease>(), |src| {
            Prerelease::new(&identifiers(src, false)).expect("numbers have no zeros at their start")
        })
    }

    fn encode(value: &Prerelease, encoder: &mut Encoder) -> bool {
        encoder.span(type_name::<Prerelease>(), 0, |encoder| encode_identifiers(value, encoder))
    }
}

/// The simplest is empty.
impl Arbitrary for BuildMetadata {
    fn arbitrary(src: &mut Source) -> BuildMetadata {
        src.span(type_name::<BuildMetadata>(), |src| {
            BuildMetadata::new(&identifiers(src, true)).expect("they have the allowed characters")
        })
    }

    fn encode(value: &BuildMetadata, encoder: &mut Encoder) -> bool {
        encoder.span(type_name::<BuildMetadata>(), 0, |encoder| encode_identifiers(value, encoder))
    }
}

/// The simplest is 0.0.0. Most have neither a prerelease nor build metadata.
impl Arbitrary for Version {
    fn arbitrary(src: &mut Source) -> Version {
        src.span(type_name::<Version>(), |src| {
            let [major, minor, patch] = Arbitrary::arbitrary(src);
            let (pre, build) = (Prerelease::arbitrary(src), BuildMetadata::arbitrary(src));
            Version { major, minor, patch, pre, build }
        })
    }

    fn encode(value: &Version, encoder: &mut Encoder) -> bool {
        let Version { major, minor, patch, pre, build } = value;
        encoder.span(type_name::<Version>(), 0, |encoder| {
            <[u64; 3]>::encode(&[*major, *minor, *patch], encoder)
                && Prerelease::encode(pre, encoder)
                && BuildMetadata::encode(build, encoder)
        })
    }
}

/// The simplest comes first: what `^1` and `1` mean.
const OPERATORS: [Op; 8] = [
    Op::Caret,
    Op::Exact,
    Op::Greater,
    Op::GreaterEq,
    Op::Less,
    Op::LessEq,
    Op::Tilde,
    Op::Wildcard,
];

/// The simplest is `^0`. All can be written and parsed.
impl Arbitrary for Comparator {
    fn arbitrary(src: &mut Source) -> Comparator {
        src.span(type_name::<Comparator>(), |src| {
            let op = OPERATORS[src.branch(OPERATORS.len() as u32, 0) as usize];
            let major = u64::arbitrary(src);
            let minor = Option::arbitrary(src);
            let patch = Option::arbitrary(src);
            let pre = Prerelease::arbitrary(src);
            // Each part needs the one before it, and `1.2.*` has no patch.
            let patch = patch.filter(|_| minor.is_some() && op != Op::Wildcard);
            let pre = if patch.is_some() { pre } else { Prerelease::EMPTY };
            Comparator { op, major, minor, patch, pre }
        })
    }

    fn encode(value: &Comparator, encoder: &mut Encoder) -> bool {
        let Comparator { op, major, minor, patch, pre } = value;
        let is_generated = (patch.is_none() || minor.is_some() && *op != Op::Wildcard)
            && (pre.is_empty() || patch.is_some());
        let Some(at) = OPERATORS.iter().position(|known| known == op) else { return false };
        is_generated
            && encoder.span(type_name::<Comparator>(), 0, |encoder| {
                encoder.branch(OPERATORS.len() as u32, 0, at as u32)
                    && u64::encode(major, encoder)
                    && Option::encode(minor, encoder)
                    && Option::encode(patch, encoder)
                    && Prerelease::encode(pre, encoder)
            })
    }
}

/// The most comparators that can be parsed.
const COMPARATORS: usize = 32;

/// The simplest is `*`.
impl Arbitrary for VersionReq {
    fn arbitrary(src: &mut Source) -> VersionReq {
        VersionReq { comparators: vec(any()).len(0..=COMPARATORS).generate(src) }
    }

    fn encode(value: &VersionReq, encoder: &mut Encoder) -> bool {
        vec(any()).len(0..=COMPARATORS).encode_into(&value.comparators, encoder)
    }
}
