//! Tests of `conformance.rs`.

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
fn own_stores_conform() {
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

/// What is wrong with a store.
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
fn broken_stores_are_caught_and_the_rule_is_named() {
    for (defect, rule) in [
        (Defect::Forgets, "what was saved is loaded"),
        (Defect::Repeats, "what was saved is loaded"),
        (Defect::OneForAll, "removing for one key leaves the others alone"),
        (Defect::IgnoresCase, "every key has its own entries"),
        (Defect::CutsKeys, "every key has its own entries"),
        (Defect::KeepsTheLast, "a key has several entries"),
        (Defect::RemovesAll, "removing what is not there changes nothing"),
        (Defect::NeverRemoves, "what was removed is gone, and nothing else is"),
        (Defect::RemoveMustFind, "is a problem: There is nothing to remove."),
        (Defect::NothingLarge, "any entry can be kept, however small or large"),
        (Defect::NothingEmpty, "any entry can be kept, however small or large"),
        (Defect::BadRead, "loading for the key \"key\" is a problem: Two are too many."),
        (Defect::OneThread(thread::current().id()), "is a problem: Another thread uses it."),
        (Defect::WritesAnyway, "it is not writable, so nothing is kept"),
    ] {
        let broken = || Db::custom(Faulty(defect, Db::memory()));
        let payload = catch_unwind(AssertUnwindSafe(|| database_conformance(broken)))
            .expect_err("it is broken");
        let message = payload.downcast::<String>().expect("a text");
        assert!(message.contains(rule), "{defect:?}: {message}");
    }
}

#[test]
fn a_store_that_is_not_empty_is_caught() {
    let db = Db::memory();
    let twice = catch_unwind(AssertUnwindSafe(|| database_conformance(|| db.clone())));
    assert!(twice.is_err());
}
