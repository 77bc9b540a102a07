//! Pool search: changes the best of a pool of seeds, as coverage-guided fuzzing does, with any feedback.

use super::Strategy;
use crate::{
    case::CaseResult,
    search::{
        archive::SeedPool,
        fitness::{Fitness, score_labels},
        neighbor::{DeterministicStage, MoveSelection, Neighborhood, StepSize},
        proposal::Proposal,
        rng::Rng,
        setting::Search,
        structure::IndexedTree,
    },
};
use std::rc::Rc;

/// Keeps every input that was better than all before it, or that changed the history.
#[derive(Debug)]
pub(crate) struct Pool {
    /// The label of the first score that a case reported.
    label: Option<&'static str>,
    seeds: SeedPool,
    best: Option<Fitness>,
    /// The size of the largest seed.
    largest: usize,
    neighborhood: Neighborhood,
    step_size: StepSize,
    /// The seed that the last proposal changed.
    pending: Option<Rc<IndexedTree>>,
    /// The deterministic stage of the input that changed the history last.
    stage: Option<DeterministicStage>,
    /// The last proposal came from that stage.
    in_stage: bool,
    /// Without seeds, random inputs and changes of exhausted seeds alternate.
    random: bool,
    /// The history changed at least once. An input of equal fitness may lack what its seed did for the history, so it
    /// must not replace the seed.
    changed: bool,
}

/// The share of proposals from the deterministic stage while it is short. Half leaves as many to random changes.
const STAGE_SHARE: f64 = 0.5;

/// The share of proposals that change the latest seed while a history guides the search; the others change the seed with
/// the fewest runs. See `case-studies yaml`.
const LATEST: f64 = 0.5;

/// The size of the largest seed; twice the size of the largest random input, if that is more. Otherwise a score that grows
/// with the length would let seeds grow forever.
const LARGEST: usize = 1_000;

/// The probability that a longer input of equal fitness replaces its seed: as for the hill climber.
const LATERAL_GROWTH: f64 = 0.4;

impl Pool {
    pub(crate) fn new(label: Option<&'static str>) -> Pool {
        Pool {
            label,
            seeds: SeedPool::default(),
            best: None,
            largest: LARGEST,
            neighborhood: Neighborhood::new(MoveSelection::CLIMB),
            step_size: StepSize::new(),
            pending: None,
            stage: None,
            in_stage: false,
            random: false,
            changed: false,
        }
    }

    /// The first label makes the fitness of all earlier inputs worthless.
    fn adopt_label(&mut self, result: &CaseResult) {
        if self.label.is_none() {
            if let Some(label) = score_labels(result).next() {
                *self = Pool::new(Some(label));
            }
        }
    }

    fn add(&mut self, input: &Rc<IndexedTree>, result: &CaseResult, is_random: bool) {
        let fitness = Fitness::of(result, self.label);
        let better = self.best.is_none_or(|best| fitness.is_better(best));
        self.changed |= result.history_changed;
        if better {
            self.best = Some(fitness);
        }
        let size = input.size();
        if is_random {
            self.largest = self.largest.max(2 * size);
        }
        if (better || result.history_changed) && size <= self.largest {
            self.seeds.add(input.clone(), fitness);
            if result.history_changed {
                self.stage = Some(DeterministicStage::without_deletion(input.clone()));
            }
        }
    }
}

impl Strategy for Pool {
    fn search(&self) -> Search {
        Search::Pool
    }

    fn propose(&mut self, rng: &mut Rng) -> Proposal {
        self.pending = None;
        self.in_stage = false;
        if let Some(stage) = &mut self.stage {
            if stage.is_short() && rng.chance(STAGE_SHARE) {
                if let Some(proposal) = stage.next() {
                    self.in_stage = true;
                    return proposal;
                }
                self.stage = None;
            }
        }
        if self.seeds.is_empty() {
            self.random = !self.random;
            if self.random || !self.seeds.revive(|count| rng.below(count)) {
                return Proposal::Random;
            }
        }
        let at = if !self.changed {
            self.seeds.best()
        } else if rng.chance(LATEST) {
            self.seeds.latest()
        } else {
            self.seeds.freshest()
        };
        let Some(at) = at else { return Proposal::Random };
        let from = self.seeds.get(at).input.clone();
        let size = self.step_size.draw(rng);
        let tree = self.neighborhood.propose(&from, size, rng);
        self.pending = Some(from);
        Proposal::Follow(tree)
    }

    fn learn(&mut self, input: &Rc<IndexedTree>, result: &CaseResult, rng: &mut Rng) {
        self.adopt_label(result);
        if std::mem::take(&mut self.in_stage) {
            if let Some(stage) = &mut self.stage {
                stage.equalled(input.clone());
            }
            self.add(input, result, false);
            return;
        }
        let fitness = Fitness::of(result, self.label);
        let better = self.best.is_none_or(|best| fitness.is_better(best));
        let equal = self.best.is_some_and(|best| fitness.compare(best).is_eq());
        let interesting = better || result.history_changed;
        if let Some(from) = self.pending.take() {
            self.step_size.learn(interesting);
            self.neighborhood.reward(f64::from(u8::from(interesting)));
            self.seeds.spend(&from, interesting);
            let lateral = equal && !interesting && !self.changed;
            let fits = input.size() <= self.largest;
            if lateral && fits && (input.size() <= from.size() || rng.chance(LATERAL_GROWTH)) {
                self.seeds.replace(&from, input.clone());
            }
        }
        self.add(input, result, false);
    }

    fn observe(&mut self, input: &Rc<IndexedTree>, result: &CaseResult, by: Search) {
        self.adopt_label(result);
        // Inputs of the diversity archive and of the mutation queue stay there: they are not better, only different.
        if !matches!(by, Search::Pool | Search::Mutate) {
            self.add(input, result, by == Search::Random);
        }
    }

    fn restart(&mut self) {
        *self = Pool::new(self.label);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        case::CaseOutcome,
        feedback::Feedback,
        generator::{Generator, any, vec},
        trace::Trace,
    };

    fn result(score: f64, history_changed: bool) -> CaseResult {
        let feedback = Feedback { scores: vec![("score", score)], ..Feedback::default() };
        let result = CaseResult::new(CaseOutcome::Passed, feedback, Trace::default(), true);
        CaseResult { history_changed, ..result }
    }

    /// How often each of three inputs is changed, of 3,000 proposals: which of them changed the history. The second one has
    /// the best score.
    fn changed(history_changed: [bool; 3]) -> [usize; 3] {
        let mut pool = Pool::new(None);
        let lists = [1, 2, 3].map(|n| vec(any::<u32>()).encode(&vec![n; 200]));
        let inputs = lists.map(|list| IndexedTree::new(list.expect("any list")));
        for ((input, score), changed) in inputs.iter().zip([1.0, 9.0, 5.0]).zip(history_changed) {
            pool.observe(input, &result(score, changed), Search::Random);
        }
        let (mut rng, mut counts) = (Rng::new(1), [0; 3]);
        for _ in 0..3_000 {
            pool.propose(&mut rng);
            let Some(from) = pool.pending.clone() else { continue };
            let at = inputs.iter().position(|input| Rc::ptr_eq(input, &from));
            counts[at.expect("one of them")] += 1;
            pool.learn(&inputs[0], &result(0.0, false), &mut rng);
        }
        counts
    }

    #[test]
    fn the_latest_seed_is_changed_half_of_the_time() {
        let [first, second, latest] = changed([true; 3]);
        let all = (first + second + latest) as f64;
        assert!((0.45..0.55).contains(&(latest as f64 / all)), "{latest} of {all}");
        assert!(first > 100 && second > 100, "{first} {second}");
    }

    #[test]
    fn without_a_history_the_best_seed_is_changed() {
        assert_eq!(changed([false; 3]), [0, 3_000, 0]);
    }

    #[test]
    fn beside_a_history_an_input_with_a_better_score_is_changed_too() {
        let [changed_history, best, neither] = changed([true, false, false]);
        assert!(changed_history > 100 && best > 100, "{changed_history} {best}");
        assert_eq!(neither, 0);
    }

    #[test]
    fn a_better_input_that_is_too_large_is_no_seed() {
        let is_seed = |random: usize, better: usize| {
            let inputs = [random, better].map(|length| {
                IndexedTree::new(vec(any::<u8>()).encode(&vec![1; length]).expect("any list"))
            });
            let mut pool = Pool::new(None);
            pool.observe(&inputs[0], &result(1.0, false), Search::Random);
            let small = IndexedTree::new(vec(any::<u8>()).encode(&vec![]).expect("any list"));
            pool.observe(&small, &result(0.0, false), Search::Random);
            pool.observe(&inputs[1], &result(2.0, false), Search::Climb);
            let latest = pool.seeds.latest().expect("a seed");
            Rc::ptr_eq(&pool.seeds.get(latest).input, &inputs[1])
        };
        // Each element is preceded by a continue flag.
        assert!(is_seed(10, LARGEST / 2 - 10) && !is_seed(10, LARGEST / 2 + 10));
        assert!(is_seed(LARGEST / 2 - 10, LARGEST - 40), "twice a random one");
        assert!(!is_seed(LARGEST / 2 - 10, LARGEST + 40));
    }

    #[test]
    fn of_several_scores_the_first_is_maximized() {
        let mut pool = Pool::new(None);
        let list = vec(any::<u32>()).encode(&vec![1]).expect("any list");
        let input = IndexedTree::new(list);
        let mut result = result(1.0, false);
        result.feedback.scores.push(("other", 9.0));
        pool.observe(&input, &result, Search::Random);
        assert_eq!(pool.label, Some("score"));
    }
}
