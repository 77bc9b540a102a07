//! The cargo-mutants configuration that selects exactly the sampled mutants.

use super::Mutant;
use std::fmt::Write as _;

/// The configuration of the project, with the selected mutants instead of its own filter.
pub(super) fn config(project: &str, mutants: &[&Mutant]) -> String {
    let mut text = String::from("examine_re = [\n");
    for mutant in mutants {
        // A JSON string is also a TOML string.
        let expression = format!("^{}$", escaped(&mutant.name));
        let _ = writeln!(text, "  {},", serde_json::Value::from(expression));
    }
    text.push_str("]\n");
    text.push_str(&without_filter(project));
    text
}

/// The name as a regular expression that matches nothing else.
fn escaped(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if r"\.+*?()|[]{}^$#&-~".contains(c) {
            text.push('\\');
        }
        text.push(c);
    }
    text
}

/// The configuration without `examine_re`: the list of mutants is already filtered by it.
fn without_filter(project: &str) -> String {
    let mut kept = String::new();
    let mut depth = 0_i64;
    let mut is_inside = false;
    for line in project.lines() {
        let key = line.split('=').next().unwrap_or_default().trim();
        if !is_inside && key == "examine_re" {
            is_inside = true;
            depth = 0;
        }
        if is_inside {
            depth += brackets(line);
            is_inside = depth > 0;
        } else {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

/// Opening minus closing brackets, outside of strings.
fn brackets(line: &str) -> i64 {
    let (mut depth, mut quote) = (0, None);
    let mut characters = line.chars();
    while let Some(c) = characters.next() {
        match (quote, c) {
            (Some('"'), '\\') => {
                characters.next();
            }
            (Some(open), _) if open == c => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '#') => break,
            (None, '[') => depth += 1,
            (None, ']') => depth -= 1,
            (None, _) => {}
        }
    }
    depth
}

#[cfg(test)]
mod tests {
    use super::{Mutant, config};

    #[test]
    fn the_selection_replaces_the_filter_of_the_project() {
        let mutant = Mutant {
            name: "src/a.rs:1:2: replace f -> Vec<u8> with vec![\"\\x\"]".to_owned(),
            ..Mutant::default()
        };
        let project = "exclude_globs = [\"b.rs\"]\nexamine_re = [\n  \"x]\", # ]\n  'y[',\n]\n\
                       timeout_multiplier = 2.0\n";
        assert_eq!(
            config(project, &[&mutant]),
            "examine_re = [\n  \"^src/a\\\\.rs:1:2: replace f \\\\-> Vec<u8> with \
             vec!\\\\[\\\"\\\\\\\\x\\\"\\\\]$\",\n]\n\
             exclude_globs = [\"b.rs\"]\ntimeout_multiplier = 2.0\n"
        );
    }
}
