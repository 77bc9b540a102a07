//! Tables of text.

use std::fmt::Write as _;

/// Rows below a line of titles. The first column is aligned on the left, all others on the right.
pub(super) struct Columns {
    rows: Vec<Vec<String>>,
}

impl Columns {
    pub(super) fn new(titles: &[&str]) -> Columns {
        Columns { rows: vec![titles.iter().map(|title| (*title).to_owned()).collect()] }
    }

    pub(super) fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    pub(super) fn text(&self) -> String {
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
    use super::Columns;

    #[test]
    fn columns_are_as_wide_as_what_is_in_them() {
        let mut columns = Columns::new(&["name", "n"]);
        columns.row(vec!["a".to_owned(), "10".to_owned()]);
        columns.row(vec!["longer".to_owned(), String::new()]);
        assert_eq!(columns.text(), "  name     n\n  a       10\n  longer\n");
    }
}
