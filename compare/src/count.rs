//! Measures Rust code: tokens as in the language reference, and lines that contain any.

use proc_macro2::{Spacing, Span, TokenStream, TokenTree};
use std::{collections::BTreeSet, ops::AddAssign};

/// The length of a test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Names, literals, operators, brackets, and layout.
    pub tokens: usize,
    /// Lines that are neither blank nor comments.
    pub lines: usize,
    /// Invisible tokens: Python's ends of statements and blocks, the counterparts of `;`, `{` and `}` in Rust.
    pub layout: usize,
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.tokens += other.tokens;
        self.lines += other.lines;
        self.layout += other.layout;
    }
}

/// Operators of several characters, longest first: Python's tokenizer counts `==` as one token, so this one does too.
const OPERATORS: [&str; 24] = [
    "<<=", ">>=", "...", "..=", "&&", "||", "<<", ">>", "+=", "-=", "*=", "/=", "%=", "^=", "&=",
    "|=", "==", "!=", ">=", "<=", "..", "::", "->", "=>",
];

/// Counts the tokens and lines of Rust code.
///
/// # Panics
/// If the text is not made of Rust tokens.
pub fn rust(text: &str) -> Count {
    let stream: TokenStream = text.parse().unwrap_or_else(|why| panic!("{why} in:\n{text}"));
    let mut counter = Counter::default();
    counter.stream(stream);
    Count { tokens: counter.tokens, lines: counter.lines.len(), layout: 0 }
}

#[derive(Default)]
struct Counter {
    tokens: usize,
    lines: BTreeSet<usize>,
}

impl Counter {
    fn stream(&mut self, stream: TokenStream) {
        // Adjacent operator characters.
        let mut run = String::new();
        for tree in stream {
            match tree {
                TokenTree::Punct(punct) => {
                    self.see(punct.span());
                    run.push(punct.as_char());
                    if punct.spacing() == Spacing::Alone {
                        self.flush(&mut run);
                    }
                }
                TokenTree::Group(group) => {
                    self.flush(&mut run);
                    self.see(group.span_open());
                    self.see(group.span_close());
                    self.tokens += 2;
                    self.stream(group.stream());
                }
                TokenTree::Ident(_) | TokenTree::Literal(_) => {
                    self.see(tree.span());
                    // The quote of a lifetime is part of its name.
                    run.truncate(run.trim_end_matches('\'').len());
                    self.flush(&mut run);
                    self.tokens += 1;
                }
            }
        }
    }

    fn flush(&mut self, run: &mut String) {
        self.tokens += operators(run);
        run.clear();
    }

    fn see(&mut self, span: Span) {
        self.lines.extend(span.start().line..=span.end().line);
    }
}

/// The number of operators in adjacent characters, taking the longest first.
fn operators(mut run: &str) -> usize {
    let mut count = 0;
    while !run.is_empty() {
        let length = OPERATORS.iter().find(|o| run.starts_with(**o)).map_or(1, |o| o.len());
        run = &run[length..];
        count += 1;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_names_literals_and_operators_are_a_token_each() {
        assert_eq!(rust("#[property]").tokens, 4);
        assert_eq!(rust("assert_eq!(f(&x)[0], 1..=2);").tokens, 17);
        assert_eq!(rust("let v: Vec<Vec<u8>> = Vec::new();").tokens, 16);
        assert_eq!(rust("fn f<'a>(s: &'a str) -> bool { a == b && !c }").tokens, 22);
        assert_eq!(rust("|x| x => y").tokens, 6);
    }

    #[test]
    fn comments_and_blank_lines_do_not_count() {
        let count = rust("fn f() {\n\n    // nothing\n    g(\n        1, /* one */\n    );\n}\n");
        assert_eq!(count, Count { tokens: 12, lines: 5, layout: 0 });
    }
}
