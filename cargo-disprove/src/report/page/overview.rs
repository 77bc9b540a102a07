//! The overview: main figures and advice.

use crate::{
    report::mutants_section::list,
    web::{html::Html, number_format::NumberFormat},
};
use serde_json::Value;
use std::fmt::Write as _;

/// Groups of advice that are open at first.
const FIRST_ADVICE: usize = 6;

pub(super) fn overview(html: &mut Html, report: &Value) {
    let overview = &report["overview"];
    html.open("div", &[("class", "tiles")]);
    if overview["not_observed"] == overview["properties"] {
        unobserved(html, report);
    } else {
        observed(html, report);
    }
    tile(
        html,
        "tile",
        "of mutants killed",
        |html| {
            html.figure(report, "/overview/kill_rate", NumberFormat::Percent);
        },
        |html| {
            if overview["mutants"].is_null() {
                html.fixed("run <code>cargo disprove mutants</code>");
            } else {
                html.figure(report, "/overview/killed", NumberFormat::Count);
                html.fixed(" of ");
                html.figure(report, "/overview/mutants", NumberFormat::Count);
                html.fixed(", ");
                html.figure(report, "/overview/survived", NumberFormat::Count);
                html.fixed(" survive");
            }
        },
    );
    added(html, report);
    tile(
        html,
        "tile",
        "assertions categorised",
        |html| {
            html.figure(report, "/overview/categorised", NumberFormat::Count);
        },
        |html| {
            if overview["assertions"].is_null() {
                html.fixed("run <code>cargo disprove classify</code>");
            } else {
                html.fixed("of ");
                html.figure(report, "/overview/assertions", NumberFormat::Count);
            }
        },
    );
    html.close("div");
    advice(html, report);
}

/// What properties add to unit tests.
fn added(html: &mut Html, report: &Value) {
    let overview = &report["overview"];
    tile(
        html,
        "tile",
        "mutants that only properties kill",
        |html| html.figure(report, "/overview/only_property", NumberFormat::Count),
        |html| {
            if overview["only_property"].is_null() {
                html.fixed("run <code>cargo disprove mutants</code>");
            } else {
                html.figure(report, "/overview/by_property", NumberFormat::Count);
                html.fixed(" killed by properties, ");
                html.figure(report, "/overview/by_unit", NumberFormat::Count);
                html.fixed(" by unit tests, ");
                html.figure(report, "/overview/only_unit", NumberFormat::Count);
                html.fixed(" by unit tests only");
            }
        },
    );
}

/// Tiles without verdicts.
fn unobserved(html: &mut Html, report: &Value) {
    let command = |html: &mut Html| html.fixed("run <code>DISPROVE_OBSERVE=1 cargo test</code>");
    let number = |html: &mut Html| html.figure(report, "/overview/properties", NumberFormat::Count);
    tile(html, "tile", "properties", number, |html| html.fixed("none of them observed"));
    tile(html, "tile", "cases run", |html| html.fixed("<span class=\"none\">–</span>"), command);
}

fn observed(html: &mut Html, report: &Value) {
    let number = |key: &str| report["overview"][key].as_u64().unwrap_or(0);
    let class = if number("failing") > 0 { "tile bad" } else { "tile" };
    let failing = |html: &mut Html| html.figure(report, "/overview/failing", NumberFormat::Count);
    tile(html, class, "failing properties", failing, |html| {
        html.fixed("of ");
        html.figure(report, "/overview/properties", NumberFormat::Count);
        for (key, words) in
            [("holding", " pass"), ("gave_up", " gave up"), ("not_observed", " not observed")]
        {
            if key == "holding" || number(key) > 0 {
                html.fixed(", ");
                html.figure(report, &format!("/overview/{key}"), NumberFormat::Count);
                html.fixed(words);
            }
        }
    });
    let cases = |html: &mut Html| html.figure(report, "/overview/cases", NumberFormat::Count);
    tile(html, "tile", "cases run", cases, |html| {
        html.fixed("in ");
        html.figure(report, "/overview/seconds", NumberFormat::Seconds);
        html.fixed(", ");
        html.figure(report, "/overview/rejected", NumberFormat::Count);
        html.fixed(" inputs rejected");
    });
}

fn tile(
    html: &mut Html,
    class: &'static str,
    title: &'static str,
    figure: impl FnOnce(&mut Html),
    below: impl FnOnce(&mut Html),
) {
    html.within("div", &[("class", class)], |html| {
        html.within("p", &[("class", "big")], figure);
        html.element("p", &[("class", "what")], title);
        html.within("p", &[("class", "small")], below);
    });
}

/// Pieces of advice about the same.
struct Group<'a> {
    about: &'a str,
    pieces: Vec<&'a Value>,
}

fn advice(html: &mut Html, report: &Value) {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for piece in list(&report["advice"]) {
        let about = piece["about"].as_str().unwrap_or_default();
        match groups.iter_mut().find(|group| group.about == about) {
            Some(group) => group.pieces.push(piece),
            None => groups.push(Group { about, pieces: vec![piece] }),
        }
    }
    if groups.is_empty() {
        return;
    }
    html.fixed("<h3>What to do next</h3>");
    let (first, rest) = groups.split_at(groups.len().min(FIRST_ADVICE));
    pieces(html, report, first);
    if !rest.is_empty() {
        html.open("details", &[]);
        html.element("summary", &[], &format!("{} more", rest.len()));
        pieces(html, report, rest);
        html.close("details");
    }
}

fn pieces(html: &mut Html, report: &Value, groups: &[Group<'_>]) {
    html.fixed("<ul class=\"advice\">");
    for group in groups {
        html.fixed("<li>");
        html.within("code", &[], |html| html.name(group.about));
        html.fixed("<div>");
        let mut links: Vec<&Value> = Vec::new();
        for piece in &group.pieces {
            html.within("p", &[], |html| html.prose(piece["text"].as_str().unwrap_or_default()));
            for link in list(&piece["links"]) {
                if !links.contains(&link) {
                    links.push(link);
                }
            }
        }
        if !links.is_empty() {
            html.within("p", &[("class", "links")], |html| {
                for link in links {
                    self::link(html, report, link);
                }
            });
        }
        html.fixed("</div></li>");
    }
    html.fixed("</ul>");
}

/// A link to a part of the page, or to a source file.
fn link(html: &mut Html, report: &Value, target: &Value) {
    let line = target["line"].as_u64();
    if let Some(number) = target["property"].as_u64() {
        html.element("a", &[("href", &format!("#property-{number}"))], "details");
    } else if let Some(id) = target["mutant"].as_u64() {
        let what = line.map_or("diff".to_owned(), |line| format!("diff of line {line}"));
        html.element("a", &[("href", &format!("#survivor-{id}"))], &what);
    } else if target["section"] == "sweep" {
        html.element("a", &[("href", "#sweep")], "curve");
    } else if let Some(file) = target["file"].as_str() {
        let shown = line.map_or(file.to_owned(), |line| format!("{file}:{line}"));
        source(html, report, file, &shown);
    }
}

/// A source file, as a link if the page is beside the sources.
pub(super) fn source(html: &mut Html, report: &Value, file: &str, shown: &str) {
    let Some(start) = report["sources"].as_str() else {
        return html.element("code", &[], shown);
    };
    html.within("a", &[("href", &encoded(start, file))], |html| html.element("code", &[], shown));
}

/// A relative address.
fn encoded(start: &str, file: &str) -> String {
    // Without it, a colon would end the scheme of an absolute address.
    let mut address = if start.is_empty() { "./".to_owned() } else { String::new() };
    for byte in start.bytes().chain(file.bytes()) {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            address.push(char::from(byte));
        } else {
            let _ = write!(address, "%{byte:02X}");
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use super::encoded;

    #[test]
    fn addresses_are_relative_and_escaped() {
        assert_eq!(encoded("../../", "src/a b#.rs"), "../../src/a%20b%23.rs");
        assert_eq!(encoded("", "javascript:x()"), "./javascript%3Ax%28%29");
    }
}
