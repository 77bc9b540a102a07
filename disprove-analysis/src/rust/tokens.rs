//! Questions to tokens that have not been parsed.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};

/// Where groups, or signs without anything between them, are nested deeper than allowed.
pub fn too_deep(tokens: TokenStream, left: usize) -> Option<Span> {
    let mut signs = 0;
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                signs = 0;
                if left == 0 {
                    return Some(group.span_open());
                }
                if let Some(deep) = too_deep(group.stream(), left - 1) {
                    return Some(deep);
                }
            }
            TokenTree::Punct(sign) => {
                signs += 1;
                if signs > left {
                    return Some(sign.span());
                }
            }
            TokenTree::Ident(_) | TokenTree::Literal(_) => signs = 0,
        }
    }
    None
}

/// All names in it, each once, in the order of the text. Keywords are no names.
pub fn names(tokens: TokenStream) -> Vec<String> {
    let mut names = Vec::new();
    each_ident(tokens, &mut |ident| {
        let name = ident.to_string();
        if !names.contains(&name) && syn::parse_str::<Ident>(&name).is_ok() {
            names.push(name);
        }
    });
    names
}

/// Whether some identifier passes.
pub fn any_ident(tokens: TokenStream, accept: &mut dyn FnMut(&str) -> bool) -> bool {
    let mut found = false;
    each_ident(tokens, &mut |ident| found = found || accept(&ident.to_string()));
    found
}

fn each_ident(tokens: TokenStream, visit: &mut dyn FnMut(&Ident)) {
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => visit(&ident),
            TokenTree::Group(group) => each_ident(group.stream(), visit),
            _ => {}
        }
    }
}

/// Calls of macros, `name ! (..)`, however deep they stand; not those inside of other calls that were accepted.
pub fn each_macro(tokens: TokenStream, accept: &mut dyn FnMut(&Ident, &Group) -> bool) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        if let [TokenTree::Ident(name), TokenTree::Punct(sign), TokenTree::Group(group), ..] =
            &tokens[at..]
            && sign.as_char() == '!'
            && accept(name, group)
        {
            at += 3;
            continue;
        }
        if let TokenTree::Group(group) = &tokens[at] {
            each_macro(group.stream(), accept);
        }
        at += 1;
    }
}
