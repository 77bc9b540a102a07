//! The course of a property: its settings, the run, and what is printed and kept afterwards.

use super::{Function, Property};
use crate::{
    choice::Tree,
    database::{Added, Date, Db, Regression, Regressions, commit, workspace},
    execute::Subject,
    feedback::{Observed, Outcome},
    generate::Generator,
    machine::Steps,
    report::{self, Kept, Observer, Observing, Page, Style},
    runner::{
        Context, Event, Example, Failure, Report, SETTINGS, Settings, Verdict, aside, database, run,
    },
    settings::{self, Observations, SettingsError, Wishes},
    source::Source,
};
use std::{
    cell::RefCell,
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
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
        let wishes = match self.wishes() {
            Ok(wishes) => wishes,
            // A panic is what `#[should_panic]` waits for: it would hide the mistake.
            Err(mistake) if self.fails => return eprintln!("{}: {mistake}", self.name),
            Err(mistake) => panic!("{}: {mistake}", self.name),
        };
        let mut settings = Settings::named(self.name.clone()).with(&wishes);
        settings.replays = std::mem::take(&mut self.replays);
        let database = if self.fails { Db::none() } else { database(&wishes) };
        let regressions = database.directory().map(Regressions::at);
        let mut history = self.history.take();
        let _steps = Steps::at_most(wishes.steps);
        let subject = Function::<_, _, DRAWS> { generator: &self.generator, test };
        let examples: Vec<Example<'_, G::Value>> =
            self.examples.iter().map(|value| self.example_of(value)).collect();
        let report = self.run_observed(
            &subject,
            &settings,
            wishes.observations.as_ref(),
            Given {
                examples: &examples,
                regressions: self.known(regressions.as_ref()),
                database: &database,
                history: history.as_deref_mut().map(|history| history as &mut dyn FnMut(&Observed)),
            },
        );
        if wishes.statistics == Some(true) {
            aside(&report::statistics(&report, self.function));
        } else if let Some(weakness) = report::weakness(&report, self.function) {
            aside(&weakness);
        }
        match report.verdict() {
            Verdict::Passed | Verdict::Exhausted => {}
            Verdict::Falsified | Verdict::Flaky | Verdict::GaveUp => {
                let kept = regressions.and_then(|all| self.keep(&all, &report, &settings));
                panic!("{}", self.page(kept.as_ref(), Style::of_this_process()).text(&report))
            }
        }
    }

    /// What the attribute, `disprove.toml` and the environment say together.
    fn wishes(&self) -> Result<Wishes, SettingsError> {
        let root = workspace().unwrap_or_default();
        let surroundings = settings::surroundings(&root.join(SETTINGS))?;
        Ok(surroundings.resolve(&self.wishes, &self.name))
    }

    fn example_of<'a>(&self, value: &'a dyn Fn() -> G::Value) -> Example<'a, G::Value> {
        let choices: Option<Tree> = self.generator.encode(&value());
        Example { value, choices }
    }

    /// The inputs that were written down when they failed.
    fn known(&self, regressions: Option<&Regressions>) -> Vec<Tree> {
        let loaded = regressions.map(|all| all.load(&self.name)).unwrap_or_default();
        for problem in &loaded.problems {
            self.warn(&problem.to_string());
        }
        loaded.entries
    }

    /// Runs the property, and writes a line about each case if that is wished for.
    #[track_caller]
    fn run_observed<S: Subject<Value = G::Value>>(
        &self,
        subject: &S,
        settings: &Settings,
        observations: Option<&Observations>,
        given: Given<'_, G::Value>,
    ) -> Report<G::Value> {
        let folder = match observations {
            None | Some(Observations::Off) => {
                let mut listener = |event: Event<'_>| self.hear(event);
                return run(subject, settings, given.context(&mut listener, false));
            }
            Some(Observations::Standard) => workspace().unwrap_or_default().join(OBSERVED),
            Some(Observations::At(folder)) => folder.clone(),
        };
        let start = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let observing = Observing::new(subject, &self.describe);
        let observer = RefCell::new(Observer::new(&self.name, start.as_secs_f64(), MOST_OBSERVED));
        let mut listener = |event: Event<'_>| {
            if let Event::Executed(execution) = event {
                let (arguments, time) = observing.last();
                observer.borrow_mut().case(&execution, arguments, time);
            }
            self.hear(event);
        };
        let report = run(&observing, settings, given.context(&mut listener, true));
        let lines = observer.into_inner().finish(&report, &self.describe);
        if let Err(problem) = report::write(&folder, &self.name, &lines) {
            self.warn(&problem.to_string());
        }
        report
    }

    /// Writes the failures down, to be committed; says which, and where.
    fn keep(
        &self,
        regressions: &Regressions,
        report: &Report<G::Value>,
        settings: &Settings,
    ) -> Option<Kept> {
        let mut kept: Option<Kept> = None;
        let commit = workspace().and_then(|root| commit(&root));
        let page = self.page(None, Style::PLAIN);
        let is_worth_it = |failure: &&Failure<G::Value>| {
            let token = failure.replay_token();
            failure.is_saved()
                && !failure.is_flaky()
                && !settings.replays.iter().any(|t| t == token)
        };
        for failure in report.failures().iter().filter(is_worth_it) {
            let Ok(tree) = Tree::from_token(failure.replay_token()) else { continue };
            let input = Regression {
                tree: &tree,
                text: &page.input(failure),
                date: Date::of(SystemTime::now()),
                commit: commit.as_deref(),
            };
            match regressions.keep(&self.name, &input) {
                Ok(Added::Now(path) | Added::Before(path)) => {
                    let file = beside_the_workspace(&path);
                    let kept = kept.get_or_insert(Kept { file, tokens: Vec::new() });
                    kept.tokens.push(failure.replay_token().to_owned());
                }
                Err(problem) => self.warn(&problem.to_string()),
            }
        }
        kept
    }

    fn page<'a>(&'a self, regressions: Option<&'a Kept>, style: Style) -> Page<'a, G::Value> {
        Page {
            function: self.function,
            describe: &self.describe,
            literal: &self.literal,
            regressions,
            is_call: false,
            style,
        }
    }

    fn hear(&self, event: Event<'_>) {
        if let Event::Warned { warning } = event {
            self.warn(warning);
        }
    }

    /// What does not change the verdict is printed beside it, once.
    fn warn(&self, warning: &str) {
        if self.warned.borrow_mut().insert(warning.to_owned()) {
            aside(&format!("{}: {warning}", self.name));
        }
    }
}

/// What a run is given besides its settings and a listener.
struct Given<'a, T> {
    examples: &'a [Example<'a, T>],
    regressions: Vec<Tree>,
    database: &'a Db,
    history: Option<&'a mut dyn FnMut(&Observed)>,
}

impl<'a, T> Given<'a, T> {
    fn context<'b>(self, listener: &'b mut dyn FnMut(Event<'_>), tell_all: bool) -> Context<'b, T>
    where
        'a: 'b,
    {
        let Given { examples, regressions, database, history } = self;
        let history = history.map(|history| history as &mut dyn FnMut(&Observed));
        Context { examples, regressions, database, history, listener, tell_all }
    }
}

/// The path as people write it who work in this workspace.
fn beside_the_workspace(path: &Path) -> PathBuf {
    let below = workspace().and_then(|root| path.strip_prefix(root).ok().map(Path::to_owned));
    below.unwrap_or_else(|| path.to_owned())
}
