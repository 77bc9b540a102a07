//! A conformance suite for databases.

use super::{
    db::Db,
    store::{Database, Loaded},
};
use crate::{
    choice::Tree,
    generator::{Generator, any, text, vec},
};
use std::{panic::resume_unwind, thread};

/// Threads that use a database at once.
const THREADS: u64 = 4;
/// Entries that each thread saves.
const ENTRIES: u64 = 8;

/// Tests an implementation of [`Database`].
///
/// `make` must return a new and empty database. The suite uses several entries and keys, unusual keys, entries that are
/// saved twice, removed twice or never saved, large entries, and several threads. A database that is not
/// [writable](Database::writable) must keep nothing.
///
/// Needs the feature `conformance`.
///
/// ```
/// use disprove::{Db, database_conformance};
///
/// database_conformance(Db::memory);
/// database_conformance(Db::none);
/// ```
///
/// # Panics
/// If the database breaks a rule; the message names the rule.
pub fn database_conformance(make: impl Fn() -> Db) {
    if !make().writable() {
        return keeps_nothing(&make());
    }
    entries_come_back(&make());
    entries_are_kept_once(&make());
    removed_entries_are_gone(&make());
    keys_are_apart(&make());
    any_entry_can_be_kept(&make());
    clones_are_the_same(&make());
    threads_may_use_it_at_once(&make());
}

fn keeps_nothing(db: &Db) {
    save(db, "key", &tree(1));
    remove(db, "key", &tree(1));
    save(db, "key", &tree(2));
    holds(db, "key", &[], "a store that is not writable keeps nothing");
}

fn entries_come_back(db: &Db) {
    holds(db, "key", &[], "a new store is empty");
    save(db, "key", &tree(1));
    holds(db, "key", &[tree(1)], "saved entries are loaded");
    holds(db, "key", &[tree(1)], "loading changes nothing");
    save(db, "key", &tree(2));
    save(db, "key", &tree(3));
    holds(db, "key", &[tree(1), tree(2), tree(3)], "a key can have several entries");
}

fn entries_are_kept_once(db: &Db) {
    for _ in 0..3 {
        save(db, "key", &tree(1));
        save(db, "key", &tree(2));
    }
    holds(db, "key", &[tree(1), tree(2)], "an entry saved twice is kept once");
}

fn removed_entries_are_gone(db: &Db) {
    remove(db, "key", &tree(1));
    for key in ["key", "other key"] {
        save(db, key, &tree(1));
        save(db, key, &tree(2));
    }
    remove(db, "key", &tree(3));
    holds(db, "key", &[tree(1), tree(2)], "removing an entry that is not there changes nothing");
    remove(db, "key", &tree(1));
    holds(db, "key", &[tree(2)], "removing an entry removes this entry only");
    holds(db, "other key", &[tree(1), tree(2)], "removing for one key does not affect other keys");
    remove(db, "key", &tree(1));
    remove(db, "key", &tree(2));
    holds(db, "key", &[], "all entries can be removed");
    save(db, "key", &tree(1));
    holds(db, "key", &[tree(1)], "a removed entry can be saved again");
}

/// Keys that break stores which use them as file names or patterns.
fn odd_keys() -> Vec<String> {
    let plain = [
        "",
        "key",
        "Key",
        "KEY",
        "key ",
        " key",
        "key::x",
        "key/x",
        "key\\x",
        "key.x",
        "key-x",
        "key_x",
        "../x",
        "x/..",
        "..",
        ".",
        "/",
        "/x",
        "~",
        "*",
        "k?y",
        "%00",
        "\0",
        "x\ny",
        "con",
        "nul.txt",
        "\"'`$(x)",
        "schlüssel",
        "schlu\u{308}ssel",
        "ключ",
        "鍵",
        "🔑",
        "\u{202e}yek",
    ];
    let mut keys: Vec<String> = plain.map(str::to_owned).to_vec();
    for end in ["", "a", "b"] {
        keys.push("long".repeat(5_000) + end);
    }
    keys
}

fn keys_are_apart(db: &Db) {
    for (number, key) in (0..).zip(odd_keys()) {
        save(db, &key, &tree(number));
    }
    for (number, key) in (0..).zip(odd_keys()) {
        holds(db, &key, &[tree(number)], "every key has its own entries");
    }
    for key in odd_keys().iter().step_by(2) {
        remove(db, key, &db.load(key).entries[0]);
    }
    for (number, key) in (0..).zip(odd_keys()) {
        let left: Vec<Tree> = (number % 2 == 1).then(|| tree(number)).into_iter().collect();
        holds(db, &key, &left, "removing for one key does not affect other keys");
    }
}

fn any_entry_can_be_kept(db: &Db) {
    let numbers: Vec<u64> = (0..20_000).map(|n| n * n * n).collect();
    let large = vec(any::<u64>()).encode(&numbers).expect("numbers have a tree");
    let words = "line\nbreak \0 ключ".repeat(2_000);
    let words = text().len(0..).encode(&words).expect("a string has a tree");
    let all = [Tree::default(), large, words];
    for (number, entry) in all.iter().enumerate() {
        save(db, "key", entry);
        holds(db, "key", &all[..=number], "entries of any size can be saved");
    }
    for entry in &all {
        remove(db, "key", entry);
    }
    holds(db, "key", &[], "entries of any size can be removed");
}

fn clones_are_the_same(db: &Db) {
    save(&db.clone(), "key", &tree(1));
    holds(db, "key", &[tree(1)], "clones share their entries");
}

/// Every thread saves its own entries and some that all threads save, and removes some of its own.
fn threads_may_use_it_at_once(db: &Db) {
    let own = |thread: u64, number: u64| tree((thread + 1) * 1_000 + number);
    let work = |thread| {
        for number in 0..ENTRIES {
            save(db, "key", &tree(number));
            save(db, "key", &own(thread, number));
            let fleeting = format!("key {}", number % 2);
            save(db, &fleeting, &own(thread, number));
            remove(db, &fleeting, &own(thread, number));
            if number % 2 == 1 {
                remove(db, "key", &own(thread, number));
            }
            clean(db, "key", &db.load("key"));
        }
    };
    thread::scope(|scope| {
        let threads: Vec<_> =
            (0..THREADS).map(|thread| scope.spawn(move || work(thread))).collect();
        for thread in threads {
            // Fail with the message of the thread.
            thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
    let mut left: Vec<Tree> = (0..ENTRIES).map(tree).collect();
    for thread in 0..THREADS {
        left.extend((0..ENTRIES).step_by(2).map(|number| own(thread, number)));
    }
    holds(db, "key", &left, "threads do not lose each other's entries");
    holds(db, "key 0", &[], "entries that threads removed are gone");
    holds(db, "key 1", &[], "entries that threads removed are gone");
}

fn tree(number: u64) -> Tree {
    any::<u64>().encode(&number).expect("a number has a tree")
}

fn save(db: &Db, key: &str, entry: &Tree) {
    if let Err(problem) = db.save(key, entry) {
        panic!("saving for the key {} failed: {problem}", shown(key));
    }
}

fn remove(db: &Db, key: &str, entry: &Tree) {
    if let Err(problem) = db.remove(key, entry) {
        panic!("removing for the key {} failed: {problem}", shown(key));
    }
}

fn clean(db: &Db, key: &str, loaded: &Loaded) {
    if let Some(problem) = loaded.problems.first() {
        panic!("loading for the key {} failed: {problem} The store: {db:?}", shown(key));
    }
}

/// Checks the entries of a key, in any order.
fn holds(db: &Db, key: &str, wanted: &[Tree], rule: &str) {
    let loaded = db.load(key);
    clean(db, key, &loaded);
    let sorted = |trees: &[Tree]| {
        let mut tokens: Vec<String> = trees.iter().map(Tree::to_token).collect();
        tokens.sort();
        tokens
    };
    let listed = |tokens: &[String]| tokens.iter().map(|t| shown(t)).collect::<Vec<_>>().join(", ");
    let (found, wanted) = (sorted(&loaded.entries), sorted(wanted));
    assert!(
        found == wanted,
        "this database breaks the rule \"{rule}\": for the key {} it should have [{}], but it has [{}]",
        shown(key),
        listed(&wanted),
        listed(&found)
    );
}

/// The text, or the start and length of a long one.
fn shown(text: &str) -> String {
    match text.char_indices().nth(60) {
        None => format!("{text:?}"),
        Some((at, _)) => format!("{:?}.. of {} bytes", &text[..at], text.len()),
    }
}

#[cfg(test)]
mod tests;
