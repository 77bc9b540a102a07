//! `matches!`: the distance of a value from a pattern.

use super::{Part, part, place, unparenthesized};
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{
    Expr, Lit, Macro, Pat, PatRange, RangeLimits, Token, UnOp,
    parse::{ParseStream, Parser},
};

/// The arguments of `matches!`.
struct Matches {
    value: Expr,
    pattern: Pat,
    guard: Option<Expr>,
}

fn parse(input: ParseStream<'_>) -> syn::Result<Matches> {
    let value = input.parse()?;
    input.parse::<Token![,]>()?;
    let pattern = Pat::parse_multi_with_leading_vert(input)?;
    let guard = match input.parse::<Option<Token![if]>>()? {
        Some(_) => Some(input.parse()?),
        None => None,
    };
    input.parse::<Option<Token![,]>>()?;
    Ok(Matches { value, pattern, guard })
}

/// The `match` that `matches!` expands to, with a distance in its second arm. `None` if the pattern has no distance.
pub fn matches(mac: &Macro) -> Option<Part> {
    let Matches { value, pattern, guard } = parse.parse2(mac.tokens.clone()).ok()?;
    let at = place(mac);
    let distance = quote_spanned!(at=> ::disprove::__private::distance);
    let mut measured = Measured { at, distance: distance.clone(), measurable: 0, depth: 0 };
    let distance_of = measured.distance_of(&pattern, &quote_spanned!(at=> other));
    if measured.measurable == 0 && guard.is_none() {
        return None;
    }
    let guarded = guard.as_ref().map(|guard| {
        let Part { tokens, .. } = part(guard, true);
        quote_spanned!(at=> if #tokens)
    });
    let note = if guard.is_some() { quote!(unmatched) } else { quote!(note) };
    let value = unparenthesized(&value);
    // A struct literal needs parentheses in this position.
    let has_braces = value
        .to_token_stream()
        .into_iter()
        .any(|token| matches!(token, TokenTree::Group(it) if it.delimiter() == Delimiter::Brace));
    let value = if has_braces { quote_spanned!(at=> (#value)) } else { quote!(#value) };
    let tokens = quote_spanned! {at=>
        match #value { #pattern #guarded => true, ref other => #distance::#note(#distance_of) }
    };
    Some(Part { tokens, is_sum: guard.is_some() })
}

struct Measured {
    at: Span,
    distance: TokenStream,
    /// Number of literals and ranges in the pattern.
    measurable: u32,
    depth: u32,
}

impl Measured {
    /// An expression for the distance of `value`, a reference, from a pattern; 0 if it matches.
    fn distance_of(&mut self, pattern: &Pat, value: &TokenStream) -> TokenStream {
        let at = self.at;
        match pattern {
            Pat::Paren(it) => self.distance_of(&it.pat, value),
            Pat::Reference(it) => self.distance_of(&it.pat, &quote_spanned!(at=> (*#value))),
            Pat::Ident(it) => match &it.subpat {
                Some((_, inner)) => self.distance_of(inner, value),
                // A variable matches everything; a capitalized name is a constant or a variant.
                None if it.ident.to_string().starts_with(char::is_uppercase) => {
                    quote_spanned!(at=> match #value { #pattern => 0.0, _ => 1.0 })
                }
                None => quote_spanned!(at=> 0.0),
            },
            Pat::Wild(_) | Pat::Rest(_) => quote_spanned!(at=> 0.0),
            Pat::Path(_) => quote_spanned!(at=> match #value { #pattern => 0.0, _ => 1.0 }),
            Pat::Lit(it) => self.literal(&it.lit, false, value),
            Pat::Range(it) => self.range(it, value),
            Pat::Or(it) => {
                let cases: Vec<TokenStream> =
                    it.cases.iter().map(|case| self.distance_of(case, value)).collect();
                let distance = &self.distance;
                quote_spanned!(at=> #distance::least_of(&[#(#cases),*]))
            }
            Pat::TupleStruct(it) => {
                let path = &it.path;
                let (bindings, distances) = self.fields(it.elems.iter());
                self.structure(&quote_spanned!(at=> #path(#(#bindings),*)), &distances, value)
            }
            Pat::Tuple(it) => {
                let (bindings, distances) = self.fields(it.elems.iter());
                self.structure(&quote_spanned!(at=> (#(#bindings,)*)), &distances, value)
            }
            Pat::Struct(it) => {
                let path = &it.path;
                let (bindings, distances) = self.fields(it.fields.iter().map(|field| &*field.pat));
                let members = it.fields.iter().map(|field| &field.member);
                let pattern = quote_spanned!(at=> #path { #(#members: #bindings,)* .. });
                self.structure(&pattern, &distances, value)
            }
            _ => quote_spanned!(at=> 1.0),
        }
    }

    /// A variable for each field, and its distance.
    fn fields<'a>(
        &mut self,
        fields: impl Iterator<Item = &'a Pat>,
    ) -> (Vec<TokenStream>, Vec<TokenStream>) {
        let at = self.at;
        let (mut bindings, mut distances) = (Vec::new(), Vec::new());
        for field in fields {
            if let Pat::Rest(_) = field {
                // `..` stays as it is.
                bindings.push(quote_spanned!(at=> ..));
                continue;
            }
            if let Pat::Wild(_) = field {
                bindings.push(quote_spanned!(at=> _));
                continue;
            }
            self.depth += 1;
            let name = format_ident!("field{}", self.depth, span = at);
            let distance_of = self.distance_of(field, &quote_spanned!(at=> #name));
            let is_used = distance_of.clone().into_iter().count() > 1;
            bindings.push(if is_used { quote!(#name) } else { quote_spanned!(at=> _) });
            distances.push(distance_of);
        }
        (bindings, distances)
    }

    /// The sum over all fields; another variant has a larger distance than any sum.
    fn structure(
        &self,
        pattern: &TokenStream,
        distances: &[TokenStream],
        value: &TokenStream,
    ) -> TokenStream {
        let (at, distance) = (self.at, &self.distance);
        let other = distances.len().max(1) as f64;
        let all = if distances.is_empty() {
            quote_spanned!(at=> 0.0)
        } else {
            quote_spanned!(at=> #distance::sum(&[#(#distances),*]))
        };
        quote_spanned!(at=> match #value { #pattern => #all, _ => #other })
    }

    fn literal(&mut self, literal: &Lit, negative: bool, value: &TokenStream) -> TokenStream {
        let (at, distance) = (self.at, &self.distance);
        self.measurable += 1;
        if let Lit::Str(text) = literal {
            return quote_spanned!(at=> (&#distance::Probe(#distance::Equal, #value, &#text)).branch_distance());
        }
        if let Lit::Float(number) = literal {
            let number = number.base10_digits().parse::<f64>().unwrap_or(f64::NAN);
            let number = if negative { -number } else { number };
            return self.between(number, number, value);
        }
        if let Some(number) = integer(literal, negative) {
            let number = quote_spanned!(at=> #number);
            return self.within(&number, &number, value);
        }
        self.measurable -= 1;
        quote_spanned!(at=> 1.0)
    }

    fn within(&self, low: &TokenStream, high: &TokenStream, value: &TokenStream) -> TokenStream {
        let (at, distance) = (self.at, &self.distance);
        quote_spanned! {at=>
            (&#distance::Probe(#distance::Within { low: #low, high: #high }, #value, &())).branch_distance()
        }
    }

    fn between(&self, low: f64, high: f64, value: &TokenStream) -> TokenStream {
        let (at, distance) = (self.at, &self.distance);
        // Infinities have no literals.
        let (low, high) = (low.max(f64::MIN), high.min(f64::MAX));
        quote_spanned! {at=>
            (&#distance::Probe(#distance::Between { low: #low, high: #high }, #value, &())).branch_distance()
        }
    }

    fn range(&mut self, range: &PatRange, value: &TokenStream) -> TokenStream {
        let (at, distance) = (self.at, self.distance.clone());
        self.measurable += 1;
        let ends = [range.start.as_deref(), range.end.as_deref()];
        let is_float = |end: &Expr| matches!(end, Expr::Lit(it) if matches!(it.lit, Lit::Float(_)));
        if ends.iter().flatten().any(|end| is_float(end) || negated(end).is_some_and(is_float)) {
            let end = |end: Option<&Expr>, open: f64| end.map_or(Some(open), float);
            let ends = (end(ends[0], f64::NEG_INFINITY), end(ends[1], f64::INFINITY));
            let (Some(low), Some(high)) = ends else {
                return quote_spanned!(at=> 1.0);
            };
            return self.between(low, high, value);
        }
        let bound = |end: Option<&Expr>, open: i128| {
            match end {
            None => quote_spanned!(at=> #open),
            Some(end) => number(end).map_or_else(
                || {
                    quote_spanned! {at=>
                        #distance::bound((&#distance::Probe(#distance::Integer, &(#end), &())).branch_distance(), #open)
                    }
                },
                |number| quote_spanned!(at=> #number),
            ),
        }
        };
        let low = bound(ends[0], i128::MIN);
        let mut high = bound(ends[1], i128::MAX);
        if matches!(range.limits, RangeLimits::HalfOpen(_)) && range.end.is_some() {
            high = quote_spanned!(at=> (#high - 1));
        }
        self.within(&low, &high, value)
    }
}

fn negated(expression: &Expr) -> Option<&Expr> {
    match expression {
        Expr::Unary(it) if matches!(it.op, UnOp::Neg(_)) => Some(&it.expr),
        _ => None,
    }
}

/// The number that a literal stands for; a character or byte counts as its code.
fn integer(literal: &Lit, negative: bool) -> Option<i128> {
    let number = match literal {
        Lit::Int(number) => number.base10_parse().ok()?,
        Lit::Char(char) => i128::from(u32::from(char.value())),
        Lit::Byte(byte) => i128::from(byte.value()),
        Lit::Bool(bool) => i128::from(bool.value()),
        _ => return None,
    };
    Some(if negative { -number } else { number })
}

fn number(expression: &Expr) -> Option<i128> {
    match (expression, negated(expression)) {
        (Expr::Lit(it), _) => integer(&it.lit, false),
        (_, Some(Expr::Lit(it))) => integer(&it.lit, true),
        _ => None,
    }
}

fn float(expression: &Expr) -> Option<f64> {
    match (expression, negated(expression)) {
        (Expr::Lit(it), _) => match &it.lit {
            Lit::Float(number) => number.base10_digits().parse().ok(),
            _ => None,
        },
        (_, Some(inner)) => float(inner).map(|number| -number),
        _ => None,
    }
}
