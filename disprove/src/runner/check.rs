//! Checking a property without a macro.

use super::{Event, Report, Settings, phases::Context, run};
use crate::{
    database::Db,
    execute::{Ended, Quiet, Subject, execute},
    feedback::{History, IntoOutcome, Observed, Outcome},
    generate::{Generator, IntoGenerator},
    random::Random,
    search::Search,
    source::Source,
};
use std::{fmt, fmt::Debug, panic::Location};

/// A property to be checked: see [`check`].
#[must_use = "nothing is checked before `run` is called"]
pub struct Check<G> {
    generator: G,
    settings: Settings,
    history: Option<Box<dyn FnMut(&Observed)>>,
    listener: Box<dyn FnMut(Event<'_>)>,
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
        listener: Box::new(|_| ()),
    }
}

impl<G: Generator> Check<G> {
    /// The name in messages and in the database; the place of the call, if nothing is said.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.settings.name = name.into();
        self
    }

    /// How many valid cases are wanted; 500, if nothing is said.
    pub fn cases(mut self, cases: u64) -> Self {
        self.settings.cases = cases;
        self
    }

    /// How many inputs are tried at most, rejected ones included; a hundred times the cases, if
    /// nothing is said.
    pub fn max_executions(mut self, executions: u64) -> Self {
        self.settings.max_executions = Some(executions);
        self
    }

    /// The same seed gives the same run; a fresh one, if nothing is said.
    pub fn seed(mut self, seed: u64) -> Self {
        self.settings.seed = Some(seed);
        self
    }

    /// How inputs are looked for.
    pub fn search(mut self, search: Search) -> Self {
        self.settings.search = search;
        self
    }

    /// A state over the whole run that sees what `observe!` is given.
    pub fn history<H: History + 'static>(mut self, mut history: H) -> Self {
        self.history = Some(Box::new(move |observed| {
            if let Some(observation) = observed.downcast_ref::<H::Observation>() {
                history.update(observation);
            }
        }));
        self
    }

    /// Tells what happens while the run goes on.
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
        self.listener = Box::new(listener);
        self
    }

    /// Where failures are kept between runs.
    pub fn database(self, database: Db) -> Self {
        let _ = database;
        self
    }

    /// Runs this input first: a token from [`Failure::replay_token`](crate::Failure::replay_token).
    pub fn replay(mut self, token: impl Into<String>) -> Self {
        self.settings.replays.push(token.into());
        self
    }

    /// Whether failures are made as small as they get; they are, if nothing is said. The search is the
    /// same either way.
    pub fn reduce(mut self, reduce: bool) -> Self {
        self.settings.reduce = reduce;
        self
    }

    /// Whether runs are spent on finding out which parts of a failure matter; they are not, if nothing is
    /// said. Nothing is found out yet either way: reduction comes first.
    pub fn explain(self, explain: bool) -> Self {
        let _ = explain;
        self
    }

    /// Stops after so many different failures. If nothing is said, the search goes on for ten times the
    /// executions that the first failure took, at most 10,000, and stops after ten.
    pub fn max_failures(mut self, failures: u64) -> Self {
        self.settings.max_failures = Some(failures);
        self
    }

    /// Runs the property.
    ///
    /// It may panic, or return `()`, a `bool`, a `Result` or an [`Outcome`].
    ///
    /// # Panics
    /// If a setting makes no sense, or the generator panics.
    #[track_caller]
    pub fn run<R: IntoOutcome>(mut self, property: impl Fn(G::Value) -> R) -> Report<G::Value>
    where
        G::Value: Debug + 'static,
    {
        let subject = Plain { generator: &self.generator, property };
        let context = Context {
            examples: &[],
            history: self
                .history
                .as_deref_mut()
                .map(|history| history as &mut dyn FnMut(&Observed)),
            listener: &mut *self.listener,
        };
        run(&subject, &self.settings, context)
    }
}

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
    let mut src = Source::watching();
    for case in 0..cases {
        src.record(Random::for_case(seed, case), 100);
        let ended = execute(&subject, &mut src, |_| true);
        assert!(matches!(ended, Ended::Passed), "a case ended otherwise: {ended:?}");
    }
}
