//! Conditions on what is inside: of each element, of any element, of an option.

use super::{Part, on_miss, part, peeled, place};
use quote::quote_spanned;
use syn::{Expr, ExprClosure, ExprMethodCall, Lit, RangeLimits};

/// Methods that return iterators. Others may be called the same as those of iterators, and be different.
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

/// Whether an expression makes an iterator. Those that run on several threads at once do not count.
pub fn is_iterator(expression: &Expr) -> bool {
    match peeled(expression) {
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
    match peeled(expression) {
        Expr::MethodCall(it) => {
            it.method.to_string().split('_').any(|word| word == "par" || word == "parallel")
                || is_parallel(&it.receiver)
        }
        _ => false,
    }
}

/// The closure with another body.
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

/// `xs.all(|x| ..)` and `xs.any(|x| ..)`. The closure stays where it is, and so does the element it stops at.
pub fn each(call: &ExprMethodCall, want: bool) -> Option<Part> {
    let closure = plain_closure(call.args.first()?)?;
    if !is_iterator(&call.receiver) {
        return None;
    }
    let (elements, method) = (&call.receiver, &call.method);
    let at = place(method);
    let near = quote_spanned!(at=> ::disprove::__private::near);
    let Part { tokens: body, is_sum } = part(&closure.body, want);
    if (method == "all") == want {
        // Each element must be as wanted. Those that were not reached count 1 each.
        let closure = with_body(closure, body);
        let rest = quote_spanned!(at=> (&#near::Probe(#near::Rest, &elements, &())).gap());
        let added = if is_sum { quote_spanned!(at=> folded) } else { quote_spanned!(at=> ahead) };
        let value = quote_spanned!(at=> elements.#method(#closure));
        let value = on_miss(at, &value, &quote_spanned!(at=> #near::#added(#rest)), want);
        let tokens = quote_spanned!(at=> match (#elements,) { (mut elements,) => #value });
        return Some(Part { tokens, is_sum: true });
    }
    // One element is enough: the nearest counts.
    let body = on_miss(at, &body, &quote_spanned!(at=> nearest.keep()), want);
    let closure = with_body(closure, body);
    let value = quote_spanned!(at=> elements.#method(#closure));
    let value = on_miss(at, &value, &quote_spanned!(at=> nearest.settle(#is_sum)), want);
    let tokens = quote_spanned! {at=>
        match (#elements,) { (mut elements,) => { let nearest = &#near::Nearest::new(); #value } }
    };
    // Above 1 where there are no elements.
    Some(Part { tokens, is_sum: true })
}

/// `x.is_some_and(|x| ..)` and its relatives.
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

/// A closure that is called at most once: what is not there is farther than what is not right.
fn in_place(call: &ExprMethodCall, closure: &ExprClosure, want: bool) -> Option<Part> {
    let at = place(&call.method);
    let near = quote_spanned!(at=> ::disprove::__private::near);
    let body = part(&closure.body, want);
    let mut rewritten = call.clone();
    *rewritten.args.last_mut()? = Expr::Closure(with_body(closure, body.tokens));
    let value = quote_spanned!(at=> #rewritten);
    let value = on_miss(at, &value, &quote_spanned!(at=> #near::inside()), want);
    Some(Part { tokens: quote_spanned!(at=> { #near::start(); #value }), is_sum: true })
}
