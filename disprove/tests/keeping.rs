//! A failure of a `#[property]` is kept: tried first in the next run, written down to be committed, and
//! forgotten when it is mended. Each property here runs in a process of its own, because that is what the
//! settings of a run belong to.

use disprove::prelude::*;
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

#[property]
#[ignore = "run in a process of its own"]
fn sums_stay_small(numbers: Vec<u8>) {
    let limit = env::var("LIMIT").map_or(500, |limit| limit.parse().expect("a number"));
    assert!(numbers.iter().map(|n| u32::from(*n)).sum::<u32>() < limit, "the sum is too large");
}

#[property(seed = 3)]
#[ignore = "run in a process of its own"]
#[should_panic(expected = "never")]
fn fails_as_it_should(_n: u8) {
    panic!("never");
}

#[property]
#[replay("d1:H7kBeQ")]
#[ignore = "run in a process of its own"]
fn has_a_token(n: u8) {
    assert!(n < 200);
}

/// A folder of its own, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = env::temp_dir().join(format!("disprove-keeping-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("the temporary directory can be written");
        Scratch(path)
    }

    fn path(&self) -> &Path {
        &self.0
    }

    /// The names of the files below, with slashes.
    fn files(&self) -> Vec<String> {
        let mut files = Vec::new();
        let mut open = vec![self.0.clone()];
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    open.push(path);
                } else {
                    let name = path.strip_prefix(&self.0).expect("below").display().to_string();
                    files.push(name.replace('\\', "/"));
                }
            }
        }
        files.sort();
        files
    }

    /// Runs a property with this folder as its database.
    fn run(&self, name: &str, variables: &[(&str, &str)]) -> (bool, String) {
        let binary = env::current_exe().expect("a running test knows its binary");
        let mut command = Command::new(binary);
        command.args(["--exact", name, "--ignored", "--nocapture", "--test-threads=1"]);
        for (key, _) in env::vars().filter(|(key, _)| key.starts_with("DISPROVE_") || key == "CI") {
            command.env_remove(key);
        }
        command.env("DISPROVE_DATABASE", &self.0).envs(variables.iter().copied());
        let done = command.output().expect("the test binary starts");
        let output = [done.stdout, done.stderr].concat();
        (done.status.success(), String::from_utf8_lossy(&output).into_owned())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const PAGE: &str = "regressions/keeping.sums_stay_small.txt";

#[test]
fn a_failure_is_tried_first_until_it_is_mended_and_written_down_for_good() {
    let scratch = Scratch::new("life");
    let (passed, output) = scratch.run("sums_stay_small", &[("DISPROVE_SEED", "1")]);
    assert!(!passed && output.contains("keeping.sums_stay_small.txt: commit it"), "{output}");
    let entries = |files: &[String]| files.iter().filter(|f| f.starts_with("failures/")).count();
    let files = scratch.files();
    assert_eq!(entries(&files), 1, "{files:?}");
    assert!(files.contains(&PAGE.to_owned()), "{files:?}");
    let page = fs::read_to_string(scratch.path().join(PAGE)).expect("the page");
    assert!(page.contains("\nd1:") && page.contains("numbers: ["), "{page}");

    let (passed, output) = scratch.run("sums_stay_small", &[("DISPROVE_SEED", "2")]);
    assert!(!passed && output.contains("failed again on an input"), "{output}");
    assert_eq!(entries(&scratch.files()), 1);
    let again = fs::read_to_string(scratch.path().join(PAGE)).expect("the page");
    assert_eq!(page, again, "the page is not written again");

    let (passed, output) = scratch.run("sums_stay_small", &[("LIMIT", "1000000")]);
    assert!(passed, "{output}");
    assert_eq!(entries(&scratch.files()), 0, "what passes is forgotten");

    let (passed, output) = scratch.run("sums_stay_small", &[("DISPROVE_SEED", "4")]);
    assert!(!passed && output.contains("failed again on an input"), "{output}");
    let again = fs::read_to_string(scratch.path().join(PAGE)).expect("the page");
    assert_eq!(page, again, "what was written down is still tried");
}

#[test]
fn a_property_that_is_meant_to_fail_keeps_nothing() {
    let scratch = Scratch::new("meant");
    let (passed, output) = scratch.run("fails_as_it_should", &[]);
    assert!(passed, "{output}");
    assert_eq!(scratch.files(), [""; 0]);
}

#[test]
fn what_the_attribute_keeps_is_not_written_down() {
    let token = any::<u8>().encode(&200).expect("a number").to_token();
    assert_eq!(token, "d1:H7kBeQ", "the token in the attribute is that of 200");
    let scratch = Scratch::new("token");
    let (passed, output) = scratch.run("has_a_token", &[]);
    assert!(!passed, "{output}");
    assert!(!scratch.files().iter().any(|file| file.starts_with("regressions/")));
}

#[test]
fn a_database_that_cannot_be_used_changes_no_verdict() {
    let scratch = Scratch::new("file");
    let file = scratch.path().join("file");
    fs::write(&file, "not a folder").expect("it can be written");
    let at_file = [("DISPROVE_DATABASE", file.to_str().expect("a plain name"))];
    let (passed, output) = scratch.run("sums_stay_small", &at_file);
    assert!(!passed && output.contains("the sum is too large"), "{output}");
    assert_eq!(
        output.matches("atabase").count(),
        output.matches("not a folder").count().max(1),
        "{output}"
    );
    let (passed, output) = scratch.run("sums_stay_small", &[at_file[0], ("LIMIT", "1000000")]);
    assert!(passed, "{output}");
}

#[test]
fn without_a_database_nothing_is_written() {
    let scratch = Scratch::new("none");
    let none = [("DISPROVE_DATABASE", "none")];
    let (passed, output) = scratch.run("sums_stay_small", &none);
    assert!(!passed && !output.contains("saved"), "{output}");
    assert_eq!(scratch.files(), [""; 0]);
}
