//! The arguments of a property: what each is called, and where its value comes from.

use crate::{
    borrow::{self, Borrow},
    draw,
    errors::Errors,
    pattern,
};
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::{
    Attribute, Expr, FnArg, GenericArgument, Pat, PatType, PathArguments, Signature, Type,
    TypePath, spanned::Spanned,
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
        /// What is generated.
        ty: Box<Type>,
        /// How the property is lent it, if it does not take it by value.
        borrow: Option<Box<Borrow>>,
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
        if borrow::is_mut_source(&input.ty) {
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
            let name = variable(&input.pat);
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
    let drawn = input.attrs.iter().any(draw::is_draw);
    let borrow = Borrow::read(&input.ty, drawn, errors);
    let ty = borrow.as_ref().map_or(&*input.ty, |borrow| &borrow.owned);
    check_impl_traits(ty, errors);
    let generator = if let Some(generator) = draw::generator(&input.attrs, errors) {
        fitting(ty, &generator)
    } else if is_generated(ty) {
        quote!(::disprove::__private::own::<#ty>())
    } else {
        let span = ty.span();
        quote_spanned!(span=> ::disprove::__private::FitsItself::<#ty>::NEW.check().own::<#ty>())
    };
    // The value that is shown is the one behind the reference.
    let pattern = match &*input.pat {
        Pat::Reference(reference) if borrow.is_some() => &reference.pat,
        _ => &input.pat,
    };
    Argument::Value {
        name: pattern::source_text(pattern),
        generator,
        ty: Box::new(ty.clone()),
        borrow: borrow.map(Box::new),
        variable: variable(&input.pat),
    }
}

/// The generator of an argument with `#[draw(..)]`. If it does not fit, one error is reported, and at the generator. The
/// temporary values in it live as long as those of an argument.
pub fn fitting(ty: &Type, generator: &Expr) -> TokenStream {
    let span = generator.span();
    let name = Ident::new("__generator", span);
    let made = quote_spanned! {span=>
        ::disprove::__private::Fits::<#ty, _>::of(&#name).check().generator::<#ty, _>(#name)
    };
    // As part of an expansion it is spared the lint that prefers `let`.
    quote!(match #generator { #name => #made, })
}

/// Types that certainly have a default generator.
const GENERATED: [&str; 17] = [
    "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "bool",
    "char", "f32", "f64", "String",
];

/// Whether a type is known to have a default generator. Others are checked in a way that takes longer to compile.
fn is_generated(ty: &Type) -> bool {
    let Type::Path(TypePath { qself: None, path }) = ty else { return false };
    // The owner of a borrowed argument has its full path.
    let is_owner = path.segments.first().is_some_and(|first| first.ident == "disprove");
    let Some(last) = path.segments.last().filter(|_| is_owner || path.segments.len() == 1) else {
        return false;
    };
    match &last.arguments {
        PathArguments::None => GENERATED.iter().any(|known| last.ident == known),
        PathArguments::AngleBracketed(arguments) => {
            let of_generated = |argument: &GenericArgument| matches!(argument, GenericArgument::Type(ty) if is_generated(ty));
            (last.ident == "Vec" || last.ident == "Option")
                && arguments.args.iter().all(of_generated)
        }
        PathArguments::Parenthesized(_) => false,
    }
}

/// The variable, if the pattern is one.
pub fn variable(pattern: &Pat) -> Option<Ident> {
    match pattern {
        Pat::Ident(pattern) => Some(pattern.ident.clone()),
        _ => None,
    }
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
