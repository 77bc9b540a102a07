//! Reads state machines. Their rules run in any order, so each is a test of its own, and the state counts as generated
//! like the arguments that led to it.

use super::{
    framework::marks,
    outcome::Outcome,
    walk::{Walker, arguments, leaves, mutable_leaves, parameter},
};
use crate::ir::{Framework, Language, Span, Stmt, Test, Verdict};
use proc_macro2::{TokenStream, TokenTree};
use syn::{Attribute, ImplItem, ImplItemFn, Item, ItemImpl, Type};

/// Attributes of the functions that a machine calls.
const ROLES: [&str; 6] = ["rule", "invariant", "initial", "init", "initialize", "teardown"];

/// The machine of a block, if it is one: `#[property] impl Shelf { .. }`.
pub fn framework(block: &ItemImpl) -> Option<Framework> {
    let found = marks(&block.attrs).framework?;
    matches!(found, Framework::Disprove | Framework::Hegel).then_some(found)
}

/// The last name of a type.
pub fn type_name(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
        _ => None,
    }
}

impl Walker<'_> {
    /// Adds one test for the whole machine.
    pub fn machine(&mut self, block: &ItemImpl, framework: Framework) {
        let Some(name) = type_name(&block.self_ty) else { return };
        let mut test = Test {
            line: self.origin.place(&block.self_ty).line,
            should_fail: marks(&block.attrs).should_panic,
            ..self.stateful(&snake_case(&name), self.origin.span(block), framework)
        };
        let outer = self.of_type.replace(name);
        for method in methods(block) {
            if method.attrs.iter().any(is_role) {
                self.add(method, framework, &mut test);
            }
        }
        self.of_type = outer;
        self.file.tests.push(test);
    }

    /// `prop_state_machine! { #[test] fn name(sequential 1..20 => Machine); }`, with `impl StateMachineTest for Machine`.
    pub fn state_machines(&mut self, tokens: &TokenStream, span: Span, blocks: &[&ItemImpl]) {
        let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
        for window in tokens.windows(3) {
            let [TokenTree::Ident(keyword), TokenTree::Ident(name), TokenTree::Group(inside)] =
                window
            else {
                continue;
            };
            if keyword != "fn" {
                continue;
            }
            let names = super::tokens::names(inside.stream());
            let framework = Framework::Proptest;
            let mut test = Test {
                line: self.origin.place(name).line,
                ..self.stateful(&name.to_string(), span, framework)
            };
            for block in blocks {
                if type_name(&block.self_ty).is_some_and(|machine| names.contains(&machine)) {
                    test.span = self.origin.span(*block);
                    let outer = std::mem::replace(&mut self.of_type, type_name(&block.self_ty));
                    for method in methods(block) {
                        if method.sig.ident == "apply" || method.sig.ident == "check_invariants" {
                            self.add(method, framework, &mut test);
                        }
                    }
                    self.of_type = outer;
                }
            }
            self.file.tests.push(test);
        }
    }

    fn stateful(&self, name: &str, span: Span, framework: Framework) -> Test {
        Test {
            language: Language::Rust,
            name: self.full_name(name),
            line: 1,
            span,
            framework,
            generated: Vec::new(),
            mutable: Vec::new(),
            handle: None,
            other: Vec::new(),
            body: Vec::new(),
            verdict: Verdict::None,
            should_fail: false,
            stateful: true,
        }
    }

    fn add(&mut self, method: &ImplItemFn, framework: Framework, test: &mut Test) {
        let (mut patterns, handle) = arguments(&method.sig, framework);
        patterns.extend(
            method
                .sig
                .receiver()
                .map(|receiver| parameter(&syn::FnArg::Receiver(receiver.clone()))),
        );
        for name in leaves(&patterns).into_iter().chain(handle.clone()) {
            if !test.generated.contains(&name) {
                test.generated.push(name);
            }
        }
        test.mutable.extend(mutable_leaves(&patterns));
        test.handle = test.handle.take().or_else(|| handle.clone());
        // A rule's return value goes to other rules and is not a verdict.
        let body = self.lower(Outcome::Unit, handle, &method.block);
        test.body.push(Stmt::Block(body));
    }
}

fn methods(block: &ItemImpl) -> impl Iterator<Item = &ImplItemFn> {
    block.items.iter().filter_map(|item| match item {
        ImplItem::Fn(method) => Some(method),
        _ => None,
    })
}

fn is_role(attribute: &Attribute) -> bool {
    attribute.path().segments.last().is_some_and(|last| ROLES.iter().any(|role| last.ident == role))
}

/// Implementations of proptest's `StateMachineTest` anywhere in the file.
pub fn implementations(items: &[Item]) -> Vec<&ItemImpl> {
    let mut found = Vec::new();
    for item in items {
        match item {
            Item::Impl(block) => {
                let of = block.trait_.as_ref().and_then(|(_, path, _)| path.segments.last());
                if of.is_some_and(|last| last.ident == "StateMachineTest") {
                    found.push(block);
                }
            }
            Item::Mod(module) => {
                if let Some((_, inner)) = &module.content {
                    found.extend(implementations(inner));
                }
            }
            _ => {}
        }
    }
    found
}

/// `ring_vs_model` for `RingVsModel`, `http_server` for `HTTPServer`: the name that `#[property]` gives to the test of
/// a machine.
fn snake_case(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut snake = String::new();
    for (at, letter) in letters.iter().enumerate() {
        let begins = at > 0 && {
            let before = letters[at - 1];
            let lower_follows = letters.get(at + 1).is_some_and(|next| next.is_lowercase());
            before.is_lowercase() || before.is_numeric() || (before.is_uppercase() && lower_follows)
        };
        if letter.is_uppercase() && begins {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}
