//! `assume!` in the body of a property: it returns early instead of unwinding.

use crate::walk::{self, Walk};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::{
    Block, Expr, Macro, Path, Token,
    parse::{ParseStream, Parser, discouraged::Speculative},
    parse_quote,
    spanned::Spanned,
};

#[cfg(test)]
mod tests;

/// Macros that evaluate their arguments in place: a `return` among these leaves the property.
const IN_PLACE: [&str; 33] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "assume",
    "cover",
    "dbg",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "__drawn",
    "eprint",
    "eprintln",
    "format",
    "format_args",
    "label",
    "matches",
    "minimise",
    "minimize",
    "note",
    "observe",
    "one_of",
    "panic",
    "print",
    "println",
    "seed",
    "target",
    "todo",
    "unimplemented",
    "unreachable",
    "vec",
    "when",
    "write",
    "writeln",
];

/// Rewrites every `assume!` that can return from the function of this body. In closures, async and const blocks, nested
/// items and the arguments of unknown macros it cannot, and unwinds.
pub fn return_early(body: &mut Block) {
    let mut rewrite = Rewrite::default();
    walk::block(body, &mut rewrite);
    if rewrite.replaced.is_empty() {
        return;
    }
    // Mentions each replaced path in code that never runs, so that its import does not become unused.
    let replaced = &rewrite.replaced;
    let mention = parse_quote!(const _: fn() = || { #(#replaced!(true);)* };);
    body.stmts.insert(0, mention);
}

#[derive(Default)]
struct Rewrite {
    /// The different paths under which the body calls `assume!`.
    replaced: Vec<Path>,
    /// Number of calls rewritten so far.
    count: usize,
}

impl Rewrite {
    fn rewrite(&mut self, mac: &mut Macro) {
        let Some(name) = mac.path.segments.last().map(|last| last.ident.to_string()) else {
            return;
        };
        if IN_PLACE.contains(&name.as_str()) {
            self.arguments(&mut mac.tokens);
        }
        if name != "assume" {
            return;
        }
        self.count += 1;
        let span = mac.path.span();
        let here = syn::parse2(quote_spanned!(span=> ::disprove::__assume_here))
            .expect("these tokens are a path");
        let path = std::mem::replace(&mut mac.path, here);
        let text = path.to_token_stream().to_string();
        if !self.replaced.iter().any(|known| quote!(#known).to_string() == text) {
            self.replaced.push(path);
        }
    }

    /// Rewrites the arguments of a macro, as far as they are expressions between commas or semicolons.
    fn arguments(&mut self, tokens: &mut TokenStream) {
        // Most arguments contain no `assume!`: do not parse those.
        if !tokens.to_string().contains("assume") {
            return;
        }
        let before = self.count;
        let rewritten = (|input: ParseStream<'_>| {
            let mut rewritten = TokenStream::new();
            while !input.is_empty() {
                let ahead = input.fork();
                let Ok(mut argument) = ahead.parse::<Expr>() else { break };
                let is_whole = ahead.is_empty() || ahead.peek(Token![,]) || ahead.peek(Token![;]);
                if !is_whole {
                    break;
                }
                input.advance_to(&ahead);
                self.expression(&mut argument);
                argument.to_tokens(&mut rewritten);
                input.parse::<Option<Token![,]>>()?.to_tokens(&mut rewritten);
                input.parse::<Option<Token![;]>>()?.to_tokens(&mut rewritten);
            }
            rewritten.extend(input.parse::<TokenStream>()?);
            Ok(rewritten)
        })
        .parse2(tokens.clone());
        if let Ok(rewritten) = rewritten {
            if self.count > before {
                *tokens = rewritten;
            }
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
