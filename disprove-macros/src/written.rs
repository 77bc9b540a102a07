//! Patterns as people write them: tokens are printed with more spaces.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::ToTokens;
use syn::Pat;

/// The pattern as it was written, without `mut` and `ref`.
pub fn pattern(pattern: &Pat) -> String {
    let printed = without_modes(pattern.to_token_stream()).to_string();
    let mut text = String::new();
    let mut rest = printed.chars().peekable();
    while let Some(char) = rest.next() {
        let next = rest.peek().copied().unwrap_or(' ');
        let is_superfluous = char == ' '
            && (",:)".contains(next)
                || text.ends_with('(')
                || text.ends_with("::")
                || (next == '(' && text.ends_with(char::is_alphanumeric)));
        if !is_superfluous {
            text.push(char);
        }
    }
    text
}

fn without_modes(tokens: TokenStream) -> TokenStream {
    tokens
        .into_iter()
        .filter(|token| !matches!(token, TokenTree::Ident(word) if word == "mut" || word == "ref"))
        .map(|token| match token {
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), without_modes(group.stream()));
                inner.set_span(group.span());
                TokenTree::Group(inner)
            }
            other => other,
        })
        .collect()
}
