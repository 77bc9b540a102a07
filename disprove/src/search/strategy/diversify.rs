//! Diversity search: many different accepted inputs, where most inputs are rejected and no score guides the search.

use super::{Strategy, cooling::Cooling, hill_climber::HillClimber};
use crate::{
    case::CaseResult,
    choice::Tree,
    search::{
        archive::{DiversityArchive, NearMisses},
        neighbor::{MoveSelection, Neighborhood, differential_move},
        proposal::Proposal,
        rng::Rng,
        setting::Search,
        structure::IndexedTree,
    },
};
use std::rc::Rc;

/// Changes accepted inputs, the rare ones first, into other accepted inputs.
#[derive(Debug)]
pub(crate) struct Diversify {
    accepted: DiversityArchive,
    /// Minimizes the branch distance: of random inputs until there are accepted ones, then of near misses.
    climber: HillClimber,
    near_misses: NearMisses,
    /// A rejected case was traced.
    traced: bool,
    neighborhood: Neighborhood,
    /// Rewards and runs of moves by size: 1, 1/4, 1/16, ...
    sizes: [(f64, f64); SIZES],
    /// Recent success rates of moves, of differential moves and of climbing.
    moves: f64,
    differentials: f64,
    climbs: f64,
    pending: Pending,
}

/// The origin of the last proposal.
#[derive(Debug)]
enum Pending {
    Climb,
    Random,
    Move { from: Rc<IndexedTree>, size: usize },
    Differential { from: Rc<IndexedTree> },
}

/// Sizes of moves: from the whole input to a part in 4^6. From the prototype.
const SIZES: usize = 7;

/// The weight of a size beyond its success rate, so that none is given up: the same as for moves of a hill climber.
const SIZE_FLOOR: f64 = 0.02;

/// Runs of a size after which its counts are halved: as many as for a move.
const SIZE_MEMORY: f64 = 300.0;

/// The factor by which recent success rates decay with each run: a memory of about 50 runs.
const DECAY: f64 = 0.98;

/// Limits of the share of differential moves. Neither kind of move is given up, and differential moves alone would never
/// leave the relations that the archive already has. See `case-studies preconditions`.
const LEAST_DIFFERENTIAL: f64 = 0.02;
const MOST_DIFFERENTIAL: f64 = 0.6;

/// Accepted inputs below which half of the proposals still climb: few inputs say little about where others are. See
/// `case-studies preconditions`.
const FEW: usize = 8;
const STILL_CLIMBS: f64 = 0.5;

/// Limits of the share of proposals that climb from near misses later. The least keeps track of the reward, and each
/// percent costs one percent of the rate of accepted inputs where climbing does not pay. See `case-studies predicates`
/// and `case-studies preconditions`.
const LEAST_CLIMBING: f64 = 0.01;
const MOST_CLIMBING: f64 = 0.03;

/// The limits if the predicate that rejects is traced: its distances lead to inputs that moves never find, such as
/// larger ones with cached fields. See `case-studies predicates`.
const LEAST_CLIMBING_TRACED: f64 = 0.3;
const MOST_CLIMBING_TRACED: f64 = 0.5;

/// Executions without improvement after which the climber leaves a near miss: it was near only if few steps are
/// needed. See `case-studies predicates`.
const NEAR: u32 = 100;

/// The share of random inputs. Each percent costs one percent of the rate of accepted inputs.
const RANDOM: f64 = 0.03;

impl Diversify {
    pub(crate) fn new() -> Diversify {
        Diversify {
            accepted: DiversityArchive::default(),
            climber: HillClimber::new(None, Cooling::Cold),
            near_misses: NearMisses::default(),
            traced: false,
            neighborhood: Neighborhood::new(MoveSelection::DIVERSIFY),
            sizes: [(1.0, 10.0); SIZES],
            moves: 0.5,
            differentials: 0.5,
            climbs: 0.1,
            pending: Pending::Climb,
        }
    }

    /// Proposes a differential move, in proportion to the squared success rates of both kinds of moves.
    fn propose_differential(&mut self, from: &Rc<IndexedTree>, rng: &mut Rng) -> Option<Rc<Tree>> {
        let (ours, theirs) = (self.differentials * self.differentials, self.moves * self.moves);
        let share = (ours / (ours + theirs)).clamp(LEAST_DIFFERENTIAL, MOST_DIFFERENTIAL);
        let count = self.accepted.len();
        if count < FEW || !rng.chance(share) {
            return None;
        }
        let (a, b) = (rng.below(count), rng.below(count));
        let tree = differential_move(from, self.accepted.get(a), self.accepted.get(b));
        if tree.is_none() {
            self.differentials *= DECAY;
        }
        tree
    }

    /// Proposes a climbing step, in proportion to the squared success rates of both. Where moves fail, or find only what
    /// is common, a rejected input near others leads to more.
    fn propose_climb(&mut self, rng: &mut Rng) -> Option<Proposal> {
        let (moves, climbs) = (self.moves.max(self.differentials).powi(2), self.climbs.powi(2));
        let share = climbs / (moves + climbs).max(f64::MIN_POSITIVE);
        let (least, most) = if self.traced {
            (LEAST_CLIMBING_TRACED, MOST_CLIMBING_TRACED)
        } else {
            (LEAST_CLIMBING, MOST_CLIMBING)
        };
        if !rng.chance(share.clamp(least, most)) {
            return None;
        }
        if !self.climber.has_incumbent() || self.climber.stale() > NEAR {
            let rarity = |input: &IndexedTree| self.accepted.rarity(input);
            let (input, fitness) = self.near_misses.take(&rarity, rng)?;
            self.climber.restart();
            self.climber.start_near(input, fitness);
        }
        Some(self.climber.propose(rng))
    }

    fn add_near_miss(&mut self, input: &Rc<IndexedTree>, result: &CaseResult) {
        if !result.is_accepted() && self.accepted.len() >= FEW {
            self.traced |= !result.trace.events().is_empty();
            self.near_misses.add(input, result);
        }
    }

    /// The reward for an accepted input: its rarity relative to the input it was made from.
    fn reward_of(&self, input: &IndexedTree, from: &IndexedTree) -> f64 {
        (self.accepted.rarity(input) / self.accepted.rarity(from)).clamp(0.1, 2.0)
    }

    fn reward(&mut self, size: usize, reward: f64) {
        self.neighborhood.reward(reward);
        self.moves = self.moves * DECAY + reward * (1.0 - DECAY);
        let (sum, runs) = &mut self.sizes[size];
        (*sum, *runs) = (*sum + reward, *runs + 1.0);
        if *runs > SIZE_MEMORY {
            (*sum, *runs) = (*sum * 0.5, *runs * 0.5);
        }
    }
}

impl Strategy for Diversify {
    fn search(&self) -> Search {
        Search::Pool
    }

    fn propose(&mut self, rng: &mut Rng) -> Proposal {
        let count = self.accepted.len();
        if count == 0 || count < FEW && rng.chance(STILL_CLIMBS) {
            self.pending = Pending::Climb;
            return self.climber.propose(rng);
        }
        if count >= FEW {
            if let Some(proposal) = self.propose_climb(rng) {
                self.pending = Pending::Climb;
                return proposal;
            }
        }
        if rng.chance(RANDOM) {
            self.pending = Pending::Random;
            return Proposal::Random;
        }
        let (a, b) = (rng.below(count), rng.below(count));
        let rarer =
            self.accepted.rarity(self.accepted.get(a)) > self.accepted.rarity(self.accepted.get(b));
        let from = self.accepted.get(if rarer { a } else { b }).clone();
        if let Some(tree) = self.propose_differential(&from, rng) {
            self.pending = Pending::Differential { from };
            return Proposal::Follow(tree);
        }
        let mut weights = [0.0; SIZES];
        for (weight, (reward, runs)) in weights.iter_mut().zip(self.sizes) {
            *weight = reward / runs + SIZE_FLOOR;
        }
        let number = rng.weighted(&weights);
        let size = 0.25_f64.powf(number as f64 + rng.unit() - 0.5).min(1.0);
        let tree = self.neighborhood.propose(&from, size, rng);
        self.pending = Pending::Move { from, size: number };
        Proposal::Follow(tree)
    }

    fn learn(&mut self, input: &Rc<IndexedTree>, result: &CaseResult, rng: &mut Rng) {
        let success = result.is_accepted() && result.is_new;
        match std::mem::replace(&mut self.pending, Pending::Random) {
            Pending::Climb => {
                self.climber.learn(input, result, rng);
                let count = self.accepted.len();
                let reward = if success && count > 0 {
                    self.reward_of(input, &self.accepted.get(rng.below(count)).clone())
                } else {
                    0.0
                };
                self.climbs = self.climbs * DECAY + reward * (1.0 - DECAY);
                if result.is_accepted() {
                    // The distance cannot get any smaller: look for the next accepted input elsewhere.
                    self.climber.restart();
                }
            }
            Pending::Random => {}
            Pending::Move { from, size } => {
                let reward = if success { self.reward_of(input, &from) } else { 0.0 };
                self.reward(size, reward);
            }
            Pending::Differential { from } => {
                let reward = if success { self.reward_of(input, &from) } else { 0.0 };
                self.differentials = self.differentials * DECAY + reward * (1.0 - DECAY);
            }
        }
        if success {
            self.accepted.add(input.clone(), |count| (rng.below(count), rng.below(count)));
        }
        self.add_near_miss(input, result);
    }

    fn observe(&mut self, input: &Rc<IndexedTree>, result: &CaseResult, _: Search) {
        self.add_near_miss(input, result);
    }

    fn skip(&mut self) {
        match std::mem::replace(&mut self.pending, Pending::Random) {
            Pending::Move { size, .. } => self.reward(size, 0.0),
            Pending::Differential { .. } => self.differentials *= DECAY,
            Pending::Climb => self.climber.skip(),
            Pending::Random => {}
        }
    }

    fn restart(&mut self) {
        *self = Diversify::new();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        case::{CaseOutcome, Rejection},
        feedback::{BranchDistance, Feedback},
        generator::{Generator, any},
        trace::Trace,
    };

    /// How many of 2,000 proposals climb, and how many change an accepted input. Some inputs were accepted before, and
    /// perhaps one was rejected that was near.
    fn climbs_and_changes(near: bool) -> (usize, usize) {
        let (mut diversify, mut rng) = (Diversify::new(), Rng::new(1));
        let input = |n: u64| IndexedTree::new(any::<u64>().encode(&n).expect("any number"));
        let result =
            |outcome| CaseResult::new(outcome, Feedback::default(), Trace::default(), true);
        for n in 0..2 * FEW as u64 {
            diversify.pending = Pending::Random;
            diversify.learn(&input(n), &result(CaseOutcome::Passed), &mut rng);
        }
        if near {
            let distance = Some(BranchDistance { level: 0, distance: 1.0 });
            let rejection = Rejection { reached: true, distance, ..Rejection::default() };
            diversify.observe(
                &input(99),
                &result(CaseOutcome::Rejected(rejection)),
                Search::Random,
            );
        }
        let (mut climbs, mut changes) = (0, 0);
        for _ in 0..2_000 {
            diversify.propose(&mut rng);
            match diversify.pending {
                Pending::Climb => climbs += 1,
                Pending::Move { .. } | Pending::Differential { .. } => changes += 1,
                Pending::Random => {}
            }
        }
        (climbs, changes)
    }

    #[test]
    fn some_proposals_climb_from_rejected_inputs_that_were_near() {
        assert_eq!(climbs_and_changes(false).0, 0);
        let (climbs, _) = climbs_and_changes(true);
        assert!((10..200).contains(&climbs), "{climbs}");
    }

    #[test]
    fn other_proposals_change_accepted_inputs() {
        let (_, changes) = climbs_and_changes(true);
        assert!(changes > 1_500, "{changes}");
    }

    #[test]
    fn only_accepted_inputs_are_kept_for_changes() {
        let (mut diversify, mut rng) = (Diversify::new(), Rng::new(1));
        let input = IndexedTree::new(any::<u64>().encode(&7).expect("any number"));
        let rejected = CaseOutcome::Rejected(Rejection::default());
        for (outcome, kept) in [(rejected, 0), (CaseOutcome::Passed, 1)] {
            let result = CaseResult::new(outcome, Feedback::default(), Trace::default(), true);
            diversify.pending = Pending::Random;
            diversify.learn(&input, &result, &mut rng);
            assert_eq!(diversify.accepted.len(), kept);
        }
    }
}
