//! Walking from a case to better ones near it.

use super::{
    Proposal,
    anneal::Cooling,
    line::Line,
    merit::Merit,
    neighbour::{Neighbourhood, Reach, Style},
    rng::Rng,
    sweep::Sweep,
};
use crate::case::CaseResult;
use crate::{feedback::is_same_name, search::IndexedTree};
use std::rc::Rc;

/// A case and how good it is.
type Rated = (Rc<IndexedTree>, Merit);

/// A search with one incumbent: from it, to better ones near it, and out of dead ends.
#[derive(Debug)]
pub(crate) struct Climb {
    /// The label of the scores it looks after; without one, it looks for accepted cases.
    label: Option<&'static str>,
    schedule: Cooling,
    /// Where moves start from.
    base: Option<Rated>,
    /// The best since the last fresh start.
    best: Option<Rated>,
    neighbourhood: Neighbourhood,
    reach: Reach,
    /// The mean of what worsening moves lost lately, and of what improving ones gained.
    loss: f64,
    gain: f64,
    /// Executions since the best was found, and how many there may be before something else is tried.
    stale: u32,
    patience: f64,
    /// A better one was found in this cycle.
    improved: bool,
    sweep: Option<Sweep>,
    /// The best was looked at systematically.
    swept: bool,
    /// The size of the largest case to go on from.
    largest: usize,
    /// Where the last step that paid leads.
    line: Option<Line>,
    pending: Pending,
}

/// What was proposed last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pending {
    Start,
    Move,
    Sweep,
    Line,
}

/// So many executions without a new best, and the search goes back to the best or starts afresh; each time there may be
/// more.
const PATIENCE: f64 = 600.0;
const PATIENCE_GROWS: f64 = 1.5;

/// How often a case as good but longer is accepted. Never: lists that must grow before they pay do not; always: they
/// grow without limit.
const LATERAL_GROWTH: f64 = 0.4;

/// Cases of more choices than this grow more slowly: what does not pay costs time.
const LONG: f64 = 500.0;

/// Longer cases are not gone on from, however good they are, unless chance makes some half as long: a score that grows
/// with the length would never end.
pub(super) const LARGEST: usize = 1_000;

/// What is no better may be so many times as long: longer cases lead to better ones now and then. Without any limit a
/// search that is stuck comes to spend its time on cases of some ten thousand choices.
const SIDEWAYS: usize = 4;

/// A gain counts at most as so many usual ones, when moves are rewarded.
const LARGEST_REWARD: f64 = 3.0;

/// From so many executions without a new best on, this share of them goes to a systematic look at the best.
const SWEEP_FROM: u32 = 250;
const SWEEP_SHARE: f64 = 0.15;

/// A look that will be over soon, because there is little to look at, begins earlier and gets most executions.
const SHORT_SWEEP_FROM: u32 = 60;
const SHORT_SWEEP_SHARE: f64 = 0.9;

impl Climb {
    pub(crate) fn new(label: Option<&'static str>, schedule: Cooling) -> Climb {
        Climb {
            label,
            schedule,
            base: None,
            best: None,
            neighbourhood: Neighbourhood::new(Style::CLIMB),
            reach: Reach::new(),
            loss: 0.0,
            gain: 0.0,
            stale: 0,
            patience: PATIENCE,
            improved: false,
            sweep: None,
            swept: false,
            largest: LARGEST,
            line: None,
            pending: Pending::Start,
        }
    }

    pub(crate) fn label(&self) -> Option<&'static str> {
        self.label
    }

    /// Whether it looks after the scores of this label.
    pub(crate) fn looks_after(&self, label: &str) -> bool {
        self.label.is_some_and(|known| is_same_name(known, label))
    }

    /// The property asked for a fresh start.
    pub(crate) fn reset(&mut self) {
        *self = Climb::new(self.label, self.schedule);
    }

    /// Whether it is about to start afresh.
    pub(crate) fn is_lost(&self) -> bool {
        self.base.is_none()
    }

    /// Starts from this accepted case, with this score.
    pub(crate) fn start_from(&mut self, kept: Rc<IndexedTree>, score: f64) {
        self.start((kept, Merit::accepted(score)));
    }

    fn start(&mut self, rated: Rated) {
        self.base = Some(rated.clone());
        self.best = Some(rated);
        (self.stale, self.reach) = (0, Reach::new());
        (self.sweep, self.swept) = (None, false);
    }

    pub(crate) fn propose(&mut self, rng: &mut Rng) -> Proposal {
        let Some((base, _)) = &self.base else {
            self.pending = Pending::Start;
            return Proposal::Random;
        };
        let base = base.clone();
        if let Some(tree) = self.line.as_mut().and_then(|line| line.next(&base)) {
            self.pending = Pending::Line;
            return Proposal::Follow(tree);
        }
        self.line = None;
        if let Some(proposal) = self.propose_sweep(rng) {
            self.pending = Pending::Sweep;
            return proposal;
        }
        self.pending = Pending::Move;
        let size = self.reach.draw(rng);
        Proposal::Follow(self.neighbourhood.propose(&base, size, rng))
    }

    fn propose_sweep(&mut self, rng: &mut Rng) -> Option<Proposal> {
        if self.swept || self.stale < SHORT_SWEEP_FROM && self.sweep.is_none() {
            return None;
        }
        if self.sweep.is_none() {
            let (best, _) = self.best.as_ref()?;
            self.sweep = Some(Sweep::new(best.clone()));
        }
        let sweep = self.sweep.as_mut()?;
        let share = if sweep.is_short() {
            SHORT_SWEEP_SHARE
        } else if self.stale >= SWEEP_FROM {
            SWEEP_SHARE
        } else {
            0.0
        };
        if !rng.chance(share) {
            return None;
        }
        let next = sweep.next();
        if next.is_none() {
            (self.sweep, self.swept) = (None, true);
        }
        next
    }

    pub(crate) fn learn(&mut self, input: &Rc<IndexedTree>, result: &CaseResult, rng: &mut Rng) {
        let merit = Merit::of(result, self.label);
        let rated = (input.clone(), merit);
        match std::mem::replace(&mut self.pending, Pending::Start) {
            Pending::Start if self.base.is_none() => {
                self.allow(&rated.0);
                self.start(rated);
            }
            Pending::Start => {}
            Pending::Sweep => self.learn_sweep(rated),
            Pending::Line => self.learn_line(rated, rng),
            Pending::Move => self.learn_move(rated, rng),
        }
    }

    fn is_not_too_large(&self, kept: &IndexedTree) -> bool {
        kept.size() <= self.largest
    }

    /// A case that came by chance.
    fn allow(&mut self, kept: &IndexedTree) {
        self.largest = self.largest.max(2 * kept.size());
    }

    /// A case that this search did not ask for: one that came by chance, or from a search for something else.
    pub(crate) fn overhear(
        &mut self,
        input: &Rc<IndexedTree>,
        result: &CaseResult,
        by_chance: bool,
    ) {
        if by_chance {
            self.allow(input);
        }
        let merit = Merit::of(result, self.label);
        if self.best.as_ref().is_none_or(|(_, best)| merit.is_better(*best))
            && self.is_not_too_large(input)
        {
            self.line = None;
            self.found((input.clone(), merit));
        }
    }

    /// The proposal was a case that had its turn before.
    pub(crate) fn repeated(&mut self) {
        if self.pending == Pending::Line {
            self.line = None;
        }
    }

    fn found(&mut self, rated: Rated) {
        self.base = Some(rated.clone());
        self.best = Some(rated);
        self.stale = 0;
        self.improved = true;
        (self.sweep, self.swept) = (None, false);
    }

    fn learn_sweep(&mut self, rated: Rated) {
        let Some((_, best)) = self.best else { return };
        if rated.1.is_better(best) && self.is_not_too_large(&rated.0) {
            let next = self.sweep.as_ref().and_then(Sweep::succeeded);
            self.found(rated);
            // What was found by looking is looked at again at once.
            if let (Some(next), Some((best, _))) = (next, &self.best) {
                self.sweep = Some(next.from(best.clone()));
            }
            return;
        }
        self.stale += 1;
        if rated.1.compare(best).is_eq()
            && let Some(sweep) = &mut self.sweep
        {
            sweep.as_good(rated.0);
        }
    }

    fn learn_line(&mut self, rated: Rated, rng: &mut Rng) {
        let better = self.is_not_too_large(&rated.0)
            && self.base.as_ref().is_some_and(|(_, merit)| rated.1.is_better(*merit));
        if !better {
            self.stale += 1;
            if let Some(line) = &mut self.line {
                line.turn();
            }
            self.turn(rng);
            return;
        }
        let mut line = self.line.take();
        if let Some(line) = &mut line {
            line.paid();
        }
        if self.best.as_ref().is_none_or(|(_, best)| rated.1.is_better(*best)) {
            self.found(rated);
        } else {
            self.base = Some(rated);
        }
        self.line = line;
    }

    fn learn_move(&mut self, rated: Rated, rng: &mut Rng) {
        let Some((base, merit)) = &self.base else { return };
        let (shorter, merit) = (rated.0.size() <= base.size(), *merit);
        let better = rated.1.is_better(merit) && (shorter || self.is_not_too_large(&rated.0));
        let gain = rated.1.gain(merit);
        let line = if better { Line::through(base, &rated.0) } else { None };
        self.reach.learn(better);
        let reward = match gain {
            _ if !better => 0.0,
            None => 1.0,
            Some(gain) => {
                self.gain = if self.gain == 0.0 { gain } else { self.gain * 0.9 + gain * 0.1 };
                (gain / self.gain).min(LARGEST_REWARD)
            }
        };
        self.neighbourhood.reward(reward);
        let accepted = better
            || match gain {
                Some(0.0) => shorter || rng.chance(Climb::growth(rated.0.size())),
                Some(gain) => {
                    let loss = -gain;
                    self.loss =
                        if self.loss == 0.0 { loss } else { self.loss * 0.98 + loss * 0.02 };
                    self.schedule.accepts(loss, self.loss, rng)
                }
                None => false,
            };
        let best = self.best.as_ref().is_none_or(|(_, best)| rated.1.is_better(*best));
        if best && better {
            self.found(rated);
        } else {
            self.stale += 1;
            if accepted && (shorter || rated.0.size() <= SIDEWAYS * self.largest) {
                self.base = Some(rated);
            }
        }
        self.line = line;
        self.turn(rng);
    }

    /// How likely a longer case that is as good is accepted: the less the longer it is.
    fn growth(length: usize) -> f64 {
        LATERAL_GROWTH * (LONG / length as f64).min(1.0)
    }

    /// Leaves what has led nowhere for long.
    fn turn(&mut self, rng: &mut Rng) {
        if self.schedule.advance() {
            let improved = std::mem::take(&mut self.improved);
            if !improved {
                self.schedule.lengthen();
            }
            if improved || rng.chance(0.5) {
                self.base.clone_from(&self.best);
            } else {
                self.start_afresh();
            }
        } else if !matches!(self.schedule, Cooling::Cycles { .. })
            && f64::from(self.stale) > self.patience
        {
            self.patience *= PATIENCE_GROWS;
            if rng.chance(0.5) {
                self.base.clone_from(&self.best);
                (self.stale, self.reach) = (0, Reach::new());
            } else {
                self.start_afresh();
            }
            (self.sweep, self.swept) = (None, false);
        }
    }

    fn start_afresh(&mut self) {
        (self.base, self.best, self.line) = (None, None, None);
    }
}
