//! Closures and nested functions: their reads and writes happen where they are called.

use super::{
    call::CLOSURE,
    judgment::Mode,
    names::Names,
    scope::Variable,
    term::{Symbol, Term, TermId},
    walk::{MOST_CALLS, Walk},
};
use crate::ir::{Expr, Kind, Pattern, Span, Stmt, Verdict};

/// A closure bound to a name.
pub(super) struct Closure<'a> {
    parameters: &'a [Pattern],
    body: &'a [Stmt],
    value: Option<&'a Expr>,
    span: Span,
    /// The names in scope where it was written.
    sight: Vec<(Symbol, Variable)>,
    /// Its assertions are already recorded: each is reported once, at its own position.
    met: bool,
    /// Guards against recursion.
    open: bool,
}

impl<'a> Walk<'a> {
    /// A closure as a value: it is walked when it is called.
    pub(super) fn closure(
        &mut self,
        parameters: &'a [Pattern],
        body: &'a [Stmt],
        value: Option<&'a Expr>,
        span: Span,
    ) -> TermId {
        let sight = self.scope.sight();
        let known =
            self.closures.iter().position(|it| it.span == span && it.body.len() == body.len());
        let number = if let Some(number) = known {
            self.closures[number].sight = sight;
            number
        } else {
            let closure = Closure { parameters, body, value, span, sight, met: false, open: false };
            self.closures.push(closure);
            self.closures.len() - 1
        };
        let mut parts = Vec::new();
        for name in Names::of_closure(body, value) {
            parts.extend(self.read(name, span));
        }
        let operation = format!("{CLOSURE} {number}");
        self.terms.node(&operation, parts, span)
    }

    /// The number of the closure that a value is.
    pub(super) fn as_closure(&self, value: TermId) -> Option<usize> {
        let mut value = self.terms.resolved(value);
        if let (Term::Read(_, of), Mode::Paper) = (self.terms.get(value), self.mode) {
            value = *of;
        }
        let (operation, _) = self.terms.as_node(value)?;
        operation.strip_prefix(CLOSURE)?.trim_start().parse().ok()
    }

    /// Walks a call with these arguments.
    pub(super) fn follow_closure(
        &mut self,
        number: usize,
        arguments: &[TermId],
        span: Span,
    ) -> TermId {
        let closure = &mut self.closures[number];
        if closure.open || self.followed >= MOST_CALLS {
            return self.terms.group(arguments.to_vec(), span);
        }
        closure.open = true;
        self.followed += 1;
        let (parameters, body, value) = (closure.parameters, closure.body, closure.value);
        let (sight, met) = (closure.sight.clone(), closure.met);
        closure.met |= !self.silent;
        let was_silent = self.silent;
        self.silent |= met;
        let sight = self.scope.look(sight);
        let unknown = self.terms.constant("unknown");
        for (at, parameter) in parameters.iter().enumerate() {
            let value = arguments.get(at).copied().unwrap_or(unknown);
            self.bind(parameter, value, true);
        }
        let result = self.inner(body, value);
        self.scope.look(sight);
        self.silent = was_silent;
        self.closures[number].open = false;
        result
    }

    /// A closure is passed to a function that calls it with parts of the other arguments.
    pub(super) fn hand_over_closure(
        &mut self,
        number: usize,
        source: TermId,
        span: Span,
    ) -> TermId {
        let count = self.closures[number].parameters.len();
        let arguments = self.parameters_of(count, source, span);
        let result = self.follow_closure(number, &arguments, span);
        self.nesting -= 1;
        self.terms.wrap(CLOSURE, result, span)
    }

    /// A closure literal as an argument: it is walked in place.
    pub(super) fn lambda(&mut self, expression: &'a Expr, source: TermId) -> TermId {
        match &expression.kind {
            Kind::Same(inner) => self.lambda(inner, source),
            Kind::Lambda { parameters, body, value } => {
                let span = expression.span;
                let opened = self.scope.open();
                let arguments = self.parameters_of(parameters.len(), source, span);
                for (parameter, argument) in parameters.iter().zip(arguments) {
                    self.bind(parameter, argument, true);
                }
                let result = self.inner(body, value.as_deref());
                self.nesting -= 1;
                self.scope.close(opened);
                self.terms.wrap(CLOSURE, result, span)
            }
            _ => self.value(expression),
        }
    }

    /// Parameters are identified by nesting depth, so that their names do not matter. The caller closes the depth.
    fn parameters_of(&mut self, count: usize, source: TermId, span: Span) -> Vec<TermId> {
        self.nesting += 1;
        let mut all = Vec::new();
        for at in 0..count {
            let path = format!("each {} {at}", self.nesting);
            let path = self.terms.symbol(&path);
            all.push(self.terms.keep(Term::Part(source, path), span));
        }
        all
    }

    /// Walks a body whose `return` does not end the test.
    pub(super) fn inner(&mut self, body: &'a [Stmt], value: Option<&'a Expr>) -> TermId {
        let verdict = std::mem::replace(&mut self.verdict, Verdict::None);
        let loops = std::mem::take(&mut self.loops);
        self.returns.push(Vec::new());
        let opened = self.scope.open();
        self.statements(body);
        let last = value.map(|value| self.value(value));
        self.scope.close(opened);
        let mut results = self.returns.pop().unwrap_or_default();
        results.extend(last);
        self.loops = loops;
        self.verdict = verdict;
        if results.is_empty() { self.terms.constant("()") } else { self.terms.join(results) }
    }

    /// Walks closures that no call was found for, because they may assert as well.
    pub(super) fn follow_the_rest(&mut self) {
        let mut number = 0;
        while number < self.closures.len() {
            if !self.closures[number].met {
                self.follow_closure(number, &[], Span::default());
            }
            number += 1;
        }
    }
}
