//! The macros of `disprove`. Use them through that crate, which documents them.
//!
//! | file | what it does |
//! |---|---|
//! | `property.rs` | what `#[property]` expands to |
//! | `settings.rs` | reads what stands in `#[property(..)]`, and `#[example(..)]` and `#[replay(..)]` |
//! | `arguments.rs` | reads the arguments of a property |
//! | `assume.rs` | makes `assume!` in the body of a property return early |
//! | `arbitrary.rs` | what `#[derive(Arbitrary)]` expands to |
//! | `declaration.rs` | reads the type under a derive |
//! | `draw.rs` | reads `#[draw(..)]`, on arguments and on fields |
//! | `errors.rs` | collects the mistakes, so that all are told at once |

mod arbitrary;
mod arguments;
mod assume;
mod declaration;
mod draw;
mod errors;
mod property;
mod settings;

use proc_macro::TokenStream;

/// Makes a test of a function with arguments. Documented in `disprove`.
#[proc_macro_attribute]
pub fn property(settings: TokenStream, item: TokenStream) -> TokenStream {
    property::expand(settings.into(), item.into())
        .unwrap_or_else(syn::Error::into_compile_error)
        .into()
}

/// Derives `Arbitrary` for a struct or an enum. Documented in `disprove`.
#[proc_macro_derive(Arbitrary, attributes(draw, weight))]
pub fn arbitrary(item: TokenStream) -> TokenStream {
    arbitrary::expand(item.into()).unwrap_or_else(syn::Error::into_compile_error).into()
}
