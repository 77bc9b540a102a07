//! The half of the mistakes that the weights of the distributions were chosen with.

use super::bug::{Bug, bug};
use std::collections::{BTreeMap, BTreeSet};

/// All mistakes of this half.
pub fn bugs() -> Vec<Bug> {
    vec![
        bug("a map keeps the first value of a key", |pairs: &Vec<(u32, u32)>| {
            let right: BTreeMap<u32, u32> = pairs.iter().copied().collect();
            let mut wrong = BTreeMap::new();
            for (key, value) in pairs {
                wrong.entry(*key).or_insert(*value);
            }
            wrong == right
        }),
        bug("an order without equality", |(a, b): &(u64, u64)| {
            let order = |a: u64, b: u64| if a > b { 1 } else { -1 };
            order(*a, *b) == -order(*b, *a)
        }),
        bug("a buffer loses what does not fit", |bytes: &Vec<u8>| {
            let mut written: Vec<u8> = Vec::new();
            for chunk in bytes.chunks(128).take(1) {
                written.extend(chunk);
            }
            written == *bytes
        }),
        bug("an escape forgets control characters", |text: &String| {
            let escaped: String = text
                .chars()
                .flat_map(|c| match c {
                    '\n' | '\r' | '\t' | '\0' | '\u{7f}' => c.escape_default().collect(),
                    c => vec![c],
                })
                .collect();
            !escaped.chars().any(|c| c.is_ascii_control())
        }),
        bug("leading zeros get lost", |text: &String| match text.parse::<u64>() {
            Ok(number) => number.to_string() == *text || text.starts_with('+'),
            Err(_) => true,
        }),
        bug("a group of zeros is empty", |number: &u32| {
            let (upper, lower) = (number / 1_000, number % 1_000);
            let lower = if lower == 0 { String::new() } else { format!("{lower:03}") };
            let text = format!("{upper}{lower}");
            text.parse::<u32>().is_ok_and(|read| read == *number)
        }),
        bug(
            "a port is reserved",
            |port: &u32| if *port == 48_617 { port.is_multiple_of(2) } else { true },
        ),
        bug("a user has all rights", |name: &String| name != "superuser"),
        bug("the median of one element", |numbers: &Vec<i32>| {
            let mut sorted = numbers.clone();
            sorted.sort_unstable();
            let middle = sorted.len() / 2;
            sorted.len() != 1 || sorted.get(middle + 1).is_some()
        }),
        bug("the middle of two numbers", |(a, b): &(i32, i32)| a.checked_add(*b).is_some()),
        bug("a merge of lists that share an element", |(a, b): &(Vec<u16>, Vec<u16>)| {
            let (a, b): (BTreeSet<u16>, BTreeSet<u16>) =
                (a.iter().copied().collect(), b.iter().copied().collect());
            a.union(&b).count() == a.len() + b.len()
        }),
        bug("the absolute value of the smallest number", |n: &i64| n.checked_abs().is_some()),
    ]
}
