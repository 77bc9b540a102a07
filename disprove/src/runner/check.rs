//! Checking a property without a macro.

use super::{Event, Report, aside, phases::Context, run};
use crate::{
    case::{Ended, Quiet, Subject, execute, quietly},
    database::Db,
    feedback::{ErasedHistory, History, IntoOutcome, Outcome, erase},
    generator::{Generator, IntoGenerator},
    random::Random,
    search::Search,
    settings::{Settings, default_database},
    source::Source,
    worker::{finish, order, warn},
};
use std::{fmt, fmt::Debug, panic::Location, time::Duration};

/// A property to be checked: see [`check`].
#[must_use = "nothing is checked before `run` is called"]
pub struct Check<G> {
    generator: G,
    settings: Settings,
    history: Option<ErasedHistory>,
    listener: Option<Box<dyn FnMut(Event<'_>)>>,
    database: Option<Db>,
}

impl<G: Debug> Debug for Check<G> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Check")
            .field("generator", &self.generator)
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}

/// Checks a property of the values of a generator, and returns a report instead of panicking.
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
#[track_caller]
pub fn check<G: IntoGenerator>(generator: G) -> Check<G::Generator> {
    let settings = Settings::named(Location::caller().to_string());
    Check {
        generator: generator.into_generator(),
        settings,
        history: None,
        listener: None,
        database: None,
    }
}

impl<G: Generator> Check<G> {
    /// The name in messages and in the database; the place of the call, if nothing is said.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u8>()).name("bytes").run(|_| true);
    /// assert_eq!(report.name(), "bytes");
    /// ```
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.settings.name = name.into();
        self
    }

    /// How many valid cases are wanted; 500, if nothing is said.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).cases(10).run(|_| true);
    /// assert_eq!(report.cases(), 10);
    /// ```
    pub fn cases(mut self, cases: u64) -> Self {
        self.settings.cases = cases;
        self
    }

    /// How many inputs are tried at most, rejected ones included; a hundred times the cases, if
    /// nothing is said.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).max_executions(10).run(|_| Outcome::reject());
    /// assert_eq!((report.executions(), report.cases()), (10, 0));
    /// ```
    pub fn max_executions(mut self, executions: u64) -> Self {
        self.settings.max_executions = Some(executions);
        self
    }

    /// Ends the search after this time, however many cases have run. As long as they take, if nothing is
    /// said.
    ///
    /// ```
    /// use disprove::prelude::*;
    /// use std::time::Duration;
    ///
    /// let report = check(any::<u64>()).cases(u64::MAX).time(Duration::from_millis(20)).run(|_| true);
    /// assert_eq!(report.verdict(), Verdict::Passed);
    /// ```
    pub fn time(mut self, time: Duration) -> Self {
        self.settings.time = Some(time);
        self
    }

    /// The same seed gives the same run; a fresh one, if nothing is said.
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
        self.settings.seed = Some(seed);
        self
    }

    /// How inputs are looked for.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).search(Search::Random).run(|n| n < 10);
    /// assert_eq!(report.failures()[0].found_by(), Search::Random);
    /// ```
    pub fn search(mut self, search: Search) -> Self {
        self.settings.search = search;
        self
    }

    /// How readily [`Search::Anneal`] gives an input up for a worse one, at the beginning of each of its cycles: from 0,
    /// which is never, to 10; 0.1, if nothing is said. Then it cools down to nothing.
    ///
    /// Scores have no scale of their own, so this is a share of what moves that make a score worse usually lose. At
    /// 1 such a loss is accepted about once in three times, at 0.1 hardly ever. Other searches take no notice.
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
        self.settings.temperature = Some(temperature);
        self
    }

    /// The order in which [`Search::Mutate`] mutates its inputs; other searches ignore it.
    #[cfg(feature = "research")]
    #[doc(hidden)]
    pub fn schedule(mut self, schedule: crate::Schedule) -> Self {
        self.settings.schedule = schedule;
        self
    }

    /// A state over the whole run that sees what `observe!` is given. The usual ones are in
    /// [`history`](crate::history).
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
        self.history = Some(erase(history));
        self
    }

    /// Tells what happens while the run goes on. Otherwise only warnings are printed, to standard error.
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
        self.listener = Some(Box::new(listener));
        self
    }

    /// Where failures are kept between runs. If nothing is said: where `disprove.toml` says, or else in
    /// `.disprove` beside the workspace.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u8>()).database(Db::none()).run(|_| true);
    /// assert_eq!(report.verdict(), Verdict::Exhausted);
    /// ```
    pub fn database(mut self, database: Db) -> Self {
        self.database = Some(database);
        self
    }

    /// Runs this input first: a token from [`Failure::replay_token`](crate::Failure::replay_token).
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let token = any::<u64>().encode(&4_711).expect("a number").to_token();
    /// let report = check(any::<u64>()).replay(token).run(|n| n != 4_711);
    /// assert_eq!(report.failures()[0].found_at(), 1);
    /// ```
    pub fn replay(mut self, token: impl Into<String>) -> Self {
        self.settings.replays.push(token.into());
        self
    }

    /// Whether failures are made as small as they get; they are, if nothing is said. The search is the
    /// same either way.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(any::<u64>()).reduce(false).run(|n| n < 10);
    /// let failure = &report.failures()[0];
    /// assert_eq!(failure.value(), failure.original());
    /// ```
    pub fn reduce(mut self, reduce: bool) -> Self {
        self.settings.reduce = reduce;
        self
    }

    /// How often the property is run at most to reduce each failure, besides the few runs that show whether
    /// it fails again; 100,000 times, if nothing is said. The smallest input found by then is reported.
    ///
    /// ```
    /// use disprove::{ReductionEnd, prelude::*};
    ///
    /// let report = check(vec(any::<u64>())).seed(1).reduction_runs(5).run(|list| list.len() < 7);
    /// assert_eq!(report.failures()[0].reduction_ended(), ReductionEnd::Runs);
    /// ```
    pub fn reduction_runs(mut self, runs: u64) -> Self {
        self.settings.reduction_runs = runs;
        self
    }

    /// How long each failure is reduced at most; a minute, if nothing is said. The smallest input found by
    /// then is reported. A run of the property that has begun is not interrupted.
    ///
    /// ```
    /// use disprove::{ReductionEnd, prelude::*};
    /// use std::time::Duration;
    ///
    /// let report = check(any::<u64>()).reduction_time(Duration::from_secs(5)).run(|n| n < 10);
    /// assert_eq!(report.failures()[0].reduction_ended(), ReductionEnd::Complete);
    /// ```
    pub fn reduction_time(mut self, time: Duration) -> Self {
        self.settings.reduction_time = time;
        self
    }

    /// Whether the property is called up to 200 times more for each failure, for at most a second, to find out which
    /// parts of it matter: see [`Failure::explanation`](crate::Failure::explanation). It is not, if nothing is
    /// said.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(vec(any::<u8>())).seed(1).explain(true).run(|bytes| {
    ///     assert!(bytes.windows(2).all(|pair| pair[0] != pair[1]), "found a pair");
    /// });
    /// let items = report.failures()[0].explanation();
    /// assert!(items.iter().any(|item| item.to_string().starts_with("input[0], input[1]: any equal pair")));
    /// ```
    pub fn explain(mut self, explain: bool) -> Self {
        self.settings.explain = explain;
        self
    }

    /// Stops after so many different failures. If nothing is said, the search goes on for ten times the
    /// executions that the first failure took, at most 10,000, and stops after ten.
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
        self.settings.max_failures = Some(failures);
        self
    }

    /// Runs the property.
    ///
    /// It may panic, or return `()`, a `bool`, a `Result` or an [`Outcome`].
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
    /// If a setting makes no sense, or the generator or the history panics.
    #[track_caller]
    pub fn run<R: IntoOutcome>(mut self, property: impl Fn(G::Value) -> R) -> Report<G::Value>
    where
        G::Value: Debug + 'static,
    {
        let order = order(&self.settings.name);
        if let Some(order) = order {
            self.settings = order.settings(self.settings);
        }
        let subject = Plain { generator: &self.generator, property };
        let database = self.database.unwrap_or_else(|| match default_database() {
            Ok(database) => database,
            Err(mistake) => panic!("{}: {mistake}", self.settings.name),
        });
        let name = self.settings.name.clone();
        let mut warn = move |event: Event<'_>| match (event, order) {
            (Event::Warned { warning }, Some(order)) => warn(order, warning),
            (Event::Warned { warning }, None) => aside(&format!("{name}: {warning}")),
            _ => {}
        };
        let context = Context {
            examples: &[],
            regressions: Vec::new(),
            database: &database,
            history: self.history.as_mut(),
            listener: self.listener.as_deref_mut().unwrap_or(&mut warn),
            describe: &|value| vec![("", debug_text(value))],
            tell_all: false,
        };
        let report = run(&subject, &self.settings, context);
        if let Some(order) = order {
            finish(order, &|| report.to_string(), !report.failures().is_empty());
        }
        report
    }
}

/// The text of a value, as far as it is short enough for anyone to want to know about its parts.
fn debug_text(value: &dyn Debug) -> String {
    struct Short(String);

    impl fmt::Write for Short {
        fn write_str(&mut self, part: &str) -> fmt::Result {
            self.0.push_str(part);
            if self.0.len() > LONG { Err(fmt::Error) } else { Ok(()) }
        }
    }

    let mut text = Short(String::new());
    let _ = quietly(|| fmt::Write::write_fmt(&mut text, format_args!("{value:?}")));
    text.0
}

/// Texts longer than this are not looked into.
const LONG: usize = 1 << 14;

/// A generator, and a property that does not draw itself.
struct Plain<'a, G, F> {
    generator: &'a G,
    property: F,
}

impl<G: Generator, R: IntoOutcome, F: Fn(G::Value) -> R> Subject for Plain<'_, G, F> {
    type Value = G::Value;
    const DRAWS: bool = false;

    #[inline(always)]
    fn generate(&self, src: &mut Source) -> G::Value {
        self.generator.generate(src)
    }

    #[inline(always)]
    fn test(&self, value: G::Value, _src: &mut Source) -> Outcome {
        (self.property)(value).into_outcome()
    }
}

/// Runs cases that are recorded, as searches run them; for measuring what that costs.
#[doc(hidden)]
pub fn record<G: IntoGenerator, R: IntoOutcome>(
    generator: G,
    seed: u64,
    cases: u64,
    property: impl Fn(G::Value) -> R,
) {
    let subject = Plain { generator: &generator.into_generator(), property };
    let _quiet = Quiet::start();
    let mut src = Source::recording();
    for case in 0..cases {
        src.record(Random::for_case(seed, case), 100);
        let ended = execute(&subject, &mut src, |_| true);
        assert!(matches!(ended, Ended::Passed), "a case ended otherwise: {ended:?}");
    }
}
