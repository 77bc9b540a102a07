//! Compresses the loops in a sequence of events.

use super::{times::magnitude, view::mixed};

/// Length limits of a loop iteration, one pass each, the shortest first: iterations of an outer loop become equal
/// once the inner loop is compressed.
const LONGEST_ROUNDS: [usize; 3] = [4, 16, 64];

/// Length limit of a path.
const LONGEST_PATH: usize = 16 * 1_024;

/// Marks words that are not events: counts of iterations, and hashes.
const MARK: u32 = 1 << 31;

/// Marks hashes.
const HASH: u32 = MARK | 1 << 30;

/// Slots that remember the last position of a word. When two words share a slot, a loop is detected one word later.
const SLOTS: usize = 1_024;

/// The path of these events, followed by `more` events with this hash.
pub(super) fn compressed(events: &[u32], more: u64, hash: u64) -> Vec<u32> {
    let mut path = events.to_vec();
    let mut last = vec![(0, usize::MAX); SLOTS];
    for longest in LONGEST_ROUNDS {
        last.fill((0, usize::MAX));
        path = shorter(&path, longest, &mut last);
    }
    let mut rest = (more > 0).then_some(mixed(hash, more));
    if path.len() > LONGEST_PATH - 1 {
        let cut = path[LONGEST_PATH - 1..].iter();
        rest = Some(cut.fold(rest.unwrap_or_default(), |hash, it| mixed(hash, u64::from(*it))));
        path.truncate(LONGEST_PATH - 1);
    }
    path.extend(rest.map(|hash| HASH | (hash >> 34) as u32));
    path
}

/// Replaces repetitions by a mark with the length of an iteration and the magnitude of their count.
fn shorter(words: &[u32], longest: usize, last: &mut [(u32, usize)]) -> Vec<u32> {
    let mut path = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let slot = |word: u32| (mixed(0, u64::from(word)) >> 32) as usize % SLOTS;
        let (word, before) = last[slot(words[at])];
        let is_known = before != usize::MAX && word == words[at];
        let round = if is_known { at - before } else { usize::MAX };
        let repeats = if round <= longest { repeats(words, at, round) } else { 0 };
        if repeats == 0 {
            last[slot(words[at])] = (words[at], at);
            path.push(words[at]);
            at += 1;
            continue;
        }
        path.push(MARK | (round as u32) << 8 | u32::from(magnitude(repeats as u32)));
        at += repeats * round;
        for place in at - round..at {
            last[slot(words[place])] = (words[place], place);
        }
    }
    path
}

/// Number of repetitions of the `round` words before `at`.
fn repeats(words: &[u32], at: usize, round: usize) -> usize {
    let body = &words[at - round..at];
    words[at..].chunks_exact(round).take_while(|next| *next == body).count()
}

#[cfg(test)]
mod tests {
    use super::{HASH, LONGEST_PATH, MARK, compressed};

    fn path(events: &[u32]) -> Vec<u32> {
        compressed(events, 0, 0)
    }

    #[test]
    fn compresses_a_loop_to_one_iteration_and_a_count() {
        let looped = |rounds: usize| [vec![1], [2, 3, 4].repeat(rounds), vec![5]].concat();
        assert_eq!(path(&looped(1_000)), [1, 2, 3, 4, MARK + (3 << 8) + 10, 5]);
        assert_eq!(path(&looped(1)), [1, 2, 3, 4, 5]);
        assert_eq!(path(&looped(2)), [1, 2, 3, 4, MARK + (3 << 8) + 1, 5]);
        assert_eq!(path(&looped(5)), path(&looped(6)));
        assert_ne!(path(&looped(5)), path(&looped(9)));
    }

    #[test]
    fn compresses_nested_loops_with_different_counts() {
        let mut events = vec![1];
        for round in 0..100 {
            events.push(2);
            events.extend([3, 4].repeat(20 + round % 5));
        }
        let path = path(&events);
        assert!(path.len() < 8, "{path:?}");
    }

    #[test]
    fn leaves_iterations_of_more_than_64_events() {
        let round = |length: u32| (0..length).collect::<Vec<u32>>().repeat(10);
        assert_eq!(path(&round(64)).len(), 65);
        assert_eq!(path(&round(65)).len(), 650);
    }

    #[test]
    fn a_long_path_ends_in_a_hash_of_the_rest() {
        let events: Vec<u32> = (0..50_000).collect();
        let whole = path(&events);
        assert_eq!(whole.len(), LONGEST_PATH);
        let mut other = events.clone();
        other[40_000] = 7;
        let other = path(&other);
        assert_eq!(whole[..LONGEST_PATH - 1], other[..LONGEST_PATH - 1]);
        assert_ne!(whole.last(), other.last());
        assert!(whole.last() >= Some(&HASH));
        assert_ne!(compressed(&[1], 1, 1 << 40), compressed(&[1], 1, 1 << 41));
    }

    #[test]
    fn leaves_events_without_repetitions() {
        assert!(path(&[]).is_empty());
        let events: Vec<u32> = (0..5_000).map(|n| n * 7).collect();
        assert_eq!(path(&events), events);
    }
}
