//! Which search has its turn, by what cases tell.

use super::{
    Proposal, Schedule, Search,
    anneal::{Cooling, HIGHEST},
    climb::Climb,
    mutate::Mutate,
    rng::Rng,
    seeds::Seeds,
    spread::Spread,
};
use crate::{
    case::CaseResult,
    choice::Tree,
    search::{Front, IndexedTree},
};
use std::rc::Rc;

/// A guided search under way.
#[derive(Debug)]
pub(crate) struct Scheduler {
    wanted: Search,
    /// What annealing starts its cycles with.
    temperature: f64,
    rng: Rng,
    /// One for each label of a score.
    climbs: Vec<Climb>,
    /// The best compromises between their scores.
    front: Front,
    seeds: Seeds,
    spread: Spread,
    mutate: Mutate,
    /// The code under test is traced.
    traced: bool,
    turn: Turn,
    next: usize,
    /// How many cases it was told of, and what they were.
    cases: u64,
    rejected: u64,
    chances: Chances,
    /// Too many were rejected, once at least.
    wasteful: bool,
    /// The history changed, once at least.
    changed: bool,
}

/// Who made the last proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    Chance,
    Climb(usize),
    Seeds,
    Spread,
    Mutate,
}

/// So many cases are drawn at random before anything is made of them.
const FIRST: u64 = 5;

/// What is left to chance while there is a score.
const CHANCE: f64 = 0.05;

/// What goes to cases that changed the history, while there is a score as well.
const HISTORY: f64 = 0.5;

/// What goes to changes of cases that took a course of their own, while there is something else to be guided by.
const TRACED: f64 = 0.5;

/// How often a search for one of several scores starts from a compromise.
const COMPROMISE: f64 = 0.5;

/// One rejected case in so many is worth looking after.
pub(crate) const REJECTED: u64 = 5;

impl Scheduler {
    pub(crate) fn new(
        wanted: Search,
        temperature: Option<f64>,
        schedule: Schedule,
        seed: u64,
    ) -> Scheduler {
        Scheduler {
            wanted,
            temperature: temperature.unwrap_or(HIGHEST),
            rng: Rng::new(seed),
            climbs: Vec::new(),
            front: Front::default(),
            seeds: Seeds::new(None),
            spread: Spread::new(),
            mutate: Mutate::new(schedule),
            traced: false,
            turn: Turn::Chance,
            next: 0,
            cases: 0,
            rejected: 0,
            chances: Chances::default(),
            wasteful: false,
            changed: false,
        }
    }

    /// The search that made the last proposal.
    pub(crate) fn proposed_by(&self) -> Search {
        match self.turn {
            Turn::Chance => Search::Random,
            Turn::Climb(_) if self.wanted == Search::Anneal => Search::Anneal,
            Turn::Climb(_) => Search::Climb,
            Turn::Seeds | Turn::Spread => Search::Pool,
            Turn::Mutate => Search::Mutate,
        }
    }

    pub(crate) fn propose(&mut self) -> Proposal {
        self.turn = self.choose();
        match self.turn {
            Turn::Chance => Proposal::Random,
            Turn::Climb(at) => {
                self.go_on_from_a_compromise(at);
                self.climbs[at].propose(&mut self.rng)
            }
            Turn::Seeds => self.seeds.propose(&mut self.rng),
            Turn::Spread => self.spread.propose(&mut self.rng),
            Turn::Mutate => self.mutate.propose(&mut self.rng),
        }
    }

    /// A case that none of the searches asked for is next; they hear of it as of one that came by chance.
    pub(crate) fn offer(&mut self, tree: &Tree) -> Proposal {
        self.turn = Turn::Chance;
        Proposal::Again(Rc::new(tree.clone()))
    }

    fn choose(&mut self) -> Turn {
        if self.cases < FIRST {
            return Turn::Chance;
        }
        let scored = self.climbs.first().is_some_and(|climb| climb.label().is_some());
        // Once and for all: that fewer are rejected now is what was wanted.
        self.wasteful |= self.rejected * REJECTED > self.cases;
        let rejections = self.wasteful;
        match self.wanted {
            Search::Random => Turn::Chance,
            Search::Mutate if self.traced => Turn::Mutate,
            Search::Pool | Search::Mutate if self.changed || scored || !rejections => Turn::Seeds,
            Search::Pool | Search::Mutate => Turn::Spread,
            Search::Climb | Search::Anneal => self.climb(),
            // Beside a score or a history, and while nothing is accepted, traces have half of the turns.
            Search::Auto
                if self.traced
                    && (!scored && !self.changed && self.rejected < self.cases
                        || self.rng.chance(TRACED)) =>
            {
                Turn::Mutate
            }
            Search::Auto if scored || self.changed => {
                if self.rng.chance(CHANCE) {
                    Turn::Chance
                } else if scored && !(self.changed && self.rng.chance(HISTORY)) {
                    self.climb()
                } else {
                    Turn::Seeds
                }
            }
            Search::Auto if rejections => {
                if self.rng.chance(self.chances.share()) {
                    Turn::Chance
                } else {
                    Turn::Spread
                }
            }
            Search::Auto => Turn::Chance,
        }
    }

    /// Where several scores are looked after, a search that starts afresh may start from one of the best compromises.
    fn go_on_from_a_compromise(&mut self, at: usize) {
        let count = self.front.len();
        if self.climbs[at].is_lost() && count > 0 && self.rng.chance(COMPROMISE) {
            let member = self.rng.below(count);
            let score = self.front.score(member, at);
            self.climbs[at].start_from(self.front.get(member).clone(), score);
        }
    }

    fn cooling(&self) -> Cooling {
        match self.wanted {
            Search::Climb => Cooling::Cold,
            Search::Anneal => Cooling::cycles(self.temperature),
            _ => Cooling::Steady,
        }
    }

    /// The labels take turns.
    fn climb(&mut self) -> Turn {
        if self.climbs.is_empty() {
            let climb = Climb::new(None, self.cooling());
            self.climbs.push(climb);
        }
        self.next = (self.next + 1) % self.climbs.len();
        Turn::Climb(self.next)
    }

    pub(crate) fn learn(&mut self, input: &Rc<IndexedTree>, result: &CaseResult) {
        if self.turn == Turn::Chance {
            self.chances.add(result.is_accepted());
        }
        self.cases += 1;
        self.rejected += u64::from(!result.is_accepted());
        self.changed |= result.history_changed;
        self.traced |= !result.trace.events().is_empty();
        for (label, score) in &result.feedback.scores {
            if score.is_nan() {
                continue;
            }
            if !self.climbs.iter().any(|climb| climb.looks_after(label)) {
                if self.climbs.first().is_some_and(|climb| climb.label().is_none()) {
                    self.climbs.clear();
                    self.turn = Turn::Chance;
                }
                if self.climbs.is_empty() {
                    self.seeds = Seeds::new(Some(label));
                }
                let climb = Climb::new(Some(label), self.cooling());
                self.climbs.push(climb);
            }
        }
        if self.climbs.len() > 1 && result.is_accepted() {
            let score = |climb: &Climb| climb.label().and_then(|label| result.score(label));
            let scores = self.climbs.iter().map(|climb| score(climb).unwrap_or(f64::MIN)).collect();
            self.front.add(input, scores);
        }
        let Scheduler { climbs, rng, turn, .. } = self;
        for (at, climb) in climbs.iter_mut().enumerate() {
            if *turn == Turn::Climb(at) {
                climb.learn(input, result, rng);
            } else {
                climb.overhear(input, result, *turn == Turn::Chance);
            }
        }
        if self.turn != Turn::Mutate && self.traced {
            self.mutate.overhear(input, result);
        }
        match self.turn {
            Turn::Spread => self.spread.learn(input, result, &mut self.rng),
            Turn::Mutate => self.mutate.learn(input, result),
            Turn::Seeds => self.seeds.learn(input, result, &mut self.rng),
            Turn::Chance | Turn::Climb(_) => {
                self.seeds.overhear(input, result, self.turn == Turn::Chance);
            }
        }
        // A case that came by chance says nothing about where the search has got to.
        if result.feedback.restart && self.turn != Turn::Chance {
            self.start_afresh();
        }
    }

    /// Forgets all cases, but not which labels there are.
    fn start_afresh(&mut self) {
        for climb in &mut self.climbs {
            climb.reset();
        }
        let label = self.climbs.first().and_then(Climb::label);
        self.seeds = Seeds::new(label);
        self.spread = Spread::new();
        self.front = Front::default();
    }

    /// The proposal was a case that had its turn before, and was not run.
    pub(crate) fn skip(&mut self) {
        match self.turn {
            Turn::Spread => self.spread.repeated(),
            Turn::Mutate => self.mutate.repeated(),
            Turn::Climb(at) => self.climbs[at].repeated(),
            Turn::Seeds | Turn::Chance => {}
        }
    }
}

/// How well cases do that come by chance.
#[derive(Debug, Default)]
struct Chances {
    cases: f64,
    accepted: f64,
}

impl Chances {
    fn add(&mut self, accepted: bool) {
        self.cases += 1.0;
        self.accepted += f64::from(u8::from(accepted));
    }

    /// How much is left to chance beside a search for accepted cases. What chance makes is less alike than what is made
    /// of one another, so where most of it is accepted, most is left to it. The third power: a tenth rejected
    /// leaves three quarters to chance, a half leaves an eighth.
    fn share(&self) -> f64 {
        ((self.accepted + 1.0) / (self.cases + 2.0)).powi(3)
    }
}
