//! Settings of proptest: variables, processes of their own, what is stored, and what has no effect.

use proptest::{
    prelude::*,
    string::bytes_regex,
    test_runner::{RngAlgorithm, TestRunner},
};
use std::{
    cell::Cell,
    collections::BTreeSet,
    env, fmt, fs, io, iter,
    marker::PhantomData,
    mem::Discriminant,
    num::{ParseFloatError, ParseIntError},
    panic::{self, AssertUnwindSafe},
    process::Command,
    str::Utf8Error,
    sync::{
        Barrier, Condvar, Once,
        mpsc::{Receiver, Sender},
    },
    thread,
};

/// Set in processes in which the tests of this file fail.
const CHILD: &str = "DISPROVE_TESTS_OF_SETTINGS_FAIL";

fn is_child() -> bool {
    env::var_os(CHILD).is_some()
}

proptest! {
    #![proptest_config(ProptestConfig { fork: true, ..ProptestConfig::default() })]

    #[test]
    fn aborts(n: u8) {
        if is_child() && n >= 200 {
            std::process::abort();
        }
    }
}

/// The time limit of a case in milliseconds. A busy machine reaches a short one.
fn limit() -> u32 {
    if is_child() { 200 } else { 60_000 }
}

proptest! {
    #![proptest_config(ProptestConfig { timeout: limit(), ..ProptestConfig::default() })]

    #[test]
    fn hangs(bit: bool) {
        while is_child() && bit {
            std::hint::spin_loop();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn is_forgotten(n: u8) {
        prop_assert!(!is_child() || n < 5);
    }
}

proptest! {
    #[test]
    fn is_stored(n: u8) {
        prop_assert!(!is_child() || n < 5);
    }

    #[test]
    fn holds(n: u64) {
        prop_assert_eq!(n ^ n, 0);
    }
}

#[test]
fn prints_the_settings() {
    println!("{:?} {:?}", ProptestConfig::default(), prop::collection::SizeRange::default());
}

/// What tests of this file print in a process of their own.
fn output(names: &[&str], variables: &[(&str, &str)]) -> String {
    let mut command = Command::new(env::current_exe().expect("a running test knows its binary"));
    command.args(["--exact", "--nocapture", "--test-threads=1"]).args(names);
    for (key, _) in env::vars() {
        if key.starts_with("DISPROVE_") || key.starts_with("PROPTEST_") || key == "CI" {
            command.env_remove(key);
        }
    }
    command.envs(variables.iter().copied());
    let done = command.output().expect("the binary starts");
    String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned()
}

#[test]
fn the_variables_of_proptest_work() {
    let variables = [
        ("PROPTEST_CASES", "7", "cases: 7,"),
        ("PROPTEST_MAX_LOCAL_REJECTS", "8", "max_local_rejects: 8,"),
        ("PROPTEST_MAX_GLOBAL_REJECTS", "9", "max_global_rejects: 9,"),
        ("PROPTEST_MAX_SHRINK_TIME", "10", "max_shrink_time: 10,"),
        ("PROPTEST_MAX_SHRINK_ITERS", "11", "max_shrink_iters: 11,"),
        ("PROPTEST_MAX_DEFAULT_SIZE_RANGE", "12", "max_default_size_range: 12,"),
        ("PROPTEST_FORK", "true", "fork: true,"),
        ("PROPTEST_TIMEOUT", "60000", "timeout: 60000,"),
        ("PROPTEST_RNG_SEED", "13", "rng_seed: Fixed(13),"),
        ("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1", "failure_persistence: None,"),
    ];
    let mut set: Vec<(&str, &str)> =
        variables.iter().map(|(name, value, _)| (*name, *value)).collect();
    let printed = output(&["prints_the_settings"], &set);
    for (_, _, expected) in variables {
        assert!(printed.contains(expected), "{expected}: {printed}");
    }
    // Strategies and tests use them.
    assert!(printed.contains("SizeRange(0..12)"), "{printed}");
    set.retain(|(name, _)| ["PROPTEST_CASES", "PROPTEST_RNG_SEED"].contains(name));
    set.push(("DISPROVE_STATS", "true"));
    let printed = output(&["holds"], &set);
    assert!(printed.contains("7 cases") && printed.contains("seed 13"), "{printed}");
}

#[cfg(unix)]
#[test]
fn fork_and_timeout_run_the_test_in_another_process() {
    let printed = output(&["aborts", "hangs"], &[(CHILD, "1"), ("DISPROVE_DATABASE", "none")]);
    assert!(printed.contains("n: 200,"), "{printed}");
    assert!(printed.contains("the process died of SIGABRT"), "{printed}");
    assert!(printed.contains("bit: true,"), "{printed}");
    assert!(printed.contains("the case did not end within 200 ms"), "{printed}");
}

#[test]
fn closures_ignore_fork_with_a_warning() {
    let config = ProptestConfig { fork: true, timeout: 60_000, ..ProptestConfig::default() };
    let runs = Cell::new(0);
    proptest!(config, |(n: u64)| {
        runs.set(runs.get() + 1);
        prop_assert_eq!(n ^ n, 0);
    });
    // In another process they would count there.
    assert!(runs.get() >= 256, "{runs:?}");
    if !is_child() {
        let printed = output(&["closures_ignore_fork_with_a_warning"], &[(CHILD, "1")]);
        assert!(printed.contains("`fork` and `timeout` have no effect on closures"), "{printed}");
    }
}

#[test]
fn without_persistence_nothing_is_stored() {
    // A workspace without settings.
    let folder = env::temp_dir().join(format!("disprove-proptest-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("it can be written");
    fs::write(folder.join("Cargo.lock"), "").expect("it can be written");
    let workspace = folder.display().to_string();
    let printed = |name| output(&[name], &[(CHILD, "1"), ("CARGO_MANIFEST_DIR", &workspace)]);
    let (forgotten, is_empty) = (printed("is_forgotten"), !folder.join(".disprove").exists());
    let stored = printed("is_stored");
    // A variable comes before what the code says.
    let variables = [(CHILD, "1"), ("DISPROVE_DATABASE", &*workspace)];
    let chosen = output(&["is_forgotten"], &variables);
    let _ = fs::remove_dir_all(&folder);
    assert!(forgotten.contains("n: 5,") && !forgotten.contains("saved in "), "{forgotten}");
    assert!(is_empty, "{forgotten}");
    assert!(stored.contains("n: 5,") && stored.contains("saved in "), "{stored}");
    assert!(chosen.contains("n: 5,") && chosen.contains("saved in "), "{chosen}");
}

#[test]
fn settings_without_effect_are_reported_once() {
    let printed = output(&["holds", "is_stored"], &[("PROPTEST_RNG_ALGORITHM", "xs")]);
    assert!(printed.contains("2 passed"), "{printed}");
    let message = "proptest: without effect here: `rng_algorithm`";
    assert_eq!(printed.matches(message).count(), 1, "{printed}");
}

#[test]
fn what_is_not_supported_is_named() {
    let refused = panic::catch_unwind(|| {
        let rng_algorithm = RngAlgorithm::PassThrough;
        TestRunner::new(ProptestConfig { rng_algorithm, ..ProptestConfig::default() })
    })
    .expect_err("it is refused");
    let message = refused.downcast_ref::<String>().map(String::as_str);
    let message = message.or(refused.downcast_ref::<&str>().copied()).expect("a message");
    assert!(message.contains("`disprove-libfuzzer`"), "{message}");
    assert!(bytes_regex("[a-z]+").is_ok());
    assert!(bytes_regex(r"(?-u:\xff)").is_err());
}

/// Tells whether a type has a strategy: a constant of the type itself hides that of the trait.
#[allow(dead_code, reason = "only its constant is used")]
struct Probe<T>(PhantomData<T>);

trait WithoutStrategy {
    const HAS_STRATEGY: bool = false;
}

impl<T> WithoutStrategy for Probe<T> {}

impl<T: Arbitrary> Probe<T> {
    const HAS_STRATEGY: bool = true;
}

#[test]
fn types_without_a_strategy_are_those_of_the_page() {
    let errors = [
        Probe::<fmt::Error>::HAS_STRATEGY,
        Probe::<ParseIntError>::HAS_STRATEGY,
        Probe::<ParseFloatError>::HAS_STRATEGY,
    ];
    assert_eq!(errors, [true; 3]);
    let others = [
        Probe::<Utf8Error>::HAS_STRATEGY,
        Probe::<iter::Once<u8>>::HAS_STRATEGY,
        Probe::<std::vec::IntoIter<u8>>::HAS_STRATEGY,
        Probe::<std::char::ToLowercase>::HAS_STRATEGY,
        Probe::<io::Cursor<Vec<u8>>>::HAS_STRATEGY,
        Probe::<env::VarError>::HAS_STRATEGY,
        Probe::<fs::DirBuilder>::HAS_STRATEGY,
        Probe::<thread::Builder>::HAS_STRATEGY,
        Probe::<(Sender<u8>, Receiver<u8>)>::HAS_STRATEGY,
        Probe::<Barrier>::HAS_STRATEGY,
        Probe::<Condvar>::HAS_STRATEGY,
        Probe::<Once>::HAS_STRATEGY,
        Probe::<AssertUnwindSafe<u8>>::HAS_STRATEGY,
        Probe::<Discriminant<Option<u8>>>::HAS_STRATEGY,
    ];
    assert_eq!(others, [false; 14]);
    // No other error, and nothing else of these modules.
    let folder = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src/arbitrary"));
    let files = folder.expect("a folder").map(|file| file.expect("a file").path());
    let sources: Vec<String> =
        files.map(|file| fs::read_to_string(file).expect("a source")).collect();
    let words = sources.iter().flat_map(|text| text.split(|c: char| !c.is_alphanumeric()));
    let modules = ["env", "fs", "io", "iter", "IntoIter", "mpsc", "thread"];
    let named: BTreeSet<&str> =
        words.filter(|word| word.ends_with("Error") || modules.contains(word)).collect();
    assert_eq!(named, BTreeSet::from(["Error", "ParseFloatError", "ParseIntError"]));
    assert!(!include_str!("../src/lib.rs").contains("no_std"));
}
