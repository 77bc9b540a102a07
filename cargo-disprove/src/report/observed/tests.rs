//! Tests of `observed.rs`.

use super::{failures, read, run};
use serde_json::{Value, json};

fn line(number: u64, status: &str, phase: &str, shown: &str) -> Value {
    json!({
        "type": "test_case", "run_start": 2.0, "property": "p::f", "status": status,
        "status_reason": if status == "failed" { "too large" } else { "" }, "representation": shown,
        "arguments": {}, "how_generated": format!("during {phase} phase"),
        "features": { "target:size": number, "label": "even" }, "coverage": null,
        "timing": { "execute:test": 0.001 },
        "metadata": { "notes": [], "backend": { "seed": "7", "execution": number.to_string() }, "phase": phase,
                      "interesting_origin": if status == "failed" { json!("too large at src/lib.rs:3:1") } else { Value::Null } }
    })
}

fn text(lines: &[Value]) -> String {
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    lines.join("\n")
}

#[test]
fn only_the_last_run_counts_and_invalid_lines_are_counted() {
    let mut old = line(1, "failed", "generate", "f(9)");
    old["run_start"] = json!(1.0);
    let mut all = Vec::new();
    let lines = text(&[line(1, "passed", "generate", "f(1)"), old]);
    assert_eq!(read(&format!("{lines}no json\n[]\n\n"), &mut all), 2);
    assert_eq!(all.len(), 1);
    let run = run(&all[0]);
    assert_eq!((&run["verdict"], &run["cases"]), (&json!("passed"), &json!(1)));
}

#[test]
fn without_figures_the_lines_are_counted() {
    let mut all = Vec::new();
    let lines = [
        line(1, "passed", "generate", "f(1)"),
        line(2, "passed", "generate", "f(1)"),
        line(3, "gave_up", "generate", "f(3)"),
        line(4, "passed", "shrink", "f(1)"),
    ];
    read(&text(&lines), &mut all);
    let run = run(&all[0]);
    assert_eq!(
        (&run["executions"], &run["cases"], &run["rejected"]),
        (&json!(3), &json!(2), &json!(1))
    );
    assert_eq!((&run["duplicates"], &run["seed"]), (&json!(1), &json!("7")));
    assert_eq!(run["scores"][0]["best"], json!([[1, 1.0], [2, 2.0], [3, 3.0], [3, 3.0]]));
    let label = &run["labels"][0];
    assert_eq!((&label["name"], &label["hits"]), (&json!("label: even"), &json!(2)));
}

#[test]
fn a_failure_has_its_original_and_reduced_input_and_the_path() {
    let mut smallest = line(2, "failed", "shrink", "f(10)");
    smallest["how_generated"] = json!("minimal failing test case");
    smallest["metadata"]["reproduction_decorator"] = json!("#[replay(\"d1:AB\")]");
    let lines = [
        line(2, "failed", "generate", "f(90000)"),
        line(5, "failed", "shrink", "f(9000)"),
        line(6, "failed", "shrink", "f(99000)"),
        line(8, "failed", "shrink", "f(10)"),
        smallest,
    ];
    let mut all = Vec::new();
    read(&text(&lines), &mut all);
    let failures = failures(&all[0]);
    assert_eq!(failures.len(), 1);
    assert_eq!(
        (&failures[0]["before"], &failures[0]["after"]),
        (&json!("f(90000)"), &json!("f(10)"))
    );
    assert_eq!(failures[0]["replay"], "cargo disprove replay d1:AB p::f");
    assert_eq!(failures[0]["location"], "src/lib.rs:3:1");
    assert_eq!(failures[0]["path"], json!([[2, 8.0], [5, 7.0], [8, 5.0], [8, 5.0]]));
}

#[test]
fn figures_of_the_library_count_all_cases_and_not_only_the_sample() {
    let figures = json!({
        "cases": 500, "executions": 520, "rejected": 10, "known": 0, "failures": [],
        "labels": [["even", 250]], "covers": [{ "name": "large", "hits": 200, "cases": 500, "required": 30.0 }],
    });
    let info = json!({
        "type": "info", "run_start": 2.0, "property": "p::f", "title": "figures", "content": figures.to_string(),
    });
    let mut all = Vec::new();
    read(&text(&[line(1, "passed", "generate", "f(1)"), info]), &mut all);
    let run = run(&all[0]);
    assert_eq!((&run["cases"], &run["rejected"]), (&json!(500), &json!(10)));
    let first = |key: &str| (run[key][0]["hits"].clone(), run[key][0]["share"].clone());
    assert_eq!(first("labels"), (json!(250), json!(0.5)));
    assert_eq!(first("covers"), (json!(200), json!(0.4)));
}
