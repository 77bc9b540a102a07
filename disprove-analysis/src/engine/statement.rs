//! Walks statements.

use std::rc::Rc;

use super::{
    drawing::is_draw,
    ending::Ending,
    evaluation::CONDITION,
    judgment::Mode,
    names::Names,
    scope::State,
    term::TermId,
    walk::{DEEPEST, Walk},
};
use crate::ir::{Arm, Expr, Loop, Pattern, Place, Span, Stmt, Update, Verdict};

impl<'a> Walk<'a> {
    /// Walks a block with its own scope. Returns whether its end is reached.
    pub(super) fn block(&mut self, body: &'a [Stmt]) -> bool {
        let opened = self.scope.open();
        let reached = self.statements(body);
        if self.has_block_scope() {
            self.scope.close(opened);
        }
        reached
    }

    /// Walks statements in order, including unreachable ones, because they may assert as well.
    pub(super) fn statements(&mut self, body: &'a [Stmt]) -> bool {
        if self.depth >= DEEPEST {
            return true;
        }
        self.depth += 1;
        let mut reached = true;
        for statement in body {
            reached &= self.statement(statement);
        }
        self.depth -= 1;
        reached
    }

    fn statement(&mut self, statement: &'a Stmt) -> bool {
        match statement {
            Stmt::Bind { pattern, value, fresh } => self.bind_statement(pattern, value, *fresh),
            Stmt::BindOrElse { pattern, value, otherwise } => {
                let bound = self.value(value);
                if Ending::of(otherwise) == Ending::Fails {
                    self.assert_pattern(pattern, bound, true, value.span);
                }
                let entry = self.scope.state.clone();
                self.block(otherwise);
                self.scope.state = entry;
                self.bind(pattern, bound, true);
                self.tie(pattern, value);
            }
            Stmt::Update(place, update, value) => self.update(place, *update, value),
            Stmt::Effect(value) => {
                self.effect(value);
                return Ending::value(value) == Ending::Other;
            }
            Stmt::If { condition, then, otherwise } => {
                return self.branch(condition, then, otherwise);
            }
            Stmt::Match { scrutinee, arms } => return self.arms(scrutinee, arms),
            Stmt::Loop { kind, body } => self.cycle(kind, body),
            Stmt::Try { body, handlers, otherwise, finally } => {
                return self.attempt(body, handlers, otherwise, finally);
            }
            Stmt::Block(body) => return self.block(body),
            Stmt::Define(name, value) => {
                let value = self.value(value);
                if self.has_block_scope() {
                    self.declare(name, false, value);
                } else {
                    self.assign(name, value);
                }
            }
            Stmt::Assert(assertion) => self.assert(assertion),
            Stmt::Assume(condition) => {
                self.value(condition);
            }
            Stmt::Return(value) => {
                if let Some(value) = value {
                    self.returned(value);
                }
                return false;
            }
            Stmt::Fail(_) | Stmt::Discard => return false,
            Stmt::Break | Stmt::Continue => {
                let state = self.scope.state.clone();
                if let Some(ends) = self.loops.last_mut() {
                    ends.push(state);
                }
                return false;
            }
        }
        true
    }

    fn bind_statement(&mut self, pattern: &'a Pattern, value: &'a Expr, fresh: bool) {
        if self.mode == Mode::Refined && is_draw(value) {
            self.bind_drawn(pattern, value, fresh);
            return;
        }
        let bound = self.value(value);
        self.bind(pattern, bound, fresh);
        self.tie(pattern, value);
    }

    fn update(&mut self, place: &'a Place, update: Update, value: &'a Expr) {
        let mut parts = Vec::new();
        for read in &place.reads {
            parts.push(self.value(read));
        }
        parts.push(self.value(value));
        let Some(name) = &place.name else { return };
        let symbol = self.terms.symbol(name);
        let Some(variable) = self.scope.find(symbol) else { return };
        if let Some(old) = self.scope.value(variable) {
            parts.insert(0, old);
        }
        let operation = match update {
            Update::Store => "store",
            Update::Change => "change",
        };
        let new = match self.mode {
            Mode::Refined => self.terms.node(operation, parts, value.span),
            Mode::Paper => self.terms.group(parts, value.span),
        };
        if place.part {
            self.write_through(variable, new, value.span);
        } else {
            self.scope.write(variable, new);
        }
    }

    /// A test that returns a bool asserts the value.
    fn returned(&mut self, value: &'a Expr) {
        if self.verdict == Verdict::ReturnBool {
            self.assert_condition(value, true);
            return;
        }
        let value = self.value(value);
        if let Some(results) = self.returns.last_mut() {
            results.push(value);
        }
    }

    fn branch(&mut self, condition: &'a Expr, then: &'a [Stmt], otherwise: &'a [Stmt]) -> bool {
        let ending = Ending::of(then);
        let other = Ending::of(otherwise);
        let fails = (ending == Ending::Fails, other == Ending::Fails);
        let condition = if fails.0 == fails.1 {
            self.value(condition)
        } else {
            self.assert_condition(condition, fails.1)
        };
        let entry = self.scope.state.clone();
        let mut ends = Vec::new();
        for body in [then, otherwise] {
            self.scope.state.clone_from(&entry);
            if self.block(body) {
                self.implicit_flow(body, condition);
                ends.push(self.scope.state.clone());
            }
        }
        self.join(&entry, ends, Some(condition))
    }

    fn arms(&mut self, scrutinee: &'a Expr, arms: &'a [Arm]) -> bool {
        let value = self.value(scrutinee);
        let heads = arms.iter().map(|arm| (&arm.pattern, arm.guard.as_ref()));
        let entered = self.enter_arms(heads, scrutinee, value);
        let mut outcomes = Vec::new();
        for (arm, entered) in arms.iter().zip(&entered) {
            let fails = Ending::of(&arm.body) == Ending::Fails;
            outcomes.push((&arm.pattern, entered.guard, fails));
        }
        self.assert_arms(&outcomes, value, scrutinee.span);
        let entry = self.scope.state.clone();
        let mut ends = Vec::new();
        for (arm, entered) in arms.iter().zip(entered) {
            if self.in_arm(entered, |walk| walk.statements(&arm.body)) {
                self.implicit_flow(&arm.body, value);
                ends.push(self.scope.state.clone());
            }
        }
        self.join(&entry, ends, Some(value))
    }

    /// Returns whether the following code is reached.
    fn join(&mut self, entry: &State, mut ends: Vec<State>, condition: Option<TermId>) -> bool {
        let reached = !ends.is_empty();
        if self.mode == Mode::Paper {
            // Facts only grow: those of the entry stay.
            ends.push(entry.clone());
        }
        let condition = condition
            .filter(|_| self.mode == Mode::Refined)
            .map(|condition| self.terms.wrap(CONDITION, condition, Span::default()));
        self.scope.join(&mut self.terms, entry, &ends, condition);
        reached
    }

    /// In `paper` mode a condition influences every bound name that occurs in the code it controls.
    fn implicit_flow(&mut self, body: &'a [Stmt], condition: TermId) {
        if self.mode == Mode::Refined {
            return;
        }
        for name in Names::of(body) {
            let symbol = self.terms.symbol(name);
            let Some(variable) = self.scope.find(symbol) else { continue };
            if let Some(value) = self.scope.value(variable) {
                let value = self.terms.group(vec![value, condition], Span::default());
                self.scope.write(variable, value);
            }
        }
    }

    /// Walks a loop once without recording, to learn what it writes, and again with loop heads for those variables.
    fn cycle(&mut self, kind: &'a Loop, body: &'a [Stmt]) {
        let source = match kind {
            Loop::For(_, source) => Some(self.source(source)),
            _ => None,
        };
        let site = self.site();
        let entry = self.scope.state.clone();
        let was_silent = std::mem::replace(&mut self.silent, true);
        let (ends, condition) = self.round(kind, body, source, site);
        self.silent = was_silent;
        let mut ends = ends;
        ends.push(entry.clone());
        self.scope.join(&mut self.terms, &entry, &ends, condition);
        if was_silent {
            return;
        }
        let changed = self.scope.changed(&entry);
        self.scope.state = entry;
        let mut heads = Vec::new();
        for (variable, old) in changed {
            let head = self.terms.head(old);
            self.scope.write(variable, head);
            heads.push((variable, head));
        }
        let start = self.scope.state.clone();
        let (ends, condition) = self.round(kind, body, source, site);
        for end in ends {
            self.scope.state = end;
            for (variable, head) in &heads {
                if let Some(value) = self.scope.value(*variable) {
                    self.terms.back(*head, value);
                }
            }
        }
        // The number of writes depends on the iterated collection.
        if let Some(condition) = condition {
            let condition = self.terms.wrap(CONDITION, condition, Span::default());
            for (_, head) in &heads {
                self.terms.back(*head, condition);
            }
        }
        // In Python, names created in the loop stay in scope with their last values.
        let mut state = start;
        if let Some(made) = self.scope.state.get(state.len()..) {
            Rc::make_mut(&mut state).extend_from_slice(made);
        }
        self.scope.state = state;
    }

    /// Walks one iteration: returns the states at its end, and the condition for another iteration.
    fn round(
        &mut self,
        kind: &'a Loop,
        body: &'a [Stmt],
        source: Option<TermId>,
        site: TermId,
    ) -> (Vec<State>, Option<TermId>) {
        let opened = self.scope.open();
        let fresh = self.has_block_scope();
        let condition = match kind {
            Loop::For(pattern, over) => {
                if let Some(source) = source {
                    let each = self.element(source, site);
                    self.bind(pattern, each, fresh);
                    self.tie_elements(pattern, over);
                }
                source
            }
            Loop::While(condition, pattern) => {
                let value = self.value(condition);
                if let Some(pattern) = pattern {
                    self.bind(pattern, value, fresh);
                    self.tie(pattern, condition);
                }
                Some(value)
            }
            Loop::Forever => None,
        };
        self.loops.push(Vec::new());
        let reached = self.statements(body);
        if let Some(condition) = condition {
            self.implicit_flow(body, condition);
        }
        let mut ends = self.loops.pop().unwrap_or_default();
        if reached {
            ends.push(self.scope.state.clone());
        }
        if self.has_block_scope() {
            self.scope.close(opened);
        }
        (ends, condition)
    }

    /// Walks Python's `try`.
    fn attempt(
        &mut self,
        body: &'a [Stmt],
        handlers: &'a [Arm],
        otherwise: &'a [Stmt],
        finally: &'a [Stmt],
    ) -> bool {
        let entry = self.scope.state.clone();
        let read_before = self.reads.len();
        let mut reached = self.statements(body);
        let refused = [body, otherwise].iter().any(|part| Ending::of(part) == Ending::Fails);
        if refused && !handlers.is_empty() {
            let reads = self.reads[read_before..].to_vec();
            let span = body.iter().find_map(span_of).unwrap_or_default();
            self.assert_refusal(reads, span);
        }
        let after = self.scope.state.clone();
        if reached {
            reached = self.statements(otherwise);
        }
        let mut ends = Vec::new();
        if reached {
            ends.push(self.scope.state.clone());
        }
        let mut start = entry.clone();
        if !handlers.is_empty() {
            self.scope.join(&mut self.terms, &entry, &[entry.clone(), after], None);
            start.clone_from(&self.scope.state);
        }
        for handler in handlers {
            self.scope.state.clone_from(&start);
            let unknown = self.terms.constant("the exception");
            let caught = self.terms.group(
                [unknown].into_iter().chain(self.reads[read_before..].iter().copied()).collect(),
                Span::default(),
            );
            self.bind(&handler.pattern, caught, false);
            if self.statements(&handler.body) {
                ends.push(self.scope.state.clone());
            }
        }
        let reached = self.join(&entry, ends, None);
        self.statements(finally) && reached
    }
}

/// The position of a statement, if it has an expression.
fn span_of(statement: &Stmt) -> Option<Span> {
    match statement {
        Stmt::Bind { value, .. } | Stmt::Effect(value) | Stmt::Update(_, _, value) => {
            Some(value.span)
        }
        Stmt::Assert(assertion) => Some(assertion.span),
        Stmt::Fail(span) => Some(*span),
        _ => None,
    }
}
