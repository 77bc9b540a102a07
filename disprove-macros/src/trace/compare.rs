//! Comparisons with probes that see both operands.

use super::probes::place;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::{BinOp, Expr, ExprBinary, Lit, UnOp};

/// How a probe can see both operands without changing what plain Rust does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Look {
    /// Borrows both until they are compared.
    Together,
    /// The right operand may change the left one, so the probe copies the left one first.
    Apart,
}

/// The context of an expression, as far as probes depend on it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Context {
    /// A borrow across an await would become part of the future.
    pub is_async: bool,
    /// `static mut` variables may occur, which must not be borrowed.
    pub is_unsafe: bool,
    /// Types may still be unknown, and probes must not depend on them.
    pub is_untyped: bool,
}

/// Whether an operator is a comparison.
pub fn is_comparison(operator: BinOp) -> bool {
    use BinOp::{Eq, Ge, Gt, Le, Lt, Ne};
    matches!(operator, Eq(_) | Ne(_) | Lt(_) | Le(_) | Gt(_) | Ge(_))
}

/// How to see the operands; decided before the expression changes. `None` if a probe could change behavior.
pub fn look(it: &ExprBinary, context: Context) -> Option<Look> {
    let sides = [&*it.left, &*it.right];
    let is_barred = !it.attrs.is_empty()
        || context.is_unsafe && sides.into_iter().any(is_static)
        || context.is_async && sides.into_iter().any(|side| awaits(side.to_token_stream()));
    if is_barred {
        return None;
    }
    if !is_place(&it.left) || is_quiet(&it.right) {
        return Some(Look::Together);
    }
    is_pure(&it.left).then_some(Look::Apart)
}

/// The comparison with a probe, which also records its truth if that decides a branch.
pub fn compared(it: &ExprBinary, look: Look, number: &TokenStream, decides: bool) -> Expr {
    let (left, right, operator) = (&it.left, &it.right, &it.op);
    let at = place(operator);
    let trace = quote_spanned!(at=> ::disprove::__private::trace);
    let relation = relation(*operator, at);
    Expr::Verbatim(match (look, decides) {
        (Look::Together, false) => quote_spanned! {at=>
            (match (&(#left), &(#right)) {
                (left, right) => {
                    if #trace::is_recording() {
                        (&#trace::Compared(left, right)).note(#number, #relation);
                    }
                    *left #operator *right
                }
            })
        },
        (Look::Together, true) => quote_spanned! {at=>
            (match (&(#left), &(#right)) {
                (left, right) => {
                    let truth = *left #operator *right;
                    if #trace::decided(#number, truth) {
                        (&#trace::Compared(left, right)).note(#number, #relation);
                    }
                    truth
                }
            })
        },
        // The left operand is a place expression, which can be evaluated twice.
        (Look::Apart, _) => {
            let before = quote_spanned! {at=> {
                let kept = #trace::no_copy();
                if #trace::is_recording() {
                    (&#trace::LeftOperand(&(#left), &kept)).note(#number, ());
                }
                kept.into_inner()
            }};
            let compared = quote_spanned! {at=>
                ((#left) #operator *(match (#before, &(#right)) {
                    (left, right) => {
                        if #trace::is_recording() {
                            (&#trace::Compared(&left, right)).note(#number, #relation);
                        }
                        right
                    }
                }))
            };
            if decides { quote_spanned!(at=> #trace::branch(#number, #compared)) } else { compared }
        }
    })
}

/// The relation that a comparison or its negation asks for.
fn relation(operator: BinOp, at: Span) -> TokenStream {
    use BinOp::{Ge, Gt, Le, Lt};
    let name = match operator {
        Lt(_) | Ge(_) => "Less",
        Le(_) | Gt(_) => "AtMost",
        _ => "Equal",
    };
    let name = Ident::new(name, at);
    quote_spanned!(at=> ::disprove::__private::trace::Relation::#name)
}

/// Whether an argument of `starts_with` and similar methods is a literal.
pub fn is_text(argument: &Expr) -> bool {
    let Expr::Lit(it) = argument else {
        return false;
    };
    matches!(it.lit, Lit::Str(_) | Lit::ByteStr(_) | Lit::Char(_))
}

/// Whether an expression can be evaluated twice: a variable or a part of one.
pub fn is_pure(expression: &Expr) -> bool {
    match expression {
        Expr::Path(_) => true,
        Expr::Field(it) => is_pure(&it.base),
        Expr::Paren(it) => is_pure(&it.expr),
        Expr::Unary(it) => matches!(it.op, UnOp::Deref(_)) && is_pure(&it.expr),
        _ => false,
    }
}

/// Whether an expression denotes a place, so that borrowing it does not copy.
fn is_place(expression: &Expr) -> bool {
    match expression {
        Expr::Path(_) => true,
        Expr::Field(it) => is_place(&it.base),
        Expr::Index(it) => is_place(&it.expr),
        Expr::Paren(it) => is_place(&it.expr),
        Expr::Group(it) => is_place(&it.expr),
        Expr::Unary(it) => matches!(it.op, UnOp::Deref(_)),
        _ => false,
    }
}

/// Methods that change nothing.
const QUIET: [&str; 12] = [
    "as_bytes", "as_deref", "as_ref", "as_slice", "as_str", "borrow", "chars", "clone", "first",
    "is_empty", "last", "len",
];

/// Whether evaluating an expression cannot change a variable.
pub fn is_quiet(expression: &Expr) -> bool {
    match expression {
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Field(it) => is_quiet(&it.base),
        Expr::Paren(it) => is_quiet(&it.expr),
        Expr::Group(it) => is_quiet(&it.expr),
        Expr::Cast(it) => is_quiet(&it.expr),
        Expr::Unary(it) => is_quiet(&it.expr),
        Expr::Reference(it) => it.mutability.is_none() && is_quiet(&it.expr),
        Expr::Index(it) => is_quiet(&it.expr) && is_quiet(&it.index),
        Expr::Binary(it) => !is_assignment(it.op) && is_quiet(&it.left) && is_quiet(&it.right),
        Expr::Range(it) => [&it.start, &it.end].into_iter().flatten().all(|end| is_quiet(end)),
        Expr::Tuple(it) => it.elems.iter().all(is_quiet),
        Expr::Array(it) => it.elems.iter().all(is_quiet),
        Expr::Call(it) => is_constructor(&it.func) && it.args.iter().all(is_quiet),
        Expr::MethodCall(it) => {
            QUIET.iter().any(|name| it.method == name)
                && it.args.is_empty()
                && is_quiet(&it.receiver)
        }
        _ => false,
    }
}

fn is_assignment(operator: BinOp) -> bool {
    operator.to_token_stream().to_string().ends_with('=') && !is_comparison(operator)
}

/// `Some`, or any other capitalized function.
fn is_constructor(function: &Expr) -> bool {
    let Expr::Path(it) = function else {
        return false;
    };
    let last = it.path.segments.last();
    last.is_some_and(|last| last.ident.to_string().starts_with(char::is_uppercase))
}

/// Whether a name looks like a `static mut`, which must not be borrowed.
pub fn is_static(expression: &Expr) -> bool {
    match expression {
        Expr::Path(it) => it.path.segments.last().is_some_and(|last| {
            let name = last.ident.to_string();
            name.len() > 1 && !name.contains(char::is_lowercase)
        }),
        Expr::Field(it) => is_static(&it.base),
        Expr::Index(it) => is_static(&it.expr),
        Expr::Paren(it) => is_static(&it.expr),
        _ => false,
    }
}

pub fn awaits(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(it) => it == "await",
        TokenTree::Group(it) => awaits(it.stream()),
        _ => false,
    })
}
