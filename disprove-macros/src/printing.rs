//! Hides what the body of a property prints, except for the reported input.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::Block;

/// The macros of the standard library that print.
const MACROS: [&str; 5] = ["print", "println", "eprint", "eprintln", "dbg"];

/// Imports other macros of the same names, which ask the library first.
pub fn hide(body: &mut Block) {
    let mut used = Vec::new();
    find(body.to_token_stream(), &mut used);
    if used.is_empty() {
        return;
    }
    let span = Span::mixed_site();
    let mut names = Vec::new();
    for name in used {
        names.push(Ident::new(name, span));
    }
    let import = quote_spanned!(span=> use ::disprove::__private::printing_macros::{#(#names),*};);
    let import = syn::parse2(import).expect("these tokens are an import");
    body.stmts.insert(0, syn::Stmt::Item(syn::Item::Use(import)));
}

/// Finds calls of these macros without a path, those in the arguments of other macros included.
fn find(tokens: TokenStream, used: &mut Vec<&'static str>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => find(group.stream(), used),
            TokenTree::Ident(ident) => {
                let is = |at: usize, expected: char| matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == expected);
                let has_path = at > 0 && is(at - 1, ':');
                let is_call =
                    is(at + 1, '!') && matches!(tokens.get(at + 2), Some(TokenTree::Group(_)));
                for name in MACROS {
                    if ident == name && is_call && !has_path && !used.contains(&name) {
                        used.push(name);
                    }
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::hide;
    use quote::{ToTokens, quote};

    fn hidden(body: proc_macro2::TokenStream) -> String {
        let mut block = syn::parse2(body).expect("a block");
        hide(&mut block);
        block.to_token_stream().to_string()
    }

    #[test]
    fn imports_the_macros_that_a_body_uses() {
        let body = hidden(quote!({
            assert!(check(|| println!("{}", dbg!(n))));
        }));
        let import = quote!(
            use ::disprove::__private::printing_macros::{println, dbg};
        );
        assert!(body.contains(&import.to_string()), "{body}");
    }

    #[test]
    fn leaves_other_bodies_alone() {
        for body in [
            quote!({
                std::println!("{n}");
            }),
            quote!({
                println(print != dbg);
            }),
        ] {
            assert_eq!(hidden(body.clone()), body.to_string());
        }
    }
}
