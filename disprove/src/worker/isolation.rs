//! Cases in processes of their own: what they do to their process is how they end.

use super::{
    Death, Order, Task, child, death,
    protocol::{Replies, Reply},
    telling::end_with_parent,
};
use crate::{
    case::{Said, Watcher, repeat},
    choice::Tree,
    feedback::{Outcome, Step, is_transcribing, note, record_step},
    source::{CaseSeed, Fill, Source},
};
use std::{
    fs, io,
    path::{Path, PathBuf},
    time::Duration,
};

/// Runs the cases of a thread in other processes.
pub(crate) struct Isolation {
    folder: PathBuf,
    property: String,
    limit: Duration,
    arguments: Vec<String>,
    opening: Option<CaseSeed>,
}

/// How a case ended elsewhere.
enum Result {
    Passed,
    Rejected,
    Failed(Said),
}

impl Isolation {
    /// Each case may take this long. `arguments` make a process run the test that this one runs.
    pub(crate) fn new(
        folder: &Path,
        property: &str,
        limit: Duration,
        arguments: Vec<String>,
    ) -> Isolation {
        let folder = folder.join("case");
        Isolation { folder, property: property.to_owned(), limit, arguments, opening: None }
    }

    fn run(&self, opening: &CaseSeed, src: &mut Source) -> io::Result<Result> {
        end_with_parent();
        child::prepare(&self.folder)?;
        let job = Order {
            random_state: opening.random_state,
            size: opening.size,
            fill_randomly: opening.fill == Fill::Random,
            strict: opening.strict,
            transcript: is_transcribing(),
            ..Order::new(&self.folder, Task::Case, &self.property)
        };
        job.write()?;
        if let Some(guide) = &opening.guide {
            fs::write(self.folder.join("guide"), guide.to_image())?;
        }
        let mut process = child::start(&self.folder, &self.arguments)?;
        let status = child::wait_for(&mut process, self.limit)?;
        if let Ok(image) = fs::read(self.folder.join("image"))
            && let Some(tree) = Tree::from_image(&image)
        {
            src.adopt(tree);
        }
        for reply in Replies::of(&self.folder).next() {
            if let Some(result) = heard(reply) {
                return Ok(result);
            }
        }
        let how = status.map_or(Death::TimedOut(self.limit), Death::Ended);
        let (message, location) = death(how, &child::printed(&self.folder));
        Ok(Result::Failed(Said::elsewhere(message, location)))
    }
}

/// How a case ended, if the reply says so. Notes and steps are recorded.
fn heard(reply: Reply) -> Option<Result> {
    match reply {
        Reply::Passed => return Some(Result::Passed),
        Reply::Rejected => return Some(Result::Rejected),
        Reply::Failed { message, location } => {
            let location = Some(location).filter(|location| !location.is_empty());
            return Some(Result::Failed(Said::elsewhere(message, location)));
        }
        Reply::Note(text) => note(text),
        Reply::Called(line) => record_step(Step::Called { line }),
        // Names of variables are few, and part of the program elsewhere.
        Reply::Drew { name, value } => record_step(Step::Drew { name: name.leak(), value }),
        _ => {}
    }
    None
}

impl Watcher for Isolation {
    fn begin(&mut self, src: &mut Source) {
        self.opening = Some(src.case_seed());
    }

    fn reached(&mut self, src: &mut Source) -> Option<Outcome> {
        let opening = self.opening.take()?;
        match self.run(&opening, src) {
            Ok(Result::Passed) => Some(Outcome::pass()),
            Ok(Result::Rejected) => Some(Outcome::reject()),
            Ok(Result::Failed(said)) => repeat(said),
            Err(why) => repeat(Said::elsewhere(
                format!("a process for the case cannot be started: {why}"),
                None,
            )),
        }
    }
}
