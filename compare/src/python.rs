//! Measures Python code by the rules of its `tokenize` module up to version 3.11, where a formatted string is one
//! token. NEWLINE, INDENT and DEDENT count; NL, COMMENT and ENDMARKER do not.

use crate::count::Count;

/// Operators of more than one character, longest first.
const OPERATORS: [&str; 24] = [
    "...", "**=", "//=", ">>=", "<<=", "!=", "%=", "&=", "**", "*=", "+=", "-=", "->", "//", "/=",
    ":=", "<<", "<=", "==", ">=", ">>", "@=", "^=", "|=",
];

/// Counts Python.
pub fn python(text: &str) -> Count {
    let (mut tokens, mut brackets, mut layout) = (0, 0, 0);
    let mut blocks = vec![0];
    // Whether the statement has begun.
    let mut begun = false;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (length, counts) = token(rest, first);
        if counts && !begun {
            let before = &text[..text.len() - rest.len()];
            layout += indent(before.len() - before.rfind('\n').map_or(0, |at| at + 1), &mut blocks);
        }
        match first {
            '(' | '[' | '{' => brackets += 1,
            ')' | ']' | '}' => brackets -= 1,
            '\n' if begun && brackets == 0 => layout += 1,
            _ => {}
        }
        begun = if first == '\n' { begun && brackets > 0 } else { begun || counts };
        tokens += usize::from(counts);
        rest = &rest[length..];
    }
    layout += blocks.len() - 1;
    let holds_code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with('#');
    Count { tokens: tokens + layout, lines: text.lines().filter(holds_code).count(), layout }
}

/// The blocks that a statement in that column opens or closes.
fn indent(column: usize, blocks: &mut Vec<usize>) -> usize {
    let open = blocks.len();
    if blocks.last().is_none_or(|last| *last < column) {
        blocks.push(column);
    } else {
        blocks.retain(|block| *block <= column);
    }
    blocks.len().abs_diff(open)
}

/// The length of what starts here, and whether it is a token.
fn token(text: &str, first: char) -> (usize, bool) {
    if first.is_whitespace() || first == '\\' {
        (first.len_utf8(), false)
    } else if first == '#' {
        (text.find('\n').unwrap_or(text.len()), false)
    } else if let Some(length) = string(text) {
        (length, true)
    } else if first.is_ascii_digit() {
        (text.find(|c: char| !is_name(c) && c != '.').unwrap_or(text.len()), true)
    } else if is_name(first) {
        (text.find(|c: char| !is_name(c)).unwrap_or(text.len()), true)
    } else {
        let operator = OPERATORS.iter().find(|operator| text.starts_with(**operator));
        (operator.map_or(first.len_utf8(), |operator| operator.len()), true)
    }
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The length of a string that starts here, with its prefix and quotes.
fn string(text: &str) -> Option<usize> {
    let start = text.find(['"', '\''])?;
    if start > 2 || !text[..start].chars().all(|c| "rRbBfFuU".contains(c)) {
        return None;
    }
    let quote = &text[start..=start];
    let triple = quote.repeat(3);
    let quote = if text[start..].starts_with(&triple) { &triple } else { quote };
    let mut at = start + quote.len();
    while at < text.len() && !text[at..].starts_with(quote) {
        let escaped = text[at..].starts_with('\\');
        at += text[at..].chars().take(1 + usize::from(escaped)).map(char::len_utf8).sum::<usize>();
    }
    Some((at + quote.len()).min(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visible(text: &str) -> usize {
        let count = python(text);
        count.tokens - count.layout
    }

    // The expected numbers are those of `python3.11 -m tokenize`, without NEWLINE.
    #[test]
    fn tokens_are_those_of_the_tokenize_module() {
        assert_eq!(visible("@given(...)\n"), 5);
        assert_eq!(visible("assert f(x)[0] == 2**32 - 1\n"), 14);
        assert_eq!(visible("event(f\"{len(str(x))} digits\")\n"), 4);
        assert_eq!(visible("s = b'it\\'s' + \"\"\"a \"b\" c\"\"\" # no\n"), 5);
        assert_eq!(visible("x: list[int | None] = 1.5e3 // y_1\n"), 12);
    }

    #[test]
    fn layout_is_ends_of_statements_and_blocks() {
        let text = "class A:\n    x = [\n        1,\n    ]\n\n    def f():\n        # no\n        pass\nA()\n";
        // Five ends of statements, two blocks opened and closed.
        assert_eq!(python(text).layout, 9);
    }

    #[test]
    fn comments_and_blank_lines_do_not_count() {
        assert_eq!(
            python("# no\n\ndef f():\n    pass\n"),
            Count { tokens: 10, lines: 2, layout: 4 }
        );
    }
}
