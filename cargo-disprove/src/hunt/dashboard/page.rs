//! The page of the dashboard. Its parts are replaced as they change; everything that can have the focus stays.

use super::{
    hunt_parts::{self, failure, fleet, machines, messages, workers},
    part::{Part, Parts},
    property_parts,
    snapshot::Snapshot,
};
use crate::web::{SCRIPT, STYLE, html::Html};

/// The script that applies changes.
const LIVE: &str = include_str!("live.js");

/// The failures that the page shows, so that its size is bounded.
const MAX_FAILURES: usize = 200;

/// The parts that may differ between two snapshots.
pub(super) fn changed_parts(old: &Snapshot, new: &Snapshot) -> Vec<Part> {
    let mut all = vec![
        Part::new("title", |html| hunt_parts::title(html, new)),
        Part::new("facts", |html| hunt_parts::facts(html, new)),
        Part::new("tiles", |html| hunt_parts::tiles(html, new)),
        Part::new("failure-count", |html| hunt_parts::failure_count(html, new)),
        Part::new("workers-body", |html| workers(html, new)),
        Part::new("fleet", |html| fleet(html, new)),
        Part::new("machines-body", |html| machines(html, new)),
        Part::new("messages-list", |html| messages(html, new)),
    ];
    for (number, finding) in new.findings.iter().enumerate().skip(old.findings.len()) {
        if number < MAX_FAILURES {
            let mut part =
                Part::new(format!("failure-{number}"), |html| failure(html, number, finding));
            part.into = Some("failure-list");
            all.push(part);
        }
    }
    for (number, property) in new.properties.iter().enumerate() {
        let old = old.properties.get(number);
        if old.is_none_or(|old| !old.looks_like(property)) {
            property_parts::parts(&mut all, number, property, old);
        }
    }
    all
}

/// The whole page.
pub(super) fn page(snapshot: &Snapshot, parts: &Parts, nonce: &str) -> String {
    let mut html = Html::default();
    let place = |html: &mut Html, id: &str| {
        if let Some(part) = parts.get(id) {
            html.add(part.html.clone());
        }
    };
    html.fixed("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">");
    html.fixed("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
    html.fixed(
        "<meta name=\"color-scheme\" content=\"light dark\"><link rel=\"icon\" href=\"data:,\">",
    );
    html.fixed("<title id=\"title\">");
    place(&mut html, "title");
    html.fixed("</title><style>");
    html.fixed(STYLE);
    html.fixed("</style></head><body><a class=\"skip\" href=\"#main\">Skip to the content</a>");
    html.fixed("<header class=\"top\"><p class=\"kicker\">Live hunt</p>");
    html.element("h1", &[], &snapshot.name);
    html.fixed("<p class=\"facts\" id=\"facts\">");
    place(&mut html, "facts");
    html.fixed("</p><p class=\"connection\" id=\"connection\" role=\"status\">Without scripts, this page shows the state when it was loaded.</p></header>");
    html.fixed("<nav aria-label=\"Sections\"><ul>");
    for (id, title) in sections(snapshot) {
        html.fixed("<li>");
        html.element("a", &[("href", &format!("#{id}"))], title);
        html.fixed("</li>");
    }
    html.fixed("</ul></nav><main id=\"main\" tabindex=\"-1\">");
    for (id, title) in sections(snapshot) {
        html.within("section", &[("id", id)], |html| {
            html.element("h2", &[], title);
            section(html, id, snapshot, &place);
        });
    }
    html.fixed("</main><footer><p>Made by <code>cargo disprove hunt --serve</code>. <code>cargo disprove report</code> draws the same curves from the events of <code>--json</code>.</p></footer>");
    for script in [SCRIPT, LIVE] {
        html.open("script", &[("nonce", nonce)]);
        html.fixed(script);
        html.close("script");
    }
    html.fixed("</body></html>\n");
    html.into_string()
}

/// The ids and titles of the sections.
fn sections(snapshot: &Snapshot) -> Vec<(&'static str, &'static str)> {
    let mut all = vec![
        ("overview", "Overview"),
        ("failures", "Failures"),
        ("properties", "Properties"),
        ("workers", "Workers"),
    ];
    if snapshot.fleet.is_some() {
        all.push(("machines", "Machines"));
    }
    all.push(("messages", "Messages"));
    all
}

fn section(html: &mut Html, id: &str, snapshot: &Snapshot, place: &dyn Fn(&mut Html, &str)) {
    let container = |html: &mut Html, tag: &'static str, id: &str, class: &str| {
        html.within(tag, &[("id", id), ("class", class)], |html| place(html, id));
    };
    match id {
        "overview" => container(html, "div", "tiles", "tiles"),
        "failures" => {
            html.fixed("<p id=\"failure-count\" class=\"lead\" role=\"status\">");
            place(html, "failure-count");
            html.fixed("</p><div id=\"failure-list\">");
            for number in (0..snapshot.findings.len().min(MAX_FAILURES)).rev() {
                place(html, &format!("failure-{number}"));
            }
            html.fixed("</div>");
        }
        "properties" => {
            property_parts::table(html, snapshot, place);
            html.fixed("<h3>Details</h3>");
            for (number, view) in snapshot.properties.iter().enumerate() {
                property_parts::detail(html, number, view, snapshot.properties.len(), place);
            }
        }
        "workers" => {
            hunt_parts::table(
                html,
                "Worker processes",
                &hunt_parts::WORKER_COLUMNS,
                "workers-body",
                place,
            );
        }
        "machines" => {
            container(html, "p", "fleet", "lead");
            let caption = "Machines that share this hunt";
            hunt_parts::table(html, caption, &hunt_parts::MACHINE_COLUMNS, "machines-body", place);
        }
        _ => container(html, "ol", "messages-list", "messages"),
    }
}
