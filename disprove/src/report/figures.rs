//! The figures of a run as JSON, for programs. The observed cases are only a sample, and the text report is not a
//! stable format.

use super::json;
use crate::runner::{Provenance, Report, Verdict};

/// All figures of a run, as one object.
pub(super) fn figures<T>(report: &Report<T>) -> String {
    let mut members = vec![("verdict", json::string(verdict_name(report.verdict())))];
    members.extend(counts(report));
    members.push(("failures", failures(report)));
    json::object(&members)
}

/// The name of a verdict for programs.
pub(super) fn verdict_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Passed => "passed",
        Verdict::Exhausted => "exhausted",
        Verdict::Falsified => "falsified",
        Verdict::GaveUp => "gave_up",
        Verdict::Flaky => "flaky",
    }
}

/// The counts of a run and its times, as members of an object.
pub(super) fn counts<T>(report: &Report<T>) -> Vec<(&'static str, String)> {
    let mut searches = Vec::new();
    for (search, executions) in report.searches() {
        searches.push(pair(&search.to_string(), *executions));
    }
    let mut labels = Vec::new();
    for (label, cases) in report.labels() {
        labels.push(pair(label, *cases));
    }
    vec![
        ("executions", report.executions().to_string()),
        ("cases", report.cases().to_string()),
        ("known", report.known().to_string()),
        ("distinct", report.distinct().to_string()),
        ("rejected", report.rejected().to_string()),
        ("unreached", report.unreached().to_string()),
        ("seconds", json::number(report.time().as_secs_f64())),
        ("reduction_seconds", json::number(report.reduction_time().as_secs_f64())),
        ("searches", list(&searches)),
        ("labels", list(&labels)),
        ("covers", covers(report)),
    ]
}

fn covers<T>(report: &Report<T>) -> String {
    let mut covers = Vec::new();
    for share in report.shares() {
        covers.push(json::object(&[
            ("name", json::string(share.name())),
            ("hits", share.hits().to_string()),
            ("cases", share.cases().to_string()),
            ("required", json::number(share.required())),
            ("too_small", share.is_too_small().to_string()),
        ]));
    }
    list(&covers)
}

fn failures<T>(report: &Report<T>) -> String {
    let mut failures = Vec::new();
    for failure in report.failures() {
        let (before, after) = failure.choices();
        let phase = phase(failure.provenance());
        let example = match failure.provenance() {
            Provenance::Example { number, .. } => number.to_string(),
            _ => "null".to_owned(),
        };
        failures.push(json::object(&[
            ("token", json::string(failure.replay_token())),
            ("found_at", failure.found_at().to_string()),
            ("found_by", json::string(&failure.provenance().finder(failure.found_by()))),
            ("phase", json::string(phase)),
            ("example", example),
            ("reduction_runs", failure.reduction_runs().to_string()),
            ("choices", list(&[before.to_string(), after.to_string()])),
        ]));
    }
    list(&failures)
}

/// The phase of the run that found a failure.
pub(super) fn phase(provenance: Provenance) -> &'static str {
    match provenance {
        Provenance::Search => "generate",
        Provenance::Example { .. } => "example",
        Provenance::Token { .. } | Provenance::Known => "replay",
        Provenance::Slippage => "reduce",
    }
}

fn pair(name: &str, number: u64) -> String {
    list(&[json::string(name), number.to_string()])
}

/// A list of members that are JSON already.
pub(super) fn list(members: &[String]) -> String {
    format!("[{}]", members.join(","))
}

#[cfg(test)]
mod tests {
    use super::figures;
    use crate::prelude::*;
    use serde_json::{Value, json};
    use std::{cell::Cell, collections::BTreeSet, time::Instant};

    #[test]
    fn figures_equal_those_of_the_report() {
        let start = Instant::now();
        let report = check(any::<u8>()).name("f").seed(3).cases(50).run(|byte| {
            label!("a \"quoted\" label");
            cover!("large", byte >= 100);
            assert!(byte < 200);
        });
        let read: Value = serde_json::from_str(&figures(&report)).expect("it is JSON");
        assert_eq!(read["verdict"], "falsified");
        assert_eq!(read["executions"], report.executions());
        let (failure, of) = (&report.failures()[0], &read["failures"][0]);
        assert_eq!(of["token"], failure.replay_token());
        assert_eq!((&of["phase"], &of["found_by"]), (&"generate".into(), &"random".into()));
        assert_eq!((&read["known"], &of["example"]), (&0.into(), &Value::Null));
        assert_eq!(of["found_at"], failure.found_at());
        assert_eq!(of["reduction_runs"], failure.reduction_runs());
        assert_eq!(of["choices"], json!([failure.choices().0, failure.choices().1]));
        assert_eq!(read["labels"][0][0], "a \"quoted\" label");
        assert_eq!(read["labels"][0][1], report.labels()[0].1);
        let share = &report.shares()[0];
        let cover = json!({
            "name": "large", "hits": share.hits(), "cases": share.cases(), "required": 0.0, "too_small": false
        });
        assert_eq!(read["covers"], json!([cover]));
        for (key, time) in
            [("seconds", report.time()), ("reduction_seconds", report.reduction_time())]
        {
            let read = read[key].as_f64().expect("a number");
            assert!(read > 0.0 && (read - time.as_secs_f64()).abs() < 1e-9, "{key}: {read}");
        }
        // They do not overlap.
        assert!(report.time() + report.reduction_time() <= start.elapsed());
    }

    #[test]
    fn counts_equal_those_of_the_report() {
        let drawn = |src: &mut Source| {
            let n = src.draw(any::<u32>());
            assume!(n % 5 != 1);
            n
        };
        let numbers = || check(drawn).name("f").seed(1).cases(100).database(Db::none());
        let found = numbers().run(|n| n < 10);
        let token = found.failures()[0].replay_token();
        let (calls, accepted) = (Cell::new(0_u64), Cell::new(0_u64));
        // The second replay is a case, but not a new input.
        let report = numbers().replay(token).replay(token).run(|n| {
            calls.set(calls.get() + 1);
            assume!(n % 7 != 2);
            accepted.set(accepted.get() + 1);
            target!(n.count_ones());
            cover!("even", n % 2 == 0, 99.0);
        });
        let read: Value = serde_json::from_str(&figures(&report)).expect("it is JSON");
        let counts = [
            ("executions", report.executions()),
            ("cases", report.cases()),
            ("known", 2),
            ("distinct", report.distinct()),
            ("rejected", report.rejected()),
            ("unreached", report.unreached()),
        ];
        for (key, count) in counts {
            assert_eq!(read[key], count, "{key}");
        }
        assert_eq!(report.unreached(), report.executions() - calls.get());
        assert_eq!(report.cases(), accepted.get());
        assert_eq!(report.rejected(), report.executions() - accepted.get());
        let different: BTreeSet<u64> = counts.into_iter().map(|(_, count)| count).collect();
        assert_eq!(different.len(), counts.len(), "{counts:?}");
        let searches: Vec<Value> = report
            .searches()
            .iter()
            .map(|(search, executions)| json!([search.to_string(), executions]))
            .collect();
        assert!(searches.len() > 1, "{searches:?}");
        assert!(report.searches().is_sorted_by(|(_, one), (_, other)| one >= other));
        assert_eq!(read["searches"], json!(searches));
        let cover = &read["covers"][0];
        assert_eq!((&cover["required"], &cover["too_small"]), (&99.0.into(), &true.into()));
        assert_eq!(read["verdict"], "gave_up");
        let all = check(0..10_u8).name("f").database(Db::none());
        let report = all.run(|n| cover!("small", n < 3, 20.0));
        let read: Value = serde_json::from_str(&figures(&report)).expect("it is JSON");
        let cover = &read["covers"][0];
        assert_eq!((&cover["hits"], &cover["cases"]), (&3.into(), &10.into()));
        assert_eq!((&cover["required"], &cover["too_small"]), (&20.0.into(), &false.into()));
    }
}
