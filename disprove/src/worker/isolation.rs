//! Case isolation: each case runs in a process of its own, and a crash of it is a failure of the case.

use super::{
    Job, Task,
    child::{ChildProcess, prepare},
    crash::give_up,
    crash_message,
    protocol::{Replies, Reply},
    why_unreported,
};
use crate::{
    case::{PanicMessage, Watcher, repeat},
    choice::Tree,
    feedback::{Outcome, Step, is_transcribing, note, record_step},
    source::{CaseSeed, Fill, Source},
};
use std::{fs, io, path::PathBuf, time::Duration};

/// Runs the cases of a thread in other processes.
pub(crate) struct Isolation {
    folder: PathBuf,
    property: String,
    limit: Duration,
    memory: u64,
    arguments: Vec<String>,
    seed: Option<CaseSeed>,
}

/// The outcome of a case in another process.
enum Remote {
    Passed,
    Rejected,
    Failed(PanicMessage),
}

impl Isolation {
    /// Runs cases with the limits of a job; `arguments` start a process for the same test.
    pub(crate) fn new(job: &Job, arguments: Vec<String>) -> Isolation {
        let Job { limit, memory, .. } = *job;
        let (folder, property) = (job.folder.join("case"), job.property.clone());
        Isolation { folder, property, limit, memory, arguments, seed: None }
    }

    fn run(&self, seed: &CaseSeed, src: &mut Source) -> io::Result<Remote> {
        prepare(&self.folder)?;
        let job = Job {
            random_state: seed.random_state,
            size: seed.size,
            fill_randomly: seed.fill == Fill::Random,
            strict: seed.strict,
            transcript: is_transcribing(),
            memory: self.memory,
            ..Job::new(&self.folder, Task::Case, &self.property)
        };
        if let Some(guide) = &seed.guide {
            fs::write(self.folder.join("guide"), guide.to_image())?;
        }
        let mut process = ChildProcess::start(&job, &self.arguments)?;
        let exit = process.wait(self.limit)?;
        if let Ok(image) = fs::read(self.folder.join("image")) {
            if let Some(tree) = Tree::from_image(&image) {
                src.adopt(tree);
            }
        }
        for reply in Replies::of(&self.folder).read_new() {
            if let Some(result) = outcome(reply) {
                return Ok(result);
            }
        }
        if let Some(why) = why_unreported(exit, &process.printed()) {
            return Err(io::Error::other(why));
        }
        let (message, location) = crash_message(exit, &process.printed());
        Ok(Remote::Failed(PanicMessage::elsewhere(message, location)))
    }
}

/// The outcome in a reply, if it has one. Notes and steps are recorded.
fn outcome(reply: Reply) -> Option<Remote> {
    match reply {
        Reply::Passed => return Some(Remote::Passed),
        Reply::Rejected => return Some(Remote::Rejected),
        Reply::Failed { message, location } => {
            let location = Some(location).filter(|location| !location.is_empty());
            return Some(Remote::Failed(PanicMessage::elsewhere(message, location)));
        }
        Reply::Note(text) => note(text),
        Reply::Called(line) => record_step(Step::Called { line }),
        // The names are variables of the program: few, and static in the other process.
        Reply::Drew { name, value } => record_step(Step::Drew { name: name.leak(), value }),
        _ => {}
    }
    None
}

impl Watcher for Isolation {
    fn begin(&mut self, src: &mut Source) {
        self.seed = Some(src.case_seed());
    }

    fn reached(&mut self, src: &mut Source) -> Option<Outcome> {
        let seed = self.seed.take()?;
        match self.run(&seed, src) {
            Ok(Remote::Passed) => Some(Outcome::pass()),
            Ok(Remote::Rejected) => Some(Outcome::reject()),
            Ok(Remote::Failed(panic)) => repeat(panic),
            Err(why) => give_up(&format_args!("cannot run a case in its own process: {why}")),
        }
    }
}
