//! What a worker has at hand while it runs a property: its order, whom to tell, and the corpus.

use super::{
    Corpus, Isolation, Order, Task, Telling, child,
    journal::{Input, Journal},
    protocol::{FailureReply, Reply},
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
                        telling
                            .say(&Reply::Warned(format!("its journal cannot be written: {why}")));
                        None
                    }
                }
            }
        };
        let wants_corpus = order.corpus || order.task == Task::Minimize;
        let corpus = database.directory().filter(|_| wants_corpus);
        let corpus = corpus.map(|root| Corpus::new(root, &order.property));
        let root = database.directory().map(Path::to_owned);
        (Desk { order, telling, corpus, root }, watching)
    }

    /// Whoever reduces what this process dies of tells the seed as its own.
    pub(crate) fn tell_seed(&mut self, seed: u64) {
        self.telling.say(&Reply::Seed(seed));
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
            self.telling.say(&Reply::Warned(problem));
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
                self.telling.say(&Reply::Warned(warning));
            }
            found = corpus.found();
        }
        let Progress { executions, cases, distinct, by } = *progress;
        let search = by.to_string();
        self.telling.say(&Reply::Progress { executions, cases, distinct, corpus: found, search });
    }

    /// None of the inputs did it again.
    pub(crate) fn survived(&mut self, tree: &Tree) {
        self.telling.say(&Reply::Survived(tree.to_token()));
    }

    /// What is wrong with the property itself.
    pub(crate) fn broken(&mut self, message: &str) {
        self.telling.say(&Reply::Broken(message.to_owned()));
    }

    /// What the run came to.
    pub(crate) fn end<T>(&mut self, report: &Report<T>) {
        for failure in report.failures() {
            self.telling.say(&Reply::Failure(reply(failure)));
            if let (Some(root), true) = (&self.root, failure.is_saved()) {
                let (property, token) = (&self.order.property, failure.replay_token());
                keep_path(root, property, token, failure.choices().0, failure.path());
                if let (Task::Reduce, Ok(tree)) = (self.order.task, Tree::from_token(token)) {
                    // The next run of the property must not take its process with it.
                    let _ = Db::deaths(root).save(property, &tree);
                }
            }
        }
        self.telling.say(&Reply::Verdict(format!("{:?}", report.verdict())));
    }
}

fn reply<T>(failure: &Failure<T>) -> FailureReply {
    FailureReply {
        token: failure.replay_token().to_owned(),
        message: failure.message().to_owned(),
        location: failure.location().unwrap_or_default().to_owned(),
        flaky: failure.is_flaky(),
        saved: failure.is_saved(),
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
    let location = said.location.clone().unwrap_or_default();
    telling.say(&Reply::Suspects { message, location, inputs: texts });
    process::exit(child::SUSPICIOUS);
}

/// What does not change the verdict is said by whoever started this process.
pub(crate) fn warn(order: &Order, warning: &str) {
    Telling::at(&order.folder).say(&Reply::Warned(warning.to_owned()));
}

/// The property is not one to be hunted.
pub(crate) fn skip(order: &Order, why: &str) {
    let mut telling = Telling::at(&order.folder);
    telling.say(&Reply::Skipped(why.to_owned()));
    telling.say(&Reply::End);
}

/// Says what the report is, as people read it; this is the last thing a worker says about a property.
pub(crate) fn finish(order: &Order, report: &dyn Fn() -> String, failed: bool) {
    let mut telling = Telling::at(&order.folder);
    if failed {
        telling.say(&Reply::Report(report()));
    }
    telling.say(&Reply::End);
}
