//! Markdown tables that are also readable as plain text.

use serde_json::{Value, json};
use std::fmt::{self, Display, Formatter};

/// What stands where there is no figure.
pub const NONE: &str = "-";

/// Rows of cells under a header, with a title above and remarks below.
pub struct Table {
    title: String,
    rows: Vec<Vec<String>>,
    remarks: Vec<String>,
    /// So many columns at the left are words, the others figures.
    words: usize,
}

impl Table {
    /// A table with nothing but its header, whose first `words` columns are flush left.
    pub fn new(title: impl Into<String>, words: usize, header: &[&str]) -> Table {
        let header = header.iter().map(ToString::to_string).collect();
        Table { title: title.into(), rows: vec![header], remarks: Vec::new(), words }
    }

    /// Adds a row below.
    pub fn row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        let cells: Vec<String> = cells.into_iter().map(Into::into).collect();
        assert_eq!(cells.len(), self.rows[0].len(), "a row has as many cells as the header");
        self.rows.push(cells);
    }

    /// Adds a sentence below the table.
    pub fn remark(&mut self, remark: impl Into<String>) {
        self.remarks.push(remark.into());
    }

    /// The rows below the header.
    #[cfg(test)]
    pub fn rows(&self) -> &[Vec<String>] {
        &self.rows[1..]
    }

    /// The table for programs.
    pub fn json(&self) -> Value {
        json!({ "title": self.title, "header": self.rows[0], "rows": self.rows[1..], "remarks": self.remarks })
    }
}

impl Display for Table {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        writeln!(out, "## {}\n", self.title)?;
        let columns = self.rows[0].len();
        let width = |column: usize| {
            let cells = self.rows.iter().map(|row| row[column].chars().count());
            cells.max().unwrap_or(0).max(3)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        for (number, row) in self.rows.iter().enumerate() {
            for (column, cell) in row.iter().enumerate() {
                let width = widths[column];
                if column < self.words {
                    write!(out, "| {cell:<width$} ")?;
                } else {
                    write!(out, "| {cell:>width$} ")?;
                }
            }
            writeln!(out, "|")?;
            if number == 0 {
                for (column, width) in widths.iter().enumerate() {
                    let end = if column < self.words { '-' } else { ':' };
                    write!(out, "|{}{end}", "-".repeat(width + 1))?;
                }
                writeln!(out, "|")?;
            }
        }
        for remark in &self.remarks {
            write!(out, "\n{remark}\n")?;
        }
        Ok(())
    }
}

/// A whole number with commas between thousands.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A figure with about three digits that matter.
pub fn figure(value: f64) -> String {
    match value.abs() {
        size if size < 10.0 => format!("{value:.2}"),
        size if size < 100.0 => format!("{value:.1}"),
        _ => {
            let whole = count(value.abs().round() as u64);
            if value < 0.0 { format!("-{whole}") } else { whole }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Table, count, figure};

    #[test]
    fn tables_are_markdown_with_columns_that_line_up() {
        let mut table = Table::new("Walks", 1, &["search", "steps"]);
        table.row(["climb", "1,234"]);
        table.row(["none", "7"]);
        table.remark("Counted by hand.");
        let lines = [
            "## Walks",
            "",
            "| search | steps |",
            "|--------|------:|",
            "| climb  | 1,234 |",
            "| none   |     7 |",
            "",
            "Counted by hand.",
        ];
        assert_eq!(table.to_string().lines().collect::<Vec<_>>(), lines);
        assert_eq!(table.json()["rows"][1][1], "7");
    }

    #[test]
    fn numbers_are_written_as_people_read_them() {
        assert_eq!([7, 1_000, 1_234_567].map(count), ["7", "1,000", "1,234,567"]);
        assert_eq!([1.234, -12.34, 1234.5].map(figure), ["1.23", "-12.3", "1,235"]);
    }
}
