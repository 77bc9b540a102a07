//! A worker at work: the job, the reply channel and the corpus of one property.

use super::{
    Corpus, Isolation, Job, ReplyChannel, Task, child,
    journal::{Journal, JournalInput},
    locate, parent,
    protocol::{FailureReply, Reply, SearchCounts},
};
use crate::{
    case::{CaseResult, Cause, LONGEST_BATCH, PanicMessage, Texts, Watching},
    choice::Tree,
    database::{Database, Db, keep_path},
    runner::{FoundInput, Host, Mode, Progress, RunReport},
    search::Search,
    source::CaseSeed,
    untrusted::DataFolder,
};
use std::{
    collections::{HashMap, VecDeque},
    env, process,
};

/// The number of an input that is not known to fail.
const SUSPECT: usize = usize::MAX;

/// The session of a worker.
pub(crate) struct Session {
    job: &'static Job,
    replies: ReplyChannel,
    corpus: Option<Corpus>,
    /// Entries of other workers that did not run here yet.
    incoming: VecDeque<Tree>,
    /// The directory of the database.
    root: Option<DataFolder>,
    /// Inputs that may have crashed a process and did not run yet.
    suspects: VecDeque<JournalInput>,
    /// Entries of the database of crashes, by the numbers of the failures.
    crashes: HashMap<usize, Tree>,
    /// The number of covered sites that were sent.
    covered: usize,
    /// Journals each case, or runs it in a process of its own.
    watching: Option<Watching>,
}

impl Session {
    /// A session for a job. `database` is where failures of the property go.
    pub(crate) fn new(job: &'static Job, database: &Db) -> Session {
        let root = database.directory().cloned();
        let wants_corpus = job.corpus || job.task == Task::Minimize;
        let corpus = root.as_ref().filter(|_| wants_corpus);
        let corpus = corpus.map(|root| Corpus::new(root, &job.property));
        Session {
            job,
            replies: ReplyChannel::at(&job.folder),
            corpus,
            incoming: VecDeque::new(),
            root,
            suspects: job.suspects().into(),
            crashes: HashMap::new(),
            covered: 0,
            watching: None,
        }
    }

    /// Saves the smallest input that crashes a process: the next run of the property must not crash with its process.
    fn save_crash(&mut self, number: usize, tree: &Tree) {
        if self.job.task != Task::Reduce {
            return;
        }
        self.replace_crash(number, Some(tree));
        if number != SUSPECT {
            self.replace_crash(SUSPECT, None);
        }
    }

    fn replace_crash(&mut self, number: usize, new: Option<&Tree>) {
        let Some(root) = &self.root else { return };
        let (crashes, property) = (Db::deaths(root), &self.job.property);
        let old = match new {
            Some(tree) => {
                let _ = crashes.save(property, tree);
                self.crashes.insert(number, tree.clone())
            }
            None => self.crashes.remove(&number),
        };
        // Two failures may have the same input.
        if let Some(old) = old {
            if self.crashes.values().all(|tree| tree.to_token() != old.to_token()) {
                let _ = crashes.remove(property, &old);
            }
        }
    }

    fn watch(&mut self) -> Option<Watching> {
        if let Task::Reduce | Task::Replay = self.job.task {
            let arguments = env::args().skip(1).collect();
            let isolation = Isolation::new(self.job, arguments);
            return Some(Watching::start(Box::new(isolation)));
        }
        let job = self.job;
        let suspect =
            |panic: &PanicMessage, inputs: &[JournalInput]| report_suspects(job, panic, inputs);
        match Journal::create(&job.folder.join("journal"), Box::new(suspect)) {
            Ok(journal) => Some(Watching::start(Box::new(journal))),
            Err(why) => {
                self.replies.warn(&format!("cannot write the journal of the worker: {why}"));
                None
            }
        }
    }
}

impl Host for Session {
    fn mode(&self) -> Mode {
        match self.job.task {
            Task::Reduce | Task::Replay => Mode::Suspects,
            Task::Minimize => Mode::MinimizeCorpus,
            _ => Mode::Search,
        }
    }

    fn runs_known_inputs(&self) -> bool {
        self.job.task == Task::Run || self.job.known
    }

    fn is_repeatable(&self) -> bool {
        // The workers of a hunt, which have a time limit, depend on each other's inputs and on coverage.
        self.job.time.is_none()
    }

    fn start(&mut self, seed: u64) {
        self.watching = self.watch();
        // The process that reduces a crash of this one uses the same seed.
        self.replies.send(&Reply::Seed(seed));
    }

    fn stop(&mut self) {
        self.watching = None;
    }

    fn next_suspect(&mut self) -> Option<(CaseSeed, u64)> {
        loop {
            let input = self.suspects.pop_front()?;
            // A batch is journaled as a whole: find the case of it that crashes.
            let located = match &input {
                JournalInput::Batch(_) => locate(self.job, &input),
                _ => Some((input, 0)),
            };
            let Some((input, before)) = located else { continue };
            if let Some(seed) = input.case_seed() {
                return Some((seed, self.job.crashed_at.saturating_sub(1) + before));
            }
        }
    }

    fn survived(&mut self, tree: &Tree) {
        if self.job.task == Task::Replay {
            self.replies.send(&Reply::Survived(tree.to_token()));
        }
    }

    fn all_survived(&mut self, first: &Tree) -> bool {
        self.replace_crash(SUSPECT, None);
        if self.job.task == Task::Replay {
            return false;
        }
        self.replies.send(&Reply::Survived(first.to_token()));
        true
    }

    fn suspects(&mut self, tree: &Tree, saved: bool, arguments: &Texts) {
        if saved {
            self.save_crash(SUSPECT, tree);
        }
        let mut value = String::new();
        for (name, text) in arguments {
            let comma = if value.is_empty() { "" } else { ", " };
            value.extend([comma, name, ": ", text]);
        }
        self.replies.send(&Reply::Suspect { token: tree.to_token(), saved, value });
    }

    fn is_orphaned(&self) -> bool {
        parent::is_gone(self.job)
    }

    fn found(&mut self, number: usize, cause: &Cause, input: FoundInput<'_>) {
        let (input, saved) = match input {
            FoundInput::Example => (String::new(), false),
            FoundInput::Seed(CaseSeed { random_state, size, .. }) => {
                (JournalInput::Random { random_state, size }.to_text(), false)
            }
            FoundInput::Choices { tree, saved } => {
                if saved {
                    self.save_crash(number, tree);
                }
                (tree.to_token(), saved)
            }
        };
        self.replies.send(&Reply::Found {
            number: number as u64,
            input,
            message: cause.message.clone(),
            location: cause.location.clone().unwrap_or_default(),
            saved,
        });
    }

    fn knows(&self, cause: &Cause) -> bool {
        self.job.knows(cause)
    }

    fn wants_progress(&mut self) -> bool {
        self.replies.is_due()
    }

    fn report_progress(&mut self, progress: Progress<'_>) {
        let mut added = 0;
        if let Some(corpus) = &mut self.corpus {
            for warning in corpus.write() {
                self.replies.warn(&warning);
            }
            added = corpus.found();
            if self.job.task == Task::Hunt {
                let (news, problems) = corpus.load_news();
                self.incoming.extend(news);
                for problem in problems {
                    self.replies.warn(&problem);
                }
            }
        }
        let Progress { executions, cases, distinct, searches, covered, sites } = progress;
        if let Some(new @ [_, ..]) = covered.get(self.covered..) {
            self.replies.send(&Reply::Covered { all: sites, sites: new.to_vec() });
            self.covered = covered.len();
        }
        let mut counts = Vec::new();
        for (search, executions) in searches {
            let corpus = self.corpus.as_ref().map_or(0, |corpus| corpus.found_by(search));
            counts.push(SearchCounts { search: search.to_string(), executions, corpus });
        }
        let (corpus, searches) = (added, counts);
        self.replies.send(&Reply::Progress { executions, cases, distinct, corpus, searches });
    }

    fn longest_batch(&self) -> u64 {
        LONGEST_BATCH
    }

    fn load_corpus(&mut self) -> Vec<Tree> {
        let Some(corpus) = &mut self.corpus else { return Vec::new() };
        let (entries, problems) = corpus.load();
        for problem in problems {
            self.replies.warn(&problem);
        }
        entries
    }

    fn next_entry(&mut self) -> Option<Tree> {
        self.incoming.pop_front()
    }

    fn has_corpus(&self) -> bool {
        self.corpus.is_some()
    }

    fn learn(
        &mut self,
        result: &CaseResult,
        search: Search,
        entry: Option<&Tree>,
        record: &mut dyn FnMut() -> Tree,
    ) {
        let Some(corpus) = &mut self.corpus else { return };
        match (corpus.novelty(result), entry) {
            (Some(novelty), None) => corpus.add(novelty, search, record()),
            (Some(novelty), Some(entry)) => corpus.recognize(novelty, entry),
            (None, Some(entry)) if self.job.task == Task::Minimize => corpus.remove(entry),
            (None, _) => {}
        }
    }

    fn finish(&mut self, report: &RunReport) {
        for failure in &report.failures {
            let reduced = &failure.reduced;
            let token = failure.provenance.token(&failure.replay_token);
            self.replies.send(&Reply::Failure(FailureReply {
                number: reduced.number as u64,
                token: token.unwrap_or_default().to_owned(),
                message: reduced.cause.message.clone(),
                location: reduced.cause.location.clone().unwrap_or_default(),
                flaky: reduced.is_flaky,
                saved: failure.saved,
                found_by: failure.provenance.finder(failure.found_by),
            }));
            if let (Some(root), true) = (&self.root, failure.saved) {
                let (property, token) = (&self.job.property, &failure.replay_token);
                keep_path(root, property, token, reduced.original_len, &reduced.path);
            }
        }
        self.replies.send(&Reply::Verdict(format!("{:?}", report.verdict)));
    }

    fn abort(&mut self, message: &str) {
        self.replies.send(&Reply::Broken(message.to_owned()));
    }
}

/// A thread panicked that one of these cases started. The supervisor finds out which in separate processes, so this
/// one ends.
fn report_suspects(job: &Job, panic: &PanicMessage, inputs: &[JournalInput]) {
    let inputs = inputs.iter().map(JournalInput::to_text).collect();
    let message = format!("a thread that it started panicked: {}", panic.message);
    let location = panic.location.clone().unwrap_or_default();
    ReplyChannel::at(&job.folder).send(&Reply::Suspects { message, location, inputs });
    process::exit(child::SUSPICIOUS);
}

/// Sends a warning, which the supervisor prints.
pub(crate) fn warn(job: &Job, warning: &str) {
    ReplyChannel::at(&job.folder).warn(warning);
}

/// Sends statistics or advice, which the supervisor prints.
pub(crate) fn send_statistics(job: &Job, text: String) {
    ReplyChannel::at(&job.folder).send(&Reply::Statistics(text));
}

/// Sends the result for programs: a line of JSON, and the annotations of failures.
pub(crate) fn announce(job: &Job, message: Option<String>, annotations: Vec<String>) {
    let mut replies = ReplyChannel::at(&job.folder);
    for annotation in annotations {
        replies.send(&Reply::Annotation(annotation));
    }
    if let Some(message) = message {
        replies.send(&Reply::Message(message));
    }
}

/// Refuses a job for a property that cannot be searched.
pub(crate) fn skip(job: &Job, why: &str) {
    let mut replies = ReplyChannel::at(&job.folder);
    replies.send(&Reply::Skipped(why.to_owned()));
    replies.send(&Reply::End);
}

/// Sends the report, as people read it, as the last reply about a property.
pub(crate) fn finish(job: &Job, report: &dyn Fn() -> String, failed: bool) {
    let mut replies = ReplyChannel::at(&job.folder);
    if failed {
        replies.send(&Reply::Report(report()));
    }
    replies.send(&Reply::End);
}

#[cfg(test)]
mod tests {
    use super::{
        Corpus, Db, Host, Job, Progress, Reply, Search, SearchCounts, Session, Task, Tree,
    };
    use crate::{
        generator::{Generator, any},
        untrusted::DataFolder,
        worker::{corpus::Novelty, protocol::REPLIES},
    };
    use std::{env, fs, process};

    #[test]
    fn progress_writes_new_entries_and_loads_those_of_other_workers() {
        let folder = env::temp_dir().join(format!("disprove-session-{}", process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let job = Job { corpus: true, ..Job::new(&folder, Task::Hunt, "key") };
        let mut session = Session::new(Box::leak(Box::new(job)), &Db::at(&folder));
        let mut other = Corpus::new(&DataFolder::chosen(&folder), "key");
        let tree = |n: u64| any::<u64>().encode(&n).expect("a number");
        let own = session.corpus.as_mut().expect("a corpus");
        own.add(Novelty::Coverage, Search::Random, tree(1));
        other.add(Novelty::Coverage, Search::Random, tree(2));
        assert!(other.write().is_empty());
        session.report_progress(Progress {
            executions: 1,
            cases: 1,
            distinct: 1,
            searches: vec![(Search::Random, 1)],
            covered: &[],
            sites: 0,
        });
        let search = Search::Random.to_string();
        let searches = vec![SearchCounts { search, executions: 1, corpus: 1 }];
        let sent = Reply::Progress { executions: 1, cases: 1, distinct: 1, corpus: 1, searches };
        let replies = fs::read_to_string(folder.join(REPLIES)).expect("replies");
        assert!(replies.ends_with(&sent.encode()), "{replies}");
        let written: Vec<String> = other.load().0.iter().map(Tree::to_token).collect();
        assert!(written.contains(&tree(1).to_token()), "{written:?}");
        let news = [(); 2].map(|()| session.next_entry().as_ref().map(Tree::to_token));
        assert_eq!(news, [Some(tree(2).to_token()), None]);
        let _ = fs::remove_dir_all(folder);
    }
}
