//! Arguments of state machines that are borrowed, or depend on those before them.

#![cfg(feature = "regex")]

use crate::scripted::{report, seed, set_seed};
use disprove::prelude::*;
use std::{sync::Mutex, thread::yield_now};

/// Asserts that every seed leads to the same calls.
#[track_caller]
fn always(test: fn(), expected: &[&str]) {
    for seed in 1..=10 {
        set_seed(seed);
        let report = report(test);
        let lines = report.lines().skip_while(|line| !line.starts_with("    "));
        let script: Vec<&str> = lines.take_while(|line| !line.is_empty()).map(str::trim).collect();
        assert_eq!(script, expected, "seed {seed}: {report}");
    }
}

/// Initial functions take arguments as rules do.
struct Started(usize);

#[property(seed = seed())]
#[ignore = "run by another test"]
impl Started {
    #[initial]
    fn new(name: &str, #[draw(0..=name.len())] at: usize) -> Self {
        Started(name.len() - at)
    }

    #[initial]
    fn fill(&mut self, #[draw(1..4)] n: u8, #[draw(vec(just(n)).len(1..))] list: &[u8]) -> bool {
        list.iter().all(|x| *x == n) && (self.0 == 0 || n < 2)
    }

    #[rule]
    fn nothing(&mut self) {}
}

#[test]
fn arguments_of_initial_functions_may_be_borrowed_and_depend_on_others() {
    let expected = ["let mut machine = Started::new(\"0\", 0);", "machine.fill(2, &[2]);"];
    always(started, &expected);
}

/// Later arguments name a value of a bundle and a borrowed argument.
#[derive(Default)]
struct Cuts;

#[property(cases = 2_000, seed = seed())]
#[ignore = "run by another test"]
impl Cuts {
    #[rule(bundle = words)]
    fn word(&mut self, #[draw("[a-c]+")] word: &str) -> String {
        word.to_owned()
    }

    #[rule]
    fn cut(
        &mut self,
        #[from(words)] word: String,
        #[draw(0..=word.len())] at: usize,
        #[draw(vec(any()).len(at))] kept: &[bool],
        #[draw(option(index(kept)))] last: &Option<usize>,
    ) {
        let (before, _) = word.split_at(at);
        assert_eq!(before.len(), kept.len());
        assert!(last.is_none() || kept.len() < 2, "two are too many");
    }
}

#[test]
fn arguments_of_a_rule_may_be_borrowed_and_depend_on_others() {
    always(
        cuts,
        &[
            "let mut machine = Cuts::default();",
            "let word_1 = machine.word(\"aa\");",
            "machine.cut(word_1.clone(), 2, &[false, false], &Some(0));",
        ],
    );
}

/// Words and how often they were added.
#[derive(Default)]
struct LockedWords(Mutex<Vec<String>>);

#[property(cases = 50, seed = 1)]
impl LockedWords {
    #[rule(parallel)]
    fn add(&self, #[draw("[ab]+")] word: &str, #[draw(1..=word.len())] most: usize) -> usize {
        let mut words = self.0.lock().expect("no thread has panicked");
        words.push(word[..most].to_owned());
        words.len()
    }

    #[rule(parallel)]
    fn count(&self, #[draw(vec("[ab]").len(1..3))] letters: &[String]) -> usize {
        let words = self.0.lock().expect("no thread has panicked");
        words.iter().filter(|word| letters.contains(word)).count()
    }
}

/// The same, but loses a word.
#[derive(Default)]
struct RacyWords(Mutex<Vec<String>>);

#[property(cases = 200, steps = 3, seed = 1)]
#[ignore = "run by another test"]
impl RacyWords {
    #[rule(parallel)]
    fn add(&self, #[draw("[ab]+")] word: &str, tags: &[u8]) -> usize {
        let mut words = self.0.lock().expect("no thread has panicked").clone();
        yield_now();
        words.push(format!("{word}{}", tags.len()));
        let count = words.len();
        *self.0.lock().expect("no thread has panicked") = words;
        count
    }
}

#[test]
fn borrowed_arguments_are_lent_to_other_threads() {
    let report = report(racy_words);
    for part in ["machine.add(\"", "\", &[", "no order of these calls"] {
        assert!(report.contains(part), "{part}: {report}");
    }
}
