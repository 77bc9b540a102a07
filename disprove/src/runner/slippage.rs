//! Slippage: other failures that a reduction finds.

use crate::{case::Fault, choice::Tree};

/// Other failures kept per reduction: more are likely to be one failure with varying messages.
const MAX_FAILURES: usize = 8;

/// A failure found during the reduction of another one, with its smallest input.
#[derive(Debug)]
pub(super) struct SlippedFailure {
    pub(super) fault: Fault,
    pub(super) tree: Tree,
}

/// The other failures found in one reduction.
#[derive(Debug, Default)]
pub(super) struct Slippage(Vec<SlippedFailure>);

impl Slippage {
    /// Adds a failure and its input, unless it is one of `known`, which are reported anyway.
    pub(super) fn add(&mut self, fault: Fault, drawn: &Tree, known: &[Fault]) {
        if known.iter().any(|other| other.resembles(&fault)) {
            return;
        }
        let before = self.0.iter().position(|slip| slip.fault.resembles(&fault));
        match before {
            Some(i) if drawn.compare(&self.0[i].tree).is_lt() => {
                self.0[i] = SlippedFailure { fault, tree: drawn.clone() };
            }
            None if self.0.len() < MAX_FAILURES => {
                self.0.push(SlippedFailure { fault, tree: drawn.clone() })
            }
            _ => {}
        }
    }

    pub(super) fn into_vec(self) -> Vec<SlippedFailure> {
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

    fn fault(message: &str) -> Fault {
        Fault { message: message.to_owned(), location: None }
    }

    #[test]
    fn keeps_each_failure_once_with_its_smallest_input() {
        let mut slippage = Slippage::default();
        for (message, number) in [("odd", 7), ("odd", 3), ("odd", 5), ("even", 8), ("known", 1)] {
            slippage.add(fault(message), &tree(number), &[fault("known")]);
        }
        let mut kept = Vec::new();
        for slip in slippage.into_vec() {
            kept.push((slip.fault.message, slip.tree.to_token()));
        }
        assert_eq!(
            kept,
            [("odd".to_owned(), tree(3).to_token()), ("even".to_owned(), tree(8).to_token())]
        );
    }

    #[test]
    fn keeps_a_limited_number_of_failures() {
        let mut slippage = Slippage::default();
        for letter in 'a'..='z' {
            slippage.add(fault(&format!("{letter}")), &tree(1), &[]);
        }
        assert_eq!(slippage.into_vec().len(), MAX_FAILURES);
    }
}
