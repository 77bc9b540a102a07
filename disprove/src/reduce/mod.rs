//! Makes a failing case small: proposals are trees, an oracle runs them, and the smallest tree that
//! still fails is kept.
//!
//! A pass may propose anything, also nonsense: a proposal is only a guide, and what the generator made
//! of it counts. It is judged before the property is called, so nonsense costs one run of the generator.
//! The order is well-founded, so every loop of a pass that goes on while it works comes to an end.

mod branch;
mod deletion;
mod descent;
mod digest;
mod hoist;
mod momentum;
mod number;
mod rounds;
mod sequence;
mod siblings;
mod simplest;
mod sort;
mod sum;

use crate::choice::Tree;
use std::{
    collections::{HashMap, HashSet},
    time::Instant,
};

/// What became of a proposal.
#[derive(Debug)]
pub(crate) enum Attempt {
    /// The property was not called: the proposal was rejected by the generator, or the tree it made
    /// was not wanted.
    Unwanted,
    /// The property holds for it, rejects it, or fails in another way.
    Passed,
    /// It still fails: the tree that was really drawn.
    Failed(Tree),
}

/// Runs proposals.
pub(crate) trait Oracle {
    /// `wanted` is asked with the realised tree before the property is called.
    fn attempt(&mut self, guide: Tree, wanted: &mut dyn FnMut(&Tree) -> bool) -> Attempt;
}

/// What a reduction may cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Runs of the property.
    pub(crate) runs: u64,
    /// No run is begun after this.
    pub(crate) until: Option<Instant>,
}

impl Limits {
    #[cfg(test)]
    pub(crate) const NONE: Limits = Limits { runs: u64::MAX, until: None };
}

/// Why a reduction ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// No pass finds anything smaller.
    Fixpoint,
    Runs,
    Time,
    /// As many choices were proposed as may be.
    Work,
}

/// The smallest failing tree found, and how it was reached.
#[derive(Debug)]
pub(crate) struct Reduction {
    pub(crate) tree: Tree,
    pub(crate) steps: Vec<Step>,
    /// How often the generator ran.
    pub(crate) attempts: u64,
    /// How many attempts reached the property.
    #[cfg_attr(not(test), expect(dead_code, reason = "the oracle knows how often it really ran"))]
    pub(crate) runs: u64,
    pub(crate) ended: End,
}

/// Which pass made it how small.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    pub(crate) pass: &'static str,
    pub(crate) choices: usize,
}

type Pass<'a> = (&'static str, fn(&mut Reducer<'a>));

/// Coarse before fine: whole parts go first, single values are searched for last.
fn passes<'a>() -> [Pass<'a>; 14] {
    [
        ("discard", Reducer::drop_discarded),
        ("pile", Reducer::pile),
        ("delete", Reducer::delete_siblings),
        ("rounds", Reducer::delete_rounds),
        ("hoist", Reducer::hoist),
        ("empty", Reducer::empty_spans),
        ("merge", Reducer::merge),
        ("branch", Reducer::lower_branches),
        ("zero", Reducer::simplify_choices),
        ("equal", Reducer::lower_equal_numbers),
        ("number", Reducer::lower_numbers),
        ("sequence", Reducer::reduce_sequences),
        ("transfer", Reducer::transfer),
        ("sort", Reducer::sort),
    ]
}

/// Reduces a failing case. Pure: the same start and the same answers give the same result.
pub(crate) fn reduce(start: Tree, oracle: &mut dyn Oracle, limits: Limits) -> Reduction {
    let mut reducer = Reducer::new(start, oracle, limits);
    reducer.look_at_start();
    reducer.pass = "simplest";
    reducer.works(Tree::default());
    loop {
        let before = reducer.best.clone();
        for (name, pass) in passes() {
            if reducer.work == 0 {
                break;
            }
            reducer.pass = name;
            pass(&mut reducer);
        }
        if reducer.best.compare(&before).is_eq() {
            break;
        }
        reducer.pass = "momentum";
        reducer.keep_moving(&before);
    }
    let Reducer { best, steps, attempts, runs, ended, .. } = reducer;
    Reduction { tree: best, steps, attempts, runs, ended }
}

/// What a proposal came to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    /// The generator refused it, or made nothing smaller of it.
    Unwanted,
    Passed,
    /// It is the best now.
    Smaller,
}

struct Reducer<'a> {
    oracle: &'a mut dyn Oracle,
    best: Tree,
    /// What was proposed, and what came of it. That stays true: the best only gets smaller.
    proposed: HashMap<u64, Answer>,
    /// The trees the property was run with.
    realised: HashSet<u64>,
    /// The property draws in its body, so the tree that is judged is not all of it: equal trees do not
    /// mean equal runs.
    draws_on: bool,
    pass: &'static str,
    steps: Vec<Step>,
    attempts: u64,
    runs: u64,
    limits: Limits,
    ended: End,
    /// Choices that may still be proposed.
    work: usize,
}

/// Choices that are proposed at most, for a start of any size and for each of its choices: seconds in
/// unoptimised code, and a hundred times what a case of usual size takes. What was found by then is kept.
const WORK: (usize, usize) = (4 << 20, 100);

impl<'a> Reducer<'a> {
    fn new(start: Tree, oracle: &'a mut dyn Oracle, limits: Limits) -> Reducer<'a> {
        Reducer {
            oracle,
            proposed: HashMap::from([(start.guide_digest(), Answer::Unwanted)]),
            realised: HashSet::from([start.digest()]),
            work: WORK.0 + WORK.1 * start.len(),
            best: start,
            draws_on: false,
            pass: "",
            steps: Vec::new(),
            attempts: 0,
            runs: 0,
            limits,
            ended: End::Fixpoint,
        }
    }

    /// Finds out whether the property draws in its body. The property is not run.
    fn look_at_start(&mut self) {
        let kept = self.best.flattened().len();
        let mut judged = kept;
        self.attempts += 1;
        self.oracle.attempt(self.best.clone(), &mut |tree| {
            judged = tree.flattened().len();
            false
        });
        self.draws_on = judged < kept;
    }

    fn propose(&mut self, guide: Tree) -> Answer {
        if self.is_over(guide.len() + 1) {
            return Answer::Unwanted;
        }
        let key = guide.guide_digest();
        if let Some(known) = self.proposed.get(&key) {
            return *known;
        }
        self.attempts += 1;
        let Reducer { oracle, best, realised, draws_on, .. } = self;
        let mut judged = 0;
        let attempt = oracle.attempt(guide, &mut |tree| {
            judged = tree.digest();
            let new = tree.compare(best).is_lt();
            new && (realised.insert(judged) || *draws_on)
        });
        let answer = match attempt {
            Attempt::Unwanted => Answer::Unwanted,
            Attempt::Passed => {
                self.runs += 1;
                Answer::Passed
            }
            Attempt::Failed(tree) => {
                self.runs += 1;
                let digest = tree.digest();
                self.draws_on |= digest != judged;
                self.realised.insert(digest);
                self.keep_if_smaller(tree)
            }
        };
        // Proposed again, what was smaller is not any more.
        let known = if answer == Answer::Smaller { Answer::Unwanted } else { answer };
        self.proposed.insert(key, known);
        answer
    }

    /// Whether a limit is reached, now that so many choices more are proposed.
    fn is_over(&mut self, choices: usize) -> bool {
        if self.ended != End::Fixpoint {
            return true;
        }
        self.work = self.work.saturating_sub(choices);
        self.ended = match self.limits.until {
            _ if self.work == 0 => End::Work,
            _ if self.runs >= self.limits.runs => End::Runs,
            Some(until) if Instant::now() >= until => End::Time,
            _ => return false,
        };
        self.work = 0;
        true
    }

    fn keep_if_smaller(&mut self, tree: Tree) -> Answer {
        if tree.compare(&self.best).is_ge() {
            return Answer::Unwanted;
        }
        self.steps.push(Step { pass: self.pass, choices: tree.len() });
        self.best = tree;
        Answer::Smaller
    }

    fn works(&mut self, guide: Tree) -> bool {
        self.propose(guide) == Answer::Smaller
    }

    /// Tries windows of `count` things, the largest first, each size from the back: taking out a run of
    /// any length costs a number of proposals that grows with the logarithm.
    fn windows(
        &mut self,
        count: &dyn Fn(&Reducer<'a>) -> usize,
        attempt: &mut dyn FnMut(&mut Reducer<'a>, std::ops::Range<usize>),
    ) {
        let mut size = count(self);
        while size > 0 {
            let mut end = count(self);
            while end > 0 {
                let start = end.saturating_sub(size);
                attempt(self, start..end);
                end = start.min(count(self));
            }
            size = (size / 2).min(count(self));
        }
    }
}

#[cfg(test)]
mod tests;
