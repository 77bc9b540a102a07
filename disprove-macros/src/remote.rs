//! `#[disprove(remote = other::Type)]` on a type with `#[derive(Arbitrary)]`: the derive generates values of a type of
//! another crate, of which the type is a mirror.

use crate::{
    arbitrary::{encoded_variant, local},
    declaration::{Declaration, Variant},
    errors::Errors,
};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::{
    Attribute, Path, PathArguments, Token, ext::IdentExt, parse::ParseStream, parse_quote,
    spanned::Spanned,
};

#[cfg(test)]
mod tests;

/// The type that a declaration mirrors.
pub struct Remote {
    ty: Path,
    /// Whether the other type may have more variants.
    non_exhaustive: bool,
}

impl Remote {
    /// Reads `#[disprove(remote = ..)]`, if there is one.
    pub fn read(attributes: &[Attribute], errors: &mut Errors) -> Option<Remote> {
        let attribute =
            attributes.iter().find(|attribute| attribute.path().is_ident("disprove"))?;
        match attribute.parse_args_with(Remote::parse) {
            Ok(remote) => remote,
            Err(error) => {
                errors.add(error);
                None
            }
        }
    }

    fn parse(input: ParseStream) -> syn::Result<Option<Remote>> {
        let (mut ty, mut non_exhaustive) = (None, None);
        while !input.is_empty() {
            let key = input.call(Ident::parse_any)?;
            match key.to_string().as_str() {
                "crate" => {
                    let _: Token![=] = input.parse()?;
                    input.call(Path::parse_mod_style)?;
                }
                "remote" if ty.is_none() => ty = Some(path(&key, input)?),
                "non_exhaustive" => non_exhaustive = Some(key),
                "remote" => {
                    return Err(syn::Error::new(
                        key.span(),
                        "`remote` is given twice; keep one of them",
                    ));
                }
                _ => {
                    return Err(syn::Error::new(
                        key.span(),
                        format!("unknown option `{key}`; {KNOWS}"),
                    ));
                }
            }
            if !input.is_empty() {
                let _: Token![,] = input.parse()?;
            }
        }
        match (ty, non_exhaustive) {
            (Some(ty), non_exhaustive) => {
                Ok(Some(Remote { ty, non_exhaustive: non_exhaustive.is_some() }))
            }
            (None, Some(key)) => Err(syn::Error::new(
                key.span(),
                "only a mirror leaves variants out: add `remote = other::Type`",
            )),
            (None, None) => Ok(None),
        }
    }

    /// The implementation of `Mirror`.
    pub fn implement(&self, declaration: &Declaration) -> TokenStream {
        let (ty, name, value, encoder) =
            (&self.ty, &declaration.name, local("value"), local("encoder"));
        let mut generics = declaration.generics.clone();
        for parameter in generics.type_params_mut() {
            parameter.bounds.push(parse_quote!(::disprove::Arbitrary));
        }
        let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
        let converted = declaration.variants.iter().map(|variant| {
            let (constructor, other) = (&variant.constructor, self.constructor(variant));
            let fields: Vec<TokenStream> = variant
                .fields
                .iter()
                .enumerate()
                .map(|(index, field)| {
                    // The compiler then reports types that differ at the field.
                    let span = field.ty.span().resolved_at(Span::mixed_site());
                    let (member, value) = (&field.member, format_ident!("__{index}", span = span));
                    quote!(#member: #value)
                })
                .collect();
            quote!(#constructor { #(#fields,)* } => #other { #(#fields,)* })
        });
        let arms = (0..).zip(&declaration.variants).map(|(index, variant)| {
            let other = self.constructor(variant);
            // Fields that are missing are reported once, where the mirror is converted.
            encoded_variant(declaration, index, &other, Some(quote!(..)), &encoder)
        });
        let rest = self.non_exhaustive.then(|| quote!(_ => false,));
        // The compiler reports variants that are missing at the path.
        let matched = Ident::new("value", ty.span().resolved_at(Span::mixed_site()));
        quote! {
            #[automatically_derived]
            impl #impl_generics ::disprove::generator::Mirror for #name #type_generics #where_clause {
                type Remote = #ty;

                fn into_remote(self) -> #ty {
                    match self { #(#converted,)* }
                }

                #[allow(unreachable_patterns)]
                fn encode_remote(#value: &#ty, #encoder: &mut ::disprove::Encoder) -> bool {
                    match #matched { #(#arms,)* #rest }
                }
            }
        }
    }

    /// The path before the braces, without type arguments: the compiler infers them.
    fn constructor(&self, variant: &Variant) -> TokenStream {
        let mut path = self.ty.clone();
        for segment in &mut path.segments {
            segment.arguments = PathArguments::None;
        }
        match &variant.name {
            None => quote!(#path),
            Some(name) => quote!(#path::#name),
        }
    }
}

const KNOWS: &str = "`#[disprove(..)]` takes `crate`, `remote` and `non_exhaustive`";

fn path(key: &Ident, input: ParseStream) -> syn::Result<Path> {
    let expected = "expected the path of the type, without quotes, such as `remote = other::Type`";
    let equals: Option<Token![=]> = input.parse()?;
    if equals.is_none() || input.is_empty() {
        return Err(syn::Error::new(key.span(), expected));
    }
    input.parse().map_err(|error: syn::Error| syn::Error::new(error.span(), expected))
}
