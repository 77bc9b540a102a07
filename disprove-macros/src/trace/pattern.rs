//! The literals in patterns, which a value is compared with.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::{Expr, Lit, Pat, UnOp};

/// The literals that a value may equal, or `None` if there are none. Literals deep in a structure are not compared
/// with the value itself.
pub fn literals<'a>(patterns: impl Iterator<Item = &'a Pat>, at: Span) -> Option<TokenStream> {
    let mut all = Vec::new();
    for pattern in patterns {
        collect(pattern, at, &mut all);
    }
    let is_empty = all.is_empty();
    (!is_empty).then(|| quote_spanned!(at=> &[#(#all),*][..]))
}

fn collect(pattern: &Pat, at: Span, all: &mut Vec<TokenStream>) {
    match pattern {
        Pat::Lit(it) => all.extend(literal(&it.lit, false, at)),
        Pat::Paren(it) => collect(&it.pat, at, all),
        Pat::Reference(it) => collect(&it.pat, at, all),
        Pat::Ident(it) => {
            if let Some((_, inner)) = &it.subpat {
                collect(inner, at, all);
            }
        }
        Pat::Or(it) => it.cases.iter().for_each(|case| collect(case, at, all)),
        Pat::Range(it) => {
            for end in [&it.start, &it.end].into_iter().flatten() {
                all.extend(constant(end, false, at));
            }
        }
        // Probes look into an option.
        Pat::TupleStruct(it) if it.elems.len() == 1 && it.path.is_ident("Some") => {
            collect(&it.elems[0], at, all);
        }
        _ => {}
    }
}

fn constant(expression: &Expr, negative: bool, at: Span) -> Option<TokenStream> {
    match expression {
        Expr::Lit(it) => literal(&it.lit, negative, at),
        Expr::Unary(it) if matches!(it.op, UnOp::Neg(_)) => constant(&it.expr, !negative, at),
        _ => None,
    }
}

fn literal(literal: &Lit, negative: bool, at: Span) -> Option<TokenStream> {
    let view = quote_spanned!(at=> ::disprove::__private::trace::View);
    Some(match literal {
        Lit::Int(it) => {
            let digits = it.base10_digits();
            // `syn` keeps the sign of a literal in a pattern with its digits.
            let below = digits.strip_prefix('-');
            let (magnitude, negative) = (below.unwrap_or(digits), below.is_some() != negative);
            let magnitude = magnitude.parse::<u128>().ok()?;
            let magnitude = proc_macro2::Literal::u128_unsuffixed(magnitude);
            quote_spanned!(at=> #view::number(#negative, #magnitude))
        }
        Lit::Byte(it) => {
            let byte = proc_macro2::Literal::u8_unsuffixed(it.value());
            quote_spanned!(at=> #view::number(false, #byte))
        }
        Lit::Char(it) => quote_spanned!(at=> #view::Char(#it)),
        Lit::Str(it) => quote_spanned!(at=> #view::Text(#it)),
        Lit::ByteStr(it) => quote_spanned!(at=> #view::Bytes(#it)),
        _ => return None,
    })
}
