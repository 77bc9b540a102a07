use super::{Surroundings, seed_of};
use crate::settings::{Place, Wishes};
use std::{ffi::OsString, path::Path, time::Duration};

fn read(file: &str, variables: &[(&str, &str)]) -> Result<Surroundings, String> {
    let lookup = |name: &str| {
        let found = variables.iter().find(|(variable, _)| *variable == name);
        found.map(|(_, value)| OsString::from(value))
    };
    let surroundings = Surroundings::new(file, Path::new("/root"), &lookup, Path::new("/here"));
    surroundings.map_err(|error| error.to_string())
}

fn resolve(file: &str, attribute: &Wishes, variables: &[(&str, &str)]) -> Wishes {
    let surroundings = read(file, variables).unwrap_or_else(|error| panic!("{error}"));
    surroundings.resolve(attribute, "module::property")
}

#[test]
fn the_attribute_beats_the_file_and_the_environment_beats_both() {
    let (silent, attribute) = (Wishes::default(), Wishes { cases: Some(3), ..Wishes::default() });
    let file = "[default]\ncases = 1\n[nightly]\ncases = 2";
    let nightly = ("DISPROVE_PROFILE", "nightly");
    let four = ("DISPROVE_CASES", "4");
    for (file, attribute, variables, cases) in [
        ("", &silent, &[][..], None),
        (file, &silent, &[], Some(1)),
        (file, &silent, &[nightly], Some(2)),
        (file, &attribute, &[nightly], Some(3)),
        (file, &attribute, &[nightly, four], Some(4)),
        (file, &silent, &[four], Some(4)),
        ("", &attribute, &[], Some(3)),
        ("", &attribute, &[four], Some(4)),
    ] {
        assert_eq!(resolve(file, attribute, variables).cases, cases, "{variables:?}, {file}");
    }
}

#[test]
fn settings_of_all_levels_go_together() {
    let attribute = Wishes { max_failures: Some(2), ..Wishes::default() };
    let wishes =
        resolve("[default]\nsteps = 9\ndatabase = 'a'", &attribute, &[("DISPROVE_SEED", "5")]);
    let expected = Wishes {
        steps: Some(9),
        database: Some(Place::At("/root/a".into())),
        max_failures: Some(2),
        seed: Some(5),
        ..Wishes::default()
    };
    assert_eq!(wishes, expected);
    let wishes = resolve("[default]\ndatabase = 'a'", &attribute, &[("DISPROVE_DATABASE", "b")]);
    assert_eq!(wishes.database, Some(Place::At("/here/b".into())));
}

#[test]
fn a_time_lifts_the_cases_of_lower_levels_only() {
    let minute = Some(Duration::from_secs(60));
    let (cases, time) = (("DISPROVE_CASES", "4"), ("DISPROVE_TIME", "1m"));
    let wishes = |cases, time| Wishes { cases, time, ..Wishes::default() };
    for (file, attribute, variables, expected) in [
        ("[default]\ncases = 1", wishes(Some(3), None), &[time][..], u64::MAX),
        ("[default]\ncases = 1", wishes(None, minute), &[], u64::MAX),
        ("[default]\ncases = 1", wishes(Some(3), minute), &[], 3),
        ("[default]\ntime = '1m'", wishes(Some(3), None), &[], 3),
        ("[default]\ntime = '1m'", wishes(None, None), &[], u64::MAX),
        ("[default]\ntime = '1m'", wishes(None, None), &[cases], 4),
        ("", wishes(Some(3), None), &[cases, time], 4),
        ("", wishes(None, minute), &[cases], 4),
        ("", wishes(None, None), &[time], u64::MAX),
    ] {
        let resolved = resolve(file, &attribute, variables);
        assert_eq!(
            (resolved.cases, resolved.time),
            (Some(expected), minute),
            "{file} {variables:?}"
        );
    }
}

#[test]
fn on_servers_a_property_has_a_seed_of_its_own_unless_one_is_given() {
    let silent = Wishes::default();
    let given = Wishes { seed: Some(7), ..Wishes::default() };
    let ci = ("CI", "true");
    let fixed = Some(seed_of("module::property"));
    for (file, attribute, variables, seed) in [
        ("", &silent, &[][..], None),
        ("", &silent, &[ci], fixed),
        ("", &silent, &[("DISPROVE_PROFILE", "ci")], fixed),
        ("", &silent, &[ci, ("DISPROVE_PROFILE", "hunt")], None),
        ("", &given, &[ci], Some(7)),
        ("[ci]\nseed = 8", &silent, &[ci], Some(8)),
        ("[default]\nseed = 9", &silent, &[ci], Some(9)),
        ("", &given, &[ci, ("DISPROVE_SEED", "10")], Some(10)),
    ] {
        assert_eq!(resolve(file, attribute, variables).seed, seed, "{variables:?}, {file}");
    }
    let surroundings = read("", &[ci]).expect("good settings");
    let seed = |name| surroundings.resolve(&silent, name).seed;
    assert_ne!(seed("a::holds"), seed("b::holds"));
}

#[test]
fn seeds_of_names_never_change() {
    for (name, seed) in [
        ("", 0xcbf2_9ce4_8422_2325),
        ("a", 0xaf63_dc4c_8601_ec8c),
        ("foobar", 0x8594_4171_f739_67e8),
    ] {
        assert_eq!(seed_of(name), seed, "{name}");
    }
}

#[test]
fn an_unknown_profile_is_an_error_with_and_without_a_file() {
    let chosen = [("DISPROVE_PROFILE", "no-such-thing")];
    let start = "DISPROVE_PROFILE=no-such-thing: there is no such profile: known are `default`, `ci`, `hunt`";
    assert_eq!(read("", &chosen), Err(start.to_owned()));
    assert_eq!(read("[nightly]", &chosen), Err(format!("{start}, `nightly`")));
}

#[test]
fn mistakes_of_the_file_and_the_environment_are_passed_on() {
    let error = read("[unused]\ncases = 0", &[]).expect_err("zero cases");
    assert!(error.starts_with("disprove.toml:2:1: `cases = 0`"), "{error}");
    let error = read("", &[("DISPROVE_CASES", "0")]).expect_err("zero cases");
    assert!(error.starts_with("DISPROVE_CASES=0: "), "{error}");
}
