//! `check(..)`: a property without a macro, which returns a report.

use crate::{
    case::{CaseOutcome, Property, Quiet, TypedProperty, quietly, run_case},
    database::Db,
    feedback::{ErasedHistory, History, IntoOutcome, erase},
    generator::{Generator, IntoGenerator},
    literals::{dictionary, package_of},
    random::Random,
    report::{Notation, Page, Style, Warnings},
    runner::{Context, Event, Host, Report, RunReport, run},
    search::Search,
    settings::{Settings, default_database},
    source::{Dictionary, Source, StackLimits},
    worker::{Job, Session, finish, job, warn},
};
use std::{cell::RefCell, fmt, fmt::Debug, panic::Location, time::Duration};

/// A property to check: see [`check`].
#[must_use = "nothing runs before `run` or `assert` is called"]
pub struct Check<G: Generator> {
    generator: G,
    examples: Vec<Box<dyn Fn() -> G::Value>>,
    setup: Setup,
}

/// What does not depend on the type of the values.
struct Setup {
    settings: Settings,
    history: Option<ErasedHistory>,
    listener: Option<Box<dyn FnMut(Event<'_>)>>,
    wants_executions: bool,
    database: Option<Db>,
    /// The file that contains the call.
    file: &'static str,
}

impl<G: Generator + Debug> Debug for Check<G> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Check")
            .field("generator", &self.generator)
            .field("settings", &self.setup.settings)
            .finish_non_exhaustive()
    }
}

/// Checks a property of the values of a generator without a macro. [`Check::run`] returns a report,
/// [`Check::assert`] panics like a test.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(vec(any::<u8>()))
///     .seed(7)
///     .cases(1_000)
///     .run(|bytes| bytes.windows(2).all(|pair| pair[0] != pair[1]));
/// assert_eq!(report.failures()[0].value(), &[0, 0]);
/// ```
///
/// The methods of [`Check`] are its settings. A check reads neither `disprove.toml` nor variables such as `DISPROVE_CASES`,
/// except for the location of the [database](Check::database).
#[doc(alias = "forall")]
#[track_caller]
pub fn check<G: IntoGenerator>(generator: G) -> Check<G::Generator> {
    let caller = Location::caller();
    let setup = Setup {
        settings: Settings::named(caller.to_string()),
        history: None,
        listener: None,
        wants_executions: false,
        database: None,
        file: caller.file(),
    };
    Check { generator: generator.into_generator(), examples: Vec::new(), setup }
}

impl<G: Generator> Check<G> {
    /// The name in messages and in the database (default: the location of the call).
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u8>()).name("bytes").run(|_| true);
    /// assert_eq!(report.name(), "bytes");
    /// ```
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.setup.settings.name = name.into();
        self
    }

    /// Valid cases to run (default 500). Fewer run if there are fewer inputs.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).cases(10).run(|_| true);
    /// assert_eq!(report.cases(), 10);
    /// let report = check(any::<bool>()).cases(10).run(|_| true);
    /// assert_eq!(report.cases(), 2);
    /// ```
    #[doc(alias = "with_cases")]
    pub fn cases(mut self, cases: u64) -> Self {
        self.setup.settings.cases = cases;
        self
    }

    /// Executions to run at most, rejected inputs included (default: 100 times the cases).
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).max_executions(10).run(|_| Outcome::reject());
    /// assert_eq!((report.executions(), report.cases()), (10, 0));
    /// ```
    pub fn max_executions(mut self, executions: u64) -> Self {
        self.setup.settings.max_executions = Some(executions);
        self
    }

    /// A further limit: the search ends after this time (default: no limit) or after [`cases`](Check::cases), whichever
    /// comes first. For a run that only time limits, add `.cases(u64::MAX)`.
    ///
    /// ```
    /// use disprove::prelude::*;
    /// use std::time::Duration;
    ///
    /// let report = check(any::<u64>()).cases(u64::MAX).time(Duration::from_millis(20)).run(|_| true);
    /// assert_eq!(report.verdict(), Verdict::Passed);
    /// ```
    pub fn time(mut self, time: Duration) -> Self {
        self.setup.settings.time = Some(time);
        self
    }

    /// The seed of the run (default: a fresh one). The same seed gives the same run.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let found = |seed| {
    ///     let report = check(any::<u64>()).seed(seed).reduce(false).run(|n| n < 10);
    ///     *report.failures()[0].original()
    /// };
    /// assert_eq!(found(7), found(7));
    /// ```
    pub fn seed(mut self, seed: u64) -> Self {
        self.setup.settings.seed = Some(seed);
        self
    }

    /// The search strategy (default [`Search::Auto`]).
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).search(Search::Random).run(|n| n < 10);
    /// assert_eq!(report.failures()[0].found_by(), Search::Random);
    /// ```
    pub fn search(mut self, search: Search) -> Self {
        self.setup.settings.search = search;
        self
    }

    /// The temperature at which [`Search::Anneal`] starts each cycle, from 0 to 10 (default 0.1). It then cools down to 0.
    ///
    /// Scores have no scale of their own, so the unit is the usual loss of a move that makes a score worse. At 1
    /// annealing accepts such a loss about once in three times, at 0.1 hardly ever, at 0 never. Other searches ignore
    /// this setting.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let check = check(vec(0..10u8).len(0..=50)).seed(1).cases(5_000).search(Search::Anneal);
    /// let report = check.temperature(0.3).run(|list| {
    ///     target!(list.len());
    ///     list.len() < 40
    /// });
    /// assert_eq!(report.failures()[0].value(), &[0; 40]);
    /// ```
    pub fn temperature(mut self, temperature: f64) -> Self {
        self.setup.settings.temperature = Some(temperature);
        self
    }

    /// The order in which [`Search::Mutate`] mutates its inputs; other searches ignore it.
    #[cfg(feature = "research")]
    #[doc(hidden)]
    pub fn schedule(mut self, schedule: crate::search::Schedule) -> Self {
        self.setup.settings.schedule = schedule;
        self
    }

    /// Feedback across cases: a state that receives the values of `observe!`, and decides which inputs are kept (default:
    /// none). Ready-made ones are in [`history`](crate::history).
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// #[derive(Default)]
    /// struct Longest(usize);
    ///
    /// impl History for Longest {
    ///     type Observation = usize;
    ///
    ///     fn update(&mut self, length: &usize) -> bool {
    ///         let longer = *length > self.0;
    ///         self.0 = self.0.max(*length);
    ///         longer
    ///     }
    /// }
    ///
    /// let check = check(vec(any::<u8>())).history(Longest::default());
    /// assert!(check.run(|bytes| observe!(bytes.len())).failures().is_empty());
    /// ```
    pub fn history<H: History + 'static>(mut self, history: H) -> Self {
        self.setup.history = Some(erase(history));
        self
    }

    /// Calls a function for each event of the run (default: prints warnings to standard error).
    ///
    /// ```
    /// use disprove::{Event, prelude::*};
    ///
    /// let report = check(any::<u32>()).seed(1).listen(|event| {
    ///     if let Event::Found { message, execution, .. } = event {
    ///         println!("execution {execution}: {message}");
    ///     }
    /// });
    /// assert_eq!(report.run(|n| n < 10).failures()[0].value(), &10);
    /// ```
    pub fn listen(mut self, listener: impl FnMut(Event<'_>) + 'static) -> Self {
        self.setup.listener = Some(Box::new(listener));
        self
    }

    /// Also sends [`Event::Executed`] for every run of the property to the listener (default false). Each input is
    /// printed for that, which makes the run slower.
    ///
    /// ```
    /// use disprove::{Event, Phase, prelude::*};
    /// use std::{cell::Cell, rc::Rc};
    ///
    /// let (calls, counted) = (Rc::new(Cell::new(0)), Rc::new(Cell::new(0)));
    /// let count = Rc::clone(&counted);
    /// let listener = move |event: Event<'_>| match event {
    ///     Event::Executed(execution) if execution.phase == Phase::Search => count.set(count.get() + 1),
    ///     _ => {}
    /// };
    /// let check = check(any::<u64>()).cases(50).listen(listener).listen_to_executions(true);
    /// let report = check.run(|_| calls.set(calls.get() + 1));
    /// assert_eq!((calls.get(), counted.get()), (50, 50));
    /// # let _ = report;
    /// ```
    pub fn listen_to_executions(mut self, wanted: bool) -> Self {
        self.setup.wants_executions = wanted;
        self
    }

    /// Adds a value to run before the search. A closure makes it, because it may run several times.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).example(|| 4_711).run(|n| n != 4_711);
    /// assert_eq!(report.failures()[0].found_at(), 1);
    /// ```
    pub fn example(mut self, value: impl Fn() -> G::Value + 'static) -> Self {
        self.examples.push(Box::new(value));
        self
    }

    /// The database of failures (default: that of `disprove.toml`, or `.disprove` beside the workspace).
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u8>()).database(Db::none()).run(|_| true);
    /// assert_eq!(report.verdict(), Verdict::Exhausted);
    /// ```
    pub fn database(mut self, database: Db) -> Self {
        self.setup.database = Some(database);
        self
    }

    /// Replays an input first: a token from [`Failure::replay_token`](crate::Failure::replay_token).
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let token = any::<u64>().encode(&4_711).expect("a number").to_token();
    /// let report = check(any::<u64>()).replay(token).run(|n| n != 4_711);
    /// assert_eq!(report.failures()[0].found_at(), 1);
    /// ```
    pub fn replay(mut self, token: impl Into<String>) -> Self {
        self.setup.settings.replays.push(token.into());
        self
    }

    /// Whether to reduce failures (default true). The search is the same either way.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).reduce(false).run(|n| n < 10);
    /// let failure = &report.failures()[0];
    /// assert_eq!(failure.value(), failure.original());
    /// ```
    #[doc(alias = "shrink")]
    pub fn reduce(mut self, reduce: bool) -> Self {
        self.setup.settings.reduce = reduce;
        self
    }

    /// Runs of the property to reduce each failure (default 100,000), besides those that confirm it. The report has the
    /// smallest input found by then.
    ///
    /// ```
    /// use disprove::{ReductionEnd, prelude::*};
    ///
    /// let report = check(vec(any::<u64>())).seed(1).reduction_runs(5).run(|list| list.len() < 7);
    /// assert_eq!(report.failures()[0].reduction_ended(), ReductionEnd::Runs);
    /// ```
    pub fn reduction_runs(mut self, runs: u64) -> Self {
        self.setup.settings.reduction_runs = runs;
        self
    }

    /// Time to reduce each failure (default: one minute). The report has the smallest input found by then. A run of the
    /// property that has begun is not interrupted.
    ///
    /// ```
    /// use disprove::{ReductionEnd, prelude::*};
    /// use std::time::Duration;
    ///
    /// let report = check(any::<u64>()).reduction_time(Duration::from_secs(5)).run(|n| n < 10);
    /// assert_eq!(report.failures()[0].reduction_ended(), ReductionEnd::Complete);
    /// ```
    pub fn reduction_time(mut self, time: Duration) -> Self {
        self.setup.settings.reduction_time = time;
        self
    }

    /// Whether to explain failures (default false). It takes up to 200 runs of the property and one second for each: see
    /// [`Failure::explanation`](crate::Failure::explanation).
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(vec(any::<u8>())).seed(1).explain(true).run(|bytes| {
    ///     assert!(bytes.windows(2).all(|pair| pair[0] != pair[1]), "found a pair");
    /// });
    /// let items = report.failures()[0].explanation();
    /// assert!(items.iter().any(|item| item.to_string().starts_with("input[0] == input[1]: fails if equal")));
    /// ```
    pub fn explain(mut self, explain: bool) -> Self {
        self.setup.settings.explain = explain;
        self
    }

    /// Whether random cases draw literals of the package that contains the call (default false), as a `#[property]` does.
    ///
    /// The path of the call must lead from the current folder, or from one above it, to a source: it does in unit tests and
    /// integration tests that cargo runs, but not in doc tests.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// // Literals are only drawn: the reduction does not prefer them.
    /// let report = check(any::<u64>()).seed(1).literals(true).run(|n| n < 1_000);
    /// assert_eq!(report.failures()[0].value(), &1_000);
    /// ```
    pub fn literals(mut self, literals: bool) -> Self {
        self.setup.settings.literals = literals;
        self
    }

    /// Stops after this many different failures (default 10). After the first failure the search continues for at most
    /// ten times the executions that it took, and at most 10,000.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).max_failures(1).run(|n| {
    ///     assert!(n < 10, "too large");
    ///     assert!(n > 5, "too small");
    /// });
    /// assert_eq!(report.failures().len(), 1);
    /// ```
    pub fn max_failures(mut self, failures: u64) -> Self {
        self.setup.settings.max_failures = Some(failures);
        self
    }

    /// Runs the property, and returns a report.
    ///
    /// The property may panic, or return `()`, a `bool`, a `Result` or an [`Outcome`](crate::Outcome).
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).run(|n| match n.checked_add(1) {
    ///     Some(more) => Outcome::fail(format!("there is {more}")),
    ///     None => Outcome::pass(),
    /// });
    /// assert_eq!(report.failures()[0].message(), "there is 1");
    /// ```
    ///
    /// # Panics
    /// If a setting is invalid, or the generator or the history panics.
    #[track_caller]
    pub fn run<R: IntoOutcome>(self, property: impl Fn(G::Value) -> R) -> Report<G::Value>
    where
        G::Value: Debug + 'static,
    {
        let _stack = StackLimits::for_values(size_of::<G::Value>());
        let Check { generator, examples, setup } = self;
        let job = job(&setup.settings.name);
        let values = RefCell::new(Vec::new());
        let property = TypedProperty {
            generator: &generator,
            body: |value, _: &mut Source| property(value).into_outcome(),
            draws: false,
            example: &|number: usize| examples[number](),
            examples: examples.len(),
            describe: &|value| vec![("", debug_text(value))],
            keep: &|value, _| {
                let mut values = values.borrow_mut();
                values.push(value);
                values.len() - 1
            },
            on_thread: None,
        };
        let report = Report::new(setup.run(job, &property), values.take());
        if let Some(job) = job {
            finish(job, &|| report.to_string(), !report.failures().is_empty());
        }
        report
    }

    /// Runs the property, and panics with the report unless it passed.
    ///
    /// ```should_panic
    /// use disprove::prelude::*;
    ///
    /// check(vec(any::<u8>())).assert(|bytes| bytes.len() < 3);
    /// ```
    ///
    /// # Panics
    /// If the property does not hold, is flaky or gave up, if a setting is invalid, or if the generator or the history
    /// panics.
    #[track_caller]
    pub fn assert<R: IntoOutcome>(self, property: impl Fn(G::Value) -> R)
    where
        G::Value: Debug + 'static,
    {
        self.run(property).assert();
    }
}

impl Setup {
    /// The literals of the package that contains the call.
    fn dictionary(&self) -> &'static Dictionary {
        if self.settings.literals {
            if let Some(folder) = package_of(self.file) {
                return dictionary(&folder, self.file.trim_end_matches(".rs"));
            }
        }
        Dictionary::empty()
    }

    /// Runs a property, whatever its type is.
    #[track_caller]
    fn run(mut self, job: Option<&'static Job>, property: &dyn Property) -> RunReport {
        let dictionary = self.dictionary();
        if let Some(job) = job {
            self.settings = job.settings(self.settings);
            job.run_cases(property, dictionary, self.history.is_some());
        }
        let database = self.database.unwrap_or_else(|| match default_database() {
            Ok(database) => database,
            Err(error) => panic!("{}: {error}", self.settings.name),
        });
        let mut warnings = Warnings::new(&self.settings.name);
        let mut print = move |event: Event<'_>| match (event, job) {
            (Event::Warned { warning }, Some(job)) => warn(job, warning),
            (Event::Warned { warning }, None) => warnings.add(warning),
            _ => {}
        };
        let mut session = job.map(|job| Session::new(job, &database));
        let context = Context {
            regressions: Vec::new(),
            database: &database,
            history: self.history.as_mut(),
            dictionary,
            listener: self.listener.as_deref_mut().unwrap_or(&mut print),
            wants_executions: self.wants_executions,
            host: session.as_mut().map(|session| session as &mut dyn Host),
        };
        let broken = match run(property, &self.settings, context) {
            Ok(report) => return report,
            Err(broken) => broken,
        };
        let function = &*self.settings.name;
        let (regressions, notation, style) = (None, Notation::Call, Style::PLAIN);
        let text = Page { function, regressions, notation, style }.broken(&broken);
        if let Some(session) = &mut session {
            session.abort(&text);
        }
        panic!("{text}")
    }
}

/// The text of a value, up to the length that an explanation can use.
fn debug_text(value: &dyn Debug) -> String {
    struct Short(String);

    impl fmt::Write for Short {
        fn write_str(&mut self, part: &str) -> fmt::Result {
            self.0.push_str(part);
            if self.0.len() > MAX_TEXT { Err(fmt::Error) } else { Ok(()) }
        }
    }

    let mut text = Short(String::new());
    let _ = quietly(|| fmt::Write::write_fmt(&mut text, format_args!("{value:?}")));
    text.0
}

/// Longest text of a value, in bytes, that an explanation compares with others.
const MAX_TEXT: usize = 1 << 14;

/// Runs cases that are recorded, as guided searches run them, to measure what that costs.
#[doc(hidden)]
pub fn record<G: IntoGenerator, R: IntoOutcome>(
    generator: G,
    seed: u64,
    cases: u64,
    property: impl Fn(G::Value) -> R,
) {
    let generator = generator.into_generator();
    let body = |value, _: &mut Source| property(value).into_outcome();
    let property = TypedProperty::of_cases(&generator, body, false);
    let _quiet = Quiet::start();
    let mut src = Source::recording();
    for case in 0..cases {
        src.record(Random::for_case(seed, case), 100);
        let outcome = run_case(&property, &mut src, &mut |_| true);
        assert!(matches!(outcome, Ok(CaseOutcome::Passed)), "a case did not pass: {outcome:?}");
    }
}
