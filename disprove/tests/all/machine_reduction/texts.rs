//! Machines without bundles, with arguments that point into their state.

use super::Machine;
use crate::scripted::seed;
use disprove::prelude::*;

pub const ALL: &[Machine] = &[("editor", editor, 7), ("blocks", blocks, 7)];

/// An editor whose redo is wrong after two undos and an insertion. Or its text is too long.
#[derive(Default)]
struct Editor {
    text: String,
    past: Vec<String>,
    future: Vec<String>,
    stale: bool,
    is_wrong: bool,
}

#[property(cases = 50_000, seed = seed(), explain = false)]
#[ignore = "run by another test"]
impl Editor {
    #[rule]
    fn insert(&mut self, #[draw(0..20)] at: usize, letter: char) {
        self.past.push(self.text.clone());
        let at = self.text.char_indices().nth(at).map_or(self.text.len(), |(at, _)| at);
        self.text.insert(at, letter);
        self.stale = self.future.len() >= 2;
        if !self.stale {
            self.future.clear();
        }
    }

    #[rule]
    fn undo(&mut self) {
        if let Some(text) = self.past.pop() {
            self.future.push(std::mem::replace(&mut self.text, text));
        }
    }

    #[rule]
    fn redo(&mut self) {
        if let Some(text) = self.future.pop() {
            self.is_wrong |= self.stale;
            self.past.push(std::mem::replace(&mut self.text, text));
        }
    }

    #[rule]
    fn save(&mut self, _name: String) {
        self.past.truncate(10);
    }

    #[invariant]
    fn works(&self) -> bool {
        !self.is_wrong
    }
}

/// An allocator that joins free blocks wrongly: three in a row, of which the middle one is freed last.
#[derive(Default)]
struct Blocks {
    used: Vec<(usize, bool)>,
    is_wrong: bool,
}

#[property(cases = 50_000, seed = seed(), explain = false)]
#[ignore = "run by another test"]
impl Blocks {
    #[rule]
    fn allocate(&mut self, #[draw(1..100)] size: usize) {
        self.used.push((size, true));
    }

    #[rule(when = |s| !s.used.is_empty())]
    fn free(&mut self, #[draw(0..50)] block: usize) {
        let block = block % self.used.len();
        let is_free = |at: Option<usize>| {
            at.and_then(|at| self.used.get(at)).is_some_and(|(size, used)| *size > 9 && !used)
        };
        if self.used[block].1 && is_free(block.checked_sub(1)) && is_free(Some(block + 1)) {
            self.is_wrong = true;
        }
        self.used[block].1 = false;
    }

    #[rule]
    fn compact(&mut self) {
        self.used.retain(|(_, used)| *used);
    }

    #[invariant]
    fn small(&self) -> bool {
        !self.is_wrong
    }
}
