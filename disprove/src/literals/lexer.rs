//! A lexer for Rust sources that knows just enough to find literals: any bytes are tokens of something.

/// A part of a source.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token<'a> {
    /// A name, a keyword or a lifetime.
    Word(&'a [u8]),
    Integer(u128),
    Float(f64),
    Char(char),
    Byte(u8),
    Text(String),
    Bytes(Vec<u8>),
    /// A literal that is out of range or wrong.
    Other,
    /// One of `([{`.
    Open,
    /// One of `)]`.
    Close,
    CloseBrace,
    Symbol(u8),
}

/// Classes of bytes.
const SPACE: u8 = 1;
/// Letters, digits, underscores and all that is not ASCII.
const WORD: u8 = 2;
/// All but the end of a line.
const IN_LINE: u8 = 4;
/// All but quotes and backslashes.
const IN_STRING: u8 = 8;

static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let character = byte as u8;
        if character.is_ascii_whitespace() {
            classes[byte] |= SPACE;
        }
        if character == b'_' || character.is_ascii_alphanumeric() || byte >= 0x80 {
            classes[byte] |= WORD;
        }
        if character != b'\n' {
            classes[byte] |= IN_LINE;
        }
        if character != b'"' && character != b'\\' {
            classes[byte] |= IN_STRING;
        }
        byte += 1;
    }
    classes
};

/// Reads the tokens of a source from its start.
pub(super) struct Lexer<'a> {
    rest: &'a [u8],
    /// Whether the last token was a single dot: a number after it is a field.
    after_dot: bool,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(source: &'a [u8]) -> Lexer<'a> {
        Lexer { rest: source, after_dot: false }
    }

    /// The next token; `None` at the end.
    pub(super) fn next(&mut self) -> Option<Token<'a>> {
        self.skip_space();
        let first = *self.rest.first()?;
        let after_dot = std::mem::take(&mut self.after_dot);
        Some(match first {
            b'0'..=b'9' => self.number(after_dot),
            b'"' => self.string(false),
            b'\'' => self.quoted(),
            b'_' | b'a'..=b'z' | b'A'..=b'Z' | 0x80.. => self.word(),
            b'(' | b'[' | b'{' => self.one(Token::Open),
            b')' | b']' => self.one(Token::Close),
            b'}' => self.one(Token::CloseBrace),
            b'.' => {
                let dots = self.length(|byte| byte == b'.');
                self.after_dot = dots == 1;
                self.rest = &self.rest[dots..];
                Token::Symbol(b'.')
            }
            _ => self.one(Token::Symbol(first)),
        })
    }

    fn one(&mut self, token: Token<'a>) -> Token<'a> {
        self.rest = &self.rest[1..];
        token
    }

    /// How many of the next bytes fit.
    fn length(&self, fits: impl Fn(u8) -> bool) -> usize {
        let rest = self.rest;
        let mut length = 0;
        while length < rest.len() && fits(rest[length]) {
            length += 1;
        }
        length
    }

    /// The same for a class of bytes. Most bytes are read here, in few instructions of an unoptimized build.
    fn length_of(&self, class: u8) -> usize {
        let (rest, classes) = (self.rest, &CLASSES);
        let mut length = 0;
        while length < rest.len() && classes[rest[length] as usize] & class != 0 {
            length += 1;
        }
        length
    }

    fn skip_space(&mut self) {
        loop {
            self.rest = &self.rest[self.length_of(SPACE)..];
            if self.rest.first() != Some(&b'/') {
                return;
            }
            if self.rest.starts_with(b"//") {
                self.rest = &self.rest[self.length_of(IN_LINE)..];
            } else if self.rest.starts_with(b"/*") {
                self.skip_block_comment();
            } else {
                return;
            }
        }
    }

    fn skip_block_comment(&mut self) {
        let (rest, mut at, mut depth) = (self.rest, 0, 0);
        while at < rest.len() {
            if rest[at..].starts_with(b"/*") {
                depth += 1;
                at += 2;
            } else if rest[at..].starts_with(b"*/") {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    break;
                }
            } else {
                at += 1;
            }
        }
        self.rest = &rest[at.min(rest.len())..];
    }

    /// A name, or a string with a prefix such as `br#`.
    fn word(&mut self) -> Token<'a> {
        let rest = self.rest;
        let length = self.length_of(WORD);
        let word = &rest[..length];
        let (is_bytes, is_raw) = match word {
            b"b" => (true, false),
            b"r" | b"cr" => (false, true),
            b"br" => (true, true),
            b"c" => (false, false),
            _ => {
                self.rest = &rest[length..];
                return Token::Word(word);
            }
        };
        self.rest = &rest[length..];
        match self.rest.first() {
            Some(b'\'') if word == b"b" => match self.quoted() {
                Token::Char(byte) => u8::try_from(byte).map_or(Token::Other, Token::Byte),
                _ => Token::Other,
            },
            Some(b'"') if !is_raw => self.string(is_bytes),
            Some(b'"' | b'#') if is_raw => {
                let hashes = self.length(|byte| byte == b'#');
                if self.rest.get(hashes) == Some(&b'"') {
                    self.rest = &self.rest[hashes..];
                    return self.raw_string(hashes, is_bytes);
                }
                // `r#name`
                Token::Word(word)
            }
            _ => Token::Word(word),
        }
    }

    fn raw_string(&mut self, hashes: usize, is_bytes: bool) -> Token<'a> {
        let body = &self.rest[1..];
        let mut end = 0;
        while end < body.len() {
            let after = &body[end + 1..];
            if body[end] == b'"'
                && after.len() >= hashes
                && after[..hashes].iter().all(|byte| *byte == b'#')
            {
                self.rest = &after[hashes..];
                return string_of(body[..end].to_vec(), is_bytes);
            }
            end += 1;
        }
        self.rest = &[];
        Token::Other
    }

    /// A string with escapes, from its first quote.
    fn string(&mut self, is_bytes: bool) -> Token<'a> {
        let mut bytes = Vec::new();
        let mut is_valid = true;
        self.rest = &self.rest[1..];
        loop {
            let plain = self.length_of(IN_STRING);
            bytes.extend_from_slice(&self.rest[..plain]);
            self.rest = &self.rest[plain..];
            match self.rest.first() {
                None => return Token::Other,
                Some(b'"') => {
                    self.rest = &self.rest[1..];
                    return if is_valid { string_of(bytes, is_bytes) } else { Token::Other };
                }
                Some(_) => {
                    self.rest = &self.rest[1..];
                    if matches!(self.rest.first(), Some(b'\n' | b'\r')) {
                        self.rest = &self.rest[self.length_of(SPACE)..];
                        continue;
                    }
                    match self.escape() {
                        Some(Escape::Byte(byte)) if is_bytes || byte < 0x80 => bytes.push(byte),
                        Some(Escape::Char(char)) => {
                            bytes.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes());
                        }
                        _ => is_valid = false,
                    }
                }
            }
        }
    }

    /// A character or a lifetime.
    fn quoted(&mut self) -> Token<'a> {
        self.rest = &self.rest[1..];
        if self.rest.first() == Some(&b'\\') {
            self.rest = &self.rest[1..];
            let escape = self.escape();
            if self.rest.first() != Some(&b'\'') {
                return Token::Other;
            }
            self.rest = &self.rest[1..];
            return match escape {
                Some(Escape::Byte(byte)) => Token::Char(char::from(byte)),
                Some(Escape::Char(char)) => Token::Char(char),
                None => Token::Other,
            };
        }
        let width = match self.rest.first() {
            Some(0xf0..) => 4,
            Some(0xe0..) => 3,
            Some(0xc0..) => 2,
            _ => 1,
        };
        if self.rest.get(width) == Some(&b'\'') {
            if let Ok(text) = std::str::from_utf8(&self.rest[..width]) {
                if let Some(char) = text.chars().next() {
                    self.rest = &self.rest[width + 1..];
                    return Token::Char(char);
                }
            }
        }
        let length = self.length_of(WORD);
        let name = &self.rest[..length];
        self.rest = &self.rest[length..];
        Token::Word(name)
    }

    /// What an escape stands for, after its backslash.
    fn escape(&mut self) -> Option<Escape> {
        let kind = *self.rest.first()?;
        self.rest = &self.rest[1..];
        Some(Escape::Byte(match kind {
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'0' => 0,
            b'\\' | b'\'' | b'"' => kind,
            b'x' => {
                let digits = std::str::from_utf8(self.rest.get(..2)?).ok()?;
                let byte = u8::from_str_radix(digits, 16).ok()?;
                self.rest = &self.rest[2..];
                byte
            }
            b'u' => {
                let length = self.length(|byte| byte != b'}' && byte != b'"' && byte != b'\'');
                let mut code: u32 = 0;
                for byte in &self.rest[..length] {
                    if let Some(digit) = char::from(*byte).to_digit(16) {
                        code = code.checked_mul(16)?.checked_add(digit)?;
                    }
                }
                self.rest = &self.rest[length..];
                if self.rest.first() == Some(&b'}') {
                    self.rest = &self.rest[1..];
                }
                return char::from_u32(code).map(Escape::Char);
            }
            _ => return None,
        }))
    }

    fn number(&mut self, is_field: bool) -> Token<'a> {
        let rest = self.rest;
        let radix = match rest.get(..2) {
            Some(b"0x") => 16,
            Some(b"0o") => 8,
            Some(b"0b") => 2,
            _ => 10,
        };
        if radix != 10 {
            let length = self.length_of(WORD);
            self.rest = &rest[length..];
            return integer(&rest[2..length], radix);
        }
        let mut length = self.length(|byte| byte.is_ascii_digit() || byte == b'_');
        if is_field {
            self.rest = &rest[length..];
            return Token::Other;
        }
        let mut is_float = false;
        // `1.5` and `1.`, but neither `1..2` nor `1.max(2)`.
        if rest.get(length) == Some(&b'.')
            && !rest.get(length + 1).is_some_and(|byte| *byte == b'.' || is_name_start(*byte))
        {
            is_float = true;
            length += 1;
            while rest.get(length).is_some_and(|byte| byte.is_ascii_digit() || *byte == b'_') {
                length += 1;
            }
        }
        if matches!(rest.get(length), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(rest.get(length + 1), Some(b'+' | b'-')));
            let mut end = length + 1 + sign;
            while rest.get(end).is_some_and(|byte| byte.is_ascii_digit() || *byte == b'_') {
                end += 1;
            }
            if end > length + 1 + sign {
                is_float = true;
                length = end;
            }
        }
        let digits = &rest[..length];
        let mut end = length;
        while rest.get(end).is_some_and(|byte| is_word(*byte)) {
            end += 1;
        }
        self.rest = &rest[end..];
        let suffix = &rest[length..end];
        if is_float || suffix == b"f32" || suffix == b"f64" {
            let mut text = String::new();
            for byte in digits {
                if *byte != b'_' {
                    text.push(char::from(*byte));
                }
            }
            return text.parse().map_or(Token::Other, Token::Float);
        }
        integer(digits, 10)
    }
}

enum Escape {
    Byte(u8),
    Char(char),
}

/// The digits of an integer; other characters end it, as suffixes do.
fn integer<'a>(digits: &[u8], radix: u32) -> Token<'a> {
    let mut value: u128 = 0;
    for byte in digits {
        if *byte == b'_' {
            continue;
        }
        // Suffixes start with `i` or `u`, which are no digits.
        let Some(digit) = char::from(*byte).to_digit(radix) else { break };
        let next = value.checked_mul(u128::from(radix)).and_then(|v| v.checked_add(digit.into()));
        let Some(next) = next else { return Token::Other };
        value = next;
    }
    Token::Integer(value)
}

fn string_of<'a>(bytes: Vec<u8>, is_bytes: bool) -> Token<'a> {
    if is_bytes {
        return Token::Bytes(bytes);
    }
    String::from_utf8(bytes).map_or(Token::Other, Token::Text)
}

fn is_word(byte: u8) -> bool {
    CLASSES[byte as usize] & WORD != 0
}

fn is_name_start(byte: u8) -> bool {
    is_word(byte) && !byte.is_ascii_digit()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(source: &[u8]) -> Vec<Token<'_>> {
        let mut lexer = Lexer::new(source);
        std::iter::from_fn(|| lexer.next()).collect()
    }

    fn literals(source: &str) -> Vec<Token<'_>> {
        let mut all = tokens(source.as_bytes());
        all.retain(|token| {
            !matches!(
                token,
                Token::Word(_) | Token::Open | Token::Close | Token::CloseBrace | Token::Symbol(_)
            )
        });
        all
    }

    fn text(text: &str) -> Token<'_> {
        Token::Text(text.to_owned())
    }

    #[test]
    fn integers_have_prefixes_underscores_and_suffixes() {
        let found = literals(
            "17 1_000u64 0xFF 0xdead_beefu32 0o17 0b1010_i8 340282366920938463463374607431768211455",
        );
        let expected = [17, 1_000, 255, 0xdead_beef, 15, 10, u128::MAX].map(Token::Integer);
        assert_eq!(found, expected);
        assert_eq!(literals("340282366920938463463374607431768211456"), [Token::Other]);
    }

    #[test]
    fn floats_differ_from_ranges_methods_and_fields() {
        let found = literals("1.5 2. 1e3 2.5E-3f32 7f64 1_0.0_1");
        let expected = [1.5, 2.0, 1_000.0, 0.0025, 7.0, 10.01].map(Token::Float);
        assert_eq!(found, expected);
        assert_eq!(literals("10..20"), [10, 20].map(Token::Integer));
        assert_eq!(literals("30.max(40)"), [30, 40].map(Token::Integer));
        assert_eq!(literals("pair.0.1 + 50"), [Token::Other, Token::Other, Token::Integer(50)]);
    }

    #[test]
    fn strings_have_escapes_and_raw_forms() {
        let source = concat!(
            r#""a\n\x41\u{e9}\"" r"\d" "#,
            "r#\"say \"hi\"\"#",
            r#" b"\xff\0" br"\x" c"c" "joined \"#,
            "\n            line\" \"\"",
        );
        let expected = [
            text("a\nAé\""),
            text(r"\d"),
            text("say \"hi\""),
            Token::Bytes(vec![0xff, 0]),
            Token::Bytes(br"\x".to_vec()),
            text("c"),
            text("joined line"),
            text(""),
        ];
        assert_eq!(literals(source), expected);
        assert_eq!(
            literals(r#""\q" "\u{d800}" "\x80""#),
            [Token::Other, Token::Other, Token::Other]
        );
    }

    #[test]
    fn characters_differ_from_lifetimes() {
        let source = r"'a' '\n' '\'' 'é' '漢' '😀' b'z' b'\xff' '\u{1F600}'";
        let expected = [
            Token::Char('a'),
            Token::Char('\n'),
            Token::Char('\''),
            Token::Char('é'),
            Token::Char('漢'),
            Token::Char('😀'),
            Token::Byte(b'z'),
            Token::Byte(0xff),
            Token::Char('😀'),
        ];
        assert_eq!(literals(source), expected);
        assert_eq!(literals("fn f<'a, 'b>(x: &'a str) -> &'static u8 { 'x: loop {} }"), []);
    }

    #[test]
    fn comments_contain_no_literals() {
        let source = "// 11 \"a\n/* 12 /* 'x' */ 13 */ 14 /// 15\n 16 //";
        assert_eq!(literals(source), [14, 16].map(Token::Integer));
        assert_eq!(literals("r#type 17"), [Token::Integer(17)]);
    }

    #[test]
    fn any_bytes_end() {
        let pieces: [&[u8]; 22] = [
            b"\"",
            b"'",
            b"r#\"",
            b"\\",
            b"/*",
            b"*/",
            b"//",
            b"0x",
            b"1.",
            b"1e",
            b"b'",
            b"\xff",
            b"\xf0\x9f",
            b"{",
            b"}",
            b"#",
            b"\n",
            b"\\u{",
            b"u",
            b"9",
            b"'a",
            b".",
        ];
        let mut state = 1_u64;
        for _ in 0..20_000 {
            let mut source = Vec::new();
            for _ in 0..state >> 61 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                source.extend_from_slice(pieces[(state >> 33) as usize % pieces.len()]);
            }
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            assert!(tokens(&source).len() <= source.len(), "{source:?}");
        }
    }
}
