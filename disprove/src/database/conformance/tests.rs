//! Tests of the conformance suite: good stores pass, and each defect breaks a rule.

use super::database_conformance;
use crate::{
    choice::Tree,
    database::{Database, Db, Loaded, Problem, scratch::Scratch},
};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::atomic::{AtomicU32, Ordering},
    thread::{self, ThreadId},
};

/// Makes a new directory for each call, below one that is removed at the end.
fn directories(scratch: &Scratch) -> impl Fn() -> Db {
    let count = AtomicU32::new(0);
    move || Db::at(scratch.path().join(count.fetch_add(1, Ordering::Relaxed).to_string()))
}

#[test]
fn the_stores_of_the_library_conform() {
    let scratch = Scratch::new("conformance");
    let directory = directories(&scratch);
    database_conformance(&directory);
    database_conformance(Db::memory);
    database_conformance(Db::none);
    database_conformance(|| Db::read_only(Db::memory()));
    database_conformance(|| Db::read_only(directory()));
    database_conformance(|| Db::layered([]));
    database_conformance(|| Db::layered([directory(), Db::memory()]));
    database_conformance(|| Db::layered([Db::read_only(directory()), Db::layered([directory()])]));
    database_conformance(|| Db::custom(Db::memory()));
}

/// A defect of a store.
#[derive(Clone, Copy, Debug)]
enum Defect {
    Forgets,
    Repeats,
    OneForAll,
    IgnoresCase,
    CutsKeys,
    KeepsTheLast,
    RemovesAll,
    NeverRemoves,
    RemoveMustFind,
    NothingLarge,
    NothingEmpty,
    BadRead,
    WritesAnyway,
    OneThread(ThreadId),
}

#[derive(Debug)]
struct Faulty(Defect, Db);

impl Faulty {
    fn key(&self, key: &str) -> String {
        match self.0 {
            Defect::OneForAll => String::new(),
            Defect::IgnoresCase => key.to_lowercase(),
            Defect::CutsKeys => key.chars().take(100).collect(),
            _ => key.to_owned(),
        }
    }

    fn clear(&self, key: &str) {
        for entry in self.1.load(key).entries {
            self.1.remove(key, &entry).unwrap();
        }
    }
}

impl Database for Faulty {
    fn load(&self, key: &str) -> Loaded {
        let mut loaded = self.1.load(&self.key(key));
        match self.0 {
            Defect::Repeats => loaded.entries.extend(loaded.entries.clone()),
            Defect::BadRead if loaded.entries.len() > 1 => {
                loaded.problems.push(Problem::new("Two are too many."));
            }
            _ => {}
        }
        loaded
    }

    fn save(&self, key: &str, entry: &Tree) -> Result<(), Problem> {
        let key = self.key(key);
        match self.0 {
            Defect::Forgets => return Ok(()),
            Defect::KeepsTheLast => self.clear(&key),
            Defect::NothingLarge if entry.len() > 1_000 => return Ok(()),
            Defect::NothingEmpty if entry.is_empty() => return Ok(()),
            Defect::OneThread(only) if only != thread::current().id() => {
                return Err(Problem::new("Another thread uses it."));
            }
            _ => {}
        }
        self.1.save(&key, entry)
    }

    fn remove(&self, key: &str, entry: &Tree) -> Result<(), Problem> {
        let key = self.key(key);
        match self.0 {
            Defect::RemovesAll => self.clear(&key),
            Defect::NeverRemoves | Defect::WritesAnyway => return Ok(()),
            Defect::RemoveMustFind if self.1.load(&key).entries.is_empty() => {
                return Err(Problem::new("There is nothing to remove."));
            }
            _ => {}
        }
        self.1.remove(&key, entry)
    }

    fn writable(&self) -> bool {
        !matches!(self.0, Defect::WritesAnyway)
    }
}

#[test]
fn the_message_names_the_rule_a_defect_breaks() {
    for (defect, rule) in [
        (Defect::Forgets, "saved entries are loaded"),
        (Defect::Repeats, "saved entries are loaded"),
        (Defect::OneForAll, "removing for one key does not affect other keys"),
        (Defect::IgnoresCase, "every key has its own entries"),
        (Defect::CutsKeys, "every key has its own entries"),
        (Defect::KeepsTheLast, "a key can have several entries"),
        (Defect::RemovesAll, "removing an entry that is not there changes nothing"),
        (Defect::NeverRemoves, "removing an entry removes this entry only"),
        (Defect::RemoveMustFind, "failed: There is nothing to remove."),
        (Defect::NothingLarge, "entries of any size can be saved"),
        (Defect::NothingEmpty, "entries of any size can be saved"),
        (Defect::BadRead, "loading for the key \"key\" failed: Two are too many."),
        (Defect::OneThread(thread::current().id()), "failed: Another thread uses it."),
        (Defect::WritesAnyway, "a store that is not writable keeps nothing"),
    ] {
        let broken = || Db::custom(Faulty(defect, Db::memory()));
        let payload = catch_unwind(AssertUnwindSafe(|| database_conformance(broken)))
            .expect_err("it is broken");
        let message = payload.downcast::<String>().expect("a text");
        assert!(message.contains(rule), "{defect:?}: {message}");
    }
}

#[test]
fn a_store_that_is_not_empty_fails() {
    let db = Db::memory();
    let twice = catch_unwind(AssertUnwindSafe(|| database_conformance(|| db.clone())));
    assert!(twice.is_err());
}
