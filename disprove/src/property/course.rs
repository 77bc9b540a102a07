//! The course of a property: its settings, the run, and what is printed and kept afterwards.
//!
//! Each property compiles what depends on the types of its arguments. That is kept small: all else is the
//! business of [`Course`], which the library compiles once.

use super::{Function, ISOLATED, Property};
use crate::{
    choice::Tree,
    database::{Added, Database, Date, Db, Regression, Regressions, commit, workspace},
    feedback::Outcome,
    generator::Generator,
    machine::StepLimit,
    report::{self, Observer, Observing, Page, RegressionFile, Style},
    runner::{Context, Event, Example, Failure, Report, Verdict, aside, run},
    settings::{Observations, Overrides, Settings, database, resolve},
    source::Source,
    worker::{Isolated, Order, Task, finish, is_worker, order, skip, warn},
};
use std::{
    cell::RefCell,
    collections::HashSet,
    path::{Path, PathBuf},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// So many cases of a property are observed: what reads them compares every two.
const MOST_OBSERVED: usize = 2_000;

/// Where observations go below the folder of the workspace's database.
const OBSERVED: &str = ".disprove/observed";

impl<G: Generator> Property<G> {
    /// Runs the property, and panics with the report if it does not hold.
    #[track_caller]
    pub(super) fn check<const DRAWS: bool>(
        mut self,
        test: impl Fn(G::Value, &mut Source) -> Outcome,
    ) {
        let replays = std::mem::take(&mut self.replays);
        let overrides = match resolve(&self.overrides, &self.name) {
            Ok(overrides) => overrides,
            // A panic is what `#[should_panic]` waits for: it would hide the mistake.
            Err(mistake) if self.fails => return aside(&format!("{}: {mistake}", self.name)),
            Err(mistake) => panic!("{}: {mistake}", self.name),
        };
        if self.fails
            && let Some(order) = order(&self.name)
        {
            return skip(order, "it is meant to fail");
        }
        let mut course = Course::new(&self.name, self.function, overrides, replays, self.fails);
        // What is meant to fail is not reported.
        let limit = self.isolate.filter(|_| !self.fails);
        if course.is_isolated(limit, self.module) {
            return;
        }
        let mut history = self.history.take();
        let _steps = StepLimit::set(course.overrides.steps);
        let observing = course.observer.as_ref().map(|_| Observing::new(&self.describe));
        let mut examples: Vec<Example<'_, G::Value>> = Vec::new();
        for value in &self.examples {
            examples.push(Example { value, choices: self.generator.encode(&value()) });
        }
        let last = || observing.as_ref().map(Observing::last).unwrap_or_default();
        let context = Context {
            examples: &examples,
            regressions: course.known(),
            database: &course.database,
            history: history.as_mut(),
            listener: &mut |event| course.hear(event, &last),
            describe: &self.describe,
            tell_all: observing.is_some(),
        };
        let observing = observing.as_ref();
        let subject = Function::<_, _, DRAWS> { generator: &self.generator, test, observing };
        let report = run(&subject, &course.settings, context);
        let report = report.shown(&|value| Shown {
            arguments: (self.describe)(value),
            literal: (self.literal)(value),
        });
        course.end(&report);
    }
}

/// The input of a failure, as it is printed.
#[derive(Debug, Default)]
struct Shown {
    arguments: Vec<(&'static str, String)>,
    /// As Rust, if it can be written.
    literal: Option<String>,
}

/// What belongs to a property whatever its arguments are.
struct Course<'a> {
    name: &'a str,
    function: &'a str,
    overrides: Overrides,
    settings: Settings,
    database: Db,
    regressions: Option<Regressions>,
    /// If cases are observed.
    observer: Option<RefCell<Observer>>,
    /// What was said beside the verdict.
    warned: RefCell<HashSet<String>>,
    /// If somebody else has started this process to run the property.
    order: Option<&'static Order>,
}

impl Course<'_> {
    fn new<'a>(
        name: &'a str,
        function: &'a str,
        overrides: Overrides,
        replays: Vec<String>,
        fails: bool,
    ) -> Course<'a> {
        let mut settings = Settings::named(name.to_owned());
        // Nobody counts the calls of a test, and a report is for people.
        settings.explain = true;
        settings = settings.with(&overrides);
        settings.replays = replays;
        let order = order(name);
        if let Some(order) = order {
            settings = order.settings(settings);
        }
        let is_replay = order.is_some_and(|order| order.task == Task::Replay);
        let database = if fails || is_replay { Db::none() } else { database(&overrides) };
        let regressions = database.directory().map(Regressions::at);
        let observer = match &overrides.observe {
            None | Some(Observations::Off) => None,
            Some(Observations::Standard | Observations::At(_)) => {
                let start = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                Some(RefCell::new(Observer::new(name, start.as_secs_f64(), MOST_OBSERVED)))
            }
        };
        let warned = RefCell::default();
        Course {
            name,
            function,
            overrides,
            settings,
            database,
            regressions,
            observer,
            warned,
            order,
        }
    }

    /// Runs the property in another process, if that is wanted, or if it has killed one before. True if it did.
    ///
    /// # Panics
    /// If it does not hold.
    #[track_caller]
    fn is_isolated(&self, limit: Option<Duration>, module: &str) -> bool {
        if self.order.is_some() || is_worker() {
            return false;
        }
        let deaths = self.database.directory().map(Db::deaths);
        let killed =
            || deaths.as_ref().is_some_and(|deaths| !deaths.load(self.name).entries.is_empty());
        let Some(limit) = limit.or_else(|| killed().then_some(ISOLATED)) else { return false };
        let isolated = Isolated { property: self.name, module, function: self.function, limit };
        match isolated.run() {
            Ok(warnings) => {
                for warning in warnings {
                    self.warn(&warning);
                }
                if let Some(deaths) = &deaths {
                    for entry in deaths.load(self.name).entries {
                        // It stays a reason for a process of its own, and nothing else.
                        let _ = deaths.remove(self.name, &entry);
                    }
                }
                true
            }
            Err(report) => panic!("{report}"),
        }
    }

    /// The inputs that were written down when they failed.
    fn known(&self) -> Vec<Tree> {
        let Some(regressions) = &self.regressions else { return Vec::new() };
        let loaded = regressions.load(self.name);
        for problem in &loaded.problems {
            self.warn(&problem.to_string());
        }
        loaded.entries
    }

    /// Something happened; `last` says what the last case was given, and how long it took.
    fn hear(&self, event: Event<'_>, last: &dyn Fn() -> (Vec<(&'static str, String)>, Duration)) {
        match event {
            Event::Warned { warning } => self.warn(warning),
            Event::Executed(execution) => {
                if let Some(observer) = &self.observer {
                    let (arguments, time) = last();
                    observer.borrow_mut().case(&execution, arguments, time);
                }
            }
            _ => {}
        }
    }

    /// Prints and keeps what the run found out, and panics if the property does not hold.
    #[track_caller]
    fn end(&mut self, report: &Report<Shown>) {
        self.write_observations(report);
        if let Some(order) = self.order
            && order.task != Task::Run
        {
            let failed = !report.failures().is_empty();
            let kept = if failed { self.keep(report) } else { None };
            return finish(order, &|| self.page(kept.as_ref(), Style::PLAIN).text(report), failed);
        }
        if self.overrides.stats == Some(true) {
            aside(&report::statistics(report, self.function));
        } else if let Some(weakness) = report::weakness(report, self.function) {
            aside(&weakness);
        }
        match report.verdict() {
            Verdict::Passed | Verdict::Exhausted => {
                if let Some(order) = self.order {
                    finish(order, &String::new, false);
                }
            }
            Verdict::Falsified | Verdict::Flaky | Verdict::GaveUp => {
                let kept = self.keep(report);
                if let Some(order) = self.order {
                    let page = self.page(kept.as_ref(), Style::of_this_process());
                    return finish(order, &|| page.text(report), true);
                }
                panic!("{}", self.page(kept.as_ref(), Style::of_this_process()).text(report))
            }
        }
    }

    /// A line about each case that was observed.
    fn write_observations(&mut self, report: &Report<Shown>) {
        let Some(observer) = self.observer.take() else { return };
        let folder = match &self.overrides.observe {
            Some(Observations::At(folder)) => folder.clone(),
            _ => workspace().unwrap_or_default().join(OBSERVED),
        };
        let lines = observer.into_inner().finish(report, &arguments);
        if let Err(problem) = report::write(&folder, self.name, &lines) {
            self.warn(&problem.to_string());
        }
    }

    /// Writes the failures down, to be committed; says which, and where.
    fn keep(&self, report: &Report<Shown>) -> Option<RegressionFile> {
        let regressions = self.regressions.as_ref()?;
        let mut kept: Option<RegressionFile> = None;
        let commit = workspace().and_then(|root| commit(&root));
        let page = self.page(None, Style::PLAIN);
        for failure in report.failures() {
            if !self.is_worth_keeping(failure) {
                continue;
            }
            let Ok(tree) = Tree::from_token(failure.replay_token()) else { continue };
            let input = Regression {
                tree: &tree,
                text: &page.input(failure),
                date: Date::of(SystemTime::now()),
                commit: commit.as_deref(),
            };
            match regressions.keep(self.name, &input) {
                Ok(Added::Now(path) | Added::Before(path)) => {
                    let file = beside_the_workspace(&path);
                    let kept = kept.get_or_insert(RegressionFile { file, tokens: Vec::new() });
                    kept.tokens.push(failure.replay_token().to_owned());
                }
                Err(problem) => self.warn(&problem.to_string()),
            }
        }
        kept
    }

    fn is_worth_keeping(&self, failure: &Failure<Shown>) -> bool {
        let token = failure.replay_token();
        failure.is_saved()
            && !failure.is_flaky()
            && !self.settings.replays.iter().any(|known| known == token)
    }

    fn page<'b>(
        &'b self,
        regressions: Option<&'b RegressionFile>,
        style: Style,
    ) -> Page<'b, Shown> {
        Page {
            function: self.function,
            describe: &arguments,
            literal: &|shown| shown.literal.clone(),
            regressions,
            is_call: false,
            style,
        }
    }

    /// What does not change the verdict is printed beside it, once.
    fn warn(&self, warning: &str) {
        if self.warned.borrow_mut().insert(warning.to_owned()) {
            match self.order {
                Some(order) => warn(order, warning),
                None => aside(&format!("{}: {warning}", self.name)),
            }
        }
    }
}

fn arguments(shown: &Shown) -> Vec<(&'static str, String)> {
    shown.arguments.clone()
}

/// The path as people write it who work in this workspace.
fn beside_the_workspace(path: &Path) -> PathBuf {
    let below = workspace().and_then(|root| path.strip_prefix(root).ok().map(Path::to_owned));
    below.unwrap_or_else(|| path.to_owned())
}
