//! The declaration of a type under `#[derive(Arbitrary)]`.

use crate::{draw, errors::Errors, remote::Remote};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::{Attribute, Expr, Fields, Generics, Index, Item, LitInt, Member, Type, ext::IdentExt};

#[cfg(test)]
mod tests;

/// A struct or an enum.
pub struct Declaration {
    pub name: Ident,
    pub generics: Generics,
    pub is_enum: bool,
    /// The variants of an enum; a struct has one.
    pub variants: Vec<Variant>,
    /// The type that it mirrors.
    pub remote: Option<Remote>,
}

/// A variant of an enum, or the struct.
pub struct Variant {
    /// The name of a variant.
    pub name: Option<Ident>,
    /// The path before the braces: `Self` or `Self::Name`.
    pub constructor: TokenStream,
    /// The path outside of the impl block: `Type` or `Type::Name`.
    pub path: String,
    /// Whether it has neither braces nor parentheses.
    pub is_unit: bool,
    /// How often it is generated, compared to the others.
    pub weight: u32,
    pub fields: Vec<Field>,
}

pub struct Field {
    pub member: Member,
    pub ty: Type,
    /// The expression of `#[draw(..)]`; without one the type generates the value.
    pub draw: Option<Expr>,
}

impl Declaration {
    /// Reads the item, or returns all mistakes in it.
    pub fn read(item: TokenStream) -> syn::Result<Self> {
        let mut errors = Errors::default();
        let declaration = match syn::parse2(item)? {
            Item::Struct(item) => {
                refuse(&item.attrs, "draw", DRAW_ON_A_TYPE, &mut errors);
                refuse(&item.attrs, "weight", WEIGHT_ELSEWHERE, &mut errors);
                Declaration {
                    name: expanded(item.ident.clone()),
                    generics: item.generics,
                    is_enum: false,
                    remote: Remote::read(&item.attrs, &mut errors),
                    variants: vec![Variant {
                        name: None,
                        constructor: quote!(Self),
                        path: item.ident.to_string(),
                        is_unit: matches!(item.fields, Fields::Unit),
                        weight: 1,
                        fields: fields(item.fields, &mut errors),
                    }],
                }
            }
            Item::Enum(item) => {
                refuse(&item.attrs, "draw", DRAW_ON_A_TYPE, &mut errors);
                refuse(&item.attrs, "weight", WEIGHT_ELSEWHERE, &mut errors);
                if item.variants.is_empty() {
                    errors.at(
                        &item.ident,
                        format!(
                            "`{}` has no value that could be generated; add a variant or remove the derive",
                            item.ident.unraw()
                        ),
                    );
                }
                let (name, variants) = (&item.ident, item.variants.into_iter());
                Declaration {
                    name: expanded(name.clone()),
                    generics: item.generics,
                    is_enum: true,
                    remote: Remote::read(&item.attrs, &mut errors),
                    variants: variants.map(|found| variant(name, found, &mut errors)).collect(),
                }
            }
            Item::Union(item) => {
                return Err(syn::Error::new(
                    item.union_token.span,
                    "`Arbitrary` cannot be derived for a union, since it is unknown which field holds the value; \
                     implement it by hand",
                ));
            }
            other => {
                return Err(syn::Error::new_spanned(
                    other,
                    "`Arbitrary` can be derived for a struct or an enum",
                ));
            }
        };
        errors.finish()?;
        Ok(declaration)
    }

    /// Whether the declaration has type or const parameters.
    pub fn is_generic(&self) -> bool {
        self.generics.type_params().next().is_some()
            || self.generics.const_params().next().is_some()
    }
}

const DRAW_ON_A_TYPE: &str = "`#[draw(..)]` goes on a field; to generate a whole type your own way, implement \
     `Arbitrary` by hand";
const DRAW_ON_A_VARIANT: &str = "`#[draw(..)]` goes on a field of the variant: move it there";
const WEIGHT_ELSEWHERE: &str = "`#[weight(..)]` goes on a variant of an enum: remove it here";

fn refuse(attributes: &[Attribute], name: &str, message: &str, errors: &mut Errors) {
    for attribute in attributes {
        if attribute.path().is_ident(name) {
            errors.at(attribute, message);
        }
    }
}

fn variant(of: &Ident, variant: syn::Variant, errors: &mut Errors) -> Variant {
    refuse(&variant.attrs, "draw", DRAW_ON_A_VARIANT, errors);
    let path = format!("{of}::{}", variant.ident);
    let name = expanded(variant.ident);
    Variant {
        constructor: quote!(Self::#name),
        name: Some(name),
        path,
        is_unit: matches!(variant.fields, Fields::Unit),
        weight: weight(&variant.attrs, errors),
        fields: fields(variant.fields, errors),
    }
}

fn fields(fields: Fields, errors: &mut Errors) -> Vec<Field> {
    let read = |(index, field): (usize, syn::Field)| {
        refuse(&field.attrs, "weight", WEIGHT_ELSEWHERE, errors);
        Field {
            draw: draw::generator(&field.attrs, errors),
            member: match field.ident {
                Some(name) => Member::Named(expanded(name)),
                None => Member::Unnamed(Index::from(index)),
            },
            ty: field.ty,
        }
    };
    fields.into_iter().enumerate().map(read).collect()
}

/// The name as part of the expansion, where the compiler does not warn that it is deprecated.
fn expanded(mut name: Ident) -> Ident {
    name.set_span(name.span().resolved_at(Span::mixed_site()));
    name
}

/// The number in `#[weight(..)]`, 1 without it.
fn weight(attributes: &[Attribute], errors: &mut Errors) -> u32 {
    let mut found = None;
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("weight")) {
        if found.is_some() {
            errors.at(attribute, "a variant has one weight: remove the second `#[weight(..)]`");
            continue;
        }
        let number = attribute.parse_args::<LitInt>().ok();
        found = number.and_then(|number| number.base10_parse().ok());
        match found {
            None => errors.at(
                attribute,
                "a weight is an integer from 1 to 4294967295, such as `#[weight(2)]`",
            ),
            Some(0) => errors.at(
                attribute,
                "with weight 0 the variant would never be generated; give at least 1",
            ),
            Some(_) => {}
        }
    }
    found.unwrap_or(1)
}
