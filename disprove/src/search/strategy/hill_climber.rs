//! A hill climber: moves from one incumbent to better inputs near it.

use super::cooling::Cooling;
use crate::{
    case::CaseResult,
    choice::Tree,
    feedback::is_same_name,
    search::{
        constants::tuned,
        fitness::Fitness,
        neighbor::{
            DeterministicStage, LineSearch, MoveSelection, Neighborhood, StepSize, substitutions,
        },
        proposal::Proposal,
        rng::Rng,
        structure::IndexedTree,
    },
};
use std::rc::Rc;

/// An input and its fitness.
type Rated = (Rc<IndexedTree>, Fitness);

/// Moves from one incumbent to better inputs near it, and leaves dead ends.
#[derive(Debug)]
pub(crate) struct HillClimber {
    /// The label of the score to maximize; without one, it looks for accepted inputs.
    label: Option<&'static str>,
    cooling: Cooling,
    /// The incumbent: the input that moves start from.
    base: Option<Rated>,
    /// The best input since it last started from a random one.
    best: Option<Rated>,
    neighborhood: Neighborhood,
    step_size: StepSize,
    /// Running means of the losses of worsening moves and of the gains of improving ones.
    loss: f64,
    gain: f64,
    /// Executions since the best was found, and the number after which it restarts.
    stale: u32,
    patience: f64,
    /// This annealing cycle found a new best.
    improved: bool,
    stage: Option<DeterministicStage>,
    /// The deterministic stage of the best has ended.
    stage_done: bool,
    /// The size of the largest input to accept as the incumbent.
    largest: usize,
    /// Repeats the last move that improved.
    line: Option<LineSearch>,
    /// Inputs made of the best one by its trace, if it was rejected.
    substitutions: Vec<Rc<Tree>>,
    /// The incumbent is to run once more.
    runs_again: bool,
    pending: Pending,
}

/// The origin of the last proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pending {
    Start,
    Move,
    Deterministic,
    LineSearch,
    Substitution,
    Again,
}

/// Executions without a new best before it returns to the best or starts over, and the factor by which that grows each
/// time. From the prototype.
const PATIENCE: f64 = 600.0;
const PATIENCE_GROWS: f64 = 1.5;

/// The probability of returning to the best input instead of starting over. From the prototype.
const BACK_TO_BEST: f64 = 0.5;

/// The probability of accepting a longer input of equal fitness. At 0, lists never grow to the length that pays; at 1,
/// they grow without limit (`case-studies graph`, drawn vertices).
const LATERAL_GROWTH: f64 = 0.4;

/// The size from which that probability falls with the size, because long inputs take longer to run.
const LONG: f64 = 500.0;

/// The size of the largest incumbent, and its factor to the largest random input, if that is more. Otherwise a score that
/// grows with the length would let inputs grow forever. With a quarter of both, `case-studies spells` takes more executions.
const LARGEST: usize = 4_000;
const TIMES_RANDOM: usize = 8;

/// The largest reward of a move, in mean gains, so that one lucky move does not dominate. From the prototype.
const LARGEST_REWARD: f64 = 3.0;

/// The limit of the usual loss that heat is measured by, in mean gains. Without it, `case-studies held-out` does not find
/// the number of the calculator: the usual loss is thousands, and the last gains are one each. With 2 or 4, the third
/// maze of `case-studies labyrinth` takes half as long again.
const STEEP: f64 = 8.0;

/// Executions without a new best before the deterministic stage starts, and its share of the executions from then on.
/// See `case-studies nested`, whose score has plateaus.
const STAGE_FROM: u32 = 250;
const STAGE_SHARE: f64 = 0.15;

/// The same for a stage that is short, which costs little and is likely to end a plateau.
const SHORT_STAGE_FROM: u32 = 60;
const SHORT_STAGE_SHARE: f64 = 0.9;

impl HillClimber {
    pub(crate) fn new(label: Option<&'static str>, cooling: Cooling) -> HillClimber {
        HillClimber {
            label,
            cooling,
            base: None,
            best: None,
            neighborhood: Neighborhood::new(MoveSelection::CLIMB),
            step_size: StepSize::new(),
            loss: 0.0,
            gain: 0.0,
            stale: 0,
            patience: tuned("PATIENCE", PATIENCE),
            improved: false,
            stage: None,
            stage_done: false,
            largest: LARGEST,
            substitutions: Vec::new(),
            runs_again: false,
            line: None,
            pending: Pending::Start,
        }
    }

    pub(crate) fn label(&self) -> Option<&'static str> {
        self.label
    }

    pub(crate) fn has_label(&self, label: &str) -> bool {
        self.label.is_some_and(|known| is_same_name(known, label))
    }

    /// Forgets everything but the label and the cooling.
    pub(crate) fn restart(&mut self) {
        *self = HillClimber::new(self.label, self.cooling);
    }

    pub(crate) fn has_incumbent(&self) -> bool {
        self.base.is_some()
    }

    /// Starts from this accepted input, with this score.
    pub(crate) fn start_from(&mut self, input: Rc<IndexedTree>, score: f64) {
        self.start((input, Fitness::accepted(score)));
    }

    /// Starts from this rejected input. It runs once more, for its trace.
    pub(crate) fn start_near(&mut self, input: Rc<IndexedTree>, fitness: Fitness) {
        self.allow(&input);
        self.start((input, fitness));
        self.runs_again = true;
    }

    /// Executions since the last improvement.
    pub(crate) fn stale(&self) -> u32 {
        self.stale
    }

    fn start(&mut self, rated: Rated) {
        self.base = Some(rated.clone());
        self.best = Some(rated);
        (self.stale, self.step_size) = (0, StepSize::new());
        (self.stage, self.stage_done) = (None, false);
        self.substitutions.clear();
    }

    pub(crate) fn propose(&mut self, rng: &mut Rng) -> Proposal {
        let Some((base, _)) = &self.base else {
            self.pending = Pending::Start;
            return Proposal::Random;
        };
        let base = base.clone();
        if std::mem::take(&mut self.runs_again) {
            self.pending = Pending::Again;
            return Proposal::Again(Rc::new(base.tree.clone()));
        }
        if let Some(tree) = self.substitutions.pop() {
            self.pending = Pending::Substitution;
            return Proposal::Follow(tree);
        }
        if let Some(tree) = self.line.as_mut().and_then(|line| line.next(&base)) {
            self.pending = Pending::LineSearch;
            return Proposal::Follow(tree);
        }
        self.line = None;
        if let Some(proposal) = self.propose_deterministic(rng) {
            self.pending = Pending::Deterministic;
            return proposal;
        }
        self.pending = Pending::Move;
        let size = self.step_size.draw(rng);
        Proposal::Follow(self.neighborhood.propose(&base, size, rng))
    }

    fn propose_deterministic(&mut self, rng: &mut Rng) -> Option<Proposal> {
        if self.stage_done || self.stale < SHORT_STAGE_FROM && self.stage.is_none() {
            return None;
        }
        if self.stage.is_none() {
            let (best, _) = self.best.as_ref()?;
            self.stage = Some(DeterministicStage::new(best.clone()));
        }
        let stage = self.stage.as_mut()?;
        let share = if stage.is_short() {
            SHORT_STAGE_SHARE
        } else if self.stale >= STAGE_FROM {
            STAGE_SHARE
        } else {
            0.0
        };
        if !rng.chance(share) {
            return None;
        }
        let next = stage.next();
        if next.is_none() {
            (self.stage, self.stage_done) = (None, true);
        }
        next
    }

    pub(crate) fn learn(&mut self, input: &Rc<IndexedTree>, result: &CaseResult, rng: &mut Rng) {
        let fitness = Fitness::of(result, self.label);
        let rated = (input.clone(), fitness);
        match std::mem::replace(&mut self.pending, Pending::Start) {
            Pending::Start if self.base.is_none() => {
                self.allow(&rated.0);
                self.start(rated);
            }
            Pending::Start => {}
            Pending::Deterministic => self.learn_deterministic(rated),
            Pending::LineSearch => self.learn_line(rated, rng),
            Pending::Move => self.learn_move(rated, rng),
            Pending::Substitution => self.learn_substitution(rated),
            Pending::Again => self.substitutions = substitutions(input, &result.trace),
        }
        self.substitute(input, result);
    }

    /// If this input is the new best and was rejected, its trace says what to try next.
    fn substitute(&mut self, input: &Rc<IndexedTree>, result: &CaseResult) {
        let is_best =
            self.stale == 0 && self.best.as_ref().is_some_and(|(best, _)| Rc::ptr_eq(best, input));
        if is_best && !result.is_accepted() {
            self.substitutions = substitutions(input, &result.trace);
        }
    }

    fn learn_substitution(&mut self, rated: Rated) {
        if self.best.as_ref().is_some_and(|(_, best)| rated.1.is_better(*best)) {
            self.line = None;
            self.found(rated);
        } else {
            self.stale += 1;
        }
    }

    fn is_not_too_large(&self, input: &IndexedTree) -> bool {
        input.size() <= self.largest
    }

    /// A random input raises the size limit.
    fn allow(&mut self, input: &IndexedTree) {
        self.largest = self.largest.max(TIMES_RANDOM * input.size());
    }

    /// Adopts an input that it did not propose, if that is a new best.
    pub(crate) fn observe(
        &mut self,
        input: &Rc<IndexedTree>,
        result: &CaseResult,
        is_random: bool,
    ) {
        if is_random {
            self.allow(input);
        }
        let fitness = Fitness::of(result, self.label);
        if self.best.as_ref().is_none_or(|(_, best)| fitness.is_better(*best))
            && self.is_not_too_large(input)
        {
            self.line = None;
            self.found((input.clone(), fitness));
            self.substitute(input, result);
        }
    }

    /// Its proposal did not run.
    pub(crate) fn skip(&mut self) {
        if self.pending == Pending::LineSearch {
            self.line = None;
        }
    }

    fn found(&mut self, rated: Rated) {
        self.base = Some(rated.clone());
        self.best = Some(rated);
        self.stale = 0;
        self.improved = true;
        self.substitutions.clear();
        (self.stage, self.stage_done) = (None, false);
    }

    fn learn_deterministic(&mut self, rated: Rated) {
        let Some((_, best)) = self.best else { return };
        if rated.1.is_better(best) && self.is_not_too_large(&rated.0) {
            let next = self.stage.as_ref().and_then(DeterministicStage::after_success);
            self.found(rated);
            // The stage continues at once from its own new best.
            if let (Some(next), Some((best, _))) = (next, &self.best) {
                self.stage = Some(next.from(best.clone()));
            }
            return;
        }
        self.stale += 1;
        if rated.1.compare(best).is_eq() {
            if let Some(stage) = &mut self.stage {
                stage.equalled(rated.0);
            }
        }
    }

    fn learn_line(&mut self, rated: Rated, rng: &mut Rng) {
        let better = self.is_not_too_large(&rated.0)
            && self.base.as_ref().is_some_and(|(_, fitness)| rated.1.is_better(*fitness));
        if !better {
            self.stale += 1;
            if let Some(line) = &mut self.line {
                line.missed();
            }
            self.move_on(rng);
            return;
        }
        let mut line = self.line.take();
        if let Some(line) = &mut line {
            line.improved();
        }
        if self.best.as_ref().is_none_or(|(_, best)| rated.1.is_better(*best)) {
            self.found(rated);
        } else {
            self.base = Some(rated);
        }
        self.line = line;
    }

    fn learn_move(&mut self, rated: Rated, rng: &mut Rng) {
        let Some((base, fitness)) = &self.base else { return };
        let (shorter, fitness) = (rated.0.size() <= base.size(), *fitness);
        let fits = shorter || self.is_not_too_large(&rated.0);
        let better = fits && rated.1.is_better(fitness);
        let gain = rated.1.gain(fitness);
        let line = if better { LineSearch::through(base, &rated.0) } else { None };
        self.step_size.learn(better);
        let reward = match gain {
            _ if !better => 0.0,
            None => 1.0,
            Some(gain) => {
                // The mean over about ten gains.
                self.gain = if self.gain == 0.0 { gain } else { self.gain * 0.9 + gain * 0.1 };
                (gain / self.gain).min(LARGEST_REWARD)
            }
        };
        self.neighborhood.reward(reward);
        let accepted = better
            || match gain {
                Some(0.0) => shorter || rng.chance(HillClimber::growth(rated.0.size())),
                // It is too large.
                Some(gain) if gain > 0.0 => false,
                Some(gain) => {
                    let loss = -gain;
                    // The mean over about fifty losses.
                    self.loss =
                        if self.loss == 0.0 { loss } else { self.loss * 0.98 + loss * 0.02 };
                    // Where losses are much larger than gains, the score is steep around the incumbent, and a heat by
                    // losses would leave it at once.
                    let usual = self.loss.min(tuned("STEEP", STEEP) * self.gain);
                    self.cooling.accepts(loss, usual, rng)
                }
                None => false,
            };
        let best = self.best.as_ref().is_none_or(|(_, best)| rated.1.is_better(*best));
        if best && better {
            self.found(rated);
        } else {
            self.stale += 1;
            if accepted && fits {
                self.base = Some(rated);
            }
        }
        self.line = line;
        self.move_on(rng);
    }

    /// The probability of accepting an input of this length with equal fitness: the longer, the smaller.
    fn growth(length: usize) -> f64 {
        tuned("LATERAL_GROWTH", LATERAL_GROWTH) * (LONG / length as f64).min(1.0)
    }

    /// Ends a cycle, or leaves an incumbent that led nowhere for long.
    fn move_on(&mut self, rng: &mut Rng) {
        if self.cooling.advance() {
            let improved = std::mem::take(&mut self.improved);
            if !improved {
                self.cooling.lengthen();
            }
            if improved || rng.chance(tuned("BACK_TO_BEST", BACK_TO_BEST)) {
                self.base.clone_from(&self.best);
            } else {
                self.start_anew();
            }
        } else if !matches!(self.cooling, Cooling::Cycles { .. })
            && f64::from(self.stale) > self.patience
        {
            self.patience *= tuned("PATIENCE_GROWS", PATIENCE_GROWS);
            if rng.chance(tuned("BACK_TO_BEST", BACK_TO_BEST)) {
                self.base.clone_from(&self.best);
                (self.stale, self.step_size) = (0, StepSize::new());
            } else {
                self.start_anew();
            }
            (self.stage, self.stage_done) = (None, false);
        }
    }

    fn start_anew(&mut self) {
        (self.base, self.best, self.line) = (None, None, None);
        self.substitutions.clear();
    }
}

#[cfg(test)]
mod tests;
