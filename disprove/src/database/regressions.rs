//! Failures that are kept for good: a file for each property, to be read by people and committed.
//!
//! A file is only ever appended to, with a single write. Whatever else stands in it is the user's.

use super::{
    date::Date,
    directory,
    entry::{self, Entry},
    filename,
    problem::Problem,
    store::Loaded,
};
use crate::choice::Tree;
use std::{
    fmt::Write as _,
    fs::{self, File, OpenOptions},
    io::{self, ErrorKind, Write as _},
    path::{Path, PathBuf},
};

/// More lines than this of a value would bury the other entries.
const MOST_LINES: usize = 60;
/// Longer lines than this are not read by anyone.
const MOST_COLUMNS: usize = 200;

/// The folder `regressions` of a database.
#[derive(Clone, Debug)]
pub(crate) struct Regressions {
    root: PathBuf,
}

/// An input to be kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Regression<'a> {
    pub(crate) tree: &'a Tree,
    /// The input as the report shows it.
    pub(crate) text: &'a str,
    pub(crate) date: Date,
    pub(crate) commit: Option<&'a str>,
}

/// Where an input is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Added {
    Now(PathBuf),
    /// It was in the file before, which was left as it is.
    Before(PathBuf),
}

impl Regressions {
    /// Those of the database in this directory.
    pub(crate) fn at(root: impl Into<PathBuf>) -> Regressions {
        Regressions { root: root.into() }
    }

    /// The file for a property, whether it is there or not.
    pub(crate) fn file(&self, key: &str) -> PathBuf {
        self.root.join("regressions").join(filename::page(key))
    }

    /// Every input in the file of a property, in its order. A line that is none is a problem.
    pub(crate) fn load(&self, key: &str) -> Loaded {
        let path = self.file(key);
        let mut loaded = Loaded::default();
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(why) if why.kind() == ErrorKind::NotFound => return loaded,
            Err(why) => {
                loaded.problems.push(self.refused("read", &path, &why));
                return loaded;
            }
        };
        let mut seen = Vec::new();
        for (number, line) in (1..).zip(lines(&bytes)) {
            let entry = match str::from_utf8(line) {
                Ok(token) => entry::read_token(token),
                Err(_) => Entry::Damaged("it is not text".to_owned()),
            };
            match entry {
                _ if line.is_empty() || line.starts_with(b"#") => {}
                Entry::Good(_) if seen.contains(&line) => {}
                Entry::Good(tree) => {
                    seen.push(line);
                    loaded.entries.push(tree);
                }
                Entry::Newer => loaded.problems.push(Problem::new(format!(
                    "Line {number} of {} in the database was written by a newer version of disprove, \
                     and is passed over; update disprove to use it.",
                    path.display()
                ))),
                Entry::Damaged(why) => loaded.problems.push(Problem::new(format!(
                    "Line {number} of {} in the database is no input ({why}), and is passed over; \
                     correct or delete it, or put `#` before a comment.",
                    path.display()
                ))),
            }
        }
        loaded
    }

    /// Adds an input to the file of a property, unless it is there already.
    pub(crate) fn keep(&self, key: &str, input: &Regression<'_>) -> Result<Added, Problem> {
        let path = self.file(key);
        self.append(key, &path, input).map_err(|why| self.refused("write", &path, &why))
    }

    fn append(&self, key: &str, path: &Path, input: &Regression<'_>) -> io::Result<Added> {
        let token = input.tree.to_token();
        let mut block = block(input, &token);
        let mut file = match fs::read(path) {
            Ok(bytes) => {
                if lines(&bytes).any(|line| line == token.as_bytes()) {
                    return Ok(Added::Before(path.to_owned()));
                }
                if bytes.last().is_some_and(|byte| *byte != b'\n') {
                    block.insert(0, '\n');
                }
                OpenOptions::new().append(true).open(path)?
            }
            Err(why) if why.kind() == ErrorKind::NotFound => {
                directory::prepare(&self.root)?;
                fs::create_dir_all(path.parent().unwrap_or(path))?;
                create(path, &head(key), &mut block)?
            }
            Err(why) => return Err(why),
        };
        // One call, so that what several processes add does not mix.
        file.write_all(block.as_bytes())?;
        Ok(Added::Now(path.to_owned()))
    }

    fn refused(&self, doing: &str, path: &Path, why: &io::Error) -> Problem {
        Problem::refused(&self.root, doing, path, why)
    }
}

/// The new file; its head goes before the block. If another process was faster, it writes the head.
fn create(path: &Path, head: &str, block: &mut String) -> io::Result<File> {
    match OpenOptions::new().append(true).create_new(true).open(path) {
        Err(why) if why.kind() == ErrorKind::AlreadyExists => {
            OpenOptions::new().append(true).open(path)
        }
        file => {
            block.insert_str(0, head);
            file
        }
    }
}

/// The lines without blanks around them, whatever an editor or git made of their ends.
fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii)
}

fn head(key: &str) -> String {
    format!(
        "\
# Inputs that `{}` failed on. Every run tries them first.
#
# Commit this file, so that everyone tries them. disprove only ever adds to it. A line that does not
# start with `#` is an input: delete it to be rid of it.
",
        shown(key)
    )
}

fn block(input: &Regression<'_>, token: &str) -> String {
    let mut block = format!("\n# {}", input.date);
    if let Some(commit) = input.commit {
        let _ = write!(block, ", commit {}", shown(commit));
    }
    block.push('\n');
    let lines: Vec<&str> = input.text.trim_end().lines().collect();
    for line in lines.iter().take(MOST_LINES) {
        block.push_str(format!("#     {}", shown(line)).trim_end());
        block.push('\n');
    }
    if let Some(more @ 1..) = lines.len().checked_sub(MOST_LINES) {
        let _ = writeln!(block, "#     .. and {more} lines more");
    }
    block.push_str(token);
    block.push('\n');
    block
}

/// A part of a line: without characters that could end it, and not too long.
fn shown(text: &str) -> String {
    let mut shown = String::new();
    for (column, c) in text.chars().enumerate() {
        if column == MOST_COLUMNS {
            let more = text.chars().count() - column;
            let _ = write!(shown, ".. and {more} characters more");
            break;
        }
        if c.is_control() { shown.extend(c.escape_default()) } else { shown.push(c) }
    }
    shown
}

#[cfg(test)]
mod tests;
