//! Plain-text tables.

use std::fmt::Write as _;

/// Rows below a line of titles. The first column is left-aligned, all others right-aligned.
pub(crate) struct TextTable {
    rows: Vec<Vec<String>>,
}

impl TextTable {
    pub(crate) fn new(titles: &[&str]) -> TextTable {
        TextTable { rows: vec![titles.iter().map(|title| (*title).to_owned()).collect()] }
    }

    pub(crate) fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    pub(crate) fn text(&self) -> String {
        let mut widths: Vec<usize> = Vec::new();
        for row in &self.rows {
            for (number, cell) in row.iter().enumerate() {
                if widths.len() <= number {
                    widths.push(0);
                }
                widths[number] = widths[number].max(cell.chars().count());
            }
        }
        let mut text = String::new();
        for row in &self.rows {
            let mut line = String::new();
            for (number, cell) in row.iter().enumerate() {
                let width = widths[number];
                if number == 0 {
                    let _ = write!(line, "  {cell:<width$}");
                } else {
                    let _ = write!(line, "  {cell:>width$}");
                }
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::TextTable;

    #[test]
    fn columns_fit_their_widest_cell() {
        let mut columns = TextTable::new(&["name", "n"]);
        columns.row(vec!["a".to_owned(), "10".to_owned()]);
        columns.row(vec!["longer".to_owned(), String::new()]);
        assert_eq!(columns.text(), "  name     n\n  a       10\n  longer\n");
    }
}
