//! What is known, and which of it somebody probably meant.

/// A list of what is known, after the nearest name if one is near.
pub(super) fn known<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    let list = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let near = names.iter().map(|name| (distance(word, name), name)).min();
    match near.filter(|(distance, name)| *distance <= furthest(name)) {
        Some((_, name)) => format!("perhaps `{name}` is meant; known are {list}"),
        None => format!("known are {list}"),
    }
}

/// Beyond a third of its letters a name looks like another one.
fn furthest(name: &str) -> usize {
    name.len().div_ceil(3)
}

/// How many letters have to be put in, taken out or replaced (Levenshtein's distance).
fn distance(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.chars().count()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, b) in to.chars().enumerate() {
            let replaced = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[row.len() - 1]
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
            ("größe", "grösse", 2),
        ] {
            assert_eq!(distance(from, to), expected, "{from} to {to}");
        }
    }

    #[test]
    fn only_a_near_name_is_suggested() {
        let names = || ["cases", "seed"].into_iter();
        assert_eq!(known("case", names()), "perhaps `cases` is meant; known are `cases`, `seed`");
        assert_eq!(known("colour", names()), "known are `cases`, `seed`");
        assert_eq!(known("", names()), "known are `cases`, `seed`");
    }
}
