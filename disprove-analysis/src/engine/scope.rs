//! Scopes: which variable a name means, and what each variable holds.

use std::rc::Rc;

use super::term::{Symbol, TermId, Terms};

/// A variable: each binding that shadows another is a new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Variable(u32);

/// The properties of a variable.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// The name that reading it counts as, in `paper` mode.
    pub(super) read_as: Symbol,
    /// Bound as `mut`.
    pub(super) mutable: bool,
}

/// The value of each variable at one point, indexed by variable. Many states are kept and few are written, so copies
/// share their content.
pub(super) type State = Rc<Vec<Option<TermId>>>;

/// An alias: a write to one variable is a write to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tie {
    pub(super) view: Variable,
    pub(super) owner: Variable,
    /// The view covers the whole owner; otherwise a part.
    pub(super) same: bool,
}

/// The names in scope, innermost last, and all variables.
#[derive(Default)]
pub(super) struct Scope {
    visible: Vec<(Symbol, Variable)>,
    known: Vec<Known>,
    ties: Vec<Tie>,
    pub(super) state: State,
}

impl Scope {
    pub(super) fn find(&self, name: Symbol) -> Option<Variable> {
        self.visible.iter().rev().find(|(it, _)| *it == name).map(|(_, variable)| *variable)
    }

    pub(super) fn known(&self, variable: Variable) -> Known {
        self.known[variable.0 as usize]
    }

    pub(super) fn value(&self, variable: Variable) -> Option<TermId> {
        self.state.get(variable.0 as usize).copied().flatten()
    }

    pub(super) fn write(&mut self, variable: Variable, value: TermId) {
        let at = variable.0 as usize;
        let state = Rc::make_mut(&mut self.state);
        if state.len() <= at {
            state.resize(at + 1, None);
        }
        state[at] = Some(value);
    }

    pub(super) fn tie(&mut self, tie: Tie) {
        if !self.ties.contains(&tie) {
            self.ties.push(tie);
        }
    }

    pub(super) fn ties(&self) -> &[Tie] {
        &self.ties
    }

    /// Sets the value of a variable.
    pub(super) fn untie(&mut self, variable: Variable) {
        self.ties.retain(|tie| tie.view != variable && tie.owner != variable);
    }

    /// The variables that are written with this one, and whether completely: its owners, their owners, and so on; with
    /// `live`, views as well.
    pub(super) fn tied(&self, variable: Variable, live: bool) -> Vec<(Variable, bool)> {
        let mut found = vec![(variable, true)];
        let mut next = 0;
        while let Some(&(from, whole)) = found.get(next) {
            next += 1;
            for tie in &self.ties {
                let other = match (tie.view == from, tie.owner == from) {
                    (true, _) => tie.owner,
                    // Not from one part to another.
                    (_, true) if live && (whole || tie.same) => tie.view,
                    _ => continue,
                };
                if found.iter().all(|(it, _)| *it != other) {
                    found.push((other, whole && tie.same));
                }
            }
        }
        found.remove(0);
        found
    }

    /// Creates a variable under a name, which shadows others of that name.
    pub(super) fn declare(&mut self, name: Symbol, known: Known, value: TermId) -> Variable {
        let variable = Variable(self.known.len() as u32);
        self.known.push(known);
        self.visible.push((name, variable));
        self.write(variable, value);
        variable
    }

    /// Remembers the names in scope for [`Scope::close`].
    pub(super) fn open(&self) -> usize {
        self.visible.len()
    }

    /// Drops the names added since then.
    pub(super) fn close(&mut self, opened: usize) {
        self.visible.truncate(opened);
    }

    /// All names in scope.
    pub(super) fn sight(&self) -> Vec<(Symbol, Variable)> {
        self.visible.clone()
    }

    /// Switches to another set of names: those a closure was created with, or none. Returns the previous set.
    pub(super) fn look(&mut self, sight: Vec<(Symbol, Variable)>) -> Vec<(Symbol, Variable)> {
        std::mem::replace(&mut self.visible, sight)
    }

    /// The variables whose values changed, with their previous values.
    pub(super) fn changed(&self, before: &State) -> Vec<(Variable, TermId)> {
        let mut all = Vec::new();
        if Rc::ptr_eq(&self.state, before) {
            return all;
        }
        for (at, old) in before.iter().enumerate() {
            if let Some(old) = old
                && self.state.get(at).copied().flatten() != Some(*old)
            {
                all.push((Variable(at as u32), *old));
            }
        }
        all
    }

    /// Joins the final states of branches that began at the same state. Values written in a branch depend on the
    /// condition, unless only one branch continues.
    pub(super) fn join(
        &mut self,
        terms: &mut Terms,
        entry: &State,
        ends: &[State],
        condition: Option<TermId>,
    ) {
        if ends.is_empty() {
            // All branches leave: the following code is unreachable, so it may as well see the entry state.
            self.state.clone_from(entry);
            return;
        }
        if ends.iter().all(|end| Rc::ptr_eq(end, entry)) {
            self.state.clone_from(entry);
            return;
        }
        let most = ends.iter().map(|end| end.len()).max().unwrap_or_default();
        let mut joined = vec![None; most];
        for (at, slot) in joined.iter_mut().enumerate() {
            let before = entry.get(at).copied().flatten();
            let mut values = Vec::new();
            for end in ends {
                values.extend(end.get(at).copied().flatten());
            }
            let written = values.iter().any(|value| Some(*value) != before);
            if written && ends.len() > 1 {
                values.extend(condition);
            }
            *slot = if values.is_empty() { None } else { Some(terms.join(values)) };
        }
        self.state = Rc::new(joined);
    }
}
