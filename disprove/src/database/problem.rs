//! Problems of a database.

use crate::untrusted::LeadsOut;
use std::{
    error::Error,
    fmt, fs,
    io::{self, ErrorKind},
    path::Path,
};

/// A problem of a database, in one line: what happened, where, and what to do about it.
///
/// A run reports it as a warning and continues without the database.
///
/// ```
/// use disprove::Problem;
///
/// let problem = Problem::new("The database `shelf` is full; empty it.");
/// assert_eq!(problem.to_string(), "The database `shelf` is full; empty it.");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Problem(String);

/// The operation that only reads.
pub(super) const READ: &str = "read";

impl Problem {
    /// A problem of a custom [`Database`](crate::Database), as a full sentence. Line breaks become spaces.
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

    /// The problem of a file operation in the database at `root`.
    pub(super) fn refused(root: &Path, doing: &str, path: &Path, why: &io::Error) -> Problem {
        // This mistake causes different errors, depending on the operation.
        if fs::metadata(root).is_ok_and(|found| !found.is_dir()) {
            return Problem::new(format!(
                "The database {} is a file, not a directory, so nothing is saved; move the file, or give \
                 `Db::at` another path.",
                root.display()
            ));
        }
        let is_locked =
            matches!(why.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem);
        if is_locked && doing != READ {
            // The same for every operation, so that a read-only checkout causes one warning.
            return Problem::new(format!(
                "cannot write to {} ({why}): failures are not saved; `DISPROVE_DATABASE=none` turns the database off",
                root.display()
            ));
        }
        let advice = match why.kind() {
            _ if is_locked => "change its permissions, or set `DISPROVE_DATABASE=none`",
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "free some disk space",
            _ if why.get_ref().is_some_and(<dyn Error + Send + Sync>::is::<LeadsOut>) => {
                "remove the link, or set `DISPROVE_DATABASE` to the folder that it leads to"
            }
            _ => "check the directory, or give `Db::at` another path",
        };
        // All entries have the same problem, and it is reported once.
        let top = path.strip_prefix(root).ok().and_then(|below| below.iter().next());
        let path = top.map_or_else(|| path.to_owned(), |top| root.join(top));
        Problem::new(format!(
            "The database {} could not {doing} {} ({why}), and the run continues without it; {advice}.",
            root.display(),
            path.display()
        ))
    }

    /// Both problems in one line.
    pub(super) fn and(self, other: &Problem) -> Problem {
        Problem(format!("{self} {other}"))
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl Error for Problem {}

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
    fn the_advice_matches_the_error() {
        let text = |kind| {
            let root = Path::new("/nowhere/db");
            Problem::refused(root, "write", &root.join("x"), &Error::from(kind)).to_string()
        };
        assert_eq!(
            text(ErrorKind::PermissionDenied),
            "cannot write to /nowhere/db (permission denied): failures are not saved; \
             `DISPROVE_DATABASE=none` turns the database off"
        );
        assert!(text(ErrorKind::StorageFull).ends_with("free some disk space."));
        assert!(text(ErrorKind::NotFound).contains("another path"));
    }

    #[test]
    fn a_file_in_place_of_the_directory_is_named_for_every_error() {
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
