//! A unified diff of edits.

use super::edits::Edits;
use std::{fmt::Write as _, ops::Range};

/// Unchanged lines around a change, as in other tools.
const CONTEXT: usize = 3;

/// The diff of a file, or an empty text if nothing changes.
pub(super) fn unified(name: &str, source: &str, edits: &Edits) -> String {
    let chunks = line_chunks(source, edits);
    let lines: Vec<&str> = source.split_inclusive('\n').collect();
    let mut out = String::new();
    let mut grown = 0isize;
    let mut at = 0;
    while at < chunks.len() {
        // Changes with less than twice the context between them share a hunk.
        let mut last = at;
        while last + 1 < chunks.len()
            && chunks[last + 1].0.start <= chunks[last].0.end + 2 * CONTEXT
        {
            last += 1;
        }
        let hunk = &chunks[at..=last];
        let start = hunk[0].0.start.saturating_sub(CONTEXT);
        let end = lines.len().min(hunk[hunk.len() - 1].0.end + CONTEXT);
        let mut body = String::new();
        let (mut old, mut new, mut line) = (0, 0, start);
        for (range, text) in hunk {
            for unchanged in &lines[line..range.start] {
                push(&mut body, ' ', unchanged);
            }
            for removed in &lines[range.clone()] {
                push(&mut body, '-', removed);
            }
            for added in text.split_inclusive('\n') {
                push(&mut body, '+', added);
                new += 1;
            }
            new += range.start - line;
            line = range.end;
        }
        for unchanged in &lines[line..end] {
            push(&mut body, ' ', unchanged);
        }
        new += end - line;
        old += end - start;
        if out.is_empty() {
            let _ = writeln!(out, "--- a/{name}\n+++ b/{name}");
        }
        let first = (start as isize + grown) as usize;
        let _ = writeln!(out, "@@ -{} +{} @@", span(start, old), span(first, new));
        out.push_str(&body);
        grown += new as isize - old as isize;
        at = last + 1;
    }
    out
}

/// A start, counted from 1, and a number of lines.
fn span(start: usize, count: usize) -> String {
    match count {
        0 => format!("{start},0"),
        1 => format!("{}", start + 1),
        _ => format!("{},{count}", start + 1),
    }
}

fn push(out: &mut String, mark: char, line: &str) {
    out.push(mark);
    out.push_str(line);
    if !line.ends_with('\n') {
        out.push_str("\n\\ No newline at end of file\n");
    }
}

/// The changes as ranges of lines, without lines at their ends that stay equal.
fn line_chunks(source: &str, edits: &Edits) -> Vec<(Range<usize>, String)> {
    let mut chunks = Vec::new();
    for (range, text) in edits.changed_lines(source) {
        let mut first = source[..range.start].matches('\n').count();
        let old: Vec<&str> = source[range].split_inclusive('\n').collect();
        let new: Vec<&str> = text.split_inclusive('\n').collect();
        let same = |pairs: &mut dyn Iterator<Item = (&&str, &&str)>| {
            pairs.take_while(|(one, other)| one == other).count()
        };
        let before = same(&mut old.iter().zip(&new));
        let (old, new) = (&old[before..], &new[before..]);
        let after = same(&mut old.iter().rev().zip(new.iter().rev()));
        first += before;
        let (old, new) = (&old[..old.len() - after], &new[..new.len() - after]);
        chunks.push((first..first + old.len(), new.concat()));
    }
    chunks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_have_three_lines_of_context() {
        let text = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14";
        let mut edits = Edits::default();
        edits.replace(8..9, "five");
        edits.insert(text.len(), "\n15");
        edits.delete(10..12);
        let expected = "--- a/f.rs\n+++ b/f.rs\n@@ -2,8 +2,7 @@\n 2\n 3\n 4\n-5\n-6\n+five\n 7\n 8\n 9\n\
                        @@ -11,4 +10,5 @@\n 11\n 12\n 13\n-14\n\\ No newline at end of file\n+14\n+15\n\\ No newline at end of file\n";
        assert_eq!(unified("f.rs", text, &edits), expected);
        assert_eq!(unified("f.rs", text, &Edits::default()), "");
    }
}
