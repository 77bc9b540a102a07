//! `TestResult`: passed, failed or discarded.

use disprove::Outcome;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The result of a property for one input.
///
/// In disprove: `Outcome`.
///
/// ```
/// use quickcheck::TestResult;
///
/// fn divides(a: u32, b: u32) -> TestResult {
///     if b == 0 {
///         return TestResult::discard();
///     }
///     TestResult::from_bool(a / b * b <= a)
/// }
/// quickcheck::quickcheck(divides as fn(u32, u32) -> TestResult);
/// ```
#[derive(Clone, Debug)]
pub struct TestResult {
    status: Status,
    pub(crate) arguments: Option<Vec<String>>,
    error: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    Passed,
    Failed,
    Discarded,
}

impl TestResult {
    fn new(status: Status) -> TestResult {
        TestResult { status, arguments: None, error: None }
    }

    /// The property holds. In disprove: `Outcome::pass()`.
    ///
    /// ```
    /// assert!(!quickcheck::TestResult::passed().is_failure());
    /// ```
    pub fn passed() -> TestResult {
        TestResult::new(Status::Passed)
    }

    /// The property does not hold. In disprove: `assert!`, or `Outcome::fail(..)`.
    ///
    /// ```
    /// assert!(quickcheck::TestResult::failed().is_failure());
    /// ```
    pub fn failed() -> TestResult {
        TestResult::new(Status::Failed)
    }

    /// The property does not hold, for this reason. In disprove: `Outcome::fail(..)`.
    ///
    /// ```
    /// assert!(quickcheck::TestResult::error("why").is_error());
    /// ```
    pub fn error<S: Into<String>>(message: S) -> TestResult {
        TestResult { error: Some(message.into()), ..TestResult::failed() }
    }

    /// The property does not apply to this input. In disprove: `assume!(..)`, which also guides the search.
    ///
    /// ```
    /// assert!(!quickcheck::TestResult::discard().is_failure());
    /// ```
    pub fn discard() -> TestResult {
        TestResult::new(Status::Discarded)
    }

    /// Passed or failed. In disprove: the `bool` itself.
    ///
    /// ```
    /// assert!(quickcheck::TestResult::from_bool(false).is_failure());
    /// ```
    pub fn from_bool(holds: bool) -> TestResult {
        if holds { TestResult::passed() } else { TestResult::failed() }
    }

    /// Passed if the function panics. In disprove: `#[should_panic]`, or `catch_unwind`.
    ///
    /// ```
    /// let empty: &[u8] = &[];
    /// assert!(!quickcheck::TestResult::must_fail(move || empty[0]).is_failure());
    /// ```
    pub fn must_fail<T, F>(function: F) -> TestResult
    where
        F: FnOnce() -> T + 'static,
        T: 'static,
    {
        TestResult::from_bool(catch_unwind(AssertUnwindSafe(function)).is_err())
    }

    /// Whether the property does not hold. In disprove: `Outcome::fail(..)`.
    ///
    /// ```
    /// assert!(quickcheck::TestResult::failed().is_failure());
    /// ```
    pub fn is_failure(&self) -> bool {
        self.status == Status::Failed
    }

    /// Whether the property does not hold, for a known reason. In disprove: `Outcome::fail(why)`.
    ///
    /// ```
    /// assert!(!quickcheck::TestResult::failed().is_error());
    /// ```
    pub fn is_error(&self) -> bool {
        self.is_failure() && self.error.is_some()
    }

    pub(crate) fn into_outcome(self) -> Outcome {
        match (self.status, self.error) {
            (Status::Passed, _) => Outcome::pass(),
            (Status::Discarded, _) => Outcome::reject(),
            (Status::Failed, Some(error)) => Outcome::fail(error),
            (Status::Failed, None) => Outcome::fail("the test failed"),
        }
    }
}

impl From<bool> for TestResult {
    fn from(holds: bool) -> TestResult {
        TestResult::from_bool(holds)
    }
}
