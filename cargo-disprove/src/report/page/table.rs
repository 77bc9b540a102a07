//! Tables, which the script can sort and filter.

use crate::{
    report::{mutants_section::list, test_names::short},
    web::{html::Html, number_format::NumberFormat},
};
use serde_json::Value;

/// A column of figures: its title, the key of a figure or of a pair, and the format.
pub(super) type Column<'a> = (&'static str, &'a [&'static str], NumberFormat);

/// A table under construction.
pub(super) struct Table<'a> {
    report: &'a Value,
    columns: Vec<(&'static str, bool)>,
    rows: Html,
    filter: bool,
}

/// The cells of a row under construction.
pub(super) struct Row<'a> {
    report: &'a Value,
    html: Html,
    first: bool,
}

impl<'a> Table<'a> {
    /// With these columns: their titles, and whether they hold numbers.
    pub(super) fn new(report: &'a Value, columns: &[(&'static str, bool)]) -> Table<'a> {
        Table { report, columns: columns.to_vec(), rows: Html::default(), filter: false }
    }

    /// From a list in the report, with a row for each object: `begin` fills the cells below `titles`, and figures follow.
    pub(super) fn of(
        report: &'a Value,
        at: &str,
        titles: &[&'static str],
        begin: impl Fn(&mut Row<'_>, &Value),
        figures: &[Column<'_>],
    ) -> Table<'a> {
        let mut columns: Vec<_> = titles.iter().map(|title| (*title, false)).collect();
        columns.extend(figures.iter().map(|(title, ..)| (*title, true)));
        let mut table = Table::new(report, &columns);
        for (number, object) in list(report.pointer(at).unwrap_or(&Value::Null)).iter().enumerate()
        {
            table.row(|row| {
                begin(row, object);
                for (_, keys, format) in figures {
                    let at = |key: &str| format!("{at}/{number}/{key}");
                    match *keys {
                        [one, other] => row.pair(&at(one), &at(other), *format),
                        _ => row.figure(&at(keys[0]), *format),
                    }
                }
            });
        }
        table
    }

    /// Adds a search field.
    pub(super) fn filtered(mut self) -> Self {
        self.filter = true;
        self
    }

    pub(super) fn row(&mut self, fill: impl FnOnce(&mut Row<'_>)) {
        let mut row = Row { report: self.report, html: Html::default(), first: true };
        fill(&mut row);
        self.rows.within("tr", &[], |html| html.add(row.html));
    }

    pub(super) fn end(self, html: &mut Html, caption: &str) {
        let filter = if self.filter { "yes" } else { "no" };
        html.within("div", &[("class", "scroll"), ("tabindex", "0")], |html| {
            html.within("table", &[("data-filter", filter)], |html| {
                html.element("caption", &[], caption);
                html.fixed("<thead><tr>");
                for (title, is_number) in self.columns {
                    let class = if is_number { "number" } else { "words" };
                    html.element("th", &[("scope", "col"), ("class", class)], title);
                }
                html.fixed("</tr></thead><tbody>");
                html.add(self.rows);
                html.fixed("</tbody>");
            });
        });
    }
}

impl Row<'_> {
    /// Adds a cell with its sort key and content.
    pub(super) fn cell(&mut self, class: &'static str, sort: &str, inside: impl FnOnce(&mut Html)) {
        if std::mem::take(&mut self.first) {
            self.html.within(
                "th",
                &[("scope", "row"), ("class", class), ("data-sort", sort)],
                inside,
            );
        } else {
            self.html.within("td", &[("class", class), ("data-sort", sort)], inside);
        }
    }

    pub(super) fn words(&mut self, text: &str) {
        self.cell("words", text, |html| html.text(text));
    }

    /// Adds a cell with the function of a test.
    pub(super) fn name(&mut self, name: &str) {
        self.cell("words name", name, |html| {
            html.within("span", &[("title", name)], |html| html.name(short(name)));
        });
    }

    /// Adds a cell with a figure of the report.
    pub(super) fn figure(&mut self, at: &str, format: NumberFormat) {
        let report = self.report;
        let value = report.pointer(at).filter(|value| !value.is_null());
        // Unknown values sort last.
        let sort = value.map_or_else(|| "-1".to_owned(), Value::to_string);
        let class = if format == NumberFormat::Bar { "number bar" } else { "number" };
        self.cell(class, &sort, |html| {
            if let (NumberFormat::Bar, Some(share)) = (format, value.and_then(Value::as_f64)) {
                meter(html, share);
            }
            html.figure(report, at, format);
        });
    }

    /// Adds a cell with a pair of figures: a count of a total, or an interval.
    pub(super) fn pair(&mut self, one: &str, other: &str, format: NumberFormat) {
        let report = self.report;
        let Some(first) = report.pointer(one).filter(|value| !value.is_null()) else {
            return self.figure(one, format);
        };
        self.cell("number", &first.to_string(), |html| {
            html.figure(report, one, format);
            html.fixed(if format == NumberFormat::Count { " of " } else { " – " });
            html.figure(report, other, format);
        });
    }
}

fn meter(html: &mut Html, share: f64) {
    let width = format!("{:.1}", share.clamp(0.0, 1.0) * 60.0);
    html.fixed("<svg class=\"meter\" viewBox=\"0 0 60 8\" aria-hidden=\"true\"><rect class=\"rest\" width=\"60\" height=\"8\"/>");
    html.within("rect", &[("class", "part"), ("width", &width), ("height", "8")], |_| ());
    html.fixed("</svg>");
}
