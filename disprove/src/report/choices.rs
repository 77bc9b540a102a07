//! The choices of an input as text, for inputs whose value does not exist.

use crate::{
    choice::{Tree, Value},
    reduce::{is_continue_flag, is_item},
};

/// The choices from a position on, nested like the spans that contain them: a collection in brackets, other spans of
/// several values in parentheses.
pub(super) fn choices_text(tree: &Tree, from: usize) -> String {
    let mut choice = from;
    let mut parts = Vec::new();
    let mut span = 0;
    while span < tree.spans.len() {
        let here = tree.spans[span];
        let (start, end) = (here.start as usize, here.end as usize);
        if start < from && end > from {
            span += 1;
            continue;
        }
        if start >= from {
            single_values(tree, choice..start, &mut parts);
            choice = end;
            if !here.discarded() {
                parts.extend(span_text(tree, span));
            }
        }
        span = here.next as usize;
    }
    single_values(tree, choice..tree.len(), &mut parts);
    parts.join(", ")
}

/// The values of a span; `None` if there are none.
fn span_text(tree: &Tree, at: usize) -> Option<String> {
    let span = tree.spans[at];
    let (mut parts, mut choice) = (Vec::new(), span.start as usize);
    let (mut children, mut items) = (0, 0);
    for child in tree.children(Some(at)) {
        let inner = tree.spans[child];
        single_values(tree, choice..inner.start as usize, &mut parts);
        choice = inner.end as usize;
        if inner.discarded() {
            continue;
        }
        children += 1;
        items += usize::from(is_item(tree, child));
        parts.extend(span_text(tree, child));
    }
    single_values(tree, choice..span.end as usize, &mut parts);
    if children > 0 && items == children {
        return Some(format!("[{}]", parts.join(", ")));
    }
    match parts.len() {
        0 => None,
        1 => parts.pop(),
        _ => Some(format!("({})", parts.join(", "))),
    }
}

/// The values of choices, except those that only say whether a collection continues.
fn single_values(tree: &Tree, choices: std::ops::Range<usize>, parts: &mut Vec<String>) {
    for choice in choices {
        if is_continue_flag(tree, choice) {
            continue;
        }
        parts.push(match tree.value(choice) {
            Value::Bool(value) => value.to_string(),
            Value::Integer(value) => value.to_string(),
            Value::Float(value) => format!("{value:?}"),
            Value::Text(value) => format!("{value:?}"),
            Value::Bytes(value) => format!("{value:?}"),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::choices_text;
    use crate::generator::{Generator, IntoGenerator, any, text, vec};

    #[test]
    fn nests_values_like_the_generators_that_drew_them() {
        let generator = (any::<u8>(), vec((any::<bool>(), 0..9i32)), text()).into_generator();
        let tree = generator
            .encode(&(7, vec![(true, 1), (false, 2)], "ab".to_owned()))
            .expect("the generator can encode its value");
        assert_eq!(choices_text(&tree, 0), "(7, [(true, 1), (false, 2)], \"ab\")");
        assert_eq!(choices_text(&tree, 1), "[(true, 1), (false, 2)], \"ab\"");
        let empty = vec(any::<u8>()).encode(&vec![]).expect("the generator can encode its value");
        assert_eq!(choices_text(&empty, 0), "[]");
    }
}
