//! What calls write, besides their value.

use super::{
    judgement::Mode,
    scope::Variable,
    term::{Term, TermId},
    walk::Walk,
};
use crate::ir::{Argument, Expr, Kind, Language, Span};

/// Methods that change nothing, whatever they are called on; and those whose names begin so.
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

/// Methods that change what is behind a shared reference.
const INTERIOR: [&str; 7] = ["set", "replace", "borrow_mut", "lock", "store", "send", "insert"];
const INTERIOR_START: &str = "fetch_";

/// Python's methods that change what they are called on, also where their value is used.
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

/// Functions that are called for what they print or note.
const OBSERVERS: [&str; 14] = [
    "print", "pprint", "note", "event", "target", "assume", "repr", "str", "len", "hash", "debug",
    "info", "warning", "log",
];

/// A call with all that is known about it when it has been made.
pub(super) struct Called<'a, 'b> {
    /// Without paths and dots.
    pub(super) name: &'b str,
    pub(super) receiver: Option<&'a Expr>,
    pub(super) arguments: &'a [Argument],
    /// The values of the receiver and the arguments.
    pub(super) values: &'b [TermId],
    pub(super) dropped: bool,
    pub(super) span: Span,
}

impl<'a> Walk<'a> {
    /// Writes new versions of all that a call changes.
    pub(super) fn written_by(&mut self, called: &Called<'a, '_>) {
        match (self.mode, self.language) {
            (Mode::Paper, _) => self.mix(called),
            (Mode::Refined, Language::Rust) => self.written_in_rust(called),
            (Mode::Refined, Language::Python) => self.written_in_python(called),
        }
    }

    fn written_in_rust(&mut self, called: &Called<'a, '_>) {
        for (at, argument) in called.arguments.iter().enumerate() {
            if argument.mutable
                && let Some(variable) = self.root(&argument.value)
            {
                self.new_version(variable, called, at + 1);
            }
        }
        let Some(variable) = called.receiver.and_then(|of| self.root(of)) else { return };
        let pure = PURE.contains(&called.name)
            || PURE_STARTS.iter().any(|start| called.name.starts_with(start));
        let interior = called.dropped
            && (INTERIOR.contains(&called.name) || called.name.starts_with(INTERIOR_START));
        if interior || (self.scope.known(variable).mutable && !pure) {
            self.new_version(variable, called, 0);
        }
    }

    fn written_in_python(&mut self, called: &Called<'a, '_>) {
        let receiver = called.receiver.and_then(|of| self.root(of));
        let argument = called.arguments.iter().find_map(|argument| self.root(&argument.value));
        let mutator = MUTATORS.contains(&called.name);
        let written = match receiver {
            Some(receiver) if called.dropped || mutator => Some(receiver),
            None if called.dropped && !OBSERVERS.contains(&called.name) => argument,
            None if called.name == "next" => argument,
            _ => None,
        };
        if let Some(variable) = written {
            self.new_version(variable, called, 0);
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
        let operation = format!("{} changes {which}", called.name);
        let new = self.terms.node(&operation, called.values.to_vec(), called.span);
        self.scope.write(variable, new);
    }

    /// What closures among the arguments have written is the work of the call that got them.
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

    /// The variable that an expression is, or is a part of.
    fn root(&mut self, expression: &Expr) -> Option<Variable> {
        match &expression.kind {
            Kind::Name(name) => {
                let symbol = self.terms.symbol(name);
                self.scope.find(symbol)
            }
            Kind::Field(of, _) | Kind::Index(of, _) | Kind::Same(of) => self.root(of),
            _ => None,
        }
    }
}
