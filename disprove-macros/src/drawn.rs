//! Records the values that a property draws in its body, so that the report can print them.

use crate::{
    pattern,
    walk::{self, Walk},
};
use proc_macro2::Ident;
use quote::{ToTokens, quote_spanned};
use syn::{Block, Expr, ExprClosure, ExprMethodCall, Local, Pat, Type, spanned::Spanned};

#[cfg(test)]
mod tests;

/// Wraps each `src.draw(..)` of the body. Draws in generators, which have a source of their own, and in the
/// tokens of other macros are left alone.
pub fn tell(body: &mut Block, source: &Ident) {
    walk::block(body, &mut Rewrite { source });
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

    /// Whether the closure has a source of its own, of the same name.
    fn is_shadowed(&self, closure: &ExprClosure) -> bool {
        let shadows = |pattern: &Pat| match pattern {
            Pat::Ident(name) => name.ident == *self.source,
            Pat::Type(typed) => {
                matches!(&*typed.pat, Pat::Ident(name) if name.ident == *self.source)
            }
            _ => false,
        };
        closure.inputs.iter().any(shadows)
    }

    /// What stands between the brackets may draw as well.
    fn wrap(&mut self, expression: &mut Expr, name: &str, ty: Option<&Type>) {
        walk::parts(expression, self);
        let ty = ty.map(|ty| quote_spanned!(ty.span()=> , #ty));
        let span = expression.span();
        *expression =
            syn::parse2(quote_spanned!(span=> ::disprove::__drawn!(#name, #expression #ty)))
                .expect("these tokens are a macro call");
    }
}

impl Walk for Rewrite<'_> {
    fn local(&mut self, local: &mut Local) {
        let (name, ty) = match &local.pat {
            Pat::Type(typed) => (pattern::source_text(&typed.pat), Some((*typed.ty).clone())),
            pattern => (pattern::source_text(pattern), None),
        };
        let Some(init) = &mut local.init else { return };
        if self.is_draw(&init.expr) {
            self.wrap(&mut init.expr, &name, ty.as_ref());
        } else {
            self.expression(&mut init.expr);
        }
        if let Some((_, otherwise)) = &mut init.diverge {
            self.expression(otherwise);
        }
    }

    fn expression(&mut self, expression: &mut Expr) {
        if self.is_draw(expression) {
            // The compiler prints tokens nearly as they were written.
            let text = expression.to_token_stream().to_string();
            let name = text.replace(" .. ", "..").replace(" ..= ", "..=");
            self.wrap(expression, &name, None);
        } else if !matches!(expression, Expr::Closure(closure) if self.is_shadowed(closure)) {
            walk::parts(expression, self);
        }
    }
}
