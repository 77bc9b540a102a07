//! proptest and quickcheck through their own runners, without writing to disk.

use proptest::{
    collection::vec,
    prelude::{Strategy, any},
    test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner},
};
use quickcheck::{Arbitrary, Gen, QuickCheck, Testable};
use rivals::{Found, Search, asked, fails, told};
use std::{cell::Cell, process::ExitCode, rc::Rc};

fn main() -> ExitCode {
    std::panic::set_hook(Box::new(|_| {}));
    let Some(search) = asked(std::env::args().skip(1)) else {
        eprintln!("A library, a target, a seed and a limit, please.");
        return ExitCode::from(2);
    };
    let found = match search.tool.as_str() {
        "proptest" => by_proptest(&search),
        "quickcheck" => by_quickcheck(&search),
        other => {
            eprintln!("There is no library `{other}` here; there are proptest and quickcheck.");
            return ExitCode::from(2);
        }
    };
    println!("{}", told(found));
    ExitCode::SUCCESS
}

/// Counts executions, and keeps the first that failed.
#[derive(Default)]
struct Count {
    executions: Cell<u64>,
    found: Cell<Found>,
}

impl Count {
    /// Whether the next execution is fine.
    fn is_fine(&self, search: &Search, input: &[u8]) -> bool {
        let at = self.executions.get() + 1;
        self.executions.set(at);
        let fails = fails(search.target, input);
        if fails && self.found.get().is_none() {
            self.found.set(Some(at));
        }
        !fails
    }
}

fn by_proptest(search: &Search) -> Found {
    let config = Config {
        cases: u32::try_from(search.limit).unwrap_or(u32::MAX),
        failure_persistence: None,
        max_shrink_iters: 0,
        ..Config::default()
    };
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&search.seed.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let inputs = search.target.inputs;
    let bytes = vec(any::<u8>().prop_map(move |byte| inputs.element(byte)), 0..=inputs.longest());
    let count = Count::default();
    // The count says all there is to say.
    let _ = TestRunner::new_with_rng(config, rng).run(&bytes, |input| {
        if count.is_fine(search, &input) { Ok(()) } else { Err(TestCaseError::fail("it fails")) }
    });
    count.found.get()
}

/// A property of lists of bytes, which quickcheck makes as long as it likes up to its size.
struct Property {
    search: Search,
    count: Rc<Count>,
}

impl Testable for Property {
    fn result(&self, g: &mut Gen) -> quickcheck::TestResult {
        let inputs = self.search.target.inputs;
        let mut input = Vec::<u8>::arbitrary(g);
        input.iter_mut().for_each(|byte| *byte = inputs.element(*byte));
        quickcheck::TestResult::from_bool(self.count.is_fine(&self.search, &input))
    }
}

fn by_quickcheck(search: &Search) -> Found {
    let count = Rc::new(Count::default());
    // Lists are shorter than the size.
    let rng = Gen::from_size_and_seed(search.target.inputs.longest() + 1, search.seed);
    let mut check = QuickCheck::new().rng(rng).tests(search.limit).max_tests(search.limit);
    let _ = check.quicktest(Property { search: search.clone(), count: Rc::clone(&count) });
    count.found.get()
}
