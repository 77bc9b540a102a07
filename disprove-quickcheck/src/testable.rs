//! `Testable`: functions, and what they return.

use crate::{Arbitrary, Gen, TestResult, tester::Plan};
use disprove::{
    __private::{Printer, lend, run_property, run_without_draws},
    Generator, Outcome, Source,
};
use std::{
    any::Any,
    fmt::Debug,
    marker::PhantomData,
    panic::{AssertUnwindSafe, catch_unwind},
};

/// What can be tested: functions of up to eight arguments, and what they may return.
///
/// In disprove: a function with `#[property]`, whose result may be `()`, a `bool`, a `Result` or an `Outcome`.
///
/// ```
/// use quickcheck::{Gen, Testable};
///
/// assert!(false.result(&mut Gen::new(10)).is_failure());
/// ```
pub trait Testable: 'static {
    /// Tests one input.
    ///
    /// ```
    /// use quickcheck::{Gen, Testable};
    ///
    /// let property: fn(u8) -> bool = |x| x.count_ones() <= 8;
    /// assert!(!property.result(&mut Gen::new(10)).is_failure());
    /// ```
    fn result(&self, g: &mut Gen) -> TestResult;

    /// Whether `result` draws.
    #[doc(hidden)]
    const DRAWS: bool = true;

    /// Runs all tests, and panics with the report.
    #[doc(hidden)]
    #[track_caller]
    fn check(&self, plan: &Plan)
    where
        Self: Sized,
    {
        let body = |(), src: &mut Source| {
            lend(src, || self.result(&mut Gen::of_case(plan.size))).into_outcome()
        };
        run_property(&plan.declaration(true), (), (), &[], None, body);
    }

    /// Runs all tests, and returns how many passed, or the failure.
    #[doc(hidden)]
    #[track_caller]
    fn count(&self, plan: &Plan) -> Result<u64, TestResult>
    where
        Self: Sized,
    {
        // The values are results, which have the arguments in them.
        let result = |src: &mut Source| lend(src, || self.result(&mut Gen::of_case(plan.size)));
        let report = plan.check(result).run(TestResult::into_outcome);
        match report.failures().first() {
            Some(failure) => Err(failure.value().clone()),
            None => Ok(report.cases()),
        }
    }
}

impl Testable for bool {
    const DRAWS: bool = false;

    fn result(&self, _: &mut Gen) -> TestResult {
        TestResult::from_bool(*self)
    }
}

impl Testable for () {
    const DRAWS: bool = false;

    fn result(&self, _: &mut Gen) -> TestResult {
        TestResult::passed()
    }
}

impl Testable for TestResult {
    const DRAWS: bool = false;

    fn result(&self, _: &mut Gen) -> TestResult {
        self.clone()
    }
}

impl<A: Testable, E: Debug + 'static> Testable for Result<A, E> {
    const DRAWS: bool = A::DRAWS;

    fn result(&self, g: &mut Gen) -> TestResult {
        match self {
            Ok(value) => value.result(g),
            Err(error) => TestResult::error(format!("{error:?}")),
        }
    }
}

/// Values of an argument.
struct Argument<A> {
    size: usize,
    values: PhantomData<fn() -> A>,
}

impl<A> Argument<A> {
    fn of(plan: &Plan) -> Argument<A> {
        Argument { size: plan.size, values: PhantomData }
    }
}

impl<A: Arbitrary> Generator for Argument<A> {
    type Value = A;

    fn generate(&self, src: &mut Source) -> A {
        lend(src, || Gen::of_case(self.size).part())
    }
}

/// The result of a function, which may draw more.
fn outcome<T: Testable>(src: &mut Source, size: usize, function: impl FnOnce() -> T) -> Outcome {
    let test = || function().result(&mut Gen::of_case(size));
    if T::DRAWS { lend(src, test) } else { run_without_draws(test) }.into_outcome()
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "a panic without a message".to_owned())
}

macro_rules! functions {
    ($($letter:ident),*) => {
        impl<T: Testable, $($letter: Arbitrary + Debug),*> Testable for fn($($letter),*) -> T {
            #[allow(non_snake_case, reason = "the types name the arguments")]
            fn result(&self, g: &mut Gen) -> TestResult {
                let arguments: ($($letter,)*) = ($(g.part::<$letter>(),)*);
                let ($($letter,)*) = arguments.clone();
                let mut result = match catch_unwind(AssertUnwindSafe(|| self($($letter),*))) {
                    Ok(value) => value.result(g),
                    Err(panic) => TestResult::error(panic_text(&*panic)),
                };
                if result.is_failure() {
                    let ($($letter,)*) = arguments;
                    result.arguments = Some(vec![$(format!("{:?}", $letter)),*]);
                }
                result
            }

            #[allow(non_snake_case, reason = "the types name the arguments")]
            fn check(&self, plan: &Plan) {
                let arguments = ($(Argument::<$letter>::of(plan),)*);
                let printers = ($(Printer::<$letter>::DEBUG,)*);
                let body = |($($letter,)*): ($($letter,)*), src: &mut Source| {
                    outcome(src, plan.size, || self($($letter),*))
                };
                run_property(&plan.declaration(T::DRAWS), arguments, printers, &[], None, body);
            }
        }
    };
}

functions!();
functions!(A);
functions!(A, B);
functions!(A, B, C);
functions!(A, B, C, D);
functions!(A, B, C, D, E);
functions!(A, B, C, D, E, F);
functions!(A, B, C, D, E, F, G);
functions!(A, B, C, D, E, F, G, H);
