//! The job of this process, if it is a worker.

use super::{
    Job, ReplyChannel, Task,
    journal::JournalInput,
    parent::end_with_parent,
    protocol::{Reply, WORKER},
};
use crate::{
    case::Cause,
    choice::Tree,
    database::entry_name,
    settings::Settings,
    source::{CaseSeed, Fill},
    untrusted::IS_IN_MEMORY,
};
use std::{
    env, fs,
    path::Path,
    rc::Rc,
    sync::{Once, OnceLock},
};

/// Runs to reduce a crash: a process for each takes as long as a thousand ordinary runs.
const CRASH_RUNS: u64 = 2_000;

/// The job of this process, if it has one for this property.
pub(crate) fn job(property: &str) -> Option<&'static Job> {
    let job = current()?;
    if job.task == Task::List {
        ReplyChannel::at(&job.folder).send(&Reply::Property(property.to_owned()));
        return None;
    }
    Some(job).filter(|job| job.property == property)
}

/// Whether this is a worker process.
pub(crate) fn is_worker() -> bool {
    current().is_some()
}

/// The job of this process.
pub(super) fn current() -> Option<&'static Job> {
    static JOB: OnceLock<Option<Job>> = OnceLock::new();
    static WATCH: Once = Once::new();
    let job = JOB.get_or_init(|| {
        if IS_IN_MEMORY {
            return None;
        }
        let folder = env::var_os(WORKER).filter(|folder| !folder.is_empty())?;
        match Job::read(Path::new(&folder)) {
            Ok(job) => Some(job),
            Err(why) => {
                // The replies tell which version this is.
                drop(ReplyChannel::at(Path::new(&folder)));
                eprintln!("{WORKER}={}: {why}", Path::new(&folder).display());
                std::process::exit(2);
            }
        }
    });
    let job = job.as_ref();
    WATCH.call_once(|| job.map_or((), end_with_parent));
    job
}

/// Whether two failures look like the same bug. Each is a message and a location, which may be empty.
pub fn is_same_failure(a: &(String, String), b: &(String, String)) -> bool {
    to_cause(a).resembles(&to_cause(b))
}

/// A short name of a failure. Two failures that look like the same bug have the same name, in every process.
pub fn failure_name(failure: &(String, String)) -> String {
    let cause = to_cause(failure);
    entry_name(&format!("{}\n{}", cause.location.as_deref().unwrap_or_default(), cause.shape()))
}

fn to_cause((message, location): &(String, String)) -> Cause {
    let location = Some(location.clone()).filter(|location| !location.is_empty());
    Cause { message: message.clone(), location }
}

impl Job {
    /// Applies the job to the settings of the property.
    pub(crate) fn settings(&self, mut settings: Settings) -> Settings {
        match self.task {
            Task::Reduce if self.seed.is_some() => settings.seed = self.seed,
            _ => {}
        }
        match self.task {
            Task::Run | Task::Case | Task::List | Task::LocateCrash => {}
            Task::Hunt | Task::Minimize => {
                settings.cases = u64::MAX;
                settings.max_executions = Some(u64::MAX);
                settings.time = self.time.or(settings.time);
                settings.seed = self.seed.or(settings.seed);
            }
            Task::Replay => {
                (settings.reduce, settings.explain) = (false, false);
                settings.replays.clear();
            }
            Task::Reduce => settings.reduction_runs = settings.reduction_runs.min(CRASH_RUNS),
        }
        settings
    }

    /// Whether the host knows this failure.
    pub(crate) fn knows(&self, cause: &Cause) -> bool {
        self.faults.iter().any(|fault| to_cause(fault).resembles(cause))
    }

    /// The inputs of which one crashed a process.
    pub(crate) fn suspects(&self) -> Vec<JournalInput> {
        let mut all = Vec::new();
        for text in &self.inputs {
            all.extend(JournalInput::from_text(text));
        }
        all
    }

    /// The seed of a single case. Its guide, if it has one, is a file.
    pub(super) fn case_seed(&self) -> CaseSeed {
        let guide = fs::read(self.folder.join("guide")).ok();
        let guide = guide.and_then(|image| Tree::from_image(&image)).map(Rc::new);
        let fill = if self.fill_randomly { Fill::Random } else { Fill::Simplest };
        let Job { random_state, size, strict, .. } = *self;
        CaseSeed { random_state, size, fill, strict, guide }
    }
}

#[cfg(test)]
mod tests {
    use super::{CRASH_RUNS, Job, Settings, Task, failure_name, is_same_failure};
    use crate::humanize::{assert_said, count};
    use std::path::Path;

    #[test]
    fn a_crash_is_reduced_in_fewer_runs_than_other_failures() {
        let settings =
            |task| Job::new(Path::new(""), task, "p").settings(Settings::named("p".to_owned()));
        assert_eq!(settings(Task::Reduce).reduction_runs, CRASH_RUNS);
        assert!(settings(Task::Hunt).reduction_runs > CRASH_RUNS);
        for page in ["guides/crashes.md", "how/reduction.md"] {
            assert_said(page, &format!("at most {} runs", count(CRASH_RUNS)));
        }
    }

    #[test]
    fn the_same_failure_has_the_same_place_and_text() {
        let failure = |message: &str, location: &str| (message.to_owned(), location.to_owned());
        let one = failure("got 7 items", "src/a.rs:1:5");
        for (other, is_same) in [
            (failure("got 19 items", "src/a.rs:1:5"), true),
            (failure("got 7 boxes", "src/a.rs:1:5"), true),
            (failure("got 7 items", "src/a.rs:2:5"), false),
            (failure("got 7 items", "src/a.rs:1:6"), false),
            (failure("lost 7 items", "src/a.rs:1:5"), false),
        ] {
            assert_eq!(is_same_failure(&one, &other), is_same, "{other:?}");
            assert_eq!(failure_name(&one) == failure_name(&other), is_same, "{other:?}");
        }
    }

    #[test]
    fn a_replayed_input_is_not_reduced() {
        let job = Job::new(Path::new(""), Task::Replay, "p");
        let settings = job.settings(Settings::named("p".to_owned()));
        assert!(!settings.reduce && !settings.explain);
    }
}
