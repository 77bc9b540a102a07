//! Finds functions and macros of the file that assert something for its tests.

use super::{framework::marks, machine::type_name, outcome::Outcome, tokens};
use crate::ir::Scopes;
use proc_macro2::TokenStream;
use quote::ToTokens;
use std::collections::BTreeSet;
use syn::{Block, ImplItem, Item, ItemMacro, Signature};

/// A function that may be a helper.
pub struct Candidate<'f> {
    /// The enclosing modules and type.
    path: Vec<String>,
    pub name: String,
    /// The type, if it is a method.
    pub of_type: Option<String>,
    pub signature: &'f Signature,
    pub block: &'f Block,
}

/// The functions, methods and macros of a file that assert something, or call others that do.
#[derive(Debug, Default)]
pub struct Asserters {
    /// Functions and methods by their full names.
    pub functions: BTreeSet<String>,
    /// The names of those that have a receiver.
    pub methods: BTreeSet<String>,
    pub macros: BTreeSet<String>,
}

impl Asserters {
    /// Whether it contains what a call inside a module or type means, written as [`tokens::calls`] does.
    pub fn contains(&self, call: &str, inside: &str, scopes: &Scopes) -> bool {
        if let Some(name) = call.strip_suffix('!') {
            return self.macros.contains(name);
        }
        if let Some(name) = call.strip_prefix('.') {
            return self.methods.contains(name);
        }
        scopes.resolve(inside, call).is_some_and(|full| self.functions.contains(full))
    }

    fn add(&mut self, own: &Own<'_>) {
        match own {
            Own::Function(candidate) => {
                if candidate.signature.receiver().is_some() {
                    self.methods.insert(candidate.name.clone());
                }
                self.functions.insert(candidate.full_name());
            }
            Own::Macro(name) => {
                self.macros.insert(name.clone());
            }
        }
    }
}

/// What a body belongs to.
enum Own<'c> {
    Function(&'c Candidate<'c>),
    Macro(String),
}

impl Candidate<'_> {
    /// The enclosing module or type.
    pub fn inside(&self) -> String {
        self.path.join("::")
    }

    pub fn full_name(&self) -> String {
        let mut path = self.path.clone();
        path.push(self.name.clone());
        path.join("::")
    }
}

/// Functions beside tests. Code under test asserts as well, but those assertions do not count for its callers.
pub fn candidates(items: &[Item]) -> Vec<Candidate<'_>> {
    let mut found = Vec::new();
    gather(items, &[], false, &mut found);
    found
}

fn gather<'f>(items: &'f [Item], path: &[String], in_tests: bool, found: &mut Vec<Candidate<'f>>) {
    let within = |name: String| path.iter().cloned().chain([name]).collect::<Vec<_>>();
    let in_tests = in_tests || items.iter().any(holds_tests);
    for item in items {
        match item {
            Item::Fn(function) => {
                let marks = marks(&function.attrs);
                let named = function.sig.ident.to_string();
                if marks.framework.is_none()
                    && (in_tests || marks.test_only || named.starts_with("assert_"))
                {
                    found.push(Candidate {
                        path: path.to_vec(),
                        name: named,
                        of_type: None,
                        signature: &function.sig,
                        block: &function.block,
                    });
                }
            }
            Item::Impl(block) => {
                let marks = marks(&block.attrs);
                for inner in &block.items {
                    if let ImplItem::Fn(method) = inner
                        && (in_tests || marks.test_only)
                        && block.trait_.is_none()
                        && marks.framework.is_none()
                    {
                        found.push(Candidate {
                            path: within(type_name(&block.self_ty).unwrap_or_default()),
                            name: method.sig.ident.to_string(),
                            of_type: type_name(&block.self_ty),
                            signature: &method.sig,
                            block: &method.block,
                        });
                    }
                }
            }
            Item::Mod(module) => {
                if let Some((_, items)) = &module.content {
                    let in_tests = in_tests || marks(&module.attrs).test_only;
                    gather(items, &within(module.ident.to_string()), in_tests, found);
                }
            }
            _ => {}
        }
    }
}

fn holds_tests(item: &Item) -> bool {
    match item {
        Item::Fn(function) => marks(&function.attrs).framework.is_some(),
        Item::Macro(call) => call
            .mac
            .path
            .segments
            .last()
            .is_some_and(|last| last.ident == "proptest" || last.ident == "quickcheck"),
        _ => false,
    }
}

/// The candidates and macros that assert, or call others that do.
pub fn asserting(
    candidates: &[Candidate],
    macros: &[(String, &ItemMacro)],
    scopes: &Scopes,
) -> Asserters {
    let mut bodies: Vec<(Own<'_>, String, TokenStream)> = Vec::new();
    for candidate in candidates {
        let body = candidate.block.to_token_stream();
        bodies.push((Own::Function(candidate), candidate.inside(), body));
    }
    for (module, definition) in macros {
        if let Some(name) = &definition.ident {
            let body = definition.mac.tokens.clone();
            bodies.push((Own::Macro(name.to_string()), module.clone(), body));
        }
    }
    let mut found = Asserters::default();
    let mut rest = Vec::new();
    for (own, inside, body) in bodies {
        let returns_verdict = matches!(&own, Own::Function(candidate)
            if Outcome::of(&candidate.signature.output) == Outcome::TestResult);
        if returns_verdict || holds_assertion(body.clone()) {
            found.add(&own);
        } else {
            rest.push((own, inside, tokens::calls(body)));
        }
    }
    loop {
        let before = rest.len();
        rest.retain(|(own, inside, calls)| {
            let asserts = calls.iter().any(|call| found.contains(call, inside, scopes));
            if asserts {
                found.add(own);
            }
            !asserts
        });
        if rest.len() == before {
            return found;
        }
    }
}

fn holds_assertion(tokens: TokenStream) -> bool {
    let mut found = false;
    tokens::each_macro(tokens, &mut |name, _| {
        found = found || name.to_string().contains("assert");
        false
    });
    found
}

/// Macro definitions anywhere in the file, with their modules.
pub fn definitions(items: &[Item]) -> Vec<(String, &ItemMacro)> {
    let mut found = Vec::new();
    gather_definitions(items, "", &mut found);
    found
}

fn gather_definitions<'f>(
    items: &'f [Item],
    module: &str,
    found: &mut Vec<(String, &'f ItemMacro)>,
) {
    for item in items {
        match item {
            Item::Macro(call) if call.mac.path.is_ident("macro_rules") => {
                found.push((module.to_owned(), call));
            }
            Item::Mod(inner) => {
                if let Some((_, items)) = &inner.content {
                    gather_definitions(items, &below(module, &inner.ident.to_string()), found);
                }
            }
            _ => {}
        }
    }
}

/// The full name of something inside a module or type.
pub fn below(outer: &str, name: &str) -> String {
    if outer.is_empty() { name.to_owned() } else { format!("{outer}::{name}") }
}
