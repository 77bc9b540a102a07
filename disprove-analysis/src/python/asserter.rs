//! Finds functions of the file that are not tests and contain assertions.

use super::{
    assertion::{is_assertion_name, is_fail},
    path::{called, last},
};
use ruff_python_ast::{
    self as ast, Expr, Stmt,
    visitor::{self, Visitor},
};
use std::collections::HashMap;

/// The functions and methods of a file by name (`Class.method`).
#[derive(Default)]
pub(super) struct Helpers {
    known: HashMap<String, Helper>,
    /// The full names of methods by their short names.
    methods: HashMap<String, Vec<String>>,
    /// The base classes of each class, as far as they are names.
    bases: HashMap<String, Vec<String>>,
}

struct Helper {
    asserts: bool,
    calls: Vec<String>,
}

impl Helpers {
    /// Collects all top-level functions and methods that are not tests by name or decorator.
    pub(super) fn of(body: &[Stmt]) -> Helpers {
        let mut helpers = Helpers::default();
        helpers.collect(body, None);
        helpers.spread();
        helpers
    }

    fn collect(&mut self, body: &[Stmt], class: Option<&str>) {
        for statement in body {
            match statement {
                Stmt::FunctionDef(function) => self.add(function, class),
                Stmt::ClassDef(inner) => {
                    let bases = inner.arguments.iter().flat_map(|all| &all.args);
                    let bases = bases.filter_map(last).map(ToOwned::to_owned).collect();
                    self.bases.insert(inner.name.to_string(), bases);
                    self.collect(&inner.body, Some(&inner.name));
                }
                Stmt::If(branch) => {
                    self.collect(&branch.body, class);
                    for clause in &branch.elif_else_clauses {
                        self.collect(&clause.body, class);
                    }
                }
                Stmt::Try(inner) => self.collect(&inner.body, class),
                _ => {}
            }
        }
    }

    fn add(&mut self, function: &ast::StmtFunctionDef, class: Option<&str>) {
        let mut found = Found::default();
        found.visit_body(&function.body);
        let own = function.name.to_string();
        let full = class.map_or_else(|| own.clone(), |class| format!("{class}.{own}"));
        if class.is_some() {
            self.methods.entry(own).or_default().push(full.clone());
        }
        self.known.insert(full, Helper { asserts: found.asserts, calls: found.calls });
    }

    /// A function that calls a helper is a helper.
    fn spread(&mut self) {
        loop {
            let mut more = Vec::new();
            for (name, helper) in &self.known {
                let class = name.split_once('.').map(|(class, _)| class);
                if !helper.asserts
                    && helper.calls.iter().any(|call| self.find(call, class).is_some())
                {
                    more.push(name.clone());
                }
            }
            if more.is_empty() {
                return;
            }
            for name in more {
                self.known.get_mut(&name).expect("it was found there").asserts = true;
            }
        }
    }

    /// The full name of the helper that a call means: `check`, `self.check`.
    pub(super) fn find(&self, call: &str, class: Option<&str>) -> Option<&str> {
        let full = match call.rsplit_once('.') {
            None => call.to_owned(),
            Some(("self" | "cls", method)) => {
                let of_class = |class: &str| Some(format!("{class}.{method}"));
                let own = class.and_then(of_class).filter(|name| self.known.contains_key(name));
                own.or_else(|| self.inherited(method, class?))?
            }
            Some(_) => call.to_owned(),
        };
        let (name, helper) = self.known.get_key_value(&full)?;
        helper.asserts.then_some(name.as_str())
    }

    fn inherited(&self, method: &str, class: &str) -> Option<String> {
        // Visits each class once: files that nobody runs may contain inheritance cycles.
        let mut classes: Vec<&str> = vec![class];
        let mut next = 0;
        while let Some(class) = classes.get(next) {
            next += 1;
            for base in self.bases.get(*class).into_iter().flatten() {
                let name = format!("{base}.{method}");
                if self.known.contains_key(&name) {
                    return Some(name);
                }
                if !classes.contains(&base.as_str()) {
                    classes.push(base);
                }
            }
        }
        // A mixin does not derive from the classes it calls.
        match self.methods.get(method).map(Vec::as_slice) {
            Some([only]) => Some(only.clone()),
            _ => None,
        }
    }

    /// Whether something of this name is defined in the file.
    pub(super) fn defines(&self, call: &str, class: Option<&str>) -> bool {
        match call.rsplit_once('.') {
            None => self.known.contains_key(call),
            Some(("self" | "cls", method)) => {
                class.is_some_and(|class| self.known.contains_key(&format!("{class}.{method}")))
                    || self.methods.contains_key(method)
            }
            Some(_) => self.known.contains_key(call),
        }
    }

    /// Whether the function of this full name contains assertions.
    pub(super) fn holds(&self, full: &str) -> bool {
        self.known.get(full).is_some_and(|helper| helper.asserts)
    }
}

/// Whether one of the decorators has this name.
pub(super) fn is_decorated(function: &ast::StmtFunctionDef, names: &[&str]) -> bool {
    let mut all = function.decorator_list.iter().filter_map(|each| called(&each.expression));
    all.any(|name| names.contains(&name))
}

/// Finds whether a body asserts something, and what it calls.
#[derive(Default)]
struct Found {
    asserts: bool,
    calls: Vec<String>,
}

impl<'a> Visitor<'a> for Found {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::Assert(_) => self.asserts = true,
            // A nested function may never be called.
            Stmt::FunctionDef(_) | Stmt::ClassDef(_) => return,
            _ => {}
        }
        visitor::walk_stmt(self, stmt);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        if let Expr::Call(call) = expr {
            self.asserts |= is_fail(call) || last(&call.func).is_some_and(is_assertion_name);
            self.calls.extend(super::path::dotted(&call.func));
        }
        visitor::walk_expr(self, expr);
    }
}
