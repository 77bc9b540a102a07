//! Values that were tried, in words.

use crate::argsort::argsort;
use std::cmp::Ordering;

/// So many values are listed, and so many characters of them, before some are left out.
const LISTED: usize = 5;
const WIDTH: usize = 40;

/// Values with commas between them. If they are too many, the last one stands behind those in front: at either end
/// is what says most.
pub(super) fn listed(values: &[String]) -> String {
    let all = values.join(", ");
    let (Some(last), true) = (values.last(), values.len() > LISTED || all.len() > WIDTH) else {
        return all;
    };
    let mut shown: Vec<&str> = Vec::new();
    let mut width = last.len();
    for value in &values[..values.len() - 1] {
        width += value.len() + 2;
        if shown.len() == LISTED - 2 || width > WIDTH {
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

/// What is true of several values, or of one.
fn those(name: &str, values: &[String], one: &str, many: &str) -> String {
    match values {
        [value] => format!("{value} {one}"),
        values => format!("{name} ones tried ({}) {many}", listed(values)),
    }
}

/// Lengths in ascending order, neighbours as a range.
pub(super) fn ordered(lengths: &[usize]) -> String {
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

/// The order of two texts, if both are numbers.
pub(super) fn by_number(one: &str, other: &str) -> Option<Ordering> {
    if let (Ok(one), Ok(other)) = (one.parse::<i128>(), other.parse::<i128>()) {
        return Some(one.cmp(&other));
    }
    one.parse::<f64>().ok()?.partial_cmp(&other.parse::<f64>().ok()?)
}

/// What becomes of other values than this one: those with which it passes, and those with which it fails, both
/// ascending if they are numbers.
pub(super) fn sides(value: &str, passes: &[String], fails: &[String]) -> String {
    match (passes, fails) {
        ([], [one]) => return format!("{one} fails as well"),
        ([], fails) => return format!("every other value tried ({}) fails", listed(fails)),
        ([one], []) => return format!("{one} passes"),
        (passes, []) => return format!("every other value tried ({}) passes", listed(passes)),
        _ => {}
    }
    let all_on = |values: &[String], side: Ordering| {
        values.iter().all(|other| by_number(other, value) == Some(side))
    };
    for (left, right) in [("smaller", "larger"), ("larger", "smaller")] {
        let side = if left == "smaller" { Ordering::Less } else { Ordering::Greater };
        if all_on(passes, side) && all_on(fails, side.reverse()) {
            let passes = those(left, passes, "passes", "pass");
            return format!("{passes}, {}", those(right, fails, "fails", "fail"));
        }
    }
    let tried = (listed(passes), listed(fails));
    if let Some((low, high)) = interval(value, passes, fails) {
        let is_on = |other: &&String, of: &str, side| by_number(other, of) == Some(side);
        let below = passes.iter().rfind(|other| is_on(other, low, Ordering::Less));
        let above = passes.iter().find(|other| is_on(other, high, Ordering::Greater));
        let nearest: Vec<&str> = below.into_iter().chain(above).map(String::as_str).collect();
        return format!(
            "those tried from {low} to {high} ({}) fail, others (nearest {}) pass",
            tried.1,
            nearest.join(" and ")
        );
    }
    let verb = |values: &[String], one: &'static str, many: &'static str| {
        if values.len() == 1 { one } else { many }
    };
    format!(
        "of others tried {} {}, {} {}",
        tried.0,
        verb(passes, "passes", "pass"),
        tried.1,
        verb(fails, "fails", "fail")
    )
}

/// The failing values from the least to the greatest, if no passing one is among them.
fn interval<'a>(
    value: &'a str,
    passes: &[String],
    fails: &'a [String],
) -> Option<(&'a str, &'a str)> {
    let (mut low, mut high) = (value, value);
    for other in fails {
        if by_number(other, low)? == Ordering::Less {
            low = other;
        }
        if by_number(other, high)? == Ordering::Greater {
            high = other;
        }
    }
    for other in passes {
        if by_number(other, low)? != Ordering::Less && by_number(other, high)? != Ordering::Greater
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
    fn lengths_are_listed_as_ranges() {
        assert_eq!(ordered(&[9, 0, 1, 3, 4, 5, 4]), "0, 1, 3-5, 9");
        assert_eq!(ordered(&[]), "");
        assert_eq!(ordered(&[0, 2, 4, 6, 8, 10, 12, 14]), "0, 2, 4, 14 and 4 more");
    }

    #[test]
    fn long_lists_lose_their_middle() {
        let many: Vec<String> = (1..=9).map(|n| n.to_string()).collect();
        assert_eq!(listed(&many[..5]), "1, 2, 3, 4, 5");
        assert_eq!(listed(&many), "1, 2, 3, 9 and 5 more");
        let long = vec!["x".repeat(15); 4];
        assert_eq!(listed(&long), format!("{0}, {0} and 2 more", "x".repeat(15)));
        assert_eq!(listed(&[]), "");
        assert_eq!(listed(&["x".repeat(60)]), "x".repeat(60));
    }

    #[test]
    fn numbers_are_compared_as_numbers() {
        assert_eq!(by_number("9", "10"), Some(Ordering::Less));
        assert_eq!(by_number("-1.5", "-2"), Some(Ordering::Greater));
        assert_eq!(by_number("NaN", "1"), None);
        assert_eq!(by_number("'a'", "'b'"), None);
        let large = ["340282366920938463463374607431768211455", "3"];
        assert_eq!(by_number(large[0], large[1]), Some(Ordering::Greater));
    }

    #[test]
    fn what_becomes_of_others_is_said() {
        let said = |value: &str, passes: &[&str], fails: &[&str]| {
            sides(value, &texts(passes), &texts(fails))
        };
        assert_eq!(said("true", &["false"], &[]), "false passes");
        assert_eq!(said("10", &["9", "11"], &[]), "every other value tried (9, 11) passes");
        assert_eq!(
            said("10", &["0", "9"], &["11", "99"]),
            "smaller ones tried (0, 9) pass, larger ones tried (11, 99) fail"
        );
        assert_eq!(said("-1", &["0"], &["-9", "-2"]), "0 passes, smaller ones tried (-9, -2) fail");
        assert_eq!(
            said("10", &["9", "21"], &["11", "20"]),
            "those tried from 10 to 20 (11, 20) fail, others (nearest 9 and 21) pass"
        );
        assert_eq!(said("10", &["9", "11"], &["12"]), "of others tried 9, 11 pass, 12 fails");
        assert_eq!(said("A", &["B"], &["C", "D"]), "of others tried B passes, C, D fail");
    }
}
