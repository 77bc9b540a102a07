//! What influences a value: the generated arguments it derives from, and intermediate values.

use std::collections::{HashMap, HashSet};

use super::{
    judgment::Mode,
    term::{Symbol, Term, TermId, Terms},
};
use crate::ir::Span;

/// Constructors that hold a value unchanged, for the comparison with a generated argument. Errors are not among them:
/// they do not hold the requested value.
const REFUSAL: &str = "Err";

/// Maximum length of a quoted text in an explanation: enough to recognize a call.
const LONGEST_NAME: usize = 80;

/// An influence: a term, or a name in `paper` mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Influence {
    Value(TermId),
    Name(Symbol),
}

/// The influences of all values of a finished test.
pub(super) struct Influences<'a> {
    terms: &'a Terms,
    mode: Mode,
    generated: &'a HashSet<Symbol>,
    /// Terms that a generated value reaches.
    reached: Vec<bool>,
    /// Cached display texts of influences, which are requested repeatedly.
    called: HashMap<Influence, usize>,
    texts: Vec<String>,
    /// The last visit of each term, so that no set has to be cleared.
    visited: Vec<u32>,
    visit: u32,
}

impl<'a> Influences<'a> {
    pub(super) fn new(terms: &'a Terms, mode: Mode, generated: &'a HashSet<Symbol>) -> Self {
        let reached = reached(terms);
        let visited = vec![0; terms.len()];
        let (called, texts) = (HashMap::new(), Vec::new());
        Influences { terms, mode, generated, reached, called, texts, visited, visit: 0 }
    }

    /// All influences of a value, sorted. Visits each term below it once.
    pub(super) fn of(&mut self, id: TermId) -> Vec<Influence> {
        let mut found = Vec::new();
        self.visit += 1;
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            if !self.reached[id.index()] || self.visited[id.index()] == self.visit {
                continue;
            }
            self.visited[id.index()] = self.visit;
            match (self.terms.get(id), self.mode) {
                (Term::Generated(..) | Term::Node(..), Mode::Refined) => {
                    found.push(Influence::Value(id));
                }
                (Term::Generated(name, _) | Term::Read(name, _), Mode::Paper) => {
                    found.push(Influence::Name(*name));
                }
                _ => {}
            }
            open.extend_from_slice(self.terms.parts(id, &mut [id]));
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Whether it is, or counts as, a generated argument.
    pub(super) fn is_generated(&self, influence: Influence) -> bool {
        match influence {
            Influence::Value(id) => matches!(self.terms.get(id), Term::Generated(..)),
            Influence::Name(name) => self.generated.contains(&name),
        }
    }

    /// The generated argument that a value equals, ignoring one constructor around it.
    pub(super) fn peeled(&self, id: TermId) -> Option<Influence> {
        let mut id = self.terms.resolved(id);
        if let Term::Wrap(name, of) = self.terms.get(id)
            && self.terms.name(*name) != REFUSAL
        {
            id = self.terms.resolved(*of);
        }
        match (self.terms.get(id), self.mode) {
            (Term::Generated(..), Mode::Refined) => Some(Influence::Value(id)),
            (Term::Generated(name, _) | Term::Read(name, _), Mode::Paper) => {
                self.generated.contains(name).then_some(Influence::Name(*name))
            }
            _ => None,
        }
    }

    /// Display names and texts, sorted.
    pub(super) fn names(&mut self, influences: &[Influence], text: &str) -> Vec<String> {
        let mut found = Vec::new();
        for influence in influences {
            found.push(self.name(*influence, text));
        }
        found.sort_unstable();
        found.dedup();
        let mut names: Vec<String> = found.iter().map(|at| self.texts[*at].clone()).collect();
        names.sort();
        names
    }

    /// The display text to use.
    fn name(&mut self, influence: Influence, text: &str) -> usize {
        if let Some(known) = self.called.get(&influence) {
            return *known;
        }
        let name = match influence {
            Influence::Name(name) => self.terms.name(name).to_owned(),
            Influence::Value(id) => match self.terms.get(id) {
                Term::Generated(name, _) => self.terms.name(*name).to_owned(),
                _ => shown(self.terms.origin(id), text),
            },
        };
        let at = self.texts.iter().position(|known| *known == name).unwrap_or(self.texts.len());
        if at == self.texts.len() {
            self.texts.push(name);
        }
        self.called.insert(influence, at);
        at
    }
}

/// A part of the file on one line, truncated if long.
pub(super) fn shown(span: Span, text: &str) -> String {
    let words: Vec<&str> = span.of(text).split_whitespace().collect();
    let line = words.join(" ");
    match line.char_indices().nth(LONGEST_NAME) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// Marks the terms that derive from a generated value, bottom up.
fn reached(terms: &Terms) -> Vec<bool> {
    let mut users: Vec<Vec<TermId>> = vec![Vec::new(); terms.len()];
    let mut open = Vec::new();
    for id in terms.all() {
        for part in terms.parts(id, &mut [id]) {
            users[part.index()].push(id);
        }
        if matches!(terms.get(id), Term::Generated(..)) {
            open.push(id);
        }
    }
    let mut reached = vec![false; terms.len()];
    while let Some(id) = open.pop() {
        if !std::mem::replace(&mut reached[id.index()], true) {
            open.extend_from_slice(&users[id.index()]);
        }
    }
    reached
}
