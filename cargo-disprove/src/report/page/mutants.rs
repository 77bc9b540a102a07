//! How much the tests find.

use super::{form::Form, heatmap::heatmap, html::Html, missing, table::Table, words};
use crate::{
    mutants::figures::counted,
    report::{killed::list, name::short},
};
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
    html.fixed("). ");
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
    for (key, why) in [("flaky", " fail now and then"), ("failing", " fail")] {
        let names = list(&section[key]);
        if names.is_empty() {
            continue;
        }
        html.fixed("<p class=\"small\">Left out, for they");
        html.fixed(why);
        html.fixed(" without a mutant, in ");
        html.figure(twin, "/mutants/baseline_runs", Form::Count);
        html.fixed(" runs: ");
        for (number, name) in names.iter().enumerate() {
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
        ("by_none", "late", "by no known test: a timeout, or the death of a process"),
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
    let doctests = twin["mutants"]["doctests"].as_str().unwrap_or_default();
    let columns = [("Killed by", false), ("Mutants", true)];
    let mut table = Table::new(twin, &columns);
    for (title, key) in [
        ("property tests", "by_property"),
        ("unit tests", "by_unit"),
        ("documentation tests", "by_doc"),
        ("property and unit tests", "by_both"),
        ("property tests only", "only_property"),
        ("unit tests only", "only_unit"),
        ("running out of time, by no known test", "out_of_time"),
        ("the death of a process, by no known test", "died"),
    ] {
        if key == "by_doc" && doctests != "apart" {
            continue;
        }
        table.row(|row| {
            row.words(title);
            row.figure(&format!("/mutants/{key}"), Form::Count);
        });
    }
    html.fixed("<details class=\"more\"><summary>By kind of test</summary><div class=\"narrow\">");
    let caption = format!("A mutant may be killed by several; {}", counted(doctests));
    table.end(html, &caption);
    html.fixed("</div></details>");
}

fn comparisons(html: &mut Html, twin: &Value, all: &[Value]) {
    if all.is_empty() {
        return;
    }
    html.fixed("<h3>Which tests kill more</h3><p class=\"lead\">Each pair of a test and a mutant counts once. An odds ratio above 1 speaks for the tests named first; an interval with 1 in it says nothing. A test without a mutant takes ");
    html.figure(twin, "/mutants/mean_property", Form::Seconds);
    html.fixed(" on average if it is a property, and ");
    html.figure(twin, "/mutants/mean_unit", Form::Seconds);
    html.fixed(" if it is a unit test.</p>");
    let columns = [
        ("Tests", false),
        ("Against", false),
        ("Number", true),
        ("Killed", true),
        ("Rate", true),
        ("Others", true),
        ("Odds ratio", true),
        ("95 %", true),
        ("G²", true),
        ("V", true),
        ("p", true),
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
            row.two([&at("kills"), &at("pairs")], " of ", Form::Count);
            row.figure(&at("rate"), Form::Percent);
            row.two([&at("other_kills"), &at("other_pairs")], " of ", Form::Count);
            row.figure(&at("odds"), Form::Ratio);
            row.range(&at("low"), &at("high"), Form::Ratio);
            row.figure(&at("g_squared"), Form::Ratio);
            row.figure(&at("v"), Form::Chance);
            row.figure(&at("p"), Form::Chance);
            row.figure(&at("fisher"), Form::Chance);
            row.figure(&at("seconds"), Form::Seconds);
        });
    }
    table.end(html, "Kinds and categories of tests: odds ratios of all pairs, the likelihood-ratio chi-square, Cramér’s V, p values, and the mean time of a test");
    put_right(html, twin, all);
}

/// Pairs are not independent, and kills are rare.
fn put_right(html: &mut Html, twin: &Value, all: &[Value]) {
    html.fixed("<p class=\"lead\">Pairs are not independent, as some mutants are killed by everything, and kills are rare. The regression (Firth) allows for rare kills; within mutants (Mantel and Haenszel) only verdicts about the same mutant are compared; the last interval is that of the odds ratio when mutants are drawn again.</p>");
    let columns = [
        ("Tests", false),
        ("Regression", true),
        ("95 %", true),
        ("p", true),
        ("Within mutants", true),
        ("95 %", true),
        ("Other mutants, 95 %", true),
    ];
    let mut table = Table::new(twin, &columns);
    for (number, comparison) in all.iter().enumerate() {
        let at = |key: &str| format!("/mutants/comparisons/{number}/{key}");
        table.row(|row| {
            row.words(&words(comparison["what"].as_str().unwrap_or_default()));
            row.figure(&at("regression"), Form::Ratio);
            row.range(&at("regression_low"), &at("regression_high"), Form::Ratio);
            row.figure(&at("regression_p"), Form::Chance);
            row.figure(&at("within"), Form::Ratio);
            row.range(&at("within_low"), &at("within_high"), Form::Ratio);
            row.range(&at("drawn_low"), &at("drawn_high"), Form::Ratio);
        });
    }
    table.end(html, "The same odds ratios, put right");
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
