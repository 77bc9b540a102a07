//! The overview: main figures and advice.

use crate::{
    report::mutants_section::list,
    web::{html::Html, number_format::NumberFormat},
};
use serde_json::Value;

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
    advice(html, list(&report["advice"]));
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

fn advice(html: &mut Html, all: &[Value]) {
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for piece in all {
        let (about, text) = (
            piece["about"].as_str().unwrap_or_default(),
            piece["text"].as_str().unwrap_or_default(),
        );
        match groups.iter_mut().find(|(known, _)| *known == about) {
            Some((_, texts)) => texts.push(text),
            None => groups.push((about, vec![text])),
        }
    }
    if groups.is_empty() {
        return;
    }
    html.fixed("<h3>What to do next</h3>");
    let (first, rest) = groups.split_at(groups.len().min(FIRST_ADVICE));
    pieces(html, first);
    if !rest.is_empty() {
        html.open("details", &[]);
        html.element("summary", &[], &format!("{} more", rest.len()));
        pieces(html, rest);
        html.close("details");
    }
}

fn pieces(html: &mut Html, groups: &[(&str, Vec<&str>)]) {
    html.fixed("<ul class=\"advice\">");
    for (about, texts) in groups {
        html.fixed("<li>");
        html.within("code", &[], |html| html.name(about));
        html.fixed("<div>");
        for text in texts {
            html.within("p", &[], |html| html.prose(text));
        }
        html.fixed("</div></li>");
    }
    html.fixed("</ul>");
}
