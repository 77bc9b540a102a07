//! How much the tests find.

use super::{
    form::Form,
    heatmap::heatmap,
    html::Html,
    missing,
    table::{Column, Row, Table},
    words,
};
use crate::{mutants::figures::doctest_note, report::killed::list};
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
    html.fixed("<h3>Tests by mutants</h3><p class=\"legend\"><span class=\"pair\"><span class=\"key kill\"></span>killed by a property test</span><span class=\"pair\"><span class=\"key unit\"></span>killed by another test</span><span class=\"pair\"><span class=\"key rest\"></span>passed</span><span class=\"pair\"><span class=\"key not-run\"></span>not run</span></p>");
    heatmap(html, section);
    comparisons(html, twin);
    tests(html, twin);
    files(html, twin);
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
        ("by_none", "late", "by no known test"),
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
        html.open("span", &[("class", "pair")]);
        html.within("span", &[("class", &format!("key {class}"))], |_| ());
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
    let caption = format!("A mutant may be killed by several; {}", doctest_note(doctests));
    table.end(html, &caption);
    html.fixed("</div></details>");
}

fn comparisons(html: &mut Html, twin: &Value) {
    if list(&twin["mutants"]["comparisons"]).is_empty() {
        return;
    }
    html.fixed("<h3>Which tests kill more</h3><p class=\"lead\">Each pair of a test and a mutant counts once. An odds ratio above 1 speaks for the tests named first; an interval with 1 in it says nothing. A test without a mutant takes ");
    html.figure(twin, "/mutants/mean_property", Form::Seconds);
    html.fixed(" on average if it is a property, and ");
    html.figure(twin, "/mutants/mean_unit", Form::Seconds);
    html.fixed(" if it is a unit test.</p>");
    let both = |row: &mut Row<'_>, comparison: &Value| {
        row.words(&words(text(comparison, "what")));
        row.words(text(comparison, "against"));
    };
    let figures: [Column<'_>; 11] = [
        ("Number", &["tests"], Form::Count),
        ("Killed", &["kills", "pairs"], Form::Count),
        ("Rate", &["rate"], Form::Percent),
        ("Others", &["other_kills", "other_pairs"], Form::Count),
        ("Odds ratio", &["odds"], Form::Ratio),
        ("95 %", &["low", "high"], Form::Ratio),
        ("G²", &["g_squared"], Form::Ratio),
        ("V", &["v"], Form::Chance),
        ("p", &["p"], Form::Chance),
        ("Fisher p", &["fisher"], Form::Chance),
        ("Time", &["seconds"], Form::Seconds),
    ];
    Table::of(twin, "/mutants/comparisons", &["Tests", "Against"], both, &figures).end(html, "Kinds and categories of tests: odds ratios of all pairs, the likelihood-ratio chi-square, Cramér’s V, p values, and the mean time of a test");
    html.fixed("<h4>The same, put right</h4><p class=\"lead\">Pairs are not independent, as some mutants are killed by everything, and kills are rare. The regression (Firth) allows for rare kills; within mutants (Mantel and Haenszel) only verdicts about the same mutant are compared; the last interval is that of the odds ratio when mutants are drawn again.</p>");
    let what = |row: &mut Row<'_>, comparison: &Value| row.words(&words(text(comparison, "what")));
    let figures: [Column<'_>; 6] = [
        ("Regression", &["regression"], Form::Ratio),
        ("95 %", &["regression_low", "regression_high"], Form::Ratio),
        ("p", &["regression_p"], Form::Chance),
        ("Within mutants", &["within"], Form::Ratio),
        ("95 %", &["within_low", "within_high"], Form::Ratio),
        ("Other mutants, 95 %", &["drawn_low", "drawn_high"], Form::Ratio),
    ];
    Table::of(twin, "/mutants/comparisons", &["Tests"], what, &figures)
        .end(html, "Odds ratios that allow for rare kills, and for mutants in common");
}

fn tests(html: &mut Html, twin: &Value) {
    html.fixed("<h3>Every test</h3>");
    let begin = |row: &mut Row<'_>, test: &Value| {
        row.name(text(test, "name"));
        row.words(text(test, "kind"));
    };
    let figures: [Column<'_>; 5] = [
        ("Kills", &["kills"], Form::Count),
        ("Of", &["runs"], Form::Count),
        ("Rate", &["rate"], Form::Bar),
        ("Only by it", &["alone"], Form::Count),
        ("Time", &["seconds"], Form::Seconds),
    ];
    Table::of(twin, "/mutants/tests", &["Test", "Kind"], begin, &figures)
        .filtered()
        .end(html, "Mutants that each test kills");
}

fn files(html: &mut Html, twin: &Value) {
    if list(&twin["mutants"]["files"]).len() < 2 {
        return;
    }
    html.fixed("<h3>Every file</h3>");
    let begin = |row: &mut Row<'_>, file: &Value| row.words(text(file, "file"));
    let figures: [Column<'_>; 3] = [
        ("Mutants", &["viable"], Form::Count),
        ("Killed", &["killed"], Form::Count),
        ("Rate", &["rate"], Form::Bar),
    ];
    Table::of(twin, "/mutants/files", &["File"], begin, &figures).end(html, "Mutants of each file");
}

fn text<'a>(object: &'a Value, key: &str) -> &'a str {
    object[key].as_str().unwrap_or_default()
}
