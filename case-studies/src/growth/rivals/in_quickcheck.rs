//! quickcheck.

use super::{Judgement, Probe};
use crate::growth::{
    choices::{Choices, DEEPEST},
    structure::{Bug, Structure},
};
use quickcheck::{Arbitrary, Gen, QuickCheck, TestResult, Testable};
use std::{marker::PhantomData, rc::Rc};

/// Its usual size.
const SIZE: usize = 100;

/// When a seed led to a counterexample.
pub fn quickcheck<S: Structure>(bug: Bug, seed: u64, limit: u64) -> Option<u64> {
    let probe = Rc::new(Probe::new(bug));
    let asked = Asked::<S> { probe: probe.clone(), structure: PhantomData };
    let rng = Gen::from_size_and_seed(SIZE, seed);
    // What it returns is also in the probe.
    let _ = QuickCheck::new().rng(rng).tests(limit).max_tests(limit).quicktest(asked);
    probe.found(limit)
}

/// The runner keeps what it asks, so the probe is shared.
struct Asked<S> {
    probe: Rc<Probe>,
    structure: PhantomData<S>,
}

impl<S: Structure> Testable for Asked<S> {
    fn result(&self, random: &mut Gen) -> TestResult {
        match self.probe.judge(&S::draw(random, DEEPEST)) {
            Judgement::Holds => TestResult::passed(),
            Judgement::Rejected => TestResult::discard(),
            Judgement::Fails => TestResult::failed(),
        }
    }
}

impl Choices for Gen {
    fn below(&mut self, count: usize) -> usize {
        let all: Vec<usize> = (0..count).collect();
        self.choose(&all).copied().unwrap_or(0)
    }

    fn byte(&mut self) -> u8 {
        u8::arbitrary(self)
    }

    fn short(&mut self) -> u16 {
        u16::arbitrary(self)
    }

    fn word(&mut self) -> u32 {
        u32::arbitrary(self)
    }

    fn long(&mut self) -> u64 {
        u64::arbitrary(self)
    }
}
