//! A database that lasts as long as the process.

use super::{
    problem::Problem,
    store::{Database, Loaded},
};
use crate::choice::Tree;
use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// Entries as tokens, the newest first: so they come back as they would from a disk, without spans.
#[derive(Debug, Default)]
pub(super) struct Memory(Mutex<HashMap<String, Vec<String>>>);

impl Memory {
    /// A thread that panicked with the lock left whole entries, as each change is one call.
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Vec<String>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Database for Memory {
    fn load(&self, key: &str) -> Loaded {
        let all = self.lock();
        let tokens = all.get(key).into_iter().flatten();
        let entries = tokens.map(|token| Tree::from_token(token).expect("it was made from a tree"));
        Loaded { entries: entries.collect(), problems: Vec::new() }
    }

    fn save(&self, key: &str, entry: &Tree) -> Result<(), Problem> {
        let token = entry.to_token();
        let mut all = self.lock();
        let kept = all.entry(key.to_owned()).or_default();
        if !kept.contains(&token) {
            kept.insert(0, token);
        }
        Ok(())
    }

    fn remove(&self, key: &str, entry: &Tree) -> Result<(), Problem> {
        let token = entry.to_token();
        if let Some(kept) = self.lock().get_mut(key) {
            kept.retain(|there| *there != token);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::database::{Database, Db, scratch};

    #[test]
    fn clones_share_what_they_hold_and_the_newest_comes_first() {
        let db = Db::memory();
        db.save("key", &scratch::tree(1)).unwrap();
        db.clone().save("key", &scratch::tree(2)).unwrap();
        assert_eq!(scratch::tokens(&db, "key"), [scratch::token(2), scratch::token(1)]);
        assert!(Db::memory().load("key").entries.is_empty(), "another one is empty");
    }
}
