//! Finds functions and macros of the file that assert something for its tests.

use super::{framework::marks, machine::type_name, outcome::Outcome, tokens};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::BTreeSet;
use syn::{Block, ImplItem, Item, ItemMacro, Signature};

/// A function that may be a helper.
pub struct Candidate<'f> {
    /// The enclosing modules and type.
    path: Vec<String>,
    pub name: String,
    pub signature: &'f Signature,
    pub block: &'f Block,
}

impl Candidate<'_> {
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
    let below = |name: String| path.iter().cloned().chain([name]).collect::<Vec<_>>();
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
                            path: below(type_name(&block.self_ty).unwrap_or_default()),
                            name: method.sig.ident.to_string(),
                            signature: &method.sig,
                            block: &method.block,
                        });
                    }
                }
            }
            Item::Mod(module) => {
                if let Some((_, inner)) = &module.content {
                    let in_tests = in_tests || marks(&module.attrs).test_only;
                    gather(inner, &below(module.ident.to_string()), in_tests, found);
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

/// The names of the candidates that assert, or call others that do.
pub fn asserting(candidates: &[Candidate], macros: &[&ItemMacro]) -> BTreeSet<String> {
    let mut bodies: Vec<(String, TokenStream)> = candidates
        .iter()
        .map(|candidate| (candidate.name.clone(), candidate.block.to_token_stream()))
        .collect();
    for definition in macros {
        if let Some(name) = &definition.ident {
            bodies.push((name.to_string(), definition.mac.tokens.clone()));
        }
    }
    let mut names = BTreeSet::new();
    for candidate in candidates {
        if Outcome::of(&candidate.signature.output) == Outcome::TestResult {
            names.insert(candidate.name.clone());
        }
    }
    bodies.retain(|(name, body)| {
        let asserts = holds_assertion(body.clone());
        if asserts {
            names.insert(name.clone());
        }
        !asserts
    });
    loop {
        let before = names.len();
        bodies.retain(|(name, body)| {
            let calls = calls_one_of(body.clone(), &names);
            if calls {
                names.insert(name.clone());
            }
            !calls
        });
        if names.len() == before {
            return names;
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

fn calls_one_of(tokens: TokenStream, names: &BTreeSet<String>) -> bool {
    let mut called = None;
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => called = Some(ident.to_string()),
            TokenTree::Group(group) => {
                if called.take().is_some_and(|name| names.contains(&name))
                    || calls_one_of(group.stream(), names)
                {
                    return true;
                }
            }
            TokenTree::Punct(sign) if sign.as_char() == '!' => {}
            _ => called = None,
        }
    }
    false
}

/// Macro definitions anywhere in the file.
pub fn definitions(items: &[Item]) -> Vec<&ItemMacro> {
    let mut found = Vec::new();
    for item in items {
        match item {
            Item::Macro(call) if call.mac.path.is_ident("macro_rules") => found.push(call),
            Item::Mod(module) => {
                if let Some((_, inner)) = &module.content {
                    found.extend(definitions(inner));
                }
            }
            _ => {}
        }
    }
    found
}

/// The names of all functions outside blocks.
pub fn functions(items: &[Item]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for item in items {
        match item {
            Item::Fn(function) => {
                found.insert(function.sig.ident.to_string());
            }
            Item::Mod(module) => {
                if let Some((_, inner)) = &module.content {
                    found.extend(functions(inner));
                }
            }
            _ => {}
        }
    }
    found
}
