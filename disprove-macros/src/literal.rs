//! The part of `#[derive(Arbitrary)]` that writes a value as Rust, for the report.

use crate::{
    arbitrary::{binding, local},
    declaration::{Declaration, Variant},
};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Member, parse_quote};

#[cfg(test)]
mod tests;

/// The implementation of `Literal`. A field whose type has none is found out by the methods in scope, so that the
/// type itself always has one.
pub fn implement(declaration: &Declaration) -> TokenStream {
    let out = local("out");
    let name = &declaration.name;
    let mut generics = declaration.generics.clone();
    for parameter in generics.type_params_mut() {
        parameter.bounds.push(parse_quote!(::disprove::__private::Literal));
    }
    let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
    let arms = declaration.variants.iter().map(|variant| arm(variant, &out));
    // Nothing is looked up where nothing has fields.
    let has_fields = declaration.variants.iter().any(|variant| !variant.fields.is_empty());
    let lookup = has_fields.then(|| {
        quote!(
            use ::disprove::__private::{LiteralKnown as _, LiteralUnknown as _};
        )
    });
    quote! {
        #[automatically_derived]
        impl #impl_generics ::disprove::__private::Literal for #name #type_generics #where_clause {
            fn literal(&self, #out: &mut ::disprove::__private::Written) {
                #lookup
                match self { #(#arms,)* }
            }
        }
    }
}

/// Writes one variant: its path, and its fields in brackets.
fn arm(variant: &Variant, out: &Ident) -> TokenStream {
    let Variant { constructor, path, is_unit, fields, .. } = variant;
    let members = fields.iter().map(|field| &field.member);
    let bindings = (0..fields.len()).map(binding);
    let pattern = quote!(#constructor { #(#members: #bindings,)* });
    if fields.is_empty() {
        let text = if *is_unit { path.clone() } else { format!("{path} {{}}") };
        return quote!(#pattern => #out.push(#text));
    }
    let mut end = "";
    let writes = fields.iter().enumerate().map(|(index, field)| {
        let text = match (&field.member, index) {
            (Member::Named(name), 0) => format!("{path} {{ {name}: "),
            (Member::Named(name), _) => format!(", {name}: "),
            (Member::Unnamed(_), 0) => format!("{path}("),
            (Member::Unnamed(_), _) => ", ".to_owned(),
        };
        end = if matches!(field.member, Member::Named(_)) { " }" } else { ")" };
        let value = binding(index);
        quote! {
            #out.push(#text);
            (&::disprove::__private::LiteralOf(#value)).write(#out);
        }
    });
    let writes: Vec<TokenStream> = writes.collect();
    quote!(#pattern => { #(#writes)* #out.push(#end); })
}
