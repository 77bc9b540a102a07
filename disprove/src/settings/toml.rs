//! Reads the part of TOML that settings are written in, and refuses the rest.
//!
//! Tables with plain names, and pairs of a plain name and a whole number, `true`, `false` or a text in quotes,
//! one a line. Whatever is read here means the same to other readers of TOML, but that many of them have no
//! numbers from 2^63 on, which seeds may be.

use super::{
    error::SettingsError,
    raw::{RawValue, whole_number},
};
use std::fmt;

/// A place in the file; both count from one.
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

/// A line that says something.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    /// `[name]`
    Table { name: &'a str, spot: Spot },
    /// `key = value`
    Pair { key: &'a str, spot: Spot, value: RawValue<'a>, shown: &'a str },
}

/// All lines that say something.
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

/// A place in a line.
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
            return Err(
                self.wrong("a control character is here: remove it, and end lines as usual")
            );
        }
        self.at = 0;
        self.take(is_blank);
        let spot = self.spot();
        let line = match self.rest().chars().next() {
            None | Some('#') => return Ok(None),
            Some('[') => {
                self.refuse("[[", "a list of tables is not used here: write one `[` and one `]`")?;
                Line::Table { name: self.table()?, spot }
            }
            Some(_) => {
                let key = self.name()?;
                self.expect(
                    '=',
                    "a setting is written as `name = value`, and `=` is missing here",
                )?;
                self.take(is_blank);
                let start = self.at;
                let value = self.value()?;
                Line::Pair { key, spot, value, shown: &self.text[start..self.at] }
            }
        };
        self.take(is_blank);
        if !self.rest().is_empty() && !self.rest().starts_with('#') {
            return Err(self.wrong("the line should end here: write one thing a line"));
        }
        Ok(Some(line))
    }

    fn table(&mut self) -> Result<&'a str, SettingsError> {
        self.at += 1;
        self.take(is_blank);
        let name = self.name()?;
        self.expect(']', "the name of a profile ends with `]`, which is missing here")?;
        Ok(name)
    }

    fn name(&mut self) -> Result<&'a str, SettingsError> {
        let name = self.take(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
        if name.is_empty() {
            return Err(
                self.wrong("write a name of letters, digits, `_` and `-` here, without quotes")
            );
        }
        self.refuse(
            ".",
            "names with dots are not used here: write `[profile]`, and `name = value` below it",
        )?;
        Ok(name)
    }

    fn value(&mut self) -> Result<RawValue<'a>, SettingsError> {
        for quotes in ["\"\"\"", "'''"] {
            self.refuse(quotes, "a text of several lines is not used here: write one quote")?;
        }
        for open in ["[", "{"] {
            self.refuse(open, "write a number, `true`, `false` or a text in quotes: no setting is a list or a table")?;
        }
        if let Some(quote @ ('"' | '\'')) = self.rest().chars().next() {
            return self.quoted(quote).map(RawValue::Text);
        }
        let word = self.take(|c| !is_blank(c) && c != '#');
        Ok(match word {
            "" => return Err(self.wrong("a value is missing here")),
            "true" => RawValue::Flag(true),
            "false" => RawValue::Flag(false),
            // TOML has no numbers such as 007.
            _ if word.len() > 1 && word.starts_with('0') && !word.starts_with("0x") => {
                RawValue::Odd
            }
            _ => whole_number(word).map_or(RawValue::Odd, RawValue::Number),
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
                    "after a backslash only `\\` and `\"` are read: write it twice, or the text in single quotes",
                ));
            }
        }
        Err(self.wrong("this text does not end: write a quote after it, on the same line"))
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
