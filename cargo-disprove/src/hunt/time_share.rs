//! Decides which property runs next.
//!
//! Recent discoveries predict future ones. So time goes to the property with the most discoveries (new corpus entries,
//! new failures) per second of work. Both decay with a half-life of 30 seconds of work. Every property starts
//! with one discovery in one second, which favors those tried least. A property with less than a quarter of an
//! equal share runs next in any case, since a property without feedback discovers nothing before its first failure.
//! A property that has failed gets only that, while others have not: a second failure of it tells users less than the
//! first one of another, and is often the same defect.

use std::time::Duration;

/// Half-life of discoveries and time, in seconds of work: two of the longest turns.
const HALF_LIFE: f64 = 30.0;

/// Guaranteed fraction of an equal share: a property without feedback never starves.
const MIN_SHARE: f64 = 0.25;

/// First turn of a property. Turns double, because most of what a worker learns is lost when it ends.
const FIRST_TURN: Duration = Duration::from_secs(1);
/// Longest turn, so that the others do not wait too long.
const LONGEST_TURN: Duration = Duration::from_secs(15);
/// Shortest turn: starting a process takes a few milliseconds of it.
const SHORTEST_TURN: Duration = Duration::from_millis(250);

/// Time and discoveries of a property.
#[derive(Clone, Debug, Default)]
pub(super) struct TimeShare {
    /// Total time in seconds, without decay.
    total: f64,
    recent: f64,
    discoveries: f64,
    turns: u32,
}

impl TimeShare {
    /// Adds time and discoveries.
    pub(super) fn add(&mut self, worked: Duration, discoveries: u64) {
        let seconds = worked.as_secs_f64();
        let decay = 0.5_f64.powf(seconds / HALF_LIFE);
        self.total += seconds;
        self.recent = self.recent * decay + seconds;
        self.discoveries = self.discoveries * decay + discoveries as f64;
    }

    /// Length of its next turn, given that of the first.
    pub(super) fn next_turn(&mut self, first: Duration) -> Duration {
        let turn = first.saturating_mul(1 << self.turns.min(10)).min(LONGEST_TURN);
        self.turns += 1;
        turn
    }

    /// Discoveries per second of recent work.
    fn rate(&self) -> f64 {
        (self.discoveries + 1.0) / (self.recent + 1.0)
    }
}

/// Length of the first turn: every property has one within a quarter of the hunt.
pub(super) fn first_turn(time: Option<Duration>, properties: usize, jobs: usize) -> Duration {
    let Some(time) = time else { return FIRST_TURN };
    let rounds = properties.div_ceil(jobs.max(1)).max(1) as u32;
    (time / 4 / rounds).clamp(SHORTEST_TURN, FIRST_TURN)
}

/// A property that can run next.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) number: usize,
    /// With the time of running workers.
    pub(super) share: TimeShare,
    pub(super) known_faults: usize,
}

/// The property to run next; the first of several equal ones.
pub(super) fn next(candidates: &[Candidate]) -> Option<usize> {
    let total: f64 = candidates.iter().map(|candidate| candidate.share.total).sum();
    let due = total / candidates.len().max(1) as f64 * MIN_SHARE;
    let least = candidates.iter().min_by(|a, b| a.share.total.total_cmp(&b.share.total))?;
    if least.share.total <= due {
        return Some(least.number);
    }
    let merit = |candidate: &Candidate| (candidate.known_faults == 0, candidate.share.rate());
    let mut best = least;
    for candidate in candidates {
        if merit(candidate) > merit(best) {
            best = candidate;
        }
    }
    Some(best.number)
}

#[cfg(test)]
mod tests {
    use super::{
        Candidate, FIRST_TURN, HALF_LIFE, LONGEST_TURN, MIN_SHARE, TimeShare, first_turn, next,
    };
    use std::time::Duration;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn candidates(shares: &[TimeShare]) -> Vec<Candidate> {
        let candidate = |(number, share): (usize, &TimeShare)| Candidate {
            number,
            share: share.clone(),
            known_faults: 0,
        };
        shares.iter().enumerate().map(candidate).collect()
    }

    fn choose(shares: &[TimeShare]) -> usize {
        next(&candidates(shares)).expect("there are some")
    }

    #[test]
    fn the_page_states_the_constants() {
        let (first, longest) = (FIRST_TURN.as_secs(), LONGEST_TURN.as_secs());
        for part in [
            format!("a half-life of {HALF_LIFE} seconds of work"),
            format!("at least {} % of an equal share", MIN_SHARE * 100.0),
            format!("Turns grow from {first} second to {longest}."),
        ] {
            crate::book::assert_said("how/hunts.md", &part);
        }
    }

    #[test]
    fn productive_properties_get_most_of_the_time_and_all_get_some() {
        let mut shares = vec![TimeShare::default(); 3];
        for _ in 0..1_000 {
            let turn = choose(&shares);
            shares[turn].add(seconds(1), u64::from(turn == 1));
        }
        let [a, b, c] = [&shares[0], &shares[1], &shares[2]].map(|share| share.total);
        assert!(b > 2.0 * (a + c), "{a} {b} {c}");
        // A quarter of an equal share is 83 seconds; a turn may be under way.
        assert!(a >= 82.0 && c >= 82.0, "{a} {b} {c}");
        let mut shares = vec![TimeShare::default(); 2];
        shares[0].add(seconds(30), 10);
        shares[1].add(seconds(10), 5);
        assert_eq!(choose(&shares), 1, "more discoveries per second");
    }

    #[test]
    fn old_discoveries_decay() {
        let mut share = TimeShare::default();
        share.add(seconds(10), 8);
        share.add(seconds(30), 0);
        assert_eq!((share.discoveries, share.recent), (4.0, 35.0), "after the half-life");
        let mut shares = vec![TimeShare::default(), TimeShare::default()];
        shares[0].add(seconds(10), 1_000);
        shares[1].add(seconds(10), 5);
        assert_eq!(choose(&shares), 0);
        for _ in 0..300 {
            shares[0].add(seconds(1), 0);
            shares[1].add(seconds(1), 1);
        }
        assert_eq!(choose(&shares), 1);
    }

    #[test]
    fn properties_that_have_failed_get_their_least_share_while_others_have_not() {
        let mut shares = vec![TimeShare::default(); 4];
        for _ in 0..1_000 {
            let mut candidates = candidates(&shares);
            candidates[0].known_faults = 1;
            let turn = next(&candidates).expect("there are some");
            // It discovers most.
            shares[turn].add(seconds(1), if turn == 0 { 100 } else { 1 });
        }
        let total: Vec<f64> = shares.iter().map(|share| share.total).collect();
        assert!((60.0..=66.0).contains(&total[0]), "{total:?}");
        let mut failed = candidates(&shares);
        for candidate in &mut failed {
            candidate.known_faults = 2;
        }
        assert_eq!(next(&failed), Some(0));
        assert_eq!(next(&[]), None);
    }

    #[test]
    fn turns_get_longer_and_fit_into_a_short_hunt() {
        let mut share = TimeShare::default();
        let first = first_turn(None, 10, 2);
        assert_eq!([(); 5].map(|()| share.next_turn(first).as_secs()), [1, 2, 4, 8, 15]);
        assert_eq!(first_turn(Some(seconds(4)), 4, 2), Duration::from_millis(500));
        assert_eq!(first_turn(Some(seconds(1)), 100, 2), Duration::from_millis(250));
        // The example of the page.
        assert_eq!(first_turn(Some(seconds(600)), 200, 8), seconds(1));
    }
}
