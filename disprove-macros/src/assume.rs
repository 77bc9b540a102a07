//! `assume!` in the body of a property returns early, which is cheaper than the unwinding it does elsewhere.

use crate::walk::{self, Walk};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Block, Expr, Macro, Path, parse_quote, spanned::Spanned};

#[cfg(test)]
mod tests;

/// Rewrites every `assume!` that can return from the function of this body. Those in closures, async blocks, nested
/// items and the tokens of other macros cannot, and stay.
pub fn return_early(body: &mut Block) {
    let mut rewrite = Rewrite::default();
    walk::block(body, &mut rewrite);
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

impl Walk for Rewrite {
    fn expression(&mut self, expression: &mut Expr) {
        match expression {
            Expr::Macro(called) => self.rewrite(&mut called.mac),
            Expr::Closure(_) | Expr::Async(_) | Expr::Const(_) => {}
            _ => walk::parts(expression, self),
        }
    }

    fn statement(&mut self, mac: &mut Macro) {
        self.rewrite(mac);
    }
}
