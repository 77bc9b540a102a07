//! Comparisons: the distance between two values, around a circle for remainders.

use super::{Part, on_miss, peeled, place};
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{BinOp, Expr, ExprBinary, ExprMethodCall, Lit, Path, UnOp};

/// How two values are wanted to be.
#[derive(Clone, Copy, PartialEq)]
enum Wanted {
    Equal,
    Unequal,
    /// The left one below the right one, or not above it.
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

    fn turned(self) -> Wanted {
        match self {
            Wanted::Equal => Wanted::Unequal,
            Wanted::Unequal => Wanted::Equal,
            Wanted::Below { strictly } => Wanted::Above { strictly: !strictly },
            Wanted::Above { strictly } => Wanted::Below { strictly: !strictly },
        }
    }

    /// With the values in the other order.
    fn swapped(self) -> Wanted {
        match self {
            Wanted::Below { strictly } => Wanted::Above { strictly },
            Wanted::Above { strictly } => Wanted::Below { strictly },
            same => same,
        }
    }

    /// What measures the distance; two values that are equal are next to being different.
    fn measured(self, at: Span) -> Option<TokenStream> {
        Some(match self {
            Wanted::Unequal => return None,
            Wanted::Equal => quote_spanned!(at=> ::disprove::__private::near::Equal),
            Wanted::Below { strictly: false } | Wanted::Above { strictly: false } => {
                quote_spanned!(at=> ::disprove::__private::near::Order)
            }
            Wanted::Below { .. } | Wanted::Above { .. } => {
                quote_spanned!(at=> ::disprove::__private::near::Strict)
            }
        })
    }
}

/// `a < b` and the like; nothing for other operators.
pub fn comparison(it: &ExprBinary, want: bool) -> Option<Part> {
    let written = Wanted::of(it.op)?;
    let wanted = if want { written } else { written.turned() };
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
    let compared = on_miss(at, &quote_spanned!(at=> (*left #operator *right)), &note, want);
    Some(pair(at, left, right, &compared))
}

/// Evaluates both sides once, to the variables `left` and `right`.
fn pair(at: Span, left: &Expr, right: &Expr, compared: &TokenStream) -> Part {
    Part::simple(quote_spanned!(at=> match (&(#left), &(#right)) { (left, right) => #compared }))
}

/// Leaves the distance of the variables `left` and `right`.
fn note(at: Span, kind: &TokenStream) -> TokenStream {
    quote_spanned! {at=>
        ::disprove::__private::near::note((&::disprove::__private::near::Probe(#kind, left, right)).gap())
    }
}

/// `a.lt(&b)` and the like.
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
    let wanted = if want { written } else { written.turned() };
    measured_call(it, wanted, want, |value| value)
}

/// `a.cmp(&b).is_lt()` and the like.
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
    let wanted = if want { written } else { written.turned() };
    let Expr::MethodCall(inner) = peeled(&it.receiver) else {
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

/// `a.cmp(&b) == Ordering::Less` and the like. The inner option: what is no such comparison is left to others.
#[allow(clippy::option_option)]
fn ordering(it: &ExprBinary, wanted: Wanted, want: bool) -> Option<Option<Part>> {
    let Expr::MethodCall(call) = peeled(&it.left) else {
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

/// `Less` of `Ordering::Less` or `Some(Less)`.
fn ordering_name(expression: &Expr) -> Option<String> {
    match peeled(expression) {
        Expr::Path(it) => Some(it.path.segments.last()?.ident.to_string()),
        Expr::Call(it) if it.args.len() == 1 && is_some(&it.func) => ordering_name(&it.args[0]),
        _ => None,
    }
}

fn is_some(function: &Expr) -> bool {
    let ends = |path: &Path| path.segments.last().is_some_and(|last| last.ident == "Some");
    matches!(function, Expr::Path(it) if ends(&it.path))
}

/// The `b` of the only argument `&b`.
fn reference(call: &ExprMethodCall) -> Option<&Expr> {
    match call.args.first() {
        Some(Expr::Reference(it)) if call.args.len() == 1 && it.mutability.is_none() => {
            Some(&it.expr)
        }
        _ => None,
    }
}

/// A call that compares its receiver with a reference; `value` makes a bool of what it returns.
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
    // The receiver is a place again, so that its methods are looked up as they would be without us.
    let value = value(quote_spanned!(at=> (*left).#method(right)));
    let compared = on_miss(at, &value, &note, want);
    Some(pair(at, left, right, &compared))
}

fn remainder(expression: &Expr) -> Option<&ExprBinary> {
    match peeled(expression) {
        Expr::Binary(it) if matches!(it.op, BinOp::Rem(_)) => Some(it),
        _ => None,
    }
}

/// A comparison with a remainder: from the largest to 0 it is but one step.
fn cyclic(
    it: &ExprBinary,
    remainder: &ExprBinary,
    is_right: bool,
    wanted: Wanted,
    want: bool,
) -> Option<Part> {
    let (left, right, operator) = (&it.left, &it.right, &it.op);
    let at = place(operator);
    let near = quote_spanned!(at=> ::disprove::__private::near);
    let side = match wanted {
        Wanted::Unequal => return None,
        Wanted::Equal => quote_spanned!(at=> #near::Side::Equal),
        Wanted::Below { strictly } => {
            quote_spanned!(at=> #near::Side::Below { strictly: #strictly })
        }
        Wanted::Above { strictly } => {
            quote_spanned!(at=> #near::Side::Above { strictly: #strictly })
        }
    };
    let (value, modulus) = (&remainder.left, peeled(&remainder.right));
    let (round, other) =
        if is_right { (quote!(right), quote!(left)) } else { (quote!(left), quote!(right)) };
    let (round, other) = (respanned(&round, at), respanned(&other, at));
    let compared = |size: TokenStream| {
        let cycle = quote_spanned!(at=> #near::Cycle { size: #size, side: #side });
        let gap = quote_spanned!(at=> (&#near::Probe(#cycle, #round, #other)).gap());
        let note = quote_spanned!(at=> #near::note(#gap));
        on_miss(at, &quote_spanned!(at=> (*left #operator *right)), &note, want)
    };
    if is_place(modulus) {
        // Looking at it twice is no different from looking at it once.
        let known = literal(modulus).map_or_else(
            || quote_spanned!(at=> (&#near::Probe(#near::Whole, &(#modulus), &())).gap()),
            |known| quote_spanned!(at=> #known),
        );
        return Some(pair(at, left, right, &compared(known)));
    }
    let compared = compared(quote_spanned!(at=> (&#near::Probe(#near::Whole, modulus, &())).gap()));
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

/// The size of a whole number that is written out.
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
    let note = note(at, &quote_spanned!(at=> ::disprove::__private::near::Multiple));
    let value = quote_spanned!(at=> (*left).#method(*right));
    let compared = on_miss(at, &value, &note, true);
    Some(pair(at, left, right, &compared))
}
