//! Aliases: variables through which others are written, such as `let entry = map.entry(k)` or `b = a`. Only in
//! `refined` mode.

use super::{
    judgment::Mode,
    scope::{Tie, Variable},
    term::TermId,
    walk::Walk,
};
use crate::ir::{Callee, Expr, Kind, Language, Pattern, Span};

/// Rust methods that return a mutable borrow, besides `entry` and names ending in `_mut`.
const ACCESSES: [&str; 4] = ["lock", "write", "by_ref", "or_default"];

/// Rust methods that pass their borrows on: those of iterators, options and results.
const PASSED_ON: [&str; 16] = [
    "unwrap",
    "expect",
    "unwrap_or_else",
    "ok",
    "enumerate",
    "zip",
    "chain",
    "rev",
    "skip",
    "take",
    "step_by",
    "filter",
    "peekable",
    "next",
    "last",
    "nth",
];

/// Words in names of Python functions that return a view of their argument.
const VIEWS: [&str; 2] = ["view", "proxy"];

/// Methods of Python's dictionaries that return views.
const LIVE: [&str; 3] = ["keys", "values", "items"];

/// A variable that a value may write to.
#[derive(Clone, Copy)]
struct Owner {
    variable: Variable,
    /// The value is the whole variable.
    same: bool,
    /// If false, only a name bound as `mut` counts: others are more likely results than borrows.
    sure: bool,
}

impl Walk<'_> {
    /// Records the aliases of the names of a pattern bound to a value.
    pub(super) fn tie(&mut self, pattern: &Pattern, value: &Expr) {
        if self.mode == Mode::Paper {
            return;
        }
        if let (Pattern::Parts(None, parts), Kind::Group(members)) = (pattern, &value.kind)
            && parts.len() == members.len()
            && !parts.iter().any(|part| matches!(part, Pattern::Rest(_)))
        {
            for (part, member) in parts.iter().zip(members) {
                self.tie(part, member);
            }
            return;
        }
        let owners = self.owners(value);
        self.tie_names(pattern, &owners, matches!(pattern, Pattern::Name { .. }));
    }

    /// Records the aliases of the names of a pattern bound to the elements of a source.
    pub(super) fn tie_elements(&mut self, pattern: &Pattern, source: &Expr) {
        if self.mode == Mode::Refined {
            let owners = self.owners_of_elements(source);
            self.tie_names(pattern, &owners, false);
        }
    }

    fn tie_names(&mut self, pattern: &Pattern, owners: &[Owner], whole: bool) {
        if owners.is_empty() {
            return;
        }
        let mutable = matches!(pattern, Pattern::Name { mutable: true, .. });
        for name in pattern.names() {
            let symbol = self.terms.symbol(name);
            let Some(view) = self.scope.find(symbol) else { continue };
            for Owner { variable, same, sure } in owners {
                if *variable != view && (*sure || mutable) {
                    self.scope.tie(Tie { view, owner: *variable, same: whole && *same });
                }
            }
        }
    }

    fn owners_of_elements(&mut self, source: &Expr) -> Vec<Owner> {
        match (&source.kind, self.language) {
            (Kind::Conv(inner), _) => self.owners_of_elements(inner),
            (Kind::Group(all), Language::Python) => {
                all.iter().flat_map(|each| self.owners_of_elements(each)).collect()
            }
            _ => self.owners(source),
        }
    }

    fn owners(&mut self, value: &Expr) -> Vec<Owner> {
        match self.language {
            Language::Rust => self.borrowed(value),
            Language::Python => self.shared(value),
        }
    }

    /// The variables that a Rust value may borrow.
    fn borrowed(&mut self, value: &Expr) -> Vec<Owner> {
        let mut owners = Vec::new();
        match &value.kind {
            Kind::Borrow(inner) => {
                let same = is_name(inner);
                owners.extend(self.root(inner).map(|it| Owner { variable: it, same, sure: true }));
                owners.append(&mut self.borrowed(inner));
            }
            // A moved borrow.
            Kind::Name(_) => {
                if let Some(view) = self.root(value) {
                    for tie in self.scope.ties().iter().filter(|tie| tie.view == view) {
                        owners.push(Owner { variable: tie.owner, same: tie.same, sure: true });
                    }
                }
            }
            Kind::Same(inner) | Kind::Wrap(_, inner) | Kind::Conv(inner) => {
                owners = self.borrowed(inner);
            }
            Kind::Group(all) => {
                owners = all.iter().flat_map(|each| self.borrowed(each)).collect();
            }
            Kind::Call { callee: Callee::Method(name, of), arguments } => {
                if is_access(name) {
                    let root = self.root(of);
                    owners.extend(root.map(|it| Owner { variable: it, same: false, sure: true }));
                } else if !PASSED_ON.contains(&name.as_str()) {
                    return owners;
                }
                for part in std::iter::once(&**of).chain(arguments.iter().map(|it| &it.value)) {
                    let parts = self.borrowed(part).into_iter();
                    owners.extend(parts.map(|owner| Owner { same: false, ..owner }));
                }
            }
            Kind::Call { arguments, .. } => {
                for argument in arguments {
                    let parts = self.borrowed(&argument.value).into_iter();
                    owners.extend(parts.map(|owner| Owner { same: false, sure: false, ..owner }));
                }
            }
            _ => {}
        }
        owners
    }

    /// The variables whose objects a Python value is, contains or views. Copies are different objects.
    fn shared(&mut self, value: &Expr) -> Vec<Owner> {
        let owner = |variable, same| Owner { variable, same, sure: true };
        match &value.kind {
            Kind::Name(_) => self.root(value).map(|it| owner(it, true)).into_iter().collect(),
            // A slice is a copy.
            Kind::Index(_, at) if matches!(at.kind, Kind::Conv(_)) => Vec::new(),
            Kind::Field(..) | Kind::Index(..) => {
                self.root(value).map(|it| owner(it, false)).into_iter().collect()
            }
            Kind::Call { callee, arguments } => {
                let (name, receiver) = match callee {
                    Callee::Function(name) => (name.as_str(), None),
                    Callee::Method(name, of) => (name.as_str(), Some(&**of)),
                    Callee::Value(of) => match &of.kind {
                        Kind::Name(name) => (name.as_str(), None),
                        _ => return Vec::new(),
                    },
                    Callee::Macro(_) => return Vec::new(),
                };
                let name = name.rsplit('.').next().unwrap_or(name).to_lowercase();
                let live = receiver.is_some() && LIVE.contains(&name.as_str());
                if !live && !VIEWS.iter().any(|word| name.contains(word)) {
                    return Vec::new();
                }
                let parts = receiver.into_iter().chain(arguments.iter().map(|it| &it.value));
                parts.filter_map(|part| self.root(part)).map(|it| owner(it, false)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Writes a part of a variable, and with it all variables that it belongs to.
    pub(super) fn write_through(&mut self, variable: Variable, new: TermId, span: Span) {
        self.scope.write(variable, new);
        let is_python = self.language == Language::Python;
        for (other, same) in self.scope.tied(variable, is_python) {
            let Some(old) = self.scope.value(other) else { continue };
            let value =
                if same { new } else { self.terms.node("write through", vec![old, new], span) };
            self.scope.write(other, value);
        }
    }

    /// Whether other variables are written through this one.
    pub(super) fn is_view(&self, variable: Variable) -> bool {
        self.scope.ties().iter().any(|tie| tie.view == variable)
    }

    /// The variable that an expression is, or is a part of.
    pub(super) fn root(&mut self, expression: &Expr) -> Option<Variable> {
        match &expression.kind {
            Kind::Name(name) => {
                let symbol = self.terms.symbol(name);
                self.scope.find(symbol)
            }
            Kind::Field(of, _) | Kind::Index(of, _) | Kind::Same(of) | Kind::Borrow(of) => {
                self.root(of)
            }
            _ => None,
        }
    }
}

fn is_access(method: &str) -> bool {
    method.ends_with("_mut")
        || method.ends_with("entry")
        || method.starts_with("or_insert")
        || ACCESSES.contains(&method)
}

/// A whole variable.
pub(super) fn is_name(expression: &Expr) -> bool {
    match &expression.kind {
        Kind::Same(inner) | Kind::Borrow(inner) => is_name(inner),
        Kind::Name(_) => true,
        _ => false,
    }
}
