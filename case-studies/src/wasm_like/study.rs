//! The study: how soon each bug is found.

use super::{Bug, Module, Stub, Subsystem, accepted_modules_are_valid, results_agree};
use crate::{
    Options,
    findings::Findings,
    rematch::{Elsewhere, Mistake, Rematch, Way, geometric_mean},
    repetition::Repetition,
    studies::Names,
    table::{NONE, count},
};
use disprove::prelude::*;

/// The ways to look, and the most executions of each. The slowest of MUTAGEN's means is 740,658; at random only a few
/// mistakes are found, however long it takes.
const WAYS: [(&str, Search, u64); 3] = [
    ("random", Search::Random, 50_000),
    ("mutate", Search::Mutate, 1_000_000),
    ("auto", Search::Auto, 1_000_000),
];

/// Runs the study.
pub fn study(options: &Options) -> Findings {
    rematch().findings(options)
}

/// What it is made of.
pub fn names() -> Names {
    rematch().names()
}

/// When the first failure was found. Mistakes of the validator are looked for in whole modules, those of the
/// interpreter in one function.
fn found_at(repetition: Repetition, bug: Bug) -> Option<u64> {
    let found = match bug.subsystem() {
        Subsystem::Validator => repetition.run(any::<Module>(), |module: Module| {
            accepted_modules_are_valid(&module, Some(bug));
        }),
        Subsystem::Interpreter => {
            repetition.run(any::<Stub>(), |stub: Stub| results_agree(&stub, Some(bug)))
        }
    };
    found.map(|found| found.at)
}

fn rematch() -> Rematch {
    let mistakes = Bug::ALL.iter().enumerate().map(|(place, bug)| Mistake {
        name: (place + 1).to_string(),
        about: bug.name().to_owned(),
        mutagen: bug.published_mean(),
        others: vec![bug.published_random().to_owned()],
    });
    let ways = WAYS.map(|(name, search, limit)| Way {
        name,
        limit,
        run: Box::new(move |place, seed, limit| {
            found_at(Repetition::new(search, seed, limit), Bug::ALL[place])
        }),
    });
    let mean = geometric_mean(Bug::ALL.iter().map(|bug| f64::from(bug.published_mean())));
    Rematch {
        mistakes: mistakes.collect(),
        others: &["QuickCheck, found"],
        ways: ways.into(),
        elsewhere: vec![Elsewhere {
            who: "MUTAGEN on haskell-wasm (published)",
            // Thirty runs for each of the ten mistakes of the validator, ten for the other five.
            found: "350/350".to_owned(),
            geometric_mean: count(mean.round() as u64),
            worst: NONE.to_owned(),
        }],
        runs: 30,
    }
}
