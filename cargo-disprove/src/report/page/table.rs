//! Tables, which the script can sort and filter, and which are whole without it.

use super::{form::Form, html::Html};
use crate::report::{killed::list, name::short};
use serde_json::Value;

/// Figures of the objects of a list: a title, the key of a figure or the keys of two that belong together, and what they are.
pub(super) type Column<'a> = (&'static str, &'a [&'static str], Form);

/// A table under construction.
pub(super) struct Table<'a> {
    twin: &'a Value,
    columns: Vec<(&'static str, bool)>,
    rows: Html,
    filter: bool,
}

/// The cells of a row under construction.
pub(super) struct Row<'a> {
    twin: &'a Value,
    html: Html,
    first: bool,
}

impl<'a> Table<'a> {
    /// With these columns: a title, and whether numbers stand there.
    pub(super) fn new(twin: &'a Value, columns: &[(&'static str, bool)]) -> Table<'a> {
        Table { twin, columns: columns.to_vec(), rows: Html::default(), filter: false }
    }

    /// Of a list in the twin, with a row for each object: `begin` fills the cells below `titles`, and figures follow.
    pub(super) fn of(
        twin: &'a Value,
        at: &str,
        titles: &[&'static str],
        begin: impl Fn(&mut Row<'_>, &Value),
        figures: &[Column<'_>],
    ) -> Table<'a> {
        let mut columns: Vec<_> = titles.iter().map(|title| (*title, false)).collect();
        columns.extend(figures.iter().map(|(title, ..)| (*title, true)));
        let mut table = Table::new(twin, &columns);
        for (number, object) in list(twin.pointer(at).unwrap_or(&Value::Null)).iter().enumerate() {
            table.row(|row| {
                begin(row, object);
                for (_, keys, form) in figures {
                    let at = |key: &str| format!("{at}/{number}/{key}");
                    match *keys {
                        [one, other] => row.two(&at(one), &at(other), *form),
                        _ => row.figure(&at(keys[0]), *form),
                    }
                }
            });
        }
        table
    }

    /// With a field to look for rows.
    pub(super) fn filtered(mut self) -> Self {
        self.filter = true;
        self
    }

    pub(super) fn row(&mut self, fill: impl FnOnce(&mut Row<'_>)) {
        let mut row = Row { twin: self.twin, html: Html::default(), first: true };
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
    /// A cell: what it is sorted by, and what stands in it.
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

    /// A test, by its function.
    pub(super) fn name(&mut self, name: &str) {
        self.cell("words name", name, |html| {
            html.within("span", &[("title", name)], |html| html.name(short(name)));
        });
    }

    /// A figure of the twin.
    pub(super) fn figure(&mut self, at: &str, form: Form) {
        let twin = self.twin;
        let value = twin.pointer(at).filter(|value| !value.is_null());
        // What is not known comes after all that is.
        let sort = value.map_or_else(|| "-1".to_owned(), Value::to_string);
        let class = if form == Form::Bar { "number bar" } else { "number" };
        self.cell(class, &sort, |html| {
            if let (Form::Bar, Some(share)) = (form, value.and_then(Value::as_f64)) {
                meter(html, share);
            }
            html.figure(twin, at, form);
        });
    }

    /// Two figures of the twin: so many of so many, or an interval.
    fn two(&mut self, one: &str, other: &str, form: Form) {
        let twin = self.twin;
        let Some(first) = twin.pointer(one).filter(|value| !value.is_null()) else {
            return self.figure(one, form);
        };
        self.cell("number", &first.to_string(), |html| {
            html.figure(twin, one, form);
            html.fixed(if form == Form::Count { " of " } else { " – " });
            html.figure(twin, other, form);
        });
    }
}

fn meter(html: &mut Html, share: f64) {
    let width = format!("{:.1}", share.clamp(0.0, 1.0) * 60.0);
    html.fixed("<svg class=\"meter\" viewBox=\"0 0 60 8\" aria-hidden=\"true\"><rect class=\"rest\" width=\"60\" height=\"8\"/>");
    html.within("rect", &[("class", "part"), ("width", &width), ("height", "8")], |_| ());
    html.fixed("</svg>");
}
