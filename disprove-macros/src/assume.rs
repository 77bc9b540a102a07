//! `assume!` in the body of a property returns early, which is cheaper than the unwinding it does elsewhere.

use quote::{ToTokens, quote, quote_spanned};
use syn::{
    Block, Expr, Item, Macro, Path, Type, parse_quote,
    spanned::Spanned,
    visit_mut::{self, VisitMut},
};

#[cfg(test)]
mod tests;

/// Rewrites every `assume!` that can return from the function of this body. Those in closures, async blocks, nested
/// items and the tokens of other macros cannot, and stay.
pub fn return_early(body: &mut Block) {
    let mut rewrite = Rewrite::default();
    rewrite.visit_block_mut(body);
    if rewrite.replaced.is_empty() {
        return;
    }
    // What imported `assume` must not become an unused import: name it once where it never runs.
    let replaced = &rewrite.replaced;
    let mention = parse_quote!(const _: fn() = || { #(#replaced!(true);)* };);
    body.stmts.insert(0, mention);
}

#[derive(Default)]
struct Rewrite {
    /// The different paths under which `assume!` was called.
    replaced: Vec<Path>,
}

impl Rewrite {
    fn rewrite(&mut self, mac: &mut Macro) {
        let Some(last) = mac.path.segments.last() else {
            return;
        };
        if last.ident != "assume" {
            return;
        }
        let span = mac.path.span();
        let here = syn::parse2(quote_spanned!(span=> ::disprove::__assume_here))
            .expect("these tokens are a path");
        let path = std::mem::replace(&mut mac.path, here);
        let text = path.to_token_stream().to_string();
        if !self.replaced.iter().any(|known| quote!(#known).to_string() == text) {
            self.replaced.push(path);
        }
    }
}

impl VisitMut for Rewrite {
    fn visit_expr_macro_mut(&mut self, node: &mut syn::ExprMacro) {
        self.rewrite(&mut node.mac);
    }

    fn visit_stmt_macro_mut(&mut self, node: &mut syn::StmtMacro) {
        self.rewrite(&mut node.mac);
    }

    fn visit_expr_mut(&mut self, node: &mut Expr) {
        if !matches!(node, Expr::Closure(_) | Expr::Async(_) | Expr::Const(_)) {
            visit_mut::visit_expr_mut(self, node);
        }
    }

    fn visit_item_mut(&mut self, _: &mut Item) {}

    fn visit_type_mut(&mut self, _: &mut Type) {}
}
