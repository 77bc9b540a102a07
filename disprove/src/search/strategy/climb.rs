//! Hill climbing and simulated annealing: one hill climber per score, or one that looks for accepted inputs.

use super::{Options, Strategy, cooling::Cooling, hill_climber::HillClimber};
use crate::{
    case::CaseResult,
    search::{
        archive::ParetoFront, fitness::score_labels, proposal::Proposal, rng::Rng, setting::Search,
        structure::IndexedTree,
    },
};
use std::rc::Rc;

/// Hill climbers that take turns, and the Pareto front of their scores.
#[derive(Debug)]
pub(crate) struct Climb {
    search: Search,
    cooling: Cooling,
    /// One for each label of a score, or one without a label.
    climbers: Vec<HillClimber>,
    front: ParetoFront,
    /// The climber that made the last proposal.
    current: usize,
}

/// The probability that a climber without an incumbent starts from the Pareto front instead of a random input. A half
/// favors neither: the front has good trade-offs, and a random input leaves their local optima.
const FROM_FRONT: f64 = 0.5;

impl Climb {
    pub(crate) fn new(options: &Options) -> Climb {
        let (search, cooling) = match options.search {
            Search::Climb => (Search::Climb, Cooling::Cold),
            Search::Anneal => (Search::Anneal, Cooling::cycles(options.temperature)),
            _ => (Search::Climb, Cooling::Steady),
        };
        let front = ParetoFront::default();
        Climb { search, cooling, climbers: Vec::new(), front, current: 0 }
    }

    /// Adds a climber for each new label. True if that replaces the climber without a label.
    fn add_labels(&mut self, result: &CaseResult) -> bool {
        let mut replaced = false;
        for label in score_labels(result) {
            if !self.climbers.iter().any(|climber| climber.has_label(label)) {
                if self.climbers.first().is_some_and(|climber| climber.label().is_none()) {
                    self.climbers.clear();
                    replaced = true;
                }
                self.climbers.push(HillClimber::new(Some(label), self.cooling));
            }
        }
        replaced
    }

    fn add_to_front(&mut self, input: &Rc<IndexedTree>, result: &CaseResult) {
        if self.climbers.len() > 1 && result.is_accepted() {
            let score =
                |climber: &HillClimber| climber.label().and_then(|label| result.score(label));
            let scores =
                self.climbers.iter().map(|climber| score(climber).unwrap_or(f64::MIN)).collect();
            self.front.add(input, scores);
        }
    }

    /// With several scores, a climber that starts over may start from the Pareto front.
    fn start_from_front(&mut self, rng: &mut Rng) {
        let (count, climber) = (self.front.len(), &mut self.climbers[self.current]);
        if !climber.has_incumbent() && count > 0 && rng.chance(FROM_FRONT) {
            let member = rng.below(count);
            let score = self.front.score(member, self.current);
            climber.start_from(self.front.get(member).clone(), score);
        }
    }
}

impl Strategy for Climb {
    fn search(&self) -> Search {
        self.search
    }

    fn propose(&mut self, rng: &mut Rng) -> Proposal {
        if self.climbers.is_empty() {
            self.climbers.push(HillClimber::new(None, self.cooling));
        }
        self.current = (self.current + 1) % self.climbers.len();
        self.start_from_front(rng);
        self.climbers[self.current].propose(rng)
    }

    fn learn(&mut self, input: &Rc<IndexedTree>, result: &CaseResult, rng: &mut Rng) {
        let replaced = self.add_labels(result);
        self.add_to_front(input, result);
        for (at, climber) in self.climbers.iter_mut().enumerate() {
            if at == self.current && !replaced {
                climber.learn(input, result, rng);
            } else {
                climber.observe(input, result, replaced);
            }
        }
    }

    fn observe(&mut self, input: &Rc<IndexedTree>, result: &CaseResult, by: Search) {
        self.add_labels(result);
        self.add_to_front(input, result);
        for climber in &mut self.climbers {
            climber.observe(input, result, by == Search::Random);
        }
    }

    fn skip(&mut self) {
        if let Some(climber) = self.climbers.get_mut(self.current) {
            climber.skip();
        }
    }

    fn restart(&mut self) {
        self.climbers.iter_mut().for_each(HillClimber::restart);
        self.front = ParetoFront::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        case::CaseOutcome,
        feedback::Feedback,
        generator::{Generator, any},
        search::setting::Schedule,
        trace::Trace,
    };

    fn climb(search: Search) -> Climb {
        Climb::new(&Options { search, temperature: None, schedule: Schedule::default() })
    }

    #[test]
    fn climb_accepts_no_worse_input_and_auto_a_slightly_worse_one_rarely() {
        let accepted = |search, loss| {
            let (cooling, mut rng) = (climb(search).cooling, Rng::new(1));
            (0..1_000).filter(|_| cooling.accepts(loss, 5.0, &mut rng)).count()
        };
        assert_eq!((accepted(Search::Climb, 0.001), accepted(Search::Climb, 5.0)), (0, 0));
        assert!((10..100).contains(&accepted(Search::Auto, 0.5)), "a tenth of a usual loss");
        assert_eq!(accepted(Search::Auto, 5.0), 0, "not a usual loss");
    }

    #[test]
    fn annealing_has_cycles_and_other_searches_have_none() {
        let has_cycles = |search| matches!(climb(search).cooling, Cooling::Cycles { .. });
        assert!(has_cycles(Search::Anneal));
        assert!(!has_cycles(Search::Climb) && !has_cycles(Search::Auto));
    }

    #[test]
    fn scores_are_climbed_in_turn() {
        let scores = vec![("a", 1.0), ("b", 2.0), ("c", 3.0)];
        let feedback = Feedback { scores, ..Feedback::default() };
        let result = CaseResult::new(CaseOutcome::Passed, feedback, Trace::default(), true);
        let input = IndexedTree::new(any::<u32>().encode(&7).expect("any number"));
        for search in [Search::Climb, Search::Anneal, Search::Auto] {
            let (mut climb, mut rng) = (climb(search), Rng::new(1));
            climb.observe(&input, &result, Search::Random);
            let mut label = || {
                climb.propose(&mut rng);
                climb.climbers[climb.current].label().expect("a score")
            };
            let labels: String = (0..6).map(|_| label()).collect();
            assert_eq!(labels.len(), 6);
            assert!("abcabcab".contains(&labels), "{search:?}: {labels}");
        }
    }
}
