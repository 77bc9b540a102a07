//! Values as text. Works whatever their `Debug` does.

use super::layout::{cut, cut_between, elided, lay_out, without_middle};
use crate::{case::quietly, humanize};
use std::{
    fmt::{self, Debug, Write},
    time::{Duration, Instant},
};

/// Width of a value: 80 characters less its indentation and its name.
const WIDTH: usize = 68;

/// Time limit for printing a value.
const PATIENCE: Duration = Duration::from_secs(1);

/// Bytes to keep of a long text: far more than is shown.
const KEPT: usize = 1 << 16;
const KEPT_END: usize = 1 << 12;

/// The text of a value of type `kind`: on one line if it fits, else laid out. The middle of a huge value is cut. If
/// `Debug` panics, fails or takes too long, the text says so.
pub(crate) fn value_text(value: &dyn Debug, kind: &str) -> String {
    text_within(value, kind, PATIENCE)
}

fn text_within(value: &dyn Debug, kind: &str, patience: Duration) -> String {
    let end = Instant::now() + patience;
    let mut line = Short { text: String::new(), end, late: false };
    match attempt(|| write!(line, "{value:?}")) {
        Ok(true) => return line.text,
        Err(message) if line.text.len() <= WIDTH && !line.late && !line.is_full() => {
            return format!("<`Debug` of {} panicked: {}>", short_name(kind), first_line(&message));
        }
        _ if line.late => return late(&line.text, patience),
        Ok(false) if !line.is_full() => return failed(kind),
        // A `write!(..).unwrap()` may have panicked when it was stopped.
        Ok(false) | Err(_) => {}
    }
    let mut long = Long { end, ..Long::default() };
    let message = match attempt(|| write!(long, "{value:#?}")) {
        Ok(true) => None,
        _ if long.late => return late(&long.text(), patience),
        Ok(false) => Some(failed(kind)),
        Err(message) => {
            Some(format!("<`Debug` of {} panicked: {}>", short_name(kind), first_line(&message)))
        }
    };
    let mut text = long.text();
    if let Some(message) = message {
        text.push('\n');
        text.push_str(&message);
    }
    text
}

/// Whether it was written; an error if it panicked.
fn attempt(write: impl FnOnce() -> fmt::Result) -> Result<bool, String> {
    quietly(write).map(|written| written.is_ok())
}

fn failed(kind: &str) -> String {
    format!("<`Debug` of {} returned an error>", short_name(kind))
}

fn late(start: &str, patience: Duration) -> String {
    format!("{start} ... <cut: `Debug` takes longer than {}>", humanize::time(patience))
}

fn first_line(text: &str) -> String {
    cut(text.lines().next().unwrap_or(""))
}

/// The name of a type without paths.
pub(crate) fn short_name(kind: &str) -> String {
    let mut short = String::new();
    let mut word = 0;
    for c in kind.chars() {
        short.push(c);
        if short[word..].ends_with("::") {
            short.truncate(word);
        } else if !(c.is_alphanumeric() || c == '_' || c == ':') {
            word = short.len();
        }
    }
    short
}

/// Collects one line. Fails as soon as the text does not fit.
struct Short {
    text: String,
    end: Instant,
    late: bool,
}

impl Short {
    fn is_full(&self) -> bool {
        self.text.len() > WIDTH && self.text.chars().count() > WIDTH || self.text.contains('\n')
    }
}

impl Write for Short {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        // This much shows that it does not fit.
        let most = part.char_indices().nth(WIDTH + 1).map_or(part.len(), |(at, _)| at);
        if !self.is_full() && !self.late {
            self.text.push_str(&part[..most]);
        }
        self.late = self.late || Instant::now() > self.end;
        if self.is_full() || self.late { Err(fmt::Error) } else { Ok(()) }
    }
}

/// Collects a text of any length, of which it keeps the start and the end.
struct Long {
    start: String,
    /// At most twice `KEPT_END`.
    end_part: String,
    bytes: usize,
    chars: usize,
    breaks: usize,
    end: Instant,
    late: bool,
}

impl Default for Long {
    fn default() -> Long {
        let (start, end_part) = (String::new(), String::new());
        Long { start, end_part, bytes: 0, chars: 0, breaks: 0, end: Instant::now(), late: false }
    }
}

impl Long {
    fn text(&self) -> String {
        let start = lay_out(&self.start, WIDTH);
        if self.end_part.is_empty() {
            return elided(&start).join("\n");
        }
        let end = format!("{}{}", tail(&self.start, KEPT_END), self.end_part);
        if self.breaks == 0 {
            let size = format!(", {} in all", humanize::size(self.bytes));
            return cut_between(&self.start, &end, self.chars, &size);
        }
        let end = lay_out(tail(&end, KEPT_END), WIDTH);
        // The first line may be incomplete.
        let whole = &end[usize::from(end.len() > 1)..];
        without_middle(&start, whole, self.breaks + 1, self.bytes).join("\n")
    }
}

/// The last bytes of a text.
fn tail(text: &str, bytes: usize) -> &str {
    let mut at = text.len().saturating_sub(bytes);
    while !text.is_char_boundary(at) {
        at += 1;
    }
    &text[at..]
}

impl Write for Long {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        self.bytes += part.len();
        self.chars += part.chars().count();
        self.breaks += part.bytes().filter(|byte| *byte == b'\n').count();
        let mut rest = part;
        if self.end_part.is_empty() {
            let mut room = part.len().min(KEPT - self.start.len());
            while !part.is_char_boundary(room) {
                room -= 1;
            }
            self.start.push_str(&part[..room]);
            rest = &part[room..];
        }
        self.end_part.push_str(tail(rest, KEPT_END));
        if self.end_part.len() > 2 * KEPT_END {
            self.end_part = tail(&self.end_part, KEPT_END).to_owned();
        }
        self.late = Instant::now() > self.end;
        if self.late { Err(fmt::Error) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests;
