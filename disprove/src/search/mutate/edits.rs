//! The mutations of an input that are left, drawn one by one.

#[cfg(test)]
mod tests;

use super::{
    edit::Edit,
    family::{Family, Status},
    finder::EditFinder,
    sampler::{Sampler, permuted},
    shape::Shape,
    tables::Tables,
};
use crate::{
    choice::Tree,
    search::{archive::IdentityHasher, rng::Rng},
    source::Fill,
    trace::Operand,
};
use std::{collections::HashMap, hash::BuildHasherDefault};

/// The arms of a bandit: rewards and runs of mutations, by kind and address.
pub(crate) type Arms = HashMap<u64, (f64, f64), BuildHasherDefault<IdentityHasher>>;

/// The mutations of an input. None is made before it runs.
#[derive(Debug)]
pub(crate) struct Edits {
    pub(crate) shape: Shape,
    tables: Tables,
    families: Vec<Family>,
    /// By the weights of families; of no use in the order of levels.
    sampler: Sampler,
    /// Families run one after the other, from the outermost nodes to the innermost.
    by_level: bool,
    /// The first family that is not used up, in that order.
    first: usize,
    /// Chooses the order inside of families.
    key: u64,
    /// Mutations that have not run.
    left: usize,
}

/// The outcome of a mutation, which decides when similar ones run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EditOutcome {
    /// The input took another path.
    OtherPath,
    /// The input took the same path, or was rejected: similar mutations wait for the next round.
    SamePath,
    /// The input was rejected, probably because counterparts must be equal: similar mutations run last.
    Rejected,
}

/// A mutation, and what it makes of the input.
#[derive(Debug)]
pub(crate) struct Mutant {
    pub(crate) edit: Edit,
    /// The position of its family.
    pub(crate) family: usize,
    pub(crate) tree: Tree,
    /// How the replay fills missing choices.
    pub(crate) fill: Fill,
}

/// 2^64 divided by the golden ratio, as in Fibonacci hashing.
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

impl Edits {
    pub(super) fn new(
        shape: Shape,
        tables: Tables,
        families: Vec<Family>,
        by_level: bool,
        key: u64,
    ) -> Edits {
        let left = families.iter().map(|family| family.count as usize).sum();
        let sampler = Sampler::default();
        let mut edits = Edits { shape, tables, families, sampler, by_level, first: 0, key, left };
        edits.weigh();
        edits
    }

    /// Finds all mutations of an input. `samples` is how often a choice with many values is redrawn. Without `arms` they
    /// go from the outermost nodes to the innermost.
    pub(crate) fn of(
        tree: &Tree,
        operands: &[Operand],
        samples: usize,
        arms: Option<&Arms>,
        rng: &mut Rng,
    ) -> Edits {
        EditFinder::new(tree, samples).find(operands, arms, rng)
    }

    /// Rebuilds the sampler from the families.
    fn weigh(&mut self) {
        let families = &self.families;
        self.sampler = Sampler::new(families.len(), &|at| families[at].total());
    }

    /// The next mutation of this input, or of one with the same structure. A mutation without a new path postpones similar
    /// ones to the next round. Each runs once.
    pub(crate) fn next(&mut self, tree: &Tree, rng: &mut Rng) -> Option<Mutant> {
        loop {
            let at = self.next_family(rng)?;
            let family = &mut self.families[at];
            let key = self.key.wrapping_add(at as u64).wrapping_mul(MULTIPLIER);
            let number =
                if self.by_level { family.used } else { permuted(family.used, family.range, key) };
            family.used += 1;
            let mutant = self.mutant(tree, at, number);
            let family = &mut self.families[at];
            if mutant.is_none() && family.count < family.range {
                // Another number takes its place.
                family.count += 1;
                continue;
            }
            self.left -= 1;
            if family.status == Status::Ready {
                self.sampler.lower(at, family.weight);
            }
            if mutant.is_some() {
                return mutant;
            }
        }
    }

    /// The mutation that a number of a family stands for. `None` if it changes nothing, or repeats another one.
    fn mutant(&self, tree: &Tree, family: usize, number: u32) -> Option<Mutant> {
        let edit = self.tables.edit(tree, &self.shape, &self.families[family], number)?;
        let (changed, fill) = edit.apply(tree, &self.shape)?;
        Some(Mutant { edit, family, tree: changed, fill })
    }

    fn next_family(&mut self, rng: &mut Rng) -> Option<usize> {
        if self.left == 0 {
            return None;
        }
        if self.by_level {
            while self.families[self.first].left() == 0 {
                self.first += 1;
            }
            return Some(self.first);
        }
        if self.sampler.total() == 0 {
            self.begin_round();
        }
        Some(self.sampler.draw(rng))
    }

    /// Mutations that waited run again: the last ones only if there are no others.
    fn begin_round(&mut self) {
        let waits = |family: &Family| family.status == Status::Later && family.left() > 0;
        let any_later = self.families.iter().any(waits);
        for family in &mut self.families {
            if family.status == Status::Later || !any_later {
                family.status = Status::Ready;
            }
        }
        self.weigh();
    }

    /// Whether no mutation is left.
    #[cfg(any(test, feature = "fuzz"))]
    pub(crate) fn is_used_up(&self) -> bool {
        self.left == 0
    }

    /// The number of mutations left; some of them may turn out to be none.
    pub(super) fn left(&self) -> usize {
        self.left
    }

    /// The number of families it has memory for.
    pub(crate) fn capacity(&self) -> usize {
        self.families.capacity()
    }

    /// Records the outcome of a mutation.
    pub(crate) fn record(&mut self, family: usize, outcome: EditOutcome) {
        let status = match outcome {
            EditOutcome::OtherPath => return,
            EditOutcome::SamePath => Status::Later,
            EditOutcome::Rejected => Status::Last,
        };
        let place = self.families[family].place;
        if self.by_level || !self.families[family].kind.waits() {
            return;
        }
        let is_here = |family: &&Family| family.place == place;
        let before = self.families[..family].iter().rev().take_while(is_here).count();
        let after = self.families[family..].iter().take_while(is_here).count();
        for at in family - before..family + after {
            self.sampler.lower(at, self.families[at].total());
            self.families[at].status = status;
        }
    }

    /// The arm of a mutation of this family.
    pub(crate) fn arm(&self, family: usize) -> u64 {
        arm(&self.shape, &self.families[family])
    }
}

/// The arm of the mutations of a family.
pub(super) fn arm(shape: &Shape, family: &Family) -> u64 {
    let kind = family.kind as u64 * 2 + u64::from(family.paired);
    // Mixed, because it is its own hash.
    (shape.info(family.node).address.wrapping_mul(31).wrapping_add(kind)).wrapping_mul(MULTIPLIER)
}
