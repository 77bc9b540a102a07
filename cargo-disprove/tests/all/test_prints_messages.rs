//! `cargo disprove test --message-format json` prints a line for each property and a summary, and nothing else.

use crate::support::{
    fixture::{Done, Fixture, done},
    schema,
};
use disprove::{Database, Db};
use serde_json::Value;

const SCHEMA: &str = include_str!("../../../book/src/reference/test-messages.schema.json");

const PROPERTIES: &str = r#"
#[property]
fn holds(n: bool) {
    println!("this is not JSON");
    assert!(n || !n);
}

#[property]
fn is_small(xs: Vec<u32>, _rest: String) {
    note!("{} numbers", xs.len());
    assert!(xs.iter().all(|x| *x < 100), "too large");
}

#[property]
fn draws(src: &mut Source) {
    let n = src.draw(0..1_000_u32);
    assert!(n < 10, "drawn");
}

#[property]
fn never_runs(n: u32) {
    assume!(n.checked_add(1).is_none() && n < 7);
}

#[property]
#[should_panic]
fn is_meant_to_fail(n: u32) {
    assert!(n < 5);
}

#[property]
fn has_a_bad_generator(#[draw(|_: &mut Source| -> u8 { panic!("no value") })] _n: u8) {}

#[property(isolate)]
fn aborts(list: Vec<u8>) {
    if list.len() > 3 {
        std::process::abort();
    }
}

#[derive(Default)]
struct Counter(u8);

#[property]
impl Counter {
    #[rule]
    fn add(&mut self, by: u8) {
        self.0 = self.0.saturating_add(by);
        assert!(self.0 < 10, "counted");
    }
}

const NO_CASES: u64 = 0;

#[property(cases = NO_CASES)]
fn has_a_bad_setting(_n: u8) {}

static RUNS: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);

#[property]
fn fails_every_third_time(_n: u32) {
    let run = RUNS.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    assert!(run % 3 < 2, "the third time");
}

#[property]
fn has_two_bugs(n: i32) {
    assert!(n < 1_000, "too large");
    assert!(n > -500, "too small");
}

#[test]
fn an_ordinary_test_fails() {
    panic!("not a property");
}

#[test]
fn an_ordinary_test_calls_check() {
    check(any::<u8>()).assert(|n| n < 200);
}

mod inner {
    use disprove::prelude::*;

    #[property]
    fn is_nested(_n: u64) {
        label!("any");
        cover!("some", true);
    }

    #[property]
    #[should_panic(expected = "another text")]
    fn fails_with_its_own_text(n: u64) {
        assert!(n < 5, "too large");
    }
}
"#;

/// The message about a property.
fn message<'a>(lines: &'a [Value], name: &str) -> &'a Value {
    let mut named = lines.iter().filter(|line| line["test"] == name);
    let found = named.next().unwrap_or_else(|| panic!("no message about {name}: {lines:#?}"));
    assert!(named.next().is_none(), "{name} has one message");
    found
}

/// All lines, each of which is as the schema says.
fn valid_lines(done: &Done) -> Vec<Value> {
    let schema: Value = serde_json::from_str(SCHEMA).expect("a schema");
    let lines = done.events();
    for line in &lines {
        assert_eq!(schema::errors(&schema, line), [] as [&str; 0], "{line:#}");
    }
    lines
}

/// A wrong setting, a flaky property, and one with two bugs.
fn other_verdicts(lines: &[Value]) {
    let bad = message(lines, "has_a_bad_setting");
    assert_eq!((&bad["status"], &bad["verdict"]), (&"failed".into(), &"error".into()));
    assert!(
        bad["report"].as_str().expect("a report").contains("#[property(cases = 0)]"),
        "{bad:#}"
    );
    for bad in [bad, message(lines, "has_a_bad_generator"), message(lines, "ends_the_process")] {
        let counts = ["executions", "cases", "known", "distinct", "rejected", "unreached"];
        for key in counts.iter().chain(&["seed", "searches", "labels", "covers"]) {
            assert!(bad.get(key).is_none(), "{key}: {bad:#}");
        }
    }
    let flaky = message(lines, "fails_every_third_time");
    assert_eq!((&flaky["status"], &flaky["verdict"]), (&"failed".into(), &"flaky".into()));
    let rate = flaky["failures"][0]["failure_rate"].as_f64().expect("a rate");
    assert!(rate > 0.0 && rate < 0.5, "{flaky:#}");
    assert_eq!(flaky["failures"][0]["flaky"], true);
    assert_eq!(flaky["regressions"], Value::Null, "{flaky:#}");
    assert_eq!(flaky["failures"][0]["explanation"], serde_json::json!([]));
    let two = message(lines, "has_two_bugs")["failures"].as_array().expect("a list").iter();
    let mut values: Vec<&str> =
        two.filter_map(|failure| failure["arguments"][0]["value"].as_str()).collect();
    values.sort_unstable();
    assert_eq!(values, ["-500", "1000"]);
}

/// Values drawn in the body, and calls of a machine.
fn steps(lines: &[Value]) {
    let step = &message(lines, "draws")["failures"][0]["steps"][0];
    assert_eq!(
        (&step["kind"], &step["name"], &step["value"]),
        (&"drew".into(), &"n".into(), &"10".into())
    );
    let failure = &message(lines, "counter")["failures"][0];
    let steps = failure["steps"].as_array().expect("a list").iter();
    let calls: Vec<_> = steps.filter(|step| step["kind"] == "called").collect();
    assert_eq!(calls.last().expect("a call")["call"], "machine.add(10);");
    let input = failure["input"].as_str().expect("a text");
    assert!(input.contains("machine.add(10);"), "{input}");
}

/// The names of a property in the database and in the test harness, and its file of regressions.
fn names(fixture: &Fixture, lines: &[Value]) {
    let small = message(lines, "is_small");
    let entries = Db::at(fixture.path(".disprove")).load("messages-props::is_small").entries;
    let token = small["failures"][0]["token"].as_str().expect("a token");
    assert!(entries.iter().any(|tree| tree.to_token() == token), "{small:#}");
    assert_eq!(small["name"], "messages-props::is_small");
    assert!(fixture.path(small["regressions"].as_str().expect("a file")).is_file());
    let nested = message(lines, "inner::is_nested");
    assert_eq!(nested["name"], "messages-props::inner::is_nested");
    let test = fixture.cargo_test(&["--test", "props", "--", "--exact", "inner::is_nested"]);
    assert!(test.out.contains("test inner::is_nested ... ok"), "{test:?}");
}

/// Counts, places and flags.
fn other_keys(lines: &[Value]) {
    let holds = message(lines, "holds");
    assert_eq!(holds["searches"], serde_json::json!([["random", 2]]));
    assert_eq!((&holds["distinct"], &holds["rejected"]), (&2.into(), &0.into()));
    let nested = message(lines, "inner::is_nested");
    assert_eq!(nested["verdict"], "passed");
    assert_eq!(nested["labels"], serde_json::json!([["any", nested["cases"]]]));
    let cover = &nested["covers"][0];
    assert_eq!((&cover["name"], &cover["hits"]), (&"some".into(), &nested["cases"]));
    let small = message(lines, "is_small");
    let failure = &small["failures"][0];
    assert_eq!((&failure["column"], &failure["flaky"]), (&5.into(), &false.into()));
    let gave_up = message(lines, "never_runs");
    assert_eq!((&gave_up["cases"], &gave_up["rejected"]), (&0.into(), &gave_up["executions"]));
    let meant = message(lines, "is_meant_to_fail");
    assert_eq!((&meant["should_panic"], &small["should_panic"]), (&true.into(), &false.into()));
    // The expected text is not compared.
    let other = message(lines, "inner::fails_with_its_own_text");
    assert_eq!((&other["status"], &other["verdict"]), (&"passed".into(), &"falsified".into()));
    let died = &message(lines, "aborts")["failures"][0];
    assert_eq!((&died["file"], &died["line"]), (&Value::Null, &Value::Null));
}

/// The last line: the counts of the lines before it.
fn summary(lines: &[Value]) {
    let summary = lines.last().expect("a summary");
    assert_eq!((&summary["event"], &summary["success"]), (&"summary".into(), &false.into()));
    assert_eq!(
        (&summary["properties"], &summary["passed"], &summary["failed"]),
        (&14.into(), &4.into(), &10.into())
    );
    let tool = env!("CARGO_PKG_VERSION");
    assert_eq!((&summary["built"], &summary["tool"]), (&true.into(), &tool.into()));
    for status in ["passed", "failed"] {
        let count = lines.iter().filter(|line| line["status"] == *status).count();
        assert_eq!(summary[status], count, "{status}");
    }
    for line in lines {
        assert!(summary["seconds"].as_f64() >= line["seconds"].as_f64(), "{line:#}");
    }
}

#[test]
fn every_property_has_a_line_that_the_schema_describes() {
    let fixture = Fixture::new("messages", PROPERTIES).unoptimized();
    let aborts = "use disprove::prelude::*;\n#[property]\nfn ends_the_process(n: u8) {\n    \
                  if n > 9 {\n        std::process::abort();\n    }\n}\n";
    fixture.file("tests/second.rs", aborts);
    let mut command = fixture.command(&[
        "test",
        "--no-coverage",
        "--message-format",
        "json",
        "--no-fail-fast",
        "--quiet",
    ]);
    let done = done(command.env("CLICOLOR_FORCE", "1"));
    assert_eq!(done.code, 1, "{done:?}");
    // The reports that people read have colors, and those in JSON do not.
    let escape = '\u{1b}';
    assert!(done.err.contains(&format!("{escape}[1mnever_runs gave up")), "{}", done.err);
    assert!(!done.out.contains("\\u001b") && !done.out.contains(escape), "{}", done.out);
    let lines = valid_lines(&done);
    assert_eq!(lines.len(), 15, "{lines:#?}");

    let holds = message(&lines, "holds");
    assert_eq!((&holds["status"], &holds["verdict"]), (&"passed".into(), &"exhausted".into()));
    assert_eq!((&holds["cases"], &holds["report"]), (&2.into(), &Value::Null));
    assert_eq!((&holds["file"], &holds["line"]), (&"tests/props.rs".into(), &4.into()));
    assert_eq!(
        (&holds["package"], &holds["name"]),
        (&"messages".into(), &"messages-props::holds".into())
    );

    let small = message(&lines, "is_small");
    assert_eq!((&small["status"], &small["verdict"]), (&"failed".into(), &"falsified".into()));
    assert!(small["seed"].as_str().expect("a seed").parse::<u64>().is_ok());
    assert_eq!(small["regressions"], ".disprove/regressions/messages-props.is_small.txt");
    let failure = &small["failures"][0];
    assert_eq!(failure["message"], "too large");
    assert_eq!((&failure["file"], &failure["line"]), (&"tests/props.rs".into(), &12.into()));
    assert_eq!(failure["arguments"][0]["name"], "xs");
    assert_eq!(failure["arguments"][0]["value"], "[100]");
    assert_eq!(failure["input"], "is_small(\n    xs: [100],\n    _rest: \"\",\n)");
    assert_eq!(failure["example"], "#[example(vec![100], String::new())]");
    assert_eq!(failure["notes"][0], "1 numbers");
    assert_eq!(failure["saved"], true);
    let token = failure["token"].as_str().expect("a token");
    assert_eq!(failure["replay"], format!("#[replay(\"{token}\")]"));
    assert_eq!(
        failure["command"],
        format!("cargo disprove replay {token} messages-props::is_small")
    );
    let free = failure["explanation"].as_array().expect("a list").iter();
    assert!(
        free.clone().any(|item| item["kind"] == "free" && item["subject"] == "_rest"),
        "{failure:#}"
    );
    // What matters, what may be anything, and what passes instead.
    for kind in ["value", "free", "passing"] {
        let of = |failure: &Value| failure["explanation"].as_array().cloned().unwrap_or_default();
        let failures = lines.iter().filter_map(|line| line["failures"].as_array()).flatten();
        assert!(failures.flat_map(of).any(|item| item["kind"] == kind), "{kind}: {lines:#?}");
    }
    assert!(small["report"].as_str().expect("a report").starts_with("is_small failed on case "));

    let gave_up = message(&lines, "never_runs");
    assert_eq!((&gave_up["status"], &gave_up["verdict"]), (&"failed".into(), &"gave_up".into()));
    assert!(gave_up["advice"][0].to_string().contains("no input was accepted"), "{gave_up:#}");
    let meant = message(&lines, "is_meant_to_fail");
    assert_eq!((&meant["status"], &meant["verdict"]), (&"passed".into(), &"falsified".into()));
    let bad = message(&lines, "has_a_bad_generator");
    assert_eq!((&bad["status"], &bad["verdict"]), (&"failed".into(), &"error".into()));
    assert!(bad["report"].as_str().expect("a report").contains("no value"), "{bad:#}");

    other_verdicts(&lines);
    other_keys(&lines);
    steps(&lines);
    names(&fixture, &lines);

    let isolated = message(&lines, "aborts");
    assert_eq!(isolated["failures"][0]["arguments"][0]["value"], "[0, 0, 0, 0]");
    let message_of_abort = isolated["failures"][0]["message"].as_str().expect("a message");
    assert!(message_of_abort.starts_with("the process died of SIGABRT (6)"), "{isolated:#}");
    let ended = message(&lines, "ends_the_process");
    assert_eq!((&ended["verdict"], &ended["file"]), (&"aborted".into(), &"tests/second.rs".into()));
    assert!(ended["report"].as_str().expect("a report").contains("#[property(isolate)]"));
    assert!(ended.get("seed").is_none() && ended.get("cases").is_none(), "{ended:#}");

    summary(&lines);
    // Tests without `#[property]` have no lines.
    for test in ["an_ordinary_test_fails", "an_ordinary_test_calls_check"] {
        assert!(done.err.contains(test) && !done.out.contains(test), "{}", done.err);
    }

    // Their failure is in the summary only.
    let done = fixture.run(&["test", "--no-coverage", "--message-format", "json", "an_ordinary"]);
    let [summary] = &valid_lines(&done)[..] else { panic!("one line: {done:?}") };
    assert_eq!((done.code, &summary["success"], &summary["failed"]), (1, &false.into(), &0.into()));
    assert!(done.err.contains("an_ordinary_test_fails"), "{}", done.err);

    // What the command of a message runs is the same failure.
    let command = failure["command"].as_str().expect("a command");
    let words: Vec<&str> = command.split(' ').skip(2).collect();
    let done = fixture.run(&[&words[..], &["--no-coverage"]].concat());
    assert!(done.code == 1 && done.out.contains("xs: [100]"), "{done:?}");
}

#[test]
fn exit_codes_and_the_summary_tell_builds_from_failures() {
    let fixture = Fixture::new(
        "messages-build",
        "#[property]\nfn holds(n: bool) {\n    assert!(n || !n);\n}\n",
    )
    .unoptimized();
    let other = "use disprove::prelude::*;\n#[property]\nfn is_elsewhere(_n: bool) {}\n";
    fixture.file("tests/other.rs", other);
    let json = ["--message-format=json"];
    let run =
        |arguments: &[&str]| fixture.run(&[&["test", "--no-coverage"], arguments, &json].concat());
    let done = run(&["--test", "props"]);
    let lines = valid_lines(&done);
    assert_eq!((done.code, lines.len(), &lines[1]["success"]), (0, 2, &true.into()), "{done:?}");
    let done = run(&["--no-run"]);
    let lines = valid_lines(&done);
    assert_eq!((done.code, lines.len(), &lines[0]["properties"]), (0, 1, &0.into()), "{done:?}");
    fixture.file("src/lib.rs", "fn f() -> u8 { \"\" }\n");
    let done = run(&[]);
    let lines = valid_lines(&done);
    assert_eq!((done.code, lines.len(), &lines[0]["built"]), (2, 1, &false.into()), "{done:?}");
    // The compiler alone takes longer.
    assert!(lines[0]["seconds"].as_f64() > Some(0.005), "{done:?}");
    assert!(done.err.contains("mismatched types"), "{}", done.err);
}

#[test]
fn other_formats_are_refused_in_one_sentence() {
    let fixture = Fixture::empty("messages-format");
    for words in [&["--message-format", "xml"][..], &["--lib", "--message-format=xml"]] {
        let done = fixture.plain(&[&["test"], words].concat());
        assert_eq!((done.code, &*done.out), (2, ""), "{done:?}");
        let expected = "unknown message format `xml`: write `--message-format json` or `--message-format human`\n";
        assert_eq!(done.err, expected);
    }
}
