//! Conformance suite: what every strategy of the policy table promises.

use super::{
    IndexedTree, Proposal, Schedule, Search,
    policy::POLICY,
    rng::Rng,
    strategy::{Options, Strategy},
};
use crate::{
    case::{CaseOutcome, CaseResult, Rejection},
    choice::Tree,
    feedback::{BranchDistance, Feedback},
    generator::{any, bytes, text, vec},
    humanize::assert_said,
    random::Random,
    source::{Fill, Source},
    trace::{Trace, expanded::hit, record},
};
use std::rc::{Rc, Weak};

const SEARCHES: [Search; 5] =
    [Search::Auto, Search::Climb, Search::Anneal, Search::Pool, Search::Mutate];

/// Every strategy of the table, under every search.
fn strategies() -> Vec<Box<dyn Strategy>> {
    let mut all = Vec::new();
    for search in SEARCHES {
        let options = Options { search, temperature: None, schedule: Schedule::Fair };
        all.extend(POLICY.iter().map(|entry| (entry.new)(&options)));
    }
    all
}

/// Stands for the runner: generates the input of a proposal.
struct Runner {
    src: Source,
    case: u64,
}

impl Runner {
    fn new() -> Runner {
        Runner { src: Source::recording(), case: 0 }
    }

    fn run(&mut self, proposal: Proposal) -> Rc<IndexedTree> {
        self.case += 1;
        let random = Random::for_case(7, self.case);
        match proposal {
            Proposal::Random => self.src.record(random, 20),
            Proposal::Follow(tree) | Proposal::Again(tree) => {
                self.src.replay(tree, Fill::Random, random, 20);
            }
            Proposal::Conform(tree) => self.src.replay(tree, Fill::Simplest, random, 20),
        }
        self.src.draw((vec(any::<(u8, bool)>()), any::<u32>()));
        self.src.draw((text(), bytes(), any::<f64>(), any::<Option<i8>>()));
        IndexedTree::new(self.src.take_tree().without_discarded())
    }
}

fn passed() -> CaseResult {
    CaseResult {
        outcome: CaseOutcome::Passed,
        feedback: Feedback::default(),
        trace: Trace::default(),
        is_new: true,
        history_changed: false,
    }
}

fn rejected(reached: bool, overrun: bool, distance: Option<f64>) -> CaseResult {
    let distance = distance.map(|distance| BranchDistance { level: 1, distance });
    let outcome =
        CaseOutcome::Rejected(Rejection { reached, overrun, distance, ..Rejection::default() });
    CaseResult { outcome, ..passed() }
}

fn with_scores(scores: &[(&'static str, f64)], result: CaseResult) -> CaseResult {
    let feedback = Feedback { scores: scores.to_vec(), ..Feedback::default() };
    CaseResult { feedback, ..result }
}

fn traced(event: u64, result: CaseResult) -> CaseResult {
    let trace = record(|| hit(event as u32, 0)).1;
    CaseResult { trace, ..result }
}

/// The result of a case by its number: every outcome, with and without each kind of feedback.
fn result(case: u64) -> CaseResult {
    let score = (case * 37 % 101) as f64;
    let result = match case % 11 {
        0 => passed(),
        1 => CaseResult { is_new: false, ..passed() },
        2 => rejected(true, false, Some(score + 1.0)),
        3 => rejected(true, false, None),
        4 => rejected(false, false, None),
        5 => rejected(false, true, None),
        6 => with_scores(&[("a", score)], passed()),
        7 => with_scores(&[("a", score), ("b", -score)], passed()),
        8 => with_scores(&[("a", f64::NAN), ("c", f64::INFINITY)], passed()),
        9 => CaseResult { history_changed: true, ..passed() },
        _ => with_scores(&[("b", score)], rejected(true, false, Some(f64::INFINITY))),
    };
    if case.is_multiple_of(3) { traced(case % 50, result) } else { result }
}

/// Identifies a proposal.
fn identity(proposal: &Proposal) -> (u8, u64) {
    match proposal {
        Proposal::Random => (0, 0),
        Proposal::Follow(tree) => (1, tree.fingerprint()),
        Proposal::Conform(tree) => (2, tree.fingerprint()),
        Proposal::Again(tree) => (3, tree.fingerprint()),
    }
}

/// The proposals of a strategy during some cases.
fn run(
    strategy: &mut dyn Strategy,
    cases: u64,
    result: &dyn Fn(u64) -> CaseResult,
) -> Vec<(u8, u64)> {
    let (mut rng, mut runner) = (Rng::new(3), Runner::new());
    let mut proposals = Vec::new();
    for case in 0..cases {
        if case % 4 == 1 {
            let input = runner.run(Proposal::Random);
            strategy.observe(&input, &result(case), Search::Random);
            continue;
        }
        let proposal = strategy.propose(&mut rng);
        proposals.push(identity(&proposal));
        if case % 7 == 5 {
            strategy.skip();
        } else {
            let input = runner.run(proposal);
            strategy.learn(&input, &result(case), &mut rng);
        }
    }
    proposals
}

#[test]
fn proposals_replay_and_results_of_every_kind_are_learned_without_a_panic() {
    for mut strategy in strategies() {
        assert!(!run(&mut *strategy, 150, &result).is_empty());
        assert_ne!(strategy.search(), Search::Auto, "the report names the search");
    }
}

#[test]
fn the_same_seed_gives_the_same_proposals() {
    for (mut one, mut other) in strategies().into_iter().zip(strategies()) {
        let (ours, theirs) = (run(&mut *one, 100, &result), run(&mut *other, 100, &result));
        assert_eq!(ours, theirs, "{:?}", one.search());
    }
}

#[test]
fn any_call_may_come_first() {
    let input = Runner::new().run(Proposal::Random);
    for (mut learner, mut skipper) in strategies().into_iter().zip(strategies()) {
        learner.learn(&input, &result(6), &mut Rng::new(1));
        skipper.skip();
        skipper.restart();
        run(&mut *learner, 20, &result);
        run(&mut *skipper, 20, &result);
    }
}

/// The inputs that are still in use.
fn alive(inputs: &[Weak<IndexedTree>]) -> usize {
    inputs.iter().filter(|input| input.strong_count() > 0).count()
}

/// Runs cases of which each is better, newer or rarer than all before. The inputs they had.
fn improve(strategy: &mut dyn Strategy, cases: u64) -> Vec<Weak<IndexedTree>> {
    let (mut rng, mut runner) = (Rng::new(3), Runner::new());
    let mut inputs = Vec::new();
    for case in 0..cases {
        let result = with_scores(&[("a", case as f64), ("b", -(case as f64))], passed());
        let result = traced(case, CaseResult { history_changed: true, ..result });
        strategy.propose(&mut rng);
        let input = runner.run(Proposal::Random);
        inputs.push(Rc::downgrade(&input));
        strategy.learn(&input, &result, &mut rng);
    }
    inputs
}

#[test]
fn skipped_proposals_do_not_lose_state() {
    for mut strategy in strategies().into_iter().take(POLICY.len()) {
        let inputs = improve(&mut *strategy, 50);
        let before = alive(&inputs);
        let mut rng = Rng::new(5);
        for _ in 0..3 {
            strategy.propose(&mut rng);
            strategy.skip();
        }
        assert_eq!(alive(&inputs), before, "{:?}", strategy.search());
    }
}

/// More than any archive keeps: 1,024 seeds and what a strategy remembers besides.
const MOST_INPUTS: usize = 1_200;

#[test]
fn the_number_of_inputs_in_memory_is_bounded() {
    for mut strategy in strategies().into_iter().take(POLICY.len()) {
        let inputs = improve(&mut *strategy, 1_500);
        let kept = alive(&inputs);
        assert!(kept <= MOST_INPUTS, "{:?}: {kept}", strategy.search());
    }
}

#[test]
fn a_restart_forgets_the_inputs_that_proposals_start_from() {
    for mut strategy in strategies() {
        let inputs = improve(&mut *strategy, 50);
        strategy.restart();
        if strategy.search() == Search::Mutate {
            // It has no local optimum to leave.
            assert!(alive(&inputs) > 0);
            continue;
        }
        assert_eq!(alive(&inputs), 0, "{:?}", strategy.search());
        let next = strategy.propose(&mut Rng::new(1));
        assert!(matches!(next, Proposal::Random), "{:?}: {next:?}", strategy.search());
    }
}

#[test]
fn an_offered_tree_is_run_even_if_it_is_a_repeat() {
    let mut scheduler = super::Scheduler::new(Search::Auto, None, Schedule::Fair, 1);
    let proposal = scheduler.offer(&Tree::default());
    assert!(matches!(proposal, Proposal::Again(_)));
    assert_eq!(scheduler.proposed_by(), Search::Random);
}

/// Whether a strategy proposes a random input after many cases with the same score.
fn starts_anew(strategy: &mut dyn Strategy) -> bool {
    let (mut rng, mut runner) = (Rng::new(3), Runner::new());
    for case in 0..4_000 {
        let proposal = strategy.propose(&mut rng);
        if case > 0 && matches!(proposal, Proposal::Random) {
            return true;
        }
        // What is proposed does not matter, as nothing improves.
        let input = runner.run(Proposal::Random);
        let score = if case == 0 { 1.0 } else { 0.0 };
        strategy.learn(&input, &with_scores(&[("a", score)], passed()), &mut rng);
    }
    false
}

#[test]
fn a_search_that_is_stuck_starts_anew() {
    for search in [Search::Auto, Search::Climb, Search::Anneal] {
        let options = Options { search, temperature: None, schedule: Schedule::Fair };
        let climbs = POLICY.iter().map(|entry| (entry.new)(&options));
        let mut climbs = climbs.filter(|it| matches!(it.search(), Search::Climb | Search::Anneal));
        assert!(starts_anew(&mut *climbs.next().expect("it climbs")), "{search:?}");
    }
}

#[test]
fn a_restart_in_a_random_case_changes_nothing() {
    let mut scheduler = super::Scheduler::new(Search::Climb, None, Schedule::Fair, 1);
    let mut runner = Runner::new();
    let mut inputs = Vec::new();
    let mut is_kept = |scheduler: &mut super::Scheduler, score| {
        let input = runner.run(scheduler.propose());
        let mut result = with_scores(&[("a", score)], passed());
        result.feedback.restart = true;
        scheduler.learn(&input, &result);
        inputs.push(Rc::downgrade(&input));
        drop(input);
        alive(&inputs) > 0
    };
    assert_said("how/search.md", "five more cases are random");
    for score in 0..5 {
        assert!(is_kept(&mut scheduler, f64::from(score)));
        assert_eq!(scheduler.proposed_by(), Search::Random);
    }
    assert!(!is_kept(&mut scheduler, 9.0), "{:?} forgets its inputs", scheduler.proposed_by());
}
