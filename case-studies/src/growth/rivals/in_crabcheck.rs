//! crabcheck, without writing to disk. Its coverage-guided search needs other build flags, so this is its random
//! search.

use super::{Judgement, Probe};
use crate::growth::{
    choices::{Choices, DEEPEST},
    structure::{Bug, Structure},
};
use crabcheck::{Config, Source, TestResult, any};
use std::sync::Mutex;

/// When a seed led to a counterexample.
pub fn crabcheck<S: Structure>(bug: Bug, seed: u64, limit: u64) -> Option<u64> {
    // It wants a property that threads could share.
    let probe = Mutex::new(Probe::new(bug));
    let config = Config::default().tests(limit).seed(seed).max_discard_ratio(1.0);
    let inputs = |src: &mut Source| S::draw(src, DEEPEST);
    crabcheck::check(&config.no_shrink().no_regressions(), inputs, |input: S| {
        match probe.lock().expect("no property panics").judge(&input) {
            Judgement::Holds => TestResult::Pass,
            Judgement::Rejected => TestResult::discard("not valid"),
            Judgement::Fails => TestResult::fail("it fails"),
        }
    });
    probe.into_inner().expect("no property panics").found(limit)
}

impl Choices for Source {
    fn below(&mut self, count: usize) -> usize {
        self.int(0..=count.saturating_sub(1))
    }

    fn byte(&mut self) -> u8 {
        self.draw(&any::<u8>())
    }

    fn short(&mut self) -> u16 {
        self.draw(&any::<u16>())
    }

    fn word(&mut self) -> u32 {
        self.draw(&any::<u32>())
    }

    fn long(&mut self) -> u64 {
        self.draw(&any::<u64>())
    }
}
