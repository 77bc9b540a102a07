//! Properties that a function passes to a runner, as closures or by name.

use super::{
    expression::bare,
    framework::Marks,
    outcome::Outcome,
    pattern::pattern,
    runner::{self, Found},
    tokens,
    walk::{Draft, Walker, arguments, leaves},
};
use crate::ir::{Framework, Hidden, Pattern};
use quote::ToTokens;
use syn::{Block, Expr, Item, ItemFn, Pat, Stmt, spanned::Spanned};

impl Walker<'_> {
    /// Adds the properties that a function passes to a runner. Returns whether there are any.
    pub fn properties(
        &mut self,
        name: &str,
        marks: Marks,
        block: &Block,
        scopes: &[&[Item]],
    ) -> bool {
        let before = self.file.tests.len();
        for found in runner::properties(block) {
            match found {
                Found::Proptest(closure) => {
                    let arguments: Vec<_> = closure.arguments.iter().map(pattern).collect();
                    let body = within(block, as_block(&closure.body), &arguments);
                    self.test(Draft {
                        name: name.to_owned(),
                        at: closure.body.span(),
                        whole: self.origin.span(&closure.body),
                        framework: Framework::Proptest,
                        arguments,
                        handle: None,
                        outcome: Outcome::Result,
                        body: &body,
                        should_fail: marks.should_panic,
                    });
                }
                Found::Items(kind, tokens) => self.test_items(&kind, &tokens),
                Found::Closure(framework, closure) => {
                    self.closure(name, marks, framework, closure, block);
                }
                Found::Named(framework, property) => {
                    self.named(name, marks, framework, &property, block, scopes);
                }
            }
        }
        self.file.tests.len() > before
    }

    fn closure(
        &mut self,
        name: &str,
        marks: Marks,
        framework: Framework,
        closure: &syn::ExprClosure,
        around: &Block,
    ) {
        let draws = matches!(framework, Framework::Arbtest | Framework::Hegel);
        let arguments: Vec<Pattern> = closure.inputs.iter().map(pattern).collect();
        let handle = if draws { leaves(&arguments).pop() } else { None };
        let body = within(around, as_block(&closure.body), &arguments);
        let outcome = match Outcome::of(&closure.output) {
            Outcome::Unit => Outcome::of_body(&closure.body),
            written => written,
        };
        self.test(Draft {
            name: name.to_owned(),
            at: closure.span(),
            whole: self.origin.span(closure),
            framework,
            arguments: if draws { Vec::new() } else { arguments },
            handle,
            outcome,
            body: &body,
            should_fail: marks.should_panic,
        });
    }

    /// Finds a property by its name: in the enclosing function, then in the modules from the inside out.
    fn named(
        &mut self,
        name: &str,
        marks: Marks,
        framework: Framework,
        property: &str,
        block: &Block,
        scopes: &[&[Item]],
    ) {
        for statement in &block.stmts {
            match statement {
                Stmt::Item(Item::Fn(function)) if function.sig.ident == property => {
                    return self.named_function(name, marks, framework, function, block);
                }
                Stmt::Local(local) => {
                    if let (Pat::Ident(ident), Some(init)) = (&local.pat, &local.init)
                        && ident.ident == property
                        && let Expr::Closure(closure) = bare(&init.expr)
                    {
                        return self.closure(name, marks, framework, closure, block);
                    }
                }
                _ => {}
            }
        }
        for items in scopes.iter().rev() {
            for item in *items {
                if let Item::Fn(function) = item
                    && function.sig.ident == property
                {
                    let nothing = Block { brace_token: block.brace_token, stmts: Vec::new() };
                    return self.named_function(name, marks, framework, function, &nothing);
                }
            }
        }
        // A parameter of a helper, or a function of another file.
        let line = self.origin.place(block).line;
        let what = format!("the property `{property}`, which is not in this file");
        self.file.hidden.push(Hidden { line, what });
    }

    fn named_function(
        &mut self,
        name: &str,
        marks: Marks,
        framework: Framework,
        function: &ItemFn,
        around: &Block,
    ) {
        let (arguments, handle) = arguments(&function.sig, framework);
        let body = within(around, (*function.block).clone(), &arguments);
        self.test(Draft {
            name: name.to_owned(),
            at: function.sig.ident.span(),
            whole: self.origin.span(function),
            framework,
            arguments,
            handle,
            outcome: Outcome::of(&function.sig.output),
            body: &body,
            should_fail: marks.should_panic,
        });
    }
}

/// A body together with the functions and closures defined around it.
fn within(around: &Block, mut body: Block, arguments: &[Pattern]) -> Block {
    let hidden = leaves(arguments);
    let read = tokens::names(body.to_token_stream());
    let mut seen: Vec<Stmt> = Vec::new();
    for statement in &around.stmts {
        let name = match statement {
            Stmt::Item(Item::Fn(function)) => function.sig.ident.to_string(),
            Stmt::Local(local) => match (&local.pat, &local.init) {
                (Pat::Ident(ident), Some(init)) if matches!(&*init.expr, Expr::Closure(_)) => {
                    ident.ident.to_string()
                }
                _ => continue,
            },
            _ => continue,
        };
        if read.contains(&name) && !hidden.contains(&name) {
            seen.push(statement.clone());
        }
    }
    body.stmts.splice(0..0, seen);
    body
}

fn as_block(expr: &Expr) -> Block {
    match expr {
        Expr::Block(block) => block.block.clone(),
        other => Block {
            brace_token: syn::token::Brace::default(),
            stmts: vec![Stmt::Expr(other.clone(), None)],
        },
    }
}
