//! What `book/src/guides/ci.md` says about files and variables.

use crate::child::Scratch;
use disprove::prelude::*;
use std::{env, fs, process::Command};

// The settings of this repository turn literals off.
#[property(literals = true, cases = 20)]
fn draws_literals(n: u64) {
    assert_eq!(n ^ n, 0);
}

#[test]
fn literals_are_kept_in_the_target_folder_unless_they_are_off() {
    let scratch = Scratch::new("ci-literals");
    // Cargo marks its target folder so.
    fs::write(scratch.path().join("CACHEDIR.TAG"), "").expect("it can be written");
    let (own, binary) = (env::current_exe().expect("a binary"), scratch.path().join("binary"));
    if fs::hard_link(&own, &binary).is_err() {
        fs::copy(&own, &binary).expect("it can be copied");
    }
    let folder = scratch.path().join("disprove-literals");
    for (value, is_written) in [("0", false), ("1", true)] {
        let mut command = Command::new(&binary);
        command.args(["--exact", "ci_page::draws_literals"]).env("DISPROVE_LITERALS", value);
        let done = command.output().expect("the binary starts");
        let printed = String::from_utf8_lossy(&done.stdout).into_owned();
        assert!(done.status.success() && printed.contains("1 passed"), "{printed}");
        assert_eq!(folder.exists(), is_written, "DISPROVE_LITERALS={value}");
    }
}

#[test]
fn a_check_reads_no_variables() {
    let report = check(any::<u64>()).database(Db::none()).run(|_| true);
    assert_eq!(report.cases(), 500);
    let seed = report.seed();
    let report = check(any::<u64>()).database(Db::none()).run(|n| n < 5);
    assert_eq!(report.failures()[0].value(), &5);
    assert_ne!(report.seed(), seed, "fresh ones");
    if env::var_os("DISPROVE_CASES").is_some() {
        return;
    }
    let scratch = Scratch::new("ci-variables");
    // The default database would be in this workspace.
    fs::write(scratch.path().join("Cargo.lock"), "").expect("it can be written");
    let mut command = Command::new(env::current_exe().expect("a binary"));
    command.args(["--exact", "ci_page::a_check_reads_no_variables"]);
    command.env("DISPROVE_CASES", "7").env("DISPROVE_DATABASE", scratch.path());
    command.env("DISPROVE_REDUCE", "0").env("DISPROVE_SEED", "1").env("CI", "true");
    command.env("DISPROVE_MAX_EXECUTIONS", "9").env("DISPROVE_OBSERVE", scratch.path());
    command.env("CARGO_MANIFEST_DIR", scratch.path());
    let done = command.output().expect("the binary starts");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stdout));
    assert_eq!(scratch.files(), ["Cargo.lock"]);
}
