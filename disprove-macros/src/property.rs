//! What `#[property]` expands to: the function, inside a test that runs it.

use crate::{
    arguments::{self, Argument},
    assume,
    borrow::Borrow,
    dependent, drawn,
    errors::Errors,
    harness::HarnessFunction,
    machine, printing,
    runtime::Runtime,
    settings,
};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{
    AttrStyle, Attribute, FnArg, Item, ItemEnum, ItemFn, ItemStruct, PatType, ReturnType,
    Signature, Type, Visibility, parse_quote, spanned::Spanned,
};

mod declared;
mod stack;

#[cfg(test)]
mod tests;

pub use declared::Declared;

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
    if let (Some(runtime), None) = (&settings.runtime, &function.sig.asyncness) {
        errors.at(&runtime.name, "only an async property runs on a runtime; write `async fn`");
    }
    let attributes = Attributes::sort(std::mem::take(&mut function.attrs));
    refuse_parameters(&attributes.outside, &mut errors);
    // rstest and test-case copy the attributes below theirs to tests without arguments.
    if attributes.is_test && function.sig.inputs.is_empty() {
        errors.at(&function.sig.ident, NOTHING_TO_GENERATE);
    }
    let values: Vec<Option<&Borrow>> = arguments
        .iter()
        .filter_map(|argument| match argument {
            Argument::Value { borrow, .. } => Some(borrow.as_deref()),
            Argument::Source { .. } => None,
        })
        .collect();
    let mut examples = Vec::new();
    for example in &attributes.examples {
        examples.extend(settings::example(example, &values, &mut errors));
    }
    let mut replays = Vec::new();
    for replay in &attributes.replays {
        replays.extend(settings::replay(replay, &mut errors));
    }
    errors.finish()?;

    let visibility = std::mem::replace(&mut function.vis, Visibility::Inherited);
    assume::return_early(&mut function.block);
    printing::hide(&mut function.block);
    let mut draws = false;
    for argument in &arguments {
        if let Argument::Source { name } = argument {
            draws = true;
            if let Some(source) = name {
                drawn::tell(&mut function.block, source);
            }
        }
    }
    function.attrs = attributes.inside;
    // Arguments are owned because they were generated: as part of an expansion the function is spared the lint that
    // objects. An `#[allow]` would do the same, but does not compile under `#![forbid]`.
    let keyword = &mut function.sig.fn_token.span;
    *keyword = keyword.resolved_at(Span::mixed_site());

    let name = function.sig.ident.clone();
    let title = name.to_string();
    let outside = attributes.outside;
    let declared = Declared {
        title: &title,
        arguments: names(&arguments),
        settings: &settings,
        replays,
        draws,
        attributes: &outside,
    };
    let (declaration, history) = (declared.tokens(), declared.history());
    let generator = dependent::generator(&arguments);
    let printers = printers(&arguments);
    let body = match take_a_tuple(&mut function, &arguments) {
        Some(body) => body,
        None => adapter(&function.sig, &arguments, settings.runtime.as_ref()),
    };
    // The report is located here: at the property, also if another macro has added the attribute.
    let run = quote_spanned! {name.span()=>
        ::disprove::__private::run_function(
            #declaration,
            || #generator,
            #printers,
            &[#(#examples),*],
            #history,
            #body,
        );
    };
    let run = stack::with_room_for(&types(&arguments), run);
    let harness = HarnessFunction {
        name: &name,
        visibility: &visibility,
        attributes: &outside,
        is_test: !attributes.is_test && !settings.is_function,
        body: quote!(#function #run),
    };
    Ok(harness.tokens())
}

const NOTHING_TO_GENERATE: &str = "this test has no arguments to generate: remove `#[property]`, and if `#[rstest]` or \
    `#[test_case(..)]` made it, generate values in the body with `check(..).assert(..)`";

/// The types of the generated values.
fn types(arguments: &[Argument]) -> Vec<&Type> {
    let types = arguments.iter().filter_map(|argument| match argument {
        Argument::Value { ty, .. } => Some(&**ty),
        Argument::Source { .. } => None,
    });
    types.collect()
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

/// Attributes of other crates that call the function with arguments of their own.
const PARAMETERIZED: [&str; 3] = ["rstest", "test_case", "test_matrix"];

/// Reports attributes that would call the test without the arguments that they expect.
fn refuse_parameters(attributes: &[Attribute], errors: &mut Errors) {
    let last = |attribute: &Attribute| {
        attribute.path().segments.last().map(|last| last.ident.to_string()).unwrap_or_default()
    };
    let found = attributes.iter().find(|attribute| {
        let name = last(attribute);
        PARAMETERIZED.contains(&name.as_str())
    });
    if let Some(attribute) = found {
        errors.at(
            attribute,
            format!(
                "`#[property]` and `#[{}]` both pass arguments: remove `#[property]`, and generate the others in the \
                 body with `check(..).assert(..)`",
                last(attribute)
            ),
        );
    }
}

/// The variables that hold the generated values, in order.
fn variables(arguments: &[Argument]) -> Vec<Ident> {
    let values = arguments.iter().filter(|argument| matches!(argument, Argument::Value { .. }));
    (0..values.count()).map(|index| format_ident!("__{index}", span = Span::mixed_site())).collect()
}

/// The names of the generated arguments.
fn names(arguments: &[Argument]) -> Vec<&str> {
    let names = arguments.iter().filter_map(|argument| match argument {
        Argument::Value { name, .. } => Some(name.as_str()),
        Argument::Source { .. } => None,
    });
    names.collect()
}

/// How the report prints the arguments: with `Debug` or a placeholder, and as Rust if their types allow that.
fn printers(arguments: &[Argument]) -> TokenStream {
    let types = types(arguments);
    if types.is_empty() {
        return quote!(());
    }
    quote! {{
        use ::disprove::__private::Print as _;
        (#((&&&::disprove::__private::Choose::<#types>::NEW).printer(),)*)
    }}
}

/// Changes the signature to that of the pointer which the library calls, so that the compiler needs no closure and no
/// shim for each property. Returns the function, or `None` if only a closure can call it.
fn take_a_tuple(function: &mut ItemFn, arguments: &[Argument]) -> Option<TokenStream> {
    let ItemFn { sig: signature, block, .. } = function;
    let borrows = |argument: &Argument| matches!(argument, Argument::Value { borrow: Some(_), .. });
    let may_call_itself = || contains(block.to_token_stream(), &signature.ident);
    if signature.asyncness.is_some() || arguments.iter().any(borrows) || may_call_itself() {
        return None;
    }
    let (mut patterns, mut types, mut source) = (Vec::new(), Vec::new(), None);
    for (input, argument) in signature.inputs.iter().zip(arguments) {
        let FnArg::Typed(PatType { attrs, pat, ty, .. }) = input else { return None };
        if !attrs.is_empty() {
            return None;
        }
        match argument {
            Argument::Value { .. } => {
                patterns.push(pat);
                types.push(ty);
            }
            Argument::Source { .. } => source = Some(input),
        }
    }
    let source = source.map_or_else(|| quote!(_: &mut ::disprove::Source), |it| quote!(#it));
    signature.inputs = parse_quote!((#(#patterns,)*): (#(#types,)*), #source);
    let mut name = signature.ident.clone();
    // A return type that is not an outcome is reported here.
    if let ReturnType::Type(_, ty) = &signature.output {
        name.set_span(ty.span());
    }
    Some(quote!(#name))
}

/// Whether a word is among the tokens.
fn contains(tokens: TokenStream, word: &Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => contains(group.stream(), word),
        TokenTree::Ident(ident) => ident == *word,
        _ => false,
    })
}

/// The span at which the compiler reports a return type that is not an outcome.
fn output_span(signature: &Signature) -> Span {
    match &signature.output {
        ReturnType::Default => Span::mixed_site(),
        ReturnType::Type(_, ty) => ty.span().resolved_at(Span::mixed_site()),
    }
}

/// A closure that calls the function with the generated values, each in its place.
fn adapter(
    signature: &Signature,
    arguments: &[Argument],
    runtime: Option<&Runtime>,
) -> TokenStream {
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
    let span = output_span(signature);
    let mut call = quote_spanned!(span=> #name(#(#passed),*));
    if let Some(runtime) = runtime {
        call = runtime.block_on(&call, span);
    } else if signature.asyncness.is_some() {
        call = quote_spanned!(span=> ::disprove::__private::block_on(#call));
    }
    if returns_a_borrow(signature, arguments) {
        call = quote_spanned!(span=> ::disprove::IntoOutcome::into_outcome(#call));
    }
    quote_spanned!(span=> |(#(#variables,)*), #source: &mut ::disprove::Source| #call)
}

/// Whether what the function returns may borrow from its arguments, as errors of parsers do. The outcome must then be
/// made before they are gone.
fn returns_a_borrow(signature: &Signature, arguments: &[Argument]) -> bool {
    let borrows = |argument: &Argument| matches!(argument, Argument::Value { borrow: Some(_), .. });
    let returns =
        matches!(&signature.output, ReturnType::Type(_, ty) if !matches!(**ty, Type::Never(_)));
    returns && arguments.iter().any(borrows)
}
