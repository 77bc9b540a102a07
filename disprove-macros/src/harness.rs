//! The function that runs a property: a test, or in a package of fuzz targets one that `fuzz_property!` finds.

use crate::crate_path::is_fuzz;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Attribute, Visibility};

/// The function of a property, without its attributes.
pub struct HarnessFunction<'a> {
    pub name: &'a Ident,
    pub visibility: &'a Visibility,
    /// The attributes of the test.
    pub attributes: &'a [Attribute],
    /// Whether it becomes a test by itself: it has no attribute that makes it one.
    pub is_test: bool,
    pub body: TokenStream,
}

/// Attributes that only tests have.
const ABOUT_TESTS: [&str; 2] = ["ignore", "should_panic"];

impl HarnessFunction<'_> {
    pub fn tokens(&self) -> TokenStream {
        if is_fuzz() { self.fuzz_target() } else { self.test() }
    }

    fn test(&self) -> TokenStream {
        let HarnessFunction { name, visibility, attributes, is_test, body } = self;
        let test = is_test.then(|| quote!(#[::core::prelude::v1::test]));
        quote! {
            #test
            #(#attributes)*
            #visibility fn #name() { #body }
        }
    }

    /// `fuzz_property!` defines the type at the root of the crate. An implementation is found from there even if the
    /// property is in a private module.
    pub fn fuzz_target(&self) -> TokenStream {
        let HarnessFunction { name, visibility, attributes, body, .. } = self;
        let title = name.to_string();
        let attributes = attributes.iter().filter(|attribute| {
            let path = attribute.path();
            !ABOUT_TESTS.iter().any(|known| path.is_ident(known))
                && path.segments.last().is_none_or(|last| last.ident != "test")
        });
        let conditions = self.attributes.iter().filter(|it| it.path().is_ident("cfg"));
        quote! {
            #(#attributes)*
            #visibility fn #name() { #body }

            #(#conditions)*
            impl ::disprove::__private::fuzz::FuzzTarget<{
                ::disprove::__private::fuzz::path_hash(
                    ::core::concat!(::core::module_path!(), "::", #title),
                )
            }> for crate::__DisproveFuzz {
                fn run() {
                    #name();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{HarnessFunction, Visibility};
    use quote::{format_ident, quote};
    use syn::parse_quote;

    #[test]
    fn a_fuzz_target_is_no_test_and_is_found_by_its_path() {
        let attributes = [
            parse_quote!(#[ignore = "slow"]),
            parse_quote!(#[cfg(unix)]),
            parse_quote!(#[allow(unused)]),
        ];
        let function = HarnessFunction {
            name: &format_ident!("holds"),
            visibility: &Visibility::Inherited,
            attributes: &attributes,
            is_test: true,
            body: quote!(run();),
        };
        let test = function.test().to_string();
        assert!(test.contains("test") && test.contains("ignore"), "{test}");
        let target = function.fuzz_target().to_string();
        assert!(!target.contains("ignore") && !target.contains("test"), "{target}");
        assert_eq!(target.matches("cfg").count(), 2, "{target}");
        assert!(target.contains("\"holds\"") && target.contains("__DisproveFuzz"), "{target}");
    }
}
