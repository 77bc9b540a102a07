//! Conditions that leave their flip distance: chains of `&&` and `||`, `all` and `any`, and those without operands.

use super::{compare, probes::place};
use crate::condition;
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use std::mem;
use syn::{BinOp, Expr, ExprMethodCall, Lit, UnOp};

/// A condition without operands.
pub fn leaf(condition: &Expr) -> Expr {
    let at = place(condition);
    let trace = trace(at);
    Expr::Verbatim(quote_spanned!(at=> #trace::leaf(#trace::mark(), #condition)))
}

/// A condition that the probes of `assume!` measure while a trace is recorded.
pub fn measured(condition: &Expr) -> Option<Expr> {
    let is_measured = match condition {
        Expr::MethodCall(it) => {
            MEASURED.iter().any(|name| it.method == name)
                && compare::is_quiet(&it.receiver)
                && it.args.iter().all(compare::is_quiet)
                // The operands are of use to the search.
                && !it.args.iter().any(compare::is_text)
        }
        Expr::Macro(it) => it.mac.path.is_ident("matches"),
        _ => false,
    };
    if !is_measured {
        return None;
    }
    let at = place(condition);
    let trace = trace(at);
    let rewritten = condition::expand(quote!(#condition)).ok()?;
    Some(Expr::Verbatim(quote_spanned! {at=>
        #trace::measured(
            #trace::mark(),
            if #trace::is_recording() { #rewritten } else { #condition },
        )
    }))
}

/// Methods with a distance that have no closure.
const MEASURED: [&str; 7] = [
    "contains",
    "contains_key",
    "ends_with",
    "is_empty",
    "is_multiple_of",
    "is_sorted",
    "starts_with",
];

/// Whether the closure of a method is a condition.
pub fn has_condition(it: &ExprMethodCall) -> bool {
    let is_bool = |it: &Expr| matches!(it, Expr::Lit(it) if matches!(it.lit, Lit::Bool(_)));
    match it.method.to_string().as_str() {
        "is_err_and" | "is_none_or" | "is_ok_and" | "is_some_and" => true,
        "map_or" => it.args.first().is_some_and(is_bool),
        _ => is_each(it),
    }
}

/// The parts of `a && b && c`, or with `||`. Leaves an empty expression behind.
pub fn links(chain: &mut Expr, and: bool, all: &mut Vec<Expr>) {
    match chain {
        Expr::Paren(it) if is_chain(&it.expr, and) => links(&mut it.expr, and, all),
        Expr::Binary(it) if is_operator(it.op, and) => {
            links(&mut it.left, and, all);
            links(&mut it.right, and, all);
        }
        _ => all.push(mem::replace(chain, Expr::Verbatim(TokenStream::new()))),
    }
}

fn is_chain(expression: &Expr, and: bool) -> bool {
    match expression {
        Expr::Paren(it) => is_chain(&it.expr, and),
        Expr::Binary(it) => is_operator(it.op, and),
        _ => false,
    }
}

fn is_operator(operator: BinOp, and: bool) -> bool {
    matches!((operator, and), (BinOp::And(_), true) | (BinOp::Or(_), false))
}

/// The chain of these conditions. The first that decides it counts, with the number of those after it; if all are
/// evaluated, the one that is easiest to change.
pub fn chain(links: &[Expr], and: bool, at: Span) -> Expr {
    let trace = trace(at);
    let last = links.len() - 1;
    let links = links.iter().enumerate().map(|(index, link)| {
        let others = (last - index) as u32;
        let keep =
            if index == last { quote_spanned!(at=> last) } else { quote_spanned!(at=> keep) };
        if and {
            quote_spanned!(at=> (#link && least.#keep(true) || #trace::short(#others, false)))
        } else {
            quote_spanned!(at=> (#link && #trace::short(#others, true) || least.#keep(false)))
        }
    });
    let chain =
        if and { quote_spanned!(at=> #(#links)&&*) } else { quote_spanned!(at=> #(#links)||*) };
    Expr::Verbatim(quote_spanned!(at=> (match &#trace::Least::new() { least => #chain })))
}

/// `xs.all(..)` or `xs.any(..)` of an iterator. The element that decides it counts, with the number of those after it;
/// if none does, the one that is easiest to change.
pub fn each(it: &ExprMethodCall) -> Option<Expr> {
    let [Expr::Closure(closure)] = it.args.iter().collect::<Vec<_>>()[..] else { return None };
    let at = place(&it.method);
    let trace = trace(at);
    let (elements, method, body) = (&it.receiver, &it.method, &closure.body);
    let all = method == "all";
    let mut closure = closure.clone();
    *closure.body = Expr::Verbatim(if all {
        quote_spanned!(at=> { (#body) && least.keep(true) })
    } else {
        quote_spanned!(at=> { (#body) || least.keep(false) })
    });
    let decided = !all;
    let rest = quote_spanned!(at=> (&#trace::Remaining(&elements)).note(0, 0, #decided));
    let value = if all {
        quote_spanned!(at=> elements.all(#closure) && least.finish(true) || #rest)
    } else {
        quote_spanned!(at=> elements.any(#closure) && #rest || least.finish(false))
    };
    Some(Expr::Verbatim(quote_spanned! {at=>
        (match (#elements, &#trace::Least::new()) { (mut elements, least) => #value })
    }))
}

/// Whether this is `all` or `any` of an iterator.
pub fn is_each(it: &ExprMethodCall) -> bool {
    (it.method == "all" || it.method == "any")
        && it.args.len() == 1
        && it.turbofish.is_none()
        && it.attrs.is_empty()
        && condition::is_iterator(&it.receiver)
}

/// Whether a negated condition leaves its own distance.
pub fn is_negation(operator: UnOp) -> bool {
    matches!(operator, UnOp::Not(_))
}

pub fn trace(at: Span) -> TokenStream {
    quote_spanned!(at=> ::disprove::__private::trace)
}
