//! The parts of the page that are about the whole hunt.

use super::snapshot::Snapshot;
use crate::{
    hunt::Finding,
    plural::plural,
    web::{curves::duration, html::Html, number_format::count},
};

/// The columns of the table of workers, and whether they hold numbers.
pub(super) const WORKER_COLUMNS: [(&str, bool); 5] =
    [("Property", false), ("Task", false), ("Time", true), ("Cases", true), ("Memory", true)];

/// The same of the table of machines.
pub(super) const MACHINE_COLUMNS: [(&str, bool); 4] =
    [("Machine", false), ("Process", true), ("Commit", false), ("Last seen", true)];

/// Length limits of the message and of the report of a failure in characters, so that the page stays usable.
const MAX_MESSAGE: usize = 2_000;
const MAX_REPORT: usize = 50_000;

pub(super) fn title(html: &mut Html, snapshot: &Snapshot) {
    let count = match snapshot.findings.len() {
        0 => String::new(),
        failures => format!("({failures}) "),
    };
    html.text(&format!("{count}{}: hunt", snapshot.name));
}

pub(super) fn facts(html: &mut Html, snapshot: &Snapshot) {
    let elapsed = duration(snapshot.seconds);
    let time = match snapshot.limit {
        Some(limit) => format!("{elapsed} of {}", duration(limit)),
        None => elapsed,
    };
    let state = if snapshot.is_over { "ended after" } else { "running for" };
    html.element("span", &[], &format!("{state} {time}"));
    html.element("span", &[], &plural(snapshot.properties.len(), "property", "properties"));
    html.element("span", &[], &plural(snapshot.jobs, "process", "processes"));
    html.element("span", &[], &format!("seed {}", snapshot.seed));
}

pub(super) fn tiles(html: &mut Html, snapshot: &Snapshot) {
    let rows = || snapshot.properties.iter().map(|property| &property.row);
    let executions: u64 = rows().map(|row| row.executions).sum();
    let corpus: u64 = rows().map(|row| row.corpus).sum();
    let speed = if snapshot.seconds > 0.0 { executions as f64 / snapshot.seconds } else { 0.0 };
    let failures = snapshot.findings.len();
    let class = if failures > 0 { "tile bad" } else { "tile" };
    for (class, figure, what) in [
        (class, failures as f64, if failures == 1 { "failure" } else { "failures" }),
        ("tile", executions as f64, "executions, rejected inputs included"),
        ("tile", speed, "executions per second"),
        ("tile", corpus as f64, "inputs added to the corpus"),
    ] {
        html.within("div", &[("class", class)], |html| {
            html.element("p", &[("class", "big")], &count(figure));
            html.element("p", &[("class", "what")], what);
        });
    }
}

/// The only text that screen readers announce: it changes with each failure.
pub(super) fn failure_count(html: &mut Html, snapshot: &Snapshot) {
    match snapshot.findings.last() {
        None => html.text("No failure yet."),
        Some(last) => {
            html.text(&plural(snapshot.findings.len(), "failure", "failures"));
            html.text(", the last one in ");
            html.element("code", &[], &last.1.property);
            html.text(".");
        }
    }
}

/// A failure with its report.
pub(super) fn failure(html: &mut Html, number: usize, (seconds, finding): &(f64, Finding)) {
    let id = format!("failure-{number}");
    html.within("article", &[("class", "failure"), ("id", &id)], |html| {
        html.within("h3", &[], |html| html.element("code", &[], &finding.property));
        html.fixed("<p class=\"message\">");
        html.text(&cut(&finding.message, MAX_MESSAGE));
        if !finding.location.is_empty() {
            html.fixed(" ");
            html.element("span", &[("class", "place")], &finding.location);
        }
        html.fixed("</p>");
        let by = match &*finding.found_by {
            "" => String::new(),
            by => format!(" by {by}"),
        };
        let reduced = if finding.is_reduced { "" } else { " · not reduced" };
        let saved = if finding.saved { " · saved" } else { "" };
        let found = format!(
            "{} · found after {}{by}{reduced}{saved}",
            finding.kind.name(),
            duration(*seconds)
        );
        html.element("p", &[("class", "small")], &found);
        let report =
            if finding.report.is_empty() { finding.details() } else { finding.report.clone() };
        html.fixed("<details open><summary>Report</summary>");
        html.element("pre", &[], &cut(&report, MAX_REPORT));
        html.fixed("</details>");
        if !finding.token.is_empty() {
            html.fixed("<h4>Replay</h4>");
            html.element("pre", &[("class", "command")], &cut(&finding.replay, MAX_REPORT));
        }
    });
}

fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => {
            format!("{} … and {} more characters", &text[..end], text[end..].chars().count())
        }
        None => text.to_owned(),
    }
}

/// A table whose body is a part.
pub(super) fn table(
    html: &mut Html,
    caption: &'static str,
    columns: &[(&'static str, bool)],
    body: &str,
    place: &dyn Fn(&mut Html, &str),
) {
    html.within("div", &[("class", "scroll"), ("tabindex", "0")], |html| {
        html.within("table", &[("data-plain", "yes")], |html| {
            html.element("caption", &[], caption);
            html.fixed("<thead><tr>");
            for (title, is_number) in columns {
                let class = if *is_number { "number" } else { "words" };
                html.element("th", &[("scope", "col"), ("class", class)], title);
            }
            html.fixed("</tr></thead>");
            html.within("tbody", &[("id", body)], |html| place(html, body));
        });
    });
}

pub(super) fn workers(html: &mut Html, snapshot: &Snapshot) {
    if snapshot.workers.is_empty() {
        let text = if snapshot.is_over { "The hunt is over." } else { "No process runs now." };
        html.within("tr", &[], |html| html.element("td", &[("colspan", "5")], text));
    }
    for worker in &snapshot.workers {
        html.within("tr", &[], |html| {
            html.within("th", &[("scope", "row"), ("class", "name")], |html| {
                html.name(&worker.property);
            });
            html.element("td", &[], worker.task);
            html.element("td", &[("class", "number")], &duration(worker.seconds));
            html.element("td", &[("class", "number")], &count(worker.executions as f64));
            let memory = worker.memory.map(|bytes| format!("{} MiB", count((bytes >> 20) as f64)));
            html.element("td", &[("class", "number")], memory.as_deref().unwrap_or("–"));
        });
    }
}

pub(super) fn fleet(html: &mut Html, snapshot: &Snapshot) {
    let Some(fleet) = &snapshot.fleet else { return };
    html.text(match (fleet.is_connected, snapshot.is_over) {
        (_, true) => "Shared with ",
        (true, _) => "Connected to ",
        (false, _) => "No connection to ",
    });
    html.element("code", &[], &fleet.url);
    html.text(&format!(
        ". {} together. {} of other machines to try here; others reduce {}.",
        plural(fleet.hubs.max(1), "machine hunts", "machines hunt"),
        plural(fleet.waiting, "failure", "failures"),
        plural(fleet.elsewhere, "failure", "failures"),
    ));
}

pub(super) fn machines(html: &mut Html, snapshot: &Snapshot) {
    let machines = snapshot.fleet.as_ref().map_or(&[][..], |fleet| &fleet.machines);
    if machines.is_empty() {
        let text = "The server has not named any yet.";
        html.within("tr", &[], |html| html.element("td", &[("colspan", "4")], text));
    }
    for (name, age) in machines {
        // Host, process, a random part and commit. A server may send anything.
        let fields: Vec<&str> = name.splitn(4, ':').collect();
        let field = |at: usize| fields.get(at).copied().unwrap_or("–");
        html.within("tr", &[], |html| {
            html.element("th", &[("scope", "row"), ("class", "name")], field(0));
            html.element("td", &[("class", "number")], field(1));
            html.within("td", &[], |html| html.element("code", &[], field(3)));
            let seen = format!("{} ago", duration(*age as f64));
            html.element("td", &[("class", "number")], &seen);
        });
    }
}

pub(super) fn messages(html: &mut Html, snapshot: &Snapshot) {
    for message in snapshot.messages.iter().rev() {
        html.fixed("<li>");
        html.element("span", &[("class", "when")], &duration(message.0));
        html.fixed(" ");
        html.text(&cut(&message.1, MAX_MESSAGE));
        html.fixed("</li>");
    }
}
