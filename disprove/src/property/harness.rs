//! The harness of a `#[property]`: settings, the run, and what is printed and saved afterwards.

use super::{Declaration, announcer::Announcer, kept::KeptInputs};
use crate::{
    case::{ABORTS, BacktraceStyle, Property, panic_with_report},
    choice::Tree,
    database::{
        Added, Database, Date, Db, Regression, Regressions, commit, compiled_in, searched,
        workspace,
    },
    feedback::ErasedHistory,
    literals::dictionary,
    machine::StepLimit,
    report::{self, Notation, Observer, Page, RegressionFile, Shown, Style, Warnings, diagnostic},
    runner::{Context, Event, Failure, Host, Report, Verdict, run},
    settings::{Observations, Overrides, Place, Settings, database, resolve},
    source::Dictionary,
    untrusted::{DataFolder, IS_IN_MEMORY, ignored},
    worker::{
        ISOLATED_LIMIT, Job, Session, Supervised, Supervisor, Task, finish, is_worker, job,
        send_statistics, skip, warn,
    },
};
use std::{
    cell::RefCell,
    panic::Location,
    path::{Path, PathBuf},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// Cases of a property whose observations are written: readers compare every two of them.
const MAX_OBSERVED: usize = 2_000;

/// The folder of observations, below that of the workspace.
const OBSERVED: &str = ".disprove/observed";

/// Why a property does not hold.
#[derive(Debug)]
pub struct Disproved {
    /// The whole report.
    pub report: String,
    /// The message of the first failure, if there is one.
    pub message: Option<String>,
}

impl Disproved {
    fn without_failure(report: String) -> Disproved {
        Disproved { report, message: None }
    }

    /// Fails the test.
    ///
    /// # Panics
    /// Always, with the report. The report of a failure contains its backtrace if the user wants one.
    #[track_caller]
    pub fn panic(&self) -> ! {
        if ABORTS {
            // The test harness has no chance to show what it captured.
            diagnostic(&self.report);
            panic!("the property does not hold; the report is above");
        }
        if self.message.is_some() && BacktraceStyle::of_this_process() == BacktraceStyle::Short {
            panic_with_report(&self.report)
        }
        panic!("{}", self.report)
    }
}

/// Runs the property that is declared at a place. Returns the report if it does not hold.
pub(super) fn check_property(
    declaration: &Declaration,
    property: &dyn Property,
    kept: &KeptInputs,
    mut history: Option<ErasedHistory>,
    place: &'static Location<'static>,
) -> Result<(), Disproved> {
    // Tools find the properties of a binary by this text.
    std::hint::black_box(declaration.marker);
    if let Some(folder) = declaration.folder {
        compiled_in(folder);
    }
    #[cfg(any(test, feature = "fuzz"))]
    if crate::fuzz::is_target() {
        super::fuzz_case::run_fuzz_case(declaration, property, kept);
        return Ok(());
    }
    let name = declaration.name();
    let announcer = Announcer::start(declaration, &name, place);
    let overrides = match resolve(&declaration.settings, &name) {
        Ok(overrides) => overrides,
        // A panic is what `#[should_panic]` expects: it would hide the error.
        Err(error) if declaration.should_panic => {
            let text = format!("{name}: {error}");
            announcer.error(None, &text);
            diagnostic(&text);
            return Ok(());
        }
        Err(error) => {
            let text = format!("{name}: {error}");
            announcer.error(None, &text);
            return Err(Disproved::without_failure(text));
        }
    };
    if declaration.should_panic {
        if let Some(job) = job(&name).filter(|job| !job.task.is_of_isolation()) {
            skip(job, "it is meant to fail");
            return Ok(());
        }
    }
    let mut harness = Harness::new(&name, declaration, overrides, announcer);
    if IS_IN_MEMORY {
        harness.warn_in_memory();
    } else if workspace().is_none() && harness.overrides.database.is_none() {
        harness.warn(&no_workspace());
    }
    if !IS_IN_MEMORY {
        if let Some(result) = harness.run_isolated() {
            harness.announcer.supervised(&result);
            return match result.report {
                Some(report) => Err(Disproved::without_failure(report)),
                None => Ok(()),
            };
        }
    }
    let _steps = StepLimit::set(harness.overrides.steps);
    if let Some(job) = harness.job {
        job.run_cases(property, harness.dictionary(), history.is_some());
    }
    let mut session = harness.job.map(|job| Session::new(job, &harness.database));
    let context = Context {
        regressions: harness.regressions(),
        database: &harness.database,
        history: history.as_mut(),
        dictionary: harness.dictionary(),
        listener: &mut |event| harness.hear(event),
        wants_executions: harness.observer.is_some(),
        host: session.as_mut().map(|session| session as &mut dyn Host),
    };
    match run(property, &harness.settings, context) {
        Ok(report) => harness.end(&Report::new(report, kept.take())),
        Err(broken) => {
            let plain = harness.page(None, Style::PLAIN).broken(&broken);
            harness.announcer.error(harness.job, &plain);
            let text = harness.page(None, Style::of_this_process()).broken(&broken);
            if let Some(session) = &mut session {
                session.abort(&text);
            }
            harness.warnings.borrow_mut().print();
            Err(Disproved::without_failure(text))
        }
    }
}

/// A property of the user, whatever its arguments are.
struct Harness<'a> {
    name: &'a str,
    declaration: &'a Declaration,
    overrides: Overrides,
    settings: Settings,
    database: Db,
    regressions: Option<Regressions>,
    /// If the settings ask for observations.
    observer: Option<RefCell<Observer>>,
    warnings: RefCell<Warnings>,
    announcer: Announcer<'a>,
    /// The job of a worker process.
    job: Option<&'static Job>,
}

impl Harness<'_> {
    fn new<'a>(
        name: &'a str,
        declaration: &'a Declaration,
        overrides: Overrides,
        announcer: Announcer<'a>,
    ) -> Harness<'a> {
        let mut settings = Settings::named(name.to_owned());
        // The report of a test is for people.
        settings.explain = true;
        settings.literals = true;
        settings = settings.with(&overrides);
        settings.replays = declaration.replays.iter().map(|&token| token.to_owned()).collect();
        let job = job(name);
        if let Some(job) = job {
            settings = job.settings(settings);
        }
        let is_replay = job.is_some_and(|job| job.task == Task::Replay);
        let database =
            if declaration.should_panic || is_replay { Db::none() } else { database(&overrides) };
        let regressions = database.directory().map(Regressions::at);
        let observer = match &overrides.observe {
            None | Some(Observations::Off) => None,
            Some(_) if IS_IN_MEMORY => None,
            Some(Observations::Standard | Observations::At(_)) => {
                let start = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                Some(RefCell::new(Observer::new(name, start.as_secs_f64(), MAX_OBSERVED)))
            }
        };
        let warnings = RefCell::new(Warnings::new(name));
        Harness {
            name,
            declaration,
            overrides,
            settings,
            database,
            regressions,
            observer,
            warnings,
            announcer,
            job,
        }
    }

    /// Says which settings need files or processes.
    fn warn_in_memory(&self) {
        let Overrides { database, read_database, observe, .. } = &self.overrides;
        let is_chosen =
            |place: &Option<Place>| !matches!(place, None | Some(Place::None | Place::Standard));
        let needs = [
            ("isolate", self.declaration.isolate.is_some()),
            ("database", is_chosen(database)),
            ("read_database", is_chosen(read_database)),
            ("observe", !matches!(observe, None | Some(Observations::Off))),
        ];
        for (setting, is_set) in needs {
            if is_set {
                diagnostic(&format!("{}: {}", self.name, ignored(setting)));
            }
        }
    }

    /// Runs the property in another process if the attribute asks for that, or if it crashed a process before.
    fn run_isolated(&self) -> Option<Supervised> {
        if self.job.is_some() || is_worker() {
            return None;
        }
        let crashes = self.database.directory().map(Db::deaths);
        let has_crashes =
            || crashes.as_ref().is_some_and(|crashes| !crashes.load(self.name).entries.is_empty());
        let limit = case_limit(self.declaration, has_crashes)?;
        let Declaration { module, function, .. } = self.declaration;
        let supervisor = Supervisor { property: self.name, module, function, limit };
        let result = supervisor.run();
        for statistics in &result.statistics {
            diagnostic(statistics);
        }
        if result.report.is_none() {
            for warning in &result.warnings {
                self.warn(warning);
            }
            if let Some(crashes) = &crashes {
                for entry in crashes.load(self.name).entries {
                    // If this fails, the property keeps running in another process.
                    let _ = crashes.remove(self.name, &entry);
                }
            }
        }
        Some(result)
    }

    /// The literals for random cases.
    fn dictionary(&self) -> &'static Dictionary {
        match self.declaration.folder {
            Some(folder) if self.settings.literals => {
                dictionary(Path::new(folder), self.declaration.module)
            }
            _ => Dictionary::empty(),
        }
    }

    /// The inputs of the regression file.
    fn regressions(&self) -> Vec<Tree> {
        let Some(regressions) = &self.regressions else { return Vec::new() };
        let loaded = regressions.load(self.name);
        for problem in &loaded.problems {
            self.warn(&problem.to_string());
        }
        loaded.entries
    }

    fn hear(&self, event: Event<'_>) {
        match event {
            Event::Warned { warning } => self.warn(warning),
            Event::Executed(execution) => {
                if let Some(observer) = &self.observer {
                    observer.borrow_mut().case(&execution);
                }
            }
            _ => {}
        }
    }

    /// Prints and saves the result of the run. Returns the report if the property does not hold.
    fn end(&mut self, report: &Report<Shown>) -> Result<(), Disproved> {
        self.write_observations(report);
        if let Some(job) = self.job {
            if job.task != Task::Run {
                let failed = !report.failures().is_empty();
                let kept = if failed { self.keep(report) } else { None };
                if failed {
                    self.announce(report, kept.as_ref());
                }
                finish(job, &|| self.page(kept.as_ref(), Style::PLAIN).text(report), failed);
                return Ok(());
            }
        }
        let function = self.declaration.function;
        let statistics = if self.overrides.stats == Some(true) {
            Some(report::statistics(report, function))
        } else {
            report::weakness(report, function)
        };
        if let Some(text) = statistics {
            self.tell(&text);
        }
        let least = self.declaration.foreign.as_ref().and_then(|foreign| foreign.least_cases);
        let verdict = match (report.verdict(), least) {
            (Verdict::GaveUp, Some(least)) if report.cases() >= least => {
                self.tell(&self.page(None, Style::PLAIN).text(report));
                Verdict::Passed
            }
            (Verdict::Passed | Verdict::Exhausted, Some(least)) if report.cases() < least => {
                let text = report::too_few_cases(self.declaration.function, report, least);
                let page = self.page(None, Style::PLAIN);
                self.announcer.ended(self.job, &page, report, Some(&text));
                if let Some(job) = self.job {
                    finish(job, &|| text.clone(), true);
                    return Ok(());
                }
                return Err(Disproved::without_failure(text));
            }
            (verdict, _) => verdict,
        };
        match verdict {
            Verdict::Passed | Verdict::Exhausted => {
                self.announcer.ended(self.job, &self.page(None, Style::PLAIN), report, None);
                if let Some(job) = self.job {
                    finish(job, &String::new, false);
                }
                Ok(())
            }
            Verdict::Falsified | Verdict::Flaky | Verdict::GaveUp => {
                let kept = self.keep(report);
                self.announce(report, kept.as_ref());
                if let Some(job) = self.job {
                    let page = self.page(kept.as_ref(), Style::of_this_process());
                    finish(job, &|| page.text(report), true);
                    return Ok(());
                }
                self.warnings.borrow_mut().print();
                Err(Disproved {
                    report: self.page(kept.as_ref(), Style::of_this_process()).text(report),
                    message: report.failures().first().map(|failure| failure.message().to_owned()),
                })
            }
        }
    }

    /// Prints statistics or advice, in the process that the user started.
    fn tell(&self, text: &str) {
        match self.job {
            Some(job) => send_statistics(job, text.to_owned()),
            None => diagnostic(text),
        }
    }

    /// Announces that the property does not hold.
    fn announce(&self, report: &Report<Shown>, kept: Option<&RegressionFile>) {
        if self.announcer.is_heard() {
            let page = self.page(kept, Style::PLAIN);
            self.announcer.ended(self.job, &page, report, Some(&page.text(report)));
        }
    }

    /// Writes a line about each observed case.
    fn write_observations(&mut self, report: &Report<Shown>) {
        let Some(observer) = self.observer.take() else { return };
        let folder = match &self.overrides.observe {
            Some(Observations::At(folder)) => folder.clone(),
            _ => DataFolder::in_workspace(&workspace().unwrap_or_default(), OBSERVED),
        };
        let lines = observer.into_inner().finish(report);
        if let Err(problem) = report::write(&folder, self.name, &lines) {
            self.warn(&problem.to_string());
        }
    }

    /// Adds the failures to the regression file; returns which, and where.
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

    fn page<'b>(&'b self, regressions: Option<&'b RegressionFile>, style: Style) -> Page<'b> {
        let notation = if self.declaration.foreign.is_some() {
            Notation::Foreign
        } else {
            Notation::Attribute
        };
        Page { function: self.declaration.function, regressions, notation, style }
    }

    /// Reports a problem that does not change the verdict.
    fn warn(&self, warning: &str) {
        match self.job {
            Some(job) => warn(job, warning),
            None => self.warnings.borrow_mut().add(warning),
        }
    }
}

/// The time limit of each case, if the property runs in another process.
fn case_limit(declaration: &Declaration, has_crashes: impl FnOnce() -> bool) -> Option<Duration> {
    match declaration.isolate {
        Some(limit) => Some(limit.unwrap_or(ISOLATED_LIMIT)),
        None => has_crashes().then_some(ISOLATED_LIMIT),
    }
}

/// Says that there is no place for failures.
fn no_workspace() -> String {
    let mut folders = String::new();
    for folder in searched() {
        let comma = if folders.is_empty() { "" } else { ", " };
        folders.extend([comma, &folder.display().to_string()]);
    }
    format!(
        "found no Cargo.toml in or above {folders}: regressions are not run, and failures are not saved; \
         `DISPROVE_DATABASE` names another folder, and `DISPROVE_DATABASE=none` uses none"
    )
}

/// The path relative to the workspace, if it is inside.
fn beside_the_workspace(path: &Path) -> PathBuf {
    let below = workspace().and_then(|root| path.strip_prefix(root).ok().map(Path::to_owned));
    below.unwrap_or_else(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::humanize::{assert_said, count};

    #[test]
    fn a_property_explains_failures_and_draws_literals_by_default() {
        let overrides = || Overrides { database: Some(Place::None), ..Overrides::NONE };
        let declaration = Declaration::EMPTY;
        let settings = |overrides| {
            let announcer = Announcer::start(&declaration, "", Location::caller());
            Harness::new("", &declaration, overrides, announcer).settings
        };
        let default = settings(overrides());
        assert!(default.explain && default.literals);
        let off = Overrides { explain: Some(false), literals: Some(false), ..overrides() };
        let off = settings(off);
        assert!(!off.explain && !off.literals);
    }

    #[test]
    fn isolated_cases_have_a_limit_with_and_without_a_time_in_the_attribute() {
        let limit = |isolate, has_crashed: bool| {
            case_limit(&Declaration { isolate, ..Declaration::EMPTY }, || has_crashed)
        };
        let short = Duration::from_secs(2);
        assert_eq!(limit(Some(Some(short)), true), Some(short));
        assert_eq!(limit(Some(None), false), Some(ISOLATED_LIMIT));
        assert_eq!(limit(None, true), Some(ISOLATED_LIMIT));
        assert_eq!(limit(None, false), None);
    }

    #[test]
    fn the_time_limit_of_isolated_cases_is_that_of_the_table() {
        let limit = format!("| off; `isolate` alone: {} s |", ISOLATED_LIMIT.as_secs());
        let seconds = format!("with {} seconds per case,", ISOLATED_LIMIT.as_secs());
        assert_said("faq.md", &seconds);
        let alone = format!("and `isolate` alone to {}.", ISOLATED_LIMIT.as_secs());
        assert_said("guides/ci.md", &alone);
        let most = count(MAX_OBSERVED as u64);
        let most = format!("at most {most} that fail, {most} others, and the reduced failures");
        for sentence in [limit, most] {
            assert_said("reference/settings.md", &sentence);
        }
    }
}
