//! The Python front end: tests of Hypothesis, unittest and pytest.
//!
//! Properties are functions with `@given`, including nested ones, and the rules and invariants of a state machine.
//! Other functions named `test..` are unit tests. The parser is ruff's.

mod asserter;
mod assertion;
mod call;
mod definitions;
mod expression;
mod given;
mod inside;
mod lowering;
mod matcher;
mod nesting;
mod path;
mod refusal;
mod scope;
mod statement;
mod target;
mod test;
#[cfg(test)]
mod tests;

use crate::{
    definition::Definitions,
    ir::{File, Unreadable},
    lines::Lines,
};
use nesting::{DEEPEST, too_deep};
use test::Tests;

/// Reads the tests of a Python file.
///
/// ```
/// let file = disprove_analysis::python::read("
/// @given(st.integers())
/// def test_negation(x):
///     assert -(-x) == x
/// ").unwrap();
/// assert_eq!(file.tests[0].name, "test_negation");
/// assert_eq!(file.tests[0].generated, ["x"]);
/// ```
///
/// # Errors
///
/// If the text is not valid Python 3.
pub fn read(text: &str) -> Result<File, Unreadable> {
    let body = parsed(text)?;
    let mut tests = Tests::new(text, &body);
    tests.body(&body, None);
    tests.file.tests.sort_by_key(|test| test.span.start);
    Ok(tests.file)
}

/// Finds the functions that a file defines.
///
/// ```
/// let found = disprove_analysis::python::definitions("
/// def parse(text):
///     if not text:
///         raise ValueError(text)
/// ").unwrap();
/// assert_eq!(found.functions[0].signature, "def parse(text)");
/// assert_eq!(found.functions[0].refusal.as_deref(), Some("raises `ValueError` in line 4"));
/// ```
///
/// # Errors
///
/// If the text is not valid Python 3.
pub fn definitions(text: &str) -> Result<Definitions, Unreadable> {
    Ok(definitions::definitions(&parsed(text)?, text))
}

fn parsed(text: &str) -> Result<ruff_python_ast::Suite, Unreadable> {
    let lines = Lines::new(text);
    let parsed = ruff_python_parser::parse_module(text).map_err(|error| {
        let (line, column) = lines.place(error.location.start().into());
        let mut message = error.error.to_string();
        if is_python_2(lines.line(line)) {
            message.push_str(" (it looks like Python 2)");
        }
        Unreadable { line, column, message }
    })?;
    if let Some(at) = too_deep(parsed.tokens()) {
        // Dropping it would take as much stack as reading it.
        std::mem::forget(parsed);
        let (line, column) = lines.place(at);
        let message = format!("it is nested more than {DEEPEST} levels deep here");
        return Err(Unreadable { line, column, message });
    }
    Ok(parsed.into_suite())
}

/// Statements that only Python 2 has.
fn is_python_2(line: &str) -> bool {
    let line = line.trim_start();
    let old = line.strip_prefix("print ").or_else(|| line.strip_prefix("exec "));
    old.is_some_and(|rest| !rest.starts_with('='))
        || line.starts_with("except ") && line.contains(", ") && !line.contains('(')
        || line.starts_with("raise ") && line.contains(", ")
        || line.contains("<>")
}
