//! Whether an operator can be exchanged without parentheses around its operands.

use quote::ToTokens;
use std::fmt::Write as _;
use syn::{BinOp, Expr, ExprBinary};

/// Classes of operators whose members bind differently among themselves, but not with those of other classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Arithmetic,
    Comparison,
    Logic,
    Assignment,
}

impl Class {
    pub(super) fn of(operator: &BinOp) -> Class {
        match operator {
            BinOp::And(_) | BinOp::Or(_) => Class::Logic,
            BinOp::Eq(_)
            | BinOp::Ne(_)
            | BinOp::Lt(_)
            | BinOp::Gt(_)
            | BinOp::Le(_)
            | BinOp::Ge(_) => Class::Comparison,
            BinOp::Add(_)
            | BinOp::Sub(_)
            | BinOp::Mul(_)
            | BinOp::Div(_)
            | BinOp::Rem(_)
            | BinOp::BitXor(_)
            | BinOp::BitAnd(_)
            | BinOp::BitOr(_)
            | BinOp::Shl(_)
            | BinOp::Shr(_) => Class::Arithmetic,
            _ => Class::Assignment,
        }
    }
}

/// Whether the text `changed` means `original` with one operator exchanged, and not another grouping of its operands.
/// `None` if it is not an expression.
pub(super) fn keeps_groups(original: &ExprBinary, changed: &str) -> Option<bool> {
    let Ok(Expr::Binary(changed)) = syn::parse_str::<Expr>(changed) else { return None };
    let (mut one, mut other) = (String::new(), String::new());
    groups(original, &mut one);
    groups(&changed, &mut other);
    Some(one == other)
}

/// The operands of nested operators, in parentheses, without the operators.
fn groups(expression: &ExprBinary, out: &mut String) {
    for operand in [&expression.left, &expression.right] {
        match &**operand {
            Expr::Binary(inner) => {
                out.push('(');
                groups(inner, out);
                out.push(')');
            }
            other => {
                let _ = write!(out, "[{}]", other.to_token_stream());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Expr, keeps_groups};

    #[test]
    fn other_groups_are_noticed() {
        let keeps = |original: &str, changed: &str| {
            let Ok(Expr::Binary(original)) = syn::parse_str(original) else {
                panic!("no operator")
            };
            keeps_groups(&original, changed)
        };
        assert_eq!(keeps("a + b", "a * b"), Some(true));
        assert_eq!(keeps("a - b * c", "a / b * c"), Some(false));
        assert_eq!(keeps("a - (b * c)", "a / (b * c)"), Some(true));
        assert_eq!(keeps("a * b + c", "a + b + c"), Some(true));
        assert_eq!(keeps("a || b && c", "a || b || c"), Some(false));
        assert_eq!(keeps("a < b", "a == b"), Some(true));
        assert_eq!(keeps("(a < b) == c", "(a < b) == c == d"), None);
    }
}
