//! No-op versions of the disprove attributes in the sources of the case studies.
//!
//! Other tools compile the targets as their authors would have written them: without probes.

use proc_macro::TokenStream;

/// The item as it is.
#[proc_macro_attribute]
pub fn trace(_: TokenStream, item: TokenStream) -> TokenStream {
    item
}

/// Nothing.
#[proc_macro_derive(Arbitrary, attributes(draw, weight))]
pub fn arbitrary(_: TokenStream) -> TokenStream {
    TokenStream::new()
}
