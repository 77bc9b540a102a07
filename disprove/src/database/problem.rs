//! What went wrong with a database.

use std::{
    fmt, fs,
    io::{self, ErrorKind},
    path::Path,
};

/// What a database could not do: one line that says what happened, where, and what to do about it.
///
/// It is told to the user and changes nothing else: a run goes on without its database.
///
/// ```
/// use disprove::Problem;
///
/// let problem = Problem::new("The database `shelf` has no more room; empty it.");
/// assert_eq!(problem.to_string(), "The database `shelf` has no more room; empty it.");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Problem(String);

impl Problem {
    /// A problem in the words of an own [`Database`](crate::Database): a full sentence. Line breaks in
    /// it become blanks.
    ///
    /// ```
    /// use disprove::Problem;
    ///
    /// let problem = Problem::new("The database is closed;\nopen it.");
    /// assert_eq!(problem.to_string(), "The database is closed; open it.");
    /// ```
    pub fn new(sentence: impl Into<String>) -> Problem {
        Problem(sentence.into().replace(['\n', '\r'], " "))
    }

    /// What a file system refused to do with the database at `root`.
    pub(super) fn refused(root: &Path, doing: &str, path: &Path, why: &io::Error) -> Problem {
        // The one mistake that has many errors, depending on what was tried.
        if fs::metadata(root).is_ok_and(|found| !found.is_dir()) {
            return Problem::new(format!(
                "The database {} is a file, not a directory, so nothing is kept there; move the file \
                 away, or give `Db::at` another path.",
                root.display()
            ));
        }
        let advice = match why.kind() {
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
                "change its permissions, or say `Db::read_only` or `Db::none`"
            }
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "make room on the disk",
            _ => "see that the directory can be used, or give `Db::at` another path",
        };
        Problem::new(format!(
            "The database {} could not {doing} {} ({why}); the run goes on without that; {advice}.",
            root.display(),
            path.display()
        ))
    }

    /// Both, in one line.
    pub(super) fn and(self, other: &Problem) -> Problem {
        Problem(format!("{self} {other}"))
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for Problem {}

#[cfg(test)]
mod tests {
    use super::Problem;
    use crate::database::scratch::Scratch;
    use std::{
        fs,
        io::{Error, ErrorKind},
        path::Path,
    };

    #[test]
    fn the_advice_fits_the_error() {
        let text = |kind| {
            let root = Path::new("/nowhere/db");
            Problem::refused(root, "write", &root.join("x"), &Error::from(kind)).to_string()
        };
        assert_eq!(
            text(ErrorKind::PermissionDenied),
            "The database /nowhere/db could not write /nowhere/db/x (permission denied); the run \
             goes on without that; change its permissions, or say `Db::read_only` or `Db::none`."
        );
        assert!(text(ErrorKind::StorageFull).ends_with("make room on the disk."));
        assert!(text(ErrorKind::NotFound).contains("another path"));
    }

    #[test]
    fn a_file_in_place_of_the_directory_is_named_whatever_the_error() {
        let scratch = Scratch::new("problem-file");
        let root = scratch.path().join("file");
        fs::write(&root, "").unwrap();
        let text = |kind| Problem::refused(&root, "read", &root, &Error::from(kind)).to_string();
        assert!(text(ErrorKind::NotADirectory).contains("is a file, not a directory"));
        assert_eq!(text(ErrorKind::NotADirectory), text(ErrorKind::AlreadyExists));
        assert!(text(ErrorKind::Other).contains(root.to_str().unwrap()));
    }

    #[test]
    fn a_problem_is_one_line() {
        let problem = Problem::new("a\r\nb").and(&Problem::new("c\n"));
        assert_eq!(problem.to_string(), "a  b c ");
    }
}
