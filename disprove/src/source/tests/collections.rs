//! Specimens: lists, sets, maps, arrays and tuples.

use super::table::Table;
use crate::generator::{
    Generator, any, array, hash_map, hash_set, int, map, option, set, shuffle, subsequence, text,
    vec,
};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    fmt::Debug,
};

fn distinct<T: Ord>(values: &[T]) -> bool {
    values.iter().collect::<BTreeSet<_>>().len() == values.len()
}

fn increasing(values: &[u8]) -> bool {
    values.windows(2).all(|pair| pair[0] < pair[1])
}

/// Sorted, because hashed collections print in any order.
fn sorted_set<T: Ord + Debug>(set: &HashSet<T>) -> String {
    format!("{:?}", set.iter().collect::<BTreeSet<_>>())
}

fn sorted_map<K: Ord + Debug, V: Debug>(map: &HashMap<K, V>) -> String {
    format!("{:?}", map.iter().collect::<BTreeMap<_, _>>())
}

pub(super) fn add(table: &mut Table) {
    lists(table);
    unique(table);
    fixed(table);
}

fn lists(table: &mut Table) {
    table.any::<Vec<u8>>();
    table.add("vec", vec(any::<i64>()), |_| true);
    table.add("vec of 3", vec(any::<bool>()).len(3), |v| v.len() == 3);
    table.add("vec of 2 to 5", vec(1..=6_u8).len(2..=5), |v| {
        (2..=5).contains(&v.len()) && v.iter().all(|die| (1..=6).contains(die))
    });
    table.add("vec of 1 and more", vec("[ab]").len(1..), |v| {
        !v.is_empty() && v.iter().all(|s| s == "a" || s == "b")
    });
    table.add("vec of units", vec(any::<()>()).len(..4), |v| v.len() < 4);
    table.add("vec of none", vec(any::<u8>()).len(0), Vec::is_empty);
    table.add("nested vec", vec(vec(vec(0..9_u16))), |v| {
        v.iter().flatten().flatten().all(|n| *n < 9)
    });
    table.add("nested vec of 2 to 3", vec(vec(text()).len(..=1)).len(2..=3), |v| {
        (2..=3).contains(&v.len()) && v.iter().all(|inner| inner.len() <= 1)
    });
    let odd = any::<u16>().filter(|n| n % 2 == 1);
    table.add("vec of filtered", vec(odd).len(..=6), |v| {
        v.len() <= 6 && v.iter().all(|n| n % 2 == 1)
    });
}

fn unique(table: &mut Table) {
    table.add("unique vec", vec(any::<u8>()).unique(), |v| distinct(v));
    table.add("unique vec of 3 to 9", vec(0..10_u8).unique().len(3..=9), |v| {
        distinct(v) && (3..=9).contains(&v.len()) && v.iter().all(|n| *n < 10)
    });
    // The last elements are nearly always duplicates.
    table.add("most of a small domain", vec(0..40_u8).unique().len(30..=40), |v| {
        distinct(v) && (30..=40).contains(&v.len())
    });
    table.add("all of a small domain", set(0..6_u8).len(6), |s| s.len() == 6);
    table.add("set", set(any::<i32>()), |_| true);
    table.add("set of 2 to 4", set("[a-d]{1,2}").len(2..=4), |s| (2..=4).contains(&s.len()));
    table.add("set of sets", set(set(0..4_u8).len(..=2)), |s| {
        s.iter().all(|inner| inner.len() <= 2)
    });
    table.add_shown("hash set", hash_set(any::<char>()), sorted_set, |_| true);
    table.add_shown("hash set of 1 to 3", hash_set(0..5_u8).len(1..=3), sorted_set, |s| {
        (1..=3).contains(&s.len())
    });
    table.add("map", map(any::<u8>(), text()), |_| true);
    table.add("map of 2 to 5", map(0..9_u8, option(0..3_i8)).len(2..=5), |m| {
        (2..=5).contains(&m.len()) && m.keys().all(|k| *k < 9)
    });
    table.add_shown("hash map", hash_map(any::<u64>(), any::<bool>()), sorted_map, |_| true);
    table
        .add_shown("hash map of 1", hash_map(0..3_u8, "[xy]").len(1), sorted_map, |m| m.len() == 1);
    table.any::<BTreeMap<u8, Vec<bool>>>();
    table.any::<BTreeSet<Option<bool>>>();
}

fn fixed(table: &mut Table) {
    table.add("array", array::<3, _>(0..10_u8), |a| a.iter().all(|n| *n < 10));
    table.add("array of none", array::<0, _>(0..10_u8), |a| a.is_empty());
    table.any::<[u32; 4]>();
    table.add("generators in an array", [0..3_u8, 3..6, 6..9], |a| increasing(a));
    table.add("pair", (0..9_u8, "[a-c]"), |(n, s)| *n < 9 && s.len() == 1);
    table.add("empty tuple", (), |()| true);
    table.add(
        "tuple of six",
        (any::<u8>(), 1..2_i8, 0.0..1.0, text(), any::<bool>(), vec(0..2_u8)),
        |t| t.1 == 1 && t.2 < 1.0 && t.5.iter().all(|n| *n < 2),
    );
    table.any::<(u8, i16, char, bool, f64, String, (), Option<u8>, [bool; 2], u128, i8, u64)>();
    table.add("subsequence", subsequence([1, 2, 3, 4, 5_u8]), |v| increasing(v) && v.len() <= 5);
    table.add("subsequence of 2 to 3", subsequence([1, 2, 3, 4, 5_u8]).len(2..=3), |v| {
        increasing(v) && (2..=3).contains(&v.len())
    });
    table.add("subsequence of all", subsequence([1, 2_u8]).len(2), |v| *v == [1, 2]);
    table.add("subsequence of none", subsequence([0_u8; 0]), Vec::is_empty);
    table.add("shuffle", shuffle([1, 2, 3, 4, 5_u8]), |v| distinct(v) && v.len() == 5);
    table.add("shuffle of none", shuffle(Vec::<u8>::new()), Vec::is_empty);
    let square = int(0..5_usize).then(|n| vec(vec(any::<u8>()).len(n)).len(n));
    table.add("square", square, |rows| rows.iter().all(|row| row.len() == rows.len()));
}
