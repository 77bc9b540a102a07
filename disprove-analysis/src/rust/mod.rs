//! The Rust front end: finds the property tests of a file in any framework and lowers them to [`crate::ir`].
//!
//! It parses macros of the frameworks and common assertions, and expands only macros that the file itself defines. For
//! other macros it reads the arguments if they parse as expressions, and otherwise all names.

mod asserter;
mod assertion;
mod body;
mod call;
mod definitions;
mod expression;
mod forms;
mod framework;
mod jump;
mod listed;
mod machine;
mod macros;
mod outcome;
mod pattern;
mod place;
mod property;
mod rules;
mod runner;
mod scopes;
mod template;
pub(crate) mod tokens;
mod walk;

#[cfg(test)]
mod tests;

use crate::{
    definition::Definitions,
    ir::{File, Framework, Unreadable},
};
use proc_macro2::TokenStream;

/// Stack size: the parser and everything after it recurse as deep as the source nests. Generated sources overflow a
/// default stack.
const STACK: usize = 256 << 20;

/// Options for parsing a file.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// User-defined macros that hold tests as a framework's do: `("qc", Framework::QuickCheck)` reads `qc! { fn p(x:
    /// u8) -> bool { .. } }`. Names that contain `quickcheck` or `proptest` are recognized without an entry.
    pub aliases: Vec<(String, Framework)>,
    /// The module of the file in its crate: `encoding` for `src/encoding.rs`. Empty for the root of a crate.
    pub module: String,
}

/// Reads the tests of a file.
///
/// Unit tests are listed without their bodies. A test that runs several properties is listed once for each of them.
///
/// ```
/// use disprove_analysis::rust::{self, Options};
/// let text = "#[property] fn doubles(x: u8) { assert_eq!(half(twice(x)), x); }";
/// let file = rust::read(text, &Options::default()).unwrap();
/// assert_eq!(file.tests[0].generated, ["x"]);
/// ```
///
/// # Errors
/// If the text is not valid Rust, with the position of the first error.
pub fn read(text: &str, options: &Options) -> Result<File, Unreadable> {
    on_large_stack(|| {
        let (offset, file) = parsed(text)?;
        Ok(walk::Walker::new(offset, options).file(&file))
    })
}

/// Finds the functions that a file defines, and what makes them public.
///
/// ```
/// use disprove_analysis::rust;
/// let text = "pub fn parse(text: &str) -> Result<u8, Error> { .. } fn helper() {}";
/// let text = text.replace("..", "todo!()");
/// let found = rust::definitions(&text).unwrap();
/// assert_eq!(found.functions[0].name, "parse");
/// assert_eq!(found.functions[0].refusal.as_deref(), Some("returns `Result<u8, Error>`"));
/// assert!(found.private.contains("helper"));
/// ```
///
/// # Errors
/// If the text is not valid Rust, with the position of the first error.
pub fn definitions(text: &str) -> Result<Definitions, Unreadable> {
    on_large_stack(|| {
        let (offset, file) = parsed(text)?;
        Ok(definitions::definitions(&file, &text[offset as usize..]))
    })
}

fn on_large_stack<T: Send>(
    read: impl Fn() -> Result<T, Unreadable> + Sync,
) -> Result<T, Unreadable> {
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(STACK);
        match worker.spawn_scoped(scope, &read) {
            Ok(worker) => worker.join().unwrap_or_else(|_| {
                Err(Unreadable {
                    line: 1,
                    column: 1,
                    message: "reading it failed; please report the file as a bug".to_owned(),
                })
            }),
            Err(_) => read(),
        }
    })
}

/// The syntax tree, and the length of the text before it.
fn parsed(text: &str) -> Result<(u32, syn::File), Unreadable> {
    let (offset, rest) = after_preamble(text);
    let tokens: TokenStream =
        rest.parse().map_err(|error: proc_macro2::LexError| unreadable(error.span(), &error))?;
    if let Some(deep) = tokens::too_deep(tokens.clone()) {
        return Err(unreadable(deep, &"it is nested too deeply to be read"));
    }
    let file = syn::parse2(tokens).map_err(|error| unreadable(error.span(), &error))?;
    Ok((offset, file))
}

/// Prefixes that the lexer rejects: a byte order mark, and a first line such as `#!/usr/bin/env rust-script`.
fn after_preamble(text: &str) -> (u32, &str) {
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    if rest.starts_with("#!") && !rest[2..].trim_start().starts_with('[') {
        rest = rest.find('\n').map_or("", |end| &rest[end..]);
    }
    ((text.len() - rest.len()) as u32, rest)
}

fn unreadable(span: proc_macro2::Span, message: &dyn std::fmt::Display) -> Unreadable {
    let start = span.start();
    Unreadable {
        line: start.line.max(1) as u32,
        column: start.column as u32 + 1,
        message: message.to_string(),
    }
}
