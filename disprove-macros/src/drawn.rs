//! Values that a property draws in its body are told, so that the report can print them.

use crate::written;
use proc_macro2::Ident;
use quote::{ToTokens, quote_spanned};
use syn::{
    Block, Expr, ExprClosure, ExprMethodCall, Item, Local, Pat, Type,
    spanned::Spanned,
    visit_mut::{self, VisitMut},
};

#[cfg(test)]
mod tests;

/// Wraps each `src.draw(..)` of the body. Draws in generators, which have a source of their own, and in the
/// tokens of other macros are left alone.
pub fn tell(body: &mut Block, source: &Ident) {
    Rewrite { source }.visit_block_mut(body);
}

struct Rewrite<'a> {
    source: &'a Ident,
}

impl Rewrite<'_> {
    fn is_draw(&self, expression: &Expr) -> bool {
        let Expr::MethodCall(ExprMethodCall { receiver, method, args, .. }) = expression else {
            return false;
        };
        let on_source = matches!(&**receiver, Expr::Path(path) if path.path.is_ident(self.source));
        on_source && method == "draw" && args.len() == 1
    }

    /// What stands between the brackets may draw as well.
    fn wrap(&mut self, expression: &mut Expr, name: &str, ty: Option<&Type>) {
        visit_mut::visit_expr_mut(self, expression);
        let ty = ty.map(|ty| quote_spanned!(ty.span()=> , #ty));
        let span = expression.span();
        *expression =
            syn::parse2(quote_spanned!(span=> ::disprove::__drawn!(#name, #expression #ty)))
                .expect("these tokens are a macro call");
    }
}

impl VisitMut for Rewrite<'_> {
    fn visit_local_mut(&mut self, local: &mut Local) {
        let (name, ty) = match &local.pat {
            Pat::Type(typed) => (written::pattern(&typed.pat), Some((*typed.ty).clone())),
            pattern => (written::pattern(pattern), None),
        };
        match &mut local.init {
            Some(init) if self.is_draw(&init.expr) => {
                self.wrap(&mut init.expr, &name, ty.as_ref());
                if let Some((_, otherwise)) = &mut init.diverge {
                    self.visit_expr_mut(otherwise);
                }
            }
            _ => visit_mut::visit_local_mut(self, local),
        }
    }

    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        if self.is_draw(expression) {
            // The compiler prints tokens nearly as they were written.
            let text = expression.to_token_stream().to_string();
            let name = text.replace(" .. ", "..").replace(" ..= ", "..=");
            self.wrap(expression, &name, None);
        } else {
            visit_mut::visit_expr_mut(self, expression);
        }
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut ExprClosure) {
        let shadows = |pattern: &Pat| match pattern {
            Pat::Ident(name) => name.ident == *self.source,
            Pat::Type(typed) => {
                matches!(&*typed.pat, Pat::Ident(name) if name.ident == *self.source)
            }
            _ => false,
        };
        if !closure.inputs.iter().any(shadows) {
            visit_mut::visit_expr_closure_mut(self, closure);
        }
    }

    fn visit_item_mut(&mut self, _: &mut Item) {}
}
