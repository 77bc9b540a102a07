//! Finds properties inside functions, and functions that `given(..)` is applied to.

use super::{
    given::{Arguments, Givens, called_with},
    test::machine_arguments,
};
use ruff_python_ast::{
    self as ast, Expr, Stmt,
    visitor::{self, Visitor},
};

/// A property that was found.
pub(super) enum Property<'b> {
    Decorated(&'b ast::StmtFunctionDef),
    /// A rule or an invariant of a state machine.
    Rule(&'b ast::StmtClassDef, &'b ast::StmtFunctionDef),
    /// `under = given(..)(function)`; the name is the assigned one.
    Called {
        under: Option<&'b str>,
        function: &'b ast::StmtFunctionDef,
        arguments: Arguments,
    },
    Lambda {
        under: Option<&'b str>,
        lambda: &'b ast::ExprLambda,
        arguments: Arguments,
    },
}

/// Finds properties in statements. Named functions are looked up in several bodies, in order.
pub(super) fn properties<'b>(
    statements: &'b [Stmt],
    scopes: [&'b [Stmt]; 2],
    givens: &Givens,
) -> Vec<Property<'b>> {
    let mut search = Search { scopes, givens, class: None, under: None, found: Vec::new() };
    search.visit_body(statements);
    search.found
}

struct Search<'b, 's> {
    scopes: [&'b [Stmt]; 2],
    givens: &'s Givens,
    class: Option<&'b ast::StmtClassDef>,
    /// The name that the current value is assigned to.
    under: Option<&'b str>,
    found: Vec<Property<'b>>,
}

impl<'b> Visitor<'b> for Search<'b, '_> {
    fn visit_stmt(&mut self, stmt: &'b Stmt) {
        match stmt {
            Stmt::FunctionDef(function) if self.givens.is_given(function) => {
                self.found.push(Property::Decorated(function));
            }
            Stmt::FunctionDef(function) if machine_arguments(function).is_some() => {
                self.found.extend(self.class.map(|class| Property::Rule(class, function)));
            }
            Stmt::ClassDef(class) => {
                let outer = self.class.replace(class);
                visitor::walk_stmt(self, stmt);
                self.class = outer;
                return;
            }
            Stmt::Assign(assign) => {
                if let [Expr::Name(name)] = &*assign.targets {
                    self.under = Some(&name.id);
                }
            }
            _ => {}
        }
        visitor::walk_stmt(self, stmt);
        self.under = None;
    }

    fn visit_expr(&mut self, expr: &'b Expr) {
        if let Expr::Call(call) = expr
            && let [called] = &*call.arguments.args
            && let Some(strategies) = self.givens.strategies(&call.func)
        {
            let under = self.under;
            match undecorated(called) {
                Expr::Lambda(lambda) => {
                    let arguments = match &lambda.parameters {
                        Some(parameters) => called_with(parameters, strategies),
                        None => Arguments::default(),
                    };
                    self.found.push(Property::Lambda { under, lambda, arguments });
                }
                Expr::Name(name) => {
                    if let Some(function) = self.scopes.iter().find_map(|it| function(it, &name.id))
                    {
                        let arguments = called_with(&function.parameters, strategies);
                        self.found.push(Property::Called { under, function, arguments });
                    }
                }
                _ => {}
            }
        }
        visitor::walk_expr(self, expr);
    }
}

/// Strips `settings(..)` and similar wrappers.
fn undecorated(called: &Expr) -> &Expr {
    match called {
        Expr::Call(call) if call.func.is_call_expr() && call.arguments.args.len() == 1 => {
            undecorated(&call.arguments.args[0])
        }
        other => other,
    }
}

/// The last function of this name in a body.
fn function<'b>(body: &'b [Stmt], name: &str) -> Option<&'b ast::StmtFunctionDef> {
    let functions = body.iter().filter_map(Stmt::as_function_def_stmt);
    functions.rev().find(|function| function.name.as_str() == name)
}
