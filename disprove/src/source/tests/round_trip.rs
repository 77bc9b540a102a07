//! Tests that a case is the same in every mode.

use super::{Bench, Refused, run, same_choices, same_tree, table::Table};
use crate::{
    choice::Tree,
    generator::{any, sample},
    property::check,
    random::Random,
    source::{Fill, Source},
};

const SEEDS: u64 = 500;

/// A size from 0 to 100, unrelated to the seed.
fn size(seed: u64) -> u32 {
    (seed * 37 % 101) as u32
}

#[test]
fn a_recorded_case_has_the_value_and_identity_of_the_random_case() {
    let mut bench = Bench::new();
    for specimen in Table::new().iter() {
        let name = &specimen.name;
        let mut refused = 0;
        for seed in 0..SEEDS {
            let (random, identity) = bench.random(specimen, seed, size(seed));
            let (recorded, recorded_identity, _) = bench.record(specimen, seed, size(seed));
            match (random, recorded) {
                (Ok(random), Ok(recorded)) => {
                    assert!(random.valid, "{name}, seed {seed}: {}", random.shown);
                    assert_eq!(random.shown, recorded.shown, "{name}, seed {seed}");
                    assert_eq!(identity, recorded_identity, "the identity of {name}, seed {seed}");
                }
                (random, recorded) => {
                    assert_eq!(random.err(), recorded.err(), "{name}, seed {seed}");
                    refused += 1;
                }
            }
        }
        assert!(refused * 2 < SEEDS, "{name} refuses {refused} of {SEEDS} cases");
    }
}

#[test]
fn a_replayed_case_has_the_value_and_choices_of_the_recorded_case() {
    let mut bench = Bench::new();
    for specimen in Table::new().iter() {
        let name = &specimen.name;
        for seed in 0..SEEDS / 2 {
            let (Ok(recorded), _, tree) = bench.record(specimen, seed, size(seed)) else {
                continue;
            };
            for fill in [Fill::Simplest, Fill::Random] {
                let (replayed, again) = bench.replay(specimen, tree.clone(), fill);
                let replayed = replayed.expect(name);
                assert_eq!(replayed.shown, recorded.shown, "{name}, seed {seed}");
                assert!(same_choices(&again, &tree), "{name}, seed {seed}: other choices");
                let (twice, same) = bench.replay(specimen, again.clone(), fill);
                assert_eq!(twice.expect(name).shown, recorded.shown, "{name}, seed {seed}, twice");
                assert!(same_tree(&same, &again), "{name}, seed {seed}: the tree changes");
            }
        }
    }
}

#[test]
fn a_token_replays_to_the_value_it_encodes() {
    let mut bench = Bench::new();
    for specimen in Table::new().iter() {
        let name = &specimen.name;
        for seed in 0..SEEDS / 4 {
            let (Ok(recorded), _, tree) = bench.record(specimen, seed, size(seed)) else {
                continue;
            };
            let token = tree.to_token();
            let flat = Tree::from_token(&token).expect(name);
            let (replayed, again) = bench.replay(specimen, flat, Fill::Simplest);
            assert_eq!(replayed.expect(name).shown, recorded.shown, "{name}, seed {seed}: {token}");
            assert!(same_choices(&again, &tree), "{name}, seed {seed}: other choices");
        }
    }
}

#[test]
fn encoded_choices_replay_to_the_encoded_value() {
    let mut bench = Bench::new();
    let mut able = Vec::new();
    for specimen in Table::new().iter() {
        let name = &specimen.name;
        for seed in 0..SEEDS / 4 {
            let (Ok(recorded), ..) = bench.record(specimen, seed, size(seed)) else { continue };
            let Ok(Some(tree)) = bench.encode(specimen, seed, size(seed)) else { continue };
            let (replayed, _) = bench.replay(specimen, tree.clone(), Fill::Simplest);
            assert_eq!(replayed.expect(name).shown, recorded.shown, "{name}, seed {seed}");
            let flat = Tree::from_token(&tree.to_token()).expect(name);
            let (replayed, _) = bench.replay(specimen, flat, Fill::Simplest);
            assert_eq!(
                replayed.expect(name).shown,
                recorded.shown,
                "{name}, seed {seed}, as token"
            );
            if able.last() != Some(name) {
                able.push(name.clone());
            }
        }
    }
    // Functions and `map` have no inverse, nor have generators that use them; nearly all others have one.
    assert!(able.len() > 180, "only {} generators know their inverse: {able:?}", able.len());
}

#[test]
fn the_simplest_value_of_every_generator_is_valid_and_has_a_tree() {
    let mut bench = Bench::new();
    for specimen in Table::new().iter() {
        let (made, tree) = bench.replay(specimen, Tree::default(), Fill::Simplest);
        let made = made.expect(&specimen.name);
        assert!(made.valid, "{}: {}", specimen.name, made.shown);
        let (again, _) = bench.replay(specimen, tree, Fill::Simplest);
        assert_eq!(again.expect(&specimen.name).shown, made.shown);
    }
}

/// The same for generated programs: the program is a value, and its draws are compared.
#[test]
fn any_program_of_draws_is_replayed_as_it_was_recorded() {
    #[derive(Clone, Debug, crate::Arbitrary)]
    enum Draw {
        Number,
        Side,
        Text,
        /// Draws inside of a span.
        Inside(Vec<Draw>),
        /// Repeats a drawn number of times.
        Repeat(Vec<Draw>),
        /// Draws only if a drawn flag is set.
        If(Vec<Draw>),
    }

    fn interpret(steps: &[Draw], src: &mut Source, log: &mut Vec<String>) {
        for step in steps {
            match step {
                Draw::Number => log.push(src.draw(any::<i16>()).to_string()),
                Draw::Side => log.push(src.draw(sample(["heads", "tails"])).to_owned()),
                Draw::Text => log.push(src.draw(any::<String>())),
                Draw::Inside(steps) => log.extend(src.draw(|src: &mut Source| {
                    let mut log = Vec::new();
                    interpret(steps, src, &mut log);
                    log
                })),
                Draw::Repeat(steps) => {
                    (0..src.draw(0..4_u8)).for_each(|_| interpret(steps, src, log));
                }
                Draw::If(steps) => {
                    if src.draw(any::<bool>()) {
                        interpret(steps, src, log);
                    }
                }
            }
        }
    }

    let report = check((any::<Vec<Draw>>(), any::<u64>())).seed(1).run(|(program, seed)| {
        let execute = |src: &mut Source| {
            run(src, |src| {
                let mut log = Vec::new();
                interpret(&program, src, &mut log);
                log
            })
        };
        let mut src = Source::recording();
        src.record(Random::for_case(seed, 0), 50);
        let recorded = execute(&mut src);
        let tree = src.take_tree();
        crate::assume!(!matches!(recorded, Err(Refused::Overrun | Refused::TooLarge(_))));
        let flat = Tree::from_token(&tree.to_token()).expect("just written");
        for guide in [tree, flat] {
            src.replay(guide.into(), Fill::Simplest, Random::for_case(!seed, 0), 100);
            assert_eq!(execute(&mut src), recorded);
        }
    });
    assert!(report.failures().is_empty(), "{:?}", report.failures());
}
