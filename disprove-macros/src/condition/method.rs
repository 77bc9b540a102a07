//! Methods whose result can be nearly true: members, beginnings, emptiness, order.

use super::{Part, closure, compare, on_miss, place};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::{Expr, ExprMethodCall};

/// A call of a method that is known by its name. Whether it is the one that is meant is found out by the type of its
/// receiver; if it is not, there is no distance.
pub fn call(it: &ExprMethodCall, want: bool) -> Option<Part> {
    if it.turbofish.is_some() || !it.attrs.is_empty() {
        return None;
    }
    match (it.method.to_string().as_str(), it.args.len()) {
        ("all" | "any", 1) => closure::each(it, want),
        ("is_some_and" | "is_none_or" | "is_ok_and" | "is_err_and", 1) => closure::inside(it, want),
        ("map_or", 2) => closure::mapped(it, want),
        ("eq" | "ne" | "lt" | "le" | "gt" | "ge", 1) => compare::called(it, want),
        ("is_eq" | "is_ne" | "is_lt" | "is_le" | "is_gt" | "is_ge", 0) => {
            compare::compared(it, want)
        }
        // What is true of these is next to being false.
        _ if !want => None,
        ("is_multiple_of", 1) => compare::multiple(it),
        ("is_empty", 0) => Some(alone(it, "Empty")),
        ("is_sorted", 0) if !closure::is_iterator(&it.receiver) => Some(alone(it, "Sorted")),
        ("contains" | "contains_key", 1) => about(it, "Member"),
        ("starts_with", 1) => about(it, "Start"),
        ("ends_with", 1) => about(it, "End"),
        _ => None,
    }
}

/// A method without arguments.
fn alone(it: &ExprMethodCall, kind: &str) -> Part {
    let (receiver, method) = (&it.receiver, &it.method);
    let at = place(method);
    let kind = Ident::new(kind, at);
    let near = quote_spanned!(at=> ::disprove::__private::near);
    let note = quote_spanned!(at=> #near::note((&#near::Probe(#near::#kind, whole, &())).gap()));
    // The receiver is a place again, so that its methods are looked up as they would be without us.
    let value = on_miss(at, &quote_spanned!(at=> (*whole).#method()), &note, true);
    Part::simple(quote_spanned!(at=> match &(#receiver) { whole => #value }))
}

/// A method with one argument, which may be moved: only what can be copied is kept for the distance.
fn about(it: &ExprMethodCall, kind: &str) -> Option<Part> {
    let (receiver, method, argument) = (&it.receiver, &it.method, it.args.first()?);
    if matches!(argument, Expr::Closure(_)) || is_inferred(argument.to_token_stream()) {
        return None;
    }
    let at = place(method);
    let kind = Ident::new(kind, at);
    let near = quote_spanned!(at=> ::disprove::__private::near);
    let note = quote_spanned!(at=> #near::note((&#near::Probe(#near::#kind, whole, &kept)).gap()));
    let value = on_miss(at, &quote_spanned!(at=> (*whole).#method(part)), &note, true);
    Some(Part::simple(quote_spanned! {at=>
        match (&(#receiver), #argument) {
            (whole, part) => { let kept = (&#near::Kept(&part)).keep(); #value }
        }
    }))
}

/// Whether the type of an argument may follow from what it is an argument of. It must be known before that here.
fn is_inferred(argument: TokenStream) -> bool {
    const BY_RESULT: [&str; 7] = ["collect", "default", "from", "into", "new", "parse", "sum"];
    argument.into_iter().any(|token| match token {
        TokenTree::Ident(name) => BY_RESULT.iter().any(|known| name == known),
        TokenTree::Group(group) => is_inferred(group.stream()),
        _ => false,
    })
}
