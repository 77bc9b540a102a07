//! Conditions that say how far they are from holding.
//!
//! `condition!(e)` is `e` with a remark where it misses. Every part of it has the value that plain Rust gives it, and
//! is evaluated when plain Rust would; only where the value is not the one that is wanted, a cold function leaves the
//! distance in the thread. So a condition that holds costs what it always did. Whether a part is wanted to be true or
//! false is known here: `!` turns it around.

mod closure;
mod compare;
mod method;
mod pattern;

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::{
    BinOp, Block, Expr, ExprMatch, Stmt, Token, UnOp,
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
        // Whatever `!` makes a bool of may be assumed, references to bools above all.
        quote_spanned!(at=> (!(!(#condition)) || ::disprove::__private::near::plain()))
    };
    Ok(quote_spanned! {at=> {
        use ::disprove::__private::near::{Known as _, Unknown as _, KeepKnown as _, KeepUnknown as _};
        #value
    }})
}

fn single(input: ParseStream<'_>) -> syn::Result<Expr> {
    let condition = input.parse()?;
    input.parse::<Option<Token![,]>>()?;
    if input.is_empty() {
        return Ok(condition);
    }
    Err(input
        .error("a condition stands alone: remove what follows it, and use `note!` for messages"))
}

/// An expression that leaves a distance where it misses.
struct Part {
    tokens: TokenStream,
    /// Its distance may be above 1: it must be squashed before it is added to others.
    is_sum: bool,
}

impl Part {
    fn simple(tokens: TokenStream) -> Part {
        Part { tokens, is_sum: false }
    }
}

/// Where the tokens made of an expression are said to stand, for the errors of the compiler. Variables there are
/// invisible to those of the user.
fn place(expression: &impl Spanned) -> Span {
    expression.span().resolved_at(Span::mixed_site())
}

/// The value, after the action where it is not as wanted. Actions return false.
fn on_miss(at: Span, value: &TokenStream, action: &TokenStream, want: bool) -> TokenStream {
    if want {
        quote_spanned!(at=> (#value || #action))
    } else {
        quote_spanned!(at=> (#value && !#action))
    }
}

/// The expression, with a distance where there is one.
fn part(expression: &Expr, want: bool) -> Part {
    rewrite(expression, want).unwrap_or_else(|| {
        let at = place(expression);
        if has_no_value(expression) {
            return Part { tokens: quote_spanned!(at=> #expression), is_sum: false };
        }
        let value = quote_spanned!(at=> (#expression));
        let plain = quote_spanned!(at=> ::disprove::__private::near::plain());
        Part::simple(on_miss(at, &value, &plain, want))
    })
}

/// The same; nothing, if the expression is just true or false.
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

/// The value of a block is that of its last expression.
fn block(block: &Block, want: bool) -> Option<Part> {
    let Some((Stmt::Expr(last, None), before)) = block.stmts.split_last() else {
        return None;
    };
    let Part { tokens, is_sum } = rewrite(last, want)?;
    let at = place(last);
    Some(Part { tokens: quote_spanned!(at=> { #(#before)* #tokens }), is_sum })
}

/// Whether an expression leaves instead of having a value. Nothing can be said after it.
fn has_no_value(expression: &Expr) -> bool {
    match expression {
        Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => true,
        Expr::Block(it) => leaves(&it.block),
        Expr::Macro(it) => it.mac.path.segments.last().is_some_and(|last| {
            ["panic", "todo", "unimplemented", "unreachable"].iter().any(|name| last.ident == name)
        }),
        _ => false,
    }
}

fn leaves(block: &Block) -> bool {
    !matches!(block.stmts.last(), Some(Stmt::Expr(last, None)) if !has_no_value(last))
}

/// What stands in the braces of a branch whose value is just true or false.
fn plain_block(block: &Block, want: bool) -> Part {
    let at = place(block);
    if leaves(block) {
        let statements = &block.stmts;
        return Part { tokens: quote_spanned!(at=> #(#statements)*), is_sum: false };
    }
    let plain = quote_spanned!(at=> ::disprove::__private::near::plain());
    Part { tokens: on_miss(at, &quote_spanned!(at=> (#block)), &plain, want), is_sum: false }
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

/// `a && b && c`, or with `||`. It is left at the first link that decides it, as in plain Rust.
fn chain(whole: &Expr, and: bool, want: bool) -> Part {
    let mut links = Vec::new();
    flatten(whole, and, &mut links);
    let last = links.len() - 1;
    let (at, near) = (place(whole), quote_spanned!(place(whole)=> ::disprove::__private::near));
    let parts = links.iter().map(|link| part(link, want)).enumerate();
    if and == want {
        // All links must be as wanted. Those that were not reached count 1 each.
        let parts = parts.map(|(index, Part { tokens, is_sum })| {
            let after = (last - index) as f64;
            let added = if is_sum {
                quote_spanned!(at=> #near::folded(#after))
            } else if index < last {
                quote_spanned!(at=> #near::ahead(#after))
            } else {
                return tokens;
            };
            on_miss(at, &tokens, &added, want)
        });
        let tokens = if and {
            quote_spanned!(at=> (#(#parts)&&*))
        } else {
            quote_spanned!(at=> (#(#parts)||*))
        };
        return Part { tokens, is_sum: true };
    }
    // One link is enough: the nearest counts.
    let mut whole = Part { tokens: TokenStream::new(), is_sum: false };
    let mut parts: Vec<_> = parts.collect();
    while let Some((index, Part { tokens: link, is_sum })) = parts.pop() {
        whole.is_sum |= is_sum;
        let tokens = &whole.tokens;
        whole.tokens = if index == last {
            on_miss(at, &link, &quote_spanned!(at=> #near::least(before)), want)
        } else {
            let before = if index == 0 {
                quote_spanned!(at=> #near::gap(#near::NONE))
            } else {
                quote_spanned!(at=> #near::gap(before))
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

/// `a && (b && c)` and `(a && b) && c` are evaluated in the same order, and become one chain.
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

/// Without the brackets around it.
fn peeled(expression: &Expr) -> &Expr {
    match expression {
        Expr::Paren(it) => peeled(&it.expr),
        Expr::Group(it) => peeled(&it.expr),
        _ => expression,
    }
}
