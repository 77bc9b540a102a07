//! Cases in processes of their own: what they do to their process is how they end.

use super::{Death, child, death, line, telling::end_with_parent};
use crate::{
    case::{Said, Watcher, repeat},
    choice::Tree,
    feedback::{Outcome, Step, is_transcribing, note, record_step},
    source::{CaseSeed, Fill, Source},
};
use std::{
    fmt::Write,
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
        let mut order = line::write(&["task", "case"]);
        order += &line::write(&["property", &self.property]);
        let _ = writeln!(order, "chance\t{}\nsize\t{}", opening.random_state, opening.size);
        let flags = [
            ("random", opening.fill == Fill::Random),
            ("strict", opening.strict),
            ("telling", is_transcribing()),
        ];
        for (flag, is_set) in flags {
            if is_set {
                order += &line::write(&[flag]);
            }
        }
        fs::write(self.folder.join("order"), order)?;
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
        let said = fs::read_to_string(self.folder.join("said")).unwrap_or_default();
        for line in said.lines() {
            if let Some(result) = heard(&line::read(line)) {
                return Ok(result);
            }
        }
        let how = status.map_or(Death::TimedOut(self.limit), Death::Ended);
        let (message, location) = death(how, &child::printed(&self.folder));
        Ok(Result::Failed(Said::elsewhere(message, location)))
    }
}

/// What a line of a case says: how it ended, or what it told on the way.
fn heard(fields: &[String]) -> Option<Result> {
    let field = |at: usize| fields.get(at).cloned().unwrap_or_default();
    match fields.first().map_or("", String::as_str) {
        "passed" => return Some(Result::Passed),
        "rejected" => return Some(Result::Rejected),
        "failed" => {
            let location = Some(field(2)).filter(|location| !location.is_empty());
            return Some(Result::Failed(Said::elsewhere(field(1), location)));
        }
        "note" => note(field(1)),
        "called" => record_step(Step::Called { line: field(1) }),
        // Names of variables are few, and part of the program elsewhere.
        "drew" => record_step(Step::Drew { name: field(1).leak(), value: field(2) }),
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
