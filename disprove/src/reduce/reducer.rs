//! The reducer: holds the best tree, and runs the proposals of the passes.

use super::{
    calls::Calls,
    oracle::{Attempt, Oracle},
    reduction::{Reduction, ReductionEnd, ReductionLimits, ReductionStep},
    trie::CaseTrie,
};
use crate::choice::{Kind, Span, Tree};
use std::{
    collections::{HashMap, HashSet},
    ops::Range,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    rc::Rc,
};

/// Result of a proposal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ProposalResult {
    /// The generator rejected it, or a filter in it retried.
    Rejected,
    /// The property does not fail, or the drawn tree is not smaller.
    Passed,
    /// The drawn tree fails, and is the new best.
    Smaller,
}

/// Key of equal numbers: kind, magnitude, and the sign or the bits of a float.
pub(super) type NumberKey = (Kind, u128, u64);

pub(super) struct Reducer<'a> {
    oracle: &'a mut dyn Oracle,
    limits: ReductionLimits,
    /// Limit on runs while expensive passes run.
    pass_limit: Option<u64>,
    end: ReductionEnd,
    pub(super) best: Tree,
    /// Results by the digest of the proposal. They stay valid because the best only gets smaller.
    proposed: HashMap<u64, ProposalResult>,
    /// Digests of the trees the property ran with.
    drawn: HashSet<u64>,
    /// Whether the property draws in its body. If so, equal trees before it runs do not mean equal runs.
    draws_in_body: bool,
    /// Collects proposals instead of running them, to prefetch them.
    rehearsal: Option<Vec<Rc<Tree>>>,
    trie: CaseTrie,
    calls: Calls,
    /// Numbers that a search from above ended at, and how many equal ones it lowered together.
    pub(super) settled: HashSet<(NumberKey, usize)>,
    /// The case that the reduction started from.
    pub(super) start: Tree,
    /// Whether windows are tried from the front instead of the back.
    pub(super) from_front: bool,
    pub(super) restarts: u32,
    /// Whether a restart with few different arguments failed.
    pub(super) fails_with_few_arguments: bool,
    pub(super) pass: &'static str,
    steps: Vec<ReductionStep>,
    attempts: u64,
    runs: u64,
    /// Proposals after a limit was reached.
    late: u64,
}

/// The payload that ends a pass.
struct LimitReached;

/// Windows that must be left for a success to double the size of the next one: a long row of deletable elements
/// then goes in few proposals.
const MIN_WINDOWS_TO_GROW: usize = 8;

impl<'a> Reducer<'a> {
    pub(super) fn new(
        start: Tree,
        oracle: &'a mut dyn Oracle,
        limits: ReductionLimits,
    ) -> Reducer<'a> {
        let (mut trie, mut calls) = (CaseTrie::default(), Calls::new());
        trie.insert(&start, true);
        Reducer {
            draws_in_body: oracle.draws(),
            oracle,
            limits,
            pass_limit: None,
            end: ReductionEnd::Complete,
            proposed: HashMap::from([(start.guide_digest(), ProposalResult::Passed)]),
            drawn: HashSet::from([start.digest()]),
            start: start.clone(),
            best: calls.nested(start),
            rehearsal: None,
            trie,
            calls,
            settled: HashSet::new(),
            from_front: false,
            restarts: 0,
            fails_with_few_arguments: false,
            pass: "",
            steps: Vec::new(),
            attempts: 0,
            runs: 0,
            late: 0,
        }
    }

    /// A reducer of a part of a case. No generator draws the part by itself, so nothing can be predicted.
    pub(super) fn for_parts(start: Tree, oracle: &'a mut dyn Oracle) -> Reducer<'a> {
        let best = start.clone();
        Reducer {
            best,
            trie: CaseTrie::disabled(),
            calls: Calls::disabled(),
            ..Reducer::new(start, oracle, ReductionLimits::NONE)
        }
    }

    pub(super) fn finish(self) -> Reduction {
        let Reducer { best, calls, steps, attempts, runs, late, end, .. } = self;
        Reduction { tree: calls.flat(best), steps, attempts, runs, late, end }
    }

    /// Runs a pass. A limit ends it at its next proposal, so passes need no checks of their own, unless they work for long
    /// without a proposal.
    pub(super) fn run_pass(&mut self, name: &'static str, pass: impl FnOnce(&mut Reducer<'a>)) {
        self.pass = name;
        if let Err(payload) = catch_unwind(AssertUnwindSafe(|| pass(self))) {
            self.rehearsal = None;
            // The limit of a reducer around this one ends that one's pass.
            if !payload.is::<LimitReached>() || !self.is_over() {
                resume_unwind(payload)
            }
        }
    }

    /// Ends the pass if a limit was reached.
    pub(super) fn check_limits(&mut self) {
        if self.runs >= self.limits.runs {
            self.end = ReductionEnd::Runs;
        } else if self.limits.is_late() {
            self.end = ReductionEnd::Time;
        }
        if self.is_over() {
            self.late += 1;
            resume_unwind(Box::new(LimitReached))
        }
    }

    /// Whether a limit was reached.
    pub(super) fn is_over(&self) -> bool {
        self.end != ReductionEnd::Complete
            || self.pass_limit.is_some_and(|limit| self.runs >= limit)
    }

    /// Limits the total number of runs until the next call; `None` removes the limit.
    pub(super) fn limit_runs(&mut self, runs: Option<u64>) {
        self.pass_limit = runs;
    }

    pub(super) fn propose(&mut self, guide: Tree) -> ProposalResult {
        self.check_limits();
        let guide = self.calls.flat(guide);
        let key = guide.guide_digest();
        if let Some(known) = self.proposed.get(&key) {
            return *known;
        }
        let guide = Rc::new(guide);
        if self.trie.find(&guide).is_some_and(|(_, judged)| judged) {
            self.proposed.insert(key, ProposalResult::Passed);
            return ProposalResult::Passed;
        }
        if let Some(rehearsed) = &mut self.rehearsal {
            rehearsed.push(guide);
            return ProposalResult::Passed;
        }
        let result = self.run(guide, None);
        // The same proposal would not be smaller a second time.
        let known = if result == ProposalResult::Smaller { ProposalResult::Passed } else { result };
        self.proposed.insert(key, known);
        result
    }

    /// Runs of the generator after which the property did not run.
    pub(super) fn wasted(&self) -> u64 {
        self.attempts - self.runs
    }

    pub(super) fn runs(&self) -> u64 {
        self.runs
    }

    /// The tree the generator draws along a guide. The property does not run.
    pub(super) fn draw(&mut self, guide: Tree) -> Option<Tree> {
        self.check_limits();
        let guide = Rc::new(self.calls.flat(guide));
        if let Some((known, _)) = self.trie.find(&guide) {
            return Some(self.calls.nested(Tree::clone(known)));
        }
        if self.draws_in_body || self.rehearsal.is_some() {
            return None;
        }
        self.attempts += 1;
        let Reducer { oracle, trie, .. } = self;
        let mut drawn = None;
        oracle.attempt(guide, None, &mut |tree| {
            trie.insert(tree, false);
            drawn = Some(tree.clone());
            false
        });
        drawn.map(|tree| self.calls.nested(tree))
    }

    /// Whether proposals are collected instead of run.
    pub(super) fn is_rehearsing(&self) -> bool {
        self.rehearsal.is_some()
    }

    /// Number of proposals that became the best.
    pub(super) fn successes(&self) -> usize {
        self.steps.len()
    }

    /// Proposes a guide whose gaps are filled from the random stream of this number.
    pub(super) fn works_at_random(&mut self, guide: Tree, fill: u64) -> bool {
        self.check_limits();
        if self.rehearsal.is_some() {
            return false;
        }
        let guide = Rc::new(self.calls.flat(guide));
        self.run(guide, Some(fill)) == ProposalResult::Smaller
    }

    fn run(&mut self, guide: Rc<Tree>, fill: Option<u64>) -> ProposalResult {
        self.attempts += 1;
        let Reducer { oracle, best, drawn, draws_in_body, trie, .. } = self;
        let mut rejected = true;
        let attempt = oracle.attempt(guide, fill, &mut |tree| {
            let smaller = tree.compare(best).is_lt();
            let wanted = smaller && (drawn.insert(tree.digest()) || *draws_in_body);
            if !wanted && !*draws_in_body {
                trie.insert(tree, true);
                rejected = tree.spans.iter().any(Span::discarded);
            }
            wanted
        });
        match attempt {
            Attempt::Unwanted if rejected => ProposalResult::Rejected,
            Attempt::Unwanted => ProposalResult::Passed,
            Attempt::Passed(tree) => {
                self.runs += 1;
                self.trie.insert(&tree, true);
                ProposalResult::Passed
            }
            Attempt::Failed(tree) => {
                self.runs += 1;
                self.drawn.insert(tree.digest());
                self.trie.insert(&tree, true);
                self.keep_if_smaller(tree)
            }
        }
    }

    fn keep_if_smaller(&mut self, tree: Tree) -> ProposalResult {
        if tree.compare(&self.best).is_ge() {
            return ProposalResult::Passed;
        }
        self.steps.push(ReductionStep { pass: self.pass, choices: tree.len() });
        self.best = self.calls.nested(tree);
        ProposalResult::Smaller
    }

    /// Whether a tree fails that is not smaller than the best. It is not kept.
    pub(super) fn fails(&mut self, guide: Tree) -> bool {
        self.check_limits();
        let guide = Rc::new(self.calls.flat(guide));
        if self.rehearsal.is_some() {
            return false;
        }
        self.attempts += 1;
        let attempt = self.oracle.attempt(guide, None, &mut |_| true);
        self.runs += u64::from(!matches!(attempt, Attempt::Unwanted));
        matches!(attempt, Attempt::Failed(_))
    }

    /// A reducer that begins again at the start, with at most this many runs.
    pub(super) fn again(&mut self, runs: u64) -> Reducer<'_> {
        let runs = runs.min(self.limits.runs.saturating_sub(self.runs));
        let limits = ReductionLimits { runs, ..self.limits };
        Reducer::new(self.start.clone(), &mut *self.oracle, limits)
    }

    /// Adds the runs of another reducer, and keeps its result if it is smaller.
    pub(super) fn adopt(&mut self, other: Reduction) -> bool {
        self.attempts += other.attempts;
        self.runs += other.runs;
        self.keep_if_smaller(other.tree) == ProposalResult::Smaller
    }

    /// Proposes a guide, and returns whether it led to a smaller failing tree.
    pub(super) fn works(&mut self, guide: Tree) -> bool {
        self.propose(guide) == ProposalResult::Smaller
    }

    /// Tries windows of `count` elements, the largest first, each size from the back. Deleting a run of any length
    /// then takes a logarithmic number of proposals.
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

    /// Tries the windows of one size, from the back.
    pub(super) fn windows_of(
        &mut self,
        size: usize,
        count: &dyn Fn(&Reducer<'a>) -> usize,
        attempt: &mut dyn FnMut(&mut Reducer<'a>, Range<usize>),
    ) {
        let (mut end, mut step) = (count(self), size);
        while end > 0 {
            self.prefetch(step, end, attempt);
            let (start, found) = (end.saturating_sub(step), self.successes());
            let window = self.window(start..end, count(self));
            attempt(self, window);
            let worked = self.successes() > found;
            if worked || step == size {
                end = start.min(count(self));
            }
            step = if worked && start > MIN_WINDOWS_TO_GROW * step { 2 * step } else { size };
        }
    }

    /// The window as many elements from the other end, if windows are tried from the front.
    pub(super) fn window(&self, window: Range<usize>, count: usize) -> Range<usize> {
        if self.from_front { count - window.end..count - window.start } else { window }
    }

    /// Announces the next windows to the oracle, if it can run several at once.
    fn prefetch(
        &mut self,
        size: usize,
        mut end: usize,
        attempt: &mut dyn FnMut(&mut Reducer<'a>, Range<usize>),
    ) {
        let parallelism = self.oracle.parallelism();
        if parallelism < 2 || self.rehearsal.is_some() {
            return;
        }
        self.rehearsal = Some(Vec::new());
        // Windows with known results yield no proposal; do not try all of them to find a few new ones.
        let mut left = 2 * parallelism;
        while end > 0 && left > 0 && self.rehearsal.as_ref().is_some_and(|r| r.len() < parallelism)
        {
            left -= 1;
            let start = end.saturating_sub(size);
            attempt(self, start..end);
            end = start;
        }
        let guides = self.rehearsal.take().unwrap_or_default();
        self.oracle.prefetch(guides);
    }
}
