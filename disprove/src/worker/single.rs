//! One case, in a process that was started for it.

use super::{Order, Telling, journal::write_at, order::whole, protocol::Reply};
use crate::{
    case::{Ended, Subject, Watcher, Watching, execute_if, print_panics, take_overheard},
    choice::Tree,
    feedback::{Outcome, Step, TranscriptLine, stream_transcript},
    source::{DrawObserver, Source},
};
use std::{
    fs::{self, File},
    process,
    rc::Rc,
    thread,
    time::{Duration, Instant},
};

/// Threads that a case has started are waited for this long.
const PATIENCE: Duration = Duration::from_secs(2);
const BETWEEN_LOOKS: Duration = Duration::from_millis(1);

/// Nothing but the panics of other threads is to be known.
struct Bystander;

impl Watcher for Bystander {
    fn begin(&mut self, _: &mut Source) {}

    fn reached(&mut self, _: &mut Source) -> Option<Outcome> {
        None
    }
}

impl Order {
    /// Runs the case, says how it ended, and ends the process.
    pub(crate) fn run_case<S: Subject>(&self, subject: &S) -> ! {
        let _watching = Watching::start(Box::new(Bystander));
        let mut src = Source::recording();
        self.begin_case(&mut src);
        let threads = threads();
        let ended = execute_if(subject, &mut src, &mut |src| {
            if let Some(DrawObserver(see)) = src.observer() {
                see(src.recorded());
            }
            true
        });
        self.end_case(&ended, &mut src, threads)
    }

    fn begin_case(&self, src: &mut Source) {
        print_panics();
        if let Ok(file) = File::create(self.folder.join("image")) {
            let see = move |tree: &Tree| {
                let _ = write_at(&file, &tree.to_image(), 0);
            };
            src.set_observer(Some(DrawObserver(Rc::new(see))));
        }
        src.start_from(&self.opening());
        if self.transcript {
            stream_transcript(|spoken| {
                let Some(order) = whole() else { return };
                let mut telling = Telling::at(&order.folder);
                match spoken {
                    TranscriptLine::Note(text) => telling.say(&Reply::Note(text.to_owned())),
                    TranscriptLine::Step(Step::Called { line }) => {
                        telling.say(&Reply::Called(line.to_owned()))
                    }
                    TranscriptLine::Step(Step::Drew { name, value }) => {
                        telling
                            .say(&Reply::Drew { name: (*name).to_owned(), value: value.clone() });
                    }
                }
            });
        }
    }

    fn end_case(&self, ended: &Ended, src: &mut Source, threads_before: usize) -> ! {
        let _ = fs::write(self.folder.join("image"), src.take_tree().to_image());
        let mut telling = Telling::at(&self.folder);
        match ended {
            Ended::Failed(fault) => {
                telling.say(&failed(fault.message.clone(), fault.location.as_deref()));
            }
            Ended::Passed | Ended::Remarked | Ended::Rejected { unreached: false, .. } => {
                // A thread that goes on when its case is over still belongs to it.
                let start = Instant::now();
                while threads() > threads_before && start.elapsed() < PATIENCE {
                    thread::sleep(BETWEEN_LOOKS);
                }
                match take_overheard() {
                    Some(said) => {
                        let message =
                            format!("a thread that it started panicked: {}", said.message);
                        telling.say(&failed(message, said.location.as_deref()));
                    }
                    None if matches!(ended, Ended::Rejected { .. }) => {
                        telling.say(&Reply::Rejected)
                    }
                    None => telling.say(&Reply::Passed),
                }
            }
            // The process that asked has made the same input before.
            Ended::Rejected { .. } | Ended::Unwanted | Ended::Broken(_) => {
                telling.say(&Reply::Rejected);
            }
        }
        process::exit(0)
    }
}

fn failed(message: String, location: Option<&str>) -> Reply {
    Reply::Failed { message, location: location.unwrap_or_default().to_owned() }
}

/// How many threads this process has; 0 where nobody says.
fn threads() -> usize {
    fs::read_dir("/proc/self/task").map_or(0, Iterator::count)
}
