//! Finds properties that are passed to a runner inside a function.

use super::{
    expression::{bare, path_text},
    forms::Closure,
    macros, tokens,
};
use crate::ir::Framework;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{
    Block, Expr, ExprCall, ExprClosure, ExprMethodCall, Macro,
    visit::{self, Visit},
};

/// A property found in a body.
pub enum Found<'f> {
    /// `proptest!(|(x in 0..9)| ..)`.
    Proptest(Box<Closure>),
    /// A macro with tests inside a body, by its name.
    Items(String, TokenStream),
    /// A closure whose arguments are generated, or that draws from a handle.
    Closure(Framework, &'f ExprClosure),
    /// A function by its name.
    Named(Framework, String),
}

/// Looks for properties in a body.
pub fn properties(block: &Block) -> Vec<Found<'_>> {
    let mut search = Search { found: Vec::new(), block };
    search.visit_block(block);
    search.found
}

struct Search<'f> {
    found: Vec<Found<'f>>,
    block: &'f Block,
}

impl<'f> Visit<'f> for Search<'f> {
    fn visit_macro(&mut self, call: &'f Macro) {
        let name = macros::name(call);
        if !self.test_macro(&name, &call.tokens) && name != "macro_rules" {
            tokens::each_macro(call.tokens.clone(), &mut |name, group| {
                self.test_macro(&name.to_string(), &group.stream())
            });
        }
    }

    fn visit_expr_call(&mut self, call: &'f ExprCall) {
        if let Expr::Path(path) = bare(&call.func) {
            let text = path_text(&path.path);
            match (text.rsplit("::").next().unwrap_or_default(), call.args.first()) {
                ("quickcheck", Some(property)) => self.property(Framework::QuickCheck, property),
                ("arbtest", Some(property)) => self.property(Framework::Arbtest, property),
                ("hegel", Some(property)) => self.property(Framework::Hegel, property),
                ("new", Some(property)) if text.ends_with("Hegel::new") => {
                    self.property(Framework::Hegel, property);
                }
                _ => {}
            }
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_method_call(&mut self, call: &'f ExprMethodCall) {
        match (call.method.to_string().as_str(), call.args.len()) {
            ("quickcheck" | "quicktest", 1) => self.property(Framework::QuickCheck, &call.args[0]),
            // One of proptest's runners, under any name.
            ("run", 2)
                if mentions(&*call.receiver, "runner") || mentions(self.block, "testrunner") =>
            {
                self.property(Framework::Proptest, &call.args[1]);
            }
            ("run", 1) => match root(&call.receiver) {
                Root::Call(path) if path.ends_with("check") => {
                    self.property(Framework::Disprove, &call.args[0]);
                }
                Root::Call(path) if path.contains("arbtest") => {
                    self.property(Framework::Arbtest, &call.args[0]);
                }
                _ => {}
            },
            ("for_each", 1) if matches!(root(&call.receiver), Root::Macro(name) if name == "check") =>
            {
                self.property(Framework::Bolero, &call.args[0]);
            }
            _ => {}
        }
        visit::visit_expr_method_call(self, call);
    }
}

impl<'f> Search<'f> {
    fn test_macro(&mut self, name: &str, tokens: &TokenStream) -> bool {
        if name.contains("proptest")
            && let Ok(closure) = syn::parse2::<Closure>(tokens.clone())
        {
            self.found.push(Found::Proptest(Box::new(closure)));
            return true;
        }
        if name == "proptest" || name == "quickcheck" {
            self.found.push(Found::Items(name.to_owned(), tokens.clone()));
            return true;
        }
        false
    }

    fn property(&mut self, framework: Framework, property: &'f Expr) {
        match bare(property) {
            Expr::Closure(closure) => self.found.push(Found::Closure(framework, closure)),
            Expr::Path(path) => {
                if let Some(last) = path.path.segments.last() {
                    self.found.push(Found::Named(framework, last.ident.to_string()));
                }
            }
            _ => {}
        }
    }
}

enum Root {
    Call(String),
    Macro(String),
    Other,
}

/// The receiver at the start of a method chain.
fn root(expr: &Expr) -> Root {
    match bare(expr) {
        Expr::MethodCall(call) => root(&call.receiver),
        Expr::Call(call) => match bare(&call.func) {
            Expr::Path(path) => Root::Call(path_text(&path.path)),
            _ => Root::Other,
        },
        Expr::Macro(call) => Root::Macro(macros::name(&call.mac)),
        _ => Root::Other,
    }
}

fn mentions(code: &impl ToTokens, word: &str) -> bool {
    let mut is_it = |name: &str| name.to_lowercase().contains(word);
    tokens::any_ident(code.to_token_stream(), &mut is_it)
}
