//! Bodies of functions that cannot panic: a field, a comparison, or calls of methods that are known to return.

use syn::{BinOp, Block, Expr, ExprMatch, Stmt, UnOp};

/// Methods that do not panic, whatever their receiver is.
const TOTAL: [&str; 35] = [
    "as_bytes",
    "as_deref",
    "as_mut",
    "as_ref",
    "as_slice",
    "as_str",
    "capacity",
    "chars",
    "clone",
    "cloned",
    "cmp",
    "contains",
    "contains_key",
    "copied",
    "deref",
    "eq",
    "first",
    "get",
    "get_mut",
    "is_empty",
    "is_err",
    "is_none",
    "is_ok",
    "is_some",
    "is_positive",
    "is_negative",
    "iter",
    "iter_mut",
    "keys",
    "last",
    "len",
    "ok",
    "partial_cmp",
    "to_owned",
    "values",
];

/// Whether nothing in a body can panic, as far as its text says.
pub(super) fn is_total(body: &Block) -> bool {
    body.stmts.iter().all(|statement| match statement {
        Stmt::Expr(expression, _) => is_total_expr(expression),
        Stmt::Local(local) => local
            .init
            .as_ref()
            .is_none_or(|init| is_total_expr(&init.expr) && init.diverge.is_none()),
        Stmt::Item(_) => true,
        Stmt::Macro(_) => false,
    })
}

fn is_total_expr(expression: &Expr) -> bool {
    let all = |mut list: syn::punctuated::Iter<'_, Expr>| list.all(is_total_expr);
    match expression {
        Expr::Path(_) | Expr::Lit(_) => true,
        Expr::Field(it) => is_total_expr(&it.base),
        Expr::Paren(it) => is_total_expr(&it.expr),
        Expr::Reference(it) => is_total_expr(&it.expr),
        Expr::Cast(it) => is_total_expr(&it.expr),
        Expr::Try(it) => is_total_expr(&it.expr),
        Expr::Let(it) => is_total_expr(&it.expr),
        Expr::Block(it) => is_total(&it.block),
        Expr::Tuple(it) => all(it.elems.iter()),
        Expr::Assign(it) => is_total_expr(&it.left) && is_total_expr(&it.right),
        Expr::Return(it) => it.expr.as_ref().is_none_or(|it| is_total_expr(it)),
        Expr::Struct(it) => {
            let rest = it.rest.as_ref().is_none_or(|it| is_total_expr(it));
            rest && it.fields.iter().all(|field| is_total_expr(&field.expr))
        }
        Expr::Unary(it) => {
            matches!(it.op, UnOp::Not(_) | UnOp::Deref(_)) && is_total_expr(&it.expr)
        }
        Expr::Binary(it) => {
            is_comparison(&it.op) && is_total_expr(&it.left) && is_total_expr(&it.right)
        }
        Expr::If(it) => {
            let other = it.else_branch.as_ref().is_none_or(|(_, it)| is_total_expr(it));
            other && is_total_expr(&it.cond) && is_total(&it.then_branch)
        }
        Expr::Match(it) => is_total_match(it),
        Expr::Call(it) => {
            let is_wrapper = matches!(&*it.func, Expr::Path(path)
                if ["Some", "Ok", "Err"].iter().any(|name| path.path.is_ident(name)));
            is_wrapper && all(it.args.iter())
        }
        Expr::MethodCall(it) => {
            TOTAL.iter().any(|name| it.method == name)
                && is_total_expr(&it.receiver)
                && all(it.args.iter())
        }
        Expr::Macro(it) => {
            it.mac.path.is_ident("matches")
                && it.mac.parse_body_with(matched).is_ok_and(|it| is_total_expr(&it))
        }
        _ => false,
    }
}

/// The expression of `matches!(expression, pattern)`.
fn matched(input: syn::parse::ParseStream<'_>) -> syn::Result<Expr> {
    let expression = input.parse()?;
    // The pattern.
    input.parse::<proc_macro2::TokenStream>()?;
    Ok(expression)
}

fn is_total_match(it: &ExprMatch) -> bool {
    is_total_expr(&it.expr)
        && it.arms.iter().all(|arm| {
            let guard = arm.guard.as_ref().is_none_or(|(_, guard)| is_total_expr(guard));
            guard && is_total_expr(&arm.body)
        })
}

fn is_comparison(operator: &BinOp) -> bool {
    matches!(
        operator,
        BinOp::Eq(_)
            | BinOp::Ne(_)
            | BinOp::Lt(_)
            | BinOp::Le(_)
            | BinOp::Gt(_)
            | BinOp::Ge(_)
            | BinOp::And(_)
            | BinOp::Or(_)
            | BinOp::BitAnd(_)
            | BinOp::BitOr(_)
            | BinOp::BitXor(_)
    )
}

#[cfg(test)]
mod tests {
    use super::is_total;

    #[test]
    fn only_plain_bodies_are_total() {
        let total = |text: &str| is_total(&syn::parse_str(text).expect("a block"));
        for text in [
            "{ self.len == 0 }",
            "{ self.items.is_empty() }",
            "{ matches!(self.entries.get(key), Some(Entry::Full(_))) }",
            "{ match self.get(key) { Some(_) => true, _ => false } }",
            "{ if a < b { Some(a) } else { None } }",
            "{ let a = &self.a; *a }",
        ] {
            assert!(total(text), "{text}");
        }
        for text in [
            "{ self.items[0] }",
            "{ a + b }",
            "{ -a }",
            "{ self.value.unwrap() }",
            "{ helper(a) }",
            "{ panic!() }",
            "{ matches!(self.items[0], 1) }",
            "{ loop {} }",
            "{ let Some(a) = a else { panic!() }; a }",
        ] {
            assert!(!total(text), "{text}");
        }
    }
}
