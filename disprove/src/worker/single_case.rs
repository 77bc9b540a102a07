//! One case in a process that was started for it.

use super::{
    Job, ReplyChannel, Task, crash::give_up, job::current, journal::write_at, protocol::Reply,
};
use crate::{
    case::{
        CaseOutcome, NoOutcome, Property, Quiet, Unwatched, Watcher, Watching, print_panics,
        run_case, take_thread_panic,
    },
    choice::Tree,
    feedback::{Outcome, Recording, Step, TranscriptLine, stream_transcript},
    source::{Dictionary, DrawObserver, Source},
};
use std::{
    fs::{self, File},
    process,
    rc::Rc,
    thread,
    time::{Duration, Instant},
};

/// Time to wait for threads that a case has started.
const PATIENCE: Duration = Duration::from_secs(2);
/// Time between two looks at them.
const LOOK_INTERVAL: Duration = Duration::from_millis(1);

/// Makes panics of other threads known, and does nothing else.
struct ThreadPanics;

impl Watcher for ThreadPanics {
    fn begin(&mut self, _: &mut Source) {}

    fn reached(&mut self, _: &mut Source) -> Option<Outcome> {
        None
    }
}

impl Job {
    /// Runs the cases of a job that is not a run of the property, and ends the process. Returns for other jobs.
    pub(crate) fn run_cases(
        &self,
        property: &dyn Property,
        dictionary: &'static Dictionary,
        has_history: bool,
    ) {
        if !matches!(self.task, Task::Case | Task::LocateCrash) {
            return;
        }
        let _unwatched = Unwatched::start();
        let _recording = Recording::start(has_history);
        let _quiet = Quiet::start();
        match self.task {
            Task::Case => self.run_case(property, dictionary),
            _ => self.run_batch(property, dictionary),
        }
    }

    fn run_case(&self, property: &dyn Property, dictionary: &'static Dictionary) -> ! {
        let _watching = Watching::start(Box::new(ThreadPanics));
        let mut src = Source::recording_with(dictionary);
        self.begin_case(&mut src);
        let threads = threads();
        let outcome = run_case(property, &mut src, &mut |src| {
            if let Some(DrawObserver(see)) = src.observer() {
                see(src.recorded());
            }
            true
        });
        self.end_case(&outcome, &mut src, threads)
    }

    fn begin_case(&self, src: &mut Source) {
        print_panics();
        if let Ok(file) = File::create(self.folder.join("image")) {
            let see = move |tree: &Tree| {
                let _ = write_at(&file, &tree.to_image(), 0);
            };
            src.set_observer(Some(DrawObserver(Rc::new(see))));
        }
        src.start_from(&self.case_seed());
        if self.transcript {
            stream_transcript(|line| {
                let Some(job) = current() else { return };
                let mut replies = ReplyChannel::at(&job.folder);
                match line {
                    TranscriptLine::Note(text) => replies.send(&Reply::Note(text.to_owned())),
                    TranscriptLine::Step(Step::Called { line }) => {
                        replies.send(&Reply::Called(line.clone()));
                    }
                    TranscriptLine::Step(Step::Drew { name, value }) => {
                        let (name, value) = ((*name).to_owned(), value.clone());
                        replies.send(&Reply::Drew { name, value });
                    }
                }
            });
        }
    }

    fn end_case(
        &self,
        outcome: &Result<CaseOutcome, NoOutcome>,
        src: &mut Source,
        threads_before: usize,
    ) -> ! {
        let image = src.take_tree().to_image();
        if let Err(why) = fs::write(self.folder.join("image"), image) {
            give_up(&format_args!("cannot write the choices of the case: {why}"));
        }
        let mut replies = ReplyChannel::at(&self.folder);
        let rejected = matches!(outcome, Ok(CaseOutcome::Rejected(_)));
        match outcome {
            Ok(CaseOutcome::Failed(cause)) => {
                replies.send(&failed(cause.message.clone(), cause.location.as_deref()));
            }
            // The supervisor has made the same input before.
            Err(_) => replies.send(&Reply::Rejected),
            Ok(CaseOutcome::Rejected(rejection)) if !rejection.reached => {
                replies.send(&Reply::Rejected);
            }
            Ok(CaseOutcome::Passed | CaseOutcome::Rejected(_)) => {
                // A thread that outlives its case still belongs to it.
                let start = Instant::now();
                while threads() > threads_before && start.elapsed() < PATIENCE {
                    thread::sleep(LOOK_INTERVAL);
                }
                match take_thread_panic() {
                    Some(panic) => {
                        let message =
                            format!("a thread that it started panicked: {}", panic.message);
                        replies.send(&failed(message, panic.location.as_deref()));
                    }
                    None if rejected => replies.send(&Reply::Rejected),
                    None => replies.send(&Reply::Passed),
                }
            }
        }
        process::exit(0)
    }
}

fn failed(message: String, location: Option<&str>) -> Reply {
    Reply::Failed { message, location: location.unwrap_or_default().to_owned() }
}

/// The number of threads of this process; 0 if the system does not tell.
fn threads() -> usize {
    fs::read_dir("/proc/self/task").map_or(0, Iterator::count)
}
