//! Lowers statements.

use super::{
    assertion::is_self,
    lowering::{Known, Lowering, at, span},
    path::called,
    refusal::is_idle,
};
use crate::ir::{Arm, Expr, Form, Kind, Loop, Pattern, Stmt, Update};
use ruff_python_ast as ast;
use ruff_text_size::Ranged;

impl Lowering<'_> {
    pub(super) fn body(&mut self, body: &[ast::Stmt]) -> Vec<Stmt> {
        let mut out = Vec::new();
        for statement in body {
            let mut own = Vec::new();
            // Names bound inside the enclosing conditions were written before them.
            let outer = std::mem::take(&mut self.pending);
            self.statement(statement, &mut own);
            out.append(&mut self.pending);
            self.pending = outer;
            out.append(&mut own);
        }
        out
    }

    fn statement(&mut self, statement: &ast::Stmt, out: &mut Vec<Stmt>) {
        match statement {
            ast::Stmt::Assert(inner) => self.assert(inner, out),
            ast::Stmt::Expr(inner) => self.effect(&inner.value, out),
            ast::Stmt::Assign(assign) => self.assign(&assign.targets, &assign.value, out),
            ast::Stmt::AnnAssign(assign) => {
                if let Some(value) = &assign.value {
                    self.assign(std::slice::from_ref(&assign.target), value, out);
                }
            }
            ast::Stmt::AugAssign(assign) => {
                let place = self.place(&assign.target);
                let value = self.expression(&assign.value);
                out.push(Stmt::Update(place, Update::Change, value));
            }
            ast::Stmt::Delete(delete) => {
                for target in delete.targets.iter().filter(|target| !target.is_name_expr()) {
                    let place = self.place(target);
                    let nothing = at(Kind::Literal, target.range());
                    out.push(Stmt::Update(place, Update::Change, nothing));
                }
            }
            ast::Stmt::If(branch) => {
                let statement = self.branch(&branch.test, &branch.body, &branch.elif_else_clauses);
                out.push(statement);
            }
            ast::Stmt::For(each) => {
                let mut places = Vec::new();
                let source = self.iterated(&each.iter);
                let pattern = self.target(&each.target, &mut places);
                let mut body = Vec::new();
                for place in places {
                    body.push(Stmt::Update(place, Update::Store, source.clone()));
                }
                body.append(&mut self.body(&each.body));
                out.push(Stmt::Loop { kind: Loop::For(pattern, source), body });
                out.append(&mut self.body(&each.orelse));
            }
            ast::Stmt::While(each) => {
                let kind = match &*each.test {
                    ast::Expr::BooleanLiteral(always) if always.value => Loop::Forever,
                    test => Loop::While(self.expression(test), None),
                };
                // The condition binds its names again in each iteration.
                let bound = self.pending.clone();
                let mut body = self.body(&each.body);
                body.extend(bound);
                out.push(Stmt::Loop { kind, body });
                out.append(&mut self.body(&each.orelse));
            }
            ast::Stmt::With(with) => self.with(&with.items, &with.body, out),
            ast::Stmt::Match(inner) => {
                let scrutinee = self.expression(&inner.subject);
                let arms = inner.cases.iter().map(|case| self.case(case)).collect();
                out.push(Stmt::Match { scrutinee, arms });
            }
            ast::Stmt::Try(inner) => {
                let body = self.body(&inner.body);
                let handlers = inner.handlers.iter().map(|handler| self.handler(handler)).collect();
                let otherwise = self.body(&inner.orelse);
                let finally = self.body(&inner.finalbody);
                out.push(Stmt::Try { body, handlers, otherwise, finally });
            }
            ast::Stmt::Raise(raise) => self.raise(raise, out),
            ast::Stmt::Return(inner) => {
                if let Some(ast::Expr::Call(call)) = inner.value.as_deref() {
                    out.extend(self.method_helper(call));
                }
                let value = inner.value.as_ref().map(|value| self.expression(value));
                out.push(Stmt::Return(value));
            }
            // A nested property is read separately.
            ast::Stmt::FunctionDef(function) if self.givens.is_given(function) => {}
            ast::Stmt::FunctionDef(function) => {
                out.push(self.definition(function));
            }
            ast::Stmt::ClassDef(class) => {
                let value = at(self.local_class(class), class.range);
                out.push(Stmt::Define(class.name.to_string(), value));
            }
            ast::Stmt::Break(_) => out.push(Stmt::Break),
            ast::Stmt::Continue(_) => out.push(Stmt::Continue),
            ast::Stmt::TypeAlias(_)
            | ast::Stmt::Import(_)
            | ast::Stmt::ImportFrom(_)
            | ast::Stmt::Global(_)
            | ast::Stmt::Nonlocal(_)
            | ast::Stmt::Pass(_)
            | ast::Stmt::IpyEscapeCommand(_) => {}
        }
    }

    fn assert(&mut self, assert: &ast::StmtAssert, out: &mut Vec<Stmt>) {
        let never = match &*assert.test {
            ast::Expr::BooleanLiteral(literal) => !literal.value,
            ast::Expr::NumberLiteral(_) => self.source(assert.test.range()) == "0",
            _ => false,
        };
        if never {
            out.push(Stmt::Fail(span(assert.range)));
            return;
        }
        let form = match self.condition_form(&assert.test) {
            Some(form) => form,
            None => Form::Holds(self.expression(&assert.test)),
        };
        out.push(Stmt::Assert(self.assertion(form, assert.range, Known::default())));
    }

    /// Lowers a nested function.
    pub(super) fn definition(&mut self, function: &ast::StmtFunctionDef) -> Stmt {
        let value = at(self.function(function), function.range);
        Stmt::Define(function.name.to_string(), value)
    }

    pub(super) fn effect(&mut self, value: &ast::Expr, out: &mut Vec<Stmt>) {
        // `assert_equal(a, b), "message"`: someone was used to the statement.
        if let ast::Expr::Tuple(tuple) = value {
            for each in &tuple.elts {
                self.effect(each, out);
            }
            return;
        }
        let inner = match value {
            ast::Expr::Await(inner) => &inner.value,
            other => other,
        };
        if let ast::Expr::Call(call) = inner
            && self.called(call, out)
        {
            return;
        }
        let value = self.expression(value);
        if !is_idle(&value.kind) {
            out.push(Stmt::Effect(value));
        }
    }

    fn assign(
        &mut self,
        targets: &[impl std::borrow::Borrow<ast::Expr>],
        value: &ast::Expr,
        out: &mut Vec<Stmt>,
    ) {
        if let [target] = targets
            && let Some(refusal) = self.bound_refusal(target.borrow(), value)
        {
            out.push(refusal);
            return;
        }
        let inner = match value {
            ast::Expr::Await(inner) => &inner.value,
            other => other,
        };
        if let ast::Expr::Call(call) = inner {
            out.extend(self.method_helper(call));
        }
        let value = self.expression(value);
        for target in targets {
            self.bind(target.borrow(), value.clone(), out);
        }
    }

    /// A method's assertions precede its return value. The engine follows functions where their values are used.
    fn method_helper(&mut self, call: &ast::ExprCall) -> Option<Stmt> {
        if is_self(&call.func) { self.helper(call) } else { None }
    }

    fn branch(
        &mut self,
        test: &ast::Expr,
        body: &[ast::Stmt],
        clauses: &[ast::ElifElseClause],
    ) -> Stmt {
        let condition = self.expression(test);
        let then = self.body(body);
        let otherwise = match clauses {
            [] => Vec::new(),
            [clause, rest @ ..] => match &clause.test {
                Some(test) => vec![self.branch(test, &clause.body, rest)],
                None => self.body(&clause.body),
            },
        };
        Stmt::If { condition, then, otherwise }
    }

    fn case(&mut self, case: &ast::MatchCase) -> Arm {
        let pattern = self.pattern(&case.pattern);
        let guard = case.guard.as_ref().map(|guard| self.expression(guard));
        Arm { pattern, guard, body: self.body(&case.body) }
    }

    fn handler(&mut self, handler: &ast::ExceptHandler) -> Arm {
        let ast::ExceptHandler::ExceptHandler(handler) = handler;
        let pattern = match &handler.name {
            Some(name) => Pattern::Name { name: name.to_string(), mutable: false },
            None => Pattern::Wild,
        };
        Arm { pattern, guard: None, body: self.body(&handler.body) }
    }

    /// Only an `AssertionError` means that the code under test is wrong; the code under test may catch other
    /// exceptions.
    fn raise(&mut self, raise: &ast::StmtRaise, out: &mut Vec<Stmt>) {
        let raised: Option<&ast::Expr> = raise.exc.as_deref();
        match raised.and_then(called) {
            Some("AssertionError") => out.push(Stmt::Fail(span(raise.range))),
            Some("SkipTest" | "Skipped" | "UnsatisfiedAssumption") => out.push(Stmt::Discard),
            _ => {
                let value: Option<Expr> = raised.map(|value| self.expression(value));
                out.push(Stmt::Return(value));
            }
        }
    }
}
