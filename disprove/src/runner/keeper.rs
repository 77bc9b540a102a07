//! Keeps failing inputs between runs. What goes wrong with that is told, and changes nothing else.

use super::Event;
use crate::{
    choice::Tree,
    database::{Database, Db},
};

/// The entries of one property.
pub(super) struct Keeper<'a> {
    pub(super) database: &'a Db,
    /// The name of the property.
    pub(super) key: &'a str,
    pub(super) listener: &'a mut dyn FnMut(Event<'_>),
}

impl Keeper<'_> {
    /// What failed before.
    pub(super) fn load(&mut self) -> Vec<Tree> {
        let loaded = self.database.load(self.key);
        for problem in loaded.problems {
            self.warn(&problem.to_string());
        }
        loaded.entries
    }

    /// True if it is kept.
    pub(super) fn save(&mut self, tree: &Tree) -> bool {
        match self.database.save(self.key, tree) {
            Ok(()) => self.database.writable(),
            Err(problem) => {
                self.warn(&problem.to_string());
                false
            }
        }
    }

    /// It does not fail any more, or a smaller one took its place.
    pub(super) fn remove(&mut self, tree: &Tree) {
        if let Err(problem) = self.database.remove(self.key, tree) {
            self.warn(&problem.to_string());
        }
    }

    /// The same, unless both are one.
    pub(super) fn replaced(&mut self, old: &Tree, new: &Tree) {
        if old.to_token() != new.to_token() {
            self.remove(old);
        }
    }

    fn warn(&mut self, warning: &str) {
        (self.listener)(Event::Warned { warning });
    }
}
