//! What `#[derive(Measure)]` expands to: the distances of all fields combined.

use crate::arbitrary::local;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::{Fields, Generics, Index, Item, Member, parse_quote};

#[cfg(test)]
mod tests;

/// Expands the derive on `item`.
pub fn expand(item: TokenStream) -> syn::Result<TokenStream> {
    let (name, generics, variants) = match syn::parse2(item)? {
        Item::Struct(item) => (item.ident, item.generics, vec![(quote!(Self), item.fields)]),
        Item::Enum(item) => {
            let variants = item.variants.into_iter().map(|variant| {
                let name = variant.ident;
                (quote!(Self::#name), variant.fields)
            });
            (item.ident, item.generics, variants.collect())
        }
        other => {
            return Err(syn::Error::new_spanned(
                other,
                "`Measure` can be derived for a struct or an enum; implement it by hand for a union",
            ));
        }
    };
    Ok(implement(&name, generics, &variants))
}

fn implement(
    name: &Ident,
    mut generics: Generics,
    variants: &[(TokenStream, Fields)],
) -> TokenStream {
    for parameter in generics.type_params_mut() {
        parameter.bounds.push(parse_quote!(::disprove::Measure));
    }
    let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
    let other = local("other");
    let distance = between(variants, &other, &quote!(sum), &quote!(Apart));
    let order = between(variants, &other, &quote!(first), &quote!(Ordered));
    // A type without fields needs no method lookup.
    let has_fields = variants.iter().any(|(_, fields)| !fields.is_empty());
    let lookup = has_fields.then(|| {
        quote!(
            use ::disprove::__private::distance::{DistanceKnown as _, DistanceUnknown as _};
        )
    });
    quote! {
        #[automatically_derived]
        impl #impl_generics ::disprove::Measure for #name #type_generics #where_clause {
            fn distance(&self, #other: &Self) -> f64 { #lookup #distance }
            fn order(&self, #other: &Self) -> f64 { #lookup #order }
        }
    }
}

/// The expression for the distance of `self` from the other value. `fold` combines the distances of the fields.
fn between(
    variants: &[(TokenStream, Fields)],
    other: &Ident,
    fold: &TokenStream,
    kind: &TokenStream,
) -> TokenStream {
    let distance = quote!(::disprove::__private::distance);
    let most = variants.iter().map(|(_, fields)| fields.len()).max().unwrap_or(0).max(1) as u32;
    let same = variants.iter().map(|(path, fields)| {
        let (ones, others) = (pattern(path, fields, "one"), pattern(path, fields, "other"));
        let distances = (0..fields.len()).map(|index| {
            let (one, other) = (binding("one", index), binding("other", index));
            quote!(#distance::known((&#distance::Probe(#distance::#kind, #one, #other)).branch_distance()))
        });
        quote!((#ones, #others) => #distance::#fold(&[#(#distances),*]))
    });
    let different = (variants.len() > 1).then(|| {
        let numbered =
            variants.iter().zip(0_u32..).map(|((path, _), number)| quote!(#path { .. } => #number));
        let numbered: Vec<TokenStream> = numbered.collect();
        let (one, other) = (local("one"), local("other"));
        quote! {
            (#one, #other) => #distance::variants(
                #most,
                match #one { #(#numbered,)* },
                match #other { #(#numbered,)* },
            ),
        }
    });
    if variants.is_empty() {
        return quote!({ let _ = #other; match *self {} });
    }
    quote!(match (self, #other) { #(#same,)* #different })
}

fn binding(side: &str, index: usize) -> Ident {
    format_ident!("__{side}{index}", span = Span::mixed_site())
}

fn pattern(path: &TokenStream, fields: &Fields, side: &str) -> TokenStream {
    let fields = fields.iter().enumerate().map(|(index, field)| {
        let member = match &field.ident {
            Some(name) => Member::Named(name.clone()),
            None => Member::Unnamed(Index::from(index)),
        };
        let binding = binding(side, index);
        quote!(#member: #binding)
    });
    quote!(#path { #(#fields,)* })
}
