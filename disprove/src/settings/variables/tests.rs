//! Tests of `variables.rs`.

use super::{Overrides, Variables, check_names, keys};
use crate::untrusted::DataFolder;
use crate::{
    search::Search,
    settings::overrides::{Observations, Place},
};
use std::{ffi::OsString, path::Path, time::Duration};

fn read(variables: &[(&str, &str)]) -> Result<Variables, String> {
    let lookup = |name: &str| {
        let found = variables.iter().find(|(variable, _)| *variable == name);
        found.map(|(_, value)| OsString::from(value))
    };
    Variables::read(&lookup, Path::new("/here")).map_err(|error| error.to_string())
}

#[test]
fn every_variable_sets_its_override() {
    let read = read(&[
        ("DISPROVE_CASES", "1_000"),
        ("DISPROVE_SEED", "0xff"),
        ("DISPROVE_PROFILE", "nightly"),
        ("DISPROVE_SEARCH", "mutate"),
        ("DISPROVE_TEMPERATURE", "2"),
        ("DISPROVE_MAX_EXECUTIONS", "9"),
        ("DISPROVE_TIME", "1h30m"),
        ("DISPROVE_STATS", "1"),
        ("DISPROVE_DATABASE", "kept"),
        ("DISPROVE_READ_DATABASE", "others"),
        ("DISPROVE_OBSERVE", "lines.jsonl"),
        ("DISPROVE_MAX_FAILURES", "2"),
        ("DISPROVE_STEPS", "30"),
        ("DISPROVE_REDUCE", "0"),
        ("DISPROVE_REDUCTION_RUNS", "700"),
        ("DISPROVE_REDUCTION_TIME", "5s"),
        ("DISPROVE_EXPLAIN", "false"),
        ("DISPROVE_LITERALS", "0"),
        ("DISPROVE_JOBS", "8"),
    ]);
    let overrides = Overrides {
        cases: Some(1_000),
        seed: Some(255),
        search: Some(Search::Mutate),
        temperature: Some(2.0),
        max_executions: Some(9),
        time: Some(Duration::from_secs(5_400)),
        stats: Some(true),
        database: Some(Place::At(DataFolder::chosen("/here/kept"))),
        read_database: Some(Place::At(DataFolder::chosen("/here/others"))),
        observe: Some(Observations::At(DataFolder::chosen("/here/lines.jsonl"))),
        max_failures: Some(2),
        steps: Some(30),
        reduce: Some(false),
        reduction_runs: Some(700),
        reduction_time: Some(Duration::from_secs(5)),
        explain: Some(false),
        literals: Some(false),
        jobs: Some(8),
    };
    assert_eq!(read, Ok(Variables { overrides, profile: "nightly".to_owned() }));
}

#[test]
fn empty_variables_count_as_unset() {
    let none = Variables { overrides: Overrides::NONE, profile: "default".to_owned() };
    assert_eq!(read(&[]), Ok(none.clone()));
    for name in [keys(), vec!["profile"]].concat() {
        let variable = format!("DISPROVE_{}", name.to_ascii_uppercase());
        assert_eq!(read(&[(&variable, "")]), Ok(none.clone()), "{variable}");
    }
}

#[test]
fn the_variable_ci_chooses_the_profile_ci() {
    for (variables, profile) in [
        (&[("CI", "true")][..], "ci"),
        (&[("CI", "1")], "ci"),
        (&[("CI", "woodpecker")], "ci"),
        (&[("CI", "")], "default"),
        (&[("CI", "0")], "default"),
        (&[("CI", "false")], "default"),
        (&[("CI", "False")], "default"),
        (&[("CI", "true"), ("DISPROVE_PROFILE", "")], "ci"),
        (&[("CI", "true"), ("DISPROVE_PROFILE", "nightly")], "nightly"),
        (&[("CI", "true"), ("DISPROVE_PROFILE", "hunt")], "hunt"),
        (&[("DISPROVE_PROFILE", "ci")], "ci"),
    ] {
        let chosen = read(variables).map(|environment| environment.profile);
        assert_eq!(chosen.as_deref(), Ok(profile), "{variables:?}");
    }
}

#[test]
fn errors_name_the_variable_and_its_value() {
    for (name, value, wanted) in [
        ("DISPROVE_CASES", "0", "write an integer from 1 to 2^64 - 1, such as 500"),
        ("DISPROVE_CASES", "many", "write an integer from 1 to 2^64 - 1, such as 500"),
        ("DISPROVE_MAX_EXECUTIONS", "-1", "write an integer from 1 to 2^64 - 1, such as 500"),
        ("DISPROVE_MAX_FAILURES", "0", "write an integer from 1 to 2^64 - 1, such as 500"),
        ("DISPROVE_STEPS", "0", "write an integer from 1 to 2^64 - 1, such as 500"),
        ("DISPROVE_REDUCTION_RUNS", "0", "write an integer from 1 to 2^64 - 1, such as 500"),
        ("DISPROVE_REDUCTION_TIME", "5", "a time needs a unit: write `5s`, `5m` or `5ms`"),
        ("DISPROVE_SEED", "random", "write an integer from 0 to 2^64 - 1, such as 7"),
        ("DISPROVE_TIME", "30", "a time needs a unit: write `30s`, `30m` or `30ms`"),
        ("DISPROVE_TEMPERATURE", "10.5", "write a number from 0 to 10, such as 0.3"),
        ("DISPROVE_TEMPERATURE", "warm", "write a number from 0 to 10, such as 0.3"),
        ("DISPROVE_TIME", "0s", "write a time such as `30s`, `500ms` or `1h30m`"),
        ("DISPROVE_STATS", "yes", "write 1 or 0, `true` or `false`"),
        ("DISPROVE_REDUCE", "never", "write 1 or 0, `true` or `false`"),
        (
            "DISPROVE_SEARCH",
            "no-such-thing",
            "unknown search; known: `auto`, `random`, `climb`, `anneal`, `pool`, `mutate`",
        ),
    ] {
        assert_eq!(read(&[(name, value)]), Err(format!("{name}={value}: {wanted}")));
    }
}

#[cfg(unix)]
#[test]
fn refuses_values_that_are_not_utf8() {
    use std::os::unix::ffi::OsStringExt;

    for variable in ["DISPROVE_CASES", "DISPROVE_DATABASE", "DISPROVE_PROFILE"] {
        let lookup = |name: &str| (name == variable).then(|| OsString::from_vec(vec![b'a', 0xff]));
        let error = Variables::read(&lookup, Path::new("")).expect_err("not UTF-8");
        let expected = format!("{variable}=a\u{fffd}: this is not valid UTF-8: write it in UTF-8");
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn refuses_misspelled_names_and_ignores_others() {
    let error = |name: &str| {
        check_names(&[(name.to_owned(), "3".to_owned())]).err().map(|error| error.to_string())
    };
    assert_eq!(
        error("DISPROVE_CASE").as_deref(),
        Some("DISPROVE_CASE=3: unknown setting; did you mean `DISPROVE_CASES`?")
    );
    assert!(error("DISPROVE_PROFILES").is_some_and(|text| text.contains("`DISPROVE_PROFILE`")));
    for fine in ["DISPROVE_CASES", "DISPROVE_PROFILE", "DISPROVE_SOAK_SECONDS", "CASE"] {
        assert_eq!(error(fine), None, "{fine}");
    }
}
