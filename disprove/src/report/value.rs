//! The text of a value that a person reads. Whatever its `Debug` does, there is one.

use super::layout::{cut, cut_between, elided, lay_out, without_middle};
use crate::{case::quietly, humanize};
use std::{
    fmt::{self, Debug, Write},
    time::{Duration, Instant},
};

/// A report is about eighty characters wide; values are indented, and most have a name.
const WIDTH: usize = 68;

/// Nobody waits longer than this for a text, while the run is over and the failure known.
const PATIENCE: Duration = Duration::from_secs(1);

/// So much of a long text is kept, far more than the lines that are shown of it.
const KEPT: usize = 1 << 16;
const KEPT_END: usize = 1 << 12;

/// The text of a value, `kind` being the name of its type: on one line if it fits, laid out if not,
/// without its middle if it is huge, and what went wrong if `Debug` panics, fails or takes too long.
pub(crate) fn value_text(value: &dyn Debug, kind: &str) -> String {
    text_within(value, kind, PATIENCE)
}

fn text_within(value: &dyn Debug, kind: &str, patience: Duration) -> String {
    let end = Instant::now() + patience;
    let mut line = Short { text: String::new(), end, late: false };
    match attempt(|| write!(line, "{value:?}")) {
        Ok(true) => return line.text,
        Err(said) if line.text.len() <= WIDTH && !line.late && !line.is_full() => {
            return format!("<Debug of {} panicked: {}>", short_name(kind), first_line(&said));
        }
        _ if line.late => return late(&line.text, patience),
        Ok(false) if !line.is_full() => return failed(kind),
        // It may be that a `write!(..).unwrap()` did not like to be stopped.
        Ok(false) | Err(_) => {}
    }
    let mut long = Long { end, ..Long::default() };
    let said = match attempt(|| write!(long, "{value:#?}")) {
        Ok(true) => None,
        _ if long.late => return late(&long.text(), patience),
        Ok(false) => Some(failed(kind)),
        Err(said) => {
            Some(format!("<Debug of {} panicked: {}>", short_name(kind), first_line(&said)))
        }
    };
    let mut text = long.text();
    if let Some(said) = said {
        text.push('\n');
        text.push_str(&said);
    }
    text
}

/// True if it was written, an error if it panicked.
fn attempt(write: impl FnOnce() -> fmt::Result) -> Result<bool, String> {
    quietly(write).map(|written| written.is_ok())
}

fn failed(kind: &str) -> String {
    format!("<Debug of {} returned an error>", short_name(kind))
}

fn late(start: &str, patience: Duration) -> String {
    format!("{start} ... <cut: Debug takes longer than {}>", humanize::time(patience))
}

fn first_line(text: &str) -> String {
    cut(text.lines().next().unwrap_or(""))
}

/// The name of a type without the paths in it.
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

/// A text of one line that fits; stops whoever writes more.
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
        // One line is wanted: so much of it shows that it does not fit.
        let most = part.char_indices().nth(WIDTH + 1).map_or(part.len(), |(at, _)| at);
        if !self.is_full() && !self.late {
            self.text.push_str(&part[..most]);
        }
        self.late = self.late || Instant::now() > self.end;
        if self.is_full() || self.late { Err(fmt::Error) } else { Ok(()) }
    }
}

/// A text of any length, of which the start and the end are kept.
struct Long {
    start: String,
    /// At most twice what is wanted of it.
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
        // Its first line is a part of one, if there are others.
        let whole = &end[usize::from(end.len() > 1)..];
        without_middle(&start, whole, self.breaks + 1, self.bytes).join("\n")
    }
}

/// At most so many bytes of the end.
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
