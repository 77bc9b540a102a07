//! Side effects of calls.

use super::{
    alias::is_name,
    judgment::Mode,
    scope::Variable,
    term::{Term, TermId},
    walk::Walk,
};
use crate::ir::{Argument, Expr, Language, Span};

/// Methods without side effects, by name or by prefix.
const PURE: [&str; 24] = [
    "len",
    "get",
    "iter",
    "cmp",
    "eq",
    "ne",
    "lt",
    "le",
    "gt",
    "ge",
    "clone",
    "keys",
    "values",
    "first",
    "last",
    "max",
    "min",
    "hash",
    "fmt",
    "starts_with",
    "ends_with",
    "unwrap",
    "expect",
    "borrow",
];
const PURE_STARTS: [&str; 4] = ["is_", "contains", "to_", "as_"];

/// Methods that write through a shared reference.
const INTERIOR: [&str; 7] = ["set", "replace", "borrow_mut", "lock", "store", "send", "insert"];
const INTERIOR_START: &str = "fetch_";

/// Python methods that change their receiver, even where their value is used.
const MUTATORS: [&str; 18] = [
    "pop",
    "popitem",
    "setdefault",
    "next",
    "add",
    "append",
    "extend",
    "update",
    "insert",
    "remove",
    "sort",
    "reverse",
    "discard",
    "clear",
    "put",
    "send",
    "write",
    "__setitem__",
];

/// Functions that are called to print or log.
const OBSERVERS: [&str; 14] = [
    "print", "pprint", "note", "event", "target", "assume", "repr", "str", "len", "hash", "debug",
    "info", "warning", "log",
];

/// A call after its arguments have been evaluated.
pub(super) struct Called<'a, 'b> {
    /// The name without paths and dots.
    pub(super) name: &'b str,
    pub(super) receiver: Option<&'a Expr>,
    pub(super) arguments: &'a [Argument],
    /// The values of the receiver and the arguments.
    pub(super) values: &'b [TermId],
    pub(super) dropped: bool,
    pub(super) span: Span,
}

impl<'a> Walk<'a> {
    /// Writes new versions of all variables that a call changes.
    pub(super) fn written_by(&mut self, called: &Called<'a, '_>) {
        match (self.mode, self.language) {
            (Mode::Paper, _) => self.mix(called),
            (Mode::Refined, Language::Rust) => self.written_in_rust(called),
            (Mode::Refined, Language::Python) => self.written_in_python(called),
        }
    }

    /// A followed helper has its own variables: what it writes to its parameters, it may write to the caller's
    /// variables.
    pub(super) fn written_by_helper(
        &mut self,
        name: &str,
        arguments: &'a [Argument],
        values: &[TermId],
        span: Span,
    ) {
        if self.mode == Mode::Refined {
            let called = Called { name, receiver: None, arguments, values, dropped: true, span };
            self.written_arguments(&called);
        }
    }

    /// `mem::take(&mut x)`, `x.take()`, `mem::replace(&mut x, y)`, `mem::swap(&mut x, &mut y)`: values move and stay
    /// the same.
    pub(super) fn exchanged(&mut self, called: &Called<'a, '_>) -> Option<TermId> {
        if self.mode == Mode::Paper || self.language == Language::Python {
            return None;
        }
        let places: Vec<&Expr> = match called.receiver {
            Some(receiver) => vec![receiver],
            None => called.arguments.iter().filter(|it| it.mutable).map(|it| &it.value).collect(),
        };
        let after = match (called.name, called.values, places.len()) {
            ("take", [_], 1) => vec![self.terms.constant("taken")],
            // Sets have a method of this name.
            ("replace", [_, new], 1) if called.receiver.is_none() => vec![*new],
            ("swap", [one, other], 2) => vec![*other, *one],
            _ => return None,
        };
        for (place, new) in places.iter().zip(after) {
            let Some(variable) = self.root(place) else { continue };
            let new = if is_name(place) { new } else { self.changed(called, 0) };
            self.write_through(variable, new, called.span);
        }
        called.values.first().copied()
    }

    fn written_arguments(&mut self, called: &Called<'a, '_>) {
        for (at, argument) in called.arguments.iter().enumerate() {
            if argument.mutable
                && let Some(variable) = self.root(&argument.value)
            {
                self.new_version(variable, called, at + 1);
            }
        }
    }

    fn written_in_rust(&mut self, called: &Called<'a, '_>) {
        self.written_arguments(called);
        let Some(variable) = called.receiver.and_then(|of| self.root(of)) else { return };
        let pure = PURE.contains(&called.name)
            || PURE_STARTS.iter().any(|start| called.name.starts_with(start));
        let interior = called.dropped
            && (INTERIOR.contains(&called.name) || called.name.starts_with(INTERIOR_START));
        let mutable = self.scope.known(variable).mutable || self.is_view(variable);
        if interior || (mutable && !pure) {
            self.new_version(variable, called, 0);
        }
    }

    fn written_in_python(&mut self, called: &Called<'a, '_>) {
        let receiver = called.receiver.and_then(|of| self.root(of));
        let argument = called.arguments.iter().find_map(|argument| self.root(&argument.value));
        let mutator = MUTATORS.contains(&called.name);
        let written = match receiver {
            Some(receiver) if called.dropped || mutator => Some(receiver),
            // A function that rejects an argument has inspected it.
            None if called.dropped && self.refusing == 0 && !OBSERVERS.contains(&called.name) => {
                argument
            }
            None if called.name == "next" => argument,
            _ => None,
        };
        if let Some(variable) = written {
            let new = self.changed(called, 0);
            if mutator {
                self.write_through(variable, new, called.span);
            } else {
                // It may only read it.
                self.scope.write(variable, new);
            }
        }
    }

    /// In `paper` mode all bound names that a call reads influence each other.
    fn mix(&mut self, called: &Called<'a, '_>) {
        let mut variables: Vec<Variable> =
            called.arguments.iter().filter_map(|argument| self.root(&argument.value)).collect();
        variables.extend(called.receiver.and_then(|of| self.root(of)));
        variables.sort_unstable();
        variables.dedup();
        if variables.len() < 2 {
            return;
        }
        let mut reads = Vec::new();
        for variable in &variables {
            if let Some(value) = self.scope.value(*variable) {
                let read_as = self.scope.known(*variable).read_as;
                reads.push(self.terms.keep(Term::Read(read_as, value), called.span));
            }
        }
        let union = self.terms.group(reads, called.span);
        for variable in variables {
            self.scope.write(variable, union);
        }
    }

    fn new_version(&mut self, variable: Variable, called: &Called, which: usize) {
        let new = self.changed(called, which);
        self.write_through(variable, new, called.span);
    }

    /// The value of the receiver, or of the argument at this index, after the call.
    fn changed(&mut self, called: &Called, which: usize) -> TermId {
        let operation = format!("{} changes {which}", called.name);
        self.terms.node(&operation, called.values.to_vec(), called.span)
    }

    /// Writes of closures among the arguments are effects of the call that receives them.
    pub(super) fn written_by_closures(
        &mut self,
        called: &Called<'a, '_>,
        changed: Vec<(Variable, TermId)>,
    ) {
        for (variable, old) in changed {
            let mut parts = called.values.to_vec();
            parts.push(old);
            parts.extend(self.scope.value(variable));
            let operation = format!("{} with changes", called.name);
            let new = self.terms.node(&operation, parts, called.span);
            self.scope.write(variable, new);
        }
    }
}
