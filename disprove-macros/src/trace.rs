//! What `#[trace]` expands to: the same code with probes in it.

mod body;
mod compare;
mod conditions;
mod decision;
mod exits;
mod pattern;
mod probes;

use crate::errors::Errors;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{
    Attribute, Block, ImplItem, Item, ItemFn, ItemImpl, ItemMod, ItemTrait, Signature, TraitItem,
};

#[cfg(test)]
mod tests;

/// What the probes record.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Records {
    /// Branches and the operands of comparisons.
    Everything,
    /// Branches only.
    Branches,
}

impl Records {
    fn read(arguments: TokenStream, errors: &mut Errors) -> Records {
        if arguments.is_empty() {
            return Records::Everything;
        }
        if arguments.to_string() != quote!(operands = false).to_string() {
            errors.at(
                arguments,
                "unknown argument: write `#[trace]` or `#[trace(operands = false)]`",
            );
        }
        Records::Branches
    }
}

/// Expands `#[trace] item`.
pub fn expand(arguments: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    let mut item = syn::parse2(item)?;
    let mut errors = Errors::default();
    let records = Records::read(arguments, &mut errors);
    match &mut item {
        Item::Fn(it) => function(&it.sig, &mut it.block, records),
        Item::Impl(it) => block(it, records),
        Item::Trait(it) => methods(it, records),
        Item::Mod(it) => module(it, records, &mut errors),
        other => errors.add(misplaced(other)),
    }
    errors.finish()?;
    Ok(item.into_token_stream())
}

fn misplaced(item: &Item) -> syn::Error {
    let (span, hint) = match item {
        Item::Struct(it) => (it.ident.span(), "put it on the functions that use this type"),
        Item::Enum(it) => (it.ident.span(), "put it on the functions that use this type"),
        _ => (Span::call_site(), "remove it: there is no code to trace here"),
    };
    let goes = "`#[trace]` goes on a function, an impl block, a trait or an inline module";
    syn::Error::new(span, format!("{goes}; {hint}"))
}

/// An item with its own `#[trace]` expands separately.
fn is_free(attributes: &[Attribute]) -> bool {
    let is_taken = |attribute: &Attribute| {
        attribute.path().segments.last().is_some_and(|last| last.ident == "trace")
            || attribute.to_token_stream().to_string().contains("naked")
    };
    !attributes.iter().any(is_taken)
}

fn function(signature: &Signature, block: &mut Block, records: Records) {
    // Code that runs at compile time cannot be recorded. A function is traced already if an attribute around it did so
    // before its own was seen, as inside of `cfg_attr`.
    if signature.constness.is_none() && !probes::are_in(block) {
        body::function(signature, block, records);
    }
}

fn nested(it: &mut ItemFn, records: Records) {
    if is_free(&it.attrs) {
        function(&it.sig, &mut it.block, records);
    }
}

fn block(it: &mut ItemImpl, records: Records) {
    for item in &mut it.items {
        if let ImplItem::Fn(it) = item {
            if is_free(&it.attrs) {
                function(&it.sig, &mut it.block, records);
            }
        }
    }
}

fn methods(it: &mut ItemTrait, records: Records) {
    for item in &mut it.items {
        if let TraitItem::Fn(it) = item {
            if let Some(block) = &mut it.default {
                if is_free(&it.attrs) {
                    function(&it.sig, block, records);
                }
            }
        }
    }
}

fn module(it: &mut ItemMod, records: Records, errors: &mut Errors) {
    let Some((_, items)) = &mut it.content else {
        errors.at(
            quote!(#it),
            "`#[trace]` cannot see a module in another file; put the attribute on the items in that file",
        );
        return;
    };
    for item in items {
        match item {
            Item::Fn(it) => nested(it, records),
            Item::Impl(it) if is_free(&it.attrs) => block(it, records),
            Item::Trait(it) if is_free(&it.attrs) => methods(it, records),
            Item::Mod(it) if is_free(&it.attrs) && it.content.is_some() => {
                module(it, records, errors);
            }
            _ => {}
        }
    }
}
