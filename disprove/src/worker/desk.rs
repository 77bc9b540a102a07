//! What a worker has at hand while it runs a property: its order, whom to tell, and the corpus.

use super::{
    Corpus, Isolation, Order, Task, Telling, child,
    journal::{Input, Journal},
};
use crate::{
    case::{Said, Watching},
    choice::Tree,
    database::{Database, Db, keep_path},
    runner::{Failure, Report},
    search::Search,
};
use std::{
    env,
    path::{Path, PathBuf},
    process,
};

/// A worker at work.
pub(crate) struct Desk {
    order: &'static Order,
    telling: Telling,
    corpus: Option<Corpus>,
    /// Where the database is.
    root: Option<PathBuf>,
}

/// Where a run has got to.
pub(crate) struct Progress {
    pub(crate) executions: u64,
    pub(crate) cases: u64,
    pub(crate) distinct: u64,
    pub(crate) by: Search,
}

impl Desk {
    /// Sits down to an order; cases are watched from now on. `database` is where failures of the property go.
    pub(crate) fn take(order: &'static Order, database: &Db) -> (Desk, Option<Watching>) {
        let mut telling = Telling::at(&order.folder);
        let watching = match order.task {
            Task::Reduce | Task::Replay => {
                let arguments = env::args().skip(1).collect();
                let Order { folder, property, limit, .. } = order;
                Some(Watching::start(Box::new(Isolation::new(folder, property, *limit, arguments))))
            }
            _ => {
                let suspect = |said: &Said, inputs: &[Input]| suspect(order, said, inputs);
                match Journal::create(&order.folder.join("journal"), Box::new(suspect)) {
                    Ok(journal) => Some(Watching::start(Box::new(journal))),
                    Err(why) => {
                        telling.say(&["warned", &format!("its journal cannot be written: {why}")]);
                        None
                    }
                }
            }
        };
        let wants_corpus = order.corpus || order.task == Task::Minimise;
        let corpus = database.directory().filter(|_| wants_corpus);
        let corpus = corpus.map(|root| Corpus::new(root, &order.property));
        let root = database.directory().map(Path::to_owned);
        (Desk { order, telling, corpus, root }, watching)
    }

    /// Whoever reduces what this process dies of tells the seed as its own.
    pub(crate) fn tell_seed(&mut self, seed: u64) {
        self.telling.say(&["seed", &seed.to_string()]);
    }

    pub(crate) fn order(&self) -> &'static Order {
        self.order
    }

    /// The interesting cases that are kept for the next worker, if any are.
    pub(crate) fn corpus(&mut self) -> Option<&mut Corpus> {
        self.corpus.as_mut()
    }

    pub(crate) fn has_corpus(&self) -> bool {
        self.corpus.is_some()
    }

    /// The entries of the corpus, shortest first.
    pub(crate) fn load(&mut self) -> Vec<Tree> {
        let Some(corpus) = &mut self.corpus else { return Vec::new() };
        let (entries, problems) = corpus.load();
        for problem in problems {
            self.telling.say(&["warned", &problem]);
        }
        entries
    }

    /// Whether it should be told again where the run has got to.
    pub(crate) fn is_due(&mut self) -> bool {
        self.telling.is_due()
    }

    /// Tells where the run has got to. What waits to be kept is written.
    pub(crate) fn tell(&mut self, progress: &Progress) {
        let mut found = 0;
        if let Some(corpus) = &mut self.corpus {
            for warning in corpus.write() {
                self.telling.say(&["warned", &warning]);
            }
            found = corpus.found();
        }
        let Progress { executions, cases, distinct, by } = progress;
        let numbers = [*executions, *cases, *distinct, found].map(|number| number.to_string());
        let [executions, cases, distinct, found] = &numbers;
        self.telling.say(&["progress", executions, cases, distinct, found, &by.to_string()]);
    }

    /// None of the inputs did it again.
    pub(crate) fn survived(&mut self, tree: &Tree) {
        self.telling.say(&["survived", &tree.to_token()]);
    }

    /// What is wrong with the property itself.
    pub(crate) fn broken(&mut self, message: &str) {
        self.telling.say(&["broken", message]);
    }

    /// What the run came to.
    pub(crate) fn end<T>(&mut self, report: &Report<T>) {
        for failure in report.failures() {
            self.failure(&Transcript::of(failure));
            if let (Some(root), true) = (&self.root, failure.is_saved()) {
                let (property, token) = (&self.order.property, failure.replay_token());
                keep_path(root, property, token, failure.choices().0, failure.path());
                if let (Task::Reduce, Ok(tree)) = (self.order.task, Tree::from_token(token)) {
                    // The next run of the property must not take its process with it.
                    let _ = Db::deaths(root).save(property, &tree);
                }
            }
        }
        self.telling.say(&["verdict", &format!("{:?}", report.verdict())]);
    }

    fn failure(&mut self, told: &Transcript<'_>) {
        let Transcript { token, message, location, flaky, saved, found_at, choices: (from, to) } =
            told;
        let numbers = [*found_at, *from as u64, *to as u64].map(|number| number.to_string());
        let flag = |is: bool| if is { "1" } else { "" };
        self.telling.say(&[
            "failure",
            token,
            message,
            location,
            flag(*flaky),
            flag(*saved),
            &numbers[0],
            &numbers[1],
            &numbers[2],
        ]);
    }
}

/// What is told of a failure, whatever its input is.
struct Transcript<'a> {
    token: &'a str,
    message: &'a str,
    location: &'a str,
    flaky: bool,
    saved: bool,
    found_at: u64,
    choices: (usize, usize),
}

impl<'a> Transcript<'a> {
    fn of<T>(failure: &'a Failure<T>) -> Transcript<'a> {
        Transcript {
            token: failure.replay_token(),
            message: failure.message(),
            location: failure.location().unwrap_or(""),
            flaky: failure.is_flaky(),
            saved: failure.is_saved(),
            found_at: failure.found_at(),
            choices: failure.choices(),
        }
    }
}

/// A thread has panicked that one of these cases has started. Who it was is found out in processes of their own, so
/// this one is of no more use.
fn suspect(order: &Order, said: &Said, inputs: &[Input]) {
    let mut telling = Telling::at(&order.folder);
    let mut texts = Vec::new();
    for input in inputs {
        texts.push(input.to_text());
    }
    let message = format!("a thread that it started panicked: {}", said.message);
    let mut fields = vec!["suspects", &*message, said.location.as_deref().unwrap_or("")];
    for text in &texts {
        fields.push(text);
    }
    telling.say(&fields);
    process::exit(child::SUSPICIOUS);
}

/// What does not change the verdict is said by whoever started this process.
pub(crate) fn warn(order: &Order, warning: &str) {
    Telling::at(&order.folder).say(&["warned", warning]);
}

/// The property is not one to be hunted.
pub(crate) fn skip(order: &Order, why: &str) {
    let mut telling = Telling::at(&order.folder);
    telling.say(&["skipped", why]);
    telling.say(&["end"]);
}

/// Says what the report is, as people read it; this is the last thing a worker says about a property.
pub(crate) fn finish(order: &Order, report: &dyn Fn() -> String, failed: bool) {
    let mut telling = Telling::at(&order.folder);
    if failed {
        telling.say(&["report", &report()]);
    }
    telling.say(&["end"]);
}
