//! Tests of `profiles.rs`.

use super::{Overrides, Profiles};
use crate::untrusted::DataFolder;
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
fn three_profiles_exist_without_a_file() {
    assert_eq!(named("", "default"), Overrides::NONE);
    assert_eq!(named("", "ci"), Overrides::NONE);
    assert_eq!(named("", "nightly"), Overrides { cases: Some(100_000), ..Overrides::NONE });
}

#[test]
fn hunt_is_an_older_name_of_nightly_with_a_table_of_its_own() {
    assert_eq!(named("", "hunt"), named("", "nightly"));
    let text = "[default]\ncases = 5\n[hunt]\nseed = 1\n[nightly]\nseed = 2\n";
    let cases_and_seed = |profile| (named(text, profile).cases, named(text, profile).seed);
    assert_eq!(cases_and_seed("hunt"), (Some(100_000), Some(1)));
    assert_eq!(cases_and_seed("nightly"), (Some(100_000), Some(2)));
}

#[test]
fn an_unknown_profile_is_an_error_that_lists_the_known_ones() {
    let names = |profile| read("[hunt]\n[weekly]").named(profile).expect_err(profile);
    let known = "known: `default`, `ci`, `nightly`, `hunt`, `weekly`";
    assert_eq!(names("other"), format!("unknown profile; {known}"));
    assert_eq!(names("nightli"), format!("unknown profile; did you mean `nightly`? {known}"));
}

#[test]
fn the_file_may_contain_every_setting() {
    let text = "
        [default]
        cases = 1_000
        database = \"kept\"
        explain = false
        jobs = 4
        literals = false
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
        temperature = 0.5
        time = \"1h30m\"
    ";
    let expected = Overrides {
        cases: Some(1_000),
        database: Some(Place::At(DataFolder::in_workspace(Path::new("/project"), "kept"))),
        explain: Some(false),
        jobs: Some(4),
        literals: Some(false),
        max_executions: Some(5_000),
        max_failures: Some(3),
        observe: Some(Observations::Standard),
        read_database: Some(Place::At(DataFolder::in_workspace(Path::new("/project"), "others"))),
        reduce: Some(true),
        reduction_runs: Some(9_000),
        reduction_time: Some(Duration::from_secs(120)),
        search: Some(Search::Pool),
        temperature: Some(0.5),
        seed: Some(0),
        stats: Some(true),
        steps: Some(40),
        time: Some(Duration::from_secs(5_400)),
    };
    assert_eq!(named(text, "default"), expected);
}

#[test]
fn profiles_fall_back_on_the_default_one() {
    let text = "[ci]\ncases = 9\n[default]\ncases = 5\nseed = 3\n[weekly]\nseed = 4\n";
    let cases_and_seed = |profile| {
        let overrides = named(text, profile);
        (overrides.cases, overrides.seed)
    };
    assert_eq!(cases_and_seed("default"), (Some(5), Some(3)));
    assert_eq!(cases_and_seed("ci"), (Some(9), Some(3)));
    assert_eq!(cases_and_seed("weekly"), (Some(5), Some(4)));
    assert_eq!(cases_and_seed("nightly"), (Some(100_000), Some(3)), "it has its own number");
    for profile in ["nightly", "hunt"] {
        assert_eq!(named(&format!("[{profile}]\ncases = 7"), profile).cases, Some(7));
    }
    // Only the tool reads this line.
    let share = "[hunt]\nshare = 'redis://localhost'";
    assert_eq!(named(share, "hunt"), named("", "hunt"));
}

#[test]
fn a_time_lifts_the_number_of_cases_of_lower_profiles() {
    let ten_minutes = Some(Duration::from_secs(600));
    for (text, profile, cases) in [
        ("[default]\ntime = '10m'", "default", u64::MAX),
        ("[default]\ntime = '10m'", "ci", u64::MAX),
        ("[default]\ntime = '10m'", "nightly", 100_000),
        ("[default]\ntime = '10m'", "hunt", 100_000),
        ("[default]\ncases = 5\n[nightly]\ntime = '10m'", "nightly", u64::MAX),
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
fn the_page_has_a_short_and_a_long_profile() {
    let page = format!("{}/../book/src/reference/settings.md", env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(page).expect("a page of the book");
    let (_, section) = page.split_once("### Short in the editor").expect("a section");
    let (_, text) = section.split_once("```toml\n").expect("its settings");
    let (text, _) = text.split_once("```").expect("their end");
    let questions = format!("{}/../book/src/faq.md", env!("CARGO_MANIFEST_DIR"));
    let questions = std::fs::read_to_string(questions).expect("a page of the book");
    for line in text.lines().filter(|line| line.contains(" = ")) {
        assert!(questions.contains(&format!("`{line}`")), "{line}");
    }
    let limits = |profile| {
        let Overrides { cases, time, reduction_time, .. } = named(text, profile);
        (cases, time.map(|time| time.as_secs()), reduction_time.map(|time| time.as_secs()))
    };
    assert_eq!(limits("default"), (Some(500), Some(2), Some(5)));
    assert_eq!(limits("nightly"), (Some(u64::MAX), Some(600), Some(300)));
    // Without a number of cases, the time replaces it.
    let text = text.replace("cases = 500\n", "");
    assert_eq!(named(&text, "default").cases, Some(u64::MAX));
}

#[test]
fn errors_name_the_position_in_the_file() {
    let settings = "known: `cases`, `time`, `max_executions`, `seed`, `search`, `temperature`, \
                    `max_failures`, `reduce`, `reduction_runs`, `reduction_time`, `explain`, `literals`, `jobs`, `steps`, \
                    `database`, `read_database`, `stats`, `observe`";
    let searches = "known: `auto`, `random`, `climb`, `anneal`, `pool`, `mutate`";
    for (text, expected) in [
        ("cases = 5", "1:1: `cases` is in no profile: write `[default]` above it".to_owned()),
        ("[ci]\n[hunt]\n[ci]", "3:1: duplicate profile `[ci]`: write its settings once".to_owned()),
        (
            "[ci]\nseed = 1\n  seed = 2",
            "3:3: `seed` is set twice in `[ci]`: keep one of them".to_owned(),
        ),
        (
            "[ci]\n case = 5",
            format!("2:2: unknown setting `case`; did you mean `cases`? {settings}"),
        ),
        ("[ci]\ncolor = 5", format!("2:1: unknown setting `color`; {settings}")),
        (
            "[ci]\ncases = 0",
            "2:1: invalid `cases = 0`: write an integer from 1 to 2^64 - 1, such as 500".to_owned(),
        ),
        (
            "[ci]\ncases = \"5\"",
            "2:1: invalid `cases = \"5\"`: write an integer from 1 to 2^64 - 1, such as 500"
                .to_owned(),
        ),
        ("[ci]\nreduce = 1", "2:1: invalid `reduce = 1`: write `true` or `false`".to_owned()),
        (
            "[ci]\ntime = 30",
            "2:1: invalid `time = 30`: a time needs a unit: write `30s`, `30m` or `30ms`"
                .to_owned(),
        ),
        (
            "[ci]\nsearch = 'randon' # oh",
            format!(
                "2:1: invalid `search = 'randon'`: unknown search; did you mean `random`? {searches}"
            ),
        ),
        (
            "[ci]\nsearch = random",
            format!(
                "2:1: invalid `search = random`: write the name of a search in quotes; {searches}"
            ),
        ),
        ("[ci]\ncases 5", "2:7: expected `=`: write `name = value`".to_owned()),
    ] {
        let error = Profiles::read(text, Path::new("/project")).expect_err(text);
        assert_eq!(error.to_string(), format!("disprove.toml:{expected}"), "{text}");
    }
}

#[test]
fn a_setting_may_be_repeated_in_another_profile() {
    assert_eq!(named("[ci]\nseed = 1\n[hunt]\nseed = 2", "hunt").seed, Some(2));
}
