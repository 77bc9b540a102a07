//! The attributes of a property: `#[property(..)]`, `#[example(..)]` and `#[replay(..)]`.
//!
//! A test of the library compares the keys with its table of settings.

use crate::{borrow::Borrow, errors::Errors, runtime::Runtime};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::{
    Attribute, Expr, ExprLit, Lit, LitStr, Token,
    ext::IdentExt,
    parse::{ParseStream, Parser},
    punctuated::Punctuated,
    spanned::Spanned,
};

#[cfg(test)]
mod tests;

/// A key of `#[property(..)]`, and an example.
type Known = (&'static str, &'static str);

const BOTH: [Known; 16] = [
    ("cases", "cases = 1_000"),
    ("time", "time = \"10s\""),
    ("max_executions", "max_executions = 100_000"),
    ("seed", "seed = 7"),
    ("search", "search = anneal"),
    ("temperature", "temperature = 0.3"),
    ("max_failures", "max_failures = 1"),
    ("reduce", "reduce = false"),
    ("reduction_runs", "reduction_runs = 10_000"),
    ("reduction_time", "reduction_time = \"10s\""),
    ("explain", "explain = false"),
    ("literals", "literals = false"),
    ("jobs", "jobs = 4"),
    ("history", "history = MyHistory"),
    ("isolate", "isolate = \"10s\""),
    ("runtime", "runtime = \"tokio\""),
];

/// Further settings of a function.
const FUNCTION: [Known; 1] = [("test", "test = false")];

/// Further settings of a state machine.
const MACHINE: [Known; 4] = [
    ("steps", "steps = 50"),
    ("threads", "threads = shuttle"),
    ("rules", "rules = [push, pop]"),
    ("name", "name = pushes_only"),
];

const WANTS_FLAG: &str = "expected `true` or `false`";

/// Units of time in milliseconds. `ms` comes before `m`, which is its beginning.
const UNITS: [(&str, u64); 4] = [("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000)];

/// The words for `search = ..`, and the variants of `disprove::Search`.
const SEARCHES: [(&str, &str); 6] = [
    ("auto", "Auto"),
    ("random", "Random"),
    ("climb", "Climb"),
    ("anneal", "Anneal"),
    ("pool", "Pool"),
    ("mutate", "Mutate"),
];

/// What stands in `#[property(..)]`.
pub struct Settings {
    /// The fields of `Overrides` that it sets.
    pub overrides: Vec<TokenStream>,
    /// Whether all of them are literals.
    pub is_constant: bool,
    /// The history, erased.
    pub history: Option<TokenStream>,
    /// The time limit of a case that runs in a process of its own: an `Option<Duration>`.
    pub isolate: Option<TokenStream>,
    /// What async functions run on, if not on the built-in loop.
    pub runtime: Option<Runtime>,
    /// The property is a function to call, not a test.
    pub is_function: bool,
    /// Shuttle schedules the threads of a state machine.
    pub shuttle: bool,
    /// The rules that a test of a state machine calls.
    pub rules: Option<Expr>,
    /// The name of a test of a state machine.
    pub name: Option<Expr>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            overrides: Vec::new(),
            is_constant: true,
            history: None,
            isolate: None,
            runtime: None,
            is_function: false,
            shuttle: false,
            rules: None,
            name: None,
        }
    }
}

/// Parses `#[property(..)]` on a function.
pub fn settings(tokens: TokenStream, errors: &mut Errors) -> Settings {
    let known: Vec<Known> = BOTH.into_iter().chain(FUNCTION).collect();
    read(tokens, &known, errors)
}

/// Parses `#[property(..)]` on a state machine.
pub fn machine_settings(tokens: TokenStream, errors: &mut Errors) -> Settings {
    let known: Vec<Known> = BOTH.into_iter().chain(MACHINE).collect();
    read(tokens, &known, errors)
}

fn read(tokens: TokenStream, known: &[Known], errors: &mut Errors) -> Settings {
    let read = |input: ParseStream| {
        let mut seen: Vec<Ident> = Vec::new();
        let mut settings = Settings::default();
        while !input.is_empty() {
            match setting(input, known, &mut seen, &mut settings) {
                Ok(()) => {}
                Err(error) => {
                    errors.add(error);
                    skip_to_comma(input);
                }
            }
            if !input.is_empty() {
                let _: Token![,] = input.parse()?;
            }
        }
        if let (true, Some(runtime)) = (settings.shuttle, &settings.runtime) {
            errors.at(
                &runtime.name,
                "tokio waits for the operating system, and shuttle for its own threads: remove `runtime`, or `threads = shuttle`",
            );
        }
        if let Some(jobs) = seen.iter().find(|name| *name == "jobs") {
            refuse_jobs(jobs, &settings, errors);
        }
        Ok(settings)
    };
    read.parse2(tokens).unwrap_or_else(|error| {
        errors.add(error);
        Settings::default()
    })
}

/// Reports `jobs` beside a setting that needs the cases in order.
fn refuse_jobs(jobs: &Ident, settings: &Settings, errors: &mut Errors) {
    let (other, why) = match settings {
        Settings { isolate: Some(_), .. } => {
            ("isolate", "whose process runs one case after the other")
        }
        Settings { history: Some(_), .. } => ("history", "which sees one case after the other"),
        _ => return,
    };
    errors.at(jobs, format!("`jobs` has no effect beside `{other}`, {why}: remove one of them"));
}

/// Parses one `name = value`, up to the comma.
fn setting(
    input: ParseStream,
    known: &[Known],
    seen: &mut Vec<Ident>,
    settings: &mut Settings,
) -> syn::Result<()> {
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
    if *known == "isolate" && (input.is_empty() || input.peek(Token![,])) {
        settings.isolate = Some(quote!(::core::option::Option::None));
        return Ok(());
    }
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
    match *known {
        "isolate" => {
            settings.isolate = Some(isolate(&value)?);
            settings.is_constant &= matches!(value, Expr::Lit(_));
        }
        "history" => settings.history = Some(history(&value)),
        "runtime" => settings.runtime = Some(Runtime::read(&value)?),
        "test" => settings.is_function = !test(&value)?,
        "threads" => settings.shuttle = is_shuttle(&value)?,
        "rules" => settings.rules = Some(value),
        "name" => settings.name = Some(value),
        _ => {
            settings.is_constant &= *known == "search" || matches!(value, Expr::Lit(_));
            let value = overriding(known, &value)?;
            settings.overrides.push(quote!(#name: ::core::option::Option::Some(#value)));
        }
    }
    Ok(())
}

/// The value of a field of `Overrides`.
fn overriding(name: &str, value: &Expr) -> syn::Result<TokenStream> {
    let zero = match name {
        "cases" | "max_executions" | "steps" => "test nothing",
        "reduction_runs" => "reduce nothing",
        "jobs" => "run on no thread",
        "max_failures" => "stop before the first failure",
        "search" => return search(value),
        "time" | "reduction_time" => return duration(value),
        "temperature" => return temperature(value),
        "reduce" | "explain" | "literals" => return flag(value),
        _ => return Ok(quote!(#value)),
    };
    if is_zero(value) {
        return Err(syn::Error::new_spanned(
            value,
            format!("`{name} = 0` would {zero}; give at least 1"),
        ));
    }
    Ok(quote!(#value))
}

/// `true`, `false`, or any other expression that is not a literal.
fn flag(value: &Expr) -> syn::Result<TokenStream> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Bool(_), .. }) => Ok(quote!(#value)),
        Expr::Lit(_) => Err(syn::Error::new_spanned(value, WANTS_FLAG)),
        _ => Ok(quote!(#value)),
    }
}

/// The call that isolates a property, with the time limit of a case.
fn isolate(value: &Expr) -> syn::Result<TokenStream> {
    let time = duration(value)?;
    Ok(quote!(::core::option::Option::Some(#time)))
}

/// A string such as `"1m30s"`, or any other expression of type `Duration`.
fn duration(value: &Expr) -> syn::Result<TokenStream> {
    let Expr::Lit(ExprLit { lit, .. }) = value else {
        return Ok(quote!(#value));
    };
    let milliseconds = match lit {
        Lit::Str(text) => milliseconds(&text.value()),
        _ => None,
    };
    match milliseconds {
        Some(milliseconds) if milliseconds > 0 => {
            Ok(quote!(::core::time::Duration::from_millis(#milliseconds)))
        }
        _ => Err(syn::Error::new_spanned(
            value,
            "expected a time with its unit, such as `\"500ms\"`, `\"10s\"`, `\"2m\"` or `\"1h30m\"`",
        )),
    }
}

fn milliseconds(text: &str) -> Option<u64> {
    let mut rest = text.trim();
    let mut sum: u64 = 0;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit())?;
        let number: u64 = rest[..digits].parse().ok()?;
        rest = &rest[digits..];
        let (unit, scale) = UNITS.iter().find(|(unit, _)| rest.starts_with(unit))?;
        sum = sum.checked_add(number.checked_mul(*scale)?)?;
        rest = rest[unit.len()..].trim_start();
    }
    Some(sum)
}

/// A number, or any other expression of type `f64`.
fn temperature(value: &Expr) -> syn::Result<TokenStream> {
    let number = match value {
        Expr::Lit(ExprLit { lit: Lit::Float(number), .. }) => number.base10_parse::<f64>(),
        Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => number.base10_parse::<f64>(),
        Expr::Lit(_) => Ok(f64::NAN),
        Expr::Unary(negative) if matches!(*negative.expr, Expr::Lit(_)) => Ok(f64::NAN),
        _ => return Ok(quote!(#value)),
    };
    match number {
        Ok(number) if (0.0..=10.0).contains(&number) => Ok(quote!(#number)),
        _ => Err(syn::Error::new_spanned(
            value,
            "expected a number from 0, which accepts no worse input, to 10",
        )),
    }
}

/// A value, or a type with a default value.
fn history(value: &Expr) -> TokenStream {
    if let Expr::Path(path) = value {
        return quote_spanned! {path.span()=>
            ::disprove::__private::erase(<#path as ::core::default::Default>::default())
        };
    }
    quote!(::disprove::__private::erase(#value))
}

fn is_shuttle(value: &Expr) -> syn::Result<bool> {
    match value {
        Expr::Path(path) if path.path.is_ident("std") => Ok(false),
        Expr::Path(path) if path.path.is_ident("shuttle") => Ok(true),
        other => Err(syn::Error::new_spanned(
            other,
            "unknown threads; `threads = ..` takes one of these words, without quotes: `std` and `shuttle`",
        )),
    }
}

fn test(value: &Expr) -> syn::Result<bool> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Bool(test), .. }) => Ok(test.value),
        _ => Err(syn::Error::new_spanned(value, WANTS_FLAG)),
    }
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
    Ok(quote!(::disprove::Search::#variant))
}

fn is_zero(value: &Expr) -> bool {
    matches!(value, Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) if number.base10_digits() == "0")
}

fn skip_to_comma(input: ParseStream) {
    while !input.is_empty() && !input.peek(Token![,]) {
        // The input is not empty, so there is a token.
        let _ = input.parse::<TokenTree>();
    }
}

/// "`a`, `b` and `c`".
fn and_list<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let mut words: Vec<String> = words.map(|word| format!("`{word}`")).collect();
    let last = words.pop().unwrap_or_default();
    if words.is_empty() { last } else { format!("{} and {last}", words.join(", ")) }
}

/// The function that makes the value of an `#[example(..)]`, which has a value for each argument; `wanted` says how
/// they are borrowed.
pub fn example(
    attribute: &Attribute,
    wanted: &[Option<&Borrow>],
    errors: &mut Errors,
) -> Option<TokenStream> {
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
    if wanted.is_empty() {
        errors.at(attribute, "this property has no arguments; remove the example");
        return None;
    }
    let (borrows, wanted) = (wanted, wanted.len());
    if values.len() != wanted {
        let (plural, given) = (if wanted == 1 { "" } else { "s" }, values.len());
        errors.at(
            attribute,
            format!("an example of this property needs {wanted} value{plural}, one per argument, but has {given}"),
        );
        return None;
    }
    let values = values.iter().zip(borrows).map(|(value, borrow)| match borrow {
        Some(Borrow { owned, target, .. }) if target.converts() => {
            let span = value.span().resolved_at(Span::mixed_site());
            quote_spanned!(span=> ::core::convert::Into::<#owned>::into(#value))
        }
        _ => quote!(#value),
    });
    Some(quote!(|| (#(#values,)*)))
}

/// The token of a `#[replay("d1:..")]`.
pub fn replay(attribute: &Attribute, errors: &mut Errors) -> Option<LitStr> {
    let token: LitStr = if let Ok(token) = attribute.parse_args() {
        token
    } else {
        errors.at(
            attribute,
            "`#[replay(..)]` needs the token of a report, as a string: `#[replay(\"d1:..\")]`",
        );
        return None;
    };
    if !token.value().starts_with("d1:") {
        errors.at(
            &token,
            "invalid replay token: it must start with `d1:`; copy the whole token from the report",
        );
        return None;
    }
    Some(token)
}
