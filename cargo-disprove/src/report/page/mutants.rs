//! The section on mutants.

use super::{
    heatmap::heatmap,
    missing,
    table::{Column, Row, Table},
    words,
};
use crate::{
    mutants::figures::{are_doctests_separate, doctest_note},
    report::mutants_section::list,
    web::{html::Html, number_format::NumberFormat},
};
use serde_json::Value;

pub(super) fn mutants(html: &mut Html, report: &Value) {
    let section = &report["mutants"];
    if section.is_null() {
        missing(html, "There are no results on mutants.", "cargo disprove mutants");
        return;
    }
    summary(html, report, section);
    kill_bar(html, report);
    shares(html, report);
    html.fixed("<h3>Tests by mutants</h3><p class=\"legend\"><span class=\"pair\"><span class=\"key kill\"></span>killed by a property test</span><span class=\"pair\"><span class=\"key unit\"></span>killed by another test</span><span class=\"pair\"><span class=\"key rest\"></span>passed</span><span class=\"pair\"><span class=\"key not-run\"></span>not run</span></p>");
    heatmap(html, section);
    comparisons(html, report);
    tests(html, report);
    files(html, report);
}

fn summary(html: &mut Html, report: &Value, section: &Value) {
    html.fixed("<p class=\"lead\">");
    html.figure(report, "/mutants/killed", NumberFormat::Count);
    html.fixed(" of ");
    html.figure(report, "/mutants/viable", NumberFormat::Count);
    html.fixed(" mutants are killed (");
    html.figure(report, "/mutants/kill_rate", NumberFormat::Percent);
    html.fixed("). ");
    html.figure(report, "/mutants/unviable", NumberFormat::Count);
    html.fixed(" more do not compile. ");
    if section["not_compiled"].as_u64().unwrap_or(0) > 0 {
        html.figure(report, "/mutants/not_compiled", NumberFormat::Count);
        html.fixed(" more are in code that is not compiled here, such as for another feature or platform. ");
    }
    if section["sample"] == section["of"] {
        html.fixed("These are all ");
    } else {
        html.fixed("They are a sample of ");
        html.figure(report, "/mutants/sample", NumberFormat::Count);
        html.fixed(" out of ");
    }
    html.figure(report, "/mutants/of", NumberFormat::Count);
    html.fixed(".</p>");
    if section["complete"] == false {
        html.fixed("<p class=\"warning\">The study is incomplete: <code>cargo disprove mutants</code> resumes it.</p>");
    }
    for (key, why) in [("flaky", "flaky"), ("failing", "failing")] {
        let names = list(&section[key]);
        if names.is_empty() {
            continue;
        }
        html.fixed("<p class=\"small\">Left out, ");
        html.fixed(why);
        html.fixed(" on the unchanged code in ");
        html.figure(report, "/mutants/baseline_runs", NumberFormat::Count);
        html.fixed(" runs: ");
        for (number, name) in names.iter().enumerate() {
            html.text(if number > 0 { ", " } else { "" });
            html.element("code", &[], name.as_str().unwrap_or_default());
        }
        html.fixed("</p>");
    }
}

/// A bar with the kills by kind of test.
fn kill_bar(html: &mut Html, report: &Value) {
    let parts = [
        ("only_property", "kill", "by property tests only"),
        ("shared", "shared", "by property and other tests"),
        ("only_others", "unit", "by other tests only"),
        ("by_none", "late", "by no known test"),
        ("survived", "alive", "survive"),
    ];
    let number = |key: &str| report["mutants"][key].as_f64().unwrap_or(0.0);
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
        html.figure(report, &format!("/mutants/{key}"), NumberFormat::Count);
        html.text(&format!(" {words}"));
        html.close("span");
    }
    html.fixed("</p>");
}

/// A table of kills by kind of test.
fn shares(html: &mut Html, report: &Value) {
    let doctests = report["mutants"]["doctests"].as_str().unwrap_or_default();
    let columns = [("Killed by", false), ("Mutants", true)];
    let mut table = Table::new(report, &columns);
    for (title, key) in [
        ("property tests", "by_property"),
        ("unit tests", "by_unit"),
        ("documentation tests", "by_doc"),
        ("property and unit tests", "by_both"),
        ("property tests only", "only_property"),
        ("unit tests only", "only_unit"),
        ("a timeout, no test known", "out_of_time"),
        ("a dead process, no test known", "died"),
    ] {
        if key == "by_doc" && !are_doctests_separate(doctests) {
            continue;
        }
        table.row(|row| {
            row.words(title);
            row.figure(&format!("/mutants/{key}"), NumberFormat::Count);
        });
    }
    html.fixed("<details class=\"more\"><summary>By kind of test</summary><div class=\"narrow\">");
    let caption = format!("A mutant may be killed by several; {}", doctest_note(doctests));
    table.end(html, &caption);
    html.fixed("</div></details>");
}

fn comparisons(html: &mut Html, report: &Value) {
    if list(&report["mutants"]["comparisons"]).is_empty() {
        return;
    }
    html.fixed("<h3>Which tests kill more</h3><p class=\"lead\">Each pair of a test and a mutant counts once. An odds ratio above 1 favors the tests named first; an interval that contains 1 is inconclusive. On the unchanged code, a property takes ");
    html.figure(report, "/mutants/mean_property", NumberFormat::Seconds);
    html.fixed(" on average, and a unit test ");
    html.figure(report, "/mutants/mean_unit", NumberFormat::Seconds);
    html.fixed(".</p>");
    let both = |row: &mut Row<'_>, comparison: &Value| {
        row.words(&words(text(comparison, "what")));
        row.words(text(comparison, "against"));
    };
    let figures: [Column<'_>; 11] = [
        ("Number", &["tests"], NumberFormat::Count),
        ("Killed", &["kills", "pairs"], NumberFormat::Count),
        ("Rate", &["rate"], NumberFormat::Percent),
        ("Others", &["other_kills", "other_pairs"], NumberFormat::Count),
        ("Odds ratio", &["odds"], NumberFormat::Ratio),
        ("95 %", &["low", "high"], NumberFormat::Ratio),
        ("G²", &["g_squared"], NumberFormat::Ratio),
        ("V", &["v"], NumberFormat::Chance),
        ("p", &["p"], NumberFormat::Chance),
        ("Fisher p", &["fisher"], NumberFormat::Chance),
        ("Time", &["seconds"], NumberFormat::Seconds),
    ];
    Table::of(report, "/mutants/comparisons", &["Tests", "Against"], both, &figures).end(html, "Kinds and categories of tests: odds ratios of all pairs, the likelihood-ratio chi-square, Cramér’s V, p values, and the mean time of a test");
    html.fixed("<h4>Corrected</h4><p class=\"lead\">Pairs are not independent, as some mutants are killed by everything, and kills are rare. The regression (Firth) corrects for rare kills; within mutants (Mantel-Haenszel) compares verdicts on the same mutant only; the last interval is that of the odds ratio over resampled mutants.</p>");
    let what = |row: &mut Row<'_>, comparison: &Value| row.words(&words(text(comparison, "what")));
    let figures: [Column<'_>; 6] = [
        ("Regression", &["regression"], NumberFormat::Ratio),
        ("95 %", &["regression_low", "regression_high"], NumberFormat::Ratio),
        ("p", &["regression_p"], NumberFormat::Chance),
        ("Within mutants", &["within"], NumberFormat::Ratio),
        ("95 %", &["within_low", "within_high"], NumberFormat::Ratio),
        ("Resampled, 95 %", &["drawn_low", "drawn_high"], NumberFormat::Ratio),
    ];
    Table::of(report, "/mutants/comparisons", &["Tests"], what, &figures)
        .end(html, "Odds ratios corrected for rare kills and common mutants");
}

fn tests(html: &mut Html, report: &Value) {
    html.fixed("<h3>Every test</h3>");
    let begin = |row: &mut Row<'_>, test: &Value| {
        row.name(text(test, "name"));
        row.words(text(test, "kind"));
    };
    let figures: [Column<'_>; 5] = [
        ("Kills", &["kills"], NumberFormat::Count),
        ("Of", &["runs"], NumberFormat::Count),
        ("Rate", &["rate"], NumberFormat::Bar),
        ("Only by it", &["alone"], NumberFormat::Count),
        ("Time", &["seconds"], NumberFormat::Seconds),
    ];
    Table::of(report, "/mutants/tests", &["Test", "Kind"], begin, &figures)
        .filtered()
        .end(html, "Mutants that each test kills");
}

fn files(html: &mut Html, report: &Value) {
    if list(&report["mutants"]["files"]).len() < 2 {
        return;
    }
    html.fixed("<h3>Every file</h3>");
    let begin = |row: &mut Row<'_>, file: &Value| row.words(text(file, "file"));
    let figures: [Column<'_>; 3] = [
        ("Mutants", &["viable"], NumberFormat::Count),
        ("Killed", &["killed"], NumberFormat::Count),
        ("Rate", &["rate"], NumberFormat::Bar),
    ];
    Table::of(report, "/mutants/files", &["File"], begin, &figures)
        .end(html, "Mutants of each file");
}

fn text<'a>(object: &'a Value, key: &str) -> &'a str {
    object[key].as_str().unwrap_or_default()
}
