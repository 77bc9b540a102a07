//! Policy: the strategies, and the share of proposals that each makes.

use super::{
    constants::tuned,
    setting::Search,
    strategy::{Climb, Diversify, Growth, Mutate, Options, Pool, RandomSearch, Strategy},
};

/// What the scheduler knows about the cases of a run.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts about a run")]
pub(crate) struct RunFeedback {
    pub(crate) cases: u64,
    pub(crate) rejected: u64,
    /// Cases that the random search proposed, and the accepted ones among them.
    pub(crate) random_cases: u64,
    pub(crate) random_accepted: u64,
    /// A case reported a score.
    pub(crate) scored: bool,
    /// A case changed the history.
    pub(crate) changed: bool,
    /// A case was traced.
    pub(crate) traced: bool,
    /// A rejected case was traced: the trace shows how near it was.
    pub(crate) rejected_traced: bool,
    /// At some time, more than one case in [`REJECTED`] was rejected. This stays: a smaller share later is a success.
    pub(crate) rejecting: bool,
}

/// A strategy and its share.
pub(crate) struct Entry {
    pub(crate) new: fn(&Options) -> Box<dyn Strategy>,
    /// The probability that it makes the next proposal if none before it in the table does. Only a probability between 0
    /// and 1 draws a random number.
    pub(crate) share: fn(Search, &RunFeedback) -> f64,
}

/// The strategies in the order in which the scheduler asks for their shares.
pub(crate) const POLICY: [Entry; 6] = [
    Entry { new: |_| Box::new(Growth::new()), share: growth },
    Entry { new: |options| Box::new(Mutate::new(options)), share: mutate },
    Entry { new: |_| Box::new(RandomSearch), share: random },
    Entry { new: |_| Box::new(Pool::new(None)), share: pool },
    Entry { new: |options| Box::new(Climb::new(options)), share: climb },
    Entry { new: |_| Box::new(Diversify::new()), share: diversify },
];

/// The strategy in that table that proposes if none takes its share: the random search.
pub(crate) const FALLBACK: usize = 2;

/// The cases that are random in any search, to see which feedback there is.
pub(crate) const FIRST: u64 = 5;

/// The inverse of the share of rejected cases from which the search looks for accepted ones. See `case-studies
/// preconditions`.
pub(crate) const REJECTED: u64 = 5;

/// The share of `Mutate` while something else guides the search too, or while no case is accepted.
const TRACED: f64 = 0.5;

/// The share of accepted cases below which traced distances guide half of the proposals. With 0, `case-studies predicates`
/// finds no grid and no second page, and `case-studies wasm-like` has the same figures.
const FEW_ACCEPTED: f64 = 0.1;

/// The share of random inputs if a score or a history guides the search. From the prototype.
const RANDOM: f64 = 0.05;

/// The share of `Pool` while there are both a score and a history; the other half climbs.
const HISTORY: f64 = 0.5;

/// The share of `Growth` where nothing is traced, and beside `Mutate`. From the sketch: 0.6 of all proposals solved as many
/// tasks as 0.9. Beside `Mutate`, 0.15 and 0 are level on eight mistakes of `case-studies wasm-like` (geometric means 931 and
/// 906); 0.3 was slower.
const GROWTH: f64 = 0.6;
const TRACED_GROWTH: f64 = 0.15;

/// Cases until `Growth` has its full share, as few small inputs come from other strategies early. `case-studies bst` was a
/// fifth slower without it while the share beside `Mutate` was larger. Now it makes no difference there.
const GROWTH_RAMP: f64 = 2_000.0;

fn growth(search: Search, signals: &RunFeedback) -> f64 {
    if search != Search::Auto || !signals.rejecting || signals.scored || signals.changed {
        return 0.0;
    }
    let most = if signals.traced {
        tuned("TRACED_GROWTH", TRACED_GROWTH)
    } else {
        tuned("GROWTH", GROWTH)
    };
    most * (signals.cases as f64 / tuned("GROWTH_RAMP", GROWTH_RAMP)).min(1.0)
}

fn mutate(search: Search, signals: &RunFeedback) -> f64 {
    match search {
        Search::Mutate if signals.traced => 1.0,
        Search::Auto if signals.traced => {
            // While nearly all cases are rejected, the distances of traced predicates lead to accepted cases that
            // mutations rarely find.
            let accepted = signals.cases - signals.rejected;
            let shows_distance = signals.rejected_traced
                && (accepted as f64) < signals.cases as f64 * tuned("FEW_ACCEPTED", FEW_ACCEPTED);
            let only_guide = !signals.scored && !signals.changed && !shows_distance;
            if only_guide && signals.rejected < signals.cases {
                1.0
            } else {
                tuned("TRACED", TRACED)
            }
        }
        _ => 0.0,
    }
}

fn random(search: Search, signals: &RunFeedback) -> f64 {
    match search {
        Search::Random => 1.0,
        Search::Auto if signals.scored || signals.changed => tuned("RANDOM", RANDOM),
        Search::Auto if signals.rejecting => {
            // Random inputs are more diverse than changed ones, so the more of them are accepted, the larger their
            // share. The third power: with 10 % rejected three quarters stay random, with 50 % an eighth.
            let accepted = signals.random_accepted as f64 + 1.0;
            (accepted / (signals.random_cases as f64 + 2.0)).powi(3)
        }
        _ => 0.0,
    }
}

fn pool(search: Search, signals: &RunFeedback) -> f64 {
    let guided = signals.changed || signals.scored;
    match search {
        Search::Pool | Search::Mutate if guided || !signals.rejecting => 1.0,
        Search::Auto if signals.changed && signals.scored => HISTORY,
        Search::Auto if signals.changed => 1.0,
        _ => 0.0,
    }
}

fn climb(search: Search, signals: &RunFeedback) -> f64 {
    match search {
        Search::Climb | Search::Anneal => 1.0,
        Search::Auto if signals.scored => 1.0,
        _ => 0.0,
    }
}

fn diversify(search: Search, signals: &RunFeedback) -> f64 {
    match search {
        Search::Pool | Search::Mutate => 1.0,
        Search::Auto if signals.rejecting => 1.0,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::{super::setting::Schedule, *};

    /// The shares of all strategies, in the order of the table.
    fn shares(search: Search, signals: &RunFeedback) -> Vec<f64> {
        POLICY.iter().map(|entry| (entry.share)(search, signals)).collect()
    }

    fn options() -> Options {
        Options { search: Search::Auto, temperature: None, schedule: Schedule::default() }
    }

    #[test]
    fn without_feedback_auto_is_random() {
        assert_eq!((POLICY[FALLBACK].new)(&options()).search(), Search::Random);
        assert_eq!(shares(Search::Auto, &RunFeedback::default()), [0.0; POLICY.len()]);
    }

    #[test]
    fn auto_follows_the_feedback() {
        let cases = 10;
        let traced = RunFeedback { cases, traced: true, ..RunFeedback::default() };
        assert_eq!(shares(Search::Auto, &traced)[..2], [0.0, 1.0]);
        let scored = RunFeedback { cases, traced: true, scored: true, ..RunFeedback::default() };
        assert_eq!(shares(Search::Auto, &scored)[..5], [0.0, TRACED, RANDOM, 0.0, 1.0]);
        let alone = RunFeedback { traced: false, ..scored };
        assert_eq!(shares(Search::Auto, &alone)[..5], [0.0, 0.0, RANDOM, 0.0, 1.0]);
        let changed = RunFeedback { cases, changed: true, ..RunFeedback::default() };
        assert_eq!(shares(Search::Auto, &changed)[2..4], [RANDOM, 1.0]);
        let rejecting = RunFeedback { cases, rejecting: true, ..RunFeedback::default() };
        assert_eq!(shares(Search::Auto, &rejecting)[2..], [0.125, 0.0, 0.0, 1.0]);
        let later = RunFeedback { cases: 5_000, ..rejecting };
        assert!((shares(Search::Auto, &later)[0] - GROWTH).abs() < 1e-9);
    }

    #[test]
    fn random_search_ignores_all_feedback() {
        let all =
            RunFeedback { scored: true, changed: true, traced: true, ..RunFeedback::default() };
        assert_eq!(shares(Search::Random, &all)[..3], [0.0, 0.0, 1.0]);
    }

    #[test]
    fn the_more_random_inputs_are_accepted_the_more_stay_random() {
        let rejecting = RunFeedback { cases: 1_000, rejecting: true, ..RunFeedback::default() };
        let share = |random_accepted| {
            let signals = RunFeedback { random_cases: 100, random_accepted, ..rejecting };
            shares(Search::Auto, &signals)[FALLBACK]
        };
        assert!(share(0) < 0.001 && share(10) < share(50) && share(50) < share(90));
        assert!(share(90) > 0.7);
    }

    #[test]
    fn each_search_uses_the_feedback_that_the_book_names() {
        let cases = 10;
        let both = RunFeedback { cases, scored: true, changed: true, ..RunFeedback::default() };
        assert_eq!(shares(Search::Auto, &both)[2..5], [RANDOM, HISTORY, 1.0]);
        assert_eq!(shares(Search::Pool, &both), [0.0, 0.0, 0.0, 1.0, 0.0, 1.0]);
        for search in [Search::Climb, Search::Anneal] {
            assert_eq!(shares(search, &both), [0.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
        }
        // Coverage and nothing else.
        let traced = RunFeedback { traced: true, rejecting: true, ..both };
        assert_eq!(shares(Search::Mutate, &traced)[..2], [0.0, 1.0]);
        assert_eq!(shares(Search::Mutate, &both), shares(Search::Pool, &both));
        // Growth: only where inputs are rejected and nothing else guides.
        let rejecting = RunFeedback { cases, rejecting: true, ..RunFeedback::default() };
        assert!(shares(Search::Auto, &rejecting)[0] > 0.0);
        // Changes of accepted inputs.
        assert_eq!(shares(Search::Pool, &rejecting), [0.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
        assert_eq!((POLICY[5].new)(&options()).search(), Search::Pool, "as reports name it");
        for other in [
            RunFeedback { rejecting: false, ..rejecting },
            RunFeedback { scored: true, ..rejecting },
            RunFeedback { changed: true, ..rejecting },
        ] {
            assert_eq!(shares(Search::Auto, &other)[0].to_bits(), 0);
        }
    }

    #[test]
    fn the_book_has_the_shares_of_random_inputs_and_of_histories() {
        let words = ["", "", "half", "", "", "one in five"];
        let rejected = words[REJECTED as usize].replace("one in", "one input in");
        assert_eq!((1.0 / RANDOM).round() as u32, 20, "twenty");
        assert_eq!(words[(1.0 / HISTORY) as usize], "half");
        for (page, said) in [
            ("guides/steering.md", "one proposal in twenty is random"),
            ("how/search.md", "one proposal in twenty is random"),
            ("how/search.md", "the history guides about half of the search"),
            ("guides/preconditions.md", &format!("more than {rejected} so far was rejected")),
            ("guides/steering.md", &format!("more than {rejected} was rejected")),
            ("how/search.md", &format!("more than {rejected} is rejected")),
            ("tutorial.md", &format!("more than {rejected} was rejected")),
        ] {
            crate::humanize::assert_said(page, said);
        }
    }
}
