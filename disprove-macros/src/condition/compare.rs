//! Comparisons: the distance between two values, modular for remainders.

use super::{Part, place, unparenthesized, when_unmet};
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{BinOp, Expr, ExprBinary, ExprMethodCall, Lit, Path, UnOp};

/// The required relation of two values.
#[derive(Clone, Copy, PartialEq)]
enum Wanted {
    Equal,
    Unequal,
    /// Left below right; not above it unless `strictly`.
    Below {
        strictly: bool,
    },
    Above {
        strictly: bool,
    },
}

impl Wanted {
    fn of(operator: BinOp) -> Option<Wanted> {
        Some(match operator {
            BinOp::Eq(_) => Wanted::Equal,
            BinOp::Ne(_) => Wanted::Unequal,
            BinOp::Lt(_) => Wanted::Below { strictly: true },
            BinOp::Le(_) => Wanted::Below { strictly: false },
            BinOp::Gt(_) => Wanted::Above { strictly: true },
            BinOp::Ge(_) => Wanted::Above { strictly: false },
            _ => return None,
        })
    }

    fn negated(self) -> Wanted {
        match self {
            Wanted::Equal => Wanted::Unequal,
            Wanted::Unequal => Wanted::Equal,
            Wanted::Below { strictly } => Wanted::Above { strictly: !strictly },
            Wanted::Above { strictly } => Wanted::Below { strictly: !strictly },
        }
    }

    /// The relation with the sides exchanged.
    fn swapped(self) -> Wanted {
        match self {
            Wanted::Below { strictly } => Wanted::Above { strictly },
            Wanted::Above { strictly } => Wanted::Below { strictly },
            same => same,
        }
    }

    /// The probe that measures the distance. `!=` has none: equal values are one step from unequal ones.
    fn measured(self, at: Span) -> Option<TokenStream> {
        Some(match self {
            Wanted::Unequal => return None,
            Wanted::Equal => quote_spanned!(at=> ::disprove::__private::distance::Equal),
            Wanted::Below { strictly: false } | Wanted::Above { strictly: false } => {
                quote_spanned!(at=> ::disprove::__private::distance::Order)
            }
            Wanted::Below { .. } | Wanted::Above { .. } => {
                quote_spanned!(at=> ::disprove::__private::distance::Strict)
            }
        })
    }
}

/// `a < b` and the other comparison operators; `None` for other operators.
pub fn comparison(it: &ExprBinary, want: bool) -> Option<Part> {
    let written = Wanted::of(it.op)?;
    let wanted = if want { written } else { written.negated() };
    let (left, right, operator) = (&it.left, &it.right, &it.op);
    let at = place(operator);
    if let Some(ordered) = ordering(it, wanted, want) {
        return ordered;
    }
    for (value, is_right) in [(left, false), (right, true)] {
        if let Some(remainder) = remainder(value) {
            let wanted = if is_right { wanted.swapped() } else { wanted };
            return cyclic(it, remainder, is_right, wanted, want);
        }
    }
    let kind = wanted.measured(at)?;
    let note = note(at, &kind);
    let compared = when_unmet(at, &quote_spanned!(at=> (*left #operator *right)), &note, want);
    Some(pair(at, left, right, &compared))
}

/// Evaluates both sides once, into the variables `left` and `right`.
fn pair(at: Span, left: &Expr, right: &Expr, compared: &TokenStream) -> Part {
    Part::simple(quote_spanned!(at=> match (&(#left), &(#right)) { (left, right) => #compared }))
}

/// Records the distance of the variables `left` and `right`.
fn note(at: Span, kind: &TokenStream) -> TokenStream {
    quote_spanned! {at=>
        ::disprove::__private::distance::note((&::disprove::__private::distance::Probe(#kind, left, right)).branch_distance())
    }
}

/// `a.lt(&b)` and similar methods.
pub fn called(it: &ExprMethodCall, want: bool) -> Option<Part> {
    let written = match it.method.to_string().as_str() {
        "eq" => Wanted::Equal,
        "ne" => Wanted::Unequal,
        "lt" => Wanted::Below { strictly: true },
        "le" => Wanted::Below { strictly: false },
        "gt" => Wanted::Above { strictly: true },
        "ge" => Wanted::Above { strictly: false },
        _ => return None,
    };
    let wanted = if want { written } else { written.negated() };
    measured_call(it, wanted, want, |value| value)
}

/// `a.cmp(&b).is_lt()` and similar methods.
pub fn compared(it: &ExprMethodCall, want: bool) -> Option<Part> {
    let written = match it.method.to_string().as_str() {
        "is_eq" => Wanted::Equal,
        "is_ne" => Wanted::Unequal,
        "is_lt" => Wanted::Below { strictly: true },
        "is_le" => Wanted::Below { strictly: false },
        "is_gt" => Wanted::Above { strictly: true },
        "is_ge" => Wanted::Above { strictly: false },
        _ => return None,
    };
    let wanted = if want { written } else { written.negated() };
    let Expr::MethodCall(inner) = unparenthesized(&it.receiver) else {
        return None;
    };
    if !is_cmp(inner) {
        return None;
    }
    let question = &it.method;
    measured_call(inner, wanted, want, |value| quote!(#value.#question()))
}

fn is_cmp(it: &ExprMethodCall) -> bool {
    it.method == "cmp" || it.method == "partial_cmp" || it.method == "total_cmp"
}

/// `a.cmp(&b) == Ordering::Less` and similar comparisons. The outer `None` means: not such a comparison.
#[allow(clippy::option_option)]
fn ordering(it: &ExprBinary, wanted: Wanted, want: bool) -> Option<Option<Part>> {
    let Expr::MethodCall(call) = unparenthesized(&it.left) else {
        return None;
    };
    let wanted = match (is_cmp(call).then(|| ordering_name(&it.right)).flatten()?.as_str(), wanted)
    {
        ("Equal", equal) => equal,
        ("Less", Wanted::Equal) => Wanted::Below { strictly: true },
        ("Less", Wanted::Unequal) => Wanted::Above { strictly: false },
        ("Greater", Wanted::Equal) => Wanted::Above { strictly: true },
        ("Greater", Wanted::Unequal) => Wanted::Below { strictly: false },
        _ => return None,
    };
    reference(call)?;
    let (operator, right) = (&it.op, &it.right);
    Some(measured_call(call, wanted, want, |value| quote!((#value #operator #right))))
}

/// `Less` in `Ordering::Less` or `Some(Less)`.
fn ordering_name(expression: &Expr) -> Option<String> {
    match unparenthesized(expression) {
        Expr::Path(it) => Some(it.path.segments.last()?.ident.to_string()),
        Expr::Call(it) if it.args.len() == 1 && is_some(&it.func) => ordering_name(&it.args[0]),
        _ => None,
    }
}

fn is_some(function: &Expr) -> bool {
    let ends = |path: &Path| path.segments.last().is_some_and(|last| last.ident == "Some");
    matches!(function, Expr::Path(it) if ends(&it.path))
}

/// The `b` of a single argument `&b`.
fn reference(call: &ExprMethodCall) -> Option<&Expr> {
    match call.args.first() {
        Some(Expr::Reference(it)) if call.args.len() == 1 && it.mutability.is_none() => {
            Some(&it.expr)
        }
        _ => None,
    }
}

/// A call that compares its receiver with a reference; `value` turns its result into a bool.
fn measured_call(
    call: &ExprMethodCall,
    wanted: Wanted,
    want: bool,
    value: impl Fn(TokenStream) -> TokenStream,
) -> Option<Part> {
    let right = reference(call)?;
    if call.turbofish.is_some() || super::closure::is_iterator(&call.receiver) {
        return None;
    }
    let (left, method) = (&call.receiver, &call.method);
    let at = place(method);
    let note = note(at, &wanted.measured(at)?);
    // `(*left)` is a place again, so method lookup works as in the original expression.
    let value = value(quote_spanned!(at=> (*left).#method(right)));
    let compared = when_unmet(at, &value, &note, want);
    Some(pair(at, left, right, &compared))
}

fn remainder(expression: &Expr) -> Option<&ExprBinary> {
    match unparenthesized(expression) {
        Expr::Binary(it) if matches!(it.op, BinOp::Rem(_)) => Some(it),
        _ => None,
    }
}

/// A comparison with a remainder, whose distance is modular: the largest remainder is one step from 0.
fn cyclic(
    it: &ExprBinary,
    remainder: &ExprBinary,
    is_right: bool,
    wanted: Wanted,
    want: bool,
) -> Option<Part> {
    let (left, right, operator) = (&it.left, &it.right, &it.op);
    let at = place(operator);
    let distance = quote_spanned!(at=> ::disprove::__private::distance);
    let side = match wanted {
        Wanted::Unequal => return None,
        Wanted::Equal => quote_spanned!(at=> #distance::Side::Equal),
        Wanted::Below { strictly } => {
            quote_spanned!(at=> #distance::Side::Below { strictly: #strictly })
        }
        Wanted::Above { strictly } => {
            quote_spanned!(at=> #distance::Side::Above { strictly: #strictly })
        }
    };
    let (value, modulus) = (&remainder.left, unparenthesized(&remainder.right));
    let (round, other) =
        if is_right { (quote!(right), quote!(left)) } else { (quote!(left), quote!(right)) };
    let (round, other) = (respanned(&round, at), respanned(&other, at));
    let compared = |size: TokenStream| {
        let cycle = quote_spanned!(at=> #distance::Cycle { size: #size, side: #side });
        let distance_of =
            quote_spanned!(at=> (&#distance::Probe(#cycle, #round, #other)).branch_distance());
        let note = quote_spanned!(at=> #distance::note(#distance_of));
        when_unmet(at, &quote_spanned!(at=> (*left #operator *right)), &note, want)
    };
    if is_place(modulus) {
        // A place may be evaluated twice.
        let known = literal(modulus).map_or_else(
            || quote_spanned!(at=> (&#distance::Probe(#distance::Integer, &(#modulus), &())).branch_distance()),
            |known| quote_spanned!(at=> #known),
        );
        return Some(pair(at, left, right, &compared(known)));
    }
    let compared = compared(
        quote_spanned!(at=> (&#distance::Probe(#distance::Integer, modulus, &())).branch_distance()),
    );
    let rem = &remainder.op;
    Some(Part::simple(if is_right {
        quote_spanned! {at=>
            match (&(#left), &(#value), &(#modulus)) {
                (left, value, modulus) => match &(*value #rem *modulus) { right => #compared },
            }
        }
    } else {
        quote_spanned! {at=>
            match (&(#value), &(#modulus), &(#right)) {
                (value, modulus, right) => match &(*value #rem *modulus) { left => #compared },
            }
        }
    }))
}

fn respanned(tokens: &TokenStream, at: Span) -> TokenStream {
    tokens
        .clone()
        .into_iter()
        .map(|mut token| {
            token.set_span(at);
            token
        })
        .collect()
}

/// A variable, a field of one, or a literal.
fn is_place(expression: &Expr) -> bool {
    match expression {
        Expr::Path(_) | Expr::Lit(_) => true,
        Expr::Field(it) => is_place(&it.base),
        Expr::Paren(it) => is_place(&it.expr),
        Expr::Unary(it) => matches!(it.op, UnOp::Neg(_)) && matches!(*it.expr, Expr::Lit(_)),
        _ => false,
    }
}

/// The magnitude of an integer literal.
fn literal(expression: &Expr) -> Option<f64> {
    match expression {
        Expr::Lit(it) => match &it.lit {
            Lit::Int(number) => number.base10_parse::<u128>().ok().map(|number| number as f64),
            _ => None,
        },
        Expr::Unary(it) => literal(&it.expr),
        _ => None,
    }
}

/// `x.is_multiple_of(k)`.
pub fn multiple(call: &ExprMethodCall) -> Option<Part> {
    let (left, right, method) = (&call.receiver, call.args.first()?, &call.method);
    let at = place(&method.span());
    let note = note(at, &quote_spanned!(at=> ::disprove::__private::distance::Multiple));
    let value = quote_spanned!(at=> (*left).#method(*right));
    let compared = when_unmet(at, &value, &note, true);
    Some(pair(at, left, right, &compared))
}
