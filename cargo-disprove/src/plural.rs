//! Counted nouns in messages.

/// A count with the singular or plural form of its noun.
pub(crate) fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
