//! `TestRunner`: what strategies draw from, and runs by hand.

use super::{
    Config, Reason, RngAlgorithm, RngSeed, TestCaseError, TestCaseResult, TestError, TestRng, rng,
};
use crate::{
    property::{Test, run_strategy},
    strategy::{Strategy, ValueTree},
};
use disprove::{
    __private::{CaseSource, begin_value, end_value},
    Generator, Source,
};
use std::{
    any::Any,
    fmt,
    panic::{AssertUnwindSafe, Location, catch_unwind},
};

/// What strategies draw from, with settings; runs tests by hand.
///
/// In disprove: `Source` for generators, `check(..)` for tests.
///
/// ```
/// use proptest::{strategy::{Strategy, ValueTree}, test_runner::TestRunner};
///
/// let tree = (0..10u8).new_tree(&mut TestRunner::default()).unwrap();
/// assert!(tree.current() < 10);
/// ```
#[derive(Clone, Debug)]
pub struct TestRunner {
    config: Config,
    rng: TestRng,
    local_rejects: u32,
}

/// The result of a run. In disprove: `Report`.
pub type TestRunResult<S> = Result<(), TestError<<S as Strategy>::Value>>;

/// A level of `Config::verbose`. In disprove: none is needed.
pub const INFO_LOG: u32 = 1;

impl Default for TestRunner {
    fn default() -> TestRunner {
        TestRunner::new(Config::default())
    }
}

impl fmt::Display for TestRunner {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "\tlocal rejects: {}", self.local_rejects)
    }
}

impl TestRunner {
    /// A runner with settings. While a case is generated, it draws from that. In disprove: `check(..)`.
    ///
    /// ```
    /// use proptest::test_runner::{Config, TestRunner};
    ///
    /// assert!(TestRunner::new(Config::with_cases(10)).run(&(0..5), |n| Ok(assert!(n < 5))).is_ok());
    /// ```
    ///
    /// # Panics
    /// With `RngAlgorithm::PassThrough`.
    #[track_caller]
    pub fn new(config: Config) -> TestRunner {
        rng::check(config.rng_algorithm);
        let source = match config.rng_seed {
            RngSeed::Random => CaseSource::default(),
            RngSeed::Fixed(seed) => CaseSource::seeded(seed),
        };
        TestRunner::new_with_rng(config, TestRng::new(source))
    }

    /// A runner that is always the same. In disprove: `check(..).seed(..)`.
    ///
    /// ```
    /// use proptest::{strategy::{Strategy, ValueTree}, test_runner::TestRunner};
    ///
    /// let value = || (0..1_000u32).new_tree(&mut TestRunner::deterministic()).unwrap().current();
    /// assert_eq!(value(), value());
    /// ```
    pub fn deterministic() -> TestRunner {
        let mut rng = TestRng::deterministic_rng(RngAlgorithm::default());
        let config = Config { rng_seed: RngSeed::Fixed(rng.word()), ..Config::default() };
        TestRunner::new_with_rng(config, rng)
    }

    /// A runner with its own random number generator. In disprove: `check(..).seed(..)`.
    ///
    /// ```
    /// use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
    ///
    /// let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    /// assert_eq!(TestRunner::new_with_rng(Config::with_cases(3), rng).config().cases, 3);
    /// ```
    pub fn new_with_rng(config: Config, rng: TestRng) -> TestRunner {
        TestRunner { config, rng, local_rejects: 0 }
    }

    /// The runner of a test.
    pub(crate) fn of_case(config: Config) -> TestRunner {
        TestRunner::new_with_rng(config, TestRng::new(CaseSource::of_case()))
    }

    /// Starts the next case.
    pub(crate) fn begin_case(&mut self) {
        self.local_rejects = 0;
    }

    /// The random number generator. In disprove: `Source`.
    ///
    /// ```
    /// use proptest::{prelude::*, test_runner::TestRunner};
    ///
    /// assert!(TestRunner::deterministic().rng().random_range(0..3) < 3);
    /// ```
    pub fn rng(&mut self) -> &mut TestRng {
        &mut self.rng
    }

    /// Another random number generator. In disprove: `Source`.
    ///
    /// ```
    /// use proptest::{prelude::*, test_runner::TestRunner};
    ///
    /// assert!(TestRunner::deterministic().new_rng().random_range(0..3) < 3);
    /// ```
    pub fn new_rng(&mut self) -> TestRng {
        TestRng::new(CaseSource::seeded(self.rng.word()))
    }

    /// A random number generator whose words are choices of the case, if there is one.
    pub(crate) fn case_rng(&mut self) -> TestRng {
        if self.rng.is_of_case() { self.rng.clone() } else { self.new_rng() }
    }

    /// The settings. In disprove: none is needed.
    ///
    /// ```
    /// assert_eq!(proptest::test_runner::TestRunner::default().config().cases, 256);
    /// ```
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Nothing: a replay token has all choices of a case. In disprove: `Failure::replay_token`.
    ///
    /// ```
    /// assert!(proptest::test_runner::TestRunner::default().bytes_used().is_empty());
    /// ```
    pub fn bytes_used(&self) -> Vec<u8> {
        Vec::new()
    }

    /// Runs a test, and returns the smallest failing input. The report is on standard error.
    ///
    /// In disprove: `check(..).run(..)`.
    ///
    /// ```
    /// use proptest::{prelude::*, test_runner::{TestError, TestRunner}};
    ///
    /// let result = TestRunner::deterministic().run(&(0..1_000u32, 0..1_000u32), |(a, b)| {
    ///     prop_assert!(a + b < 500, "too large");
    ///     Ok(())
    /// });
    /// assert_eq!(result, Err(TestError::Fail("too large".into(), (0, 500))));
    /// ```
    ///
    /// # Errors
    /// The smallest failing input, or that too many inputs were rejected.
    #[track_caller]
    pub fn run<S: Strategy>(
        &mut self,
        strategy: &S,
        test: impl Fn(S::Value) -> TestCaseResult,
    ) -> TestRunResult<S> {
        run_strategy(&Test::of_caller(Location::caller()), &self.config, strategy, &test)
    }

    /// Runs one case, and reduces it by `simplify` and `complicate` of its value tree. In disprove: `check(..).run(..)`.
    ///
    /// ```
    /// use proptest::{strategy::{Just, Strategy}, test_runner::TestRunner};
    ///
    /// let mut runner = TestRunner::default();
    /// let tree = Just(3).new_tree(&mut runner).unwrap();
    /// assert_eq!(runner.run_one(tree, |n| Ok(assert_eq!(n, 3))), Ok(true));
    /// ```
    ///
    /// # Errors
    /// The smallest failing input.
    pub fn run_one<V: ValueTree>(
        &mut self,
        mut case: V,
        test: impl Fn(V::Value) -> TestCaseResult,
    ) -> Result<bool, TestError<V::Value>> {
        let call = |value| match catch_unwind(AssertUnwindSafe(|| test(value))) {
            Ok(result) => result,
            Err(panic) => Err(TestCaseError::fail(panic_text(&*panic))),
        };
        let mut why = match call(case.current()) {
            Ok(()) => return Ok(true),
            Err(TestCaseError::Reject(_)) => return Ok(false),
            Err(TestCaseError::Fail(why)) => why,
        };
        let mut left = self.config.max_shrink_iters();
        let mut goes_on = left > 0 && case.simplify();
        while goes_on && left > 0 {
            left -= 1;
            goes_on = match call(case.current()) {
                Err(TestCaseError::Fail(smaller)) => {
                    why = smaller;
                    case.simplify()
                }
                _ => case.complicate(),
            };
        }
        if goes_on {
            // Back to the last input that failed.
            while case.complicate() {}
        }
        Err(TestError::Fail(why, case.current()))
    }

    /// Counts a value that a strategy refused. In disprove: `filter`.
    ///
    /// ```
    /// assert!(proptest::test_runner::TestRunner::default().reject_local("odd").is_ok());
    /// ```
    ///
    /// # Errors
    /// If there were too many.
    pub fn reject_local(&mut self, whence: impl Into<Reason>) -> Result<(), Reason> {
        if self.local_rejects >= self.config.max_local_rejects {
            return Err(whence.into());
        }
        self.local_rejects += 1;
        Ok(())
    }

    /// Whether values may be generated again while a value tree is simplified. In disprove: none is needed.
    ///
    /// ```
    /// assert!(proptest::test_runner::TestRunner::default().flat_map_regen());
    /// ```
    pub fn flat_map_regen(&self) -> bool {
        true
    }

    /// Calls a function with the source of the case. For strategies of this workspace.
    #[doc(hidden)]
    #[inline]
    pub fn with<T>(&mut self, draw: impl FnOnce(&mut Source) -> T) -> T {
        self.rng.with(draw)
    }

    /// Draws from a generator of disprove.
    pub(crate) fn draw<G: Generator>(&mut self, generator: &G) -> G::Value {
        self.with(|src| generator.generate(src))
    }

    /// Makes the draws of a function one part of the case, which reduction can remove or replace as a whole.
    #[doc(hidden)]
    pub fn part<T>(
        &mut self,
        name: &'static str,
        draw: impl FnOnce(&mut TestRunner) -> Result<T, Reason>,
    ) -> Result<T, Reason> {
        self.with(|src| begin_value(src, name));
        let value = draw(self);
        self.with(end_value);
        value
    }
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "a panic without a message".to_owned())
}
