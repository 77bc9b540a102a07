//! What `#[property]` expands to: the function as it was written, inside a test that runs it.

use crate::{
    arguments::{self, Argument},
    assume,
    borrow::Borrow,
    dependent, drawn,
    errors::Errors,
    machine,
    settings::{self, Settings},
};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{
    AttrStyle, Attribute, Item, ItemEnum, ItemFn, ItemStruct, ReturnType, Signature, Type,
    Visibility, ext::IdentExt, spanned::Spanned,
};

#[cfg(test)]
mod tests;

/// Expands `#[property(settings)] item`.
pub fn expand(settings: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    match syn::parse2(item)? {
        Item::Fn(function) => function_property(settings, function),
        Item::Impl(block) => machine::expand(settings, block),
        other => Err(misplaced(&other)),
    }
}

/// What to do with an attribute that is not on a function.
fn misplaced(item: &Item) -> syn::Error {
    let (span, hint) = match item {
        Item::Struct(ItemStruct { ident, .. }) | Item::Enum(ItemEnum { ident, .. }) => {
            (ident.span(), "to generate values of a type, write `#[derive(Arbitrary)]`")
        }
        _ => (Span::call_site(), "move it to one"),
    };
    syn::Error::new(
        span,
        format!(
            "`#[property]` goes on a function with arguments, or on the impl block of a state machine; {hint}"
        ),
    )
}

fn function_property(settings: TokenStream, mut function: ItemFn) -> syn::Result<TokenStream> {
    let mut errors = Errors::default();
    check_signature(&function.sig, &mut errors);
    let arguments = arguments::arguments(&mut function.sig, &mut errors);
    let settings = settings::settings(settings, &mut errors);
    let mut calls = settings.calls();
    let Settings { runtime, is_function, .. } = settings;
    if let (Some(runtime), None) = (&runtime, &function.sig.asyncness) {
        errors.at(runtime, "only an async property runs on a runtime; write `async fn`");
    }
    let attributes = Attributes::sort(std::mem::take(&mut function.attrs));
    let values: Vec<Option<&Borrow>> = arguments
        .iter()
        .filter_map(|argument| match argument {
            Argument::Value { borrow, .. } => Some(borrow.as_deref()),
            Argument::Source { .. } => None,
        })
        .collect();
    for example in &attributes.examples {
        calls.extend(settings::example(example, &values, &mut errors));
    }
    for replay in &attributes.replays {
        calls.extend(settings::replay(replay, &mut errors));
    }
    if attributes.outside.iter().any(|attribute| attribute.path().is_ident("should_panic")) {
        calls.push(quote!(.should_panic()));
    }
    errors.finish()?;

    let visibility = std::mem::replace(&mut function.vis, Visibility::Inherited);
    assume::return_early(&mut function.block);
    for argument in &arguments {
        if let Argument::Source { name: Some(source) } = argument {
            drawn::tell(&mut function.block, source);
        }
    }
    function.attrs = attributes.inside;
    // Arguments are owned because they were generated: as part of an expansion the function is spared the lint that
    // objects. An `#[allow]` would do the same, but does not compile under `#![forbid]`.
    let keyword = &mut function.sig.fn_token.span;
    *keyword = keyword.resolved_at(Span::mixed_site());

    let name = &function.sig.ident;
    let title = name.unraw().to_string();
    let generator = dependent::generator(&arguments);
    let describe = describe(&arguments);
    let run = run(&function.sig, &arguments, runtime.is_some());
    let literal = literal(&arguments);
    let test = !attributes.is_test && !is_function;
    let test = test.then(|| quote!(#[::core::prelude::v1::test]));
    let outside = attributes.outside;
    Ok(quote! {
        #test
        #(#outside)*
        #visibility fn #name() {
            #function
            ::disprove::__private::Property::new(
                ::core::concat!("\u{1}disprove:", ::core::module_path!(), "::", #title, "\u{1}"),
                #title,
                ::core::module_path!(),
                ::core::option_env!("CARGO_PKG_NAME"),
                #generator,
            )
            #(#calls)*
            #describe
            #literal
            #run
        }
    })
}

/// What a test cannot be.
pub fn check_signature(signature: &Signature, errors: &mut Errors) {
    let Signature { constness, unsafety, abi, generics, variadic, .. } = signature;
    if let Some(constness) = constness {
        errors.at(constness, "a property is run as a test; remove `const`");
    }
    if let Some(unsafety) = unsafety {
        errors.at(
            unsafety,
            "a property is called with any values; remove `unsafe` and write an `unsafe` block in the body",
        );
    }
    if let Some(abi) = abi {
        errors.at(abi, "a property is run as a test; remove `extern`");
    }
    if let Some(variadic) = variadic {
        errors.at(variadic, "a property takes a fixed number of arguments; remove this one");
    }
    if !generics.params.is_empty() {
        errors.at(
            generics,
            "a property cannot be generic, for a test runs with concrete types; \
             write one property per type that calls a generic function",
        );
    }
}

/// The attributes of a property, by where they go.
#[derive(Default)]
struct Attributes {
    examples: Vec<Attribute>,
    replays: Vec<Attribute>,
    /// Stay on the test.
    outside: Vec<Attribute>,
    /// `#![..]` in the body.
    inside: Vec<Attribute>,
    is_test: bool,
}

impl Attributes {
    fn sort(attributes: Vec<Attribute>) -> Self {
        let mut sorted = Attributes::default();
        for attribute in attributes {
            let path = attribute.path();
            if matches!(attribute.style, AttrStyle::Inner(_)) {
                sorted.inside.push(attribute);
            } else if path.is_ident("example") {
                sorted.examples.push(attribute);
            } else if path.is_ident("replay") {
                sorted.replays.push(attribute);
            } else {
                sorted.is_test |= path.segments.last().is_some_and(|last| last.ident == "test");
                sorted.outside.push(attribute);
            }
        }
        sorted
    }
}

/// The variables that hold the generated values, in order.
fn variables(arguments: &[Argument]) -> Vec<Ident> {
    let values = arguments.iter().filter(|argument| matches!(argument, Argument::Value { .. }));
    (0..values.count()).map(|index| format_ident!("__{index}", span = Span::mixed_site())).collect()
}

/// How the report shows the arguments: with `Debug`, and a placeholder where there is none.
fn describe(arguments: &[Argument]) -> TokenStream {
    let variables = variables(arguments);
    let names = arguments.iter().filter_map(|argument| match argument {
        Argument::Value { name, .. } => Some(name),
        Argument::Source { .. } => None,
    });
    quote! {
        .describe(|(#(#variables,)*)| {
            use ::disprove::__private::{ShowDebug as _, ShowOpaque as _};
            ::std::vec![#((#names, (&::disprove::__private::Show(#variables)).show()),)*]
        })
    }
}

/// How the report writes the arguments as Rust, with commas between them, if it can.
fn literal(arguments: &[Argument]) -> Option<TokenStream> {
    let variables = variables(arguments);
    let (first, others) = variables.split_first()?;
    Some(quote! {
        .literal(|(#(#variables,)*)| {
            use ::disprove::__private::{LiteralKnown as _, LiteralUnknown as _};
            let mut out = ::disprove::__private::Written::default();
            (&::disprove::__private::LiteralOf(#first)).write(&mut out);
            #(
                out.push(", ");
                (&::disprove::__private::LiteralOf(#others)).write(&mut out);
            )*
            out.finish()
        })
    })
}

/// Calls the function with the generated values, each in its place.
fn run(signature: &Signature, arguments: &[Argument], tokio: bool) -> TokenStream {
    let name = &signature.ident;
    let variables = variables(arguments);
    let source = Ident::new("__src", Span::mixed_site());
    let mut values = variables.iter();
    let passed: Vec<TokenStream> = arguments
        .iter()
        .filter_map(|argument| match argument {
            Argument::Value { borrow, .. } => {
                let lent = borrow.as_ref().map(|_| quote!(&));
                values.next().map(|value| quote!(#lent #value))
            }
            Argument::Source { .. } => Some(quote!(#source)),
        })
        .collect();
    // An outcome that is none is then told where it is written.
    let span = match &signature.output {
        ReturnType::Default => Span::mixed_site(),
        ReturnType::Type(_, ty) => ty.span().resolved_at(Span::mixed_site()),
    };
    let mut call = quote_spanned!(span=> #name(#(#passed),*));
    if tokio {
        call = quote_spanned!(span=> ::disprove::__block_on_tokio!(#call));
    } else if signature.asyncness.is_some() {
        call = quote_spanned!(span=> ::disprove::__private::block_on(#call));
    }
    if returns_a_borrow(signature, arguments) {
        call = quote_spanned!(span=> ::disprove::IntoOutcome::into_outcome(#call));
    }
    if arguments.iter().any(|argument| matches!(argument, Argument::Source { .. })) {
        quote_spanned!(span=> .run_drawing(|(#(#variables,)*), #source: &mut ::disprove::Source| #call))
    } else {
        quote_spanned!(span=> .run(|(#(#variables,)*)| #call))
    }
}

/// Whether what the function returns may borrow from its arguments, as errors of parsers do. The outcome must then be
/// made before they are gone.
fn returns_a_borrow(signature: &Signature, arguments: &[Argument]) -> bool {
    let borrows = |argument: &Argument| matches!(argument, Argument::Value { borrow: Some(_), .. });
    let returns =
        matches!(&signature.output, ReturnType::Type(_, ty) if !matches!(**ty, Type::Never(_)));
    returns && arguments.iter().any(borrows)
}
