//! Finds the functions that a file defines.

use super::path::{called, dotted};
use crate::{
    definition::{Definition, Definitions},
    lines::Lines,
};
use ruff_python_ast::{
    self as ast, Expr, Stmt,
    visitor::{self, Visitor},
};
use ruff_text_size::Ranged;

/// Exceptions that do not refuse an input.
const NO_REFUSALS: [&str; 3] = ["NotImplementedError", "StopIteration", "AssertionError"];

/// Collects the functions and methods of a file, and what it imports.
pub(super) fn definitions(body: &[Stmt], text: &str) -> Definitions {
    let mut finder = Finder { lines: Lines::new(text), text, found: Definitions::default() };
    finder.body(body, None);
    finder.found
}

struct Finder<'t> {
    lines: Lines<'t>,
    text: &'t str,
    found: Definitions,
}

impl Finder<'_> {
    fn body(&mut self, body: &[Stmt], class: Option<&str>) {
        for statement in body {
            match statement {
                Stmt::FunctionDef(function) => self.function(function, class),
                Stmt::ClassDef(inner) if class.is_none() => {
                    if is_private(&inner.name) {
                        continue;
                    }
                    self.body(&inner.body, Some(&inner.name));
                }
                Stmt::If(branch) => {
                    self.body(&branch.body, class);
                    for clause in &branch.elif_else_clauses {
                        self.body(&clause.body, class);
                    }
                }
                Stmt::Try(inner) => self.body(&inner.body, class),
                Stmt::ImportFrom(import) => {
                    // The dots of a relative import remain.
                    let dots = ".".repeat(import.level as usize);
                    let module = import.module.as_ref().map(ToString::to_string);
                    let from = format!("{dots}{}", module.unwrap_or_default());
                    for name in &import.names {
                        let bound = name.asname.as_ref().unwrap_or(&name.name);
                        self.found
                            .imports
                            .insert(bound.to_string(), format!("{from}.{}", name.name));
                    }
                }
                Stmt::Import(import) => {
                    for name in &import.names {
                        let path = name.name.to_string();
                        let first = path.split('.').next().unwrap_or(&path).to_owned();
                        let bound = name.asname.as_ref().map(ToString::to_string);
                        self.found.imports.insert(bound.unwrap_or(first), path);
                    }
                }
                _ => {}
            }
        }
    }

    fn function(&mut self, function: &ast::StmtFunctionDef, class: Option<&str>) {
        let name = function.name.to_string();
        if is_private(&name) {
            self.found.private.insert(name);
            return;
        }
        let line = |at: &dyn Ranged| self.lines.place(at.range().start().into()).0;
        let mut raises = Raises { found: None };
        raises.visit_body(&function.body);
        let refusal = raises.found.map(|(what, at)| {
            let line = self.lines.place(at).0;
            format!("raises `{what}` in line {line}")
        });
        let head = usize::from(function.name.range().start())
            ..usize::from(function.parameters.range().end());
        let head = self.text.get(head).unwrap_or_default();
        let head = head.split_whitespace().collect::<Vec<_>>().join(" ");
        self.found.functions.push(Definition {
            name,
            owner: class.map(str::to_owned),
            is_method: class.is_some(),
            is_open: true,
            line: line(&function.name),
            signature: format!("def {head}"),
            refusal,
            ..Definition::default()
        });
    }
}

fn is_private(name: &str) -> bool {
    name.starts_with('_') && !(name.starts_with("__") && name.ends_with("__"))
}

/// Finds the first `raise` that refuses an input.
struct Raises {
    found: Option<(String, u32)>,
}

impl<'a> Visitor<'a> for Raises {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            // Those of nested functions are raised elsewhere.
            Stmt::FunctionDef(_) | Stmt::ClassDef(_) => return,
            Stmt::Raise(raise) if self.found.is_none() => {
                let raised: Option<&Expr> = raise.exc.as_deref();
                let name = raised.and_then(called).filter(|name| !NO_REFUSALS.contains(name));
                // `raise error` raises something caught.
                if let (Some(name), Some(raised)) = (name, raised)
                    && name.starts_with(char::is_uppercase)
                {
                    let whole = match raised {
                        Expr::Call(call) => dotted(&call.func),
                        other => dotted(other),
                    };
                    let what = whole.unwrap_or_else(|| name.to_owned());
                    self.found = Some((what, raise.range.start().into()));
                }
            }
            _ => {}
        }
        visitor::walk_stmt(self, stmt);
    }
}
