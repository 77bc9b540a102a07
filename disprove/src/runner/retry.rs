//! Runs the property for the reducer, keeps what it finds, and notes what else it comes across.

use super::{Phase, progress::Progress, reduction::Reducer};
use crate::{
    case::{Ended, Fault, Subject},
    choice::Tree,
    reduce::{Attempt, Oracle, ReductionLimits},
    source::Source,
    statistics::{FailureRate, FailureRateTest},
};
use std::{rc::Rc, time::Instant};

/// Runs the property for the reducer.
pub(super) struct Retry<'r, 'a, S: Subject> {
    pub(super) reducer: &'r mut Reducer<'a, S>,
    /// The smallest that failed.
    pub(super) tree: Tree,
    /// What it said.
    pub(super) fault: Fault,
    pub(super) progress: Progress,
    /// How often the property ran.
    pub(super) runs: u64,
    pub(super) limits: ReductionLimits,
    /// What is flaky is run until it is known whether it fails about as often as the start.
    pub(super) rate_test: Option<FailureRateTest>,
}

/// What became of one run.
enum Run {
    Unwanted,
    Passed(Tree),
    Failed(Box<(Tree, Fault)>),
}

impl<'r, 'a, S: Subject> Retry<'r, 'a, S> {
    /// To reduce an input that is kept already. Of one that is flaky, its rate.
    pub(super) fn new(
        reducer: &'r mut Reducer<'a, S>,
        (tree, fault): (Tree, Fault),
        rate: Option<FailureRate>,
        limits: ReductionLimits,
    ) -> Retry<'r, 'a, S> {
        let progress = Progress::from(tree.clone());
        Retry {
            reducer,
            tree,
            fault,
            progress,
            runs: 0,
            limits,
            rate_test: rate.map(FailureRateTest::against),
        }
    }

    fn run(
        &mut self,
        guide: &Rc<Tree>,
        chance: Option<u64>,
        wanted: &mut dyn FnMut(&Tree) -> bool,
    ) -> Run {
        self.progress.look(&mut self.reducer.keeper, &self.tree);
        let mut is_wanted = |src: &Source| S::DRAWS || wanted(src.recorded());
        let ended = match chance {
            None => self.reducer.execute(Rc::clone(guide), &mut is_wanted),
            Some(number) => self.reducer.execute_filled(guide, number, &mut is_wanted),
        };
        self.reducer.tell(Phase::Reduce, &ended);
        let Reducer { src, slips, known, .. } = &mut *self.reducer;
        let run = match ended {
            // A generator that panics on choices nobody has drawn is no reason to end the reduction.
            Ended::Unwanted | Ended::Broken(_) | Ended::Rejected { unreached: true, .. } => {
                return Run::Unwanted;
            }
            Ended::Failed(fault) if fault.resembles(&self.fault) => {
                Run::Failed(Box::new((src.take_tree(), *fault)))
            }
            Ended::Failed(fault) => {
                slips.add(*fault, src.recorded(), known);
                Run::Passed(src.take_tree())
            }
            _ => Run::Passed(src.take_tree()),
        };
        self.runs += 1;
        run
    }

    /// Runs a flaky input as often as it takes. What fails once can fail; what fails far less often than the
    /// start does would be hard to see fail again.
    fn repeat(
        &mut self,
        guide: &Rc<Tree>,
        chance: Option<u64>,
        mut rate_test: FailureRateTest,
        first: Run,
    ) -> Run {
        let (mut run, mut failed) = (first, None);
        loop {
            let passed = match run {
                Run::Unwanted => return Run::Unwanted,
                Run::Passed(tree) => Some(tree),
                Run::Failed(seen) => {
                    failed = Some(seen);
                    None
                }
            };
            let answer = rate_test.add(passed.is_none());
            match (answer, passed, failed.take()) {
                (Some(true), _, Some(seen)) => return Run::Failed(seen),
                (None, _, seen) if !self.is_over() => failed = seen,
                (_, Some(tree), _) => return Run::Passed(tree),
                (_, None, seen) => return seen.map_or(Run::Unwanted, |seen| Run::Passed(seen.0)),
            }
            run = self.run(guide, chance, &mut |_| true);
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.runs >= self.limits.runs
            || self.limits.deadline.is_some_and(|end| Instant::now() >= end)
    }
}

impl<S: Subject> Oracle for Retry<'_, '_, S> {
    fn draws(&self) -> bool {
        S::DRAWS
    }

    fn attempt(
        &mut self,
        guide: Rc<Tree>,
        chance: Option<u64>,
        wanted: &mut dyn FnMut(&Tree) -> bool,
    ) -> Attempt {
        // The reducer does not know how many runs an attempt at a flaky input takes.
        if self.rate_test.is_some() && self.is_over() {
            return Attempt::Unwanted;
        }
        let run = match (self.run(&guide, chance, wanted), &self.rate_test) {
            (run, None) | (run @ Run::Unwanted, _) => run,
            (first, Some(rate_test)) => self.repeat(&guide, chance, rate_test.clone(), first),
        };
        match run {
            Run::Unwanted => Attempt::Unwanted,
            Run::Passed(tree) => Attempt::Passed(tree),
            Run::Failed(seen) => {
                let (tree, fault) = *seen;
                if tree.compare(&self.tree).is_lt() {
                    (self.tree, self.fault) = (tree.clone(), fault);
                    self.progress.improved(&mut self.reducer.keeper, &self.tree);
                }
                Attempt::Failed(tree)
            }
        }
    }
}
