//! The macros of `disprove`. Use them through that crate, which documents them.

#![warn(rustdoc::all)]

mod arbitrary;
mod arguments;
mod assume;
mod borrow;
mod condition;
mod crate_path;
mod declaration;
mod dependent;
mod draw;
mod drawn;
mod errors;
mod harness;
mod literal;
mod machine;
mod measure;
mod pattern;
mod printing;
mod property;
mod remote;
mod runtime;
mod settings;
mod trace;
mod walk;

use crate_path::CratePath;
use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;

/// Makes a test of a function with arguments, or of a state machine.
///
/// See [`disprove::property`](https://docs.rs/disprove/latest/disprove/attr.property.html).
#[proc_macro_attribute]
pub fn property(settings: TokenStream, item: TokenStream) -> TokenStream {
    attribute(property::expand, settings, item)
}

/// Puts probes into functions.
///
/// See [`disprove::trace`](https://docs.rs/disprove/latest/disprove/attr.trace.html).
#[proc_macro_attribute]
pub fn trace(arguments: TokenStream, item: TokenStream) -> TokenStream {
    attribute(trace::expand, arguments, item)
}

/// Derives `Arbitrary` for a struct or an enum.
///
/// See [`disprove::Arbitrary`](https://docs.rs/disprove/latest/disprove/derive.Arbitrary.html).
#[proc_macro_derive(Arbitrary, attributes(disprove, draw, weight))]
pub fn arbitrary(item: TokenStream) -> TokenStream {
    derive(arbitrary::expand, item)
}

/// Derives `Measure` for a struct or an enum.
///
/// See [`disprove::Measure`](https://docs.rs/disprove/latest/disprove/derive.Measure.html).
#[proc_macro_derive(Measure, attributes(disprove))]
pub fn measure(item: TokenStream) -> TokenStream {
    derive(measure::expand, item)
}

/// The condition of `assume!` and `when!`, which pass their `$crate` first.
#[doc(hidden)]
#[proc_macro]
pub fn condition(condition: TokenStream) -> TokenStream {
    let (path, condition) = CratePath::take_dollar_crate(condition.into());
    finish(condition::expand(condition).map(|expansion| path.apply(expansion)))
}

fn attribute(
    expand: fn(Tokens, Tokens) -> syn::Result<Tokens>,
    arguments: TokenStream,
    item: TokenStream,
) -> TokenStream {
    let expansion = CratePath::take(arguments.into())
        .and_then(|(path, arguments)| Ok(path.apply(expand(arguments, item.into())?)));
    finish(expansion)
}

fn derive(expand: fn(Tokens) -> syn::Result<Tokens>, item: TokenStream) -> TokenStream {
    let item = Tokens::from(item);
    finish(CratePath::of_item(&item).and_then(|path| Ok(path.apply(expand(item)?))))
}

fn finish(expansion: syn::Result<Tokens>) -> TokenStream {
    expansion.unwrap_or_else(syn::Error::into_compile_error).into()
}
