//! Sources and the labels of their assertions.

mod aliases;
mod bounded;
mod figures;
mod flow;
mod forms;
#[cfg(feature = "python")]
mod python_forms;
mod rewriting;
mod robustness;
mod torn;
use super::*;
use crate::rust;

/// The labels of each assertion, separated by spaces, or the reason why it has none.
fn shown(judged: &[Judged]) -> Vec<String> {
    let mut all = Vec::new();
    for test in judged {
        for assertion in &test.assertions {
            let mut names: Vec<&str> = assertion.labels.iter().map(|label| label.name()).collect();
            if names.is_empty() {
                names.extend(assertion.atoms.first().map(|atom| atom.label.name()));
            }
            all.push(names.join(" "));
        }
    }
    all
}

fn rust_file(text: &str, mode: Mode) -> Vec<Judged> {
    let file = rust::read(text, &rust::Options::default()).expect("the source is Rust");
    judge(&file, text, mode)
}

/// The body of a property with the arguments `x`, `y`, `xs`, and the labels of its assertions.
fn refined(body: &str) -> Vec<String> {
    let text = format!("#[property] fn test(x: Data, y: Data, xs: Vec<Data>) {{ {body} }}");
    shown(&rust_file(&text, Mode::Refined))
}

#[cfg(feature = "python")]
fn python_file(text: &str, mode: Mode) -> Vec<Judged> {
    let file = crate::python::read(text).expect("the source is Python");
    judge(&file, text, mode)
}

#[cfg(feature = "python")]
fn python(text: &str, mode: Mode) -> Vec<String> {
    shown(&python_file(text, mode))
}
