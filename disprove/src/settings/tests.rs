use super::{Surroundings, surroundings};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process,
};

/// A folder that is removed at the end.
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

/// What a text and the environment that the tests run in come to.
fn expected(text: &str) -> Surroundings {
    let read = Surroundings::new(text, Path::new(""), &|name| env::var_os(name), Path::new(""));
    read.expect("good settings")
}

#[test]
fn a_file_that_is_not_there_says_nothing() {
    let scratch = Scratch::new("absent");
    assert_eq!(surroundings(&scratch.file()), Ok(expected("")));
}

#[test]
fn a_file_that_is_there_is_read() {
    let scratch = Scratch::new("present");
    let text = "[default]\nsteps = 77\n";
    fs::write(scratch.file(), text).expect("a file");
    assert_eq!(surroundings(&scratch.file()), Ok(expected(text)));
    assert_ne!(expected(text), expected(""));
}

#[test]
fn a_file_that_cannot_be_read_is_an_error_with_its_path() {
    let scratch = Scratch::new("unreadable");
    fs::write(scratch.file(), [b'#', 0xff]).expect("a file");
    let start = format!("{}: the settings cannot be read (", scratch.file().display());
    let error = surroundings(&scratch.file()).expect_err("not a text").to_string();
    assert!(error.starts_with(&start) && error.contains("UTF-8"), "{error}");
    fs::remove_file(scratch.file()).expect("a file");
    fs::create_dir(scratch.file()).expect("a folder");
    let error = surroundings(&scratch.file()).expect_err("a folder").to_string();
    assert!(error.starts_with(&start), "{error}");
}
