//! `#[draw(EXPR)]`: the generator of an argument or a field.

use crate::errors::Errors;
use syn::{Attribute, Expr, Meta};

/// The generator given by `#[draw(..)]`, if any.
pub fn generator(attributes: &[Attribute], errors: &mut Errors) -> Option<Expr> {
    let mut found = None;
    for attribute in attributes.iter().filter(|attribute| is_draw(attribute)) {
        if found.is_some() {
            errors.at(attribute, "a value is drawn once: remove the second `#[draw(..)]`");
            continue;
        }
        match parse(attribute) {
            Ok(generator) => found = Some(generator),
            Err(error) => errors.add(error),
        }
    }
    found
}

/// Whether the attribute is `#[draw]`.
pub fn is_draw(attribute: &Attribute) -> bool {
    attribute.path().is_ident("draw")
}

fn parse(attribute: &Attribute) -> syn::Result<Expr> {
    let list = match &attribute.meta {
        Meta::List(list) if !list.tokens.is_empty() => list,
        _ => {
            return Err(syn::Error::new_spanned(
                attribute,
                "`#[draw(..)]` needs a generator, such as `#[draw(1..=6)]` or `#[draw(\"[a-z]+\")]`",
            ));
        }
    };
    list.parse_args_with(|input: syn::parse::ParseStream| {
        let generator = input.parse()?;
        if !input.is_empty() {
            return Err(input.error(
                "`#[draw(..)]` takes one generator; for a tuple write `#[draw((first, second))]`",
            ));
        }
        Ok(generator)
    })
}
