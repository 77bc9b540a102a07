//! Other failures that a reduction comes across.

use crate::{case::Fault, choice::Tree};

/// More than this are likely to be one failure with many names.
const MOST: usize = 8;

/// A failure met while another one was reduced, with the smallest input that showed it.
#[derive(Debug)]
pub(super) struct Slip {
    pub(super) fault: Fault,
    pub(super) tree: Tree,
}

/// The failures met in one reduction.
#[derive(Debug, Default)]
pub(super) struct Slips(Vec<Slip>);

impl Slips {
    /// Notes that this input fails in this way. `known` are failures that are reported anyway.
    pub(super) fn add(&mut self, fault: Fault, drawn: &Tree, known: &[Fault]) {
        if known.iter().any(|other| other.resembles(&fault)) {
            return;
        }
        let before = self.0.iter().position(|slip| slip.fault.resembles(&fault));
        match before {
            Some(i) if drawn.compare(&self.0[i].tree).is_lt() => {
                self.0[i] = Slip { fault, tree: drawn.clone() };
            }
            None if self.0.len() < MOST => self.0.push(Slip { fault, tree: drawn.clone() }),
            _ => {}
        }
    }

    pub(super) fn into_vec(self) -> Vec<Slip> {
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
    fn each_failure_is_kept_once_with_its_smallest_input() {
        let mut slips = Slips::default();
        for (message, number) in [("odd", 7), ("odd", 3), ("odd", 5), ("even", 8), ("known", 1)] {
            slips.add(fault(message), &tree(number), &[fault("known")]);
        }
        let mut kept = Vec::new();
        for slip in slips.into_vec() {
            kept.push((slip.fault.message, slip.tree.to_token()));
        }
        assert_eq!(
            kept,
            [("odd".to_owned(), tree(3).to_token()), ("even".to_owned(), tree(8).to_token())]
        );
    }

    #[test]
    fn there_are_not_many() {
        let mut slips = Slips::default();
        for letter in 'a'..='z' {
            slips.add(fault(&format!("{letter}")), &tree(1), &[]);
        }
        assert_eq!(slips.into_vec().len(), MOST);
    }
}
