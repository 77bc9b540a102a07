//! Interned terms: two ways to write the same value give the same term.

use std::collections::HashMap;

use crate::ir::Span;

/// An interned string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Symbol(u32);

/// A term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct TermId(u32);

impl TermId {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The structure of a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Term {
    /// A literal or an unbound name.
    Constant(Symbol),
    /// A generated value. Draws are numbered from 1, arguments are 0.
    Generated(Symbol, u32),
    /// A read of a name that holds a value: only in `paper` mode, where names carry influence.
    Read(Symbol, TermId),
    /// The result of a call or an operation.
    Node(Symbol, Vec<TermId>),
    /// A field, an element, or the payload of a variant.
    Part(TermId, Symbol),
    /// A constructor of one value.
    Wrap(Symbol, TermId),
    /// A group of several values.
    Group(Vec<TermId>),
    /// The same value in another container.
    Converted(TermId),
    /// One of several values.
    Joined(Vec<TermId>),
    /// The value of a variable at a loop head: one of several, some of which are not known yet.
    Head(u32),
}

/// All terms of a test.
#[derive(Default)]
pub(super) struct Terms {
    symbols: HashMap<Box<str>, Symbol>,
    names: Vec<Box<str>>,
    index: HashMap<Term, TermId>,
    list: Vec<Term>,
    origins: Vec<Span>,
    heads: Vec<Vec<TermId>>,
    /// The inputs of each draw's generator, indexed by the number of the draw.
    draws: Vec<Vec<TermId>>,
}

impl Terms {
    pub(super) fn symbol(&mut self, text: &str) -> Symbol {
        if let Some(symbol) = self.symbols.get(text) {
            return *symbol;
        }
        let symbol = Symbol(self.names.len() as u32);
        self.symbols.insert(text.into(), symbol);
        self.names.push(text.into());
        symbol
    }

    pub(super) fn name(&self, symbol: Symbol) -> &str {
        &self.names[symbol.0 as usize]
    }

    /// Interns a term; its first position is kept for explanations.
    pub(super) fn keep(&mut self, term: Term, origin: Span) -> TermId {
        if let Some(id) = self.index.get(&term) {
            return *id;
        }
        let id = TermId(self.list.len() as u32);
        self.index.insert(term.clone(), id);
        self.list.push(term);
        self.origins.push(origin);
        id
    }

    pub(super) fn get(&self, id: TermId) -> &Term {
        &self.list[id.index()]
    }

    pub(super) fn origin(&self, id: TermId) -> Span {
        self.origins[id.index()]
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn all(&self) -> impl Iterator<Item = TermId> {
        (0..self.list.len() as u32).map(TermId)
    }

    pub(super) fn constant(&mut self, text: &str) -> TermId {
        let symbol = self.symbol(text);
        self.keep(Term::Constant(symbol), Span::default())
    }

    pub(super) fn node(&mut self, operation: &str, arguments: Vec<TermId>, origin: Span) -> TermId {
        let symbol = self.symbol(operation);
        self.keep(Term::Node(symbol, arguments), origin)
    }

    pub(super) fn wrap(&mut self, name: &str, of: TermId, origin: Span) -> TermId {
        let symbol = self.symbol(name);
        self.keep(Term::Wrap(symbol, of), origin)
    }

    pub(super) fn group(&mut self, members: Vec<TermId>, origin: Span) -> TermId {
        self.keep(Term::Group(members), origin)
    }

    /// One of several values; a single value stays itself.
    pub(super) fn join(&mut self, mut values: Vec<TermId>) -> TermId {
        values.sort_unstable();
        values.dedup();
        if let [only] = values[..] {
            return only;
        }
        let origin = values.first().map(|first| self.origin(*first)).unwrap_or_default();
        self.keep(Term::Joined(values), origin)
    }

    /// A value drawn from a generator with these inputs. No two draws are the same.
    pub(super) fn drawn(&mut self, name: Symbol, parts: Vec<TermId>, origin: Span) -> TermId {
        self.draws.push(parts);
        self.keep(Term::Generated(name, self.draws.len() as u32), origin)
    }

    /// Creates a loop head with this entry value.
    pub(super) fn head(&mut self, entry: TermId) -> TermId {
        let number = self.heads.len() as u32;
        self.heads.push(vec![entry]);
        let origin = self.origin(entry);
        self.keep(Term::Head(number), origin)
    }

    /// Adds a value with which the loop returns to its head.
    pub(super) fn back(&mut self, head: TermId, value: TermId) {
        if let Term::Head(number) = *self.get(head) {
            let known = &mut self.heads[number as usize];
            if value != head && !known.contains(&value) {
                known.push(value);
            }
        }
    }

    /// The final value of a head: its entry value, if no other value ever returns.
    pub(super) fn resolved(&self, id: TermId) -> TermId {
        let mut id = id;
        // Follows heads whose only value is another head; each step goes to an older one.
        while let Term::Head(number) = self.get(id) {
            match self.heads[*number as usize][..] {
                [only] if only < id => id = only,
                _ => break,
            }
        }
        id
    }

    /// The direct components of a term.
    pub(super) fn parts<'a>(&'a self, id: TermId, one: &'a mut [TermId; 1]) -> &'a [TermId] {
        match self.get(id) {
            Term::Constant(_) | Term::Generated(_, 0) => &[],
            Term::Generated(_, draw) => &self.draws[*draw as usize - 1],
            Term::Read(_, of) | Term::Part(of, _) | Term::Wrap(_, of) | Term::Converted(of) => {
                one[0] = *of;
                one
            }
            Term::Node(_, all) | Term::Group(all) | Term::Joined(all) => all,
            Term::Head(number) => &self.heads[*number as usize],
        }
    }

    /// The name of an operation and its arguments.
    pub(super) fn as_node(&self, id: TermId) -> Option<(&str, &[TermId])> {
        match self.get(id) {
            Term::Node(operation, arguments) => Some((self.name(*operation), arguments)),
            _ => None,
        }
    }

    /// The name of a constructor and its content.
    pub(super) fn as_wrap(&self, id: TermId) -> Option<(&str, TermId)> {
        match self.get(id) {
            Term::Wrap(name, of) => Some((self.name(*name), *of)),
            _ => None,
        }
    }
}
