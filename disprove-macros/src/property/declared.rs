//! The `Declaration` of a property: what the library needs to know besides its types.

use crate::settings::Settings;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, LitStr};

/// What the attributes and the signature of a property say.
pub struct Declared<'a> {
    /// The name of the test.
    pub title: &'a str,
    /// The names of the generated arguments.
    pub arguments: Vec<&'a str>,
    pub settings: &'a Settings,
    pub replays: Vec<LitStr>,
    pub draws: bool,
    /// The attributes of the test.
    pub attributes: &'a [Attribute],
}

impl Declared<'_> {
    /// A reference to the declaration, which is a constant unless a setting is an expression.
    pub fn tokens(&self) -> TokenStream {
        let Declared { title, arguments, settings, replays, draws, .. } = self;
        let Settings { overrides, isolate, is_constant, .. } = settings;
        let mut fields = Vec::new();
        if !arguments.is_empty() {
            fields.push(quote!(arguments: &[#(#arguments),*]));
        }
        if !overrides.is_empty() {
            fields.push(quote! {
                settings: ::disprove::__private::Overrides {
                    #(#overrides,)*
                    ..::disprove::__private::Overrides::NONE
                }
            });
        }
        if !replays.is_empty() {
            fields.push(quote!(replays: &[#(#replays),*]));
        }
        if let Some(limit) = isolate {
            fields.push(quote!(isolate: ::core::option::Option::Some(#limit)));
        }
        if *draws {
            fields.push(quote!(draws: true));
        }
        if self.attributes.iter().any(|attribute| attribute.path().is_ident("should_panic")) {
            fields.push(quote!(should_panic: true));
        }
        let declaration = quote! {
            &::disprove::__private::Declaration {
                marker: ::core::concat!("\u{1}disprove:", ::core::module_path!(), "::", #title, "\u{1}"),
                function: #title,
                module: ::core::module_path!(),
                package: ::core::option_env!("CARGO_PKG_NAME"),
                folder: ::core::option_env!("CARGO_MANIFEST_DIR"),
                #(#fields,)*
                ..::disprove::__private::Declaration::EMPTY
            }
        };
        if *is_constant { quote!(const { #declaration }) } else { declaration }
    }

    /// The history, erased, if there is one.
    pub fn history(&self) -> TokenStream {
        if let Some(history) = &self.settings.history {
            quote!(::core::option::Option::Some(#history))
        } else {
            quote!(::core::option::Option::None)
        }
    }
}
