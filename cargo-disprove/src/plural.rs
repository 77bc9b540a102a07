//! Counted nouns in messages.

use crate::web::number_format::count as digits;

/// A count, with commas between thousands, and the singular or plural form of its noun.
pub(crate) fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{} {}", digits(count as f64), if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::plural;

    #[test]
    fn large_counts_have_commas() {
        let text = |count| plural(count, "execution", "executions");
        assert_eq!(
            [text(0), text(1), text(999)],
            ["0 executions", "1 execution", "999 executions"]
        );
        assert_eq!(text(1_153_533), "1,153,533 executions");
    }
}
