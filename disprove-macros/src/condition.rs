//! Instruments the conditions of `assume!` and `when!` with branch distances.
//!
//! `condition!(e)` has the value of `e` and evaluates the same parts in the same order. Where a part does not have
//! the required value, a cold function stores its branch distance in a thread-local. A condition that holds costs no
//! more than plain Rust. The required value of each part is known at expansion: `!` inverts it.

mod closure;
mod compare;
mod method;
mod pattern;

pub use closure::is_iterator;

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::{
    BinOp, Block, Expr, ExprBlock, ExprMatch, Stmt, Token, UnOp,
    parse::{ParseStream, Parser},
    spanned::Spanned,
};

#[cfg(test)]
mod tests;

/// Expands the condition of `assume!` or `when!` to an expression of type `bool`.
pub fn expand(input: TokenStream) -> syn::Result<TokenStream> {
    let condition = single.parse2(input)?;
    let at = place(&condition);
    let value = if let Some(part) = rewrite(&condition, true) {
        part.tokens
    } else {
        // Accepts everything that `!` turns into a bool, such as `&bool`.
        let (value, note) = unmeasured(at, &quote_spanned!(at=> !(!(#condition))), &condition);
        quote_spanned!(at=> (#value || #note))
    };
    Ok(quote_spanned! {at=> {
        use ::disprove::__private::distance::{DistanceKnown as _, DistanceUnknown as _, ArgumentKnown as _, ArgumentUnknown as _};
        #value
    }})
}

fn single(input: ParseStream<'_>) -> syn::Result<Expr> {
    let condition = input.parse()?;
    input.parse::<Option<Token![,]>>()?;
    if input.is_empty() {
        return Ok(condition);
    }
    Err(input.error("expected one condition: remove what follows it, and use `note!` for messages"))
}

/// An instrumented expression.
struct Part {
    tokens: TokenStream,
    /// Its distance may exceed 1, so it must be squashed before it is added to others.
    is_sum: bool,
}

impl Part {
    fn simple(tokens: TokenStream) -> Part {
        Part { tokens, is_sum: false }
    }
}

/// The span of generated tokens: compiler errors point at the expression, and its variables are hidden from user
/// code.
fn place(expression: &impl Spanned) -> Span {
    expression.span().resolved_at(Span::mixed_site())
}

/// Runs the action when the value differs from `want`. Actions return false.
fn when_unmet(at: Span, value: &TokenStream, action: &TokenStream, want: bool) -> TokenStream {
    if want {
        quote_spanned!(at=> (#value || #action))
    } else {
        quote_spanned!(at=> (#value && !#action))
    }
}

/// The expression, instrumented if it has a distance.
fn part(expression: &Expr, want: bool) -> Part {
    rewrite(expression, want).unwrap_or_else(|| {
        let at = place(expression);
        if diverges(expression) {
            return Part { tokens: quote_spanned!(at=> #expression), is_sum: false };
        }
        let value = quote_spanned!(at=> (#expression));
        let (value, note) = unmeasured(at, &value, expression);
        Part::simple(when_unmet(at, &value, &note, want))
    })
}

/// An expression without a distance of its own, and the action if it does not have the required value. Traced code that
/// it calls leaves the distance of its last decision.
fn unmeasured(at: Span, value: &TokenStream, expression: &Expr) -> (TokenStream, TokenStream) {
    let distance = quote_spanned!(at=> ::disprove::__private::distance);
    if calls(expression.to_token_stream()) {
        let called = quote_spanned!(at=> { #distance::reset(); #value });
        (called, quote_spanned!(at=> #distance::called()))
    } else {
        (value.clone(), quote_spanned!(at=> #distance::plain()))
    }
}

/// Whether code calls something: a group after a name, or after `name!`.
fn calls(tokens: TokenStream) -> bool {
    let mut after_name = false;
    for token in tokens {
        let is_name = match &token {
            TokenTree::Group(it)
                if after_name && it.delimiter() == Delimiter::Parenthesis || calls(it.stream()) =>
            {
                return true;
            }
            TokenTree::Punct(it) => it.as_char() == '>' || after_name && it.as_char() == '!',
            token => matches!(token, TokenTree::Ident(_)),
        };
        after_name = is_name;
    }
    false
}

/// The same, or `None` if the expression has no distance.
fn rewrite(expression: &Expr, want: bool) -> Option<Part> {
    match expression {
        Expr::Paren(it) => rewrite(&it.expr, want),
        Expr::Group(it) => rewrite(&it.expr, want),
        Expr::Unary(it) if matches!(it.op, UnOp::Not(_)) => {
            let Part { tokens, is_sum } = rewrite(&it.expr, !want)?;
            let at = place(&it.op);
            Some(Part { tokens: quote_spanned!(at=> (!#tokens)), is_sum })
        }
        Expr::Binary(it) => match it.op {
            BinOp::And(_) => Some(chain(expression, true, want)),
            BinOp::Or(_) => Some(chain(expression, false, want)),
            _ => compare::comparison(it, want),
        },
        Expr::Block(it) if it.attrs.is_empty() && it.label.is_none() => block(&it.block, want),
        Expr::If(it) => {
            let (_, otherwise) = it.else_branch.as_ref()?;
            let at = place(&it.if_token);
            let condition = &it.cond;
            let (yes, no) = (block(&it.then_branch, want), rewrite(otherwise, want));
            if yes.is_none() && no.is_none() {
                return None;
            }
            let yes = yes.unwrap_or_else(|| plain_block(&it.then_branch, want));
            let no = no.unwrap_or_else(|| match &**otherwise {
                Expr::Block(it) => plain_block(&it.block, want),
                otherwise => part(otherwise, want),
            });
            let (then, other) = (yes.tokens, no.tokens);
            let tokens = quote_spanned!(at=> (if #condition { #then } else { #other }));
            Some(Part { tokens, is_sum: yes.is_sum || no.is_sum })
        }
        Expr::Match(it) => arms(it, want),
        Expr::Macro(it) if it.mac.path.is_ident("matches") && want => pattern::matches(&it.mac),
        Expr::MethodCall(it) => method::call(it, want),
        _ => None,
    }
}

/// A block has the value of its last expression.
fn block(block: &Block, want: bool) -> Option<Part> {
    let Some((Stmt::Expr(last, None), before)) = block.stmts.split_last() else {
        return None;
    };
    let Part { tokens, is_sum } = rewrite(last, want)?;
    let at = place(last);
    Some(Part { tokens: quote_spanned!(at=> { #(#before)* #tokens }), is_sum })
}

/// Whether an expression diverges, so that no code can follow it.
fn diverges(expression: &Expr) -> bool {
    match expression {
        Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => true,
        Expr::Block(it) => ends_by_diverging(&it.block),
        Expr::Macro(it) => it.mac.path.segments.last().is_some_and(|last| {
            ["panic", "todo", "unimplemented", "unreachable"].iter().any(|name| last.ident == name)
        }),
        _ => false,
    }
}

fn ends_by_diverging(block: &Block) -> bool {
    !matches!(block.stmts.last(), Some(Stmt::Expr(last, None)) if !diverges(last))
}

/// The branch of an `if` whose value has no distance.
fn plain_block(block: &Block, want: bool) -> Part {
    let at = place(block);
    if ends_by_diverging(block) {
        let statements = &block.stmts;
        return Part { tokens: quote_spanned!(at=> #(#statements)*), is_sum: false };
    }
    let whole = Expr::Block(ExprBlock { attrs: Vec::new(), label: None, block: block.clone() });
    let (value, note) = unmeasured(at, &quote_spanned!(at=> (#block)), &whole);
    Part { tokens: when_unmet(at, &value, &note, want), is_sum: false }
}

/// A `match` has the value of one of its arms.
fn arms(it: &ExprMatch, want: bool) -> Option<Part> {
    if it.arms.iter().all(|arm| rewrite(&arm.body, want).is_none()) {
        return None;
    }
    let mut rewritten = it.clone();
    let mut is_sum = false;
    for arm in &mut rewritten.arms {
        let body = part(&arm.body, want);
        is_sum |= body.is_sum;
        *arm.body = Expr::Verbatim(body.tokens);
        arm.comma.get_or_insert_default();
    }
    let at = place(it);
    Some(Part { tokens: quote_spanned!(at=> (#rewritten)), is_sum })
}

/// `a && b && c`, or with `||`. Evaluation stops at the first deciding part, as in plain Rust.
fn chain(whole: &Expr, and: bool, want: bool) -> Part {
    let mut links = Vec::new();
    flatten(whole, and, &mut links);
    let last = links.len() - 1;
    let (at, distance) =
        (place(whole), quote_spanned!(place(whole)=> ::disprove::__private::distance));
    let parts = links.iter().map(|link| part(link, want)).enumerate();
    if and == want {
        // A conjunction: each part that was not evaluated adds 1.
        let parts = parts.map(|(index, Part { tokens, is_sum })| {
            let after = (last - index) as f64;
            let added = if is_sum {
                quote_spanned!(at=> #distance::squashed_then_unevaluated(#after))
            } else if index < last {
                quote_spanned!(at=> #distance::unevaluated(#after))
            } else {
                return tokens;
            };
            when_unmet(at, &tokens, &added, want)
        });
        let tokens = if and {
            quote_spanned!(at=> (#(#parts)&&*))
        } else {
            quote_spanned!(at=> (#(#parts)||*))
        };
        return Part { tokens, is_sum: true };
    }
    // A disjunction: the smallest distance counts.
    let mut whole = Part { tokens: TokenStream::new(), is_sum: false };
    let mut parts: Vec<_> = parts.collect();
    while let Some((index, Part { tokens: link, is_sum })) = parts.pop() {
        whole.is_sum |= is_sum;
        let tokens = &whole.tokens;
        whole.tokens = if index == last {
            when_unmet(at, &link, &quote_spanned!(at=> #distance::least(before)), want)
        } else {
            let before = if index == 0 {
                quote_spanned!(at=> #distance::smaller(#distance::NONE))
            } else {
                quote_spanned!(at=> #distance::smaller(before))
            };
            let rest = quote_spanned!(at=> { let before = #before; #tokens });
            if and {
                quote_spanned!(at=> (#link && #rest))
            } else {
                quote_spanned!(at=> (#link || #rest))
            }
        };
    }
    whole
}

/// Flattens `a && (b && c)` and `(a && b) && c`, which evaluate in the same order.
fn flatten<'a>(expression: &'a Expr, and: bool, links: &mut Vec<&'a Expr>) {
    match expression {
        Expr::Paren(it) => flatten(&it.expr, and, links),
        Expr::Group(it) => flatten(&it.expr, and, links),
        Expr::Binary(it) if matches!(it.op, BinOp::And(_)) && and => {
            flatten(&it.left, and, links);
            flatten(&it.right, and, links);
        }
        Expr::Binary(it) if matches!(it.op, BinOp::Or(_)) && !and => {
            flatten(&it.left, and, links);
            flatten(&it.right, and, links);
        }
        _ => links.push(expression),
    }
}

/// The expression without parentheses.
fn unparenthesized(expression: &Expr) -> &Expr {
    match expression {
        Expr::Paren(it) => unparenthesized(&it.expr),
        Expr::Group(it) => unparenthesized(&it.expr),
        _ => expression,
    }
}
