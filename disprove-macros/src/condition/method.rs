//! Methods with a distance: `contains`, `starts_with`, `is_empty`, `is_sorted` and others.

use super::{Part, closure, compare, place, when_unmet};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::{Expr, ExprMethodCall};

/// Recognizes methods by name. The type of the receiver then decides whether there is a distance.
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
        // The negation of these has no distance: one step makes it true.
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
    let distance = quote_spanned!(at=> ::disprove::__private::distance);
    let note = quote_spanned!(at=> #distance::note((&#distance::Probe(#distance::#kind, whole, &())).branch_distance()));
    // `(*whole)` is a place again, so method lookup works as in the original expression.
    let value = when_unmet(at, &quote_spanned!(at=> (*whole).#method()), &note, true);
    Part::simple(quote_spanned!(at=> match &(#receiver) { whole => #value }))
}

/// A method with one argument, which the call may move: only a copyable argument is kept for the distance.
fn about(it: &ExprMethodCall, kind: &str) -> Option<Part> {
    let (receiver, method, argument) = (&it.receiver, &it.method, it.args.first()?);
    if matches!(argument, Expr::Closure(_)) || is_inferred(argument.to_token_stream()) {
        return None;
    }
    let at = place(method);
    let kind = Ident::new(kind, at);
    let distance = quote_spanned!(at=> ::disprove::__private::distance);
    let note = quote_spanned!(at=> #distance::note((&#distance::Probe(#distance::#kind, whole, &kept)).branch_distance()));
    let value = when_unmet(at, &quote_spanned!(at=> (*whole).#method(part)), &note, true);
    Some(Part::simple(quote_spanned! {at=>
        match (&(#receiver), #argument) {
            (whole, part) => { let kept = (&#distance::Argument(&part)).copy_argument(); #value }
        }
    }))
}

/// Whether the type of an argument may be inferred from the call. The probe needs the type before that.
fn is_inferred(argument: TokenStream) -> bool {
    const BY_RESULT: [&str; 7] = ["collect", "default", "from", "into", "new", "parse", "sum"];
    argument.into_iter().any(|token| match token {
        TokenTree::Ident(name) => BY_RESULT.iter().any(|known| name == known),
        TokenTree::Group(group) => is_inferred(group.stream()),
        _ => false,
    })
}
