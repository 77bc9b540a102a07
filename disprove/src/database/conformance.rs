//! What every database must do, as a test.

use super::{
    db::Db,
    store::{Database, Loaded},
};
use crate::{
    choice::Tree,
    generator::{Generator, any, text, vec},
};
use std::{panic::resume_unwind, thread};

/// Threads that use a store at once, and entries that each of them saves.
const THREADS: u64 = 4;
const ENTRIES: u64 = 8;

/// Checks that a [`Database`] does what is expected of one; for the tests of own stores.
///
/// Each store that `make` returns must be new and empty. It is tried with several entries and keys, odd
/// ones among them, with entries saved twice, removed twice and never saved, with large entries, and
/// from several threads. If the store is not [writable](Database::writable), it must keep nothing.
///
/// With the feature `conformance`, as only the tests of stores need it.
///
/// ```
/// use disprove::{Db, database_conformance};
///
/// database_conformance(Db::memory);
/// database_conformance(Db::none);
/// ```
///
/// # Panics
/// If a rule is broken; the message says which.
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
    holds(db, "key", &[], "it is not writable, so nothing is kept");
}

fn entries_come_back(db: &Db) {
    holds(db, "key", &[], "a new store is empty");
    save(db, "key", &tree(1));
    holds(db, "key", &[tree(1)], "what was saved is loaded");
    holds(db, "key", &[tree(1)], "loading changes nothing");
    save(db, "key", &tree(2));
    save(db, "key", &tree(3));
    holds(db, "key", &[tree(1), tree(2), tree(3)], "a key has several entries");
}

fn entries_are_kept_once(db: &Db) {
    for _ in 0..3 {
        save(db, "key", &tree(1));
        save(db, "key", &tree(2));
    }
    holds(db, "key", &[tree(1), tree(2)], "what is saved again is kept once");
}

fn removed_entries_are_gone(db: &Db) {
    remove(db, "key", &tree(1));
    for key in ["key", "other key"] {
        save(db, key, &tree(1));
        save(db, key, &tree(2));
    }
    remove(db, "key", &tree(3));
    holds(db, "key", &[tree(1), tree(2)], "removing what is not there changes nothing");
    remove(db, "key", &tree(1));
    holds(db, "key", &[tree(2)], "what was removed is gone, and nothing else is");
    holds(db, "other key", &[tree(1), tree(2)], "removing for one key leaves the others alone");
    remove(db, "key", &tree(1));
    remove(db, "key", &tree(2));
    holds(db, "key", &[], "all entries can be removed");
    save(db, "key", &tree(1));
    holds(db, "key", &[tree(1)], "what was removed can be saved again");
}

/// Keys that break stores which take them for names of files, or for patterns.
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
        holds(db, &key, &left, "entries of one key are removed without those of others");
    }
}

fn any_entry_can_be_kept(db: &Db) {
    let numbers: Vec<u64> = (0..20_000).map(|n| n * n * n).collect();
    let large = vec(any::<u64>()).encode(&numbers).expect("numbers have a tree");
    let words = "line\nbreak \0 ключ".repeat(2_000);
    let words = text().len(0..).encode(&words).expect("a text has a tree");
    let all = [Tree::default(), large, words];
    for (number, entry) in all.iter().enumerate() {
        save(db, "key", entry);
        holds(db, "key", &all[..=number], "any entry can be kept, however small or large");
    }
    for entry in &all {
        remove(db, "key", entry);
    }
    holds(db, "key", &[], "any entry can be removed, however small or large");
}

fn clones_are_the_same(db: &Db) {
    save(&db.clone(), "key", &tree(1));
    holds(db, "key", &[tree(1)], "clones are the same store");
}

/// Every thread saves entries of its own and the same ones as all others, and removes some of its own.
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
            // The message of the thread is the one to be told.
            thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
    let mut left: Vec<Tree> = (0..ENTRIES).map(tree).collect();
    for thread in 0..THREADS {
        left.extend((0..ENTRIES).step_by(2).map(|number| own(thread, number)));
    }
    holds(db, "key", &left, "threads that use it at once do not disturb each other");
    holds(db, "key 0", &[], "what threads saved and removed is gone");
    holds(db, "key 1", &[], "what threads saved and removed is gone");
}

fn tree(number: u64) -> Tree {
    any::<u64>().encode(&number).expect("a number has a tree")
}

fn save(db: &Db, key: &str, entry: &Tree) {
    if let Err(problem) = db.save(key, entry) {
        panic!("saving for the key {} is a problem: {problem}", shown(key));
    }
}

fn remove(db: &Db, key: &str, entry: &Tree) {
    if let Err(problem) = db.remove(key, entry) {
        panic!("removing for the key {} is a problem: {problem}", shown(key));
    }
}

fn clean(db: &Db, key: &str, loaded: &Loaded) {
    if let Some(problem) = loaded.problems.first() {
        panic!("loading for the key {} is a problem: {problem} The store: {db:?}", shown(key));
    }
}

/// The order is the store's own.
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
        "this database breaks a rule: {rule}; for the key {} it should hold [{}], but it holds [{}]",
        shown(key),
        listed(&wanted),
        listed(&found)
    );
}

/// Long texts by their beginning and length.
fn shown(text: &str) -> String {
    match text.char_indices().nth(60) {
        None => format!("{text:?}"),
        Some((at, _)) => format!("{:?}.. of {} bytes", &text[..at], text.len()),
    }
}

#[cfg(test)]
mod tests;
