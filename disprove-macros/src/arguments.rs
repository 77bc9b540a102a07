//! The arguments of a property: what each is called, and where its value comes from.

use crate::{draw, errors::Errors, written};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{
    Attribute, FnArg, GenericArgument, Lifetime, Pat, PatType, PathArguments, Signature, Type,
    TypeReference,
};

#[cfg(test)]
mod tests;

/// Tuples of generators are implemented up to this length.
const MOST: usize = 12;

/// One argument of a property.
pub enum Argument {
    /// Generated before the property runs.
    Value {
        /// How the report calls it.
        name: String,
        /// The expression that generates it.
        generator: TokenStream,
        ty: Box<Type>,
        /// The variable, if the pattern is one.
        variable: Option<Ident>,
    },
    /// The `&mut Source` that the property draws from itself.
    Source {
        /// What the body calls it, if it has a name.
        name: Option<Ident>,
    },
}

/// Reads the arguments and takes the `#[draw(..)]` off them.
pub fn arguments(signature: &mut Signature, errors: &mut Errors) -> Vec<Argument> {
    let mut arguments = Vec::new();
    let mut values = 0;
    let mut has_source = false;
    for input in &mut signature.inputs {
        let input = match input {
            FnArg::Receiver(receiver) => {
                errors.at(
                    receiver,
                    "a property has no `self`; move it out of the impl block and take the value as an argument",
                );
                continue;
            }
            FnArg::Typed(input) => input,
        };
        check_attributes(&input.attrs, errors);
        if is_source(&input.ty) {
            if has_source {
                errors.at(&*input, "a property has one source: remove the second `&mut Source`");
            }
            if let Some(draw) = input.attrs.iter().find(|attribute| draw::is_draw(attribute)) {
                errors.at(
                    draw,
                    "the source is what values are drawn from; remove this `#[draw(..)]`",
                );
            }
            has_source = true;
            let name = match &*input.pat {
                Pat::Ident(pattern) => Some(pattern.ident.clone()),
                _ => None,
            };
            arguments.push(Argument::Source { name });
        } else {
            values += 1;
            if values == MOST + 1 {
                errors.at(
                    &*input,
                    format!(
                        "a property has at most {MOST} arguments; put several into a tuple or a struct, \
                         or draw them from a `src: &mut Source`"
                    ),
                );
            }
            arguments.push(value(input, errors));
        }
        input.attrs.retain(|attribute| !draw::is_draw(attribute));
    }
    arguments
}

fn value(input: &PatType, errors: &mut Errors) -> Argument {
    let ty = &*input.ty;
    let drawn = input.attrs.iter().any(draw::is_draw);
    let generator = if let Some(generator) = draw::generator(&input.attrs, errors) {
        quote!(::disprove::__private::typed::<#ty, _>(#generator))
    } else {
        quote!(::disprove::__private::own::<#ty>())
    };
    check_type(ty, drawn, errors);
    let variable = match &*input.pat {
        Pat::Ident(pattern) => Some(pattern.ident.clone()),
        _ => None,
    };
    let name = written::pattern(&input.pat);
    Argument::Value { name, generator, ty: input.ty.clone(), variable }
}

/// An argument that is sometimes not there would shift the others.
fn check_attributes(attributes: &[Attribute], errors: &mut Errors) {
    for attribute in attributes {
        if attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr") {
            errors.at(
                attribute,
                "an argument of a property cannot be conditional; put the condition on the whole function",
            );
        }
    }
}

fn check_type(ty: &Type, drawn: bool, errors: &mut Errors) {
    if let Type::Reference(reference) = peel(ty) {
        check_reference(reference, drawn, errors);
    }
    check_impl_traits(ty, errors);
}

fn check_reference(reference: &TypeReference, drawn: bool, errors: &mut Errors) {
    let target = peel(&reference.elem);
    let lasts =
        reference.lifetime.as_ref().is_some_and(|lifetime: &Lifetime| lifetime.ident == "static");
    if drawn && lasts && reference.mutability.is_none() {
        // As in `#[draw(sample(&["GET", "PUT"]))] method: &'static str`.
        return;
    }
    let message = match target {
        Type::Path(path)
            if path.path.segments.last().is_some_and(|last| last.ident == "Source") =>
        {
            "drawing changes the source: write `&mut Source`"
        }
        Type::Path(path) if path.path.is_ident("str") => {
            "a property takes owned values: write `String` instead of `&str`"
        }
        Type::Slice(_) => "a property takes owned values: write `Vec<T>` instead of `&[T]`",
        _ if reference.mutability.is_some() => {
            "a property takes owned values: remove the `&mut` and write `mut` before the name"
        }
        _ => "a property takes owned values: remove the `&` and borrow in the body",
    };
    errors.at(reference, message);
}

/// Tells of every `impl Trait` in a type.
fn check_impl_traits(ty: &Type, errors: &mut Errors) {
    match ty {
        Type::ImplTrait(_) => errors
            .at(ty, "a value is generated by its type: write a concrete type instead of `impl ..`"),
        Type::Array(array) => check_impl_traits(&array.elem, errors),
        Type::Group(group) => check_impl_traits(&group.elem, errors),
        Type::Paren(paren) => check_impl_traits(&paren.elem, errors),
        Type::Ptr(pointer) => check_impl_traits(&pointer.elem, errors),
        Type::Reference(reference) => check_impl_traits(&reference.elem, errors),
        Type::Slice(slice) => check_impl_traits(&slice.elem, errors),
        Type::Tuple(tuple) => {
            for element in &tuple.elems {
                check_impl_traits(element, errors);
            }
        }
        Type::Path(path) => {
            for segment in &path.path.segments {
                let PathArguments::AngleBracketed(arguments) = &segment.arguments else { continue };
                for argument in &arguments.args {
                    if let GenericArgument::Type(ty) = argument {
                        check_impl_traits(ty, errors);
                    }
                }
            }
        }
        _ => {}
    }
}

/// Whether this is `&mut Source`, under any path.
fn is_source(ty: &Type) -> bool {
    let Type::Reference(TypeReference { mutability: Some(_), elem, .. }) = peel(ty) else {
        return false;
    };
    matches!(peel(elem), Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Source"))
}

/// The type without parentheses, nor the invisible ones around what a macro passed on.
fn peel(mut ty: &Type) -> &Type {
    loop {
        ty = match ty {
            Type::Group(group) => &group.elem,
            Type::Paren(paren) => &paren.elem,
            _ => return ty,
        }
    }
}
