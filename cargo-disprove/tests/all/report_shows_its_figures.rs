//! The report opens in a real browser, sorts, and shows the figures of report.json.

use crate::support::{
    axe::assert_accessible,
    browser::{Browser, browser},
    fixture::{self, Fixture},
    schema, study,
};
use serde_json::{Value, json};
use std::{
    fs,
    path::PathBuf,
    time::{SystemTime, UNIX_EPOCH},
};

/// A package whose tests were observed, and the files of a study.
fn studied(name: &str) -> Fixture {
    let fixture = Fixture::empty(name);
    let manifest = fs::read_to_string(fixture.path("Cargo.toml")).expect("a manifest");
    fixture.file("Cargo.toml", &manifest.replace(&format!("name = \"{name}\""), "name = \"rle\""));
    fixture.file("src/lib.rs", study::LIBRARY);
    fixture.file("tests/props.rs", study::PROPERTIES);
    fixture.file("disprove.toml", "[default]\nobserve = true\nseed = 5\n");
    let done = fixture.cargo_test(&["--test", "props"]);
    assert!(done.out.contains("4 passed; 1 failed"), "{}{}", done.out, done.err);
    fixture.file("judge/mutants.json", &study::mutants().to_string());
    fixture.file("judge/sweep.json", &study::sweep().to_string());
    fixture.file("judge/classify.json", &study::classify().to_string());
    fixture.file("judge/hunt.jsonl", &study::hunt());
    fixture
}

/// The page, and the JSON file beside it.
fn report(fixture: &Fixture, arguments: &[&str]) -> (PathBuf, Value) {
    let mut all = vec!["report", "--judge", "judge", "--out", "out/report.html"];
    all.extend(arguments);
    let done = fixture.run(&all);
    assert_eq!(done.code, 0, "{}", done.err);
    assert_eq!(done.out, "out/report.html\nout/report.json\n");
    let json_report = fs::read_to_string(fixture.path("out/report.json")).expect("the json_report");
    (fixture.path("out/report.html"), serde_json::from_str(&json_report).expect("JSON"))
}

/// All figures on the page: their pointers into the JSON, values, and texts.
const FIGURES: &str = "[...document.querySelectorAll('data')].map(e => [e.dataset.from, e.getAttribute('value'), e.textContent])";

fn check_figures(browser: &mut Browser, json_report: &Value) {
    let figures = browser.value(FIGURES);
    let figures = figures.as_array().expect("a list");
    assert!(figures.len() > 300, "{}", figures.len());
    for figure in figures {
        let at = figure[0].as_str().expect("a pointer");
        let own = json_report.pointer(at).unwrap_or_else(|| panic!("{at} is not in report.json"));
        let value = figure[1].as_str().expect("a text");
        match own.as_f64() {
            // The last digit of a fraction may differ.
            Some(number) => {
                let value: f64 = value.parse().expect("a number");
                assert!((value - number).abs() <= 1e-12 * number.abs(), "{at}: {value}, {number}");
            }
            None => assert_eq!(Some(value), own.as_str(), "{at}"),
        }
        // Counts are shown in full.
        if let (Some(number), Some(shown)) = (own.as_u64(), figure[2].as_str())
            && shown.chars().all(|c| c.is_ascii_digit() || c == ',')
        {
            assert_eq!(shown.replace(',', ""), number.to_string(), "{at}");
        }
    }
}

/// The cells of a column of the table of properties.
fn column(browser: &mut Browser, number: usize) -> Vec<String> {
    let expression = format!(
        "[...document.querySelector('#properties table').tBodies[0].rows].map(r => r.cells[{number}].dataset.sort)"
    );
    let cells = browser.value(&expression);
    cells
        .as_array()
        .expect("cells")
        .iter()
        .map(|cell| cell.as_str().expect("a text").to_owned())
        .collect()
}

#[test]
fn the_page_opens_sorts_filters_and_shows_the_figures_of_the_json() {
    let fixture = studied("report-page");
    let (path, json_report) = report(&fixture, &[]);
    let tool = env!("CARGO_PKG_VERSION");
    assert_eq!((&json_report["name"], &json_report["tool"]), (&"report-page".into(), &tool.into()));
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("a time after 1970").as_secs();
    let made = json_report["made"].as_u64().expect("a number");
    assert!(made <= now && now - made < 86_400, "{made} {now}");
    assert_eq!(json_report["overview"]["properties"], 9);
    let counts = ["failing", "failures", "holding", "not_observed"];
    assert_eq!(counts.map(|key| json_report["overview"][key].as_u64()), [1, 1, 4, 4].map(Some));
    assert_eq!(json_report["sources"], "../", "the page links to the code around it");
    assert_eq!(json_report["failures"].as_array().map(Vec::len), Some(1));
    assert!(json_report["failures"][0]["kind"].is_null(), "it was observed");
    for part in ["mutants", "sweep", "categories"] {
        assert!(!json_report[part].is_null(), "{part}");
    }
    // It was also saved.
    let failing = json_report["properties"].as_array().expect("a list").iter();
    let kept: Vec<&Value> =
        failing.filter(|it| it["verdict"] == "falsified").map(|it| &it["kept"]).collect();
    assert_eq!(kept, [1]);
    let Some(mut browser) = browser("page") else { return };
    browser.emulate(1200, 900, "light");
    browser.open(&path);
    check_figures(&mut browser, &json_report);
    assert_eq!(browser.value("document.title"), "report-page: property tests");
    assert_eq!(
        browser.value("document.querySelectorAll('b').length"),
        0,
        "a string was not escaped"
    );
    let inlined = browser.value("document.getElementById('report').textContent");
    let inlined: Value = serde_json::from_str(inlined.as_str().expect("a text")).expect("JSON");
    assert_eq!(inlined, json_report);

    assert_accessible(&mut browser, "the report");
    browser.picture("report-page", "body");
    browser.emulate(1200, 900, "light");
    let curves = "[...document.querySelectorAll('figcaption')].map(e => e.textContent).filter(t => t.startsWith('Coverage: ')).length";
    assert_eq!(browser.value(curves), 1, "the curves of the hunt");

    let sortable =
        "[...document.querySelectorAll('table')].every(e => e.tHead.querySelector('button'))";
    assert_eq!(browser.value(sortable), true);
    // By the number of cases, descending and then ascending.
    let heads = "#properties thead th:nth-child(3) button";
    browser.click(heads);
    let mut cases: Vec<i64> =
        column(&mut browser, 2).iter().map(|text| text.parse().expect("a number")).collect();
    assert!(cases.is_sorted_by(|a, b| a >= b) && cases[0] > 0, "{cases:?}");
    browser.click(heads);
    let ascending: Vec<i64> =
        column(&mut browser, 2).iter().map(|text| text.parse().expect("a number")).collect();
    cases.reverse();
    assert_eq!(ascending, cases);
    assert_eq!(
        browser.value("document.querySelector('#properties th[aria-sort]').ariaSort"),
        "ascending"
    );
    browser.click("#properties thead th:nth-child(1) button");
    assert!(column(&mut browser, 0).is_sorted());

    browser.click("#properties .find input");
    browser.call("Input.insertText", json!({ "text": "roundtrip" }));
    let shown = "[...document.querySelectorAll('#properties table')][0].tBodies[0].querySelectorAll('tr:not([hidden])').length";
    assert_eq!(browser.value(shown), 1);
    // A link to a property opens it.
    browser.value("location.hash = 'property-8'");
    assert_eq!(browser.value("new Promise(done => setTimeout(() => done(document.getElementById('property-8').open)))"), true);
    assert_eq!(browser.problems, [] as [&str; 0]);
}

#[test]
fn the_page_is_complete_without_scripts_and_in_a_narrow_window() {
    let fixture = studied("report-plain");
    let (path, json_report) = report(&fixture, &[]);
    let Some(mut browser) = browser("plain") else { return };
    browser.call("Emulation.setScriptExecutionDisabled", json!({ "value": true }));
    browser.emulate(390, 800, "dark");
    browser.open(&path);
    assert_eq!(
        browser.value("document.querySelectorAll('thead button').length"),
        0,
        "scripts are off"
    );
    check_figures(&mut browser, &json_report);
    let beyond = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    assert_eq!(browser.value(beyond), 0, "the page fits the window");
    let rows = "document.querySelector('#properties table').tBodies[0].rows.length";
    assert_eq!(browser.value(rows), 9);
    // What is wider than the window has a shadow at its edge, and captions are read without scrolling.
    for part in ["nav ul", "#properties .scroll"] {
        let wide =
            format!("(e => e.scrollWidth > e.clientWidth)(document.querySelector('{part}'))");
        assert_eq!(browser.value(&wide), true, "{part}");
        let shadow = format!(
            "getComputedStyle(document.querySelector('{part}')).backgroundImage.split('linear-gradient').length"
        );
        assert_eq!(browser.value(&shadow), 5, "{part}");
    }
    let captions = "[...document.querySelectorAll('.scroll caption')].filter(e => e.getBoundingClientRect().right > innerWidth && e.offsetParent).length";
    assert_eq!(browser.value(captions), 0, "captions beyond the window");
    assert_eq!(browser.value("getComputedStyle(document.body).backgroundColor"), "rgb(20, 23, 27)");
    assert_eq!(browser.problems, [] as [&str; 0]);
}

#[test]
fn a_report_is_compared_with_an_earlier_one() {
    let fixture = studied("report-compared");
    let (_, mut json_report) = report(&fixture, &[]);
    // Nothing has changed since.
    fixture.file("same.json", &json_report.to_string());
    let (_, same) = report(&fixture, &["--compare", "same.json"]);
    assert_eq!(same["comparison"]["worse"], false);
    let done = fixture.run(&["report", "--judge", "judge", "--out", "out/other.html"]);
    assert_eq!(done.out, "out/other.html\nout/other.json\n");
    // Only the kill rate is lower.
    let mut better = json_report.clone();
    better["mutants"]["kill_rate"] = json!(1.0);
    fixture.file("better.json", &better.to_string());
    let lower = ["report", "--judge", "judge", "--out", "out/report.html", "--compare"];
    let done = fixture.run(&[&lower[..], &["better.json"]].concat());
    assert_eq!(done.code, 1, "{done:?}");
    let failing = json_report["failures"][0]["property"].clone();
    for property in json_report["properties"].as_array_mut().expect("a list") {
        property["verdict"] = json!("passed");
    }
    json_report["mutants"]["kill_rate"] = json!(0.25);
    fixture.file("old.json", &json_report.to_string());
    let arguments =
        ["report", "--judge", "judge", "--out", "out/report.html", "--compare", "old.json"];
    let done = fixture.run(&arguments);
    assert_eq!(done.code, 1, "a failure is new: {}", done.err);
    let new: Value = serde_json::from_str(
        &fs::read_to_string(fixture.path("out/report.json")).expect("the json_report"),
    )
    .expect("JSON");
    let described = include_str!("../../../book/src/reference/report.schema.json");
    let described: Value = serde_json::from_str(described).expect("JSON");
    assert_eq!(schema::errors(&described, &new), [] as [&str; 0]);
    assert_eq!(new["comparison"]["failing"], json!([failing]));
    assert_eq!(new["comparison"]["kill_rate"]["from"], 0.25);
    let page = fs::read_to_string(fixture.path("out/report.html")).expect("the page");
    assert!(page.contains("New failures: 1") && page.contains("id=\"changes\""));
}

#[test]
fn damaged_files_are_reported_and_skipped() {
    let fixture = Fixture::new("report-damaged", "");
    let done = fixture.run(&["report"]);
    // The target folder is shared, but other tests write no results there.
    assert_eq!(done.code, 2, "{}", done.out);
    assert!(done.err.starts_with("nothing to report yet: "), "{}", done.err);
    fixture.file("judge/mutants.json", "{\"format\":2}");
    fixture.file("judge/classify.json", &study::classify().to_string());
    let mut sweep = study::sweep();
    sweep["runs"][0]["phase"] = json!("dreamt");
    for (text, why) in [
        ("no JSON", "it is not JSON: "),
        ("{\"format\":2}", "its format is 2, not 1; run `cargo disprove sweep` again"),
        (&sweep.to_string(), "a key is missing or inconsistent; run `cargo disprove sweep` again"),
    ] {
        fixture.file("judge/sweep.json", text);
        let (_, json_report) = report(&fixture, &[]);
        let problem = json_report["problems"][1].as_str().expect("a sentence");
        assert!(problem.starts_with(&format!("skipped judge/sweep.json: {why}")), "{problem}");
        assert!(json_report["sweep"].is_null());
    }
    // By default, everything is in the target folder.
    fixture.file("target/disprove/judge/classify.json", &study::classify().to_string());
    fixture.file("target/disprove/study/study.json", "no JSON");
    let manifest = fixture.path("Cargo.toml").display().to_string();
    let mut command = fixture.plain_command(&["report", "--manifest-path", &manifest]);
    let done =
        fixture::done(command.current_dir("/").env("CARGO_TARGET_DIR", fixture.path("target")));
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(!fixture.path("target/debug").exists(), "nothing is built");
    let written =
        ["html", "json"].map(|end| fixture.path(&format!("target/disprove/report.{end}")));
    let [page, data] = written.each_ref().map(|path| path.display());
    assert_eq!(done.out, format!("{page}\n{data}\n"));
    assert!(written.iter().all(|path| path.is_file()));
    assert!(done.err.contains("target/disprove/study/study.json: it is not JSON"), "{}", done.err);
    let data = fs::read_to_string(&written[1]).expect("the data");
    let data: Value = serde_json::from_str(&data).expect("JSON");
    assert!(data["categories"].is_object(), "{data}");
    fs::remove_dir_all(fixture.path("target")).expect("it was made");

    fixture.file("old.json", "{\"format\":1}");
    let (page, json_report) = report(&fixture, &[]);
    assert_eq!(json_report["problems"].as_array().map(Vec::len), Some(2));
    assert!(json_report["mutants"].is_null() && json_report["categories"].is_object());
    let page = fs::read_to_string(page).expect("the page");
    assert!(page.contains("Run <code>cargo disprove mutants</code> to add them."));
    for (arguments, sentence) in [
        (["--compare", "none.json"], "cannot read none.json to compare with: "),
        (
            ["--compare", "old.json"],
            "cannot compare with old.json: it is not a report of format 1; ",
        ),
        (["--out", "report.json"], "cannot write the page to report.json: "),
    ] {
        let mut all = vec!["report", "--judge", "judge"];
        all.extend(arguments);
        let done = fixture.run(&all);
        assert_eq!(done.code, 2);
        assert!(done.err.lines().any(|line| line.starts_with(sentence)), "{}", done.err);
    }
}

#[test]
fn a_project_without_rust_has_a_report_of_its_observations() {
    let path = std::env::temp_dir().join(format!("disprove-report-python-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    let fixture = Fixture(path);
    let line = json!({
        "type": "test_case", "run_start": 1.0, "property": "test_codec.py::test_trip", "status": "passed",
        "status_reason": "", "representation": "test_trip(x=0)", "arguments": {}, "how_generated": "during generate phase",
        "features": {}, "timing": {}, "metadata": {},
    });
    let lines = format!("{line}\nno observation\n");
    fixture.file(".hypothesis/observed/2026-11-17_testcases.jsonl", &lines);
    let done = fixture.plain(&["report"]);
    assert_eq!(done.code, 2, "{}", done.out);
    assert!(done.err.starts_with("nothing to report yet: "), "{}", done.err);
    let done = fixture.plain(&["report", "--observed", "nowhere"]);
    assert_eq!(done.code, 2, "{}", done.out);
    assert!(done.err.starts_with("cannot read nowhere: "), "{}", done.err);
    let own = line.to_string().replace("test_trip", "test_own");
    fixture.file(".disprove/observed/own.jsonl", &format!("{own}\n"));
    fixture.file(".disprove/observed/notes.txt", "no observation\n");
    let done = fixture.plain(&["report", "--observed", ".hypothesis/observed"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(
        done.err.contains("_testcases.jsonl: skipped 1 line that is not observations"),
        "{}",
        done.err
    );
    assert!(!done.err.contains("notes.txt"), "{}", done.err);
    let text = fs::read_to_string(fixture.path(".disprove/report.json")).expect("a report");
    let report: Value = serde_json::from_str(&text).expect("JSON");
    let names = [0, 1].map(|number| report["properties"][number]["name"].clone());
    assert_eq!(names, ["test_codec.py::test_own", "test_codec.py::test_trip"]);
    assert!(fixture.path(".disprove/report.html").exists());
    // A file as well.
    let file = ".hypothesis/observed/2026-11-17_testcases.jsonl";
    fs::remove_file(fixture.path(".disprove/report.json")).expect("it was written");
    let done = fixture.plain(&["report", "--observed", file]);
    assert_eq!(done.code, 0, "{}", done.err);
    let text = fs::read_to_string(fixture.path(".disprove/report.json")).expect("a report");
    assert!(text.contains("test_trip"), "{text}");
    fs::remove_dir_all(&fixture.0).expect("it was made");
}

#[cfg(unix)]
#[test]
fn a_pipe_to_compare_with_is_refused_and_damaged_logs_are_named() {
    let fixture = Fixture::new("report-pipe", "");
    fixture.file("judge/classify.json", &study::classify().to_string());
    fixture.file("judge/hunt.jsonl", &format!("{}\n{{\"event\":\"progr\n", study::hunt()));
    let made = std::process::Command::new("mkfifo").arg(fixture.path("old.json")).status();
    assert!(made.expect("mkfifo is installed").success());
    let done = fixture.run(&["report", "--judge", "judge", "--compare", "old.json"]);
    assert_eq!(done.code, 2, "{}", done.out);
    assert!(done.err.starts_with("cannot read old.json to compare with: "), "{}", done.err);
    let (_, json_report) = report(&fixture, &[]);
    let problem = json_report["problems"][0].as_str().expect("a sentence");
    assert!(
        problem.starts_with("judge/hunt.jsonl: skipped 1 line that is not JSON; "),
        "{problem}"
    );
}
