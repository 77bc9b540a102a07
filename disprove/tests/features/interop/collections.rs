//! Collections, strings and sums of other crates.

use super::{is_encoded, reduces_to, round_trips, sees, values};
use arrayvec::{ArrayString, ArrayVec};
use bstr::BString;
use camino::Utf8PathBuf;
use disprove::prelude::*;
use either::Either;
use indexmap::{IndexMap, IndexSet};
use smallvec::SmallVec;
use smol_str::SmolStr;
use std::collections::BTreeSet;

#[test]
fn small_vectors_are_inline_and_on_the_heap() {
    round_trips::<SmallVec<[u8; 4]>>("[]");
    sees::<SmallVec<[u8; 4]>>(|list| list.len() == 4 && !list.spilled());
    sees::<SmallVec<[u8; 4]>>(|list| list.len() == 5 && list.spilled());
    reduces_to(&any::<SmallVec<[u8; 2]>>(), "[0, 0, 0]", |list| !list.spilled());
    reduces_to(&any::<SmallVec<[u16; 2]>>(), "[1001]", |list| list.iter().all(|n| *n <= 1_000));
}

#[test]
fn arrays_with_a_length_are_empty_and_full() {
    round_trips::<ArrayVec<u8, 6>>("[]");
    round_trips::<ArrayString<6>>("\"\"");
    sees::<ArrayVec<u8, 6>>(ArrayVec::is_full);
    sees::<ArrayVec<u8, 100>>(ArrayVec::is_full);
    sees::<ArrayString<6>>(ArrayString::is_full);
    // A character that does not fit ends the string.
    sees::<ArrayString<6>>(|text| text.len() == 5 && !text.is_ascii());
    reduces_to(&any::<ArrayVec<u8, 6>>(), "[0, 0]", |list| list.len() < 2);
    reduces_to(&any::<ArrayString<6>>(), "\"aa\"", |text| text.matches('a').count() < 2);
    assert_eq!(values(&any::<ArrayVec<u8, 0>>(), 1), [ArrayVec::new()]);
}

#[test]
fn indexed_collections_are_in_any_order() {
    round_trips::<IndexMap<u8, bool>>("{}");
    round_trips::<IndexSet<u16>>("{}");
    sees::<IndexSet<u16>>(|set| set.len() > 32);
    sees::<IndexMap<u16, u8>>(|map| map.len() > 2 && map.keys().is_sorted());
    sees::<IndexMap<u16, u8>>(|map| map.len() > 2 && map.keys().rev().is_sorted());
    for set in values(&any::<IndexSet<u8>>(), 300) {
        assert_eq!(set.iter().collect::<BTreeSet<_>>().len(), set.len());
    }
    reduces_to(&any::<IndexSet<u16>>(), "{1, 0}", |set| set.iter().is_sorted());
    reduces_to(&any::<IndexMap<u16, u16>>(), "{0: 11}", |map| map.values().all(|n| *n <= 10));
    is_encoded(&IndexMap::<u8, u8>::from_iter([(3, 1), (1, 2), (2, 3)]));
}

#[test]
fn sums_have_both_sides() {
    round_trips::<Either<u8, String>>("Left(0)");
    sees::<Either<u8, String>>(|either| either.as_ref().right().is_some_and(|text| text.len() > 9));
    reduces_to(&any::<Either<u8, u16>>(), "Right(0)", Either::is_left);
    reduces_to(&any::<Either<bool, u16>>(), "Right(7)", |either| {
        either.right().is_none_or(|n| n < 7)
    });
}

/// One side ends the recursion.
#[derive(Debug, Arbitrary)]
struct Tree(Vec<Either<u8, Tree>>);

#[test]
fn sums_may_be_recursive() {
    fn depth(tree: &Tree) -> usize {
        let below = |inner: &Either<u8, Tree>| inner.as_ref().either(|_| 0, |tree| 1 + depth(tree));
        tree.0.iter().map(below).max().unwrap_or(0)
    }
    sees::<Tree>(|tree| depth(tree) > 2);
    reduces_to(&any::<Tree>(), "Tree([Right(Tree([Right(Tree([]))]))])", |tree| depth(tree) < 2);
}

#[test]
fn strings_round_trip_and_reduce_to_short_ones() {
    round_trips::<SmolStr>("\"\"");
    round_trips::<BString>("\"\"");
    sees::<SmolStr>(SmolStr::is_heap_allocated);
    sees::<BString>(|text| std::str::from_utf8(text).is_err());
    sees::<BString>(|text| text.len() > 9 && std::str::from_utf8(text).is_ok());
    reduces_to(&any::<SmolStr>(), "\"b\"", |text| !text.contains('b'));
    reduces_to(&any::<BString>(), "\"\\xff\"", |text| !text.contains(&0xff));
}

#[test]
fn paths_in_utf8_round_trip_and_have_edge_cases() {
    round_trips::<Utf8PathBuf>("\"\"");
    sees::<Utf8PathBuf>(|path| path.is_absolute());
    sees::<Utf8PathBuf>(|path| path.components().count() > 3);
    sees::<Utf8PathBuf>(|path| path.extension() == Some("gz"));
    sees::<Utf8PathBuf>(|path| path.as_str().contains(".."));
    reduces_to(&any::<Utf8PathBuf>(), "\"/\"", |path| !path.is_absolute());
}
