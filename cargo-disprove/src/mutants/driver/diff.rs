//! A diff whose changed lines are mutated.

use crate::error::{CommandError, usage};
use std::{ffi::OsString, fs, path::Path};

/// How cargo-mutants begins to say that a diff was made for other code. The file and the line follow.
const MISMATCH: &str = "Diff content doesn't match source file: ";

/// A file that is a diff.
#[derive(Debug)]
pub(crate) struct Diff<'a> {
    path: &'a Path,
    /// The Rust files after the change.
    files: Vec<String>,
}

impl<'a> Diff<'a> {
    /// Reads the file, since cargo-mutants takes any other file for an empty diff.
    pub(crate) fn read(path: &'a Path) -> Result<Diff<'a>, CommandError> {
        let shown = path.display();
        let bytes =
            fs::read(path).map_err(|why| usage(format!("cannot read the diff {shown}: {why}")))?;
        let text = String::from_utf8(bytes).map_err(|_| {
            usage(format!(
                "the diff {shown} is not UTF-8: write it with `git diff --output {shown}`"
            ))
        })?;
        let is_diff = |line: &str| line.starts_with("@@ -") || line.starts_with("diff --git ");
        if !text.trim().is_empty() && !text.lines().any(is_diff) {
            return Err(usage(format!(
                "{shown} is not a diff: expected the output of `git diff` or `diff -u`"
            )));
        }
        let files = text.lines().filter_map(|line| line.strip_prefix("+++ "));
        // `diff -u` adds a time.
        let files = files.map(|file| file.split('\t').next().unwrap_or_default());
        // As cargo-mutants reads them.
        let files = files.map(|file| file.strip_prefix("b/").unwrap_or(file).to_owned());
        let is_rust = |file: &String| Path::new(file).extension().is_some_and(|end| end == "rs");
        Ok(Diff { path, files: files.filter(is_rust).collect() })
    }

    /// The arguments of cargo-mutants.
    pub(super) fn arguments(&self) -> [OsString; 2] {
        ["--in-diff".into(), self.path.into()]
    }

    /// The error if cargo-mutants says that the diff was made for other code.
    pub(super) fn mismatch(&self, output: &str) -> Option<CommandError> {
        let (_, place) = output.split_once(MISMATCH)?;
        Some(usage(format!(
            "the diff {} does not fit the code at {}: make it again, from the files as they are now",
            self.path.display(),
            place.lines().next().unwrap_or_default()
        )))
    }

    /// How the command ends if no mutant is in the changed lines: well, unless the files are not there.
    pub(crate) fn without_mutants(&self, root: &Path) -> CommandError {
        let shown = self.path.display();
        match self.files.iter().find(|file| !root.join(file).is_file()) {
            Some(file) => usage(format!(
                "the diff {shown} changes {file}, which is not a file here: its paths have to be relative \
                 to the root of the workspace, as `git diff --relative` writes them there"
            )),
            None => CommandError(
                format!(
                    "the diff {shown} changes no code that can be mutated: there is nothing to test"
                ),
                0,
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Diff, Path, fs};
    use std::env;

    #[test]
    fn a_file_that_is_no_diff_is_rejected() {
        let path = env::temp_dir().join(format!("disprove-diff-{}", std::process::id()));
        let shown = path.display().to_string();
        let read = |bytes: &[u8]| {
            fs::write(&path, bytes).expect("written");
            Diff::read(&path)
        };
        assert_eq!(
            read(b"pub fn f() {}\n").expect_err("no diff").0,
            format!("{shown} is not a diff: expected the output of `git diff` or `diff -u`")
        );
        // As some shells redirect output.
        let wide: Vec<u8> =
            "\u{feff}@@ -1 +1 @@".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert!(read(&wide).expect_err("no diff").0.contains("is not UTF-8"));
        for (text, files) in [
            ("", &[][..]),
            ("diff --git a/x.rs b/y.rs\nrename from x.rs\nrename to y.rs\n", &[]),
            ("--- a/c.rs\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n", &[]),
            ("--- a/a.md\n+++ b/a.md\n@@ -1 +1 @@\n-a\n+b\n", &[]),
            ("--- a/s/l.rs\n+++ b/s/l.rs\n@@ -1 +1 @@\n-a\n+b\n", &["s/l.rs"]),
            ("--- s/l.rs\t2024\n+++ s/l.rs\t2025\n@@ -1 +1 @@\n-a\n+b\n", &["s/l.rs"]),
        ] {
            let diff = read(text.as_bytes()).expect("a diff");
            assert_eq!(diff.files, files, "{text}");
            assert_eq!(diff.arguments(), ["--in-diff", &*shown]);
        }
        fs::remove_file(&path).expect("removed");
        let missing = Diff::read(&path).expect_err("missing").0;
        assert!(missing.starts_with(&format!("cannot read the diff {shown}: ")), "{missing}");
    }

    #[test]
    fn a_diff_of_other_code_is_reported_with_its_place() {
        let diff = Diff { path: Path::new("pr.diff"), files: Vec::new() };
        let output = " WARN Diff content doesn't match source file path=\"src/lib.rs\"\n\
                      ERROR Diff content doesn't match source file: src/lib.rs line 9\ndiff has: x\n";
        let error = diff.mismatch(output).expect("an error").0;
        assert_eq!(
            error,
            "the diff pr.diff does not fit the code at src/lib.rs line 9: make it again, from the files \
             as they are now"
        );
        assert!(diff.mismatch("error: no such package").is_none());
    }
}
