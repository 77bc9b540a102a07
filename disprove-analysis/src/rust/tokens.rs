//! Queries on tokens that have not been parsed.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;

/// Maximum nesting depth of groups. Handwritten code stays below 50.
const MOST_GROUPS: usize = 250;

/// Maximum nesting depth of expressions, types and patterns, estimated from tokens: each operator and some keywords may
/// nest what follows. Sums of a thousand strings exist; deeper code could overflow even a large stack.
const DEEPEST: usize = 5_000;

/// Keywords that can precede themselves repeatedly.
const NESTING: [&str; 9] =
    ["else", "return", "break", "mut", "move", "as", "async", "static", "dyn"];

/// The position at which nesting exceeds the limits.
pub fn too_deep(tokens: TokenStream) -> Option<Span> {
    depth(tokens, MOST_GROUPS).err()
}

fn depth(tokens: TokenStream, groups: usize) -> Result<usize, Span> {
    // The deepest part so far; since the last one began, its operators and the deepest group between them.
    let (mut deepest, mut signs, mut inner) = (0, 0, 0);
    let mut after_block = false;
    for token in tokens {
        let begins = match &token {
            TokenTree::Punct(sign) => {
                matches!(sign.as_char(), ',' | ';') || after_block && sign.as_char() == '#'
            }
            TokenTree::Ident(word) => after_block && word != "else" && word != "as",
            _ => false,
        };
        if begins {
            (signs, inner) = (0, 0);
        }
        after_block = false;
        match &token {
            TokenTree::Group(group) => {
                let left = groups.checked_sub(1).ok_or_else(|| group.span_open())?;
                inner = inner.max(1 + depth(group.stream(), left)?);
                after_block = group.delimiter() == Delimiter::Brace;
            }
            TokenTree::Ident(word) => signs += usize::from(NESTING.iter().any(|it| word == it)),
            TokenTree::Punct(_) => signs += 1,
            TokenTree::Literal(_) => {}
        }
        deepest = deepest.max(signs + inner);
        if deepest > DEEPEST {
            return Err(token.span());
        }
    }
    Ok(deepest)
}

/// All names, each once, in source order. Keywords are not names.
pub fn names(tokens: TokenStream) -> Vec<String> {
    let mut names = Vec::new();
    each_ident(tokens, &mut |ident| {
        let name = ident.to_string();
        let is_keyword = syn::parse2::<Ident>(ident.to_token_stream()).is_err();
        if !is_keyword && !names.contains(&name) {
            names.push(name);
        }
    });
    names
}

/// Whether some identifier satisfies the predicate.
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

/// Macro calls `name ! (..)` at any depth, except those inside accepted calls.
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

/// The calls at any depth: a path `a::b`, a method `.name` or a macro `name!`, without generic arguments.
pub fn calls(tokens: TokenStream) -> Vec<String> {
    let mut found = Vec::new();
    gather_calls(tokens, &mut found);
    found
}

fn gather_calls(tokens: TokenStream, found: &mut Vec<String>) {
    // The path before the current token, and what `::<` has opened.
    let (mut path, mut generics) = (String::new(), 0_usize);
    let mut last = ' ';
    for token in tokens {
        match token {
            TokenTree::Ident(_) if generics > 0 => {}
            TokenTree::Ident(ident) => {
                if !path.ends_with("::") {
                    path = if last == '.' { ".".to_owned() } else { String::new() };
                }
                path.push_str(&ident.to_string());
                last = ' ';
            }
            TokenTree::Group(group) => {
                let is_call = group.delimiter() == Delimiter::Parenthesis || path.ends_with('!');
                if is_call && generics == 0 && path.len() > usize::from(path.starts_with('.')) {
                    found.push(path.trim_end_matches("::").to_owned());
                }
                gather_calls(group.stream(), found);
                if generics == 0 {
                    path.clear();
                }
                last = ' ';
            }
            TokenTree::Punct(sign) => {
                match sign.as_char() {
                    '<' if generics > 0 || path.ends_with("::") => generics += 1,
                    '>' if generics > 0 => generics -= usize::from(last != '-'),
                    _ if generics > 0 => {}
                    ':' if last == ':' && !path.is_empty() => path.push_str("::"),
                    ':' => {}
                    '!' if !path.is_empty() && !path.ends_with("::") => {
                        // A macro is called by its last name.
                        let name = path.rsplit("::").next().unwrap_or_default();
                        path = format!("{name}!");
                    }
                    _ => path.clear(),
                }
                last = sign.as_char();
            }
            TokenTree::Literal(_) => {
                path.clear();
                last = ' ';
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::calls;

    #[test]
    fn calls_have_their_paths() {
        let text = "a(b::c::<Vec<u8>>(x), y.m(1).n::<T>(), self.f, vec![g(2)], 3 == h (4), k::q!{r}, (p)(s), -> (t))";
        let found = calls(text.parse().expect("tokens"));
        assert_eq!(found, ["a", "b::c", ".m", ".n", "vec!", "g", "h", "q!"]);
    }
}
