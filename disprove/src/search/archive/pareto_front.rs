//! Pareto front: the best trade-offs between several scores.

use crate::search::structure::IndexedTree;
use std::rc::Rc;

/// Inputs that no other input dominates, that is, equals in every score and exceeds in one. Of two inputs with equal
/// scores, the smaller one stays.
#[derive(Debug, Default)]
pub(crate) struct ParetoFront {
    members: Vec<(Rc<IndexedTree>, Vec<f64>)>,
}

/// Inputs on the front. Each new input is compared with all of them; the oldest one goes first.
const MOST: usize = 64;

impl ParetoFront {
    pub(crate) fn len(&self) -> usize {
        self.members.len()
    }

    pub(crate) fn get(&self, at: usize) -> &Rc<IndexedTree> {
        &self.members[at].0
    }

    /// The score of a member for one of the labels.
    pub(crate) fn score(&self, at: usize, label: usize) -> f64 {
        self.members[at].1.get(label).copied().unwrap_or(f64::MIN)
    }

    /// Adds an input unless another one dominates it. `scores` has one score per label, always in the same order.
    pub(crate) fn add(&mut self, input: &Rc<IndexedTree>, scores: Vec<f64>) {
        let dominates = |a: &[f64], b: &[f64]| {
            (0..a.len().max(b.len())).all(|at| {
                let [a, b] = [a, b].map(|scores| scores.get(at).copied().unwrap_or(f64::MIN));
                a >= b
            })
        };
        for (other, theirs) in &self.members {
            let same = dominates(&scores, theirs);
            if dominates(theirs, &scores) && (!same || other.size() <= input.size()) {
                return;
            }
        }
        self.members.retain(|(_, theirs)| !dominates(&scores, theirs));
        if self.members.len() == MOST {
            self.members.remove(0);
        }
        self.members.push((input.clone(), scores));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::{Generator, any, vec};

    fn input(length: usize) -> Rc<IndexedTree> {
        IndexedTree::new(vec(any::<u8>()).encode(&vec![0; length]).expect("it is allowed"))
    }

    fn scores(front: &ParetoFront) -> Vec<Vec<f64>> {
        front.members.iter().map(|(_, scores)| scores.clone()).collect()
    }

    #[test]
    fn drops_dominated_inputs() {
        let mut front = ParetoFront::default();
        for scores in [[1.0, 1.0], [3.0, 0.0], [0.0, 2.0], [2.0, 2.0], [1.0, 2.0]] {
            front.add(&input(3), scores.into());
        }
        assert_eq!(scores(&front), [[3.0, 0.0], [2.0, 2.0]]);
        assert_eq!((front.score(1, 0), front.score(1, 7)), (2.0, f64::MIN));
    }

    #[test]
    fn keeps_the_smaller_of_two_equals() {
        let mut front = ParetoFront::default();
        for length in [5, 3, 4] {
            front.add(&input(length), vec![1.0, 1.0]);
        }
        assert_eq!((front.len(), front.get(0).size()), (1, input(3).size()));
    }
}
