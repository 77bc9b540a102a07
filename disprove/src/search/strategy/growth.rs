//! Growth: large accepted inputs, put together from parts of smaller ones.
//!
//! Where validity is an ordinary function, single moves of an accepted input are accepted only if they change a number or
//! make it smaller: a larger one needs two or more changes at once. So this strategy recombines parts that were accepted
//! before, and fits their numbers to the new place.

use super::Strategy;
use crate::{
    case::CaseResult,
    choice::Tree,
    search::{
        archive::{Form, ShapeArchive},
        neighbor::{MoveSelection, Neighborhood, SuccessRate},
        proposal::Proposal,
        recombine::{Fits, OPERATIONS, Outline, Parts, Recombination, Relations, mix, small},
        rng::Rng,
        setting::Search,
        structure::IndexedTree,
    },
};
use std::rc::Rc;

/// Recombines parts of accepted inputs.
#[derive(Debug)]
pub(crate) struct Growth {
    archive: ShapeArchive,
    parts: Parts,
    fits: Fits,
    relations: Relations,
    neighborhood: Neighborhood,
    operations: [SuccessRate; OPERATIONS.len()],
    pending: Pending,
    /// Its own stream: other strategies propose the same, whether it learns or not.
    rng: Rng,
    is_seeded: bool,
    gate: Gate,
    /// Small nested inputs that were rejected.
    rejected: Vec<Rc<IndexedTree>>,
    rejections: u32,
    /// The mean logarithm of the sizes of random inputs, and their number.
    random_size: f64,
    random_inputs: f64,
    events: EventCounts,
}

/// The origin of the last proposal.
#[derive(Clone, Copy, Debug)]
enum Pending {
    Random,
    Move,
    Operation(usize),
}

/// Whether there are parts to recombine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gate {
    /// Accepted inputs so far, none of them nested.
    Flat(u32),
    /// A nested input was accepted.
    Open,
    /// A score or a history guides the search. In the sketch, growth gained nothing if there was a score.
    Guided,
}

/// The share of moves of the neighborhood. From the sketch: without them, two tasks of 50 less were solved.
const MOVES: f64 = 0.5;

/// Rewards of an operation or a move for an input of known shape; a new shape earns 1. From the sketch.
const KNOWN_SHAPE: f64 = 0.1;
const KNOWN_SHAPE_MOVED: f64 = 0.3;

/// The prior of an operation, its weight beyond its success rate, and its memory. From the sketch.
const PRIOR: SuccessRate = SuccessRate::prior(1.0, 4.0);
const FLOOR: f64 = 0.03;
const MEMORY: f64 = 300.0;

/// Attempts to find an operation that is possible, which bounds the time of a proposal.
const ATTEMPTS: usize = 8;

/// The probability that learned relations are restored after an operation, and after a move. Neither is 1, as a learned
/// relation may be wrong.
const RESTORE: f64 = 0.9;
const RESTORE_MOVED: f64 = 0.5;

/// The largest inputs, relative to the geometric mean of random ones, and the least and the most such limit. The limit is
/// the least one where code is traced: in the sketch, 100 choices did better than 400 on `case-studies wasm-like`, as most
/// mutations of large inputs say little.
const GROWTH_LIMIT: f64 = 4.0;
const LEAST_LIMIT: f64 = 100.0;
const MOST_LIMIT: f64 = 400.0;

/// Accepted inputs that are all looked at for nesting; later one in as many.
const GATE_INPUTS: u32 = 64;

/// The share of guessed relations among the proposals, and the readiness while there is nothing but guesses. Both are
/// small, as most guesses are wrong. Without them, `case-studies growth --only interval-map` waits for its first block.
const GUESSES: f64 = 0.05;
const GUESSING: f64 = 0.1;

/// Rejected inputs to keep, and how many of them are looked at.
const REJECTED: usize = 32;
const REJECTIONS: u32 = 8;

impl Growth {
    pub(crate) fn new() -> Growth {
        Growth {
            archive: ShapeArchive::default(),
            parts: Parts::default(),
            fits: Fits::default(),
            relations: Relations::default(),
            neighborhood: Neighborhood::new(MoveSelection::DIVERSIFY),
            operations: [PRIOR; OPERATIONS.len()],
            pending: Pending::Random,
            rng: Rng::new(0),
            is_seeded: false,
            gate: Gate::Flat(0),
            rejected: Vec::new(),
            rejections: 0,
            random_size: 0.0,
            random_inputs: 0.0,
            events: EventCounts::default(),
        }
    }

    /// The most choices of an input that is kept or proposed.
    fn limit(&self) -> usize {
        if self.events.is_used() {
            return LEAST_LIMIT as usize;
        }
        let mean = (self.random_size / self.random_inputs.max(1.0)).exp();
        (GROWTH_LIMIT * mean).clamp(LEAST_LIMIT, MOST_LIMIT) as usize
    }

    /// Whether the input may be nested, which opens the gate.
    fn is_open(&mut self, input: &IndexedTree, result: &CaseResult) -> bool {
        if !result.feedback.scores.is_empty() || result.history_changed {
            self.gate = Gate::Guided;
        }
        if let Gate::Flat(inputs) = self.gate {
            if !result.is_accepted() {
                return false;
            }
            self.gate = Gate::Flat(inputs.wrapping_add(1));
            if (inputs < GATE_INPUTS || inputs % GATE_INPUTS == 0)
                && Outline::of(&input.tree).is_nested(&input.tree)
            {
                self.gate = Gate::Open;
            }
        }
        self.gate == Gate::Open
    }

    /// Keeps an accepted input. Returns whether it has a new shape.
    fn keep(&mut self, input: &Rc<IndexedTree>, result: &CaseResult) -> bool {
        if !self.is_open(input, result)
            || !result.is_accepted()
            || !result.is_new
            || input.tree.len() > self.limit()
        {
            return false;
        }
        let outline = Outline::of(&input.tree);
        let cell = cell(&input.tree, &outline);
        let events = result.trace.events();
        let shape = if events.is_empty() {
            outline.shape
        } else {
            // What the code did, and roughly what the input looks like.
            mix(self.events.signature(events), u64::from(u32::from_le_bytes(cell)))
        };
        let is_new = self.archive.add(Form { shape, cell }, input, &mut self.rng);
        if is_new || self.rng.chance(KNOWN_SHAPE) {
            self.parts.add(&input.tree, &outline, &mut self.rng);
            self.relations.learn(&input.tree, &outline);
        }
        is_new
    }

    /// Keeps some nested inputs that were rejected, the small ones longer.
    fn keep_rejected(&mut self, input: &Rc<IndexedTree>, result: &CaseResult) {
        let reached = result.rejection().is_some_and(|rejection| rejection.reached);
        if !reached || self.gate == Gate::Guided || input.tree.len() > self.limit() {
            return;
        }
        self.rejections = self.rejections.wrapping_add(1);
        if self.rejections % REJECTIONS != 0 || !Outline::of(&input.tree).is_nested(&input.tree) {
            return;
        }
        if self.rejected.len() < REJECTED {
            self.rejected.push(input.clone());
            return;
        }
        let (a, b) = (self.rng.below(REJECTED), self.rng.below(REJECTED));
        let larger = self.rejected[a].tree.len() > self.rejected[b].tree.len();
        self.rejected[if larger { a } else { b }] = input.clone();
    }

    /// A rejected input with numbers that follow a relation.
    fn guess(&mut self) -> Option<Tree> {
        let count = self.rejected.len();
        if count == 0 {
            return None;
        }
        let (a, b) = (self.rng.below(count), self.rng.below(count));
        let larger = self.rejected[a].tree.len() > self.rejected[b].tree.len();
        let mut tree = self.rejected[if larger { b } else { a }].tree.clone();
        self.relations.guess(&mut tree, &mut self.rng);
        Some(tree)
    }

    fn reward(&mut self, success: bool, new_shape: bool) {
        let known = |reward: f64| if success { reward } else { 0.0 };
        match std::mem::replace(&mut self.pending, Pending::Random) {
            Pending::Random => {}
            Pending::Move => {
                let reward = if new_shape { 1.0 } else { known(KNOWN_SHAPE_MOVED) };
                self.neighborhood.reward(reward);
            }
            Pending::Operation(at) => {
                let reward = if new_shape { 1.0 } else { known(KNOWN_SHAPE) };
                self.operations[at].add(reward, MEMORY);
                self.fits.reward(if success { 1.0 } else { 0.0 });
            }
        }
    }

    fn restored(&mut self, mut tree: Tree, probability: f64) -> Tree {
        if !self.relations.is_empty() && self.rng.chance(probability) {
            self.relations.restore(&mut tree, &mut self.rng);
        }
        tree
    }
}

impl Strategy for Growth {
    fn search(&self) -> Search {
        Search::Pool
    }

    fn readiness(&self) -> f64 {
        match self.gate {
            Gate::Open if !self.archive.is_empty() => 1.0,
            Gate::Guided => 0.0,
            // Guesses are for predicates that accept hardly anything.
            Gate::Flat(GATE_INPUTS..) => 0.0,
            _ if self.rejected.is_empty() => 0.0,
            _ => GUESSING,
        }
    }

    fn propose(&mut self, rng: &mut Rng) -> Proposal {
        if !self.is_seeded {
            self.rng = Rng::new(rng.word());
            self.is_seeded = true;
        }
        self.pending = Pending::Random;
        let limit = self.limit();
        if self.archive.is_empty() || self.rng.chance(GUESSES) {
            if let Some(tree) = self.guess() {
                return Proposal::Follow(Rc::new(tree));
            }
        }
        for _ in 0..ATTEMPTS {
            let Some(base) = self.archive.draw(&mut self.rng) else { break };
            if self.rng.chance(MOVES) {
                // Log-uniform: from the whole input to a part in 4^5.
                let size = 0.25_f64.powf(5.0 * self.rng.unit());
                let moved = self.neighborhood.propose(&base, size, &mut self.rng);
                self.pending = Pending::Move;
                let moved = Rc::try_unwrap(moved).unwrap_or_else(|moved| (*moved).clone());
                return Proposal::Follow(Rc::new(self.restored(moved, RESTORE_MOVED)));
            }
            let mut weights = [0.0; OPERATIONS.len()];
            for (weight, rate) in weights.iter_mut().zip(&self.operations) {
                *weight = rate.get() + FLOOR;
            }
            let at = self.rng.weighted(&weights);
            let mut recombination =
                Recombination { parts: &mut self.parts, fits: &mut self.fits, rng: &mut self.rng };
            let made = recombination.apply(OPERATIONS[at], &base.tree);
            if let Some(made) = made.filter(|made| made.len() <= limit) {
                self.pending = Pending::Operation(at);
                return Proposal::Follow(Rc::new(self.restored(made, RESTORE)));
            }
        }
        Proposal::Random
    }

    fn learn(&mut self, input: &Rc<IndexedTree>, result: &CaseResult, _: &mut Rng) {
        let new_shape = self.keep(input, result);
        self.keep_rejected(input, result);
        self.reward(result.is_accepted() && result.is_new, new_shape);
    }

    fn observe(&mut self, input: &Rc<IndexedTree>, result: &CaseResult, by: Search) {
        if by == Search::Random && self.gate != Gate::Guided {
            self.random_size += (input.tree.len() as f64 + 1.0).ln();
            self.random_inputs += 1.0;
        }
        self.keep(input, result);
        self.keep_rejected(input, result);
    }

    fn skip(&mut self) {
        self.reward(false, false);
    }

    fn restart(&mut self) {
        *self = Growth { gate: self.gate, ..Growth::new() };
    }
}

/// About how large, how deep and how varied an input is, and how it begins: its first choices decide what kind of input it
/// is, such as an application or a value.
fn cell(tree: &Tree, outline: &Outline) -> [u8; 4] {
    let class = |size: usize| (size as u32 + 1).ilog2() as u8;
    let mut shapes = outline.shapes.clone();
    shapes.sort_unstable();
    shapes.dedup();
    let (mut begins, mut found) = (0, 0);
    for at in 0..tree.len() {
        if found < BEGINNING && small(tree, at).is_some() {
            begins = mix(begins, tree.choices[at].value + 1);
            found += 1;
        }
    }
    let begins = (begins % u64::from(BEGINNINGS)) as u8;
    [class(tree.len()), class(outline.depth * outline.depth), class(shapes.len()), begins]
}

/// Choices with few values at the beginning of an input that tell its kind, and the number of kinds.
const BEGINNING: usize = 2;
const BEGINNINGS: u8 = 8;

/// Counts of the events of a trace. The table is reused: a map for each case took most of the time of a traced run.
#[derive(Debug, Default)]
struct EventCounts {
    /// Counts of events by a hash of their number.
    slots: Vec<u32>,
    used: Vec<u32>,
}

/// Slots of the table. Events that share one count together.
const SLOTS: usize = 4_096;

impl EventCounts {
    /// Whether there was a trace so far.
    fn is_used(&self) -> bool {
        !self.slots.is_empty()
    }

    /// A hash of the events, each with the magnitude of its count, as in AFL.
    fn signature(&mut self, events: &[u32]) -> u64 {
        self.slots.resize(SLOTS, 0);
        for event in events {
            let slot = (event.wrapping_mul(0x9e37_79b9) >> 20) as usize;
            let count = &mut self.slots[slot];
            if *count == 0 {
                self.used.push(slot as u32);
            }
            *count += 1;
        }
        let mut sum = 0_u64;
        for slot in self.used.drain(..) {
            let count = &mut self.slots[slot as usize];
            sum = sum.wrapping_add(mix(u64::from(slot) << 8, u64::from(count.ilog2())));
            *count = 0;
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        case::{CaseOutcome, Rejection},
        feedback::Feedback,
        generator::{Generator, any, vec},
        trace::Trace,
    };

    fn accepted() -> CaseResult {
        CaseResult::new(CaseOutcome::Passed, Feedback::default(), Trace::default(), true)
    }

    fn lists(value: &[Vec<u32>]) -> Rc<IndexedTree> {
        IndexedTree::new(vec(vec(any::<u32>())).encode(&value.to_vec()).expect("any number"))
    }

    #[test]
    fn is_ready_when_a_nested_input_was_accepted() {
        let mut growth = Growth::new();
        let flat = IndexedTree::new(any::<(u32, u32)>().encode(&(1, 2)).expect("any number"));
        growth.observe(&flat, &accepted(), Search::Random);
        let rejected = CaseOutcome::Rejected(Rejection::default());
        let rejected = CaseResult { outcome: rejected, ..accepted() };
        growth.learn(&lists(&[vec![9], vec![8, 7]]), &rejected, &mut Rng::new(1));
        assert!(growth.readiness() < 1.0 && growth.archive.is_empty());
        growth.observe(&lists(&[vec![1], vec![2, 3]]), &accepted(), Search::Random);
        assert!(growth.readiness() >= 1.0);
        // Later too, only accepted inputs are kept.
        let other = lists(&[vec![1, 2, 3], vec![4]]);
        assert!(!growth.keep(&other, &rejected) && growth.keep(&other, &accepted()));
        assert_eq!(growth.search(), Search::Pool, "as reports name it");
    }

    #[test]
    fn a_score_keeps_it_out() {
        let mut growth = Growth::new();
        let scores = vec![("score", 1.0)];
        let feedback = Feedback { scores, ..Feedback::default() };
        growth.observe(&lists(&[vec![1]]), &CaseResult { feedback, ..accepted() }, Search::Random);
        growth.observe(&lists(&[vec![1]]), &accepted(), Search::Random);
        assert!(growth.readiness() <= 0.0);
    }

    #[test]
    fn proposals_become_larger_than_what_they_are_made_of() {
        let mut growth = Growth::new();
        growth.observe(&lists(&[vec![1], vec![2, 3]]), &accepted(), Search::Random);
        let mut rng = Rng::new(5);
        let mut largest = 0;
        for _ in 0..200 {
            let proposal = growth.propose(&mut rng);
            let Proposal::Follow(tree) = proposal else {
                growth.skip();
                continue;
            };
            assert!(tree.len() <= growth.limit() || matches!(growth.pending, Pending::Move));
            largest = largest.max(tree.len());
            let result = accepted();
            growth.learn(&IndexedTree::new((*tree).clone()), &result, &mut rng);
        }
        assert!(largest > 40, "{largest}");
    }

    #[test]
    fn signatures_ignore_order_and_count_magnitudes() {
        let mut counts = EventCounts::default();
        let one = counts.signature(&[1, 2, 2, 3]);
        assert_eq!(one, counts.signature(&[2, 3, 1, 2]));
        assert_ne!(one, counts.signature(&[1, 2, 3]));
        assert_eq!(counts.signature(&[5; 5]), counts.signature(&[5; 7]));
    }
}
