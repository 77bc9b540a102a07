//! Slippage: other failures that a reduction meets.

use crate::{case::Cause, choice::Tree};

/// Failures kept per reduction. More than this are likely to be one failure with varying messages.
const MAX: usize = 8;

/// A failure met while another was reduced, with the smallest input that showed it.
#[derive(Debug)]
pub(super) struct MetFailure {
    pub(super) cause: Cause,
    pub(super) tree: Tree,
}

/// The other failures of one reduction.
#[derive(Debug, Default)]
pub(super) struct Slippage(Vec<MetFailure>);

impl Slippage {
    /// Keeps the smallest input of each cause that is not reported already.
    pub(super) fn add(&mut self, cause: Cause, tree: &Tree, reported: &[Cause]) {
        if reported.iter().any(|other| other.resembles(&cause)) {
            return;
        }
        let before = self.0.iter().position(|met| met.cause.resembles(&cause));
        match before {
            Some(i) if tree.compare(&self.0[i].tree).is_lt() => {
                self.0[i] = MetFailure { cause, tree: tree.clone() };
            }
            None if self.0.len() < MAX => self.0.push(MetFailure { cause, tree: tree.clone() }),
            _ => {}
        }
    }

    pub(super) fn into_vec(self) -> Vec<MetFailure> {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::{Generator, any};

    fn tree(number: u8) -> Tree {
        any::<u8>().encode(&number).expect("a number")
    }

    fn cause(message: &str) -> Cause {
        Cause { message: message.to_owned(), location: None }
    }

    #[test]
    fn keeps_the_smallest_input_of_each_cause() {
        let mut slippage = Slippage::default();
        for (message, number) in [("odd", 7), ("odd", 3), ("odd", 5), ("even", 8), ("reported", 1)]
        {
            slippage.add(cause(message), &tree(number), &[cause("reported")]);
        }
        let mut kept = Vec::new();
        for met in slippage.into_vec() {
            kept.push((met.cause.message, met.tree.to_token()));
        }
        assert_eq!(
            kept,
            [("odd".to_owned(), tree(3).to_token()), ("even".to_owned(), tree(8).to_token())]
        );
    }

    #[test]
    fn keeps_a_bounded_number() {
        let mut slippage = Slippage::default();
        for letter in 'a'..='z' {
            slippage.add(cause(&format!("{letter}")), &tree(1), &[]);
        }
        assert_eq!(slippage.into_vec().len(), MAX);
    }
}
