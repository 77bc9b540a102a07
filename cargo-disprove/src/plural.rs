//! Counted nouns in messages.

use crate::web::number_format::count as digits;

/// A count, with commas between thousands, and the singular or plural form of its noun.
pub(crate) fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{} {}", digits(count as f64), if count == 1 { one } else { many })
}

/// How many of these there are: "1,200 of 1,500 mutants".
pub(crate) fn part(count: usize, of: usize, one: &str, many: &str) -> String {
    format!("{} of {}", digits(count as f64), plural(of, one, many))
}

#[cfg(test)]
mod tests {
    use super::{part, plural};

    #[test]
    fn large_counts_have_commas() {
        let text = |count| plural(count, "execution", "executions");
        assert_eq!(
            [text(0), text(1), text(999)],
            ["0 executions", "1 execution", "999 executions"]
        );
        assert_eq!(text(1_153_533), "1,153,533 executions");
        assert_eq!(part(1_200, 1_500, "mutant", "mutants"), "1,200 of 1,500 mutants");
    }
}
