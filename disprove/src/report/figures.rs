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
            ("found_by", json::string(&failure.found_by().to_string())),
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
        Provenance::Known => "replay",
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
    use crate::{feedback::label, generator::any, property::check, search::Search};
    use serde_json::Value;

    #[test]
    fn figures_equal_those_of_the_report() {
        let report = check(any::<u8>()).name("f").seed(3).cases(50).run(|byte| {
            label(format_args!("a \"quoted\" label"));
            crate::cover!("large", byte >= 100);
            assert!(byte < 200);
        });
        let read: Value = serde_json::from_str(&figures(&report)).expect("it is JSON");
        assert_eq!(read["verdict"], "falsified");
        assert_eq!(read["executions"], report.executions());
        assert_eq!(read["failures"][0]["token"], report.failures()[0].replay_token());
        assert_eq!(read["failures"][0]["phase"], "generate");
        assert_eq!((&read["known"], &read["failures"][0]["example"]), (&0.into(), &Value::Null));
        assert_eq!(read["labels"][0][0], "a \"quoted\" label");
        assert_eq!(read["labels"][0][1], report.labels()[0].1);
        let share = &report.shares()[0];
        assert_eq!(
            (&read["covers"][0]["name"], &read["covers"][0]["hits"]),
            (&"large".into(), &share.hits().into())
        );
        // Seven of eight are rejected, and the others count.
        let numbers = check(any::<u64>()).name("g").seed(3).cases(50).search(Search::Random);
        let report = numbers.run(|n| crate::assume!(n % 8 == 3));
        let read: Value = serde_json::from_str(&figures(&report)).expect("it is JSON");
        assert!(report.rejected() > report.distinct() && report.distinct() > 0, "{report}");
        assert_eq!(read["rejected"], report.rejected());
        assert_eq!(read["distinct"], report.distinct());
    }
}
