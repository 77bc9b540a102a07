//! A Python with the packages of a study.

use std::{
    env,
    path::{Path, PathBuf},
};

/// The Python of the checks of this repository. Without it a test is skipped, unless the variable CHECKS_NEED names it.
///
/// # Panics
/// If it is missing and needed.
pub fn python() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    let path = root.join("target/tools/python/bin/python");
    if path.is_file() {
        return Some(path);
    }
    let message = "the Python of the tests is missing: `python3 -m venv target/tools/python && \
                   target/tools/python/bin/pip install pytest hypothesis coverage mutmut==2.5.1` installs it";
    let needed = env::var("CHECKS_NEED").is_ok_and(|all| all.contains("python"));
    assert!(!needed, "{message}");
    eprintln!("skipped: {message}");
    None
}
