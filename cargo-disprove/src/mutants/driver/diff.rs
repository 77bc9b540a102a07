//! A diff whose changed lines are mutated.

use crate::error::{CommandError, usage};
use std::{ffi::OsString, fs, path::Path};

/// How cargo-mutants begins to say that a diff was made for other code. The file and the line follow.
const MISMATCH: &str = "Diff content doesn't match source file: ";

/// A file that is a diff.
#[derive(Debug)]
pub(crate) struct Diff<'a>(&'a Path);

impl<'a> Diff<'a> {
    /// Reads the file, since cargo-mutants takes any other file for an empty diff.
    pub(crate) fn read(file: &'a Path) -> Result<Diff<'a>, CommandError> {
        let shown = file.display();
        let bytes =
            fs::read(file).map_err(|why| usage(format!("cannot read the diff {shown}: {why}")))?;
        let text = String::from_utf8(bytes).map_err(|_| {
            usage(format!(
                "the diff {shown} is not UTF-8: write it with `git diff --output {shown}`"
            ))
        })?;
        if text.trim().is_empty() {
            return Err(usage(format!("the diff {shown} is empty: there is nothing to mutate")));
        }
        if !text.lines().any(|line| line.starts_with("@@ -") || line.starts_with("diff --git ")) {
            return Err(usage(format!(
                "{shown} is not a diff: expected the output of `git diff` or `diff -u`"
            )));
        }
        Ok(Diff(file))
    }

    /// The arguments of cargo-mutants.
    pub(super) fn arguments(&self) -> [OsString; 2] {
        ["--in-diff".into(), self.0.into()]
    }

    /// The error if cargo-mutants says that the diff was made for other code.
    pub(super) fn mismatch(&self, output: &str) -> Option<CommandError> {
        let (_, place) = output.split_once(MISMATCH)?;
        Some(usage(format!(
            "the diff {} does not fit the code at {}: make it again, from the files as they are now",
            self.0.display(),
            place.lines().next().unwrap_or_default()
        )))
    }

    /// The error if no mutant is in its lines.
    pub(crate) fn without_mutants(&self) -> CommandError {
        usage(format!(
            "the diff {} changes no code that can be mutated; its paths have to be relative to the root of the \
             workspace, as `git diff --relative` writes them there",
            self.0.display()
        ))
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
        let rejected = |bytes: &[u8]| {
            fs::write(&path, bytes).expect("written");
            Diff::read(&path).expect_err("rejected").0
        };
        assert_eq!(
            rejected(b"\n"),
            format!("the diff {shown} is empty: there is nothing to mutate")
        );
        assert_eq!(
            rejected(b"pub fn f() {}\n"),
            format!("{shown} is not a diff: expected the output of `git diff` or `diff -u`")
        );
        // As some shells redirect output.
        let wide: Vec<u8> =
            "\u{feff}@@ -1 +1 @@".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert!(rejected(&wide).contains("is not UTF-8"));
        for diff in ["@@ -1 +1 @@\n-a\n+b\n", "diff --git a/x b/y\nrename from x\nrename to y\n"] {
            fs::write(&path, diff).expect("written");
            assert_eq!(Diff::read(&path).expect("a diff").arguments(), ["--in-diff", &*shown]);
        }
        fs::remove_file(&path).expect("removed");
        let missing = Diff::read(&path).expect_err("missing").0;
        assert!(missing.starts_with(&format!("cannot read the diff {shown}: ")), "{missing}");
    }

    #[test]
    fn a_diff_of_other_code_is_reported_with_its_place() {
        let output = " WARN Diff content doesn't match source file path=\"src/lib.rs\"\n\
                      ERROR Diff content doesn't match source file: src/lib.rs line 9\ndiff has: x\n";
        let error = Diff(Path::new("pr.diff")).mismatch(output).expect("an error").0;
        assert_eq!(
            error,
            "the diff pr.diff does not fit the code at src/lib.rs line 9: make it again, from the files \
             as they are now"
        );
        assert!(Diff(Path::new("pr.diff")).mismatch("error: no such package").is_none());
    }
}
