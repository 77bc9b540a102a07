//! Spells: a hero has ten attributes of 5 each, and every spell moves points between them. The property is that no
//! sequence of spells doubles their sum. Nearly all spells only move points, so a failure needs a long sequence in a
//! suitable order. The rules are those of PropEr's example.
//!
//! Sequences are `vec(sample(&SPELLS))`: short ones are more frequent, 67 spells on average. The default length would
//! be at most 64.

use crate::{
    Options,
    comparison::{Problem, compare},
    findings::Findings,
};
use disprove::prelude::*;

/// What a spell adds to strength, constitution, defence, dexterity, intelligence, charisma, wisdom, willpower, perception
/// and luck.
pub type Spell = [i32; 10];

/// All spells. Only the fourth and the thirteenth add more than they take.
pub const SPELLS: [Spell; 20] = [
    [5, -2, 0, -3, 0, 0, 0, 0, 0, 0],
    [0, 0, 4, 0, 0, 0, 0, -4, 0, 0],
    [0, 0, 0, 0, -3, 1, 1, 0, 1, 0],
    [1, 2, 2, 0, 0, 0, 0, -3, 0, 0],
    [0, 0, 0, 0, 1, 1, 1, -3, 0, 0],
    [1, 0, 0, 0, -3, 0, 0, 0, 0, 2],
    [0, 0, 0, 0, 1, 1, 1, -4, 1, 0],
    [0, 0, 0, 0, 0, 2, 0, 0, 1, -3],
    [2, -2, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 2, -2, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 2, -2, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 2, -2, 0, 0, 0, 0, 0],
    [-1, -1, -1, -1, -1, -1, -1, 10, -1, -1],
    [0, 0, 0, 0, 2, -2, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 2, -2, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 2, -2, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 2, -2, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 2, -2],
    [-2, 0, 0, 0, 0, 0, 0, 0, 0, 2],
    [5, 0, 0, 0, 0, 0, 0, 0, 0, -8],
];

/// Every attribute before the first spell.
const START: i32 = 5;

/// The property fails from here on: twice the sum at the start.
pub const STRONG: i32 = 2 * 10 * START;

/// Spells in the order in which they are cast.
pub fn sequence() -> impl Generator<Value = Vec<Spell>> {
    vec(sample(&SPELLS))
}

/// The sum of all attributes in the end. A spell that would make one negative does nothing.
pub fn strength(spells: &[Spell]) -> i32 {
    let mut attributes = [START; 10];
    for spell in spells {
        let mut changed = attributes;
        for (attribute, change) in changed.iter_mut().zip(spell) {
            *attribute += change;
        }
        if changed.iter().all(|attribute| *attribute >= 0) {
            attributes = changed;
        }
    }
    attributes.iter().sum()
}

/// The property.
pub fn nobody_becomes_strong(spells: Vec<Spell>) -> bool {
    let strength = strength(&spells);
    target!(strength);
    strength < STRONG
}

/// The one problem there is.
pub fn problems() -> Vec<Problem> {
    let problem = Problem::new("spells", 10_000, |repetition| {
        repetition.run(sequence(), nobody_becomes_strong)
    });
    vec![problem.published(&[
        ("PropEr, hand-written (measured by us)", "12/12 250 405 - 1,431"),
        ("PropEr, constructed (measured by us)", "14/14 839 1,688 - 7,085"),
        ("PropEr, random, 1 x 100,000 and 2 x 20,000 (measured by us)", "0/3 - - - -"),
    ])]
}

/// Runs the study.
pub fn study(options: &Options) -> Findings {
    compare(options, "A sum of 100, within 10,000 executions", &problems(), 100)
}

#[cfg(test)]
mod tests {
    use super::{SPELLS, STRONG, strength};

    #[test]
    fn two_spells_gain_one_loses_and_the_rest_move_points() {
        let sums = SPELLS.map(|spell| spell.iter().sum::<i32>());
        let of = |sum: i32| (0..20).filter(|number| sums[*number] == sum).collect::<Vec<_>>();
        assert_eq!((of(2), of(1), of(-3)), (vec![3], vec![12], vec![19]));
        assert_eq!(of(0).len(), 17);
    }

    #[test]
    fn sums_of_known_sequences_are_right() {
        assert_eq!((strength(&[]), STRONG), (50, 100));
        // The willpower of 5 pays for the fourth spell once; the second time it does nothing.
        assert_eq!(strength(&[SPELLS[3]]), 52);
        assert_eq!(strength(&[SPELLS[3]; 9]), 52);
        // The thirteenth takes one of each of the others, which lasts five times.
        assert_eq!(strength(&[SPELLS[12]; 9]), 55);
        assert_eq!(strength(&[SPELLS[12], SPELLS[3], SPELLS[3], SPELLS[3]]), 57);
        assert_eq!(strength(&[SPELLS[19]]), 50);
    }
}
