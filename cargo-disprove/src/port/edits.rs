//! Changes of a text by byte ranges, so that everything else stays as it is.

use std::ops::Range;

/// One change.
#[derive(Clone, Debug)]
struct Edit {
    range: Range<usize>,
    text: String,
}

/// The changes of one text. An edit that contains others replaces them: it was rendered with them.
#[derive(Clone, Debug, Default)]
pub(super) struct Edits {
    strong: Vec<Edit>,
    /// Whitespace at the start of lines, removed unless another edit covers it.
    indentation: Vec<Range<usize>>,
}

impl Edits {
    pub(super) fn replace(&mut self, range: Range<usize>, text: impl Into<String>) {
        self.strong.push(Edit { range, text: text.into() });
    }

    pub(super) fn insert(&mut self, at: usize, text: impl Into<String>) {
        self.replace(at..at, text);
    }

    pub(super) fn delete(&mut self, range: Range<usize>) {
        self.replace(range, "");
    }

    pub(super) fn extend(&mut self, other: &Edits) {
        self.strong.extend(other.strong.iter().cloned());
        self.indentation.extend(other.indentation.iter().cloned());
    }

    /// Removes up to `columns` spaces at the start of each line in a range, except in `literals`.
    pub(super) fn dedent(
        &mut self,
        source: &str,
        range: Range<usize>,
        columns: usize,
        literals: &[Range<usize>],
    ) {
        let mut start = source[..range.start].rfind('\n').map_or(0, |at| at + 1);
        while start < range.end {
            let line = &source[start..source.len().min(start + columns)];
            let spaces = line.bytes().take_while(|byte| *byte == b' ').count();
            let inside =
                literals.iter().any(|literal| literal.start < start && start < literal.end);
            if spaces > 0 && start >= range.start && !inside {
                self.indentation.push(start..start + spaces);
            }
            match source[start..].find('\n') {
                Some(at) => start += at + 1,
                None => return,
            }
        }
    }

    /// The edits that take effect, in order.
    fn effective(&self) -> Vec<Edit> {
        let mut edits = self.strong.clone();
        // At one place, insertions come before the replacement, and among themselves in the order in which they were made.
        edits.sort_by_key(|edit| {
            (edit.range.start, !edit.range.is_empty(), usize::MAX - edit.range.end)
        });
        let mut kept: Vec<Edit> = Vec::new();
        let mut end = 0;
        for edit in edits {
            if edit.range.start >= end || kept.is_empty() {
                end = end.max(edit.range.end);
                kept.push(edit);
            }
        }
        for line in &self.indentation {
            let covers = |edit: &Edit| edit.range.start < line.end && line.start < edit.range.end;
            if !kept.iter().any(covers) {
                kept.push(Edit { range: line.clone(), text: String::new() });
            }
        }
        kept.sort_by_key(|edit| (edit.range.start, !edit.range.is_empty()));
        kept
    }

    /// A part of the text with its edits.
    pub(super) fn render(&self, source: &str, range: Range<usize>) -> String {
        let mut text = String::new();
        let mut at = range.start;
        for edit in self.effective() {
            if edit.range.start < at || edit.range.end > range.end {
                continue;
            }
            text.push_str(&source[at..edit.range.start]);
            text.push_str(&edit.text);
            at = edit.range.end;
        }
        text.push_str(&source[at..range.end]);
        text
    }

    /// The ranges of whole lines that change, with their new text.
    pub(super) fn changed_lines(&self, source: &str) -> Vec<(Range<usize>, String)> {
        let mut changed: Vec<Range<usize>> = Vec::new();
        for edit in self.effective() {
            let start = source[..edit.range.start].rfind('\n').map_or(0, |at| at + 1);
            let mut end = edit.range.end;
            // A range that ends with a line ends before the next one.
            if end == start || !source[..end].ends_with('\n') || edit.range.is_empty() {
                end = source[end..].find('\n').map_or(source.len(), |at| end + at + 1);
            }
            match changed.last_mut() {
                Some(last) if start <= last.end => last.end = last.end.max(end),
                _ => changed.push(start..end),
            }
        }
        changed
            .into_iter()
            .map(|range| (range.clone(), self.render(source, range)))
            .filter(|(range, text)| source[range.clone()] != *text)
            .collect()
    }

    /// Changes the new text of all edits.
    pub(super) fn map_texts(&mut self, change: &mut dyn FnMut(&str) -> String) {
        for edit in &mut self.strong {
            edit.text = change(&edit.text);
        }
    }

    /// The number of edits, without those of indentation.
    pub(super) fn count(&self) -> usize {
        self.strong.len()
    }
}

#[cfg(test)]
mod tests {
    use super::Edits;

    #[test]
    fn the_outer_edit_replaces_those_inside() {
        let text = "f(a, b);\n";
        let mut edits = Edits::default();
        edits.replace(2..3, "x");
        let inner = edits.render(text, 2..6);
        assert_eq!(inner, "x, b");
        edits.replace(0..7, format!("g[{inner}]"));
        edits.insert(0, "let y = ");
        assert_eq!(edits.render(text, 0..text.len()), "let y = g[x, b];\n");
    }

    #[test]
    fn insertions_at_one_place_keep_their_order() {
        let mut edits = Edits::default();
        edits.insert(1, "1");
        edits.insert(1, "2");
        edits.replace(1..2, "3");
        assert_eq!(edits.render("abc", 0..3), "a123c");
    }

    #[test]
    fn indentation_in_literals_stays() {
        let text = "m! {\n    f(\"\n    x\");\n}\n";
        let mut edits = Edits::default();
        let literal = 11..20;
        edits.dedent(text, 5..text.len(), 4, std::slice::from_ref(&literal));
        assert_eq!(edits.render(text, 0..text.len()), "m! {\nf(\"\n    x\");\n}\n");
    }

    #[test]
    fn changed_lines_are_whole_lines() {
        let text = "one\ntwo\nthree\nfour\n";
        let mut edits = Edits::default();
        edits.replace(5..6, "W");
        edits.delete(8..14);
        assert_eq!(edits.changed_lines(text), [(4..14, "tWo\n".to_owned())]);
    }
}
