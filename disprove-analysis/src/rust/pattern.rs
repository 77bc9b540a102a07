//! Lowers patterns.

use super::expression::path_text;
use crate::ir::Pattern;
use quote::ToTokens;
use syn::{Expr, Pat, PatType, Type};

/// Lowers a pattern, as far as it binds names or tests for variants.
pub fn pattern(pat: &Pat) -> Pattern {
    match pat {
        Pat::Ident(ident) => {
            let name = ident.ident.to_string();
            match &ident.subpat {
                Some((_, inner)) if matches!(&**inner, Pat::Rest(_)) => {
                    Pattern::Rest(Box::new(Pattern::Name { name, mutable: false }))
                }
                Some((_, inner)) => Pattern::At(name, Box::new(pattern(inner))),
                // A capitalized name is a constant or a variant; the compiler warns about others.
                None if name.starts_with(char::is_uppercase) => Pattern::Constant(name),
                None => Pattern::Name { name, mutable: ident.mutability.is_some() },
            }
        }
        Pat::Wild(_) => Pattern::Wild,
        Pat::Rest(_) => Pattern::Rest(Box::new(Pattern::Wild)),
        Pat::Tuple(tuple) => Pattern::Parts(None, tuple.elems.iter().map(pattern).collect()),
        Pat::Slice(slice) => Pattern::Parts(None, slice.elems.iter().map(pattern).collect()),
        Pat::TupleStruct(variant) => Pattern::Parts(
            Some(path_text(&variant.path)),
            variant.elems.iter().map(pattern).collect(),
        ),
        Pat::Struct(variant) => Pattern::Parts(
            Some(path_text(&variant.path)),
            variant.fields.iter().map(|field| pattern(&field.pat)).collect(),
        ),
        Pat::Or(either) => Pattern::Either(either.cases.iter().map(pattern).collect()),
        Pat::Paren(inner) => pattern(&inner.pat),
        Pat::Reference(inner) => pattern(&inner.pat),
        Pat::Type(inner) => typed(inner),
        Pat::Path(path) => Pattern::Constant(path_text(&path.path)),
        Pat::Lit(_) | Pat::Range(_) | Pat::Const(_) | Pat::Macro(_) => {
            Pattern::Constant(pat.to_token_stream().to_string())
        }
        _ => Pattern::Wild,
    }
}

/// Lowers a pattern with its type: a name for a `&mut` can be written through.
pub fn typed(typed: &PatType) -> Pattern {
    match (pattern(&typed.pat), &*typed.ty) {
        (Pattern::Name { name, .. }, Type::Reference(to)) if to.mutability.is_some() => {
            Pattern::Name { name, mutable: true }
        }
        (pattern, _) => pattern,
    }
}

/// The left side of an assignment to several names: `(a, b) = pair`. `None` if it writes into places.
pub fn assigned(expr: &Expr) -> Option<Pattern> {
    match expr {
        Expr::Infer(_) => Some(Pattern::Wild),
        Expr::Path(path) => {
            let name = path.path.get_ident()?.to_string();
            Some(Pattern::Name { name, mutable: true })
        }
        Expr::Paren(inner) => assigned(&inner.expr),
        Expr::Tuple(tuple) => {
            let parts: Option<Vec<_>> = tuple.elems.iter().map(assigned).collect();
            Some(Pattern::Parts(None, parts?))
        }
        Expr::Array(array) => {
            let parts: Option<Vec<_>> = array.elems.iter().map(assigned).collect();
            Some(Pattern::Parts(None, parts?))
        }
        _ => None,
    }
}
