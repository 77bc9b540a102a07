//! Patterns as source text: tokens print with more spaces than people write.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::ToTokens;
use syn::Pat;

/// The source text of a pattern, without `mut` and `ref`.
pub fn source_text(pattern: &Pat) -> String {
    let printed = without_modes(pattern.to_token_stream()).to_string();
    let mut text = String::new();
    let mut rest = printed.chars().peekable();
    while let Some(char) = rest.next() {
        let next = rest.peek().copied().unwrap_or(' ');
        let is_extra = char == ' '
            && (",:)".contains(next)
                || text.ends_with('(')
                || text.ends_with("::")
                || (next == '(' && text.ends_with(char::is_alphanumeric)));
        if !is_extra {
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
