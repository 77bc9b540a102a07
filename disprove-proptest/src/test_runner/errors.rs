//! Results of a case and of a run.

use super::Reason;
use disprove::Outcome;
use std::{error::Error, fmt, panic::Location};

/// How a case ended that did not pass.
///
/// In disprove: `Outcome`, or a panic.
///
/// ```
/// use proptest::test_runner::TestCaseError;
///
/// assert_eq!(TestCaseError::fail("odd").to_string(), "Case failed: odd");
/// ```
#[derive(Clone, Debug)]
pub enum TestCaseError {
    /// The property does not apply to the input. In disprove: `assume!(..)`.
    Reject(Reason),
    /// The property does not hold. In disprove: `assert!(..)`.
    Fail(Reason),
}

/// What the body of a test returns. In disprove: nothing, a `bool`, a `Result` or an `Outcome`.
pub type TestCaseResult = Result<(), TestCaseError>;

impl TestCaseError {
    /// Rejects the input. In disprove: `Outcome::reject()`, `assume!(..)`.
    ///
    /// ```
    /// use proptest::test_runner::TestCaseError;
    ///
    /// assert!(matches!(TestCaseError::reject("empty"), TestCaseError::Reject(_)));
    /// ```
    #[track_caller]
    pub fn reject(reason: impl Into<Reason>) -> TestCaseError {
        TestCaseError::Reject(reason.into().at(Location::caller()))
    }

    /// Fails the case. In disprove: `Outcome::fail(..)`, or a panic.
    ///
    /// ```
    /// use proptest::test_runner::TestCaseError;
    ///
    /// assert!(matches!(TestCaseError::fail("odd"), TestCaseError::Fail(_)));
    /// ```
    #[track_caller]
    pub fn fail(reason: impl Into<Reason>) -> TestCaseError {
        TestCaseError::Fail(reason.into().at(Location::caller()))
    }
}

/// The result of a case, for the library.
pub(crate) fn outcome(result: TestCaseResult) -> Outcome {
    match result {
        Ok(()) => Outcome::pass(),
        Err(TestCaseError::Reject(_)) => Outcome::reject(),
        Err(TestCaseError::Fail(why)) => {
            let location = why.location();
            Outcome::fail_at(why.into_message(), location)
        }
    }
}

impl fmt::Display for TestCaseError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TestCaseError::Reject(whence) => write!(out, "Input rejected at {whence}"),
            TestCaseError::Fail(why) => write!(out, "Case failed: {why}"),
        }
    }
}

impl<E: Error> From<E> for TestCaseError {
    #[track_caller]
    fn from(cause: E) -> TestCaseError {
        TestCaseError::fail(cause.to_string())
    }
}

/// Why a run did not pass, with the smallest failing input that was found.
///
/// In disprove: `Report`.
///
/// ```
/// use proptest::test_runner::{TestCaseError, TestError, TestRunner};
///
/// let result = TestRunner::deterministic().run(&(0..1_000), |n| {
///     if n < 300 { Ok(()) } else { Err(TestCaseError::fail("large")) }
/// });
/// assert_eq!(result, Err(TestError::Fail("large".into(), 300)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestError<T> {
    /// Too many inputs were rejected. In disprove: `Verdict::GaveUp`.
    Abort(Reason),
    /// The property does not hold for this input. In disprove: `Verdict::Falsified`.
    Fail(Reason, T),
}

impl<T: fmt::Debug> fmt::Display for TestError<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TestError::Abort(why) => write!(out, "Test aborted: {why}"),
            TestError::Fail(why, what) => {
                write!(out, "Test failed: {why}.\nminimal failing input: {what:#?}")
            }
        }
    }
}

impl<T: fmt::Debug> Error for TestError<T> {}

/// Methods of `Result` in tests. In disprove: `assume!(result.is_ok())`.
///
/// ```
/// use proptest::prelude::*;
///
/// proptest!(|(text in "[0-9]{1,3}")| {
///     let number: u8 = text.parse::<u8>().prop_assume_ok()?;
///     prop_assert!(text.ends_with(&number.to_string()));
/// });
/// ```
pub trait ProptestResultExt<T, E>: sealed::Sealed {
    /// Rejects the input if this is an error. In disprove: `assume!(..)`.
    ///
    /// # Errors
    /// The rejection, for `?`.
    fn prop_assume_ok(self) -> Result<T, TestCaseError>
    where
        E: fmt::Debug;
}

mod sealed {
    #[doc(hidden)]
    pub trait Sealed {}

    impl<T, E> Sealed for Result<T, E> {}
}

impl<T, E> ProptestResultExt<T, E> for Result<T, E> {
    #[track_caller]
    fn prop_assume_ok(self) -> Result<T, TestCaseError>
    where
        E: fmt::Debug,
    {
        match self {
            Ok(value) => Ok(value),
            Err(error) => Err(TestCaseError::reject(format!("{}: {error:?}", Location::caller()))),
        }
    }
}
