//! Interesting cases that a worker keeps for the next one.
//!
//! A case is kept if it changed the history, if it took a step through traced code that none has taken before, if it has
//! the best score of a label so far, or if it is the nearest to being accepted while none is. The best of something takes
//! the place of the one before.

use super::ways::Ways;
use crate::{
    argsort::argsort,
    choice::Tree,
    database::{Database, Db},
    feedback::BranchDistance,
    trace::Trace,
};
use std::{collections::HashSet, path::Path};

/// The interesting cases of a property.
pub(crate) struct Corpus {
    database: Db,
    key: String,
    /// How many were found and written.
    found: u64,
    /// The fingerprints of all that are there. A case can take another way when it is run again (what is done once in a
    /// process is done by the first), and is then found again.
    there: HashSet<u64>,
    /// To be written at the next opportunity: a disk is too slow for each of them.
    waiting: Vec<(News, Tree)>,
    best: Vec<Best>,
    nearest: Option<BranchDistance>,
    accepted: bool,
    ways: Ways,
}

/// Why a case is interesting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum News {
    /// It changed the history.
    Change,
    /// It was accepted, and took a way of its own through traced code.
    Way,
    /// It is the best by the score of this label.
    Best(&'static str),
    /// It is the nearest to being accepted, or the first that was.
    Nearest,
}

impl News {
    /// Whether another case can take its place.
    fn is_best(self) -> bool {
        matches!(self, News::Best(_) | News::Nearest)
    }
}

/// The entry that is the best of something.
struct Best {
    of: News,
    score: f64,
    entry: Option<Tree>,
}

/// What a case told.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Told<'a> {
    pub(crate) accepted: bool,
    pub(crate) missed: Option<BranchDistance>,
    pub(crate) scores: &'a [(&'static str, f64)],
    pub(crate) changed: bool,
    pub(crate) trace: &'a Trace,
}

/// So many entries are written by one worker: what finds more than that has no idea of what is new.
const MOST: u64 = 2_000;

impl Corpus {
    /// In the directory of a database.
    pub(super) fn new(root: &Path, key: &str) -> Corpus {
        Corpus {
            database: Db::corpus(root),
            key: key.to_owned(),
            found: 0,
            there: HashSet::new(),
            waiting: Vec::new(),
            best: Vec::new(),
            nearest: None,
            accepted: false,
            ways: Ways::default(),
        }
    }

    /// The entries, shortest first, and what could not be read.
    pub(super) fn load(&mut self) -> (Vec<Tree>, Vec<String>) {
        let loaded = self.database.load(&self.key);
        let mut problems = Vec::new();
        for problem in loaded.problems {
            problems.push(problem.to_string());
        }
        let all = loaded.entries;
        let mut entries = Vec::new();
        for at in argsort(all.len(), &|a, b| all[a].len().cmp(&all[b].len())) {
            self.there.insert(all[at].fingerprint());
            entries.push(all[at].clone());
        }
        (entries, problems)
    }

    pub(super) fn found(&self) -> u64 {
        self.found
    }

    /// Looks at what a case told: why it is one to keep, if it is.
    pub(crate) fn look(&mut self, told: &Told<'_>) -> Option<News> {
        let mut news = told.changed.then_some(News::Change);
        if told.accepted {
            // Nothing is made of rejected ones by the next search.
            if self.ways.add(told.trace) {
                news = news.or(Some(News::Way));
            }
            if !self.accepted && self.nearest.is_some() {
                news = news.or(Some(News::Nearest));
            }
            self.accepted = true;
            for (label, score) in told.scores {
                let best = self.best_of(News::Best(label));
                if *score > best.score {
                    best.score = *score;
                    news = news.or(Some(News::Best(label)));
                }
            }
        } else if let Some(missed) = told.missed
            && !self.accepted
            && self.nearest.is_none_or(|nearest| is_nearer(missed, nearest))
        {
            self.nearest = Some(missed);
            news = news.or(Some(News::Nearest));
        }
        news
    }

    /// Keeps a case, when there is an opportunity.
    pub(crate) fn keep(&mut self, news: News, tree: &Tree) {
        if self.found + (self.waiting.len() as u64) < MOST {
            if news.is_best() {
                self.waiting.retain(|(other, _)| *other != news);
            }
            self.waiting.push((news, tree.clone()));
        }
    }

    /// An entry that was kept before is known to be the best of something.
    pub(crate) fn recognise(&mut self, news: News, entry: &Tree) {
        if news.is_best() {
            self.replace(news, entry.clone());
        }
    }

    /// Drops an entry that adds nothing. What cannot be dropped is no worse than before.
    pub(crate) fn forget(&mut self, entry: &Tree) {
        self.there.remove(&entry.fingerprint());
        let _ = self.database.remove(&self.key, entry);
    }

    /// Writes what waits; what could not be written is said.
    pub(super) fn write(&mut self) -> Vec<String> {
        let mut warnings = Vec::new();
        for (news, tree) in std::mem::take(&mut self.waiting) {
            if !self.there.contains(&tree.fingerprint()) {
                match self.database.save(&self.key, &tree) {
                    Ok(()) => {
                        self.there.insert(tree.fingerprint());
                        self.found += 1;
                    }
                    Err(problem) => warnings.push(problem.to_string()),
                }
            }
            self.recognise(news, &tree);
        }
        warnings
    }

    /// The one before is the best of it no more.
    fn replace(&mut self, news: News, tree: Tree) {
        let token = tree.to_token();
        let before = self.best_of(news).entry.replace(tree);
        if let Some(before) = before
            && before.to_token() != token
        {
            self.forget(&before);
        }
    }

    fn best_of(&mut self, news: News) -> &mut Best {
        let mut at = self.best.len();
        for (number, best) in self.best.iter().enumerate() {
            if best.of == news {
                at = number;
            }
        }
        if at == self.best.len() {
            self.best.push(Best { of: news, score: f64::NEG_INFINITY, entry: None });
        }
        &mut self.best[at]
    }
}

fn is_nearer(one: BranchDistance, other: BranchDistance) -> bool {
    one.level > other.level || one.level == other.level && one.distance < other.distance
}

#[cfg(test)]
mod tests {
    use super::{Corpus, News, Told};
    use crate::{
        choice::Tree,
        feedback::BranchDistance,
        generator::{Generator, any},
        trace::{self, Trace, expanded::hit},
    };
    use std::{env, fs, path::PathBuf};

    struct Folder(PathBuf);

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn folder(name: &str) -> Folder {
        Folder(env::temp_dir().join(format!("disprove-corpus-{name}-{}", std::process::id())))
    }

    fn nothing() -> Told<'static> {
        let trace: &'static Trace = Box::leak(Box::default());
        Told { accepted: true, missed: None, scores: &[], changed: false, trace }
    }

    fn tree(n: u64) -> Tree {
        any::<u64>().encode(&n).expect("a number")
    }

    fn tokens(corpus: &mut Corpus) -> Vec<String> {
        corpus.load().0.iter().map(Tree::to_token).collect()
    }

    #[test]
    fn better_scores_and_nearer_misses_are_news_once() {
        let folder = folder("news");
        let mut corpus = Corpus::new(&folder.0, "key");
        let miss = |distance| Told {
            accepted: false,
            missed: Some(BranchDistance { level: 1, distance }),
            ..nothing()
        };
        assert_eq!(corpus.look(&miss(5.0)), Some(News::Nearest));
        assert_eq!(corpus.look(&miss(6.0)), None);
        assert_eq!(corpus.look(&miss(4.0)), Some(News::Nearest));
        assert_eq!(corpus.look(&nothing()), Some(News::Nearest), "the first that is accepted");
        assert_eq!(corpus.look(&miss(3.0)), None, "nearly is not enough any more");
        let scored = |score| Told { scores: Box::leak(Box::new([("a", score)])), ..nothing() };
        assert_eq!(corpus.look(&scored(1.0)), Some(News::Best("a")));
        assert_eq!(corpus.look(&scored(1.0)), None);
        assert_eq!(corpus.look(&Told { changed: true, ..nothing() }), Some(News::Change));
    }

    #[test]
    fn the_best_of_something_takes_the_place_of_the_one_before() {
        let folder = folder("best");
        let mut corpus = Corpus::new(&folder.0, "key");
        corpus.keep(News::Best("a"), &tree(1));
        corpus.keep(News::Change, &tree(2));
        assert!(corpus.write().is_empty());
        assert_eq!(tokens(&mut corpus).len(), 2);
        corpus.keep(News::Best("a"), &tree(3));
        corpus.keep(News::Best("a"), &tree(4));
        assert!(corpus.write().is_empty());
        let mut all = tokens(&mut corpus);
        all.sort();
        let mut expected = [tree(2).to_token(), tree(4).to_token()];
        expected.sort();
        assert_eq!(all, expected);
        assert_eq!(corpus.found(), 3);
    }

    #[test]
    fn a_way_of_its_own_is_news_once_and_none_takes_its_place() {
        let folder = folder("ways");
        let mut corpus = Corpus::new(&folder.0, "key");
        let (one, other) = (trace::record(|| hit(1, 1)).1, trace::record(|| hit(2, 1)).1);
        let rejected = Told { accepted: false, trace: &one, ..nothing() };
        assert_eq!(corpus.look(&rejected), None);
        for (number, trace) in [&one, &other].into_iter().enumerate() {
            let told = Told { trace, ..nothing() };
            assert_eq!(corpus.look(&told), Some(News::Way));
            assert_eq!(corpus.look(&told), None);
            corpus.keep(News::Way, &tree(number as u64));
        }
        assert!(corpus.write().is_empty());
        assert_eq!((tokens(&mut corpus).len(), corpus.found()), (2, 2));
    }

    #[test]
    fn what_is_there_already_is_not_found_again() {
        let folder = folder("again");
        let mut corpus = Corpus::new(&folder.0, "key");
        for _ in 0..2 {
            corpus.keep(News::Way, &tree(1));
            assert!(corpus.write().is_empty());
        }
        assert_eq!((tokens(&mut corpus).len(), corpus.found()), (1, 1));
        let mut next = Corpus::new(&folder.0, "key");
        assert_eq!(tokens(&mut next).len(), 1);
        next.keep(News::Way, &tree(1));
        assert!(next.write().is_empty());
        assert_eq!(next.found(), 0);
        next.forget(&tree(1));
        next.keep(News::Way, &tree(1));
        assert!(next.write().is_empty());
        assert_eq!((tokens(&mut next).len(), next.found()), (1, 1));
    }
}
