//! The setting `runtime`: what async functions run on.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Expr, ExprLit, Lit, LitStr};

/// Tokio, with or without a clock of its own.
pub struct Runtime {
    /// As it is written.
    pub name: LitStr,
    /// Whether time passes only while all tasks wait for it.
    is_paused: bool,
}

impl Runtime {
    pub fn read(value: &Expr) -> syn::Result<Runtime> {
        if let Expr::Lit(ExprLit { lit: Lit::Str(name), .. }) = value {
            let is_paused = match name.value().as_str() {
                "tokio" => Some(false),
                "tokio-paused" => Some(true),
                _ => None,
            };
            if let Some(is_paused) = is_paused {
                return Ok(Runtime { name: name.clone(), is_paused });
            }
        }
        Err(syn::Error::new_spanned(
            value,
            "unknown runtime; write `runtime = \"tokio\"`, `runtime = \"tokio-paused\"`, whose clock jumps ahead while all \
             tasks sleep, or leave it out for the built-in one",
        ))
    }

    /// Runs a future to its end.
    pub fn block_on(&self, future: &TokenStream, span: Span) -> TokenStream {
        let is_paused = self.is_paused;
        quote_spanned!(span=> ::disprove::__block_on_tokio!(#is_paused, #future))
    }

    /// The function that runs one case of a machine, with a runtime for each case.
    pub fn around_cases(&self, case: &TokenStream) -> TokenStream {
        let is_paused = self.is_paused;
        quote!(::disprove::__cases_on_tokio!(#is_paused, #case))
    }
}
