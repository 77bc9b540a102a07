//! Tables, which the script can sort and filter, and which are whole without it.

use super::{form::Form, html::Html};
use serde_json::Value;

/// A table under construction.
pub(super) struct Table<'a> {
    twin: &'a Value,
    columns: &'a [(&'static str, bool)],
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
    pub(super) fn new(twin: &'a Value, columns: &'a [(&'static str, bool)]) -> Table<'a> {
        Table { twin, columns, rows: Html::default(), filter: false }
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
                    let class = if *is_number { "number" } else { "words" };
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

    /// A figure of the twin.
    pub(super) fn figure(&mut self, at: &str, form: Form) {
        let twin = self.twin;
        let sort = sorted_by(twin.pointer(at));
        self.cell("number", &sort, |html| html.figure(twin, at, form));
    }

    /// Two figures of the twin that belong together, as an interval does.
    pub(super) fn two(&mut self, [one, other]: [&str; 2], between: &'static str, form: Form) {
        let twin = self.twin;
        if twin.pointer(one).is_none_or(Value::is_null) {
            return self.figure(one, form);
        }
        let sort = sorted_by(twin.pointer(one));
        self.cell("number", &sort, |html| {
            html.figure(twin, one, form);
            html.fixed(between);
            html.figure(twin, other, form);
        });
    }

    /// From the one to the other.
    pub(super) fn range(&mut self, from: &str, to: &str, form: Form) {
        self.two([from, to], " – ", form);
    }

    /// A share with a bar behind it.
    pub(super) fn bar(&mut self, at: &str) {
        let twin = self.twin;
        let value = twin.pointer(at);
        let sort = sorted_by(value);
        let width = value
            .and_then(Value::as_f64)
            .map(|share| format!("{:.1}", share.clamp(0.0, 1.0) * 60.0));
        self.cell("number bar", &sort, |html| {
            if let Some(width) = width {
                html.fixed("<svg class=\"meter\" viewBox=\"0 0 60 8\" aria-hidden=\"true\"><rect class=\"rest\" width=\"60\" height=\"8\"/>");
                html.within("rect", &[("class", "part"), ("width", &width), ("height", "8")], |_| ());
                html.fixed("</svg>");
            }
            html.figure(twin, at, Form::Percent);
        });
    }
}

/// What is not known comes after all that is.
fn sorted_by(value: Option<&Value>) -> String {
    value.filter(|value| !value.is_null()).map_or_else(|| "-1".to_owned(), Value::to_string)
}
