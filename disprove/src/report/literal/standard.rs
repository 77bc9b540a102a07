//! Literals of standard types. `inline` code is compiled only where it is used.

use super::{Literal, Written};
use crate::argsort::argsort;
use std::{
    borrow::Cow,
    cmp::{Ordering, Reverse},
    collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, VecDeque},
    fmt::Debug,
    num::{NonZero, Wrapping},
    ops::{Range, RangeInclusive},
    path::PathBuf,
    rc::Rc,
    sync::Arc,
    time::Duration,
};

/// Types whose `Debug` is a literal.
macro_rules! as_printed {
    ($($type:ty),*) => {$(
        impl Literal for $type {
            #[inline]
            fn literal(&self, out: &mut Written) {
                printed(self, out);
            }
        }
    )*};
}

as_printed!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, bool, char, (), &str);

fn printed(value: &dyn Debug, out: &mut Written) {
    out.push(&format!("{value:?}"));
}

macro_rules! floats {
    ($($type:ident)*) => {$(
        impl Literal for $type {
            #[inline]
            fn literal(&self, out: &mut Written) {
                let name = stringify!($type);
                if self.is_finite() {
                    printed(self, out);
                } else if self.to_bits() == $type::NAN.to_bits() {
                    out.push(&format!("{name}::NAN"));
                } else if self.is_nan() {
                    out.push(&format!("{name}::from_bits({:#x})", self.to_bits()));
                } else {
                    let sign = if *self < 0.0 { "NEG_" } else { "" };
                    out.push(&format!("{name}::{sign}INFINITY"));
                }
            }
        }
    )*};
}

floats!(f32 f64);

macro_rules! never_zero {
    ($($type:ident)*) => {$(
        impl Literal for NonZero<$type> {
            #[inline]
            fn literal(&self, out: &mut Written) {
                out.push(&format!("std::num::NonZero::new({}).unwrap()", self.get()));
            }
        }
    )*};
}

never_zero!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

impl Literal for String {
    #[inline]
    fn literal(&self, out: &mut Written) {
        match self.as_str() {
            "" => out.push("String::new()"),
            text => out.push(&format!("{text:?}.to_owned()")),
        }
    }
}

impl Literal for PathBuf {
    #[inline]
    fn literal(&self, out: &mut Written) {
        match self.to_str() {
            Some(path) => out.push(&format!("std::path::PathBuf::from({path:?})")),
            None => out.give_up(),
        }
    }
}

impl Literal for Duration {
    #[inline]
    fn literal(&self, out: &mut Written) {
        out.push(&match (self.as_secs(), self.subsec_nanos()) {
            (seconds, 0) => format!("std::time::Duration::from_secs({seconds})"),
            (0, nanos) => format!("std::time::Duration::from_nanos({nanos})"),
            (seconds, nanos) => format!("std::time::Duration::new({seconds}, {nanos})"),
        });
    }
}

impl Literal for Ordering {
    #[inline]
    fn literal(&self, out: &mut Written) {
        out.push("std::cmp::Ordering::");
        printed(self, out);
    }
}

/// A value inside a constructor.
fn around<T: Literal>(before: &str, value: &T, out: &mut Written) {
    out.list(before, [value], ")");
}

impl<T: Literal> Literal for Option<T> {
    fn literal(&self, out: &mut Written) {
        match self {
            Some(value) => around("Some(", value, out),
            None => out.push("None"),
        }
    }
}

impl<T: Literal, E: Literal> Literal for Result<T, E> {
    fn literal(&self, out: &mut Written) {
        match self {
            Ok(value) => around("Ok(", value, out),
            Err(error) => around("Err(", error, out),
        }
    }
}

macro_rules! wrappers {
    ($($type:ident $before:literal $value:tt)*) => {$(
        impl<T: Literal> Literal for $type<T> {
            fn literal(&self, out: &mut Written) {
                around($before, wrappers!(self $value), out);
            }
        }
    )*};
    ($self:ident deref) => { &**$self };
    ($self:ident 0) => { &$self.0 };
}

wrappers! {
    Box "Box::new(" deref
    Rc "std::rc::Rc::new(" deref
    Arc "std::sync::Arc::new(" deref
    Wrapping "std::num::Wrapping(" 0
    Reverse "std::cmp::Reverse(" 0
}

impl<T: Literal + Clone> Literal for Cow<'_, T> {
    fn literal(&self, out: &mut Written) {
        around("std::borrow::Cow::Owned(", &**self, out);
    }
}

impl<T: Literal> Literal for Range<T> {
    fn literal(&self, out: &mut Written) {
        self.start.literal(out);
        out.push("..");
        self.end.literal(out);
    }
}

impl<T: Literal> Literal for RangeInclusive<T> {
    fn literal(&self, out: &mut Written) {
        self.start().literal(out);
        out.push("..=");
        self.end().literal(out);
    }
}

impl<T: Literal> Literal for Vec<T> {
    fn literal(&self, out: &mut Written) {
        out.list("vec![", self, "]");
    }
}

impl<T: Literal, const N: usize> Literal for [T; N] {
    fn literal(&self, out: &mut Written) {
        out.list("[", self, "]");
    }
}

macro_rules! collections {
    ($($type:ident)*) => {$(
        impl<T: Literal> Literal for $type<T> {
            fn literal(&self, out: &mut Written) {
                out.list(concat!("std::collections::", stringify!($type), "::from(["), self, "])");
            }
        }
    )*};
}

collections!(VecDeque BTreeSet BinaryHeap);

impl<K: Literal, V: Literal> Literal for BTreeMap<K, V> {
    fn literal(&self, out: &mut Written) {
        let pairs: Vec<Pair<'_, K, V>> = self.iter().map(|(key, value)| Pair(key, value)).collect();
        out.list("std::collections::BTreeMap::from([", &pairs, "])");
    }
}

/// A key and its value, as a tuple.
struct Pair<'a, K, V>(&'a K, &'a V);

impl<K: Literal, V: Literal> Literal for Pair<'_, K, V> {
    fn literal(&self, out: &mut Written) {
        out.list("(", [self.0], ", ");
        out.list("", [self.1], ")");
    }
}

impl<T: Literal> Literal for HashSet<T> {
    fn literal(&self, out: &mut Written) {
        unordered("std::collections::HashSet::from([", self.iter(), self.len(), out);
    }
}

impl<K: Literal, V: Literal> Literal for HashMap<K, V> {
    fn literal(&self, out: &mut Written) {
        let pairs: Vec<_> = self.iter().map(|(key, value)| Pair(key, value)).collect();
        unordered("std::collections::HashMap::from([", pairs.iter(), self.len(), out);
    }
}

/// The elements of an unordered collection, sorted so that every run writes the same.
fn unordered<'a, T: Literal + 'a>(
    before: &str,
    values: impl Iterator<Item = &'a T>,
    count: usize,
    out: &mut Written,
) {
    if count > super::MOST {
        return out.give_up();
    }
    let mut texts = Vec::new();
    for value in values {
        let mut written = Written::default();
        value.literal(&mut written);
        let Some(text) = written.finish() else { return out.give_up() };
        texts.push(text);
    }
    push_sorted(before, &texts, out);
}

fn push_sorted(before: &str, texts: &[String], out: &mut Written) {
    out.push(before);
    let order = argsort(texts.len(), &|a, b| {
        texts[a].len().cmp(&texts[b].len()).then_with(|| texts[a].cmp(&texts[b]))
    });
    for (place, number) in order.iter().enumerate() {
        out.push(if place == 0 { "" } else { ", " });
        out.push(&texts[*number]);
    }
    out.push("])");
}

macro_rules! tuples {
    ($($first:ident $($name:ident)*;)*) => {$(
        impl<$first: Literal, $($name: Literal),*> Literal for ($first, $($name,)*) {
            #[expect(non_snake_case, reason = "a variable is named like its type")]
            fn literal(&self, out: &mut Written) {
                let ($first, $($name,)*) = self;
                out.push("(");
                $first.literal(out);
                $(
                    out.push(", ");
                    $name.literal(out);
                )*
                out.push(tuples!(end $($name)*));
            }
        }
    )*};
    (end) => { ",)" };
    (end $($name:ident)+) => { ")" };
}

tuples! {
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
    A B C D E F G;
    A B C D E F G H;
    A B C D E F G H I;
    A B C D E F G H I J;
    A B C D E F G H I J K;
    A B C D E F G H I J K L;
}
