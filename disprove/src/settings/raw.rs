//! A value as the file or a variable contains it, before its type is known.

use super::{
    nearest::known,
    overrides::{Observations, Place},
};
use crate::{search::Search, untrusted::DataFolder};
use std::{
    path::{Component, Path},
    time::Duration,
};

/// A raw value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum RawValue<'a> {
    /// In the file: an integer.
    Integer(u64),
    /// In the file: a number with a decimal point.
    Decimal(f64),
    /// In the file: `true` or `false`.
    Flag(bool),
    /// In the file: a string in quotes.
    String(String),
    /// In the file: a date, a word without quotes and the like. No setting is one.
    Other,
    /// In a variable, which has no type.
    Untyped(&'a str),
}

const WANTS_FLAG: &str = "write `true` or `false`";
pub(super) const WANTS_COUNT: &str = "write an integer from 1 to 2^64 - 1, such as 500";
const WANTS_SEED: &str = "write an integer from 0 to 2^64 - 1, such as 7";
pub(super) const WANTS_TIME: &str = "write a time such as `30s`, `500ms` or `1h30m`";
pub(super) const WANTS_TEMPERATURE: &str = "write a number from 0 to 10, such as 0.3";

/// Largest temperature. There nine of ten typical losses are accepted; above, annealing is a random walk.
pub(super) const MAX_TEMPERATURE: f64 = 10.0;

/// Units of time, largest first, as a time contains them.
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
    fn integer(&self) -> Option<u64> {
        match self {
            RawValue::Integer(number) => Some(*number),
            RawValue::Untyped(text) => integer(text),
            _ => None,
        }
    }

    fn string(&self) -> Option<&str> {
        match self {
            RawValue::String(text) => Some(text),
            RawValue::Untyped(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn count(&self) -> Result<u64, String> {
        self.integer().filter(|number| *number > 0).ok_or_else(|| WANTS_COUNT.to_owned())
    }

    pub(super) fn seed(&self) -> Result<u64, String> {
        self.integer().ok_or_else(|| WANTS_SEED.to_owned())
    }

    pub(super) fn flag(&self) -> Result<bool, String> {
        match self {
            RawValue::Flag(flag) => Ok(*flag),
            RawValue::Untyped("1" | "true") => Ok(true),
            RawValue::Untyped("0" | "false") => Ok(false),
            RawValue::Untyped(_) => Err("write 1 or 0, `true` or `false`".to_owned()),
            _ => Err(WANTS_FLAG.to_owned()),
        }
    }

    pub(super) fn time(&self) -> Result<Duration, String> {
        if let Some(number) = self.integer() {
            return Err(format!(
                "a time needs a unit: write `{number}s`, `{number}m` or `{number}ms`"
            ));
        }
        let time = self.string().and_then(duration).filter(|time| !time.is_zero());
        time.ok_or_else(|| match self {
            RawValue::Other | RawValue::Decimal(_) => format!("{WANTS_TIME}, in quotes"),
            _ => WANTS_TIME.to_owned(),
        })
    }

    pub(super) fn temperature(&self) -> Result<f64, String> {
        let number = match (self, self.integer()) {
            // The largest temperature is small, so an integer that a `u32` cannot hold is none.
            (_, Some(number)) => u32::try_from(number).ok().map(f64::from),
            (RawValue::Decimal(number), None) => Some(*number),
            (RawValue::Untyped(text), None) => decimal(text),
            _ => None,
        };
        let number = number.filter(|number| is_temperature(*number));
        number.ok_or_else(|| WANTS_TEMPERATURE.to_owned())
    }

    pub(super) fn search(&self) -> Result<Search, String> {
        let word = self.string().unwrap_or_default();
        let mut names = Vec::new();
        for (name, search) in &SEARCHES {
            if *name == word {
                return Ok(*search);
            }
            names.push(*name);
        }
        let words = known(word, &names);
        Err(match self {
            RawValue::String(_) | RawValue::Untyped(_) => format!("unknown search{words}"),
            _ => format!("write the name of a search in quotes{words}"),
        })
    }

    pub(super) fn place(&self, folder: &Path, name: &str) -> Result<Place, String> {
        match self.string() {
            Some("none") => Ok(Place::None),
            Some("standard") => Ok(Place::Standard),
            Some(path) if !path.is_empty() => Ok(Place::At(self.folder(path, folder, name)?)),
            _ => Err("write \"none\", \"standard\" or the path of a folder, in quotes".to_owned()),
        }
    }

    pub(super) fn observations(&self, folder: &Path, name: &str) -> Result<Observations, String> {
        match (self.flag(), self.string()) {
            (Ok(false), _) => Ok(Observations::Off),
            (Ok(true), _) => Ok(Observations::Standard),
            (Err(_), Some(path)) if !path.is_empty() => {
                Ok(Observations::At(self.folder(path, folder, name)?))
            }
            _ => Err(format!("{WANTS_FLAG}, or the path of a folder in quotes")),
        }
    }

    /// A folder, relative to `base`. The file is data of the repository: its folders must be inside of the workspace.
    /// Variables belong to the user, who may choose any folder.
    fn folder(&self, path: &str, base: &Path, name: &str) -> Result<DataFolder, String> {
        match self {
            RawValue::Untyped(_) => Ok(DataFolder::chosen(base.join(path))),
            _ if is_inside(base, path) => Ok(DataFolder::in_workspace(base, path)),
            _ => Err(format!(
                "this folder is outside of the workspace: write one inside of it, or set \
                 `DISPROVE_{}={path}` in your environment",
                name.to_ascii_uppercase()
            )),
        }
    }
}

/// Whether a path stays inside of the folder that it is relative to, apart from links.
fn is_inside(base: &Path, path: &str) -> bool {
    let path = Path::new(path);
    let below = path.strip_prefix(base).unwrap_or(path);
    let mut depth = 0;
    for part in below.components() {
        depth += match part {
            Component::Normal(_) => 1,
            Component::CurDir => 0,
            Component::ParentDir => -1,
            Component::Prefix(_) | Component::RootDir => return false,
        };
        if depth < 0 {
            return false;
        }
    }
    true
}

pub(super) fn is_temperature(number: f64) -> bool {
    (0.0..=MAX_TEMPERATURE).contains(&number)
}

/// An integer as in Rust: decimal or `0x..`, with optional underscores between the digits.
pub(super) fn integer(text: &str) -> Option<u64> {
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

/// Digits on both sides of a decimal point.
pub(super) fn decimal(text: &str) -> Option<f64> {
    let digits = leading_digits(text);
    let after = text[digits..].strip_prefix('.')?;
    let is_number = digits > 0 && !after.is_empty() && leading_digits(after) == after.len();
    if is_number { text.parse().ok() } else { None }
}

/// Amounts with their units, larger units first and each at most once.
fn duration(text: &str) -> Option<Duration> {
    let (mut rest, mut total) = (text, 0_u64);
    for (unit, milliseconds) in &MILLISECONDS {
        let digits = leading_digits(rest);
        let Some(after) = rest[digits..].strip_prefix(unit) else { continue };
        // The `m` of `ms` does not mean minutes.
        if digits == 0 || !after.is_empty() && leading_digits(after) == 0 {
            continue;
        }
        let amount = integer(&rest[..digits])?;
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
