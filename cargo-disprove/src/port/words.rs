//! The identifiers of code, with what stands around them.

use super::number::INTEGERS;
use proc_macro2::{TokenStream, TokenTree};
use std::{
    collections::{BTreeSet, HashSet},
    ops::Range,
};

/// An identifier.
#[expect(clippy::struct_excessive_bools, reason = "each is a question about its neighbors")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) at: Range<usize>,
    /// A point is before it: a method or a field.
    pub(super) after_point: bool,
    /// A `::` is before it.
    pub(super) after_path: bool,
    /// A `!` is behind it: a macro.
    pub(super) before_bang: bool,
    /// A `::` is behind it.
    pub(super) before_path: bool,
    /// A parenthesis is behind it: a call.
    pub(super) is_called: bool,
}

impl Word {
    /// Whether it may name an item in scope.
    pub(super) fn is_free(&self) -> bool {
        !self.after_point && !self.after_path
    }
}

/// All identifiers, also in the arguments of macros.
pub(super) fn words(tokens: TokenStream) -> Vec<Word> {
    let mut found = Vec::new();
    collect(tokens, &mut found);
    found
}

fn collect(tokens: TokenStream, found: &mut Vec<Word>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let punct = |at: Option<usize>, wanted: char| {
        at.and_then(|at| tokens.get(at)).is_some_and(
            |token| matches!(token, TokenTree::Punct(punct) if punct.as_char() == wanted),
        )
    };
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => collect(group.stream(), found),
            TokenTree::Ident(ident) => {
                let before = at.checked_sub(1);
                // `..` is a range.
                let is_range = punct(at.checked_sub(2), '.');
                found.push(Word {
                    text: ident.to_string(),
                    at: ident.span().byte_range(),
                    after_point: punct(before, '.') && !is_range,
                    after_path: punct(before, ':')
                        && punct(at.checked_sub(2), ':')
                        && is_path(&tokens, at),
                    before_bang: punct(Some(at + 1), '!') && !punct(Some(at + 2), '='),
                    before_path: punct(Some(at + 1), ':') && punct(Some(at + 2), ':'),
                    is_called: matches!(tokens.get(at + 1), Some(TokenTree::Group(group))
                        if group.delimiter() == proc_macro2::Delimiter::Parenthesis),
                });
            }
            _ => {}
        }
    }
}

/// Whether the `::` before a token continues a path: `::name` alone starts one.
fn is_path(tokens: &[TokenTree], at: usize) -> bool {
    match at.checked_sub(3).and_then(|before| tokens.get(before)) {
        Some(TokenTree::Ident(word)) => word != "use" && word != "as" && word != "in",
        Some(TokenTree::Punct(punct)) => punct.as_char() == '>',
        _ => false,
    }
}

/// Names that are crates, and mean one only in a path.
const CRATES: [&str; 5] =
    ["proptest", "proptest_derive", "proptest_macro", "quickcheck", "quickcheck_macros"];

/// Macros of the libraries.
const MACROS: [&str; 8] = [
    "proptest",
    "prop_assert",
    "prop_assert_eq",
    "prop_assert_ne",
    "prop_assume",
    "prop_compose",
    "prop_oneof",
    "quickcheck",
];

/// The names among `old` that words use, except variables of the same names.
pub(super) fn old_words(
    words: &[Word],
    old: &HashSet<String>,
    variables: &HashSet<String>,
) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for word in words {
        let text = word.text.as_str();
        let is_macro = word.before_bang && MACROS.contains(&text);
        let is_primitive =
            INTEGERS.contains(&text) || ["bool", "char", "f32", "f64"].contains(&text);
        let means_old = if word.before_bang {
            is_macro
        } else if CRATES.contains(&text) {
            word.is_free() && (word.before_path || old.contains(text) && text == "quickcheck")
        } else {
            old.contains(text)
                && word.is_free()
                && !variables.contains(text)
                && !is_primitive
                && !MACROS.contains(&text)
        };
        if means_old {
            found.insert(text.to_owned());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_and_path_segments_are_not_free() {
        let tokens: TokenStream =
            "a.any(0..any, x::any, ::any, any!(b), any != c)".parse().expect("tokens");
        let words = words(tokens);
        let any: Vec<(bool, bool)> = words
            .iter()
            .filter(|word| word.text == "any")
            .map(|word| (word.is_free(), word.before_bang))
            .collect();
        assert_eq!(
            any,
            [
                (false, false),
                (true, false),
                (false, false),
                (true, false),
                (true, true),
                (true, false)
            ]
        );
    }

    #[test]
    fn old_names_are_no_variables_and_no_other_macros() {
        let old: HashSet<String> = ["vec", "any", "Strategy"].map(str::to_owned).into();
        let variables: HashSet<String> = ["any".to_owned()].into();
        let tokens: TokenStream =
            "vec![1]; x.vec(); any; Strategy; prop_assert!(a); proptest::x; let quickcheck = 1;"
                .parse()
                .expect("tokens");
        let found = old_words(&words(tokens), &old, &variables);
        assert_eq!(found.into_iter().collect::<Vec<_>>(), ["Strategy", "prop_assert", "proptest"]);
    }
}
