//! What the attributes of a property say: `#[property(..)]`, `#[example(..)]`, `#[replay(..)]`.

use crate::errors::Errors;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote;
use syn::{
    Attribute, Expr, ExprLit, Lit, LitStr, Token,
    ext::IdentExt,
    parse::{ParseStream, Parser},
    punctuated::Punctuated,
};

#[cfg(test)]
mod tests;

/// What can be set in `#[property(..)]`, each with an example.
const KNOWN: [(&str, &str); 4] = [
    ("cases", "cases = 1_000"),
    ("seed", "seed = 7"),
    ("max_executions", "max_executions = 100_000"),
    ("search", "search = anneal"),
];

/// What can be set for a state machine besides.
const MACHINE: [(&str, &str); 2] = [("steps", "steps = 50"), ("threads", "threads = shuttle")];

/// The words for `search = ..`, and what they stand for in `disprove::Search`.
const SEARCHES: [(&str, &str); 6] = [
    ("auto", "Auto"),
    ("random", "Random"),
    ("climb", "Climb"),
    ("anneal", "Anneal"),
    ("pool", "Pool"),
    ("mutate", "Mutate"),
];

/// The calls on the property that set what stands in `#[property(..)]`.
pub fn settings(tokens: TokenStream, errors: &mut Errors) -> Vec<TokenStream> {
    read(tokens, &KNOWN, errors).into_iter().map(|(_, call)| call).collect()
}

/// What stands in `#[property(..)]` on a state machine.
#[derive(Default)]
pub struct MachineSettings {
    /// Calls on the property.
    pub property: Vec<TokenStream>,
    /// Calls on the machine.
    pub machine: Vec<TokenStream>,
    /// Threads are scheduled by shuttle.
    pub shuttle: bool,
}

/// Reads the settings of a state machine.
pub fn machine_settings(tokens: TokenStream, errors: &mut Errors) -> MachineSettings {
    let known: Vec<_> = KNOWN.into_iter().chain(MACHINE).collect();
    let mut settings = MachineSettings::default();
    for (name, call) in read(tokens, &known, errors) {
        match name.to_string().as_str() {
            "steps" => settings.machine.push(call),
            "threads" => settings.shuttle = !call.is_empty(),
            _ => settings.property.push(call),
        }
    }
    settings
}

/// Nothing for `std`, something for `shuttle`.
fn threads(value: &Expr) -> syn::Result<TokenStream> {
    match value {
        Expr::Path(path) if path.path.is_ident("std") => Ok(TokenStream::new()),
        Expr::Path(path) if path.path.is_ident("shuttle") => Ok(quote!(shuttle)),
        other => Err(syn::Error::new_spanned(
            other,
            "unknown threads; `threads = ..` takes one of these words, without quotes: `std` and `shuttle`",
        )),
    }
}

/// Each setting with the call that sets it.
fn read(
    tokens: TokenStream,
    known: &[(&str, &str)],
    errors: &mut Errors,
) -> Vec<(Ident, TokenStream)> {
    let read = |input: ParseStream| {
        let mut seen: Vec<Ident> = Vec::new();
        let mut calls = Vec::new();
        while !input.is_empty() {
            match setting(input, known, &mut seen) {
                Ok(call) => calls.push(call),
                Err(error) => {
                    errors.add(error);
                    skip_to_comma(input);
                }
            }
            if !input.is_empty() {
                let _: Token![,] = input.parse()?;
            }
        }
        Ok(calls)
    };
    match read.parse2(tokens) {
        Ok(calls) => calls,
        Err(error) => {
            errors.add(error);
            Vec::new()
        }
    }
}

/// One `name = value`, up to the comma.
fn setting(
    input: ParseStream,
    known: &[(&str, &str)],
    seen: &mut Vec<Ident>,
) -> syn::Result<(Ident, TokenStream)> {
    let listed = || and_list(known.iter().map(|(name, _)| *name));
    if !input.peek(Ident::peek_any) {
        return Err(
            input.error(format!("expected a setting; `#[property(..)]` knows {}", listed()))
        );
    }
    let name = Ident::parse_any(input)?;
    let Some((known, example)) = known.iter().find(|(known, _)| name == known) else {
        return Err(syn::Error::new(
            name.span(),
            format!("unknown setting `{name}`; `#[property(..)]` knows {}", listed()),
        ));
    };
    if seen.contains(&name) {
        return Err(syn::Error::new(
            name.span(),
            format!("`{name}` is given twice; keep one of them"),
        ));
    }
    seen.push(name.clone());
    let equals: Option<Token![=]> = input.parse()?;
    if equals.is_none() || input.is_empty() || input.peek(Token![,]) {
        return Err(syn::Error::new(
            name.span(),
            format!("`{name}` needs a value: write `{example}`"),
        ));
    }
    let value: Expr = input.parse()?;
    if !input.is_empty() && !input.peek(Token![,]) {
        return Err(input.error("expected a comma before the next setting"));
    }
    let call = match *known {
        "search" => search(&value),
        "threads" => threads(&value),
        "cases" | "max_executions" | "steps" if is_zero(&value) => Err(syn::Error::new_spanned(
            value,
            format!("`{name} = 0` would test nothing; give at least 1"),
        )),
        _ => Ok(quote!(.#name(#value))),
    };
    call.map(|call| (name, call))
}

fn search(value: &Expr) -> syn::Result<TokenStream> {
    let word = match value {
        Expr::Path(path) => path.path.get_ident(),
        _ => None,
    };
    let found = word.and_then(|word| {
        SEARCHES.iter().find(|(known, _)| word == known).map(|(_, name)| (word, name))
    });
    let Some((word, name)) = found else {
        return Err(syn::Error::new_spanned(
            value,
            format!(
                "unknown search; `search = ..` takes one of these words, without quotes: {}",
                and_list(SEARCHES.iter().map(|(word, _)| *word))
            ),
        ));
    };
    let variant = Ident::new(name, word.span());
    Ok(quote!(.search(::disprove::Search::#variant)))
}

fn is_zero(value: &Expr) -> bool {
    matches!(value, Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) if number.base10_digits() == "0")
}

fn skip_to_comma(input: ParseStream) {
    while !input.is_empty() && !input.peek(Token![,]) {
        // There is a token, for the input is not empty.
        let _ = input.parse::<TokenTree>();
    }
}

/// "`a`, `b` and `c`".
fn and_list<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let mut words: Vec<String> = words.map(|word| format!("`{word}`")).collect();
    let last = words.pop().unwrap_or_default();
    if words.is_empty() { last } else { format!("{} and {last}", words.join(", ")) }
}

/// The call on the property for an `#[example(..)]`, which gives a value for each of `wanted` arguments.
pub fn example(attribute: &Attribute, wanted: usize, errors: &mut Errors) -> Option<TokenStream> {
    let values = match &attribute.meta {
        syn::Meta::List(list) => {
            list.parse_args_with(Punctuated::<Expr, Token![,]>::parse_terminated)
        }
        _ => Ok(Punctuated::new()),
    };
    let values = match values {
        Ok(values) => values,
        Err(error) => {
            errors.add(error);
            return None;
        }
    };
    if wanted == 0 {
        errors.at(
            attribute,
            "this property has no arguments that an example could give values for; remove the example",
        );
        return None;
    }
    if values.len() != wanted {
        let (plural, given) = (if wanted == 1 { "" } else { "s" }, values.len());
        let are = if given == 1 { "is" } else { "are" };
        errors.at(
            attribute,
            format!("an example of this property needs {wanted} value{plural}, one per argument, but {given} {are} given"),
        );
        return None;
    }
    let values = values.iter();
    Some(quote!(.example(|| (#(#values,)*))))
}

/// The call on the property for a `#[replay("d1:..")]`.
pub fn replay(attribute: &Attribute, errors: &mut Errors) -> Option<TokenStream> {
    let token: LitStr = if let Ok(token) = attribute.parse_args() {
        token
    } else {
        errors.at(
            attribute,
            "`#[replay(..)]` needs the token that a failure printed, as a string: `#[replay(\"d1:..\")]`",
        );
        return None;
    };
    if !token.value().starts_with("d1:") {
        errors.at(
            &token,
            "this is no replay token: it must start with `d1:`; copy it from the report of a failure",
        );
        return None;
    }
    Some(quote!(.replay(#token)))
}
