//! Edit distances of strings and sequences.

use super::Measure;
use crate::feedback::distance::part;
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque},
    hash::{BuildHasher, Hash},
};

/// Limit for the pairs of elements in an optimal alignment; longer sequences are compared element by element.
/// Aligning 64 by 64 elements takes some microseconds, which is what a rejected case may cost.
const PAIRS: usize = 64 * 64;

/// The edit distance of two sequences, from the distances of their elements: 0 if equal, else below 1. An insertion
/// or deletion costs 1.
fn edits(ones: usize, others: usize, between: &dyn Fn(usize, usize) -> f64) -> f64 {
    let short = ones.min(others);
    let between = |one: usize, other: usize| match between(one, other) {
        0.0 => 0.0,
        distance => part(distance),
    };
    let start = (0..short).find(|i| between(*i, *i) > 0.0).unwrap_or(short);
    let most = short - start;
    let same_end = |i: &usize| between(ones - 1 - i, others - 1 - i) > 0.0;
    let end = (0..most).find(same_end).unwrap_or(most);
    let (rows, columns) = (ones - start - end, others - start - end);
    if rows == 0 || columns == 0 {
        return (rows + columns) as f64;
    }
    if rows * columns > PAIRS {
        let aligned = (start..start + rows.min(columns)).map(|i| between(i, i)).sum::<f64>();
        return aligned + rows.abs_diff(columns) as f64;
    }
    // The distances of all prefixes of one sequence from a prefix of the other.
    let mut line: Vec<f64> = (0..=columns).map(|column| column as f64).collect();
    for row in 0..rows {
        let mut diagonal = line[0];
        line[0] = (row + 1) as f64;
        for column in 0..columns {
            let changed = diagonal + between(start + row, start + column);
            diagonal = line[column + 1];
            line[column + 1] = changed.min(line[column] + 1.0).min(diagonal + 1.0);
        }
    }
    line[columns]
}

/// The distance of the first elements that differ.
fn first(ones: usize, others: usize, between: &dyn Fn(usize, usize) -> f64) -> f64 {
    let differing = (0..ones.min(others)).map(|i| between(i, i)).find(|gap| *gap != 0.0);
    differing.unwrap_or(ones.abs_diff(others) as f64)
}

impl<A: Measure<B>, B> Measure<[B]> for [A] {
    fn distance(&self, other: &[B]) -> f64 {
        edits(self.len(), other.len(), &|i, j| self[i].distance(&other[j]))
    }

    fn order(&self, other: &[B]) -> f64 {
        first(self.len(), other.len(), &|i, j| self[i].order(&other[j]))
    }
}

macro_rules! sequences {
    ($([$($generics:tt)*] $one:ty, $other:ty;)*) => {$(
        impl<A: Measure<B>, B, $($generics)*> Measure<$other> for $one {
            fn distance(&self, other: &$other) -> f64 {
                self[..].distance(&other[..])
            }

            fn order(&self, other: &$other) -> f64 {
                self[..].order(&other[..])
            }
        }
    )*};
}

sequences! {
    [] Vec<A>, Vec<B>;
    [] Vec<A>, [B];
    [] [A], Vec<B>;
    [] Vec<A>, &[B];
    [] &[A], Vec<B>;
    [const N: usize] Vec<A>, [B; N];
    [const N: usize] [A; N], Vec<B>;
    [const N: usize] Vec<A>, &[B; N];
    [const N: usize] [A; N], [B; N];
    [const N: usize] [A; N], [B];
    [const N: usize] [A], [B; N];
    [const N: usize] &[A], [B; N];
    [const N: usize] [A; N], &[B];
}

impl Measure for str {
    fn distance(&self, other: &str) -> f64 {
        let (one, other): (Vec<char>, Vec<char>) =
            (self.chars().collect(), other.chars().collect());
        one.distance(&other)
    }

    fn order(&self, other: &str) -> f64 {
        let (one, other): (Vec<char>, Vec<char>) =
            (self.chars().collect(), other.chars().collect());
        one.order(&other)
    }
}

macro_rules! texts {
    ($($one:ty, $other:ty;)*) => {$(
        impl Measure<$other> for $one {
            fn distance(&self, other: &$other) -> f64 {
                let (one, other): (&str, &str) = (self, other);
                one.distance(other)
            }

            fn order(&self, other: &$other) -> f64 {
                let (one, other): (&str, &str) = (self, other);
                one.order(other)
            }
        }
    )*};
}

texts! {
    String, String;
    String, str;
    str, String;
    String, &str;
    &str, String;
    Cow<'_, str>, Cow<'_, str>;
    Cow<'_, str>, str;
    Cow<'_, str>, &str;
    Cow<'_, str>, String;
    String, Cow<'_, str>;
}

macro_rules! listed {
    ($($type:ty => $other:ty, [$($generics:tt)*];)*) => {$(
        impl<$($generics)*> Measure<$other> for $type {
            fn distance(&self, other: &$other) -> f64 {
                let (one, other): (Vec<_>, Vec<_>) = (self.iter().collect(), other.iter().collect());
                one.distance(&other)
            }

            fn order(&self, other: &$other) -> f64 {
                let (one, other): (Vec<_>, Vec<_>) = (self.iter().collect(), other.iter().collect());
                one.order(&other)
            }
        }
    )*};
}

listed! {
    VecDeque<A> => VecDeque<B>, [A: Measure<B>, B];
    BTreeSet<T> => BTreeSet<T>, [T: Measure];
    BTreeMap<K, V> => BTreeMap<K, V>, [K: Measure, V: Measure];
}

impl<T: Eq + Hash, S: BuildHasher> Measure for HashSet<T, S> {
    fn distance(&self, other: &HashSet<T, S>) -> f64 {
        (self.difference(other).count() + other.difference(self).count()) as f64
    }
}

impl<K: Eq + Hash, V: Measure, S: BuildHasher> Measure for HashMap<K, V, S> {
    fn distance(&self, other: &HashMap<K, V, S>) -> f64 {
        let missing = other.keys().filter(|key| !self.contains_key(key)).count() as f64;
        let here = self.iter().map(|(key, value)| match other.get(key) {
            None => 1.0,
            Some(same) => match value.distance(same) {
                0.0 => 0.0,
                distance => part(distance),
            },
        });
        missing + here.sum::<f64>()
    }
}
