//! Tests of `profiles.rs`.

use super::{Overrides, Profiles};
use crate::{
    search::Search,
    settings::overrides::{Observations, Place},
};
use std::{path::Path, time::Duration};

fn read(text: &str) -> Profiles {
    Profiles::read(text, Path::new("/project")).unwrap_or_else(|error| panic!("{error}"))
}

fn named(text: &str, profile: &str) -> Overrides {
    read(text).named(profile).unwrap_or_else(|names| panic!("{names}"))
}

#[test]
fn three_profiles_are_always_there() {
    assert_eq!(named("", "default"), Overrides::NONE);
    assert_eq!(named("", "ci"), Overrides::NONE);
    assert_eq!(named("", "hunt"), Overrides { cases: Some(100_000), ..Overrides::NONE });
}

#[test]
fn an_unknown_profile_is_answered_with_the_known_ones() {
    let names = |profile| read("[hunt]\n[nightly]").named(profile).expect_err(profile);
    assert_eq!(names("other"), "known are `default`, `ci`, `hunt`, `nightly`");
    assert_eq!(
        names("nightli"),
        "perhaps `nightly` is meant; known are `default`, `ci`, `hunt`, `nightly`"
    );
}

#[test]
fn every_setting_can_be_written() {
    let text = "
        [default]
        cases = 1_000
        database = \"kept\"
        explain = false
        max_executions = 5_000
        max_failures = 3
        observe = true
        read_database = \"others\"
        reduce = true
        reduction_runs = 9_000
        reduction_time = \"2m\"
        search = \"pool\"
        seed = 0
        stats = true
        steps = 40
        time = \"1h30m\"
    ";
    let expected = Overrides {
        cases: Some(1_000),
        database: Some(Place::At("/project/kept".into())),
        explain: Some(false),
        max_executions: Some(5_000),
        max_failures: Some(3),
        observe: Some(Observations::Standard),
        read_database: Some(Place::At("/project/others".into())),
        reduce: Some(true),
        reduction_runs: Some(9_000),
        reduction_time: Some(Duration::from_secs(120)),
        search: Some(Search::Pool),
        temperature: None,
        seed: Some(0),
        stats: Some(true),
        steps: Some(40),
        time: Some(Duration::from_secs(5_400)),
    };
    assert_eq!(named(text, "default"), expected);
}

#[test]
fn profiles_fall_back_on_the_default_one() {
    let text = "[ci]\ncases = 9\n[default]\ncases = 5\nseed = 3\n[nightly]\nseed = 4\n";
    let cases_and_seed = |profile| {
        let overrides = named(text, profile);
        (overrides.cases, overrides.seed)
    };
    assert_eq!(cases_and_seed("default"), (Some(5), Some(3)));
    assert_eq!(cases_and_seed("ci"), (Some(9), Some(3)));
    assert_eq!(cases_and_seed("nightly"), (Some(5), Some(4)));
    assert_eq!(cases_and_seed("hunt"), (Some(100_000), Some(3)), "a hunt is long by itself");
    assert_eq!(named("[hunt]\ncases = 7", "hunt").cases, Some(7));
}

#[test]
fn a_time_lifts_the_number_of_cases_of_lower_profiles() {
    let ten_minutes = Some(Duration::from_secs(600));
    for (text, profile, cases) in [
        ("[default]\ntime = '10m'", "default", u64::MAX),
        ("[default]\ntime = '10m'", "ci", u64::MAX),
        ("[default]\ntime = '10m'", "hunt", 100_000),
        ("[default]\ncases = 5\n[hunt]\ntime = '10m'", "hunt", u64::MAX),
        ("[default]\ncases = 5\n[ci]\ntime = '10m'", "ci", u64::MAX),
        ("[default]\ncases = 5\ntime = '10m'", "ci", 5),
        ("[default]\ncases = 5\n[ci]\ncases = 6\ntime = '10m'", "ci", 6),
        ("[default]\ntime = '10m'\n[ci]\ncases = 6", "ci", 6),
    ] {
        let overrides = named(text, profile);
        assert_eq!(
            (overrides.cases, overrides.time),
            (Some(cases), ten_minutes),
            "{profile} of {text}"
        );
    }
}

#[test]
fn mistakes_are_named_with_their_place() {
    let settings = "known are `cases`, `database`, `explain`, `max_executions`, `max_failures`, \
                    `observe`, `read_database`, `reduce`, `reduction_runs`, `reduction_time`, \
                    `search`, `seed`, `stats`, `steps`, `time`";
    let searches = "known are `auto`, `random`, `climb`, `anneal`, `pool`, `mutate`";
    for (text, expected) in [
        ("cases = 5", "1:1: `cases` is in no profile: write `[default]` above it".to_owned()),
        ("[ci]\n[hunt]\n[ci]", "3:1: `[ci]` is already there: write its settings there".to_owned()),
        (
            "[ci]\nseed = 1\n  seed = 2",
            "3:3: `seed` is already set in `[ci]`: keep one of them".to_owned(),
        ),
        (
            "[ci]\n case = 5",
            format!("2:2: there is no setting `case`: perhaps `cases` is meant; {settings}"),
        ),
        ("[ci]\ncolour = 5", format!("2:1: there is no setting `colour`: {settings}")),
        (
            "[ci]\ncases = 0",
            "2:1: `cases = 0` cannot be used: write a whole number from 1 to 2^64 - 1, such as 500"
                .to_owned(),
        ),
        (
            "[ci]\ncases = \"5\"",
            "2:1: `cases = \"5\"` cannot be used: write a whole number from 1 to 2^64 - 1, such as 500"
                .to_owned(),
        ),
        (
            "[ci]\nreduce = 1",
            "2:1: `reduce = 1` cannot be used: write `true` or `false`".to_owned(),
        ),
        (
            "[ci]\ntime = 30",
            "2:1: `time = 30` cannot be used: a time needs a unit: write `30s`, `30m` or `30ms`"
                .to_owned(),
        ),
        (
            "[ci]\nsearch = 'randon' # oh",
            format!(
                "2:1: `search = 'randon'` cannot be used: there is no such search: \
                 perhaps `random` is meant; {searches}"
            ),
        ),
        (
            "[ci]\nsearch = random",
            format!(
                "2:1: `search = random` cannot be used: write the name of a search in quotes: {searches}"
            ),
        ),
        ("[ci]\ncases 5", "2:7: a setting is written as `name = value`, and `=` is missing here".to_owned()),
    ] {
        let error = Profiles::read(text, Path::new("/project")).expect_err(text);
        assert_eq!(error.to_string(), format!("disprove.toml:{expected}"), "{text}");
    }
}

#[test]
fn a_setting_may_be_repeated_in_another_profile() {
    assert_eq!(named("[ci]\nseed = 1\n[hunt]\nseed = 2", "hunt").seed, Some(2));
}
