//! Status display of a hunt: a live table on a terminal, a line per event elsewhere, or JSON lines.

use super::{dashboard::Dashboard, finding::Finding, row::Row, shared_warnings::SharedWarnings};
use crate::{
    terminal::{diagnostic, print, print_json},
    web::number_format::count,
};
use disprove::__private::printable;
use serde_json::{Value, json};
use std::{
    collections::HashSet,
    fmt::Write as _,
    io::{self, IsTerminal, Write},
    time::{Duration, Instant},
};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    Table,
    Lines,
    Json,
}

impl Format {
    fn chosen(json: bool, is_terminal: bool) -> Format {
        match () {
            () if json => Format::Json,
            () if is_terminal => Format::Table,
            () => Format::Lines,
        }
    }
}

/// Prints the status. A closed output does not end the hunt.
pub(super) struct StatusDisplay {
    format: Format,
    /// Lines of the table now on the screen.
    shown: usize,
    last: Instant,
    warned: HashSet<String>,
    shared: SharedWarnings,
    /// Shows the same to browsers.
    dashboard: Option<Dashboard>,
}

/// Refresh interval of the table: fast enough to look live.
const TABLE_EVERY: Duration = Duration::from_millis(250);
/// Interval of progress events in JSON, which are usually stored.
const JSON_EVERY: Duration = Duration::from_secs(5);

/// Width limit of a property name, so that a row fits on a wide terminal.
const MAX_NAME: usize = 60;
/// Row limit, so that the table fits on a terminal; a last line counts the rest.
const MAX_ROWS: usize = 20;

impl StatusDisplay {
    pub(super) fn new(json: bool, dashboard: Option<Dashboard>) -> StatusDisplay {
        StatusDisplay {
            format: Format::chosen(json, io::stderr().is_terminal()),
            shown: 0,
            last: Instant::now(),
            warned: HashSet::new(),
            shared: SharedWarnings::default(),
            dashboard,
        }
    }

    pub(super) fn dashboard(&mut self) -> Option<&mut Dashboard> {
        self.dashboard.as_mut()
    }

    /// Prints an event.
    pub(super) fn event(&mut self, line: &str, json: Value) {
        self.clear();
        if let Some(dashboard) = &mut self.dashboard {
            dashboard.message(line);
        }
        if self.format == Format::Json {
            print_json(&json);
        } else {
            diagnostic(line);
        }
    }

    /// Prints an event that only logs contain.
    pub(super) fn event_json(&mut self, json: Value) {
        if self.format == Format::Json {
            print_json(&json);
        }
    }

    /// Prints a warning, once.
    pub(super) fn warn(&mut self, property: &str, warning: &str) {
        if self.warned.insert(format!("{property}: {warning}")) {
            let json = json!({ "event": "warning", "property": property, "message": warning });
            self.event(&format!("{property}: {warning}"), json);
        }
    }

    /// Prints a warning that concerns all properties, such as one about the database, when it occurs for the first time.
    pub(super) fn warn_shared(&mut self, property: &str, warning: &str) {
        if self.shared.is_new(warning) {
            self.warn(property, warning);
        }
    }

    /// Prints the workflow command for a failure, in a job of GitHub Actions: once for each property and place.
    pub(super) fn annotate(&mut self, command: &str) {
        let place = command.split("::").nth(1).unwrap_or_default();
        if self.warned.insert(place.to_owned()) {
            diagnostic(command);
        }
    }

    pub(super) fn found(&mut self, finding: &Finding) {
        if let Some(dashboard) = &mut self.dashboard {
            dashboard.found(finding);
        }
        self.event(&finding.line(), finding.json());
        if self.format == Format::Json {
            return;
        }
        if !finding.report.is_empty() {
            print(&format!("\n{}\n", finding.report));
        } else if !finding.is_reduced {
            print(&format!("\n{}", finding.details()));
        }
    }

    /// Whether the table or the progress events are due.
    pub(super) fn is_due(&self) -> bool {
        match self.format {
            Format::Table => self.last.elapsed() >= TABLE_EVERY,
            Format::Json => self.last.elapsed() >= JSON_EVERY,
            Format::Lines => false,
        }
    }

    pub(super) fn show(&mut self, rows: &[Row], head: &str) {
        self.last = Instant::now();
        match self.format {
            Format::Table => {
                self.clear();
                let text = table(rows, head, MAX_ROWS, MAX_NAME);
                self.shown = text.lines().count();
                let _ = io::stderr().write_all(text.as_bytes());
            }
            Format::Json => {
                for row in rows {
                    print_json(&row.json("progress"));
                }
            }
            Format::Lines => {}
        }
    }

    /// Prints the final table and summary.
    pub(super) fn end(&mut self, rows: &[Row], line: &str, json: Value) {
        self.clear();
        if self.format == Format::Json {
            for row in rows {
                print_json(&row.json("property"));
            }
        } else {
            let _ = io::stderr().write_all(final_table(rows, self.format).as_bytes());
        }
        for (warning, times) in self.shared.repeated() {
            let json = json!({ "event": "warning", "message": warning, "times": times });
            self.event(&format!("{times} times: {warning}"), json);
        }
        self.event(line, json);
    }

    /// Prints commands to run next, except in JSON.
    pub(super) fn advise(&mut self, steps: &str) {
        if self.format != Format::Json && !steps.is_empty() {
            diagnostic(&format!("\nnext steps\n{steps}"));
        }
    }

    fn clear(&mut self) {
        if std::mem::take(&mut self.shown) > 0 {
            // The saved cursor position is the start of the table.
            let _ = io::stderr().write_all(b"\x1b[u\x1b[J");
        }
    }
}

/// The table at the end of a hunt: all rows, and in logs also complete names. Only the table that is drawn again and
/// again must fit on a screen.
fn final_table(rows: &[Row], format: Format) -> String {
    let longest = if format == Format::Table { MAX_NAME } else { usize::MAX };
    table(rows, "", usize::MAX, longest)
}

/// The table, with limits of its rows and of the width of names. With a head, the escape code that saves the cursor
/// position comes first.
fn table(rows: &[Row], head: &str, most: usize, longest: usize) -> String {
    let mut text = String::new();
    if !head.is_empty() {
        // Scroll first: saved positions do not move with the text.
        let lines = rows.len().min(most) + 3;
        let _ = writeln!(text, "{}\x1b[{lines}A\x1b[s{head}", "\n".repeat(lines));
    }
    let width = rows.iter().map(|row| row.property.chars().count()).max().unwrap_or(0);
    let width = width.clamp(8, longest);
    let _ = writeln!(
        text,
        "{:width$}     exec/s  rejected   corpus  new/min    search  state",
        "property"
    );
    for row in rows.iter().take(most) {
        let mut name = printable(&row.property);
        let length = name.chars().count();
        if length > width {
            name = name.chars().skip(length - width + 1).collect();
            name.insert(0, '…');
        }
        let search = if row.search.is_empty() { "-" } else { &row.search };
        let _ = writeln!(
            text,
            "{name:width$}  {:>9}  {:>6.0} %  {:>7}  {:>7}  {:>8}  {}",
            count(row.per_second),
            row.rejected,
            count(row.corpus as f64),
            count(row.new_per_minute),
            search,
            printable(&row.state)
        );
    }
    if rows.len() > most {
        let _ = writeln!(text, "and {} more", rows.len() - most);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{
        Duration, Format, Instant, JSON_EVERY, MAX_NAME, MAX_ROWS, Row, StatusDisplay, final_table,
        table,
    };

    #[test]
    fn long_names_lose_their_beginning_and_columns_stay_aligned() {
        let row = |property: &str| Row {
            property: property.to_owned(),
            per_second: 1234.4,
            search: "random".to_owned(),
            state: "hunting".to_owned(),
            ..Row::default()
        };
        let text = table(
            &[row("my_crate::short"), row(&format!("{}::end", "x".repeat(90)))],
            "",
            20,
            MAX_NAME,
        );
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("property"));
        let column = |line: &str| line.chars().position(|c| c == '1');
        assert_eq!(column(lines[1]), column(lines[2]));
        assert!(lines[2].starts_with("…xxx") && lines[2].contains("::end "));
    }

    #[test]
    fn progress_in_json_is_printed_every_five_seconds() {
        assert_eq!(JSON_EVERY.as_secs(), 5);
        let mut display = StatusDisplay::new(true, None);
        for (seconds, is_due) in [(0, false), (5, true)] {
            let last = Instant::now().checked_sub(Duration::from_secs(seconds));
            display.last = last.expect("a time");
            assert_eq!(display.is_due(), is_due, "{seconds} s");
        }
        crate::book::assert_said("reference/hunt-events.schema.json", "every five seconds");
    }

    #[test]
    fn each_figure_is_below_its_title() {
        let row = Row {
            property: "p::holds".to_owned(),
            per_second: 60_992.4,
            rejected: 25.0,
            corpus: 1_006,
            new_per_minute: 5.0,
            search: "mutate".to_owned(),
            state: "hunting".to_owned(),
            ..Row::default()
        };
        let text = table(&[row], "", MAX_ROWS, MAX_NAME).replace(" %", "");
        let lines: Vec<Vec<&str>> =
            text.lines().map(|line| line.split_whitespace().collect()).collect();
        let titles = ["property", "exec/s", "rejected", "corpus", "new/min", "search", "state"];
        let figures = ["p::holds", "60,992", "25", "1,006", "5", "mutate", "hunting"];
        assert_eq!(lines, [titles, figures]);
    }

    #[test]
    fn only_a_terminal_shows_a_live_table() {
        assert_eq!(Format::chosen(false, true), Format::Table);
        assert_eq!(Format::chosen(false, false), Format::Lines);
        assert_eq!([true, false].map(|it| Format::chosen(true, it)), [Format::Json; 2]);
        // The head saves the position, to which the next table returns.
        assert!(table(&[Row::default()], "head", MAX_ROWS, MAX_NAME).contains("\x1b[shead\n"));
    }

    #[test]
    fn rows_beyond_the_limit_are_counted() {
        let text = table(&vec![Row::default(); 25], "", MAX_ROWS, MAX_NAME);
        assert!(text.ends_with("and 5 more\n"), "{text}");
    }

    #[test]
    fn the_final_table_in_a_log_is_complete() {
        let name = |number| format!("{}::{number}", "x".repeat(2 * MAX_NAME));
        let row = |number| Row { property: name(number), ..Row::default() };
        let rows: Vec<Row> = (0..2 * MAX_ROWS).map(row).collect();
        let text = final_table(&rows, Format::Lines);
        for row in &rows {
            assert!(text.contains(&format!("\n{} ", row.property)), "{text}");
        }
        let screen = final_table(&rows, Format::Table);
        assert_eq!(screen.lines().count(), text.lines().count());
    }
}
