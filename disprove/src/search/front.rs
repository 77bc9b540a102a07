//! The best compromises between several scores.

use super::outline::IndexedTree;
use std::rc::Rc;

/// Cases of which none is as good as another in every score and better in one (a Pareto set). Of two that are as good,
/// the smaller one stays.
#[derive(Debug, Default)]
pub(crate) struct Front {
    members: Vec<(Rc<IndexedTree>, Vec<f64>)>,
}

/// More compromises than this are not told apart by looking at them.
const MOST: usize = 64;

impl Front {
    pub(crate) fn len(&self) -> usize {
        self.members.len()
    }

    pub(crate) fn get(&self, at: usize) -> &Rc<IndexedTree> {
        &self.members[at].0
    }

    /// The score of a member in one of the labels.
    pub(crate) fn score(&self, at: usize, label: usize) -> f64 {
        self.members[at].1.get(label).copied().unwrap_or(f64::MIN)
    }

    /// Takes a case in, if no other is better. `scores` has one for each label, in the same order each time.
    pub(crate) fn add(&mut self, kept: &Rc<IndexedTree>, scores: Vec<f64>) {
        let covers = |a: &[f64], b: &[f64]| {
            (0..a.len().max(b.len())).all(|at| {
                let [a, b] = [a, b].map(|scores| scores.get(at).copied().unwrap_or(f64::MIN));
                a >= b
            })
        };
        for (other, theirs) in &self.members {
            let same = covers(&scores, theirs);
            if covers(theirs, &scores) && (!same || other.size() <= kept.size()) {
                return;
            }
        }
        self.members.retain(|(_, theirs)| !covers(&scores, theirs));
        if self.members.len() == MOST {
            self.members.remove(0);
        }
        self.members.push((kept.clone(), scores));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::{Generator, any, vec};

    fn kept(length: usize) -> Rc<IndexedTree> {
        IndexedTree::new(vec(any::<u8>()).encode(&vec![0; length]).expect("it is allowed"))
    }

    fn scores(front: &Front) -> Vec<Vec<f64>> {
        front.members.iter().map(|(_, scores)| scores.clone()).collect()
    }

    #[test]
    fn what_another_is_better_than_in_every_score_goes() {
        let mut front = Front::default();
        for scores in [[1.0, 1.0], [3.0, 0.0], [0.0, 2.0], [2.0, 2.0], [1.0, 2.0]] {
            front.add(&kept(3), scores.into());
        }
        assert_eq!(scores(&front), [[3.0, 0.0], [2.0, 2.0]]);
        assert_eq!((front.score(1, 0), front.score(1, 7)), (2.0, f64::MIN));
    }

    #[test]
    fn of_two_that_are_as_good_the_smaller_stays() {
        let mut front = Front::default();
        for length in [5, 3, 4] {
            front.add(&kept(length), vec![1.0, 1.0]);
        }
        assert_eq!((front.len(), front.get(0).size()), (1, kept(3).size()));
    }
}
