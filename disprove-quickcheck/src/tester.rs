//! `QuickCheck`: settings, and the start of a run.

use crate::{Gen, TestResult, Testable};
use disprove::{
    __private::{ANY_TEST, Declaration, Foreign, Overrides, TestName},
    Check, Generator, check,
};
use std::{env, panic::Location, str::FromStr};

/// Tests properties, with settings.
///
/// In disprove: the settings of `#[property(..)]`, and the methods of `check(..)`.
///
/// ```
/// use quickcheck::QuickCheck;
///
/// QuickCheck::new().tests(200).quickcheck((|x| x / 2 <= x) as fn(u64) -> bool);
/// ```
#[derive(Debug)]
pub struct QuickCheck {
    tests: u64,
    max_tests: u64,
    min_tests_passed: u64,
    generator: Gen,
}

/// The tests of a run, and the inputs that it tries for each, as in quickcheck.
const TESTS: u64 = 100;
const MAX_TESTS: u64 = 10_000;
/// The size of values, as in quickcheck.
const SIZE: usize = 100;

/// The names of arguments where no macro knows them.
const NAMES: &[&str] = &["1", "2", "3", "4", "5", "6", "7", "8"];

fn variable<T: FromStr>(name: &str, default: T) -> T {
    env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

impl Default for QuickCheck {
    fn default() -> QuickCheck {
        QuickCheck::new()
    }
}

impl QuickCheck {
    /// 100 tests with values of size 100, or as the variables `QUICKCHECK_*` say.
    ///
    /// In disprove: `check(generator)`, and the variables `DISPROVE_*`.
    ///
    /// ```
    /// let tester = quickcheck::QuickCheck::new();
    /// # let _ = tester;
    /// ```
    pub fn new() -> QuickCheck {
        let tests = variable("QUICKCHECK_TESTS", TESTS);
        QuickCheck {
            tests,
            max_tests: variable("QUICKCHECK_MAX_TESTS", MAX_TESTS).max(tests),
            min_tests_passed: variable("QUICKCHECK_MIN_TESTS_PASSED", 0),
            generator: Gen::new(variable("QUICKCHECK_GENERATOR_SIZE", SIZE)),
        }
    }

    /// Sets the size of values, and the seed if the `Gen` has one.
    ///
    /// In disprove: `seed = ..`, and bounds of the generators.
    ///
    /// ```
    /// use quickcheck::{Gen, QuickCheck};
    ///
    /// let small = |xs: Vec<u8>| xs.len() < 5;
    /// QuickCheck::new().rng(Gen::new(5)).quickcheck(small as fn(Vec<u8>) -> bool);
    /// ```
    #[must_use]
    pub fn rng(self, generator: Gen) -> QuickCheck {
        QuickCheck { generator, ..self }
    }

    /// The older name of [`rng`](QuickCheck::rng). In disprove: `seed = ..`, and bounds of the generators.
    #[deprecated(note = "use `rng` instead")]
    #[must_use]
    pub fn r#gen(self, generator: Gen) -> QuickCheck {
        self.rng(generator)
    }

    /// Tests that must pass (default 100). In disprove: `cases = ..`.
    ///
    /// ```
    /// let property: fn(u64) -> bool = |x| x == x;
    /// assert_eq!(quickcheck::QuickCheck::new().tests(300).quicktest(property).unwrap(), 300);
    /// ```
    #[must_use]
    pub fn tests(mut self, tests: u64) -> QuickCheck {
        self.tests = tests;
        self
    }

    /// Inputs to try at most, discarded ones included (default 10,000). In disprove: `max_executions = ..`.
    ///
    /// ```
    /// use quickcheck::{QuickCheck, TestResult};
    ///
    /// QuickCheck::new().max_tests(200).quickcheck(TestResult::discard as fn() -> TestResult);
    /// ```
    #[must_use]
    pub fn max_tests(mut self, max_tests: u64) -> QuickCheck {
        self.max_tests = max_tests;
        self
    }

    /// Tests without which the property fails (default 0). In disprove: a property fails if too few inputs are accepted.
    ///
    /// ```should_panic
    /// use quickcheck::{QuickCheck, TestResult};
    ///
    /// QuickCheck::new().min_tests_passed(1).quickcheck(TestResult::discard as fn() -> TestResult);
    /// ```
    #[must_use]
    pub fn min_tests_passed(mut self, min_tests_passed: u64) -> QuickCheck {
        self.min_tests_passed = min_tests_passed;
        self
    }

    /// Tests a property. Returns how many tests passed, or the reduced failure.
    ///
    /// In disprove: `check(..).run(..)`, which returns a report.
    ///
    /// ```
    /// use quickcheck::QuickCheck;
    ///
    /// let result = QuickCheck::new().quicktest((|x| x < 10) as fn(u32) -> bool);
    /// assert!(result.unwrap_err().is_failure());
    /// ```
    ///
    /// # Errors
    /// The result of the property for the smallest failing input that was found.
    #[track_caller]
    pub fn quicktest<A: Testable>(&mut self, property: A) -> Result<u64, TestResult> {
        property.count(&self.plan(NAMES))
    }

    /// Tests a property, and panics with the report if it fails.
    ///
    /// In disprove: `#[property]`, or `check(..).assert(..)`.
    ///
    /// ```
    /// quickcheck::QuickCheck::new().quickcheck((|x| x == x) as fn(u32) -> bool);
    /// ```
    ///
    /// # Panics
    /// If the property does not hold.
    #[track_caller]
    pub fn quickcheck<A: Testable>(&mut self, property: A) {
        property.check(&self.plan(NAMES));
    }

    #[track_caller]
    fn plan(&self, arguments: &'static [&'static str]) -> Plan {
        Plan {
            size: self.generator.size(),
            overrides: Overrides {
                cases: Some(self.tests),
                // The default of disprove is 100 for each test.
                max_executions: Some(self.max_tests)
                    .filter(|most| *most != self.tests.saturating_mul(MAX_TESTS / TESTS)),
                seed: self.generator.seed(),
                ..Overrides::NONE
            },
            least_cases: self.min_tests_passed,
            arguments,
            should_panic: false,
            name: TestName::new(Location::caller()),
        }
    }
}

/// Tests a property with the default settings: `QuickCheck::new().quickcheck(property)`.
///
/// In disprove: `check(..).assert(..)`.
///
/// ```
/// fn reversed_twice(xs: Vec<u32>) -> bool {
///     let twice: Vec<u32> = xs.iter().rev().rev().copied().collect();
///     twice == xs
/// }
/// quickcheck::quickcheck(reversed_twice as fn(Vec<u32>) -> bool);
/// ```
///
/// # Panics
/// If the property does not hold.
#[track_caller]
pub fn quickcheck<A: Testable>(property: A) {
    QuickCheck::new().quickcheck(property);
}

/// The same, with the names of the arguments and the attributes of the test. In disprove: `#[property]`.
#[track_caller]
pub fn quickcheck_named<A: Testable>(
    property: A,
    arguments: &'static [&'static str],
    attributes: &[&str],
) {
    let should_panic = attributes.iter().any(|attribute| attribute.starts_with("should_panic"));
    property.check(&Plan { should_panic, ..QuickCheck::new().plan(arguments) });
}

/// What a run needs, whatever the property is. In disprove: the settings of `#[property]`.
#[derive(Debug)]
pub struct Plan {
    pub(crate) size: usize,
    overrides: Overrides,
    least_cases: u64,
    arguments: &'static [&'static str],
    /// Whether the test is meant to fail. Only a macro knows.
    should_panic: bool,
    name: TestName,
}

impl Plan {
    /// The property as a declaration of disprove.
    pub(crate) fn declaration(&self, draws: bool) -> Declaration {
        Declaration {
            marker: ANY_TEST,
            function: self.name.function,
            module: self.name.module,
            package: self.name.package,
            folder: self.name.folder,
            arguments: self.arguments,
            settings: self.overrides.clone(),
            draws,
            should_panic: self.should_panic,
            foreign: Some(Foreign { least_cases: Some(self.least_cases) }),
            ..Declaration::EMPTY
        }
    }

    /// A check with these settings.
    #[track_caller]
    pub(crate) fn check<G: Generator>(&self, generator: G) -> Check<G> {
        let mut check = check(generator).cases(self.overrides.cases.unwrap_or(TESTS));
        if let Some(most) = self.overrides.max_executions {
            check = check.max_executions(most);
        }
        match self.overrides.seed {
            Some(seed) => check.seed(seed),
            None => check,
        }
    }
}
