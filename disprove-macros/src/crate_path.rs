//! The path under which expansions name the library: `::disprove`, unless it was renamed or is re-exported.
//!
//! Everything else in this crate emits `::disprove`. The path is replaced in the finished expansion, and only if it is
//! another one.

mod manifest;

pub use manifest::is_fuzz;
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::quote;
use syn::{
    Path, Token,
    parse::{ParseStream, Parser},
};

#[cfg(test)]
mod tests;

/// The name in expansions.
const NAME: &str = "disprove";

/// What replaces `::disprove`; `None` if it stays.
pub struct CratePath(Option<TokenStream>);

impl CratePath {
    /// Removes `crate = path` from the arguments of an attribute. Without it, `Cargo.toml` tells the name.
    pub fn take(arguments: TokenStream) -> syn::Result<(CratePath, TokenStream)> {
        let (mut path, mut others) = (None, TokenStream::new());
        let mut argument: Vec<TokenTree> = Vec::new();
        let mut tokens = arguments.into_iter();
        loop {
            let token = tokens.next();
            let is_end = match &token {
                None => true,
                Some(TokenTree::Punct(comma)) => comma.as_char() == ',',
                Some(_) => false,
            };
            if !is_end {
                argument.extend(token);
                continue;
            }
            match argument.first() {
                Some(TokenTree::Ident(name)) if name == "crate" && !is_path(&argument) => {
                    if path.is_some() {
                        return Err(syn::Error::new(
                            name.span(),
                            "`crate` is given twice; keep one of them",
                        ));
                    }
                    path = Some(value(name.span(), argument.drain(1..).collect())?);
                    argument.clear();
                }
                _ => {
                    others.extend(argument.drain(..));
                    others.extend(token.clone());
                }
            }
            if token.is_none() {
                break;
            }
        }
        Ok((path.map_or_else(CratePath::from_manifest, |path| CratePath(Some(path))), others))
    }

    /// Reads `#[disprove(crate = path)]` on the item of a derive. `remote.rs` reads the other options.
    pub fn of_item(item: &TokenStream) -> syn::Result<CratePath> {
        let mut tokens = item.clone().into_iter().peekable();
        while let Some(token) = tokens.next() {
            let (TokenTree::Punct(mark), Some(TokenTree::Group(attribute))) =
                (token, tokens.peek())
            else {
                continue;
            };
            let mut inside = attribute.stream().into_iter();
            let is_ours = matches!(inside.next(), Some(TokenTree::Ident(name)) if name == NAME);
            if mark.as_char() != '#' || !is_ours {
                continue;
            }
            let Some(TokenTree::Group(arguments)) = inside.next() else {
                return Err(misused(attribute.span()));
            };
            let (path, others) = CratePath::take(arguments.stream())?;
            let is_known = match others.into_iter().next() {
                None => !arguments.stream().is_empty(),
                Some(TokenTree::Ident(name)) => name == "remote" || name == "non_exhaustive",
                Some(_) => false,
            };
            return if is_known { Ok(path) } else { Err(misused(attribute.span())) };
        }
        Ok(CratePath::from_manifest())
    }

    /// Removes the `$crate` that the macros of the library pass first.
    pub fn take_dollar_crate(tokens: TokenStream) -> (CratePath, TokenStream) {
        let mut rest = tokens.clone().into_iter();
        match rest.next() {
            Some(first) if first.to_string() == "$crate" => {
                (CratePath(Some(first.into())), rest.collect())
            }
            _ => (CratePath(None), tokens),
        }
    }

    fn from_manifest() -> CratePath {
        CratePath(manifest::renamed().map(|name| {
            let name = Ident::new(&name, Span::call_site());
            quote!(::#name)
        }))
    }

    /// Names the library in an expansion.
    pub fn apply(&self, expansion: TokenStream) -> TokenStream {
        match &self.0 {
            None => expansion,
            Some(path) => replace(expansion, path),
        }
    }
}

/// Whether an argument is a path in the type before the comma, as in `Pair<crate::A, crate::B>`.
fn is_path(argument: &[TokenTree]) -> bool {
    matches!(argument.get(1), Some(TokenTree::Punct(colon)) if colon.as_char() == ':')
}

/// The path in `= path`.
fn value(key: Span, tokens: TokenStream) -> syn::Result<TokenStream> {
    let expected = "expected the path of the library, such as `crate = my_crate::disprove`";
    if tokens.is_empty() {
        return Err(syn::Error::new(key, expected));
    }
    let read = |input: ParseStream| {
        let _: Token![=] = input.parse()?;
        input.call(Path::parse_mod_style)
    };
    match read.parse2(tokens.clone()) {
        Ok(path) => Ok(quote!(#path)),
        Err(_) => Err(syn::Error::new_spanned(tokens, expected)),
    }
}

fn misused(span: Span) -> syn::Error {
    syn::Error::new(
        span,
        "`#[disprove(..)]` takes the path of the library, as in `#[disprove(crate = my_crate::disprove)]`, or the type \
         that this one mirrors, as in `#[disprove(remote = other::Type)]`",
    )
}

/// Replaces `::disprove` where it begins a path.
fn replace(tokens: TokenStream, path: &TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_colon =
        |token: &TokenTree| matches!(token, TokenTree::Punct(colon) if colon.as_char() == ':');
    let mut replaced: Vec<TokenTree> = Vec::with_capacity(tokens.len());
    let mut rest = tokens.as_slice();
    loop {
        rest = match rest {
            [] => return replaced.into_iter().collect(),
            [one, two, TokenTree::Ident(name), rest @ ..]
                if is_colon(one)
                    && is_colon(two)
                    && name == NAME
                    && !replaced.last().is_some_and(is_segment) =>
            {
                // Mistakes are then reported where they would be otherwise.
                replaced.extend(path.clone().into_iter().map(|mut token| {
                    token.set_span(token.span().located_at(name.span()));
                    token
                }));
                rest
            }
            [TokenTree::Group(group), rest @ ..] => {
                let mut inner = Group::new(group.delimiter(), replace(group.stream(), path));
                inner.set_span(group.span());
                replaced.push(inner.into());
                rest
            }
            [token, rest @ ..] => {
                replaced.push(token.clone());
                rest
            }
        };
    }
}

/// Whether `::` after this token continues a path. After a keyword such as `as` or `impl` it begins one.
fn is_segment(token: &TokenTree) -> bool {
    let TokenTree::Ident(name) = token else { return false };
    let name = name.to_string();
    ["crate", "self", "super", "Self", "$crate"].contains(&name.as_str())
        || syn::parse_str::<Ident>(&name).is_ok()
}
