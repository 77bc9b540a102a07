//! The variables of functions, so that they are not mistaken for items of the same names.

use super::translator::range;
use quote::ToTokens;
use std::{collections::HashSet, ops::Range};
use syn::{Block, ItemFn, ItemMacro, visit::Visit};

/// The names behind `$` in the definition of a macro.
pub(super) fn dollar_names(tokens: proc_macro2::TokenStream) -> HashSet<String> {
    let mut found = HashSet::new();
    let mut after_dollar = false;
    for token in tokens {
        match &token {
            proc_macro2::TokenTree::Ident(name) if after_dollar => {
                found.insert(name.to_string());
            }
            proc_macro2::TokenTree::Group(group) => found.extend(dollar_names(group.stream())),
            _ => {}
        }
        after_dollar =
            matches!(&token, proc_macro2::TokenTree::Punct(dollar) if dollar.as_char() == '$');
    }
    found
}

/// Variables that code binds.
#[derive(Default)]
pub(super) struct Variables(pub(super) HashSet<String>);

impl Variables {
    /// Looks for words behind `ref`, `mut` and `let`, and before `in` and `:`.
    pub(super) fn collect(&mut self, text: &str) {
        let Ok(tokens) = text.parse::<proc_macro2::TokenStream>() else { return };
        self.stream(tokens);
    }

    fn stream(&mut self, tokens: proc_macro2::TokenStream) {
        let tokens: Vec<proc_macro2::TokenTree> = tokens.into_iter().collect();
        for (at, token) in tokens.iter().enumerate() {
            match token {
                proc_macro2::TokenTree::Group(group) => self.stream(group.stream()),
                proc_macro2::TokenTree::Ident(name) => {
                    let before =
                        at.checked_sub(1).map(|at| tokens[at].to_string()).unwrap_or_default();
                    let after = tokens.get(at + 1).map(ToString::to_string).unwrap_or_default();
                    let second = tokens.get(at + 2).map(ToString::to_string).unwrap_or_default();
                    let is_bound = ["ref", "mut", "let", "|", "for"].contains(&before.as_str())
                        || after == "in"
                        || (after == ":" && second != ":" && before != ":");
                    if is_bound && name.to_string().starts_with(char::is_lowercase) {
                        self.0.insert(name.to_string());
                    }
                }
                _ => {}
            }
        }
    }
}

/// The variables of each function.
pub(super) fn function_variables(file: &syn::File) -> Vec<(Range<usize>, HashSet<String>)> {
    struct Functions(Vec<(Range<usize>, HashSet<String>)>);
    impl Functions {
        fn add(&mut self, at: Range<usize>, visit: &dyn Fn(&mut Patterns)) {
            let mut patterns = Patterns(HashSet::new());
            visit(&mut patterns);
            self.0.push((at, patterns.0));
        }
    }
    impl<'ast> Visit<'ast> for Functions {
        fn visit_item_fn(&mut self, function: &'ast ItemFn) {
            self.add(range(function), &|patterns| patterns.visit_item_fn(function));
        }

        fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
            self.add(range(function), &|patterns| patterns.visit_impl_item_fn(function));
        }

        fn visit_item_macro(&mut self, item: &'ast ItemMacro) {
            let mut variables = Variables::default();
            variables.stream(item.mac.tokens.clone());
            self.0.push((range(item), variables.0));
        }
    }
    struct Patterns(HashSet<String>);
    impl<'ast> Visit<'ast> for Patterns {
        fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
            self.0.insert(pattern.ident.to_string());
        }
    }
    let mut functions = Functions(Vec::new());
    functions.visit_file(file);
    functions.0
}

/// The variables of a block.
pub(super) fn variables(block: &Block) -> HashSet<String> {
    let mut variables = Variables::default();
    variables.stream(block.to_token_stream());
    variables.0
}
