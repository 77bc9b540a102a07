//! The section on suggested properties.

use super::overview::source;
use crate::{
    report::mutants_section::list,
    web::{html::Html, number_format::NumberFormat},
};
use serde_json::Value;

/// Suggestions shown, to bound the size of the page; report.json has all.
const MAX_SHOWN: usize = 200;

pub(super) fn suggestions(html: &mut Html, report: &Value) {
    html.fixed("<p class=\"lead\">");
    html.figure(report, "/suggestions/passed", NumberFormat::Count);
    html.fixed(" suggestions of <code>cargo disprove suggest</code> pass");
    if report["suggestions"]["asked"] == 0 {
        html.fixed(".");
    } else {
        html.fixed(", and ");
        html.figure(report, "/suggestions/asked", NumberFormat::Count);
        html.fixed(" fail for an input: a bug, or not intended?");
    }
    if report["suggestions"]["survivors"].is_number() {
        html.fixed(" <strong>They detect ");
        html.figure(report, "/suggestions/detected", NumberFormat::Count);
        html.fixed("</strong> of ");
        html.figure(report, "/suggestions/survivors", NumberFormat::Count);
        html.fixed(" mutants that no test detects.");
        if report["suggestions"]["doctests"] == false {
            html.fixed(" Doctests were not run.");
        }
        if report["suggestions"]["not_compiled"].as_u64().unwrap_or(0) > 0 {
            html.fixed(" Mutants in code that is not compiled do not count: ");
            html.figure(report, "/suggestions/not_compiled", NumberFormat::Count);
            html.fixed(".");
        }
    }
    html.fixed("</p>");
    let all = list(&report["suggestions"]["list"]);
    for (place, suggestion) in all.iter().take(MAX_SHOWN).enumerate() {
        self::suggestion(html, report, suggestion, place);
    }
    if all.len() > MAX_SHOWN {
        let more =
            format!("There are {} more; report.json has all of them.", all.len() - MAX_SHOWN);
        html.element("p", &[("class", "missing")], &more);
    }
}

fn suggestion(html: &mut Html, report: &Value, suggestion: &Value, place: usize) {
    let text = |key: &str| suggestion[key].as_str().unwrap_or_default();
    let asks = suggestion["verdict"] == "asks";
    html.open("details", &[("class", "property")]);
    html.fixed("<summary>");
    let (class, shown) = match (asks, suggestion["added"].as_u64()) {
        (true, _) => ("pill warn", "asks".to_owned()),
        (false, Some(added)) if added > 0 => ("pill good", format!("{added} new")),
        (false, _) => ("pill", "passes".to_owned()),
    };
    html.element("span", &[("class", class)], &shown);
    html.fixed("<code>");
    html.text(text("name"));
    html.fixed("</code></summary><div class=\"inside\"><p>");
    html.text(text("shape"));
    html.text(": ");
    for (number, part) in text("claim").split('`').enumerate() {
        if number % 2 == 1 {
            html.element("code", &[], part);
        } else {
            html.text(part);
        }
    }
    if !text("place").is_empty() {
        html.text(", ");
        let file = text("place").split(':').next().unwrap_or_default();
        source(html, report, file, text("place"));
    }
    html.fixed("</p>");
    if asks {
        html.fixed("<p>It fails for this input: a bug, or not intended?</p><pre tabindex=\"0\">");
        html.text(text("input"));
        html.text("\n\n");
        html.text(text("message"));
        html.fixed("</pre><p>The property:</p>");
    } else if suggestion["detected"].is_number() {
        html.fixed("<p>It detects ");
        html.figure(report, &format!("/suggestions/list/{place}/detected"), NumberFormat::Count);
        html.fixed(" mutants, ");
        html.figure(report, &format!("/suggestions/list/{place}/new"), NumberFormat::Count);
        html.fixed(" of which no test detects.</p>");
    }
    html.fixed("<pre tabindex=\"0\">");
    html.text(text("source"));
    html.fixed("</pre></div></details>");
}
