//! Splits a text into tokens that nearly all languages share.

use std::ops::Range;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TokenKind {
    Word,
    Number,
    /// A string with its quotes, and a prefix such as `r` or `b`.
    Quoted,
    /// From `#` to the end of the line.
    Comment,
    Space,
    /// The end of a line.
    Break,
    Open,
    Close,
    /// A comma or a semicolon.
    Separator,
    Operator,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) range: Range<usize>,
}

/// Length limit of a string prefix: `r`, `b`, `rb`, `f`.
const MAX_PREFIX: usize = 2;

/// The tokens of a text, without gaps.
pub(super) fn tokens(text: &[u8]) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let (kind, end) = token(text, at);
        let last = tokens.last().map(|token| (token.kind, token.range.len()));
        if let (TokenKind::Quoted, Some((TokenKind::Word, 1..=MAX_PREFIX))) = (kind, last) {
            at = tokens.pop().expect("there is a last one").range.start;
        }
        tokens.push(Token { kind, range: at..end });
        at = end;
    }
    tokens
}

fn token(text: &[u8], at: usize) -> (TokenKind, usize) {
    let run = |is: &dyn Fn(u8) -> bool| {
        at + text[at..].iter().position(|byte| !is(*byte)).unwrap_or(text.len() - at)
    };
    match text[at] {
        b'\n' => (TokenKind::Break, at + 1),
        // An escaped line break continues the line.
        b'\\' if text[at..].starts_with(b"\\\n") => (TokenKind::Space, at + 2),
        b' ' | b'\t' | b'\r' => {
            (TokenKind::Space, run(&|byte| matches!(byte, b' ' | b'\t' | b'\r')))
        }
        b'#' => (TokenKind::Comment, run(&|byte| byte != b'\n')),
        quote @ (b'"' | b'\'' | b'`') => match quoted(text, at, quote) {
            Some(end) => (TokenKind::Quoted, end),
            None => (TokenKind::Operator, at + 1),
        },
        b'(' | b'[' | b'{' => (TokenKind::Open, at + 1),
        b')' | b']' | b'}' => (TokenKind::Close, at + 1),
        b',' | b';' => (TokenKind::Separator, at + 1),
        b'.' | b':' | b'\\' => (TokenKind::Operator, at + 1),
        digit if digit.is_ascii_digit() => {
            (TokenKind::Number, run(&|byte| is_word(byte) || byte == b'.'))
        }
        byte if is_word(byte) => (TokenKind::Word, run(&is_word)),
        _ => (TokenKind::Operator, run(&is_operator)),
    }
}

/// All bytes beyond ASCII are letters, so characters stay whole.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

fn is_operator(byte: u8) -> bool {
    !is_word(byte) && !b" \t\r\n\\#\"'`()[]{},;.:".contains(&byte)
}

/// The end of a string that starts here, if it has one: on the same line, except for triple quotes.
fn quoted(text: &[u8], at: usize, quote: u8) -> Option<usize> {
    let length = quote_length(&text[at..], quote);
    let (quotes, mut place) = (&text[at..at + length], at + length);
    while place < text.len() {
        match text[place] {
            b'\\' => place += 2,
            b'\n' if length == 1 => return None,
            _ if text[place..].starts_with(quotes) => return Some(place + length),
            _ => place += 1,
        }
    }
    None
}

fn quote_length(text: &[u8], quote: u8) -> usize {
    if text.starts_with(&[quote; 3]) { 3 } else { 1 }
}

/// The content of a string without quotes.
pub(super) fn content(text: &[u8], token: &Token) -> Range<usize> {
    let Range { start, end } = token.range;
    let prefix = text[start..end].iter().take_while(|byte| is_word(**byte)).count();
    let length = quote_length(&text[start + prefix..end], text[start + prefix]);
    start + prefix + length..end - length
}

#[cfg(test)]
mod tests {
    use super::{TokenKind, content, tokens};
    use disprove::prelude::*;

    fn pieces(text: &str) -> Vec<(TokenKind, &str)> {
        let piece = |token: super::Token| (token.kind, &text[token.range]);
        tokens(text.as_bytes()).into_iter().map(piece).collect()
    }

    #[test]
    fn tokens_have_no_gaps() {
        let awkward = "[a-c0-2 \\n\\\\'\"`#()\\[\\],.:=é]{0,40}";
        let report = check(one_of![awkward, text()]).run(|text: String| {
            let mut at = 0;
            for token in tokens(text.as_bytes()) {
                assert_eq!(token.range.start, at);
                assert!(text.is_char_boundary(token.range.end));
                at = token.range.end;
                if token.kind == TokenKind::Quoted {
                    let inside = content(text.as_bytes(), &token);
                    assert!(token.range.start < inside.start && inside.end < token.range.end);
                }
            }
            assert_eq!(at, text.len());
        });
        assert!(report.failures().is_empty(), "{report}");
    }

    #[test]
    fn a_line_of_code_has_words_operators_and_brackets() {
        use TokenKind::{
            Break, Close, Comment, Number, Open, Operator, Quoted, Separator, Space, Word,
        };
        assert_eq!(
            pieces("x += f(rb'a\\'b', 1.5)  # why\n"),
            [
                (Word, "x"),
                (Space, " "),
                (Operator, "+="),
                (Space, " "),
                (Word, "f"),
                (Open, "("),
                (Quoted, "rb'a\\'b'"),
                (Separator, ","),
                (Space, " "),
                (Number, "1.5"),
                (Close, ")"),
                (Space, "  "),
                (Comment, "# why"),
                (Break, "\n"),
            ]
        );
        // Comments of other languages are not known.
        for mark in ["//", "--", "/*", ";"] {
            assert!(pieces(&format!("a {mark} b")).iter().all(|(kind, _)| *kind != Comment));
        }
    }

    #[test]
    fn only_triple_quoted_strings_span_lines() {
        assert_eq!(pieces("'''a\nb'''"), [(TokenKind::Quoted, "'''a\nb'''")]);
        assert_eq!(pieces("don't\n")[1], (TokenKind::Operator, "'"));
    }
}
