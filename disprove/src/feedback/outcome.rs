//! The outcome of a case.

use std::fmt::Debug;

/// The outcome of one case. A panic is also a failure.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(any::<u8>()).run(|n| match n {
///     0 => Outcome::reject(),
///     1..=200 => Outcome::pass(),
///     _ => Outcome::fail(format!("{n} is over 200")),
/// });
/// assert_eq!(report.failures()[0].message(), "201 is over 200");
/// ```
#[doc(alias = "TestResult")]
#[doc(alias = "TestCaseError")]
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "an outcome only counts when it is returned from the property"]
pub struct Outcome(pub(crate) Kind);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Pass,
    Reject,
    /// A message, and where the property failed if that is known: "file:line:column".
    Fail(Box<(String, Option<String>)>),
}

impl Outcome {
    /// The property holds for this input.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u8>()).run(|_| Outcome::pass());
    /// assert_eq!(report.cases(), 256);
    /// ```
    pub fn pass() -> Outcome {
        Outcome(Kind::Pass)
    }

    /// The property does not apply to this input.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u8>()).run(|_| Outcome::reject());
    /// assert_eq!(report.verdict(), Verdict::GaveUp);
    /// ```
    pub fn reject() -> Outcome {
        Outcome(Kind::Reject)
    }

    /// The property does not hold for this input, with the reason.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u8>()).run(|_| Outcome::fail("never"));
    /// assert_eq!(report.failures()[0].message(), "never");
    /// ```
    pub fn fail(why: impl Into<String>) -> Outcome {
        Outcome::fail_at(why.into(), None)
    }

    /// The same, with "file:line:column".
    #[doc(hidden)]
    pub fn fail_at(why: String, location: Option<String>) -> Outcome {
        Outcome(Kind::Fail(Box::new((why, location))))
    }
}

/// Start of the failure message when a property returns an error.
pub(crate) const RETURNED_ERROR: &str = "the property returned Err";

/// What a property may return: nothing, a `bool`, a `Result` or an [`Outcome`].
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(any::<u32>()).seed(1).run(|n| u8::try_from(n).map(|_| ()));
/// assert_eq!(report.failures()[0].value(), &256);
/// ```
#[diagnostic::on_unimplemented(
    message = "a property cannot return `{Self}`",
    label = "expected `()`, `bool`, `Result<(), E>` or `Outcome`",
    note = "the error type of a `Result` must implement `Debug`"
)]
pub trait IntoOutcome {
    /// The outcome.
    fn into_outcome(self) -> Outcome;

    /// A passing value, for the early return of a rejecting `assume!`.
    #[doc(hidden)]
    fn passing() -> Self;
}

#[diagnostic::do_not_recommend]
impl IntoOutcome for () {
    #[inline(always)]
    fn into_outcome(self) -> Outcome {
        Outcome::pass()
    }

    fn passing() {}
}

#[diagnostic::do_not_recommend]
impl IntoOutcome for bool {
    #[inline(always)]
    fn into_outcome(self) -> Outcome {
        if self { Outcome::pass() } else { Outcome::fail("the property returned false") }
    }

    fn passing() -> bool {
        true
    }
}

#[diagnostic::do_not_recommend]
impl IntoOutcome for Outcome {
    #[inline(always)]
    fn into_outcome(self) -> Outcome {
        self
    }

    fn passing() -> Outcome {
        Outcome::pass()
    }
}

#[diagnostic::do_not_recommend]
impl<T: IntoOutcome, E: Debug> IntoOutcome for Result<T, E> {
    #[inline(always)]
    fn into_outcome(self) -> Outcome {
        match self {
            Ok(inner) => inner.into_outcome(),
            Err(error) => Outcome::fail(format!("{RETURNED_ERROR}({error:?})")),
        }
    }

    fn passing() -> Result<T, E> {
        Ok(T::passing())
    }
}

/// A closure that only panics returns `!`. On stable Rust this is the only way to name that type.
#[doc(hidden)]
pub trait Returns {
    /// The return type.
    type Output;
}

impl<T> Returns for fn() -> T {
    type Output = T;
}

#[diagnostic::do_not_recommend]
impl IntoOutcome for <fn() -> ! as Returns>::Output {
    fn into_outcome(self) -> Outcome {
        self
    }

    fn passing() -> Self {
        unreachable!("a function that never returns cannot return early")
    }
}
