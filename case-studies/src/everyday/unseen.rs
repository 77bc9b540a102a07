//! The half of the mistakes that nothing was chosen with.

use super::bug::{Bug, bug};

/// All mistakes of this half.
pub fn bugs() -> Vec<Bug> {
    vec![
        bug("ranges that touch", |(a, b): &((u32, u32), (u32, u32))| a.1 != b.0),
        bug("a tab inside of a field", |text: &String| text.split('\t').count() == 1),
        bug("a run of more than fifteen", |bytes: &Vec<u8>| {
            bytes.chunk_by(|a, b| a == b).all(|run| run.len() < 16)
        }),
        bug("the first element is the last", |items: &Vec<u64>| {
            items.len() < 2 || items.first() != items.last()
        }),
        bug("a full last page", |length: &usize| *length == 0 || !length.is_multiple_of(256)),
        bug("a percent sign at the end", |text: &String| !text.ends_with('%')),
        bug("exactly a day", |seconds: &u64| (*seconds > 86_400) == (*seconds >= 86_400)),
        bug("an option without a value", |text: &String| !text.starts_with("--")),
        bug("a palindrome", |text: &String| {
            text.chars().count() < 3 || text.chars().rev().collect::<String>() != *text
        }),
        bug("not a number among numbers", |numbers: &Vec<f64>| {
            numbers.iter().all(|number| number.partial_cmp(number).is_some())
        }),
        bug("two options with the same value", |(a, b): &(Option<u64>, Option<u64>)| {
            a.is_none() || a != b
        }),
        bug("a row twice", |rows: &Vec<Vec<u8>>| {
            (1..rows.len()).all(|at| rows[at].is_empty() || !rows[..at].contains(&rows[at]))
        }),
    ]
}
