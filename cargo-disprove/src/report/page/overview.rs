//! What matters most, in a few figures, and what to do next.

use super::{form::Form, html::Html};
use crate::report::killed::list;
use serde_json::Value;

/// So many pieces of advice are open at first.
const FIRST_ADVICE: usize = 6;

pub(super) fn overview(html: &mut Html, twin: &Value) {
    let overview = &twin["overview"];
    html.open("div", &[("class", "tiles")]);
    if overview["not_observed"] == overview["properties"] {
        unobserved(html, twin);
    } else {
        observed(html, twin);
    }
    tile(
        html,
        "tile",
        "of mutants killed",
        |html| {
            html.figure(twin, "/overview/kill_rate", Form::Percent);
        },
        |html| {
            if overview["mutants"].is_null() {
                html.fixed("<code>cargo disprove mutants</code> tells");
            } else {
                html.figure(twin, "/overview/killed", Form::Count);
                html.fixed(" of ");
                html.figure(twin, "/overview/mutants", Form::Count);
                html.fixed(", ");
                html.figure(twin, "/overview/survived", Form::Count);
                html.fixed(" survive");
            }
        },
    );
    tile(
        html,
        "tile",
        "assertions categorised",
        |html| {
            html.figure(twin, "/overview/categorised", Form::Count);
        },
        |html| {
            if overview["assertions"].is_null() {
                html.fixed("<code>cargo disprove classify</code> tells");
            } else {
                html.fixed("of ");
                html.figure(twin, "/overview/assertions", Form::Count);
            }
        },
    );
    html.close("div");
    advice(html, list(&twin["advice"]));
}

/// Nothing is known of verdicts.
fn unobserved(html: &mut Html, twin: &Value) {
    let command = |html: &mut Html| html.fixed("<code>DISPROVE_OBSERVE=1 cargo test</code> tells");
    let number = |html: &mut Html| html.figure(twin, "/overview/properties", Form::Count);
    tile(html, "tile", "properties", number, |html| html.fixed("none of them observed"));
    tile(html, "tile", "cases run", |html| html.fixed("<span class=\"none\">–</span>"), command);
}

fn observed(html: &mut Html, twin: &Value) {
    let number = |key: &str| twin["overview"][key].as_u64().unwrap_or(0);
    let class = if number("failing") > 0 { "tile bad" } else { "tile" };
    let failing = |html: &mut Html| html.figure(twin, "/overview/failing", Form::Count);
    tile(html, class, "failing properties", failing, |html| {
        html.fixed("of ");
        html.figure(twin, "/overview/properties", Form::Count);
        for (key, words) in
            [("holding", " hold"), ("gave_up", " gave up"), ("not_observed", " not observed")]
        {
            if key == "holding" || number(key) > 0 {
                html.fixed(", ");
                html.figure(twin, &format!("/overview/{key}"), Form::Count);
                html.fixed(words);
            }
        }
    });
    let cases = |html: &mut Html| html.figure(twin, "/overview/cases", Form::Count);
    tile(html, "tile", "cases run", cases, |html| {
        html.fixed("in ");
        html.figure(twin, "/overview/seconds", Form::Seconds);
        html.fixed(", ");
        html.figure(twin, "/overview/rejected", Form::Count);
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
