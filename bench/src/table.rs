//! Plain text tables and number formatting.

use std::fmt::{self, Display, Formatter};

/// Rows of cells under a header; the first column is left-aligned, the others right-aligned.
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with only its header.
    pub fn new(header: &[&str]) -> Table {
        Table { rows: vec![header.iter().map(ToString::to_string).collect()] }
    }

    /// Appends a row.
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }
}

impl Display for Table {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let columns = self.rows[0].len();
        let widest = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(widest).collect();
        for row in &self.rows {
            let cells = row.iter().zip(&widths).enumerate();
            let cells = cells.map(|(number, (cell, width))| match number {
                0 => format!("{cell:<width$}"),
                _ => format!("{cell:>width$}"),
            });
            let line = cells.collect::<Vec<String>>().join("  ");
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// The cell of a missing figure.
pub const NONE: &str = "-";

/// A figure with about three significant digits.
pub fn figure(value: f64) -> String {
    match value {
        v if v < 10.0 => format!("{v:.2}"),
        v if v < 100.0 => format!("{v:.1}"),
        v => format!("{v:.0}"),
    }
}

/// A ratio, such as `1.50 x`.
pub fn times(ratio: f64) -> String {
    format!("{} x", figure(ratio))
}

/// The cell of an optional value.
pub fn cell<T>(value: Option<T>, write: impl FnOnce(T) -> String) -> String {
    value.map_or_else(|| NONE.to_owned(), write)
}

#[cfg(test)]
mod tests {
    use super::{Table, figure};

    #[test]
    fn columns_line_up() {
        let mut table = Table::new(&["engine", "ns"]);
        table.row(vec!["x".to_owned(), "1234".to_owned()]);
        assert_eq!(table.to_string(), "engine    ns\nx       1234\n");
    }

    #[test]
    fn figures_keep_three_digits() {
        assert_eq!([1.234, 12.34, 1234.5].map(figure), ["1.23", "12.3", "1234"]);
    }
}
