//! The macros of `disprove`. Use them through that crate, which documents them.

mod arbitrary;
mod arguments;
mod assume;
mod borrow;
mod condition;
mod declaration;
mod dependent;
mod draw;
mod drawn;
mod errors;
mod literal;
mod machine;
mod measure;
mod property;
mod settings;
mod trace;
mod walk;
mod written;

use proc_macro::TokenStream;

/// Makes a test of a function with arguments, or of a state machine. Documented in `disprove`.
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

/// Derives `Measure` for a struct or an enum. Documented in `disprove`.
#[proc_macro_derive(Measure)]
pub fn measure(item: TokenStream) -> TokenStream {
    measure::expand(item.into()).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Puts probes into functions. Documented in `disprove`.
#[proc_macro_attribute]
pub fn trace(arguments: TokenStream, item: TokenStream) -> TokenStream {
    trace::expand(arguments.into(), item.into())
        .unwrap_or_else(syn::Error::into_compile_error)
        .into()
}

/// The condition of `assume!` and `when!`.
#[doc(hidden)]
#[proc_macro]
pub fn condition(condition: TokenStream) -> TokenStream {
    condition::expand(condition.into()).unwrap_or_else(syn::Error::into_compile_error).into()
}
