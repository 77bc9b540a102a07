//! The text of an explanation: which parts of a failing input matter.

use crate::{
    argsort::argsort,
    explain::{ExplanationItem, compare_numbers},
};
use std::{
    cmp::Ordering,
    fmt::{self, Write},
};

/// Characters of part names listed on one line, so that the statement beside them fits.
const MAX_NAMES_WIDTH: usize = 48;

impl ExplanationItem {
    /// The left column: what the item is about.
    pub(super) fn subject(&self) -> String {
        match self {
            ExplanationItem::AnyInput { .. } => "nothing".to_owned(),
            ExplanationItem::Equal { parts, .. } => names(parts, " == "),
            ExplanationItem::Free { parts, .. } => names(parts, ", "),
            ExplanationItem::Length { part, length, .. } => format!("{part}.len() = {length}"),
            ExplanationItem::Value { part, value, .. } => format!("{part} = {value}"),
            ExplanationItem::Elements { part, .. } => format!("{part}[..]"),
            ExplanationItem::Order { .. } => "order of the calls".to_owned(),
            ExplanationItem::Passing { .. } => "passes with".to_owned(),
        }
    }

    /// The right column: what was observed.
    pub(super) fn statement(&self) -> String {
        match self {
            ExplanationItem::AnyInput { tried } => format!("all {tried} other inputs tried fail"),
            ExplanationItem::Equal { fails, .. } => {
                format!("fails if equal ({}), passes if only one changes", listed(fails))
            }
            ExplanationItem::Length { length, passes, fails, .. } => {
                lengths(*length, passes, fails)
            }
            ExplanationItem::Value { value, passes, fails, .. } => values(value, passes, fails),
            ExplanationItem::Order { passes, fails } => order(passes, fails),
            ExplanationItem::Elements { relevant, tried, length, .. } => {
                elements(*relevant, *tried, *length)
            }
            ExplanationItem::Free { parts, tried, exhausted, together } => {
                free(parts.len(), *tried, *exhausted, *together)
            }
            ExplanationItem::Passing { changed, .. } => {
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

impl fmt::Display for ExplanationItem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.subject(), self.statement())
    }
}

/// The names that fit into the line.
fn names(parts: &[String], separator: &str) -> String {
    let mut text = String::new();
    for (number, part) in parts.iter().enumerate() {
        if number > 0 && text.len() + part.len() > MAX_NAMES_WIDTH {
            return format!("{text} and {} more", parts.len() - number);
        }
        text.push_str(if number == 0 { "" } else { separator });
        text.push_str(part);
    }
    text
}

/// The statement about swapped neighbors.
fn order(passes: &[usize], fails: &[usize]) -> String {
    let pairs = |numbers: &[usize]| {
        let mut texts = Vec::new();
        for number in numbers {
            texts.push(format!("{number} and {}", number + 1));
        }
        listed(&texts)
    };
    let mut texts = Vec::new();
    for (verb, numbers) in [("passes", passes), ("fails", fails)] {
        if !numbers.is_empty() {
            texts.push(format!("{verb} with {} swapped", pairs(numbers)));
        }
    }
    texts.join(", ")
}

/// The statement about the elements of a collection.
fn elements(relevant: usize, tried: usize, length: usize) -> String {
    let matter = if relevant == 1 { "matters" } else { "matter" };
    match () {
        () if relevant == length => format!("each of the {length} elements matters"),
        () if tried == length => format!("{relevant} of the {length} elements {matter}"),
        () => format!(
            "{relevant} of {tried} elements tried {matter}; the other {} were not tried",
            length - tried
        ),
    }
}

/// The statement about parts that do not matter.
fn free(parts: usize, tried: u64, exhausted: usize, together: Option<bool>) -> String {
    let tried = match exhausted {
        all if all == parts => String::new(),
        0 if parts == 1 => format!(" ({tried} tried)"),
        0 => format!(" ({tried} tried each)"),
        _ => format!(" ({tried} tried each, or all there are)"),
    };
    match together {
        Some(true) => format!("may be anything, even together{tried}"),
        Some(false) => format!("may be anything one at a time, not together{tried}"),
        None if parts > 1 => format!("may be anything one at a time{tried}"),
        None => format!("may be anything{tried}"),
    }
}

/// The statement about other lengths of a collection.
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
        return format!("others pass ({})", ranges(passes));
    }
    if passes.is_empty() {
        return format!("others fail ({})", ranges(fails));
    }
    let mut texts = Vec::new();
    for (name, (lengths, passing, failing)) in [("shorter", shorter), ("longer", longer)] {
        let tried = ranges(&lengths);
        match (passing, failing) {
            (0, 0) => {}
            (1, 0) => texts.push(format!("{tried} passes")),
            (0, 1) => texts.push(format!("{tried} fails")),
            (_, 0) => texts.push(format!("{name} ones pass ({tried})")),
            (0, _) => texts.push(format!("{name} ones fail ({tried})")),
            _ => texts.push(format!("{name} ones sometimes fail ({tried})")),
        }
    }
    texts.join(", ")
}

/// Values listed before some are left out, so that a statement fits on a line.
const MAX_LISTED: usize = 5;

/// Characters of listed values before some are left out, for the same reason.
const MAX_LISTED_WIDTH: usize = 40;

/// The values separated by commas. Of too many, it lists the first ones and the last one: the extremes say most.
fn listed(values: &[String]) -> String {
    let all = values.join(", ");
    let (Some(last), true) =
        (values.last(), values.len() > MAX_LISTED || all.len() > MAX_LISTED_WIDTH)
    else {
        return all;
    };
    let mut shown: Vec<&str> = Vec::new();
    let mut width = last.len();
    for value in &values[..values.len() - 1] {
        width += value.len() + 2;
        if shown.len() == MAX_LISTED - 2 || width > MAX_LISTED_WIDTH {
            break;
        }
        shown.push(value);
    }
    shown.push(last);
    match values.len() - shown.len() {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// A statement about several values, or about a single one.
fn about(name: &str, values: &[String], one: &str, many: &str) -> String {
    match values {
        [value] => format!("{value} {one}"),
        values => format!("{name} ones {many} ({})", listed(values)),
    }
}

/// The lengths in ascending order, with consecutive ones as a range.
fn ranges(lengths: &[usize]) -> String {
    let order = argsort(lengths.len(), &|a, b| lengths[a].cmp(&lengths[b]));
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for number in order {
        let length = lengths[number];
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == length => *last = length,
            Some((_, last)) if *last == length => {}
            _ => runs.push((length, length)),
        }
    }
    let mut texts = Vec::new();
    for (first, last) in runs {
        match last - first {
            0 => texts.push(first.to_string()),
            1 => texts.extend([first.to_string(), last.to_string()]),
            _ => texts.push(format!("{first}-{last}")),
        }
    }
    listed(&texts)
}

/// The statement about other values of a part. Numbers are in ascending order.
fn values(value: &str, passes: &[String], fails: &[String]) -> String {
    match (passes, fails) {
        ([], [one]) => return format!("{one} fails as well"),
        ([], fails) => return format!("others fail ({})", listed(fails)),
        ([one], []) => return format!("{one} passes"),
        (passes, []) => return format!("others pass ({})", listed(passes)),
        _ => {}
    }
    let all_on = |values: &[String], side: Ordering| {
        values.iter().all(|other| compare_numbers(other, value) == Some(side))
    };
    for (left, right) in [("smaller", "larger"), ("larger", "smaller")] {
        let side = if left == "smaller" { Ordering::Less } else { Ordering::Greater };
        if all_on(passes, side) && all_on(fails, side.reverse()) {
            let passes = about(left, passes, "passes", "pass");
            return format!("{passes}, {}", about(right, fails, "fails", "fail"));
        }
    }
    let tried = (listed(passes), listed(fails));
    if let Some((low, high)) = interval(value, passes, fails) {
        let is_on = |other: &&String, of: &str, side| compare_numbers(other, of) == Some(side);
        let below = passes.iter().rfind(|other| is_on(other, low, Ordering::Less));
        let above = passes.iter().find(|other| is_on(other, high, Ordering::Greater));
        let nearest: Vec<&str> = below.into_iter().chain(above).map(String::as_str).collect();
        return format!(
            "{low} to {high} fail ({}), others pass (nearest {})",
            tried.1,
            nearest.join(" and ")
        );
    }
    let verb = |values: &[String], one: &'static str, many: &'static str| {
        if values.len() == 1 { one } else { many }
    };
    format!(
        "{} {}, {} {}",
        tried.0,
        verb(passes, "passes", "pass"),
        tried.1,
        verb(fails, "fails", "fail")
    )
}

/// The smallest and the largest failing value, if no passing one lies between them.
fn interval<'a>(
    value: &'a str,
    passes: &[String],
    fails: &'a [String],
) -> Option<(&'a str, &'a str)> {
    let (mut low, mut high) = (value, value);
    for other in fails {
        if compare_numbers(other, low)? == Ordering::Less {
            low = other;
        }
        if compare_numbers(other, high)? == Ordering::Greater {
            high = other;
        }
    }
    for other in passes {
        if compare_numbers(other, low)? != Ordering::Less
            && compare_numbers(other, high)? != Ordering::Greater
        {
            return None;
        }
    }
    Some((low, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(values: &[&str]) -> Vec<String> {
        values.iter().map(|value| (*value).to_owned()).collect()
    }

    #[test]
    fn lists_lengths_as_ranges() {
        assert_eq!(ranges(&[9, 0, 1, 3, 4, 5, 4]), "0, 1, 3-5, 9");
        assert_eq!(ranges(&[]), "");
        assert_eq!(ranges(&[0, 2, 4, 6, 8, 10, 12, 14]), "0, 2, 4, 14 and 4 more");
    }

    #[test]
    fn describes_the_order_of_calls() {
        assert_eq!(order(&[1], &[]), "passes with 1 and 2 swapped");
        assert_eq!(
            order(&[1, 2], &[3]),
            "passes with 1 and 2, 2 and 3 swapped, fails with 3 and 4 swapped"
        );
    }

    #[test]
    fn counts_elements_that_matter() {
        assert_eq!(elements(4, 4, 4), "each of the 4 elements matters");
        assert_eq!(elements(3, 9, 9), "3 of the 9 elements matter");
        let some = "1 of 2 elements tried matters; the other 7 were not tried";
        assert_eq!(elements(1, 2, 9), some);
    }

    #[test]
    fn leaves_out_the_middle_of_a_long_list() {
        let many: Vec<String> = (1..=9).map(|n| n.to_string()).collect();
        assert_eq!(listed(&many[..5]), "1, 2, 3, 4, 5");
        assert_eq!(listed(&many), "1, 2, 3, 9 and 5 more");
        let long = vec!["x".repeat(15); 4];
        assert_eq!(listed(&long), format!("{0}, {0} and 2 more", "x".repeat(15)));
        assert_eq!(listed(&[]), "");
        assert_eq!(listed(&["x".repeat(60)]), "x".repeat(60));
    }

    #[test]
    fn describes_other_values() {
        let described = |value: &str, passes: &[&str], fails: &[&str]| {
            values(value, &texts(passes), &texts(fails))
        };
        assert_eq!(described("true", &["false"], &[]), "false passes");
        assert_eq!(described("10", &["9", "11"], &[]), "others pass (9, 11)");
        assert_eq!(
            described("10", &["0", "9"], &["11", "99"]),
            "smaller ones pass (0, 9), larger ones fail (11, 99)"
        );
        assert_eq!(described("-1", &["0"], &["-9", "-2"]), "0 passes, smaller ones fail (-9, -2)");
        assert_eq!(
            described("10", &["9", "21"], &["11", "20"]),
            "10 to 20 fail (11, 20), others pass (nearest 9 and 21)"
        );
        assert_eq!(described("10", &["9", "11"], &["12"]), "9, 11 pass, 12 fails");
        assert_eq!(described("A", &["B"], &["C", "D"]), "B passes, C, D fail");
    }
}
