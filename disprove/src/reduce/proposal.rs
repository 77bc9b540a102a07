//! Proposing a tree, and what came of it.

use super::{
    Attempt, Limits, Oracle, Reduction, ReductionEnd, Step, memory::Memory, nesting::Calls,
    number::Equality,
};
use crate::choice::{Span, Tree};
use std::{
    collections::{HashMap, HashSet},
    ops::Range,
    rc::Rc,
    time::Instant,
};

/// What a proposal came to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    /// The generator refused it, or had to make up for a part that a filter refused.
    Refused,
    /// The property does not fail, or nothing smaller was made of it.
    Passed,
    /// It is the best now.
    Smaller,
}

pub(super) struct Reducer<'a> {
    oracle: &'a mut dyn Oracle,
    limits: Limits,
    /// What the expensive passes may use up.
    ration: Option<u64>,
    end: ReductionEnd,
    pub(super) best: Tree,
    /// What was proposed, and what came of it. That stays true: the best only gets smaller.
    proposed: HashMap<u64, Answer>,
    /// The trees the property was run with.
    realised: HashSet<u64>,
    /// The property draws in its body, so the tree that is judged is not all of it: equal trees do not
    /// mean equal runs.
    draws_on: bool,
    /// What would be proposed, while only that is asked for.
    rehearsal: Option<Vec<Rc<Tree>>>,
    memory: Memory,
    calls: Calls,
    /// Numbers that were searched for from above, and how many of them together: a little less did not do.
    pub(super) settled: HashSet<(Equality, usize)>,
    pub(super) pass: &'static str,
    steps: Vec<Step>,
    attempts: u64,
    runs: u64,
}

/// Where so many windows are left, a success makes the next one twice as large: what goes piece by piece may
/// go in larger pieces.
const MANY: usize = 8;

impl<'a> Reducer<'a> {
    pub(super) fn new(start: Tree, oracle: &'a mut dyn Oracle, limits: Limits) -> Reducer<'a> {
        let (mut memory, mut calls) = (Memory::default(), Calls::new());
        memory.keep(&start, true);
        Reducer {
            draws_on: oracle.draws(),
            oracle,
            limits,
            ration: None,
            end: ReductionEnd::Complete,
            proposed: HashMap::from([(start.guide_digest(), Answer::Passed)]),
            realised: HashSet::from([start.digest()]),
            best: calls.nested(start),
            rehearsal: None,
            memory,
            calls,
            settled: HashSet::new(),
            pass: "",
            steps: Vec::new(),
            attempts: 0,
            runs: 0,
        }
    }

    /// For parts that are put into a case: no generator answers for them alone.
    pub(super) fn for_parts(start: Tree, oracle: &'a mut dyn Oracle) -> Reducer<'a> {
        let best = start.clone();
        Reducer {
            best,
            memory: Memory::none(),
            calls: Calls::none(),
            ..Reducer::new(start, oracle, Limits::NONE)
        }
    }

    pub(super) fn finish(self) -> Reduction {
        let Reducer { best, calls, steps, attempts, runs, end, .. } = self;
        Reduction { tree: calls.flat(best), steps, attempts, runs, end }
    }

    /// Whether a limit was reached: nothing more is proposed then.
    pub(super) fn is_over(&self) -> bool {
        self.end != ReductionEnd::Complete || self.ration.is_some_and(|ration| self.runs >= ration)
    }

    /// Allows so many runs in all until it is called again; `None` for as many as the limits do.
    pub(super) fn ration(&mut self, runs: Option<u64>) {
        self.ration = runs;
    }

    fn look_at_limits(&mut self) {
        if self.runs >= self.limits.runs {
            self.end = ReductionEnd::Runs;
        } else if self.limits.until.is_some_and(|until| Instant::now() >= until) {
            self.end = ReductionEnd::Time;
        }
    }

    pub(super) fn propose(&mut self, guide: Tree) -> Answer {
        if self.is_over() {
            return Answer::Refused;
        }
        let guide = self.calls.flat(guide);
        let key = guide.guide_digest();
        if let Some(known) = self.proposed.get(&key) {
            return *known;
        }
        let guide = Rc::new(guide);
        if self.memory.find(&guide).is_some_and(|(_, judged)| judged) {
            self.proposed.insert(key, Answer::Passed);
            return Answer::Passed;
        }
        if let Some(rehearsed) = &mut self.rehearsal {
            rehearsed.push(guide);
            return Answer::Passed;
        }
        let answer = self.run(guide, None);
        // Proposed again, what was smaller is not any more.
        let known = if answer == Answer::Smaller { Answer::Passed } else { answer };
        self.proposed.insert(key, known);
        answer
    }

    /// Runs of the generator that did not reach the property, but for those that had to.
    pub(super) fn wasted(&self) -> u64 {
        self.attempts - self.runs
    }

    pub(super) fn runs(&self) -> u64 {
        self.runs
    }

    /// What the generator makes of a guide. The property is not run.
    pub(super) fn realise(&mut self, guide: Tree) -> Option<Tree> {
        let guide = Rc::new(self.calls.flat(guide));
        if let Some((known, _)) = self.memory.find(&guide) {
            return Some(self.calls.nested(Tree::clone(known)));
        }
        if self.draws_on || self.is_over() || self.rehearsal.is_some() {
            return None;
        }
        self.look_at_limits();
        self.attempts += 1;
        let Reducer { oracle, memory, .. } = self;
        let mut made = None;
        oracle.attempt(guide, None, &mut |tree| {
            memory.keep(tree, false);
            made = Some(tree.clone());
            false
        });
        made.map(|tree| self.calls.nested(tree))
    }

    /// Whether it is only asked what would be proposed.
    pub(super) fn is_rehearsing(&self) -> bool {
        self.rehearsal.is_some()
    }

    /// How often something smaller was found.
    pub(super) fn successes(&self) -> usize {
        self.steps.len()
    }

    /// Proposes a guide with what chance fills its gaps with.
    pub(super) fn works_by_chance(&mut self, guide: Tree, chance: u64) -> bool {
        if self.is_over() || self.rehearsal.is_some() {
            return false;
        }
        let guide = Rc::new(self.calls.flat(guide));
        self.run(guide, Some(chance)) == Answer::Smaller
    }

    fn run(&mut self, guide: Rc<Tree>, chance: Option<u64>) -> Answer {
        self.look_at_limits();
        if self.is_over() {
            return Answer::Refused;
        }
        self.attempts += 1;
        let Reducer { oracle, best, realised, draws_on, memory, .. } = self;
        let (mut judged, mut refused) = (0, true);
        let attempt = oracle.attempt(guide, chance, &mut |tree| {
            judged = tree.digest();
            let new = tree.compare(best).is_lt();
            let wanted = new && (realised.insert(judged) || *draws_on);
            if !wanted && !*draws_on {
                memory.keep(tree, true);
                refused = tree.spans.iter().any(Span::discarded);
            }
            wanted
        });
        match attempt {
            Attempt::Unwanted if refused => Answer::Refused,
            Attempt::Unwanted => Answer::Passed,
            Attempt::Passed(tree) => {
                self.runs += 1;
                self.memory.keep(&tree, true);
                Answer::Passed
            }
            Attempt::Failed(tree) => {
                self.runs += 1;
                let digest = tree.digest();
                self.realised.insert(digest);
                self.memory.keep(&tree, true);
                self.keep_if_smaller(tree)
            }
        }
    }

    fn keep_if_smaller(&mut self, tree: Tree) -> Answer {
        if tree.compare(&self.best).is_ge() {
            return Answer::Passed;
        }
        self.steps.push(Step { pass: self.pass, choices: tree.len() });
        self.best = self.calls.nested(tree);
        Answer::Smaller
    }

    pub(super) fn works(&mut self, guide: Tree) -> bool {
        self.propose(guide) == Answer::Smaller
    }

    /// Tries windows of `count` things, the largest first, each size from the back: taking out a run of
    /// any length costs a number of proposals that grows with the logarithm.
    pub(super) fn windows(
        &mut self,
        count: &dyn Fn(&Reducer<'a>) -> usize,
        attempt: &mut dyn FnMut(&mut Reducer<'a>, Range<usize>),
    ) {
        let mut size = count(self);
        while size > 0 {
            self.windows_of(size, count, attempt);
            size = (size / 2).min(count(self));
        }
    }

    /// The windows of one size, from the back.
    pub(super) fn windows_of(
        &mut self,
        size: usize,
        count: &dyn Fn(&Reducer<'a>) -> usize,
        attempt: &mut dyn FnMut(&mut Reducer<'a>, Range<usize>),
    ) {
        let (mut end, mut step) = (count(self), size);
        while end > 0 && !self.is_over() {
            self.look_ahead(step, end, attempt);
            let (start, found) = (end.saturating_sub(step), self.successes());
            attempt(self, start..end);
            let worked = self.successes() > found;
            if worked || step == size {
                end = start.min(count(self));
            }
            step = if worked && start > MANY * step { 2 * step } else { size };
        }
    }

    /// Says what the next windows are, where several can be run at once.
    fn look_ahead(
        &mut self,
        size: usize,
        mut end: usize,
        attempt: &mut dyn FnMut(&mut Reducer<'a>, Range<usize>),
    ) {
        let width = self.oracle.width();
        if width < 2 || self.rehearsal.is_some() {
            return;
        }
        self.rehearsal = Some(Vec::new());
        // Where most is known, not all of the rest is gone through for a few that are not.
        let mut left = 2 * width;
        while end > 0 && left > 0 && self.rehearsal.as_ref().is_some_and(|r| r.len() < width) {
            left -= 1;
            let start = end.saturating_sub(size);
            attempt(self, start..end);
            end = start;
        }
        let guides = self.rehearsal.take().unwrap_or_default();
        self.oracle.ahead(guides);
    }
}
