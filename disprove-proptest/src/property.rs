//! Tests as properties of disprove. What depends on the types of a test is behind `dyn`, so it is compiled once.

use crate::{
    nested::{Nested, Values},
    strategy::Strategy,
    test_runner::{
        Config, Reason, TestCaseResult, TestError, TestRunResult, TestRunner, announce_regressions,
        outcome,
    },
};
use disprove::{
    __private::{
        ANY_TEST, Arguments, Declaration, Disproved, Foreign, Printer, TestName, Written,
        diagnostic, lend, reject_case, run_without_draws, try_property,
    },
    Generator, Source,
};
use std::{cell::RefCell, fmt, panic::Location};

/// What a macro knows about a test, whatever its types are.
#[derive(Clone, Copy, Debug)]
pub struct Test {
    /// A text by which tools find the properties of a test binary.
    pub marker: &'static str,
    /// The name of the function.
    pub function: &'static str,
    /// The path of its module.
    pub module: &'static str,
    /// Its package.
    pub package: Option<&'static str>,
    /// The folder of the package.
    pub folder: Option<&'static str>,
    /// The file that contains the test.
    pub file: &'static str,
    /// The names of its arguments.
    pub arguments: &'static [&'static str],
    /// Its attributes.
    pub attributes: &'static [&'static str],
}

impl Test {
    /// The test that calls this library, named after its thread.
    pub(crate) fn of_caller(caller: &'static Location<'static>) -> Test {
        let name = TestName::new(caller);
        Test {
            marker: ANY_TEST,
            function: name.function,
            module: name.module,
            package: name.package,
            folder: name.folder,
            file: caller.file(),
            arguments: &["input"],
            attributes: &[],
        }
    }

    /// The same for a macro that knows the names of the arguments.
    #[track_caller]
    pub fn here(arguments: &'static [&'static str]) -> Test {
        Test { arguments, ..Test::of_caller(Location::caller()) }
    }

    fn declaration(&self, config: &Config) -> Declaration {
        Declaration {
            marker: self.marker,
            function: self.function,
            module: self.module,
            package: self.package,
            folder: self.folder,
            arguments: self.arguments,
            settings: config.overrides(),
            isolate: config.isolation(),
            should_panic: self
                .attributes
                .iter()
                .any(|attribute| attribute.starts_with("should_panic")),
            foreign: Some(Foreign { least_cases: None }),
            ..Declaration::EMPTY
        }
    }
}

/// One input of a test, and the test.
trait Case {
    fn texts(&self) -> Vec<String>;
    fn run(&mut self) -> TestCaseResult;
    /// Keeps the smallest failing input.
    fn keep(self: Box<Self>);
}

struct Input<'a, V> {
    values: Option<V>,
    texts: fn(&V, &mut Vec<String>),
    body: &'a dyn Fn(V) -> TestCaseResult,
    kept: Option<&'a RefCell<Option<V>>>,
}

impl<V> Case for Input<'_, V> {
    fn texts(&self) -> Vec<String> {
        let mut texts = Vec::new();
        if let Some(values) = &self.values {
            (self.texts)(values, &mut texts);
        }
        texts
    }

    fn run(&mut self) -> TestCaseResult {
        self.values.take().map_or(Ok(()), self.body)
    }

    fn keep(self: Box<Self>) {
        if let Some(kept) = self.kept {
            let mut kept = kept.borrow_mut();
            *kept = kept.take().or(self.values);
        }
    }
}

/// Runs a test of a macro.
///
/// # Panics
/// If it fails, with the report.
#[track_caller]
pub fn run_test<S: Nested>(
    test: &Test,
    config: &Config,
    strategies: &S,
    body: impl Fn(Values<S>) -> TestCaseResult,
) {
    let make = |runner: &mut TestRunner| {
        let values = Some(strategies.values(runner)?);
        let input = Input { values, texts: S::texts, body: &body, kept: None };
        Ok(Box::new(input) as Box<dyn Case + '_>)
    };
    if let Err(disproved) = run(test, config, &make) {
        disproved.panic()
    }
}

/// Runs a test by hand.
pub(crate) fn run_strategy<S: Strategy>(
    test: &Test,
    config: &Config,
    strategy: &S,
    body: &dyn Fn(S::Value) -> TestCaseResult,
) -> TestRunResult<S> {
    let kept = RefCell::new(None);
    let make = |runner: &mut TestRunner| {
        let values = Some(strategy.new_value(runner)?);
        let texts =
            |value: &S::Value, texts: &mut Vec<String>| texts.push(Printer::DEBUG.text(value));
        Ok(Box::new(Input { values, texts, body, kept: Some(&kept) }) as Box<dyn Case + '_>)
    };
    let result = run(test, config, &make);
    let Err(Disproved { report, message }) = result else { return Ok(()) };
    match (message, kept.take()) {
        (Some(message), Some(value)) => {
            eprintln!("{report}");
            Err(TestError::Fail(message.into(), value))
        }
        _ => Err(TestError::Abort(report.into())),
    }
}

type Make<'a> = dyn Fn(&mut TestRunner) -> Result<Box<dyn Case + 'a>, Reason> + 'a;

/// The inputs of a test.
struct Inputs<'a, 'b> {
    runner: RefCell<TestRunner>,
    make: &'b Make<'a>,
}

struct AnyCase<'a>(Box<dyn Case + 'a>);

impl fmt::Debug for AnyCase<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("AnyCase")
    }
}

impl<'a> Generator for Inputs<'a, '_> {
    type Value = AnyCase<'a>;

    fn generate(&self, src: &mut Source) -> AnyCase<'a> {
        let mut runner = self.runner.borrow_mut();
        runner.begin_case();
        match lend(src, || (self.make)(&mut runner)) {
            Ok(case) => AnyCase(case),
            Err(_) => reject_case(),
        }
    }
}

impl Arguments for AnyCase<'_> {
    type Printers = ();

    fn texts(&self, (): &()) -> Vec<String> {
        self.0.texts()
    }

    fn literal(&self, (): &(), out: &mut Written) {
        out.give_up();
    }
}

fn run(test: &Test, config: &Config, make: &Make<'_>) -> Result<(), Disproved> {
    config.warn();
    if let Some(persistence) = &config.failure_persistence {
        announce_regressions(&**persistence, test.file, test.folder);
    }
    let declaration = test.declaration(config);
    let inputs = Inputs { runner: RefCell::new(TestRunner::of_case(config.clone())), make };
    let body = |mut case: AnyCase<'_>, _: &mut Source| outcome(run_without_draws(|| case.0.run()));
    try_property(&declaration, inputs, (), &[], None, body, &mut |case| case.0.keep())
}

/// Settings without another process, in which a closure cannot run.
pub fn without_fork(config: Config) -> Config {
    if config.fork() {
        diagnostic("proptest: `fork` and `timeout` have no effect on closures");
    }
    Config { fork: false, timeout: 0, ..config }
}
