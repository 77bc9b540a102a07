//! The corpus of a hunt: interesting cases that a worker keeps for the next one.
//!
//! A case is kept if it changed the history, reached new coverage, has the best score of a label, or is the closest to
//! being accepted, as long as no input was. A new best replaces the one before.

use super::coverage::SeenCoverage;
use crate::{
    argsort::argsort,
    case::CaseResult,
    choice::Tree,
    database::{Database, Db, folder_name},
    feedback::BranchDistance,
    search::Search,
    untrusted::DataFolder,
};
use std::{
    collections::HashSet,
    fs,
    path::PathBuf,
    time::{Duration, Instant, SystemTime},
};

/// The interesting cases of a property.
pub(crate) struct Corpus {
    database: Db,
    key: String,
    /// Entries that this worker wrote, by the search that found them.
    found: Vec<(Search, u64)>,
    /// Fingerprints of all entries. A case may show other coverage when it runs again (a process initializes things
    /// once), and must not be written again.
    present: HashSet<u64>,
    /// Cases to be written with the next progress report: a disk is too slow for each of them.
    waiting: Vec<(Novelty, Search, Tree)>,
    best: Vec<Best>,
    closest: Option<BranchDistance>,
    accepted: bool,
    coverage: SeenCoverage,
    /// The folder of the entries, and when it had last changed when they were read.
    folder: PathBuf,
    changed: Option<SystemTime>,
    next_look: Instant,
}

/// Why a case is interesting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Novelty {
    HistoryChanged,
    /// It was accepted and reached new coverage.
    Coverage,
    /// It has the best score of this label.
    BestScore(&'static str),
    /// It is the closest to being accepted, or the first that was.
    Closest,
}

impl Novelty {
    /// Whether a later case can replace it.
    fn is_best(self) -> bool {
        matches!(self, Novelty::BestScore(_) | Novelty::Closest)
    }
}

/// The best entry of its kind.
struct Best {
    of: Novelty,
    score: f64,
    entry: Option<Tree>,
}

/// Entries that one worker writes at most. A history that changes more often does not know what is new.
const MAX_ENTRIES: u64 = 2_000;

/// Time between two looks for entries of other workers, as between two transactions of a shared hunt.
const LOOK_INTERVAL: Duration = Duration::from_secs(1);
/// How many times longer than reading all entries the next look waits: a large corpus takes at most 5 % of the time.
const LOOK_PAUSE: u32 = 20;

impl Corpus {
    /// The corpus in the directory of a database.
    pub(super) fn new(root: &DataFolder, key: &str) -> Corpus {
        Corpus {
            database: Db::corpus(root),
            key: key.to_owned(),
            found: Vec::new(),
            present: HashSet::new(),
            waiting: Vec::new(),
            best: Vec::new(),
            closest: None,
            accepted: false,
            coverage: SeenCoverage::default(),
            folder: root.join("corpus").join(folder_name(key)),
            changed: None,
            next_look: Instant::now(),
        }
    }

    /// The entries, shortest first, and the problems of reading them.
    pub(super) fn load(&mut self) -> (Vec<Tree>, Vec<String>) {
        // What changes while the entries are read is seen by the next look.
        self.changed = self.last_change();
        let loaded = self.database.load(&self.key);
        let problems = loaded.problems.iter().map(ToString::to_string).collect();
        let all = loaded.entries;
        let mut entries = Vec::new();
        for at in argsort(all.len(), &|a, b| all[a].len().cmp(&all[b].len())) {
            entries.push(all[at].clone());
        }
        self.present.extend(entries.iter().map(Tree::fingerprint));
        (entries, problems)
    }

    /// The entries that other workers have added since the last look, if one is due.
    pub(super) fn load_news(&mut self) -> (Vec<Tree>, Vec<String>) {
        let start = Instant::now();
        if start < self.next_look {
            return Default::default();
        }
        let mut news = (Vec::new(), Vec::new());
        if self.last_change() != self.changed {
            let known = self.present.clone();
            news = self.load();
            news.0.retain(|entry| !known.contains(&entry.fingerprint()));
        }
        self.next_look = start + LOOK_INTERVAL.max(start.elapsed() * LOOK_PAUSE);
        news
    }

    fn last_change(&self) -> Option<SystemTime> {
        fs::metadata(&self.folder).and_then(|data| data.modified()).ok()
    }

    /// Entries that this worker wrote.
    pub(super) fn found(&self) -> u64 {
        self.found.iter().map(|(_, entries)| entries).sum()
    }

    /// Those of them that a search found.
    pub(super) fn found_by(&self, search: Search) -> u64 {
        let of = self.found.iter().find(|(other, _)| *other == search);
        of.map_or(0, |(_, entries)| *entries)
    }

    fn count(&mut self, search: Search) {
        match self.found.iter_mut().find(|(other, _)| *other == search) {
            Some((_, entries)) => *entries += 1,
            None => self.found.push((search, 1)),
        }
    }

    /// Why a case is worth keeping, if it is.
    pub(crate) fn novelty(&mut self, result: &CaseResult) -> Option<Novelty> {
        let mut novelty = result.history_changed.then_some(Novelty::HistoryChanged);
        if result.is_accepted() {
            // The next search makes nothing of the coverage of rejected cases.
            if self.coverage.add(&result.trace) {
                novelty = novelty.or(Some(Novelty::Coverage));
            }
            if !self.accepted && self.closest.is_some() {
                novelty = novelty.or(Some(Novelty::Closest));
            }
            self.accepted = true;
            for (label, score) in &result.feedback.scores {
                let best = self.best_of(Novelty::BestScore(label));
                if *score > best.score {
                    best.score = *score;
                    novelty = novelty.or(Some(Novelty::BestScore(label)));
                }
            }
        } else if !self.accepted {
            let is_best = |distance: &BranchDistance| {
                self.closest.is_none_or(|closest| is_closer(*distance, closest))
            };
            if let Some(distance) = result.distance().filter(is_best) {
                self.closest = Some(distance);
                novelty = novelty.or(Some(Novelty::Closest));
            }
        }
        novelty
    }

    /// Adds a case; it is written later.
    pub(crate) fn add(&mut self, novelty: Novelty, search: Search, tree: Tree) {
        if self.found() + (self.waiting.len() as u64) < MAX_ENTRIES {
            if novelty.is_best() {
                self.waiting.retain(|(other, ..)| *other != novelty);
            }
            self.waiting.push((novelty, search, tree));
        }
    }

    /// Marks an entry that was there before as the best of its kind.
    pub(crate) fn recognize(&mut self, novelty: Novelty, entry: &Tree) {
        if novelty.is_best() {
            self.replace(novelty, entry.clone());
        }
    }

    /// Removes a redundant entry. If that fails, nothing is worse than before.
    pub(crate) fn remove(&mut self, entry: &Tree) {
        self.present.remove(&entry.fingerprint());
        let _ = self.database.remove(&self.key, entry);
    }

    /// Writes the cases that wait; returns the problems.
    pub(super) fn write(&mut self) -> Vec<String> {
        let mut warnings = Vec::new();
        for (novelty, search, tree) in std::mem::take(&mut self.waiting) {
            if !self.present.contains(&tree.fingerprint()) {
                match self.database.save(&self.key, &tree) {
                    Ok(()) => {
                        self.present.insert(tree.fingerprint());
                        self.count(search);
                    }
                    Err(problem) => {
                        // The entry that it would replace is still the best one on disk.
                        warnings.push(problem.to_string());
                        continue;
                    }
                }
            }
            self.recognize(novelty, &tree);
        }
        warnings
    }

    /// Replaces the best entry of its kind, and removes the one before.
    fn replace(&mut self, novelty: Novelty, tree: Tree) {
        let token = tree.to_token();
        let before = self.best_of(novelty).entry.replace(tree);
        if let Some(before) = before {
            if before.to_token() != token {
                self.remove(&before);
            }
        }
    }

    fn best_of(&mut self, novelty: Novelty) -> &mut Best {
        let at = self.best.iter().position(|best| best.of == novelty).unwrap_or_else(|| {
            self.best.push(Best { of: novelty, score: f64::NEG_INFINITY, entry: None });
            self.best.len() - 1
        });
        &mut self.best[at]
    }
}

fn is_closer(one: BranchDistance, other: BranchDistance) -> bool {
    one.level > other.level || one.level == other.level && one.distance < other.distance
}

#[cfg(test)]
mod tests {
    use super::{Corpus, LOOK_INTERVAL, Novelty};
    use crate::{
        case::{CaseOutcome, CaseResult, Rejection},
        choice::Tree,
        feedback::{BranchDistance, Feedback},
        generator::{Generator, any},
        search::Search,
        trace::{self, Trace, expanded::hit},
        untrusted::DataFolder,
    };
    use std::{
        env, fs,
        time::{Duration, Instant},
    };

    struct Folder(DataFolder);

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(self.0.path());
        }
    }

    fn folder(name: &str) -> Folder {
        let name = format!("disprove-corpus-{name}-{}", std::process::id());
        Folder(DataFolder::chosen(env::temp_dir().join(name)))
    }

    fn passed() -> CaseResult {
        CaseResult {
            outcome: CaseOutcome::Passed,
            feedback: Feedback::default(),
            trace: Trace::default(),
            is_new: true,
            history_changed: false,
        }
    }

    fn tree(n: u64) -> Tree {
        any::<u64>().encode(&n).expect("a number")
    }

    fn tokens(corpus: &mut Corpus) -> Vec<String> {
        corpus.load().0.iter().map(Tree::to_token).collect()
    }

    #[test]
    fn better_scores_and_smaller_distances_are_novel_once() {
        let folder = folder("novelty");
        let mut corpus = Corpus::new(&folder.0, "key");
        let rejected = |distance| {
            let distance = Some(BranchDistance { level: 1, distance });
            let rejection = Rejection { reached: true, distance, ..Rejection::default() };
            CaseResult { outcome: CaseOutcome::Rejected(rejection), ..passed() }
        };
        assert_eq!(corpus.novelty(&rejected(5.0)), Some(Novelty::Closest));
        assert_eq!(corpus.novelty(&rejected(6.0)), None);
        assert_eq!(corpus.novelty(&rejected(4.0)), Some(Novelty::Closest));
        assert_eq!(corpus.novelty(&passed()), Some(Novelty::Closest), "the first accepted case");
        assert_eq!(corpus.novelty(&rejected(3.0)), None, "after an accepted case");
        let scored = |label, score| {
            let feedback = Feedback { scores: vec![(label, score)], ..Feedback::default() };
            CaseResult { feedback, ..passed() }
        };
        assert_eq!(corpus.novelty(&scored("a", 1.0)), Some(Novelty::BestScore("a")));
        assert_eq!(corpus.novelty(&scored("a", 1.0)), None);
        assert_eq!(corpus.novelty(&scored("a", 2.0)), Some(Novelty::BestScore("a")));
        assert_eq!(corpus.novelty(&scored("a", 1.5)), None, "better than the first, not the best");
        assert_eq!(corpus.novelty(&scored("b", 0.5)), Some(Novelty::BestScore("b")));
        let changed = CaseResult { history_changed: true, ..passed() };
        assert_eq!(corpus.novelty(&changed), Some(Novelty::HistoryChanged));
    }

    #[test]
    fn a_new_best_replaces_the_one_before() {
        let folder = folder("best");
        let mut corpus = Corpus::new(&folder.0, "key");
        corpus.add(Novelty::BestScore("a"), Search::Random, tree(1));
        corpus.add(Novelty::HistoryChanged, Search::Mutate, tree(2));
        assert!(corpus.write().is_empty());
        assert_eq!(tokens(&mut corpus).len(), 2);
        corpus.add(Novelty::BestScore("a"), Search::Random, tree(3));
        corpus.add(Novelty::BestScore("a"), Search::Random, tree(4));
        assert!(corpus.write().is_empty());
        let mut all = tokens(&mut corpus);
        all.sort();
        let mut expected = [tree(2).to_token(), tree(4).to_token()];
        expected.sort();
        assert_eq!(all, expected);
        assert_eq!(corpus.found(), 3);
        let by =
            [Search::Random, Search::Mutate, Search::Pool].map(|search| corpus.found_by(search));
        assert_eq!(by, [2, 1, 0]);
    }

    #[test]
    fn a_best_that_cannot_be_written_replaces_nothing() {
        let folder = folder("unwritten");
        let mut corpus = Corpus::new(&folder.0, "key");
        let best = Novelty::BestScore("a");
        corpus.add(best, Search::Random, tree(1));
        assert!(corpus.write().is_empty());
        let entries = fs::read_dir(folder.0.path().join("corpus")).expect("a corpus").next();
        let entries = entries.expect("a property").expect("a folder").path();
        let names = || -> Vec<_> {
            fs::read_dir(&entries)
                .expect("a folder")
                .map(|file| file.expect("one").path())
                .collect()
        };
        let first = names();
        corpus.add(best, Search::Random, tree(2));
        assert!(corpus.write().is_empty());
        let second = names();
        assert!(first.len() == 1 && second.len() == 1 && first != second);
        // A folder is in the place of the first, and cannot be moved away.
        fs::create_dir(&first[0]).expect("writable");
        fs::write(folder.0.path().join("damaged"), "").expect("writable");
        corpus.present.clear();
        corpus.add(best, Search::Random, tree(1));
        assert_eq!(corpus.write().len(), 1);
        assert!(second[0].is_file(), "the best that was written");
    }

    #[test]
    fn new_coverage_is_novel_once_and_never_replaced() {
        let folder = folder("coverage");
        let mut corpus = Corpus::new(&folder.0, "key");
        let traced = |block| CaseResult { trace: trace::record(|| hit(block, 1)).1, ..passed() };
        let mut rejected = traced(1);
        rejected.outcome = CaseOutcome::Rejected(Rejection::default());
        assert_eq!(corpus.novelty(&rejected), None);
        for block in [1, 2] {
            assert_eq!(corpus.novelty(&traced(block)), Some(Novelty::Coverage));
            assert_eq!(corpus.novelty(&traced(block)), None);
            corpus.add(Novelty::Coverage, Search::Random, tree(u64::from(block)));
        }
        assert!(corpus.write().is_empty());
        assert_eq!((tokens(&mut corpus).len(), corpus.found()), (2, 2));
    }

    #[test]
    fn an_entry_that_is_present_is_not_written_again() {
        let folder = folder("again");
        let mut corpus = Corpus::new(&folder.0, "key");
        for _ in 0..2 {
            corpus.add(Novelty::Coverage, Search::Random, tree(1));
            assert!(corpus.write().is_empty());
        }
        assert_eq!((tokens(&mut corpus).len(), corpus.found()), (1, 1));
        let mut next = Corpus::new(&folder.0, "key");
        assert_eq!(tokens(&mut next).len(), 1);
        next.add(Novelty::Coverage, Search::Random, tree(1));
        assert!(next.write().is_empty());
        assert_eq!(next.found(), 0);
        next.remove(&tree(1));
        next.add(Novelty::Coverage, Search::Random, tree(1));
        assert!(next.write().is_empty());
        assert_eq!((tokens(&mut next).len(), next.found()), (1, 1));
    }

    #[test]
    fn entries_of_other_workers_are_loaded_once() {
        let folder = folder("news");
        let (mut one, mut other) = (Corpus::new(&folder.0, "key"), Corpus::new(&folder.0, "key"));
        let news = |corpus: &mut Corpus| {
            corpus.next_look = Instant::now();
            corpus.load_news().0.iter().map(Tree::to_token).collect::<Vec<_>>()
        };
        assert!(one.load().0.is_empty());
        one.add(Novelty::HistoryChanged, Search::Random, tree(1));
        other.add(Novelty::HistoryChanged, Search::Random, tree(2));
        assert!(one.write().is_empty() && other.write().is_empty());
        assert_eq!(news(&mut one), [tree(2).to_token()], "but not its own");
        assert!(news(&mut one).is_empty());
        other.add(Novelty::HistoryChanged, Search::Random, tree(3));
        assert!(other.write().is_empty());
        assert_eq!(LOOK_INTERVAL, Duration::from_secs(1), "as the book says");
        one.next_look = Instant::now() + LOOK_INTERVAL;
        assert!(one.load_news().0.is_empty(), "not due");
        let look = Instant::now();
        assert_eq!(news(&mut one), [tree(3).to_token()]);
        assert!(one.next_look >= look + LOOK_INTERVAL, "each look delays the next");
    }
}
