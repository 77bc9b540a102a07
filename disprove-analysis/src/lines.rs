//! Converts byte offsets of a text to lines and columns.

/// The byte offsets at which lines begin.
pub(crate) struct Lines<'a> {
    pub(crate) text: &'a str,
    starts: Vec<u32>,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(text: &'a str) -> Lines<'a> {
        let mut starts = vec![0];
        for (at, _) in text.match_indices('\n') {
            starts.push(at as u32 + 1);
        }
        Lines { text, starts }
    }

    /// The line and the column of a byte, both counted from 1; columns count characters.
    pub(crate) fn place(&self, at: u32) -> (u32, u32) {
        let line = self.starts.partition_point(|start| *start <= at);
        let start = self.starts[line - 1] as usize;
        let before = self.text.get(start..at as usize).unwrap_or_default();
        (line as u32, before.chars().count() as u32 + 1)
    }

    /// A line without its line break, counted from 1.
    #[cfg(any(test, feature = "python"))]
    pub(crate) fn line(&self, line: u32) -> &'a str {
        let start =
            self.starts.get(line as usize - 1).map_or(self.text.len(), |start| *start as usize);
        self.text[start..].lines().next().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::Lines;

    #[test]
    fn columns_count_characters() {
        let lines = Lines::new("a\näöx\n");
        assert_eq!(lines.place(0), (1, 1));
        assert_eq!(lines.place(2), (2, 1));
        assert_eq!(lines.place(6), (2, 3));
        assert_eq!(lines.line(2), "äöx");
        assert_eq!(lines.line(3), "");
    }
}
