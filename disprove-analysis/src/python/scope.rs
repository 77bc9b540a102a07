//! The names that a function binds, and those that code reads.

use ruff_python_ast::{
    Comprehension, ExceptHandler, Expr, Parameters, Pattern, Stmt,
    visitor::{self, Visitor},
};
use std::collections::HashSet;

/// All names bound in a function, including those of nested functions.
///
/// Nested scopes are not distinguished: the set only decides whether `x.f()` is a method of a value or a function of a
/// module. A name with both meanings in one test is rare.
#[derive(Default)]
pub(super) struct Bound(HashSet<String>);

impl Bound {
    pub(super) fn of(parameters: Option<&Parameters>, body: &[Stmt]) -> Bound {
        let mut bound = Bound::default();
        if let Some(parameters) = parameters {
            bound.visit_parameters(parameters);
        }
        bound.visit_body(body);
        bound
    }

    /// The names of a lambda.
    pub(super) fn of_value(parameters: Option<&Parameters>, value: &Expr) -> Bound {
        let mut bound = Bound::of(parameters, &[]);
        bound.visit_expr(value);
        bound
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.0.contains(name)
    }

    pub(super) fn add(&mut self, name: &str) {
        if !self.0.contains(name) {
            self.0.insert(name.to_owned());
        }
    }

    fn target(&mut self, target: &Expr) {
        match target {
            Expr::Name(name) => self.add(&name.id),
            Expr::Tuple(tuple) => tuple.elts.iter().for_each(|part| self.target(part)),
            Expr::List(list) => list.elts.iter().for_each(|part| self.target(part)),
            Expr::Starred(starred) => self.target(&starred.value),
            _ => {}
        }
    }
}

impl<'a> Visitor<'a> for Bound {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::FunctionDef(function) => self.add(&function.name),
            Stmt::ClassDef(class) => self.add(&class.name),
            Stmt::Assign(assign) => assign.targets.iter().for_each(|target| self.target(target)),
            Stmt::AnnAssign(assign) => self.target(&assign.target),
            Stmt::AugAssign(assign) => self.target(&assign.target),
            Stmt::For(each) => self.target(&each.target),
            Stmt::With(with) => {
                for item in &with.items {
                    if let Some(target) = &item.optional_vars {
                        self.target(target);
                    }
                }
            }
            _ => {}
        }
        visitor::walk_stmt(self, stmt);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Named(named) => self.target(&named.target),
            Expr::Lambda(lambda) => {
                if let Some(parameters) = &lambda.parameters {
                    self.visit_parameters(parameters);
                }
            }
            _ => {}
        }
        visitor::walk_expr(self, expr);
    }

    fn visit_parameters(&mut self, parameters: &'a Parameters) {
        for parameter in parameters {
            self.add(parameter.name());
        }
    }

    fn visit_comprehension(&mut self, comprehension: &'a Comprehension) {
        self.target(&comprehension.target);
        visitor::walk_comprehension(self, comprehension);
    }

    fn visit_except_handler(&mut self, handler: &'a ExceptHandler) {
        let ExceptHandler::ExceptHandler(inner) = handler;
        if let Some(name) = &inner.name {
            self.add(name);
        }
        visitor::walk_except_handler(self, handler);
    }

    fn visit_pattern(&mut self, pattern: &'a Pattern) {
        match pattern {
            Pattern::MatchAs(inner) => inner.name.iter().for_each(|name| self.add(name)),
            Pattern::MatchStar(inner) => inner.name.iter().for_each(|name| self.add(name)),
            Pattern::MatchMapping(inner) => inner.rest.iter().for_each(|name| self.add(name)),
            _ => {}
        }
        visitor::walk_pattern(self, pattern);
    }
}

/// The names that code mentions, each once, in source order.
#[derive(Default)]
pub(super) struct Read(Vec<String>);

impl Read {
    pub(super) fn in_body(body: &[Stmt]) -> Vec<String> {
        let mut read = Read::default();
        read.visit_body(body);
        read.0
    }

    pub(super) fn in_expression(expression: &Expr) -> Vec<String> {
        let mut read = Read::default();
        read.visit_expr(expression);
        read.0
    }
}

impl<'a> Visitor<'a> for Read {
    fn visit_expr(&mut self, expr: &'a Expr) {
        if let Expr::Name(name) = expr
            && !self.0.iter().any(|known| known == name.id.as_str())
        {
            self.0.push(name.id.to_string());
        }
        visitor::walk_expr(self, expr);
    }
}
