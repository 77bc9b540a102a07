//! What was found out about a failing input, in words.

use super::phrase::{listed, ordered, sides};
use std::fmt::{self, Write};

/// Something about a failing input: which parts of it matter, which do not, and what passes instead.
///
/// Each is about inputs that were run, and claims nothing of others.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check((any::<u32>(), any::<bool>()))
///     .seed(1)
///     .explain(true)
///     .run(|(n, _)| assert!(n < 10, "too large"));
/// let clues: Vec<String> = report.failures()[0].explanation().iter().map(|c| c.to_string()).collect();
/// assert!(clues[0].starts_with("input.0 = 10: smaller ones tried (0, 5, 9) pass, larger"));
/// assert_eq!(clues[1], "input.1: may be anything");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Clue {
    /// Every other input fails as well.
    AnyInput {
        /// How many were tried.
        tried: u64,
    },
    /// Parts that are equal must be so: changed alike it fails, changed alone it passes.
    Equal {
        /// What they are called.
        parts: Vec<String>,
        /// Other values with which it fails, if all of the parts have the same.
        fails: Vec<String>,
    },
    /// The length of a collection matters.
    Length {
        /// What the collection is called.
        part: String,
        /// How long it is.
        length: usize,
        /// Other lengths with which it passes, ascending.
        passes: Vec<usize>,
        /// Other lengths with which it fails, ascending. There may be some with which it does both, as the
        /// elements that are added or removed differ.
        fails: Vec<usize>,
    },
    /// The value of a part matters.
    Value {
        /// What it is called.
        part: String,
        /// Its text.
        value: String,
        /// Other values with which it passes. Numbers ascend.
        passes: Vec<String>,
        /// Other values with which it fails.
        fails: Vec<String>,
    },
    /// The value of each of these parts does not matter.
    Free {
        /// What they are called.
        parts: Vec<String>,
        /// How many other values of each were tried at least, if there are more of them.
        tried: u64,
        /// Of how many of the parts every other value was tried.
        exhausted: usize,
        /// If there are several: whether it also failed each time they were changed at once.
        together: Option<bool>,
    },
    /// The nearest input that passes.
    Passing {
        /// What is different, and what it is there.
        changed: Vec<(String, String)>,
        /// Brings that input back: see [`Check::replay`](crate::Check::replay).
        replay_token: String,
    },
}

/// So many characters of names stand in one line.
const NAMES: usize = 48;

impl Clue {
    /// What it is about.
    pub(crate) fn subject(&self) -> String {
        match self {
            Clue::AnyInput { .. } => "nothing".to_owned(),
            Clue::Equal { parts, .. } | Clue::Free { parts, .. } => names(parts),
            Clue::Length { part, length, .. } => format!("{part}.len() = {length}"),
            Clue::Value { part, value, .. } => format!("{part} = {value}"),
            Clue::Passing { .. } => "passes with".to_owned(),
        }
    }

    /// What there is to say about that.
    pub(crate) fn statement(&self) -> String {
        match self {
            Clue::AnyInput { tried } => format!("all {tried} other inputs tried fail"),
            Clue::Equal { parts, fails } => {
                let equal = if parts.len() == 2 { "pair" } else { "values" };
                let (fails, fail) =
                    (listed(fails), if parts.len() == 2 { "fails" } else { "fail" });
                format!("any equal {equal} tried ({fails}) {fail}, one changed alone passes")
            }
            Clue::Length { length, passes, fails, .. } => lengths(*length, passes, fails),
            Clue::Value { value, passes, fails, .. } => sides(value, passes, fails),
            Clue::Free { parts, tried, exhausted, together } => {
                free(parts.len(), *tried, *exhausted, *together)
            }
            Clue::Passing { changed, .. } => {
                let mut text = String::new();
                for (number, (name, value)) in changed.iter().enumerate() {
                    let comma = if number == 0 { "" } else { ", " };
                    let _ = write!(text, "{comma}{name}: {value}");
                }
                text
            }
        }
    }
}

impl fmt::Display for Clue {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.subject(), self.statement())
    }
}

/// As many names as fit.
fn names(parts: &[String]) -> String {
    let mut text = String::new();
    for (number, part) in parts.iter().enumerate() {
        if number > 0 && text.len() + part.len() > NAMES {
            return format!("{text} and {} more", parts.len() - number);
        }
        text.push_str(if number == 0 { "" } else { ", " });
        text.push_str(part);
    }
    text
}

fn free(parts: usize, tried: u64, exhausted: usize, together: Option<bool>) -> String {
    let tried = match exhausted {
        all if all == parts => String::new(),
        0 if parts == 1 => format!(" ({tried} tried)"),
        0 => format!(" ({tried} tried each)"),
        _ => format!(" ({tried} tried each, or all there are)"),
    };
    match together {
        Some(true) => format!("may be anything, also together{tried}"),
        Some(false) => format!("may be anything one at a time, not together{tried}"),
        None if parts > 1 => format!("may be anything one at a time{tried}"),
        None => format!("may be anything{tried}"),
    }
}

fn lengths(length: usize, passes: &[usize], fails: &[usize]) -> String {
    let mut all = passes.to_vec();
    all.extend(fails.iter().filter(|other| !passes.contains(*other)));
    let (mut shorter, mut longer) = ((Vec::new(), 0, 0), (Vec::new(), 0, 0));
    for other in all {
        let side = if other < length { &mut shorter } else { &mut longer };
        side.0.push(other);
        side.1 += usize::from(passes.contains(&other));
        side.2 += usize::from(fails.contains(&other));
    }
    if fails.is_empty() {
        return format!("every other length tried ({}) passes", ordered(passes));
    }
    if passes.is_empty() {
        return format!("every other length tried ({}) fails", ordered(fails));
    }
    let mut texts = Vec::new();
    for (name, (lengths, passing, failing)) in [("shorter", shorter), ("longer", longer)] {
        let tried = ordered(&lengths);
        match (passing, failing) {
            (0, 0) => {}
            (1, 0) => texts.push(format!("{tried} passes")),
            (0, 1) => texts.push(format!("{tried} fails")),
            (_, 0) => texts.push(format!("{name} ones tried ({tried}) pass")),
            (0, _) => texts.push(format!("{name} ones tried ({tried}) fail")),
            _ => texts.push(format!("of {name} ones tried ({tried}) some fail")),
        }
    }
    texts.join(", ")
}
