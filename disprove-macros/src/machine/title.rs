//! The names of a machine: of its test, and of its type in the transcript.

use crate::errors::Errors;
use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::{PathArguments, Type, ext::IdentExt, spanned::Spanned};

/// The names of a machine.
pub struct Title {
    /// The test: the type in snake case.
    pub test: Ident,
    /// The type before `::default()`.
    pub shown: String,
    /// Where the type stands.
    pub span: Span,
}

impl Title {
    /// `None` for a type without a name, which is a mistake.
    pub fn of(ty: &Type, errors: &mut Errors) -> Option<Title> {
        let path = match ty {
            Type::Path(path) if path.qself.is_none() => &path.path,
            other => {
                errors.at(other, "a state machine is a type of your own: a struct or an enum");
                return None;
            }
        };
        let last = path.segments.last()?;
        let mut shown = String::new();
        for segment in &path.segments {
            if !shown.is_empty() {
                shown.push_str("::");
            }
            shown.push_str(&segment.ident.to_string());
            if let PathArguments::AngleBracketed(arguments) = &segment.arguments {
                let arguments = arguments.args.to_token_stream().to_string();
                shown.push_str("::<");
                shown.push_str(&arguments.replace(' ', "").replace(',', ", "));
                shown.push('>');
            }
        }
        let name = snake_case(&last.ident.unraw().to_string());
        Some(Title { test: identifier(&name, last.ident.span()), shown, span: ty.span() })
    }
}

/// `ring_vs_model` for `RingVsModel`, `http_server` for `HTTPServer`.
fn snake_case(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut snake = String::new();
    for (i, letter) in letters.iter().enumerate() {
        let before = i.checked_sub(1).map(|before| letters[before]);
        let begins_word = before.is_some_and(|before| {
            before.is_lowercase()
                || before.is_numeric()
                || (before.is_uppercase()
                    && letters.get(i + 1).is_some_and(|next| next.is_lowercase()))
        });
        if letter.is_uppercase() && begins_word {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

/// The name of a function; a keyword becomes a raw identifier.
fn identifier(name: &str, span: Span) -> Ident {
    let found = syn::parse_str::<Ident>(name);
    let raw = || syn::parse_str::<Ident>(&format!("r#{name}"));
    let mut test =
        found.or_else(|_| raw()).unwrap_or_else(|_| Ident::new(&format!("{name}_machine"), span));
    test.set_span(span);
    test
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_named_after_its_type() {
        for (ty, test, shown) in [
            ("RingVsModel", "ring_vs_model", "RingVsModel"),
            ("HTTPServer", "http_server", "HTTPServer"),
            ("Tree234Of", "tree234_of", "Tree234Of"),
            ("a::Match", "r#match", "a::Match"),
            ("Self_", "self_", "Self_"),
            ("Super", "super_machine", "Super"),
            ("Machine<u8, Vec<u8>>", "machine", "Machine::<u8, Vec<u8>>"),
        ] {
            let mut errors = Errors::default();
            let title = Title::of(&syn::parse_str(ty).expect("a type"), &mut errors);
            let title = title.expect("a title");
            assert_eq!((title.test.to_string().as_str(), title.shown.as_str()), (test, shown));
        }
    }
}
