//! A reader for the part of TOML that settings need. It refuses the rest.
//!
//! It reads tables and `key = value` pairs, one per line. A value is a number, `true`, `false` or a string in quotes.
//! Other TOML readers read the same, except that many have no integers from 2^63 on, which seeds may be.

use super::{
    error::SettingsError,
    raw::{RawValue, decimal, integer},
};
use std::fmt;

/// A position in the file; both count from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    line: usize,
    column: usize,
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "disprove.toml:{}:{}", self.line, self.column)
    }
}

/// A line that is not empty or a comment.
#[derive(Debug, PartialEq)]
pub(super) enum Line<'a> {
    /// `[name]`
    Table { name: &'a str, spot: Spot },
    /// `key = value`
    Pair { key: &'a str, spot: Spot, value: RawValue<'a>, shown: &'a str },
}

/// All lines that are not empty or comments.
pub(super) fn lines(text: &str) -> Result<Vec<Line<'_>>, SettingsError> {
    // Some editors begin a file with a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (mut lines, mut line) = (Vec::new(), 0);
    for text in text.lines() {
        line += 1;
        if let Some(found) = (Cursor { line, text, at: 0 }).line()? {
            lines.push(found);
        }
    }
    Ok(lines)
}

/// A position in a line.
struct Cursor<'a> {
    line: usize,
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    fn line(mut self) -> Result<Option<Line<'a>>, SettingsError> {
        // Otherwise a file whose lines end with a carriage return alone would be one long comment.
        self.take(|c| !c.is_control() || c == '\t');
        if !self.rest().is_empty() {
            return Err(self.wrong("control character: remove it, and end lines with a line feed"));
        }
        self.at = 0;
        self.take(is_blank);
        let spot = self.spot();
        let line = match self.rest().chars().next() {
            None | Some('#') => return Ok(None),
            Some('[') => {
                self.refuse("[[", "no setting is a list of tables: write `[profile]`")?;
                Line::Table { name: self.table()?, spot }
            }
            Some(_) => {
                let key = self.name()?;
                self.expect('=', "expected `=`: write `name = value`")?;
                self.take(is_blank);
                let start = self.at;
                let value = self.value()?;
                Line::Pair { key, spot, value, shown: &self.text[start..self.at] }
            }
        };
        self.take(is_blank);
        if !self.rest().is_empty() && !self.rest().starts_with('#') {
            return Err(self.wrong("expected the end of the line: write one setting per line"));
        }
        Ok(Some(line))
    }

    fn table(&mut self) -> Result<&'a str, SettingsError> {
        self.at += 1;
        self.take(is_blank);
        let name = self.name()?;
        self.expect(']', "expected `]` after the name of the profile")?;
        Ok(name)
    }

    fn name(&mut self) -> Result<&'a str, SettingsError> {
        let name = self.take(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
        if name.is_empty() {
            return Err(
                self.wrong("expected a name of letters, digits, `_` and `-`, without quotes")
            );
        }
        self.refuse(".", "names have no dots: write `[profile]`, and `name = value` below it")?;
        Ok(name)
    }

    fn value(&mut self) -> Result<RawValue<'a>, SettingsError> {
        for quotes in ["\"\"\"", "'''"] {
            self.refuse(quotes, "no setting is a multi-line string: write one quote")?;
        }
        for open in ["[", "{"] {
            self.refuse(open, "no setting is a list or a table: write a number, `true`, `false` or a string in quotes")?;
        }
        if let Some(quote @ ('"' | '\'')) = self.rest().chars().next() {
            return self.quoted(quote).map(RawValue::String);
        }
        let word = self.take(|c| !is_blank(c) && c != '#');
        Ok(match word {
            "" => {
                return Err(self.wrong(
                    "expected a value: write a number, `true`, `false` or a string in quotes",
                ));
            }
            "true" => RawValue::Flag(true),
            "false" => RawValue::Flag(false),
            // TOML has no numbers such as 007.
            _ if word.len() > 1 && word.starts_with('0') && !word[1..].starts_with(['x', '.']) => {
                RawValue::Other
            }
            _ => match (integer(word), decimal(word)) {
                (Some(number), _) => RawValue::Integer(number),
                (None, Some(number)) => RawValue::Decimal(number),
                (None, None) => RawValue::Other,
            },
        })
    }

    fn quoted(&mut self, quote: char) -> Result<String, SettingsError> {
        let mut text = String::new();
        let mut chars = self.rest().char_indices().skip(1);
        while let Some((at, c)) = chars.next() {
            if c == quote {
                self.at += at + 1;
                return Ok(text);
            }
            if c != '\\' || quote == '\'' {
                text.push(c);
            } else if let Some((_, escaped @ ('"' | '\\'))) = chars.next() {
                text.push(escaped);
            } else {
                self.at += at;
                return Err(self.wrong(
                    "unknown escape sequence: write the backslash twice, or put the string in single quotes",
                ));
            }
        }
        Err(self.wrong("unterminated string: write a quote after it, on the same line"))
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn take(&mut self, wanted: fn(char) -> bool) -> &'a str {
        let start = self.at;
        for c in self.text[start..].chars() {
            if !wanted(c) {
                break;
            }
            self.at += c.len_utf8();
        }
        &self.text[start..self.at]
    }

    fn expect(&mut self, wanted: char, otherwise: &str) -> Result<(), SettingsError> {
        self.take(is_blank);
        if !self.rest().starts_with(wanted) {
            return Err(self.wrong(otherwise));
        }
        self.at += wanted.len_utf8();
        Ok(())
    }

    fn refuse(&self, start: &str, why: &str) -> Result<(), SettingsError> {
        if self.rest().starts_with(start) { Err(self.wrong(why)) } else { Ok(()) }
    }

    fn spot(&self) -> Spot {
        Spot { line: self.line, column: self.text[..self.at].chars().count() + 1 }
    }

    fn wrong(&self, what: &str) -> SettingsError {
        SettingsError::at(&self.spot(), &what)
    }
}

fn is_blank(c: char) -> bool {
    c == ' ' || c == '\t'
}

#[cfg(test)]
mod tests;
