//! Expands `macro_rules!` macros that the file itself defines.
//!
//! It supports what tests need: fragments, literal tokens and repetitions. It ignores hygiene; macros whose names would
//! clash in practice wrap them in a block.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::BTreeMap;
use syn::{
    Block, Expr, Item, Lifetime, Lit, Meta, Pat, Path, Stmt, Token, Type, Visibility,
    ext::IdentExt,
    parse::{ParseStream, Parser, discouraged::Speculative},
};

/// Maximum iterations of one repetition. Tests list a few types or cases; longer lists are cut off.
const MOST_ROUNDS: usize = 500;

/// A macro: its patterns and bodies.
#[derive(Clone)]
pub struct Rules(Vec<(Vec<TokenTree>, Vec<TokenTree>)>);

/// What a metavariable matched.
#[derive(Clone)]
enum Bound {
    One(TokenStream),
    Many(Vec<Bindings>),
}

type Bindings = BTreeMap<String, Bound>;

impl Rules {
    /// Parses the tokens inside `macro_rules! name { .. }`.
    pub fn of(tokens: TokenStream) -> Rules {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut rules = Vec::new();
        let mut rest = tokens.as_slice();
        while let [
            TokenTree::Group(pattern),
            TokenTree::Punct(_),
            TokenTree::Punct(_),
            TokenTree::Group(body),
            after @ ..,
        ] = rest
        {
            rules.push((
                pattern.stream().into_iter().collect(),
                body.stream().into_iter().collect(),
            ));
            rest = after;
            while let [TokenTree::Punct(_), after @ ..] = rest {
                rest = after;
            }
        }
        Rules(rules)
    }

    /// Expands a call with the first rule that matches.
    pub fn expand(&self, call: &TokenStream) -> Option<TokenStream> {
        for (pattern, body) in &self.0 {
            let parser = |input: ParseStream| {
                let mut bound = Bindings::new();
                accept(pattern, input, &mut bound)?;
                if input.is_empty() {
                    Ok(bound)
                } else {
                    Err(input.error("more than the rule accepts"))
                }
            };
            if let Ok(bound) = parser.parse2(call.clone()) {
                return Some(transcribe(body, &bound));
            }
        }
        None
    }
}

/// The first element of a pattern or a body.
enum Part<'t> {
    /// `$name:fragment` with its number of tokens; bodies have no fragment.
    Name(&'t Ident, Option<&'t Ident>, usize),
    /// `$( .. ) separator sign`.
    Repeated(&'t Group, Option<&'t TokenTree>, char, usize),
    Token(&'t TokenTree),
}

fn is(token: Option<&TokenTree>, sign: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
}

fn part(tokens: &[TokenTree]) -> Option<Part<'_>> {
    let first = tokens.first()?;
    if !is(Some(first), '$') {
        return Some(Part::Token(first));
    }
    Some(match tokens.get(1)? {
        TokenTree::Ident(name) => match (is(tokens.get(2), ':'), tokens.get(3)) {
            (true, Some(TokenTree::Ident(fragment))) => Part::Name(name, Some(fragment), 4),
            _ => Part::Name(name, None, 2),
        },
        TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => {
            let sign = |at: usize| match tokens.get(at) {
                Some(TokenTree::Punct(punct)) if "*+?".contains(punct.as_char()) => {
                    Some(punct.as_char())
                }
                _ => None,
            };
            match (sign(2), sign(3), sign(4)) {
                (Some(found), ..) => Part::Repeated(group, None, found, 3),
                (None, Some(found), _) => Part::Repeated(group, tokens.get(2), found, 4),
                // A separator of two characters, `=>`: the first one suffices.
                (None, None, Some(found)) => Part::Repeated(group, tokens.get(2), found, 5),
                _ => return None,
            }
        }
        other => Part::Token(other),
    })
}

fn accept(pattern: &[TokenTree], input: ParseStream, bound: &mut Bindings) -> syn::Result<()> {
    let mut rest = pattern;
    while let Some(part) = part(rest) {
        match part {
            Part::Name(name, fragment, length) => {
                // A body inside a pattern has no fragment; such a macro defines macros.
                let fragment = fragment.ok_or_else(|| input.error("a name without a fragment"))?;
                rest = &rest[length..];
                let mut fragment = fragment.to_string();
                // Before the 2021 edition `|$p:pat|` was allowed and meant a pattern without alternatives.
                if fragment == "pat" && is(rest.first(), '|') {
                    fragment.push_str("_param");
                }
                let tokens = fragment_tokens(&fragment, input)?;
                bound.insert(name.to_string(), Bound::One(tokens));
            }
            Part::Repeated(group, separator, sign, length) => {
                rest = &rest[length..];
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                let rounds = repeat(&inner, separator, sign, input, length == 5)?;
                for name in names(&inner) {
                    bound.insert(name, Bound::Many(rounds.clone()));
                }
            }
            Part::Token(TokenTree::Group(group)) => {
                let TokenTree::Group(found) = input.parse::<TokenTree>()? else {
                    return Err(input.error("expected a group"));
                };
                if found.delimiter() != group.delimiter() {
                    return Err(input.error("another group"));
                }
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                let parser = |input: ParseStream| {
                    accept(&inner, input, bound)?;
                    if input.is_empty() { Ok(()) } else { Err(input.error("more than expected")) }
                };
                parser.parse2(found.stream())?;
                rest = &rest[1..];
            }
            Part::Token(token) => {
                literally(token, input)?;
                rest = &rest[1..];
            }
        }
    }
    Ok(())
}

fn literally(token: &TokenTree, input: ParseStream) -> syn::Result<()> {
    let found = input.parse::<TokenTree>()?;
    if found.to_string() == token.to_string() { Ok(()) } else { Err(input.error("another token")) }
}

fn repeat(
    inner: &[TokenTree],
    separator: Option<&TokenTree>,
    sign: char,
    input: ParseStream,
    two_signs: bool,
) -> syn::Result<Vec<Bindings>> {
    let mut rounds = Vec::new();
    while !input.is_empty() && rounds.len() < MOST_ROUNDS {
        let ahead = input.fork();
        if let Some(separator) = separator.filter(|_| !rounds.is_empty()) {
            if literally(separator, &ahead).is_err() {
                break;
            }
            if two_signs {
                ahead.parse::<TokenTree>()?;
            }
        }
        let mut bound = Bindings::new();
        let before = ahead.cursor();
        if accept(inner, &ahead, &mut bound).is_err() || ahead.cursor() == before {
            break;
        }
        input.advance_to(&ahead);
        rounds.push(bound);
        if sign == '?' {
            break;
        }
    }
    if sign == '+' && rounds.is_empty() {
        return Err(input.error("expected one at least"));
    }
    Ok(rounds)
}

/// The metavariables of a pattern, including those in repetitions.
fn names(pattern: &[TokenTree]) -> Vec<String> {
    let mut found = Vec::new();
    for (at, token) in pattern.iter().enumerate() {
        match token {
            TokenTree::Ident(name) => {
                let dollar = at.checked_sub(1).and_then(|before| pattern.get(before));
                if matches!(dollar, Some(TokenTree::Punct(sign)) if sign.as_char() == '$') {
                    found.push(name.to_string());
                }
            }
            TokenTree::Group(group) => {
                found.extend(names(&group.stream().into_iter().collect::<Vec<_>>()));
            }
            _ => {}
        }
    }
    found
}

fn fragment_tokens(fragment: &str, input: ParseStream) -> syn::Result<TokenStream> {
    Ok(match fragment {
        "expr" | "expr_2021" => {
            let expr = input.parse::<Expr>()?.to_token_stream();
            let mut group = Group::new(Delimiter::None, expr.clone());
            let tokens: Vec<TokenTree> = expr.into_iter().collect();
            if let (Some(first), Some(last)) = (tokens.first(), tokens.last()) {
                group.set_span(first.span().join(last.span()).unwrap_or_else(|| first.span()));
            }
            TokenTree::Group(group).into()
        }
        "ident" => input.call(Ident::parse_any)?.into_token_stream(),
        "ty" => input.parse::<Type>()?.into_token_stream(),
        "pat" => input.call(Pat::parse_multi_with_leading_vert)?.into_token_stream(),
        "pat_param" => input.call(Pat::parse_single)?.into_token_stream(),
        "path" => input.parse::<Path>()?.into_token_stream(),
        "literal" => {
            let sign = input.parse::<Option<Token![-]>>()?.into_token_stream();
            sign.into_iter().chain(input.parse::<Lit>()?.into_token_stream()).collect()
        }
        "block" => input.parse::<Block>()?.into_token_stream(),
        "stmt" => input.parse::<Stmt>()?.into_token_stream(),
        "item" => input.parse::<Item>()?.into_token_stream(),
        "meta" => input.parse::<Meta>()?.into_token_stream(),
        "vis" => input.parse::<Visibility>()?.into_token_stream(),
        "lifetime" => input.parse::<Lifetime>()?.into_token_stream(),
        _ => input.parse::<TokenTree>()?.into(),
    })
}

fn transcribe(body: &[TokenTree], bound: &Bindings) -> TokenStream {
    let mut made = TokenStream::new();
    let mut rest = body;
    while let Some(part) = part(rest) {
        match part {
            Part::Name(name, _, _) => {
                match bound.get(&name.to_string()) {
                    Some(Bound::One(tokens)) => made.extend(tokens.clone()),
                    _ => made.extend([TokenTree::Ident(name.clone())]),
                }
                // `$name: Type` in a body is a name and a type.
                rest = &rest[2..];
            }
            Part::Repeated(group, separator, _, length) => {
                rest = &rest[length..];
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                for (at, round) in rounds(&inner, bound).iter().enumerate() {
                    if at > 0 {
                        made.extend(separator.cloned());
                    }
                    let mut all = bound.clone();
                    all.extend(round.clone());
                    made.extend(transcribe(&inner, &all));
                }
            }
            Part::Token(TokenTree::Group(group)) => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                let mut copy = Group::new(group.delimiter(), transcribe(&inner, bound));
                copy.set_span(group.span());
                made.extend([TokenTree::Group(copy)]);
                rest = &rest[1..];
            }
            Part::Token(token) => {
                made.extend([token.clone()]);
                rest = &rest[1..];
            }
        }
    }
    made
}

/// The iterations of a repetition: those of the metavariables in it, in parallel.
fn rounds(inner: &[TokenTree], bound: &Bindings) -> Vec<Bindings> {
    let mut all: Vec<Bindings> = Vec::new();
    for name in names(inner) {
        if let Some(Bound::Many(rounds)) = bound.get(&name) {
            all.resize(all.len().max(rounds.len()), Bindings::new());
            for (into, round) in all.iter_mut().zip(rounds) {
                into.extend(round.clone());
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::Rules;

    fn expanded(rules: &str, call: &str) -> Option<String> {
        let spaced = Rules::of(rules.parse().unwrap()).expand(&call.parse().unwrap())?.to_string();
        Some(spaced.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn names_stand_for_what_was_given() {
        let rules = "($a:expr, |$p:pat| $b:expr) => { let $p = $a; f($b) };";
        assert_eq!(expanded(rules, "1 + 2, |x| x").as_deref(), Some("let x = 1 + 2 ; f (x)"));
    }

    #[test]
    fn the_first_rule_that_accepts_is_taken() {
        let rules = "(one) => { 1 }; ($x:ident) => { stringify!($x) }";
        assert_eq!(expanded(rules, "one").as_deref(), Some("1"));
        assert_eq!(expanded(rules, "two").as_deref(), Some("stringify ! (two)"));
        assert_eq!(expanded(rules, "3"), None);
    }

    #[test]
    fn repetitions_go_side_by_side() {
        let rules = "($($n:ident: $t:ty),* $(,)?) => { $(fn $n(x: $t) {})* }";
        assert_eq!(
            expanded(rules, "a: u8, b: u16,").as_deref(),
            Some("fn a (x : u8) { } fn b (x : u16) { }")
        );
    }

    #[test]
    fn repetitions_hold_repetitions() {
        let rules = "($($n:ident { $($x:expr),* })*) => { $(mod $n { $(f($x);)* })* }";
        assert_eq!(
            expanded(rules, "a { 1, 2 } b { }").as_deref(),
            Some("mod a { f (1) ; f (2) ; } mod b { }")
        );
    }
}
