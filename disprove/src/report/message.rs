//! Messages about properties for programs: lines of JSON, which `cargo disprove test --message-format json` prints.
//! book/src/reference/test-messages.schema.json describes them.

use super::{
    annotation::parts,
    figures::{counts, list, phase, verdict_name},
    json,
    text::{Notation, Page, Shown},
};
use crate::{
    explain::ExplanationItem,
    feedback::Step,
    runner::{Failure, Report},
};

/// What all messages about a property contain.
pub(crate) struct Identity<'a> {
    /// Its unique name in the workspace.
    pub(crate) name: &'a str,
    /// Its name in the test harness.
    pub(crate) test: String,
    pub(crate) package: Option<&'a str>,
    /// The file and the line of its name.
    pub(crate) place: Option<(&'a str, u32)>,
    pub(crate) should_panic: bool,
}

impl Identity<'_> {
    /// The property starts. If no other message follows, its process has died.
    pub(crate) fn started(&self) -> String {
        json::object(&self.members("started"))
    }

    /// The result of a run; `text` is what the test prints if it fails.
    pub(crate) fn ended(
        &self,
        page: &Page<'_>,
        report: &Report<Shown>,
        text: Option<&str>,
    ) -> String {
        let mut failures = Vec::new();
        for failure in report.failures() {
            failures.push(self.failure(page, failure));
        }
        let regressions = page.regressions.map(|kept| kept.file.display().to_string());
        let mut members = self.members("property");
        members.extend(self.result(verdict_name(report.verdict()), text));
        members.push(("seed", json::string(&report.seed().to_string())));
        members.extend(counts(report));
        members.push(("advice", json::array(&report.advice())));
        members.push(("regressions", json::optional(regressions.as_deref())));
        members.push(("failures", list(&failures)));
        json::object(&members)
    }

    /// The property could not be run, or not to the end.
    pub(crate) fn error(&self, text: &str) -> String {
        let mut members = self.members("property");
        members.extend(self.result("error", Some(text)));
        members.push(("failures", list(&[])));
        json::object(&members)
    }

    fn members(&self, event: &str) -> Vec<(&'static str, String)> {
        let Identity { name, test, package, place, should_panic } = self;
        let line = place.map_or_else(|| "null".to_owned(), |(_, line)| line.to_string());
        vec![
            ("event", json::string(event)),
            ("name", json::string(name)),
            ("test", json::string(test)),
            ("package", json::optional(*package)),
            ("file", json::optional(place.map(|(file, _)| file))),
            ("line", line),
            ("should_panic", should_panic.to_string()),
        ]
    }

    fn result(&self, verdict: &str, text: Option<&str>) -> Vec<(&'static str, String)> {
        // Of an error the harness knows nothing: it returns, and a test that should panic fails.
        let passed = text.is_some() == self.should_panic && verdict != "error";
        vec![
            ("status", json::string(if passed { "passed" } else { "failed" })),
            ("verdict", json::string(verdict)),
            ("report", json::optional(text)),
        ]
    }

    fn failure(&self, page: &Page<'_>, failure: &Failure<Shown>) -> String {
        let place = failure.location().and_then(parts);
        let mut members = vec![
            ("message", json::string(failure.message())),
            ("file", json::optional(place.map(|(file, ..)| file))),
            ("line", place.map_or("null", |(_, line, _)| line).to_owned()),
            ("column", place.map_or("null", |(.., column)| column).to_owned()),
        ];
        members.push(("input", json::string(&page.input(failure))));
        members.push(("arguments", arguments(failure.value())));
        members.push(("steps", steps(failure.steps())));
        members.extend(self.reproduction(page, failure));
        members.extend(effort(failure));
        members.push(("notes", json::array(failure.notes())));
        members.push(("explanation", explanation(failure.explanation())));
        json::object(&members)
    }

    fn reproduction(
        &self,
        page: &Page<'_>,
        failure: &Failure<Shown>,
    ) -> Vec<(&'static str, String)> {
        let token = failure.provenance().token(failure.replay_token());
        // Tests for another library have no place for attributes.
        let has_attributes = page.notation == Notation::Attribute;
        let example = Page::example(failure).filter(|_| has_attributes);
        let example = example.map(|values| format!("#[example({values})]"));
        let replay = token.filter(|_| has_attributes);
        let replay = replay.map(|token| format!("#[replay(\"{token}\")]"));
        let command = token.map(|token| format!("cargo disprove replay {token} {}", self.name));
        vec![
            ("token", json::optional(token)),
            ("example", json::optional(example.as_deref())),
            ("replay", json::optional(replay.as_deref())),
            ("command", json::optional(command.as_deref())),
            ("saved", failure.is_saved().to_string()),
        ]
    }
}

/// How the failure was found and reduced.
fn effort(failure: &Failure<Shown>) -> Vec<(&'static str, String)> {
    let (failed, runs) = failure.failed_again();
    let rate = (failure.is_flaky() && runs > 0).then(|| failed as f64 / runs as f64);
    let (before, after) = failure.choices();
    vec![
        ("flaky", failure.is_flaky().to_string()),
        ("failure_rate", rate.map_or_else(|| "null".to_owned(), json::number)),
        ("phase", json::string(phase(failure.provenance()))),
        ("found_at", failure.found_at().to_string()),
        ("found_by", json::string(&failure.provenance().finder(failure.found_by()))),
        ("choices", list(&[before.to_string(), after.to_string()])),
        ("reduction_runs", failure.reduction_runs().to_string()),
        ("reduction_seconds", json::number(failure.reduction_time().as_secs_f64())),
    ]
}

/// The arguments as the report prints them.
fn arguments(shown: &Shown) -> String {
    let mut all = Vec::new();
    for (name, value) in &shown.arguments {
        all.push(json::object(&[("name", json::string(name)), ("value", json::string(value))]));
    }
    list(&all)
}

/// The values drawn in the body, and the calls of a state machine, in order.
fn steps(steps: &[Step]) -> String {
    let mut all = Vec::new();
    for step in steps {
        all.push(match step {
            Step::Drew { name, value } => json::object(&[
                ("kind", json::string("drew")),
                ("name", json::string(name)),
                ("value", json::string(value)),
            ]),
            Step::Called { line } => {
                json::object(&[("kind", json::string("called")), ("call", json::string(line))])
            }
        });
    }
    list(&all)
}

fn explanation(items: &[ExplanationItem]) -> String {
    let mut all = Vec::new();
    for item in items {
        let kind = match item {
            ExplanationItem::AnyInput { .. } => "any_input",
            ExplanationItem::Equal { .. } => "equal",
            ExplanationItem::Length { .. } => "length",
            ExplanationItem::Value { .. } => "value",
            ExplanationItem::Elements { .. } => "elements",
            ExplanationItem::Order { .. } => "order",
            ExplanationItem::Free { .. } => "free",
            ExplanationItem::Passing { .. } => "passing",
        };
        let token = match item {
            ExplanationItem::Passing { replay_token, .. } => Some(replay_token.as_str()),
            _ => None,
        };
        all.push(json::object(&[
            ("kind", json::string(kind)),
            ("subject", json::string(&item.subject())),
            ("statement", json::string(&item.statement())),
            ("token", json::optional(token)),
        ]));
    }
    list(&all)
}

#[cfg(test)]
mod tests {
    use super::{Identity, Notation, Page, Shown, Step, steps};
    use crate::{prelude::*, report::Style, runner::Provenance};
    use serde_json::{Value, json};
    use std::{cell::Cell, fmt::Debug, time::Duration};

    /// The message about a run.
    fn message<T: Debug>(report: &Report<T>) -> Value {
        let print =
            |value: &T| Shown { arguments: vec![("n", format!("{value:?}"))], literal: None };
        let page = Page {
            function: "f",
            regressions: None,
            notation: Notation::Attribute,
            style: Style::PLAIN,
        };
        let identity = Identity {
            name: "p::f",
            test: "f".to_owned(),
            package: Some("p"),
            place: None,
            should_panic: false,
        };
        let text = identity.ended(&page, &report.printed(&print), Some("it fails"));
        serde_json::from_str(&text).expect("it is JSON")
    }

    #[test]
    fn a_failure_has_the_advice_of_its_run() {
        let report = check(any::<u64>()).name("f").seed(1).database(Db::none()).run(|n| {
            target!(f64::NAN);
            assert!(n % 16 != 1, "one more");
        });
        let read = message(&report);
        assert_eq!(
            (&read["failures"][0]["message"], &read["advice"]),
            (&"one more".into(), &json!(report.advice()))
        );
        assert!(read["advice"][0].to_string().contains("was not a number in "), "{read}");
    }

    #[test]
    fn the_effort_is_that_of_the_failure() {
        let lists = || vec(any::<u32>());
        let token = |list: Vec<u32>| lists().encode(&list).expect("a list").to_token();
        let calls = Cell::new(0_u64);
        let check = check(lists()).name("f").seed(7).max_failures(1).database(Db::none());
        let check = check.replay(token(vec![1])).replay(token(vec![5, 300, 7]));
        let report = check.run(|list| {
            calls.set(calls.get() + 1);
            assert!(list.iter().all(|n| *n < 100), "too large");
        });
        let whole = message(&report);
        assert_eq!((&whole["seed"], &whole["known"]), (&"7".into(), &2.into()));
        assert_eq!((&whole["file"], &whole["line"]), (&Value::Null, &Value::Null));
        assert_eq!(whole["regressions"], Value::Null);
        let read = &whole["failures"][0];
        assert_eq!(read["arguments"], json!([{ "name": "n", "value": "[100]" }]));
        assert_eq!((&read["found_at"], &read["saved"]), (&2.into(), &false.into()));
        assert_eq!((&read["phase"], &read["found_by"]), (&"replay".into(), &"replay".into()));
        assert_eq!((&read["flaky"], &read["failure_rate"]), (&false.into(), &Value::Null));
        assert_eq!(read["reduction_runs"], calls.get() - report.executions());
        let failure = &report.failures()[0];
        let (before, after) = failure.choices();
        assert!(before > after, "{before} {after}");
        assert_eq!(read["choices"], json!([before, after]));
        let seconds = failure.reduction_time().as_secs_f64();
        assert!((read["reduction_seconds"].as_f64().expect("a number") - seconds).abs() < 1e-9);
        // There is no literal, but a token.
        assert_eq!(read["example"], Value::Null);
        assert_eq!(read["replay"], format!("#[replay(\"{}\")]", failure.replay_token()));
    }

    #[test]
    fn the_failure_rate_is_that_of_the_repeated_runs() {
        for (limit, expected) in
            [(Duration::from_secs(60), json!(0.0)), (Duration::from_nanos(1), Value::Null)]
        {
            let calls = Cell::new(0);
            let check = check(vec(any::<u32>())).name("f").seed(1).database(Db::none());
            // It fails once.
            let report = check.reduction_time(limit).run(|list| {
                calls.set(calls.get() + u32::from(list.len() > 5));
                list.len() < 6 || calls.get() > 1
            });
            let read = &message(&report)["failures"][0];
            assert_eq!((&read["flaky"], &read["failure_rate"]), (&true.into(), &expected));
        }
    }

    #[test]
    fn the_phase_and_the_finder_tell_where_an_input_came_from() {
        let tell = |failure: &Value| [failure["phase"].clone(), failure["found_by"].clone()];
        let small = || check(any::<u32>()).name("f").seed(1).database(Db::none());
        let kept = small().run(|n| n < 10).kept();
        assert_eq!(tell(&message(&kept)["failures"][0]), ["replay", "saved input"]);
        // The second run tries what the first one has saved.
        let db = Db::memory();
        let runs = [(); 2].map(|()| message(&small().database(db.clone()).run(|n| n < 10)));
        assert_eq!(runs.each_ref().map(|run| &run["known"]), [0, 1]);
        let again = &runs[1]["failures"][0];
        assert_eq!(tell(again), ["replay", "saved input"]);
        assert_eq!((&again["found_at"], &again["saved"]), (&1.into(), &true.into()));
        let example = message(&small().example(|| 70).run(|n| n < 10));
        assert_eq!(example["known"], 1);
        let example = &example["failures"][0];
        assert_eq!(tell(example), ["example", "example"]);
        assert_eq!(example["message"], "the property returned false");
        // The second failure was met in the reduction of the first, and follows it.
        let large = any::<u32>().encode(&1_000_000).expect("a number").to_token();
        let two = small().cases(1).replay(large).run(|n| {
            assert!(n < 1_000, "too large");
            assert!(n == 0, "not zero");
        });
        let two = message(&two);
        let [first, second] = [&two["failures"][0], &two["failures"][1]];
        assert_eq!([&first["message"], &second["message"]], ["too large", "not zero"]);
        assert_eq!(tell(second), ["reduce", "reduction"]);
        assert_eq!([&first["found_at"], &second["found_at"]], [1, 1]);
        let time = |it: &Value| it["reduction_seconds"].as_f64().expect("a number");
        let sum: f64 = two["failures"].as_array().expect("a list").iter().map(time).sum();
        assert!(sum > 0.0 && (time(&two) - sum).abs() < 1e-9, "{two:#}");
        assert_eq!(Provenance::Search.finder(Search::Mutate), "mutate");
    }

    #[test]
    fn steps_are_in_order() {
        let drew = |value: &str| Step::Drew { name: "n", value: value.to_owned() };
        let all = [drew("2"), Step::Called { line: "machine.add(2);".to_owned() }, drew("1")];
        let read: Value = serde_json::from_str(&steps(&all)).expect("it is JSON");
        let expected = json!([
            { "kind": "drew", "name": "n", "value": "2" },
            { "kind": "called", "call": "machine.add(2);" },
            { "kind": "drew", "name": "n", "value": "1" },
        ]);
        assert_eq!(read, expected);
    }

    #[test]
    fn an_example_that_cannot_be_encoded_has_no_token() {
        let halves = any::<u32>().map(|n| n / 2);
        let check = check(halves).name("f").seed(1).example(|| 70).database(Db::none());
        let read = &message(&check.run(|n| n < 10))["failures"][0];
        for key in ["token", "replay", "command"] {
            assert_eq!(read[key], Value::Null, "{key}: {read}");
        }
    }
}
