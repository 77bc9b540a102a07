//! Parts of the page: what the browser replaces when it changes.

use crate::web::html::Html;
use std::collections::HashMap;

/// A part of the page that changes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) id: String,
    pub(super) html: Html,
    /// The element to add it to, if it is not there yet. Otherwise it is the content of the element with this id.
    pub(super) into: Option<&'static str>,
}

impl Part {
    /// The content of an element.
    pub(super) fn new(id: impl Into<String>, fill: impl FnOnce(&mut Html)) -> Part {
        let mut html = Html::default();
        fill(&mut html);
        Part { id: id.into(), html, into: None }
    }
}

/// The current parts.
#[derive(Default)]
pub(super) struct Parts {
    /// In the order in which they came, with the number of the snapshot that changed each last.
    all: Vec<(u64, Part)>,
    places: HashMap<String, usize>,
}

impl Parts {
    /// Replaces a part that has changed, or adds it.
    pub(super) fn set(&mut self, number: u64, part: Part) {
        match self.places.get(&part.id) {
            Some(at) if self.all[*at].1 == part => {}
            Some(at) => self.all[*at] = (number, part),
            None => {
                self.places.insert(part.id.clone(), self.all.len());
                self.all.push((number, part));
            }
        }
    }

    pub(super) fn get(&self, id: &str) -> Option<&Part> {
        self.places.get(id).map(|at| &self.all[*at].1)
    }

    /// Those that changed after a snapshot.
    pub(super) fn since(&self, number: u64) -> impl Iterator<Item = &Part> {
        self.all.iter().filter(move |(changed, _)| *changed > number).map(|(_, part)| part)
    }
}
