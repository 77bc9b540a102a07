//! The surfaces of the settings agree with the table.

use super::{
    Attribute, Observations, Overrides, Place, RawValue, SETTINGS, Setting, Value, keys, setting,
};
use crate::untrusted::DataFolder;
use crate::{
    database::Db,
    feedback::History,
    generator::{Any, any},
    humanize::assert_said,
    machine::StepLimit,
    property::{Check, check},
    search::{HIGHEST, Search},
    settings::{profiles::Profiles, resolved::Settings},
};
use std::{env, fmt::Write as _, fs, path::Path, time::Duration};

/// Overrides every setting. The numbers tell the settings apart.
fn full(offset: u64) -> Overrides {
    let is_first = offset == 1;
    let mut overrides = Overrides::NONE;
    for (number, key) in (offset..).zip(keys()) {
        let setting = setting(key).expect("a key of the table");
        let text = match setting.value {
            Value::Flag(_) => if is_first { "1" } else { "0" }.to_owned(),
            Value::Search(_) => if is_first { "pool" } else { "climb" }.to_owned(),
            Value::Time(_) => format!("{number}s"),
            Value::Temperature(_) => format!("0.{number}"),
            Value::Database(_) if is_first => "none".to_owned(),
            Value::Database(_) | Value::Observations(_) => format!("folder-{number}"),
            Value::Count(_) | Value::Seed(_) => number.to_string(),
            Value::Code => unreachable!("code is not a key"),
        };
        let set = setting.set(&mut overrides, &RawValue::Untyped(&text), Path::new("/root"));
        set.unwrap_or_else(|expected| panic!("{key} = {text}: {expected}"));
    }
    overrides
}

#[test]
fn every_setting_has_its_own_field() {
    let expected = Overrides {
        cases: Some(1),
        time: Some(Duration::from_secs(2)),
        max_executions: Some(3),
        seed: Some(4),
        search: Some(Search::Pool),
        temperature: Some(0.6),
        max_failures: Some(7),
        reduce: Some(true),
        reduction_runs: Some(9),
        reduction_time: Some(Duration::from_secs(10)),
        explain: Some(true),
        literals: Some(true),
        jobs: Some(13),
        steps: Some(14),
        database: Some(Place::None),
        read_database: Some(Place::None),
        stats: Some(true),
        observe: Some(Observations::At(DataFolder::chosen("/root/folder-18"))),
    };
    assert_eq!(full(1), expected);
}

#[test]
fn every_setting_overrides_the_lower_source_and_falls_back_on_it() {
    let (upper, lower) = (full(1), full(101));
    assert_ne!(upper, lower);
    assert_eq!(upper.clone().over(&lower), upper);
    assert_eq!(Overrides::NONE.over(&lower), lower);
    assert_eq!(lower.clone().over(&Overrides::NONE), lower);
}

#[test]
fn a_run_has_every_setting_that_a_source_overrides() {
    let mut settings = Settings::named(String::new());
    (settings.explain, settings.literals) = (true, true);
    let settings = settings.with(&full(101));
    assert_eq!((settings.cases, settings.time), (101, Some(Duration::from_secs(102))));
    assert_eq!((settings.max_executions, settings.seed), (Some(103), Some(104)));
    assert_eq!((settings.search, settings.temperature), (Search::Climb, Some(0.106)));
    assert_eq!((settings.max_failures, settings.reduction_runs), (Some(107), 109));
    assert_eq!((settings.reduction_time, settings.jobs), (Duration::from_secs(110), 113));
    assert!(!settings.reduce && !settings.explain && !settings.literals);
}

/// The names in the message of the macro about an unknown setting.
fn listed(message: &str) -> Vec<&str> {
    let (_, after) = message.split_once("`#[property(..)]` knows ").expect("a list of settings");
    let line = after.lines().next().unwrap_or_default();
    line.split('`').skip(1).step_by(2).collect()
}

#[test]
fn the_attribute_knows_the_settings_of_the_table() {
    let keys = |other| {
        let mut keys = Vec::new();
        for Setting { name, attribute, .. } in &SETTINGS {
            if [Attribute::Key, other].contains(attribute) {
                keys.push(*name);
            }
        }
        keys.sort_unstable();
        keys
    };
    let sorted = |mut names: Vec<&'static str>| {
        names.sort_unstable();
        names
    };
    let on_functions = include_str!("../../../tests/ui/property_unknown_setting.stderr");
    assert_eq!(sorted(listed(on_functions)), keys(Attribute::FunctionKey));
    let on_machines = include_str!("../../../tests/ui/machine_settings.stderr");
    assert_eq!(sorted(listed(on_machines)), keys(Attribute::MachineKey));
}

/// Sees nothing.
struct Blind;

impl History for Blind {
    type Observation = u8;

    fn update(&mut self, _: &u8) -> bool {
        false
    }
}

type Bytes = Check<Any<u8>>;

/// A call of each method of `Check` that sets something.
const METHODS: [(&str, fn(Bytes) -> Bytes); 16] = [
    ("cases", |check| check.cases(3)),
    ("time", |check| check.time(Duration::from_secs(3))),
    ("max_executions", |check| check.max_executions(3)),
    ("seed", |check| check.seed(3)),
    ("search", |check| check.search(Search::Pool)),
    ("temperature", |check| check.temperature(0.3)),
    ("max_failures", |check| check.max_failures(3)),
    ("reduce", |check| check.reduce(false)),
    ("reduction_runs", |check| check.reduction_runs(3)),
    ("reduction_time", |check| check.reduction_time(Duration::from_secs(3))),
    ("explain", |check| check.explain(true)),
    ("literals", |check| check.literals(true)),
    ("database", |check| check.database(Db::none())),
    ("history", |check| check.history(Blind)),
    ("example", |check| check.example(|| 3)),
    ("replay", |check| check.replay("d1:")),
];

#[test]
fn check_has_a_method_for_each_setting_of_the_table() {
    let methods: Vec<&str> = METHODS.iter().map(|(name, _)| *name).collect();
    let expected = SETTINGS.iter().filter(|setting| setting.check.is_ok());
    assert_eq!(methods, expected.map(|setting| setting.name).collect::<Vec<_>>());
    let text =
        |change: fn(Bytes) -> Bytes| format!("{:?}", change(check(any::<u8>()).name("bytes")));
    for (name, method) in METHODS {
        let is_shown = !["database", "history", "example"].contains(&name);
        let (before, after) = (text(|check| check), text(method));
        let fields = after.split(", ").zip(before.split(", "));
        let changed: Vec<&str> =
            fields.filter(|(after, before)| after != before).map(|(after, _)| after).collect();
        assert_eq!(changed.len(), usize::from(is_shown), "`{name}` changes {changed:?}");
        assert!(changed.iter().all(|field| field.starts_with(name)), "`{name}`: {changed:?}");
    }
}

#[test]
fn check_has_no_method_for_another_setting() {
    let source = include_str!("../../property/check.rs").lines();
    let methods =
        source.filter_map(|line| line.strip_prefix("    pub fn ")?.split(['(', '<']).next());
    let mut methods: Vec<&str> = methods.collect();
    let others = ["name", "schedule", "listen", "listen_to_executions", "run", "assert"];
    let mut expected: Vec<&str> = METHODS.iter().map(|(name, _)| *name).chain(others).collect();
    methods.sort_unstable();
    expected.sort_unstable();
    assert_eq!(methods, expected);
    assert_said("guides/other-tests.md", "It has no `isolate`, `runtime` or `jobs`.");
    assert!(["isolate", "runtime", "jobs"].iter().all(|name| !methods.contains(name)));
}

#[test]
fn the_defaults_in_the_table_are_those_of_a_run() {
    let settings = Settings::named(String::new());
    for (name, value) in [
        ("cases", settings.cases.to_string()),
        ("max_executions", format!("{} × `cases`", settings.executions() / settings.cases)),
        ("search", format!("`{:?}`", settings.search).to_lowercase()),
        ("temperature", HIGHEST.to_string()),
        ("max_failures", settings.most_failures().to_string()),
        ("reduce", format!("`{}`", settings.reduce)),
        ("reduction_runs", settings.reduction_runs.to_string()),
        ("reduction_time", format!("{} s", settings.reduction_time.as_secs())),
        ("jobs", settings.jobs.to_string()),
        ("steps", StepLimit::of_this_thread().to_string()),
    ] {
        let setting = setting(name).expect("a key of the table");
        assert_eq!(setting.default.replace(',', ""), value, "{name}");
    }
    assert!(!settings.explain && !settings.literals);
    assert!(settings.seed.is_none() && settings.time.is_none());
}

/// The table of `book/src/reference/settings.md`, and why some settings are not everywhere.
fn page() -> String {
    let mut page = "| Setting | Default | Meaning | Attribute | File, variable | `check(..)` |\n\
                    |---|---|---|---|---|---|\n"
        .to_owned();
    let mut reasons: Vec<(&str, &str, Vec<&str>)> = Vec::new();
    for Setting { name, value, example, default, meaning, attribute, check } in &SETTINGS {
        let attribute_cell = match attribute {
            Attribute::Key => "yes",
            Attribute::FunctionKey => "of a function",
            Attribute::MachineKey => "of a state machine",
            Attribute::Separate => "its own",
            Attribute::Absent(_) => "",
        };
        let is_code = matches!(value, Value::Code);
        let in_file = if is_code { "" } else { "yes" };
        let in_check = if check.is_ok() { "yes" } else { "" };
        let _ = writeln!(
            page,
            "| `{example}` | {default} | {meaning} | {attribute_cell} | {in_file} | {in_check} |"
        );
        let mut absent = |surface, reason| match reasons
            .iter_mut()
            .find(|(known, why, _)| (*known, *why) == (surface, reason))
        {
            Some((_, _, names)) => names.push(name),
            None => reasons.push((surface, reason, vec![name])),
        };
        if let Attribute::Absent(reason) = attribute {
            absent("the attribute", reason);
        }
        if let Err(reason) = check {
            absent("`check(..)`", reason);
        }
    }
    page.push_str("\n| Not in | Setting | Reason |\n|---|---|---|\n");
    reasons.sort_by_key(|(surface, ..)| *surface);
    for (surface, reason, names) in reasons {
        let _ = writeln!(page, "| {surface} | `{}` | {reason} |", names.join("`, `"));
    }
    page
}

/// The table of `book/src/reference/environment.md`.
fn variables() -> String {
    let mut table = "| variable | default | effect |\n|---|---|---|\n".to_owned();
    for Setting { name, value, example, default, meaning, .. } in &SETTINGS {
        if !matches!(value, Value::Code) {
            let (_, example) = example.split_once(" = ").expect("a value");
            let name = name.to_ascii_uppercase();
            let example = example.trim_matches('"');
            let _ = writeln!(table, "| `DISPROVE_{name}={example}` | {default} | {meaning} |");
        }
    }
    // Links on the page of settings lead to its own headings.
    table.replace("](#", "](settings.md#")
}

/// The tables of `disprove/src/guide/settings.md`: the keys of the attribute, and the settings that are not among them.
fn guide() -> [String; 2] {
    let mut keys = "| setting | default | meaning |\n|---|---|---|\n".to_owned();
    let mut others = keys.clone();
    for Setting { value, example, default, meaning, attribute, .. } in &SETTINGS {
        let table = match attribute {
            Attribute::Key | Attribute::FunctionKey | Attribute::MachineKey => &mut keys,
            Attribute::Absent(_) => &mut others,
            Attribute::Separate => continue,
        };
        // The attribute takes a word.
        let is_word = matches!(value, Value::Search(_));
        let example = if is_word { example.replace('"', "") } else { (*example).to_owned() };
        let _ = writeln!(table, "| `{example}` | {default} | {meaning} |");
    }
    let book = "](https://github.com/disprove-rs/disprove/blob/main/book/src/";
    [keys, others].map(|table| {
        table.replace("](#", &format!("{book}reference/settings.md#")).replace("](../", book)
    })
}

/// Compares the part of a page between two comments. `BLESS_TEXTS` writes it.
#[track_caller]
fn is_current(page: &str, [start, end]: [&str; 2], expected: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
    let Ok(text) = fs::read_to_string(&file) else { return };
    let (before, after) = text.split_once(start).expect("the start of the table");
    let (found, after) = after.split_once(end).expect("the end of the table");
    if env::var_os("BLESS_TEXTS").is_some() {
        fs::write(file, format!("{before}{start}{expected}{end}{after}")).expect("a writable file");
    } else {
        assert_eq!(found, expected, "run the tests with `BLESS_TEXTS=1`");
    }
}

#[test]
fn the_settings_page_contains_the_table() {
    let start = "<!-- table: BLESS_TEXTS=1 cargo test -p disprove --lib settings:: -->\n";
    is_current("../book/src/reference/settings.md", [start, "<!-- end of table -->"], &page());
}

/// No setting changes how a report shortens values (book/src/start/failure-report.md) or limits sizes of all values
/// (book/src/how/distributions.md).
#[test]
fn no_setting_is_about_long_values_or_sizes() {
    for word in ["lines", "character", "Debug", "size"] {
        assert!(!page().contains(word), "{word}");
    }
}

/// No setting changes how often a flaky failure is repeated (book/src/guides/flaky.md).
#[test]
fn no_setting_is_about_failure_rates() {
    for word in ["flaky", "failure rate", "repeat"] {
        assert!(!page().contains(word), "{word}");
    }
}

/// No setting changes which share of accepted inputs is too small (book/src/guides/preconditions.md).
#[test]
fn no_setting_is_about_shares_of_accepted_inputs() {
    for word in ["accepted", "share", "percent", "%"] {
        assert!(!page().contains(word), "{word}");
    }
}

#[test]
fn the_page_of_variables_contains_all_settings() {
    let start = "<!-- generated: BLESS_TEXTS=1 cargo test -p disprove --lib settings:: -->\n";
    let end = "<!-- /generated -->";
    is_current("../book/src/reference/environment.md", [start, end], &variables());
}

#[test]
fn the_guide_contains_every_setting() {
    let [keys, others] = guide();
    let command = "BLESS_TEXTS=1 cargo test -p disprove --lib settings:: -->\n";
    for (name, table) in [("table", keys), ("table of the file", others)] {
        let start = format!("<!-- {name}: {command}");
        is_current("src/guide/settings.md", [&start, &format!("<!-- end of {name} -->")], &table);
    }
    let is_code =
        |it: &&Setting| matches!(it.value, Value::Code) && it.attribute != Attribute::Separate;
    let mut names: Vec<&str> = SETTINGS.iter().filter(is_code).map(|it| it.name).collect();
    let last = names.pop().expect("some are code");
    let said = format!("The file and variables cannot set `{}` and `{last}`.", names.join("`, `"));
    let text = include_str!("../../guide/settings.md");
    assert!(text.contains(&said), "{said}");
}

#[test]
fn values_of_an_attribute_that_make_no_sense_are_named() {
    let overrides = Overrides {
        cases: Some(0),
        time: Some(Duration::ZERO),
        seed: Some(0),
        temperature: Some(f64::NAN),
        max_failures: Some(1),
        steps: Some(0),
        ..Overrides::NONE
    };
    let mut found = Vec::new();
    for setting in &SETTINGS {
        if let Some((value, expected)) = setting.mistake(&mut overrides.clone()) {
            found.push(format!("{} = {value}: {expected}", setting.name));
        }
    }
    assert_eq!(
        found,
        [
            "cases = 0: write an integer from 1 to 2^64 - 1, such as 500",
            "time = 0s: write a time such as `30s`, `500ms` or `1h30m`",
            "temperature = NaN: write a number from 0 to 10, such as 0.3",
            "steps = 0: write an integer from 1 to 2^64 - 1, such as 500",
        ]
    );
}

#[test]
fn the_examples_of_the_table_are_lines_of_the_file() {
    for Setting { value, example, .. } in &SETTINGS {
        if !matches!(value, Value::Code) {
            let text = format!("[default]\n{example}\n");
            let read = Profiles::read(&text, Path::new("/root"));
            let profile = read.map(|profiles| profiles.named("default"));
            assert!(matches!(profile, Ok(Ok(profile)) if profile != Overrides::NONE), "{example}");
        }
    }
}

#[test]
fn the_first_pages_name_the_defaults_of_the_table() {
    let default = |name| setting(name).expect("a key of the table").default;
    let cases = default("cases");
    let limits = format!(
        "`reduction_time` (default {}) and `reduction_runs` (default {}) limit it",
        default("reduction_time"),
        default("reduction_runs")
    );
    for (page, sentence) in [
        ("faq.md", format!("{cases} per property.")),
        ("faq.md", limits),
        (
            "start/five-minutes.md",
            format!("with generated arguments, up to {cases} times by default."),
        ),
        ("start/five-minutes.md", format!("then new cases, up to {cases} of each property")),
        ("index.md", format!("the next case, up to {cases}")),
    ] {
        assert_said(page, &sentence);
    }
}

#[test]
fn the_guides_name_the_defaults_of_the_table() {
    for (page, name, start, end) in [
        ("guides/migration.md", "steps", "`#[property(..)]` (default ", ")"),
        ("guides/from-hypothesis.md", "cases", "The default number of cases is ", " "),
        ("guides/ci.md", "reduction_time", "`reduction_time` (default ", ")"),
        ("guides/ci.md", "max_failures", "`max_failures` (default ", ")"),
        ("../../COMPARE.md", "cases", "| default number of cases | ", " |"),
    ] {
        let default = setting(name).expect("a key of the table").default;
        assert_said(page, &format!("{start}{default}{end}"));
    }
}
