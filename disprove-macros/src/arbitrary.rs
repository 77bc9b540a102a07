//! The expansion of `#[derive(Arbitrary)]`: generating, encoding, and describing the type.

use crate::{
    arguments::fitting,
    declaration::{Declaration, Field, Variant},
    literal,
};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};
use syn::parse_quote;

#[cfg(test)]
mod tests;

/// Expands the derive on `item`.
pub fn expand(item: TokenStream) -> syn::Result<TokenStream> {
    let declaration = Declaration::read(item)?;
    let arbitrary = arbitrary(&declaration);
    let encode = encode(&declaration);
    let describe = describe(&declaration);
    let name = &declaration.name;
    let mut generics = declaration.generics.clone();
    for parameter in generics.type_params_mut() {
        parameter.bounds.push(parse_quote!(::disprove::Arbitrary));
    }
    let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
    // A type has one shape, which is looked up once. Each instance of a generic type has its own.
    let shape = (!declaration.is_generic()).then(|| {
        quote! {
            static __DISPROVE_SHAPE: ::disprove::__private::ShapeCell = ::disprove::__private::ShapeCell::new();
        }
    });
    let literal = literal::implement(&declaration);
    let mirror = declaration.remote.as_ref().map(|remote| remote.implement(&declaration));
    Ok(quote! {
        const _: () = {
            #shape
            #[automatically_derived]
            impl #impl_generics ::disprove::Arbitrary for #name #type_generics #where_clause {
                #arbitrary
                #encode
                #describe
            }
            #literal
            #mirror
        };
    })
}

/// A local variable that cannot collide with a name of the user.
pub fn local(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// The expression that looks up the shape of `Self`.
fn shape(declaration: &Declaration) -> TokenStream {
    if declaration.is_generic() {
        quote!(::disprove::__private::Shape::of::<Self>())
    } else {
        quote!(__DISPROVE_SHAPE.get::<Self>())
    }
}

fn arbitrary(declaration: &Declaration) -> TokenStream {
    let (src, variant) = (local("src"), local("variant"));
    let shape = shape(declaration);
    let values = declaration.variants.iter().map(|variant| value(variant, &src));
    let generate = if declaration.is_enum {
        let last = declaration.variants.len().saturating_sub(1);
        let patterns = (0..declaration.variants.len())
            .map(|index| if index == last { quote!(_) } else { quote!(#index) });
        quote!(variant(#src, #shape, |#src, #variant| match #variant { #(#patterns => #values,)* }))
    } else {
        quote!(structure(#src, #shape, |#src| #(#values)*))
    };
    quote! {
        fn arbitrary(#src: &mut ::disprove::Source) -> Self {
            ::disprove::__private::#generate
        }
    }
}

/// The expression that generates a variant, field by field in the order of declaration.
fn value(variant: &Variant, src: &Ident) -> TokenStream {
    let constructor = &variant.constructor;
    let fields = variant.fields.iter().map(|Field { member, ty, draw }| {
        if let Some(generator) = draw {
            let generator = fitting(ty, generator);
            quote!(#member: ::disprove::__private::field::<#ty, _>(#src, #generator))
        } else {
            quote!(#member: <#ty as ::disprove::Arbitrary>::arbitrary(#src))
        }
    });
    quote!(#constructor { #(#fields,)* })
}

fn encode(declaration: &Declaration) -> TokenStream {
    let (value, encoder) = (local("value"), local("encoder"));
    let arms = declaration.variants.iter().enumerate().map(|(index, variant)| {
        encoded_variant(declaration, index, &variant.constructor, None, &encoder)
    });
    quote! {
        fn encode(#value: &Self, #encoder: &mut ::disprove::Encoder) -> bool {
            match #value { #(#arms,)* }
        }
    }
}

/// The arm that encodes a variant, whose path is `constructor`. `rest` ends the pattern.
pub fn encoded_variant(
    declaration: &Declaration,
    index: usize,
    constructor: &TokenStream,
    rest: Option<TokenStream>,
    encoder: &Ident,
) -> TokenStream {
    let (variant, shape) = (&declaration.variants[index], shape(declaration));
    let members = variant.fields.iter().map(|field| &field.member);
    let bindings = (0..variant.fields.len()).map(binding);
    let fields = encoded_fields(variant, encoder);
    let call = if declaration.is_enum {
        quote!(encode_variant(#encoder, #shape, #index, |#encoder| #fields))
    } else {
        quote!(encode_structure(#encoder, #shape, |#encoder| #fields))
    };
    quote!(#constructor { #(#members: #bindings,)* #rest } => ::disprove::__private::#call)
}

/// The expression that encodes the fields in order; it is false if one cannot be encoded.
fn encoded_fields(variant: &Variant, encoder: &Ident) -> TokenStream {
    let fields = variant.fields.iter().enumerate().map(|(index, field)| {
        let (ty, value) = (&field.ty, binding(index));
        if let Some(generator) = &field.draw {
            let generator = fitting(ty, generator);
            quote!(::disprove::__private::encode_field::<#ty, _>(#generator, #value, #encoder))
        } else {
            quote!(<#ty as ::disprove::Arbitrary>::encode(#value, #encoder))
        }
    });
    quote!(true #(&& #fields)*)
}

pub fn binding(index: usize) -> Ident {
    format_ident!("__{index}", span = Span::mixed_site())
}

fn describe(declaration: &Declaration) -> TokenStream {
    let types = local("types");
    let weights =
        declaration.variants.iter().map(|variant| Literal::u32_unsuffixed(variant.weight));
    let variants = declaration.variants.iter().map(|variant| {
        let fields =
            variant.fields.iter().filter(|field| field.draw.is_none()).map(|field| &field.ty);
        quote!(::disprove::__private::std::vec![#(<#fields as ::disprove::Arbitrary>::describe(#types)),*])
    });
    quote! {
        fn describe(#types: &mut ::disprove::__private::Types) -> ::disprove::__private::TypeNumber {
            #types.define(::core::any::type_name::<Self>(), &[#(#weights),*], |#types| ::disprove::__private::std::vec![#(#variants),*])
        }
    }
}
