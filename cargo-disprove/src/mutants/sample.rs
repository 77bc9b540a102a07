//! A stratified random sample of the mutants: the same on every machine for the same seed.

use super::driver::Mutant;
use std::collections::BTreeMap;

/// Samples `count` mutants, and returns their indexes in ascending order. Every file and genre has the share of the
/// sample that it has of all mutants, so that no part of the code is left out by chance.
pub(crate) fn sample(mutants: &[Mutant], count: usize, seed: u64) -> Vec<usize> {
    if count >= mutants.len() {
        return (0..mutants.len()).collect();
    }
    let mut strata: BTreeMap<(&str, &str), Vec<usize>> = BTreeMap::new();
    for (place, mutant) in mutants.iter().enumerate() {
        strata.entry((&mutant.file, &mutant.genre)).or_default().push(place);
    }
    let mut numbers = SplitMix64(seed);
    let mut chosen = Vec::new();
    let mut rest = Vec::new();
    for places in strata.values_mut() {
        numbers.shuffle(places);
        // Whole mutants first; the fraction competes for one more.
        let share = places.len() * count;
        let whole = share / mutants.len();
        chosen.extend(places.drain(..whole));
        if let Some(next) = places.first() {
            rest.push((share % mutants.len(), numbers.next(), *next));
        }
    }
    // Largest remainders first; the seed orders equal ones.
    rest.sort_by(|a, b| b.cmp(a));
    let missing = count - chosen.len();
    chosen.extend(rest.iter().take(missing).map(|(_, _, place)| *place));
    chosen.sort_unstable();
    chosen
}

/// The SplitMix64 generator, which gives the same numbers on every machine.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn shuffle(&mut self, places: &mut [usize]) {
        for end in (1..places.len()).rev() {
            // The modulo bias of 64 bits is negligible for a few thousand mutants.
            let other = (self.next() % (end as u64 + 1)) as usize;
            places.swap(end, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Mutant, sample};
    use crate::{mutants::Arguments, parsed::parsed};

    fn mutants() -> Vec<Mutant> {
        let mut all = Vec::new();
        for (file, genre, count) in
            [("a", "FnValue", 60), ("a", "UnaryOperator", 30), ("b", "FnValue", 9), ("c", "X", 1)]
        {
            for number in 0..count {
                all.push(Mutant {
                    name: format!("{file} {genre} {number}"),
                    file: file.to_owned(),
                    genre: genre.to_owned(),
                    ..Mutant::default()
                });
            }
        }
        all
    }

    #[test]
    fn every_stratum_has_its_share() {
        let all = mutants();
        let mut of_c = 0;
        for seed in 0..50 {
            let chosen = sample(&all, 10, seed);
            assert_eq!(chosen.len(), 10);
            assert!(chosen.windows(2).all(|pair| pair[0] < pair[1]));
            let count = |file: &str, genre: &str| {
                let is_in =
                    |place: &&usize| all[**place].file == file && all[**place].genre == genre;
                chosen.iter().filter(is_in).count()
            };
            assert_eq!((count("a", "FnValue"), count("a", "UnaryOperator")), (6, 3));
            of_c += count("c", "X");
        }
        // 9 of 10 remainders are larger.
        assert_eq!(of_c, 0);
    }

    #[test]
    fn the_sample_depends_only_on_the_seed() {
        let all = mutants();
        assert_eq!(sample(&all, 10, 1), sample(&all, 10, 1));
        assert_ne!(sample(&all, 10, 1), sample(&all, 10, 2));
        assert_eq!(sample(&all, 500, 1).len(), 100);
        // With one mutant less, others are drawn.
        let names = |all: &[Mutant]| -> Vec<String> {
            sample(all, 10, 1).into_iter().map(|place| all[place].name.clone()).collect()
        };
        assert_ne!(names(&all), names(&all[1..]));
        for (line, count, seed) in [
            ("mutants --sample 10", 10, 1),
            ("mutants --sample 10 --seed 2", 10, 2),
            ("mutants --sample 7 --seed 2", 7, 2),
            ("mutants --all --seed 2", 100, 2),
        ] {
            let sampled = parsed::<Arguments>(line).sampled(&all);
            assert_eq!(sampled, sample(&all, count, seed), "{line}");
        }
    }
}
