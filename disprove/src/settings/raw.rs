//! A value as somebody wrote it, and what it means.

use super::{
    nearest::known,
    overrides::{Observations, Place},
};
use crate::search::Search;
use std::{path::Path, time::Duration};

/// A value before it is known what for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RawValue<'a> {
    /// From the file: a whole number.
    Number(u64),
    /// From the file: `true` or `false`.
    Flag(bool),
    /// From the file: something in quotes.
    Text(String),
    /// From the file: a fraction, a date, a word without quotes. No setting is one.
    Odd,
    /// From the environment, which has no types.
    Loose(&'a str),
}

const WANTS_FLAG: &str = "write `true` or `false`";
const WANTS_POSITIVE: &str = "write a whole number from 1 to 2^64 - 1, such as 500";
const WANTS_SEED: &str = "write a whole number from 0 to 2^64 - 1, such as 7";
const WANTS_TIME: &str = "write a time such as `30s`, `500ms` or `1h30m`";

/// Largest first, which is the order they are written in.
const MILLISECONDS: [(&str, u64); 4] = [("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1)];

const SEARCHES: [(&str, Search); 6] = [
    ("auto", Search::Auto),
    ("random", Search::Random),
    ("climb", Search::Climb),
    ("anneal", Search::Anneal),
    ("pool", Search::Pool),
    ("mutate", Search::Mutate),
];

impl RawValue<'_> {
    fn number(&self) -> Option<u64> {
        match self {
            RawValue::Number(number) => Some(*number),
            RawValue::Loose(text) => whole_number(text),
            _ => None,
        }
    }

    fn text(&self) -> Option<&str> {
        match self {
            RawValue::Text(text) => Some(text),
            RawValue::Loose(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn positive(&self) -> Result<u64, String> {
        self.number().filter(|number| *number > 0).ok_or_else(|| WANTS_POSITIVE.to_owned())
    }

    pub(super) fn seed(&self) -> Result<u64, String> {
        self.number().ok_or_else(|| WANTS_SEED.to_owned())
    }

    pub(super) fn flag(&self) -> Result<bool, String> {
        match self {
            RawValue::Flag(flag) => Ok(*flag),
            RawValue::Loose("1" | "true") => Ok(true),
            RawValue::Loose("0" | "false") => Ok(false),
            RawValue::Loose(_) => Err("write 1 or 0, `true` or `false`".to_owned()),
            _ => Err(WANTS_FLAG.to_owned()),
        }
    }

    pub(super) fn time(&self) -> Result<Duration, String> {
        if let Some(number) = self.number() {
            return Err(format!(
                "a time needs a unit: write `{number}s`, `{number}m` or `{number}ms`"
            ));
        }
        let time = self.text().and_then(duration).filter(|time| !time.is_zero());
        time.ok_or_else(|| match self {
            RawValue::Odd => format!("{WANTS_TIME}, in quotes"),
            _ => WANTS_TIME.to_owned(),
        })
    }

    pub(super) fn search(&self) -> Result<Search, String> {
        let word = self.text().unwrap_or_default();
        let mut names = Vec::new();
        for (name, search) in &SEARCHES {
            if *name == word {
                return Ok(*search);
            }
            names.push(*name);
        }
        let words = known(word, &names);
        Err(match self {
            RawValue::Text(_) | RawValue::Loose(_) => format!("there is no such search: {words}"),
            _ => format!("write the name of a search in quotes: {words}"),
        })
    }

    pub(super) fn place(&self, folder: &Path) -> Result<Place, String> {
        match self.text() {
            Some("none") => Ok(Place::None),
            Some("standard") => Ok(Place::Standard),
            Some(path) if !path.is_empty() => Ok(Place::At(folder.join(path))),
            _ => Err("write \"none\", \"standard\" or the path of a folder, in quotes".to_owned()),
        }
    }

    pub(super) fn observations(&self, folder: &Path) -> Result<Observations, String> {
        match (self.flag(), self.text()) {
            (Ok(false), _) => Ok(Observations::Off),
            (Ok(true), _) => Ok(Observations::Standard),
            (Err(_), Some(path)) if !path.is_empty() => Ok(Observations::At(folder.join(path))),
            _ => Err(format!("{WANTS_FLAG}, or the path of a file in quotes")),
        }
    }
}

/// A number as Rust writes them: decimal or `0x..`, with underscores between the digits if wanted.
pub(super) fn whole_number(text: &str) -> Option<u64> {
    let (digits, radix) = match text.strip_prefix("0x") {
        Some(hex) => (hex, 16),
        None => (text, 10),
    };
    let (mut number, mut after_digit) = (0_u64, false);
    for c in digits.chars() {
        if c == '_' && after_digit {
            after_digit = false;
        } else {
            let digit = c.to_digit(radix)?;
            number = number.checked_mul(u64::from(radix))?.checked_add(u64::from(digit))?;
            after_digit = true;
        }
    }
    after_digit.then_some(number)
}

/// Amounts with their units, the larger units first and each at most once.
fn duration(text: &str) -> Option<Duration> {
    let (mut rest, mut total) = (text, 0_u64);
    for (unit, milliseconds) in &MILLISECONDS {
        let digits = leading_digits(rest);
        let Some(after) = rest[digits..].strip_prefix(unit) else { continue };
        // The `m` of `ms` is no minute.
        if digits == 0 || !after.is_empty() && leading_digits(after) == 0 {
            continue;
        }
        let amount = whole_number(&rest[..digits])?;
        total = total.checked_add(amount.checked_mul(*milliseconds)?)?;
        rest = after;
    }
    rest.is_empty().then_some(Duration::from_millis(total))
}

fn leading_digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

#[cfg(test)]
mod tests;
