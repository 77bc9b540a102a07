//! Old versions of two YAML crates with reported failures.
//!
//! * libyaml-safer 0.1.1 panics on a tag in a list that is not closed (simonask/libyaml-safer, issue 7) and at the end of a
//!   block of text without an end of its line (issue 6).
//! * yaml-rust 0.4.3 writes a text such as `0x1F` without quotes, and reads it again as a number (chyh1990/yaml-rust, issue
//!   133, fixed in 0.4.4).

use libyaml_safer_old::{Document, Parser};
use std::panic;
use yaml_rust_old::{Yaml, YamlEmitter, YamlLoader};

/// The name of the first.
pub const TAG: &str = "tag in an open list";
/// The name of the second.
pub const END: &str = "block at the end";
/// The name of the third.
pub const HEXADECIMAL: &str = "hexadecimal text";

/// The longest input in bytes: several times what each of them needs.
pub const LONGEST: usize = 32;

/// Fails if a tag makes the loader panic.
pub fn tag(input: &[u8]) {
    loads_without(input, "What is expected here");
}

/// Fails if the end of the input makes the loader panic.
pub fn end(input: &[u8]) {
    loads_without(input, "unexpected end of input");
}

/// Loads a document. Only the panic that says this counts: there are others.
fn loads_without(input: &[u8], says: &str) {
    let loaded = panic::catch_unwind(|| {
        let mut rest = input;
        let mut parser = Parser::new();
        parser.set_input_string(&mut rest);
        // A document or what is wrong with it: both are fine.
        let _ = Document::load(&mut parser);
    });
    if let Err(panic) = loaded {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or_default();
        assert!(!text.contains(says), "the loader panics: {text}");
    }
}

/// Fails if the lines of a text, written as a list, are not what is read again.
pub fn lines(input: &[u8]) {
    let Some((document, written)) = write_lines(input) else { return };
    let read = YamlLoader::load_from_str(&written).ok().and_then(|mut all| all.pop());
    assert_eq!(read.as_ref(), Some(&document), "what is written is read again:\n{written}");
}

/// Writes the lines of a text as a YAML list, and returns the list and its text. `None` for bytes that are not UTF-8.
pub fn write_lines(input: &[u8]) -> Option<(Yaml, String)> {
    let text = str::from_utf8(input).ok()?;
    let lines = text.split('\n').map(|line| Yaml::String(line.to_owned())).collect();
    let document = Yaml::Array(lines);
    let mut written = String::new();
    YamlEmitter::new(&mut written).dump(&document).expect("a string takes what is written");
    Some((document, written))
}
