//! How much the tests find.

use super::{form::Form, heatmap::heatmap, html::Html, missing, table::Table, words};
use crate::report::{killed::list, name::short};
use serde_json::Value;

pub(super) fn mutants(html: &mut Html, twin: &Value) {
    let section = &twin["mutants"];
    if section.is_null() {
        missing(html, "How much the tests find is not known.", "cargo disprove mutants");
        return;
    }
    summary(html, twin, section);
    divided(html, twin);
    shares(html, twin);
    html.fixed("<h3>Tests by mutants</h3><p class=\"legend\"><span class=\"key kill\"></span>killed by a property test <span class=\"key unit\"></span>killed by another test <span class=\"key rest\"></span>passed <span class=\"key not-run\"></span>not run</p>");
    heatmap(html, section);
    comparisons(html, twin, list(&section["comparisons"]));
    tests(html, twin, list(&section["tests"]));
    files(html, twin, list(&section["files"]));
}

fn summary(html: &mut Html, twin: &Value, section: &Value) {
    html.fixed("<p class=\"lead\">");
    html.figure(twin, "/mutants/killed", Form::Count);
    html.fixed(" of ");
    html.figure(twin, "/mutants/viable", Form::Count);
    html.fixed(" mutants are killed (");
    html.figure(twin, "/mutants/kill_rate", Form::Percent);
    html.fixed("), ");
    html.figure(twin, "/mutants/timeout", Form::Count);
    html.fixed(" of them by a timeout. ");
    html.figure(twin, "/mutants/unviable", Form::Count);
    if section["sample"] == section["of"] {
        html.fixed(" more do not compile. These are all ");
    } else {
        html.fixed(" more do not compile. They are a sample of ");
        html.figure(twin, "/mutants/sample", Form::Count);
        html.fixed(" out of ");
    }
    html.figure(twin, "/mutants/of", Form::Count);
    html.fixed(".</p>");
    if section["complete"] == false {
        html.fixed("<p class=\"warning\">The study is not complete: <code>cargo disprove mutants</code> goes on where it was ended.</p>");
    }
    let flaky = list(&section["flaky"]);
    if !flaky.is_empty() {
        html.fixed("<p class=\"small\">Left out because they failed in ");
        html.figure(twin, "/mutants/baseline_runs", Form::Count);
        html.fixed(" runs without a mutant: ");
        for (number, name) in flaky.iter().enumerate() {
            html.text(if number > 0 { ", " } else { "" });
            html.element("code", &[], name.as_str().unwrap_or_default());
        }
        html.fixed("</p>");
    }
}

/// Who kills how many, as one bar with a part for each.
fn divided(html: &mut Html, twin: &Value) {
    let parts = [
        ("only_property", "kill", "by property tests only"),
        ("shared", "shared", "by property and other tests"),
        ("only_others", "unit", "by other tests only"),
        ("by_none", "late", "by a timeout alone"),
        ("survived", "alive", "survive"),
    ];
    let number = |key: &str| twin["mutants"][key].as_f64().unwrap_or(0.0);
    let viable = number("viable").max(1.0);
    html.fixed("<svg class=\"divided\" viewBox=\"0 0 1000 28\" preserveAspectRatio=\"none\" aria-hidden=\"true\">");
    let mut from = 0.0;
    for (key, class, _) in parts {
        let width = number(key) / viable * 1_000.0;
        let (x, shown) = (format!("{from:.1}"), format!("{:.1}", (width - 3.0).max(0.0)));
        html.within(
            "rect",
            &[("class", class), ("x", &x), ("width", &shown), ("height", "28")],
            |_| (),
        );
        from += width;
    }
    html.fixed("</svg><p class=\"legend\">");
    for (key, class, words) in parts {
        html.within("span", &[("class", &format!("key {class}"))], |_| ());
        html.open("span", &[]);
        html.figure(twin, &format!("/mutants/{key}"), Form::Count);
        html.text(&format!(" {words}"));
        html.close("span");
    }
    html.fixed("</p>");
}

/// Which kinds of tests kill, as a table.
fn shares(html: &mut Html, twin: &Value) {
    let columns = [("Killed by", false), ("Mutants", true)];
    let mut table = Table::new(twin, &columns);
    for (title, key) in [
        ("property tests", "by_property"),
        ("unit tests", "by_unit"),
        ("documentation tests", "by_doc"),
        ("property and unit tests", "by_both"),
        ("property tests only", "only_property"),
        ("unit tests only", "only_unit"),
    ] {
        if key == "by_doc" && twin["mutants"]["by_doc"] == 0 {
            continue;
        }
        table.row(|row| {
            row.words(title);
            row.figure(&format!("/mutants/{key}"), Form::Count);
        });
    }
    html.fixed("<details class=\"more\"><summary>By kind of test</summary><div class=\"narrow\">");
    table.end(html, "Which tests kill; a mutant may be killed by several");
    html.fixed("</div></details>");
}

fn comparisons(html: &mut Html, twin: &Value, all: &[Value]) {
    if all.is_empty() {
        return;
    }
    html.fixed("<h3>Which tests kill more</h3><p class=\"lead\">Each pair of a test and a mutant counts once. An odds ratio above 1 speaks for the tests named first; an interval with 1 in it says nothing. Pairs are not independent: the odds ratio within mutants compares only verdicts about the same mutant.</p>");
    let columns = [
        ("Tests", false),
        ("Against", false),
        ("Number", true),
        ("Kills", true),
        ("Pairs", true),
        ("Rate", true),
        ("Odds ratio", true),
        ("95 %", true),
        ("Within", true),
        ("95 %", true),
        ("V", true),
        ("Fisher p", true),
        ("Time", true),
    ];
    let mut table = Table::new(twin, &columns);
    for (number, comparison) in all.iter().enumerate() {
        let at = |key: &str| format!("/mutants/comparisons/{number}/{key}");
        table.row(|row| {
            row.words(&words(comparison["what"].as_str().unwrap_or_default()));
            row.words(comparison["against"].as_str().unwrap_or_default());
            row.figure(&at("tests"), Form::Count);
            row.figure(&at("kills"), Form::Count);
            row.figure(&at("pairs"), Form::Count);
            row.figure(&at("rate"), Form::Percent);
            row.figure(&at("odds"), Form::Ratio);
            row.range(&at("low"), &at("high"));
            row.figure(&at("within"), Form::Ratio);
            row.range(&at("within_low"), &at("within_high"));
            row.figure(&at("v"), Form::Ratio);
            row.figure(&at("fisher"), Form::Chance);
            row.figure(&at("seconds"), Form::Seconds);
        });
    }
    table.end(html, "Kinds and categories of tests: odds ratios of all pairs and within mutants, Cramér’s V, Fisher’s exact p, and the mean time of a test");
}

fn tests(html: &mut Html, twin: &Value, tests: &[Value]) {
    html.fixed("<h3>Every test</h3>");
    let columns = [
        ("Test", false),
        ("Kind", false),
        ("Kills", true),
        ("Of", true),
        ("Rate", true),
        ("Only by it", true),
        ("Time", true),
    ];
    let mut table = Table::new(twin, &columns).filtered();
    for (number, test) in tests.iter().enumerate() {
        let at = |key: &str| format!("/mutants/tests/{number}/{key}");
        let name = test["name"].as_str().unwrap_or_default();
        table.row(|row| {
            row.cell("words name", name, |html| {
                html.within("span", &[("title", name)], |html| html.name(short(name)));
            });
            row.words(test["kind"].as_str().unwrap_or_default());
            row.figure(&at("kills"), Form::Count);
            row.figure(&at("runs"), Form::Count);
            row.bar(&at("rate"));
            row.figure(&at("alone"), Form::Count);
            row.figure(&at("seconds"), Form::Seconds);
        });
    }
    table.end(html, "Mutants that each test kills");
}

fn files(html: &mut Html, twin: &Value, files: &[Value]) {
    if files.len() < 2 {
        return;
    }
    html.fixed("<h3>Every file</h3>");
    let columns = [("File", false), ("Mutants", true), ("Killed", true), ("Rate", true)];
    let mut table = Table::new(twin, &columns);
    for (number, file) in files.iter().enumerate() {
        let at = |key: &str| format!("/mutants/files/{number}/{key}");
        table.row(|row| {
            row.words(file["file"].as_str().unwrap_or_default());
            row.figure(&at("viable"), Form::Count);
            row.figure(&at("killed"), Form::Count);
            row.bar(&at("rate"));
        });
    }
    table.end(html, "Mutants of each file");
}
