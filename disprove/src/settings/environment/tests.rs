//! Tests of `environment.rs`.

use super::{Environment, seed_of};
use crate::{
    database::scratch::{fifo, within_seconds},
    settings::overrides::{Overrides, Place},
    untrusted::DataFolder,
};
use std::{
    env,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process,
    time::Duration,
};

fn read(file: &str, variables: &[(&str, &str)]) -> Result<Environment, String> {
    let lookup = |name: &str| {
        let found = variables.iter().find(|(variable, _)| *variable == name);
        found.map(|(_, value)| OsString::from(value))
    };
    let environment = Environment::new(file, Path::new("/root"), &lookup, Path::new("/here"));
    environment.map_err(|error| error.to_string())
}

fn resolve(file: &str, attribute: &Overrides, variables: &[(&str, &str)]) -> Overrides {
    let environment = read(file, variables).unwrap_or_else(|error| panic!("{error}"));
    environment.resolve(attribute, "module::property")
}

#[test]
fn the_attribute_overrides_the_file_and_variables_override_both() {
    let (none, attribute) = (Overrides::NONE, Overrides { cases: Some(3), ..Overrides::NONE });
    let file = "[default]\ncases = 1\n[nightly]\ncases = 2";
    let nightly = ("DISPROVE_PROFILE", "nightly");
    let four = ("DISPROVE_CASES", "4");
    for (file, attribute, variables, cases) in [
        ("", &none, &[][..], None),
        (file, &none, &[], Some(1)),
        (file, &none, &[nightly], Some(2)),
        (file, &attribute, &[nightly], Some(3)),
        (file, &attribute, &[nightly, four], Some(4)),
        (file, &none, &[four], Some(4)),
        ("", &attribute, &[], Some(3)),
        ("", &attribute, &[four], Some(4)),
    ] {
        assert_eq!(resolve(file, attribute, variables).cases, cases, "{variables:?}, {file}");
    }
}

#[test]
fn settings_of_all_sources_are_combined() {
    let attribute = Overrides { max_failures: Some(2), ..Overrides::NONE };
    let overrides =
        resolve("[default]\nsteps = 9\ndatabase = 'a'", &attribute, &[("DISPROVE_SEED", "5")]);
    let expected = Overrides {
        steps: Some(9),
        database: Some(Place::At(DataFolder::in_workspace(Path::new("/root"), "a"))),
        max_failures: Some(2),
        seed: Some(5),
        ..Overrides::NONE
    };
    assert_eq!(overrides, expected);
    let overrides = resolve("[default]\ndatabase = 'a'", &attribute, &[("DISPROVE_DATABASE", "b")]);
    assert_eq!(overrides.database, Some(Place::At(DataFolder::chosen("/here/b"))));
}

#[test]
fn a_time_lifts_the_cases_of_lower_sources_only() {
    let minute = Some(Duration::from_secs(60));
    let (cases, time) = (("DISPROVE_CASES", "4"), ("DISPROVE_TIME", "1m"));
    let overrides = |cases, time| Overrides { cases, time, ..Overrides::NONE };
    for (file, attribute, variables, expected) in [
        ("[default]\ncases = 1", overrides(Some(3), None), &[time][..], u64::MAX),
        ("[default]\ncases = 1", overrides(None, minute), &[], u64::MAX),
        ("[default]\ncases = 1", overrides(Some(3), minute), &[], 3),
        ("[default]\ntime = '1m'", overrides(Some(3), None), &[], 3),
        ("[default]\ntime = '1m'", overrides(None, None), &[], u64::MAX),
        ("[default]\ntime = '1m'", overrides(None, None), &[cases], 4),
        ("", overrides(Some(3), None), &[cases, time], 4),
        ("", overrides(None, minute), &[cases], 4),
        ("", overrides(None, None), &[time], u64::MAX),
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
fn in_ci_a_property_without_a_seed_has_one_derived_from_its_name() {
    let none = Overrides::NONE;
    let given = Overrides { seed: Some(7), ..Overrides::NONE };
    let ci = ("CI", "true");
    let fixed = Some(seed_of("module::property"));
    for (file, attribute, variables, seed) in [
        ("", &none, &[][..], None),
        ("", &none, &[ci], fixed),
        ("", &none, &[("DISPROVE_PROFILE", "ci")], fixed),
        ("", &none, &[ci, ("DISPROVE_PROFILE", "nightly")], None),
        ("", &none, &[ci, ("DISPROVE_PROFILE", "hunt")], None),
        ("", &given, &[ci], Some(7)),
        ("[ci]\nseed = 8", &none, &[ci], Some(8)),
        ("[default]\nseed = 9", &none, &[ci], Some(9)),
        ("", &given, &[ci, ("DISPROVE_SEED", "10")], Some(10)),
    ] {
        assert_eq!(resolve(file, attribute, variables).seed, seed, "{variables:?}, {file}");
    }
    let environment = read("", &[ci]).expect("good settings");
    let seed = |name| environment.resolve(&none, name).seed;
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
    let known = "known: `default`, `ci`, `nightly`, `hunt`";
    let start = format!("DISPROVE_PROFILE=no-such-thing: unknown profile; {known}");
    assert_eq!(read("[weekly]", &chosen), Err(format!("{start}, `weekly`")));
    assert_eq!(read("", &chosen), Err(start));
}

#[test]
fn errors_name_the_file_or_the_variable() {
    let error = read("[unused]\ncases = 0", &[]).expect_err("zero cases");
    assert!(error.starts_with("disprove.toml:2:1: invalid `cases = 0`: "), "{error}");
    let error = read("", &[("DISPROVE_CASES", "0")]).expect_err("zero cases");
    assert!(error.starts_with("DISPROVE_CASES=0: "), "{error}");
}

/// A temporary folder.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let folder = env::temp_dir().join(format!("disprove-settings-{name}-{}", process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        Scratch(folder)
    }

    fn file(&self) -> PathBuf {
        self.0.join("disprove.toml")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The environment of this file and the variables of the tests.
fn expected(text: &str) -> Environment {
    let read = Environment::new(text, Path::new(""), &|name| env::var_os(name), Path::new(""));
    read.expect("good settings")
}

#[test]
fn an_absent_file_overrides_nothing() {
    let scratch = Scratch::new("absent");
    assert_eq!(Environment::of_this_process(&scratch.file()), Ok(expected("")));
}

#[test]
fn a_file_is_read() {
    let scratch = Scratch::new("present");
    let text = "[default]\nsteps = 77\n";
    fs::write(scratch.file(), text).expect("a file");
    assert_eq!(Environment::of_this_process(&scratch.file()), Ok(expected(text)));
    assert_ne!(expected(text), expected(""));
}

#[test]
fn a_file_that_cannot_be_read_is_an_error_with_its_path() {
    let scratch = Scratch::new("unreadable");
    fs::write(scratch.file(), [b'#', 0xff]).expect("a file");
    let start = format!("{}: cannot read the settings (", scratch.file().display());
    let error = Environment::of_this_process(&scratch.file()).expect_err("not UTF-8").to_string();
    assert!(error.starts_with(&start) && error.contains("UTF-8"), "{error}");
    fs::remove_file(scratch.file()).expect("a file");
    fs::create_dir(scratch.file()).expect("a folder");
    let error = Environment::of_this_process(&scratch.file()).expect_err("a folder").to_string();
    assert!(error.starts_with(&start), "{error}");
}

#[test]
#[cfg(unix)]
fn a_file_that_is_a_pipe_or_leads_out_of_its_folder_is_not_read() {
    let scratch = Scratch::new("pipe");
    fifo(&scratch.file());
    let file = scratch.file();
    let error =
        within_seconds(move || Environment::of_this_process(&file).map_err(|e| e.to_string()));
    let error = error.expect_err("a pipe");
    assert!(error.contains("not a regular file"), "{error}");

    let outside = Scratch::new("pipe-outside");
    fs::write(outside.file(), "[default]\nsteps = 77\n").expect("a file");
    fs::remove_file(scratch.file()).expect("a pipe");
    std::os::unix::fs::symlink(outside.file(), scratch.file()).expect("a link");
    let error = Environment::of_this_process(&scratch.file()).expect_err("a link").to_string();
    assert!(error.contains("a link leads to "), "{error}");
}

#[test]
fn a_huge_file_is_not_read() {
    let scratch = Scratch::new("huge");
    let file = fs::File::create(scratch.file()).expect("a file");
    file.set_len(1 << 40).expect("a sparse file");
    let error = Environment::of_this_process(&scratch.file()).expect_err("huge").to_string();
    assert!(error.contains("it has more than 1.0 MB"), "{error}");
}
