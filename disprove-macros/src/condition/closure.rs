//! Conditions with closures: `all`, `any`, `is_some_and`, `map_or`.

use super::{Part, part, place, unparenthesized, when_unmet};
use quote::quote_spanned;
use syn::{Expr, ExprClosure, ExprMethodCall, Lit, RangeLimits, parse_quote_spanned};

/// Methods that return iterators. `all` and `any` of any other receiver may mean something else.
const ITERATORS: [&str; 43] = [
    "array_windows",
    "by_ref",
    "bytes",
    "chain",
    "char_indices",
    "chars",
    "chunks",
    "chunks_exact",
    "cloned",
    "copied",
    "cycle",
    "drain",
    "enumerate",
    "filter",
    "filter_map",
    "flat_map",
    "flatten",
    "inspect",
    "into_iter",
    "into_keys",
    "into_values",
    "iter",
    "iter_mut",
    "keys",
    "lines",
    "map",
    "map_while",
    "peekable",
    "range",
    "rchunks",
    "rev",
    "scan",
    "skip",
    "skip_while",
    "split",
    "split_whitespace",
    "step_by",
    "take",
    "take_while",
    "tuple_windows",
    "values",
    "windows",
    "zip",
];

/// Whether an expression is a sequential iterator.
pub fn is_iterator(expression: &Expr) -> bool {
    match unparenthesized(expression) {
        Expr::MethodCall(it) => {
            let is_known = ITERATORS.iter().any(|known| it.method == known);
            is_known && !is_parallel(&it.receiver)
        }
        Expr::Range(it) => {
            matches!(it.limits, RangeLimits::HalfOpen(_)) || it.end.is_some() && it.start.is_some()
        }
        Expr::Call(it) => match &*it.func {
            Expr::Path(it) => it.path.segments.last().is_some_and(|last| last.ident == "zip"),
            _ => false,
        },
        _ => false,
    }
}

fn is_parallel(expression: &Expr) -> bool {
    match unparenthesized(expression) {
        Expr::MethodCall(it) => {
            it.method.to_string().split('_').any(|word| word == "par" || word == "parallel")
                || is_parallel(&it.receiver)
        }
        _ => false,
    }
}

/// Replaces the body of a closure.
fn with_body(closure: &ExprClosure, body: proc_macro2::TokenStream) -> ExprClosure {
    let mut closure = closure.clone();
    let at = place(&*closure.body);
    closure.body = Box::new(Expr::Verbatim(quote_spanned!(at=> { #body })));
    closure
}

fn plain_closure(argument: &Expr) -> Option<&ExprClosure> {
    match argument {
        Expr::Closure(it) if it.asyncness.is_none() && it.constness.is_none() => Some(it),
        _ => None,
    }
}

/// A function as an argument, as a closure: it may be traced, and leave a distance.
fn called(argument: &Expr) -> Option<ExprClosure> {
    let at = place(argument);
    match argument {
        Expr::Path(function) => Some(parse_quote_spanned!(at=> |element| #function(element))),
        _ => None,
    }
}

/// `xs.all(|x| ..)` and `xs.any(|x| ..)`. Both stop at the same element as before.
pub fn each(call: &ExprMethodCall, want: bool) -> Option<Part> {
    let argument = call.args.first()?;
    let called = called(argument);
    let closure = match &called {
        Some(closure) => closure,
        None => plain_closure(argument)?,
    };
    if !is_iterator(&call.receiver) {
        return None;
    }
    let (elements, method) = (&call.receiver, &call.method);
    let at = place(method);
    let distance = quote_spanned!(at=> ::disprove::__private::distance);
    let Part { tokens: body, is_sum } = part(&closure.body, want);
    if (method == "all") == want {
        // A conjunction: each element that was not reached adds 1.
        let closure = with_body(closure, body);
        let rest = quote_spanned!(at=> (&#distance::Probe(#distance::Rest, &elements, &())).branch_distance());
        let added = if is_sum {
            quote_spanned!(at=> squashed_then_unevaluated)
        } else {
            quote_spanned!(at=> unevaluated)
        };
        let value = quote_spanned!(at=> elements.#method(#closure));
        let value = when_unmet(at, &value, &quote_spanned!(at=> #distance::#added(#rest)), want);
        let tokens = quote_spanned!(at=> match (#elements,) { (mut elements,) => #value });
        return Some(Part { tokens, is_sum: true });
    }
    // A disjunction: the smallest distance counts.
    let body = when_unmet(at, &body, &quote_spanned!(at=> nearest.add()), want);
    let closure = with_body(closure, body);
    let value = quote_spanned!(at=> elements.#method(#closure));
    let value = when_unmet(at, &value, &quote_spanned!(at=> nearest.finish(#is_sum)), want);
    let tokens = quote_spanned! {at=>
        match (#elements,) { (mut elements,) => { let nearest = &#distance::Nearest::new(); #value } }
    };
    // The distance exceeds 1 if there are no elements.
    Some(Part { tokens, is_sum: true })
}

/// `x.is_some_and(|x| ..)` and similar methods.
pub fn inside(call: &ExprMethodCall, want: bool) -> Option<Part> {
    let closure = plain_closure(call.args.first()?)?;
    in_place(call, closure, want)
}

/// `x.map_or(false, |x| ..)`.
pub fn mapped(call: &ExprMethodCall, want: bool) -> Option<Part> {
    let otherwise = call.args.first()?;
    let is_bool = matches!(otherwise, Expr::Lit(it) if matches!(it.lit, Lit::Bool(_)));
    let closure = plain_closure(call.args.get(1)?)?;
    if is_bool { in_place(call, closure, want) } else { None }
}

/// A closure that is called at most once. A missing value has a larger distance than a wrong one.
fn in_place(call: &ExprMethodCall, closure: &ExprClosure, want: bool) -> Option<Part> {
    let at = place(&call.method);
    let distance = quote_spanned!(at=> ::disprove::__private::distance);
    let body = part(&closure.body, want);
    let mut rewritten = call.clone();
    *rewritten.args.last_mut()? = Expr::Closure(with_body(closure, body.tokens));
    let value = quote_spanned!(at=> #rewritten);
    let value = when_unmet(at, &value, &quote_spanned!(at=> #distance::in_closure()), want);
    Some(Part { tokens: quote_spanned!(at=> { #distance::reset(); #value }), is_sum: true })
}
