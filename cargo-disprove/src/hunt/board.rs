//! What a hunt shows while it goes on: a table that changes on a terminal, a line for each event elsewhere, or lines
//! of JSON.

use super::finding::Finding;
use crate::terminal::{remark, say};
use serde_json::{Value, json};
use std::{
    collections::HashSet,
    fmt::Write as _,
    io::{self, IsTerminal, Write},
    time::{Duration, Instant},
};

/// A row of the table.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    pub(super) property: String,
    pub(super) executions: u64,
    pub(super) per_second: f64,
    /// Of a hundred inputs.
    pub(super) rejected: f64,
    pub(super) corpus: u64,
    pub(super) news_per_minute: f64,
    pub(super) search: String,
    pub(super) state: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Table,
    Lines,
    Json,
}

/// Shows what happens. That nobody is there to see it is no reason to stop.
pub(super) struct Board {
    form: Form,
    /// The lines of the table that stand there.
    shown: usize,
    last: Instant,
    warned: HashSet<String>,
}

const TABLE_EVERY: Duration = Duration::from_millis(250);
const JSON_EVERY: Duration = Duration::from_secs(5);

/// The longest name that is shown whole, and the most rows: the rest is summed up.
const NAME: usize = 60;
const ROWS: usize = 20;

impl Board {
    pub(super) fn new(json: bool) -> Board {
        let form = match () {
            () if json => Form::Json,
            () if io::stderr().is_terminal() => Form::Table,
            () => Form::Lines,
        };
        Board { form, shown: 0, last: Instant::now(), warned: HashSet::new() }
    }

    /// Something that is worth a line.
    pub(super) fn event(&mut self, line: &str, json: Value) {
        self.clear();
        if self.form == Form::Json {
            say(&json.to_string());
        } else {
            remark(line);
        }
    }

    /// The same, once.
    pub(super) fn warn(&mut self, property: &str, warning: &str) {
        if self.warned.insert(format!("{property}: {warning}")) {
            let json = json!({ "event": "warning", "property": property, "message": warning });
            self.event(&format!("{property}: {warning}"), json);
        }
    }

    pub(super) fn found(&mut self, finding: &Finding) {
        self.event(&finding.line(), finding.json());
        if self.form != Form::Json && !finding.report.is_empty() {
            say(&format!("\n{}\n", finding.report));
        }
    }

    /// Whether it is time for the table.
    pub(super) fn is_due(&self) -> bool {
        match self.form {
            Form::Table => self.last.elapsed() >= TABLE_EVERY,
            Form::Json => self.last.elapsed() >= JSON_EVERY,
            Form::Lines => false,
        }
    }

    pub(super) fn show(&mut self, rows: &[Row], head: &str) {
        self.last = Instant::now();
        match self.form {
            Form::Table => {
                self.clear();
                let text = table(rows, head);
                self.shown = text.lines().count();
                let _ = io::stderr().write_all(text.as_bytes());
            }
            Form::Json => {
                for row in rows {
                    say(&row.json("progress").to_string());
                }
            }
            Form::Lines => {}
        }
    }

    /// What it all came to.
    pub(super) fn end(&mut self, rows: &[Row], line: &str, json: Value) {
        self.clear();
        if self.form == Form::Json {
            for row in rows {
                say(&row.json("property").to_string());
            }
        } else {
            let _ = io::stderr().write_all(table(rows, "").as_bytes());
        }
        self.event(line, json);
    }

    /// What people may want to do next; programs know.
    pub(super) fn advise(&mut self, steps: &str) {
        if self.form != Form::Json && !steps.is_empty() {
            remark(&format!("\nto go on\n{steps}"));
        }
    }

    fn clear(&mut self) {
        if std::mem::take(&mut self.shown) > 0 {
            // The cursor was left where the table began.
            let _ = io::stderr().write_all(b"\x1b[u\x1b[J");
        }
    }
}

impl Row {
    fn json(&self, event: &str) -> Value {
        json!({
            "event": event,
            "property": self.property,
            "executions": self.executions,
            "per_second": self.per_second.round(),
            "rejected_percent": self.rejected.round(),
            "corpus": self.corpus,
            "news_per_minute": self.news_per_minute.round(),
            "search": self.search,
            "state": self.state,
        })
    }
}

/// The table, with the cursor's place before it.
fn table(rows: &[Row], head: &str) -> String {
    let mut text = String::new();
    if !head.is_empty() {
        // Room below first: saved places do not scroll.
        let lines = rows.len().min(ROWS) + 3;
        let _ = writeln!(text, "{}\x1b[{lines}A\x1b[s{head}", "\n".repeat(lines));
    }
    let width = rows.iter().map(|row| row.property.chars().count()).max().unwrap_or(0);
    let width = width.clamp(8, NAME);
    let _ = writeln!(
        text,
        "{:width$}    cases/s  rejected   corpus  new/min    search  state",
        "property"
    );
    for row in rows.iter().take(ROWS) {
        let length = row.property.chars().count();
        let mut name = row.property.clone();
        if length > width {
            name = row.property.chars().skip(length - width + 1).collect();
            name.insert(0, '…');
        }
        let search = if row.search.is_empty() { "-" } else { &row.search };
        let _ = writeln!(
            text,
            "{name:width$}  {:>9.0}  {:>6.0} %  {:>7}  {:>7.0}  {:>8}  {}",
            row.per_second, row.rejected, row.corpus, row.news_per_minute, search, row.state
        );
    }
    if rows.len() > ROWS {
        let _ = writeln!(text, "and {} more", rows.len() - ROWS);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Row, table};

    #[test]
    fn long_names_are_cut_at_their_beginning_and_rows_are_aligned() {
        let row = |property: &str| Row {
            property: property.to_owned(),
            per_second: 1234.4,
            search: "random".to_owned(),
            state: "hunting".to_owned(),
            ..Row::default()
        };
        let text = table(&[row("my_crate::short"), row(&format!("{}::end", "x".repeat(90)))], "");
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("property"));
        let column = |line: &str| line.chars().position(|c| c == '1');
        assert_eq!(column(lines[1]), column(lines[2]));
        assert!(lines[2].starts_with("…xxx") && lines[2].contains("::end "));
    }

    #[test]
    fn many_properties_are_summed_up() {
        let text = table(&vec![Row::default(); 25], "");
        assert!(text.ends_with("and 5 more\n"), "{text}");
    }
}
