//! Seeds: values given to `seed!`, put in the place of values of their type.

use crate::choice::Tree;
use std::collections::VecDeque;

/// Inputs that wait to run. Newer ones replace the oldest: they come from inputs that the search has improved.
const MOST_WAITING: usize = 64;

/// Places of an input to put a seed into, each in an input of its own.
const MOST_PLACES: usize = 4;

/// Inputs made of the values that a run gave to `seed!`.
#[derive(Debug, Default)]
pub(super) struct Harvest {
    /// With their fingerprints.
    waiting: VecDeque<(u64, Tree)>,
    /// The last input came from here.
    was_last: bool,
    /// Values that their generator cannot encode.
    pub(super) unencoded: u64,
    /// Values whose type the input has no part of.
    pub(super) misplaced: u64,
}

impl Harvest {
    /// Puts each seed into the input of its case, in the place of the outermost parts with the same label. Leaves out what waits
    /// already, and what ran, by its fingerprint: a property may pass the same values in every case.
    pub(super) fn add(
        &mut self,
        seeds: &[Option<Tree>],
        input: &Tree,
        has_run: &dyn Fn(u64) -> bool,
    ) {
        for seed in seeds {
            let Some(seed) = seed else {
                self.unencoded += 1;
                continue;
            };
            let (mut at, mut places) = (0, 0);
            while at < input.spans.len() && places < MOST_PLACES && is_one_part(seed) {
                let span = input.spans[at];
                if span.label != seed.spans[0].label || span.discarded() {
                    at += 1;
                    continue;
                }
                self.enqueue(input.graft(at, seed, 0), has_run);
                places += 1;
                at = span.next as usize;
            }
            self.misplaced += u64::from(places == 0);
        }
    }

    fn enqueue(&mut self, input: Tree, has_run: &dyn Fn(u64) -> bool) {
        let fingerprint = input.fingerprint();
        let waits = self.waiting.iter().any(|(other, _)| *other == fingerprint);
        if waits || has_run(fingerprint) {
            return;
        }
        if self.waiting.len() == MOST_WAITING {
            self.waiting.pop_front();
        }
        self.waiting.push_back((fingerprint, input));
    }

    /// The next input. At most every second one comes from here, because a property may call `seed!` in every case.
    pub(super) fn next(&mut self) -> Option<Tree> {
        self.was_last = !self.was_last && !self.waiting.is_empty();
        if !self.was_last {
            return None;
        }
        self.waiting.pop_front().map(|(_, input)| input)
    }
}

/// Whether one span contains everything.
fn is_one_part(seed: &Tree) -> bool {
    seed.spans.first().is_some_and(|span| span.next as usize == seed.spans.len())
}

#[cfg(test)]
mod tests {
    use super::{Harvest, MOST_PLACES, MOST_WAITING};
    use crate::{
        choice::Tree,
        generator::{Generator, any},
        humanize::assert_said,
    };

    /// Nothing has run.
    const NEW: &dyn Fn(u64) -> bool = &|_| false;

    #[test]
    fn a_seed_takes_the_place_of_the_outermost_parts_of_its_type() {
        let generator = any::<(Vec<u8>, u32, Vec<u8>)>();
        let input = generator.encode(&(vec![1], 7, vec![2, 3])).unwrap();
        let mut harvest = Harvest::default();
        harvest.add(&[any::<Vec<u8>>().encode(&vec![9, 9])], &input, NEW);
        let expected = [(vec![9, 9], 7, vec![2, 3]), (vec![1], 7, vec![9, 9])];
        for value in expected {
            let found = harvest.next().unwrap();
            assert_eq!(found.to_token(), generator.encode(&value).unwrap().to_token());
            assert!(harvest.next().is_none(), "another proposal comes between");
        }
        // A case may give several.
        let input = any::<(Vec<u8>, u32)>().encode(&(vec![1], 7)).unwrap();
        harvest.add(&[vec![8], vec![9]].map(|list| any::<Vec<u8>>().encode(&list)), &input, NEW);
        assert_eq!(harvest.waiting.len(), 2);
        assert_eq!((harvest.unencoded, harvest.misplaced), (0, 0));
    }

    #[test]
    fn counts_values_that_cannot_be_used() {
        let input = any::<(Vec<u8>, u8)>().encode(&(vec![1], 2)).unwrap();
        let mut harvest = Harvest::default();
        harvest.add(&[None, any::<Vec<u16>>().encode(&vec![1])], &input, NEW);
        assert_eq!((harvest.unencoded, harvest.misplaced), (1, 1));
        harvest.add(&[any::<u8>().encode(&3)], &input, NEW);
        assert_eq!((harvest.unencoded, harvest.misplaced), (1, 2), "a single number");
        let named = any::<(String, u8)>().encode(&("a".to_owned(), 2)).unwrap();
        harvest.add(&[any::<String>().encode(&"b".to_owned())], &named, NEW);
        assert_eq!((harvest.unencoded, harvest.misplaced), (1, 3), "a single string");
        assert!(harvest.next().is_none());
    }

    #[test]
    fn the_number_of_waiting_inputs_is_bounded() {
        let input = any::<Vec<(u8, u8)>>().encode(&vec![(1, 1); 50]).unwrap();
        let mut harvest = Harvest::default();
        let mut add = |n| {
            harvest.add(&[any::<(u8, u8)>().encode(&(n, 2))], &input, NEW);
            harvest.waiting.len()
        };
        assert_eq!(add(0), MOST_PLACES);
        assert_eq!((1..50).map(add).last(), Some(MOST_WAITING));
        let newest = 50 - MOST_WAITING / MOST_PLACES;
        let mut oldest = vec![(1, 1); 50];
        oldest[0] = (newest as u8, 2);
        let oldest = any::<Vec<(u8, u8)>>().encode(&oldest).unwrap();
        assert_eq!(harvest.next().unwrap().to_token(), oldest.to_token(), "older ones are gone");
        let said = format!("At most {MOST_WAITING} inputs wait; newer ones replace the oldest.");
        assert_said("guides/steering.md", &said);
    }

    #[test]
    fn the_same_values_in_every_case_run_once_each() {
        let files: Vec<Option<Tree>> = (0..100_u8).map(|n| any::<(u8,)>().encode(&(n,))).collect();
        let input = any::<(u8,)>().encode(&(200,)).unwrap();
        let (mut harvest, mut ran) = (Harvest::default(), Vec::new());
        for _ in 0..2 * files.len() {
            harvest.add(&files, &input, &|fingerprint| ran.contains(&fingerprint));
            ran.extend(harvest.next().map(|input| input.fingerprint()));
        }
        ran.sort_unstable();
        ran.dedup();
        assert_eq!((ran.len(), harvest.waiting.len()), (files.len(), 0));
    }
}
