//! Suggestions for misspelled names.

/// The end of a message about an unknown name: the nearest known name if one is near, and all known names.
pub(super) fn known(word: &str, names: &[&str]) -> String {
    let mut list = String::new();
    for name in names {
        list.push_str(if list.is_empty() { "`" } else { ", `" });
        list.push_str(name);
        list.push('`');
    }
    match nearest(word, names) {
        Some(name) => format!("; did you mean `{name}`? known: {list}"),
        None => format!("; known: {list}"),
    }
}

/// The name that was probably meant.
pub(super) fn nearest<'a>(word: &str, names: &[&'a str]) -> Option<&'a str> {
    let (mut nearest, mut least) = (None, usize::MAX);
    for name in names {
        let distance = distance(word, name);
        // A name that differs in more than a third of its letters looks unrelated.
        if distance < least && distance <= name.len().div_ceil(3) {
            (nearest, least) = (Some(*name), distance);
        }
    }
    nearest
}

/// The Levenshtein distance in bytes.
fn distance(from: &str, to: &str) -> usize {
    let mut row = Vec::new();
    for column in 0..=to.len() {
        row.push(column);
    }
    for (i, a) in from.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in to.bytes().enumerate() {
            let replaced = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::{distance, known};

    #[test]
    fn distances_count_single_letters() {
        for (from, to, expected) in [
            ("", "", 0),
            ("cases", "cases", 0),
            ("case", "cases", 1),
            ("", "seed", 4),
            ("seed", "", 4),
            ("kitten", "sitting", 3),
            ("sede", "seed", 2),
        ] {
            assert_eq!(distance(from, to), expected, "{from} to {to}");
        }
    }

    #[test]
    fn only_a_near_name_is_suggested() {
        let names = ["cases", "seed"];
        assert_eq!(known("case", &names), "; did you mean `cases`? known: `cases`, `seed`");
        assert_eq!(known("color", &names), "; known: `cases`, `seed`");
        assert_eq!(known("", &names), "; known: `cases`, `seed`");
    }
}
