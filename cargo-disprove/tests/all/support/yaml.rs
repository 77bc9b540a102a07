//! Reads the part of YAML that workflows here use: nested maps and lists, scalars, flow lists, block texts and comments.

use serde_json::{Map, Value};

/// A line without its comment.
#[derive(Clone, Copy, Debug)]
struct Line<'a> {
    number: usize,
    indent: usize,
    text: &'a str,
}

/// Reads a document.
///
/// # Panics
/// If a line has another form, with its number.
pub fn parse(document: &str) -> Value {
    assert!(!document.contains('\t'), "YAML has no tabs");
    let mut lines = Vec::new();
    for (number, line) in document.lines().enumerate() {
        let text = line.trim_start();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        lines.push(Line {
            number: number + 1,
            indent: line.len() - text.len(),
            text: text.trim_end(),
        });
    }
    let mut at = 0;
    let value = block(&lines, &mut at, 0);
    assert!(at == lines.len(), "line {}: unexpected indentation", lines[at].number);
    value
}

/// A map or a list whose lines are indented this far.
fn block(lines: &[Line<'_>], at: &mut usize, indent: usize) -> Value {
    if lines[*at].text.starts_with("- ") { list(lines, at, indent) } else { map(lines, at, indent) }
}

fn list(lines: &[Line<'_>], at: &mut usize, indent: usize) -> Value {
    let mut items = Vec::new();
    while let Some(line) = lines.get(*at).filter(|line| line.indent == indent) {
        let Some(rest) = line.text.strip_prefix("- ") else { break };
        if key_of(rest).is_none() {
            items.push(scalar(rest));
            *at += 1;
            continue;
        }
        // The first key is on the line of the dash, as if it were indented like the others.
        let mut inner = lines[*at..].to_vec();
        inner[0] = Line { indent: indent + 2, text: rest, ..*line };
        let mut read = 0;
        items.push(map(&inner, &mut read, indent + 2));
        *at += read;
    }
    Value::Array(items)
}

fn map(lines: &[Line<'_>], at: &mut usize, indent: usize) -> Value {
    let mut members = Map::new();
    while let Some(line) = lines.get(*at).filter(|line| line.indent == indent) {
        if line.text.starts_with("- ") {
            break;
        }
        let number = line.number;
        let (key, rest) =
            key_of(line.text).unwrap_or_else(|| panic!("line {number}: expected a key"));
        *at += 1;
        let next = lines.get(*at).filter(|next| next.indent > indent);
        let value = match (rest, next) {
            ("|", Some(next)) => text(lines, at, next.indent),
            ("", Some(next)) => block(lines, at, next.indent),
            ("", None) => Value::Null,
            (rest, None) => scalar(rest),
            (_, Some(next)) => panic!("line {}: unexpected indentation", next.number),
        };
        let is_new = members.insert(key.to_owned(), value).is_none();
        assert!(is_new, "line {number}: the key `{key}` occurs twice");
    }
    Value::Object(members)
}

/// A text of several lines.
fn text(lines: &[Line<'_>], at: &mut usize, indent: usize) -> Value {
    let mut text = String::new();
    while let Some(line) = lines.get(*at).filter(|line| line.indent >= indent) {
        text.extend([line.text, "\n"]);
        *at += 1;
    }
    text.into()
}

fn key_of(text: &str) -> Option<(&str, &str)> {
    let (key, rest) = text.split_once(':')?;
    let is_key = key.chars().all(|c| c.is_alphanumeric() || "_-".contains(c));
    (is_key && (rest.is_empty() || rest.starts_with(' '))).then(|| (key, rest.trim()))
}

fn scalar(text: &str) -> Value {
    if let Some(inner) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return inner.split(',').map(|item| scalar(item.trim())).collect();
    }
    if let Some(inner) = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        assert!(!inner.contains(['"', '\\']), "no escapes: {text}");
        return inner.into();
    }
    assert!(!text.starts_with(['{', '[', '"', '\'', '&', '*', '!', '>', '%', '@']), "{text}");
    assert!(!text.contains(": ") && !text.contains(" #"), "{text}: use quotes");
    match text {
        "true" | "false" => (text == "true").into(),
        _ => text.parse::<u64>().map_or_else(|_| text.into(), Value::from),
    }
}
