//! Whose turn it is.
//!
//! What a property found lately is the best guess at what it will find next. So time goes to the one with the most news
//! (new entries of its corpus, new failures) for a second of work; both are halved with every half minute of work,
//! so that old finds are forgotten. Everybody starts with one find in one second, which makes those first that were
//! tried least. Whoever has had less than a quarter of an equal share is next in any case: nothing is ever given up,
//! since a property without feedback has no news before its first failure.

use std::time::Duration;

/// News and time count half after so much work.
const HALF_LIFE: f64 = 30.0;

/// This part of an equal share is everybody's.
const LEAST: f64 = 0.25;

/// The turns of a property get twice as long each time, from this to that: what was learned in a turn is mostly lost
/// at its end.
const FIRST_TURN: Duration = Duration::from_secs(1);
const LONGEST_TURN: Duration = Duration::from_secs(15);
const SHORTEST_TURN: Duration = Duration::from_millis(250);

/// How a property has fared.
#[derive(Clone, Debug, Default)]
pub(super) struct Share {
    /// All of the time it had, in seconds.
    total: f64,
    recent: f64,
    news: f64,
    turns: u32,
}

impl Share {
    /// It has worked for so long, and found so much.
    pub(super) fn add(&mut self, worked: Duration, news: u64) {
        let seconds = worked.as_secs_f64();
        let kept = 0.5_f64.powf(seconds / HALF_LIFE);
        self.total += seconds;
        self.recent = self.recent * kept + seconds;
        self.news = self.news * kept + news as f64;
    }

    /// How long its next turn is, of a hunt that gives each property so long at first.
    pub(super) fn next_turn(&mut self, first: Duration) -> Duration {
        let turn = first.saturating_mul(1 << self.turns.min(10)).min(LONGEST_TURN);
        self.turns += 1;
        turn
    }

    fn promise(&self) -> f64 {
        (self.news + 1.0) / (self.recent + 1.0)
    }
}

/// The first turn of a hunt of this length: everybody has one within a quarter of it.
pub(super) fn first_turn(time: Option<Duration>, properties: usize, jobs: usize) -> Duration {
    let Some(time) = time else { return FIRST_TURN };
    let rounds = properties.div_ceil(jobs.max(1)).max(1) as u32;
    (time / 4 / rounds).clamp(SHORTEST_TURN, FIRST_TURN)
}

/// Who is next, of those given: number, share, and how long a process that is under way has worked for it.
pub(super) fn next<'a>(
    candidates: impl Iterator<Item = (usize, &'a Share, Duration)>,
) -> Option<usize> {
    let mut all = Vec::new();
    for (number, share, under_way) in candidates {
        let mut share = share.clone();
        share.add(under_way, 0);
        all.push((number, share));
    }
    let total: f64 = all.iter().map(|(_, share)| share.total).sum();
    let due = total / all.len().max(1) as f64 * LEAST;
    let least = all.iter().min_by(|(_, a), (_, b)| a.total.total_cmp(&b.total))?;
    if least.1.total <= due {
        return Some(least.0);
    }
    let best = all.iter().max_by(|(_, a), (_, b)| a.promise().total_cmp(&b.promise()))?;
    Some(best.0)
}

#[cfg(test)]
mod tests {
    use super::{Share, first_turn, next};
    use std::time::Duration;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn choose(shares: &[Share]) -> usize {
        let candidates = shares.iter().enumerate();
        next(candidates.map(|(number, share)| (number, share, Duration::ZERO)))
            .expect("there are some")
    }

    #[test]
    fn most_of_the_time_goes_to_those_with_news_and_some_to_all() {
        let mut shares = vec![Share::default(); 3];
        for _ in 0..1_000 {
            let turn = choose(&shares);
            shares[turn].add(seconds(1), u64::from(turn == 1));
        }
        let [a, b, c] = [&shares[0], &shares[1], &shares[2]].map(|share| share.total);
        assert!(b > 2.0 * (a + c), "{a} {b} {c}");
        assert!(a > 70.0 && c > 70.0, "{a} {b} {c}");
    }

    #[test]
    fn old_news_are_forgotten() {
        let mut shares = vec![Share::default(), Share::default()];
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
    fn work_that_is_under_way_counts() {
        let shares = [Share::default(), Share::default()];
        let busy = [(0, &shares[0], seconds(1)), (1, &shares[1], Duration::ZERO)];
        assert_eq!(next(busy.into_iter()), Some(1));
        assert_eq!(next([].into_iter()), None);
    }

    #[test]
    fn turns_get_longer_and_fit_into_a_short_hunt() {
        let mut share = Share::default();
        let first = first_turn(None, 10, 2);
        assert_eq!([(); 5].map(|()| share.next_turn(first).as_secs()), [1, 2, 4, 8, 15]);
        assert_eq!(first_turn(Some(seconds(4)), 4, 2), Duration::from_millis(500));
        assert_eq!(first_turn(Some(seconds(1)), 100, 2), Duration::from_millis(250));
    }
}
