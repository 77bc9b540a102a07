//! For tests: sentences of the book that state constants of this program.

use std::{env, fs};

/// Asserts that a page of the book has a sentence. Line breaks of the page do not matter.
#[track_caller]
pub(crate) fn assert_said(page: &str, sentence: &str) {
    let path = format!("{}/../book/src/{page}", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).expect("a page of the book");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains(sentence), "{page} does not say: {sentence}");
}
