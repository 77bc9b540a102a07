//! A database in memory, which lasts as long as the process.

use super::{
    problem::Problem,
    store::{Database, Loaded},
};
use crate::choice::Tree;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Entries as tokens, newest first. Tokens have no spans, so entries load as they would from a disk.
#[derive(Debug, Default)]
pub(super) struct Memory(Mutex<Vec<StoredEntry>>);

/// An entry of a key. One list holds all of them, as a process has few.
#[derive(Debug)]
struct StoredEntry {
    key: String,
    token: String,
}

impl StoredEntry {
    fn is(&self, key: &str, token: &str) -> bool {
        self.key == key && self.token == token
    }
}

impl Memory {
    /// Ignores poisoning: each change is one call, so a panic leaves complete entries.
    fn lock(&self) -> MutexGuard<'_, Vec<StoredEntry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Database for Memory {
    fn load(&self, key: &str) -> Loaded {
        let mut loaded = Loaded::default();
        for stored in self.lock().iter() {
            if stored.key == key {
                let entry = Tree::from_token(&stored.token).expect("it was encoded from a tree");
                loaded.entries.push(entry);
            }
        }
        loaded
    }

    fn save(&self, key: &str, entry: &Tree) -> Result<(), Problem> {
        let token = entry.to_token();
        let mut all = self.lock();
        if !all.iter().any(|stored| stored.is(key, &token)) {
            all.insert(0, StoredEntry { key: key.to_owned(), token });
        }
        Ok(())
    }

    fn remove(&self, key: &str, entry: &Tree) -> Result<(), Problem> {
        let token = entry.to_token();
        self.lock().retain(|stored| !stored.is(key, &token));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::database::{Database, Db, scratch};

    #[test]
    fn clones_share_entries_and_the_newest_comes_first() {
        let db = Db::memory();
        db.save("key", &scratch::tree(1)).unwrap();
        db.clone().save("key", &scratch::tree(2)).unwrap();
        assert_eq!(scratch::tokens(&db, "key"), [scratch::token(2), scratch::token(1)]);
        assert!(Db::memory().load("key").entries.is_empty(), "another one is empty");
    }
}
