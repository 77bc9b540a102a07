//! Which literals of a source are worth drawing: those of the code under test, not those of tests and messages.

use super::lexer::{Lexer, Token};
use crate::source::Literals;

/// Integers up to this one are likely in any case.
const SMALLEST: u128 = 9;

/// Longest string in bytes. Longer ones are messages and data; Hypothesis stops at 20 characters.
const LONGEST: usize = 40;

/// Literals of a kind in a row, separated by commas: longer rows are tables of data.
const LONGEST_ROW: u32 = 12;

/// Literals of each kind that a file contributes. Generated sources have thousands, which would hide all others.
const MOST_PER_FILE: usize = 256;

/// Words of attributes that mark tests.
const TEST_WORDS: [&[u8]; 6] =
    [b"test", b"property", b"bench", b"quickcheck", b"rstest", b"test_case"];

/// Adds the literals of a source.
pub(super) fn scan(source: &[u8], found: &mut Literals) {
    let scanner = &mut Scanner { lexer: Lexer::new(source), level: 0, row: 0, found };
    let (mut before, mut last) = (Kind::Start, Kind::Start);
    // The level of a test that is skipped, or of a call that prints.
    let (mut test, mut printing) = (None, None);
    while let Some(token) = scanner.lexer.next() {
        let kind = Kind::of(&token);
        match &token {
            Token::Symbol(b'#') => {
                match scanner.attribute() {
                    Attribute::OfFile => return,
                    Attribute::OfTest => test = test.or(Some(scanner.level)),
                    Attribute::Other => {}
                }
                continue;
            }
            Token::Open => {
                scanner.level += 1;
                if last == Kind::Printing && printing.is_none() {
                    printing = Some(scanner.level);
                }
            }
            Token::Close | Token::CloseBrace => {
                if printing.is_some_and(|from| scanner.level <= from) {
                    printing = None;
                }
                scanner.level = scanner.level.saturating_sub(1);
                let ends = |from| {
                    scanner.level < from || scanner.level == from && token == Token::CloseBrace
                };
                if test.is_some_and(ends) {
                    test = None;
                }
            }
            Token::Symbol(b';') if test == Some(scanner.level) => test = None,
            _ if test.is_some() => {}
            _ => {
                let is_negative = last == Kind::Minus && before != Kind::Operand;
                scanner.add(&token, is_negative, printing.is_some());
            }
        }
        // The bang of a macro stands between its name and its arguments.
        if token != Token::Symbol(b'!') {
            (before, last) = (last, kind);
        }
    }
}

/// What matters of a token for those after it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Start,
    /// What a minus after it subtracts from.
    Operand,
    Minus,
    Printing,
    Other,
}

impl Kind {
    fn of(token: &Token<'_>) -> Kind {
        match token {
            Token::Word(b"return" | b"in" | b"if" | b"match" | b"else" | b"break") => Kind::Other,
            // Macros and methods whose strings are for people.
            Token::Word(
                b"panic" | b"print" | b"println" | b"eprint" | b"eprintln" | b"write" | b"writeln"
                | b"format" | b"todo" | b"unimplemented" | b"unreachable" | b"expect",
            ) => Kind::Printing,
            Token::Symbol(b'-') => Kind::Minus,
            Token::Symbol(_) | Token::Open | Token::CloseBrace => Kind::Other,
            _ => Kind::Operand,
        }
    }
}

enum Attribute {
    /// The whole file is a test.
    OfFile,
    /// The next item is one.
    OfTest,
    Other,
}

struct Scanner<'a> {
    lexer: Lexer<'a>,
    /// Brackets that are open.
    level: usize,
    /// Literals in a row.
    row: u32,
    found: &'a mut Literals,
}

impl Scanner<'_> {
    /// Reads an attribute after its `#`. Its literals do not count.
    fn attribute(&mut self) -> Attribute {
        let mut token = self.lexer.next();
        let is_inner = token == Some(Token::Symbol(b'!'));
        if is_inner {
            token = self.lexer.next();
        }
        if token != Some(Token::Open) {
            return Attribute::Other;
        }
        let (mut depth, mut is_test) = (1, false);
        while depth > 0 {
            match self.lexer.next() {
                Some(Token::Open) => depth += 1,
                Some(Token::Close | Token::CloseBrace) => depth -= 1,
                // `cfg(not(test))`
                Some(Token::Word(b"not" | b"cfg_attr")) => return self.end_attribute(depth),
                Some(Token::Word(word)) => is_test |= TEST_WORDS.contains(&word),
                Some(_) => {}
                None => break,
            }
        }
        match (is_test, is_inner) {
            (true, true) => Attribute::OfFile,
            (true, false) => Attribute::OfTest,
            (false, _) => Attribute::Other,
        }
    }

    fn end_attribute(&mut self, mut depth: usize) -> Attribute {
        while depth > 0 {
            match self.lexer.next() {
                Some(Token::Open) => depth += 1,
                Some(Token::Close | Token::CloseBrace) => depth -= 1,
                Some(_) => {}
                None => break,
            }
        }
        Attribute::Other
    }

    fn add(&mut self, token: &Token<'_>, is_negative: bool, is_printed: bool) {
        match token {
            Token::Symbol(b',' | b'-') => return,
            Token::Integer(_)
            | Token::Float(_)
            | Token::Char(_)
            | Token::Byte(_)
            | Token::Text(_)
            | Token::Bytes(_) => self.row += 1,
            _ => self.row = 0,
        }
        if self.row > LONGEST_ROW {
            return;
        }
        let Literals { integers, floats, texts, bytes, chars } = &mut *self.found;
        match token {
            Token::Integer(value) if *value >= SMALLEST => {
                if let Ok(value) = i128::try_from(*value) {
                    insert(integers, if is_negative { -value } else { value });
                }
            }
            Token::Float(value) if value.is_finite() && *value != 0.0 => {
                let value = if is_negative { -value } else { *value };
                if !floats.iter().any(|known| known.to_bits() == value.to_bits()) {
                    insert(floats, value);
                }
            }
            Token::Char(char) => insert(chars, *char),
            Token::Byte(byte) => {
                insert(integers, i128::from(*byte));
                insert(chars, char::from(*byte));
            }
            Token::Text(text) if !is_printed && is_data(text) => insert(texts, text.clone()),
            Token::Bytes(text) if (1..=LONGEST).contains(&text.len()) => {
                insert(bytes, text.clone());
            }
            _ => {}
        }
    }
}

/// Whether a program could read this string, not only a person.
fn is_data(text: &str) -> bool {
    let is_sentence = text.len() > 12 && text.bytes().filter(|byte| *byte == b' ').count() > 1;
    (1..=LONGEST).contains(&text.len()) && !is_sentence
}

fn insert<T: PartialEq>(list: &mut Vec<T>, value: T) {
    if list.len() < MOST_PER_FILE && !list.contains(&value) {
        list.push(value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scanned(source: &str) -> Literals {
        let mut found = Literals::default();
        scan(source.as_bytes(), &mut found);
        found
    }

    #[test]
    fn all_kinds_are_found_once_each() {
        let found = scanned(
            r#"
            const LIMIT: u32 = 4_711;
            fn f(x: i64, s: &str) -> bool {
                x == -77 || x - 99 > 4711 || s == "admin" || s.starts_with("admin")
                    || s.as_bytes() == b"PNG" || s.contains('%') || x as f64 == 1.25 || -0.5 < 0.0
                    || s.as_bytes()[0] == b'~' || x < 3
            }
            "#,
        );
        assert_eq!(found.integers, [4_711, -77, 99, 126]);
        assert_eq!(found.texts, ["admin"]);
        assert_eq!(found.bytes, [b"PNG".to_vec()]);
        assert_eq!(found.chars, ['%', '~']);
        assert_eq!(found.floats, [1.25, -0.5]);
        assert_eq!(scanned("f(8, -8, 9, -9)").integers, [9, -9]);
        let found = scanned(&format!("f(\"{}\", \"{}\")", "a".repeat(40), "b".repeat(41)));
        assert_eq!(found.texts, ["a".repeat(40)]);
    }

    #[test]
    fn tests_and_attributes_are_skipped() {
        let found = scanned(
            r#"
            #[error("not 11")]
            struct Bad;
            #[test]
            fn a() { assert_eq!(f(12), "x"); }
            #[cfg(test)]
            mod tests { const A: u8 = 13; fn helper() -> u8 { 14 } }
            #[cfg(test)]
            use b::{c};
            #[property(cases = 15)]
            fn b(#[with(16..17)] n: u8) -> [u8; 18] { 19 }
            #[cfg(test)]
            const C: [u8; 20] = [21; 20];
            #[cfg(not(test))]
            fn c() { 22 }
            fn d(#[cfg(test)] x: u8) { 23 }
            "#,
        );
        assert_eq!(found.integers, [22, 23]);
        assert!(found.texts.is_empty());
        assert_eq!(scanned("#![cfg(test)]\nconst A: u8 = 24;").integers, []);
    }

    #[test]
    fn messages_and_tables_are_skipped() {
        let found = scanned(
            r#"
            fn f() {
                println!("{}: {}", x, "key");
                let a = b.expect("never fails");
                let c = format!("<{}>", 100);
                return Err("the value of the field is wrong");
                let d = "kept";
            }
            const TABLE: [u32; 300] = [101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114];
            "#,
        );
        assert_eq!(found.texts, ["kept"]);
        assert_eq!(found.integers, (100..101).chain([300]).chain(101..113).collect::<Vec<_>>());
    }

    #[test]
    fn unbalanced_brackets_do_no_harm() {
        assert_eq!(scanned("}}}) fn f() { 55 } #[test] fn g( { 56").integers, [55]);
        assert_eq!(scanned("# x 57 #[ 58").integers, [57]);
        assert_eq!(scanned("#").integers, []);
    }
}
