//! Regressions: a readable file of failing inputs for each property, to be committed.
//!
//! The library only appends to a file, with a single write. The user may edit it.

use super::{
    date::Date,
    directory,
    entry::{self, Entry},
    filename,
    problem::{Problem, READ},
    store::Loaded,
    tally::Tally,
};
use crate::{choice::Tree, humanize::is_unprintable, untrusted::DataFolder};
use std::{
    collections::HashSet,
    fmt::Write as _,
    fs::{File, OpenOptions},
    io::{self, ErrorKind, Write as _},
    path::{Path, PathBuf},
};

/// Lines of a value that are shown: more would hide the other entries.
const MOST_LINES: usize = 60;
/// Characters of a line that are shown: nobody reads longer lines.
const MOST_COLUMNS: usize = 200;

/// The folder `regressions` of a database.
#[derive(Clone)]
pub(crate) struct Regressions {
    root: DataFolder,
}

/// An input to add.
#[derive(Clone, Copy)]
pub(crate) struct Regression<'a> {
    pub(crate) tree: &'a Tree,
    /// The input as the report shows it.
    pub(crate) text: &'a str,
    pub(crate) date: Date,
    pub(crate) commit: Option<&'a str>,
}

/// The file of an added input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Added {
    Now(PathBuf),
    /// The input was already in the file, which is unchanged.
    Before(PathBuf),
}

impl Regressions {
    /// The regressions of the database in this directory.
    pub(crate) fn at(root: &DataFolder) -> Regressions {
        Regressions { root: root.clone() }
    }

    /// The file of a property, which may not exist.
    pub(crate) fn file(&self, key: &str) -> PathBuf {
        self.root.join("regressions").join(filename::page(key))
    }

    /// The inputs in the file of a property, in order. Every other line that is not a comment is a problem.
    pub(crate) fn load(&self, key: &str) -> Loaded {
        let path = self.file(key);
        let mut loaded = Loaded::default();
        let bytes = match self.root.read(&path, entry::MOST_BYTES) {
            Ok(bytes) => bytes,
            Err(why) if why.kind() == ErrorKind::NotFound => return loaded,
            Err(why) => {
                loaded.problems.push(self.refused(READ, &path, &why));
                return loaded;
            }
        };
        parse(&path, &bytes)
    }

    /// Adds an input to the file of a property, unless the file has it.
    pub(crate) fn keep(&self, key: &str, input: &Regression<'_>) -> Result<Added, Problem> {
        let path = self.file(key);
        self.append(key, &path, input).map_err(|why| self.refused("write", &path, &why))
    }

    fn append(&self, key: &str, path: &Path, input: &Regression<'_>) -> io::Result<Added> {
        let token = input.tree.to_token();
        let mut block = block(input, &token);
        let mut file = match self.root.read(path, entry::MOST_BYTES) {
            Ok(bytes) => {
                if lines(&bytes).any(|line| line == token.as_bytes()) {
                    return Ok(Added::Before(path.to_owned()));
                }
                if bytes.last().is_some_and(|byte| *byte != b'\n') {
                    block.insert(0, '\n');
                }
                self.root.append(path)?
            }
            Err(why) if why.kind() == ErrorKind::NotFound => {
                directory::prepare(&self.root)?;
                self.root.create(path.parent().unwrap_or(path))?;
                self.create(path, &head(key), &mut block)?
            }
            Err(why) => return Err(why),
        };
        // One call, so that the blocks of several processes do not mix.
        file.write_all(block.as_bytes())?;
        Ok(Added::Now(path.to_owned()))
    }

    fn refused(&self, doing: &str, path: &Path, why: &io::Error) -> Problem {
        Problem::refused(self.root.path(), doing, path, why)
    }

    /// Creates the file and adds its head to the block. If another process was faster, that one writes the head.
    fn create(&self, path: &Path, head: &str, block: &mut String) -> io::Result<File> {
        match OpenOptions::new().append(true).create_new(true).open(path) {
            Err(why) if why.kind() == ErrorKind::AlreadyExists => self.root.append(path),
            file => {
                block.insert_str(0, head);
                file
            }
        }
    }
}

/// The file of regressions of a property, if it contains this input; for the tool.
pub fn regression_file(root: &DataFolder, key: &str, token: &str) -> Option<PathBuf> {
    let regressions = Regressions::at(root);
    let is_known = regressions.load(key).entries.iter().any(|entry| entry.to_token() == token);
    is_known.then(|| regressions.file(key))
}

/// The files of regressions that belong to none of these properties; for the tool.
pub fn other_regressions<'k>(
    root: &DataFolder,
    keys: impl IntoIterator<Item = &'k str>,
) -> Vec<PathBuf> {
    let known: HashSet<String> = keys.into_iter().map(filename::page).collect();
    let files = root.list(&root.join("regressions")).into_iter().flatten().flatten();
    let mut others: Vec<PathBuf> = files.map(|file| file.path()).collect();
    others.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(".txt") && !known.contains(&*name)
    });
    others.sort();
    others
}

/// The lines without spaces around them, whatever line endings an editor or git used.
fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii)
}

/// The inputs in the text of a file.
fn parse(path: &Path, bytes: &[u8]) -> Loaded {
    let mut loaded = Loaded::default();
    let (mut seen, mut tally) = (HashSet::new(), Tally::default());
    for (number, line) in (1..).zip(lines(bytes)) {
        let entry = match std::str::from_utf8(line) {
            Ok(token) => entry::read_token(token),
            Err(_) => Entry::Damaged("it is not UTF-8".to_owned()),
        };
        match entry {
            _ if line.is_empty() || line.starts_with(b"#") => {}
            Entry::Good(tree) => {
                if seen.insert(line) {
                    loaded.entries.push(tree);
                }
            }
            Entry::Newer => tally.add("newer", || {
                format!(
                    "Line {number} of {} was written by a newer version of disprove and is \
                     ignored; update disprove to use it.",
                    path.display()
                )
            }),
            Entry::Damaged(why) => tally.add(&why, || {
                format!(
                    "Line {number} of {} is not a replay token ({why}) and is ignored; fix or \
                     delete it, or start a comment with `#`.",
                    path.display()
                )
            }),
        }
    }
    loaded.problems = tally.problems();
    loaded
}

/// Whether bytes are a file of regressions without problems.
#[cfg(any(test, feature = "conformance"))]
pub(crate) fn decodes_regressions(bytes: &[u8]) -> bool {
    parse(Path::new("regressions.txt"), bytes).problems.is_empty()
}

fn head(key: &str) -> String {
    format!(
        "\
# Inputs on which `{}` failed. Every run tries them first.
#
# Commit this file, so that everyone tries them. disprove only adds lines. Each line that does not
# start with `#` is an input; delete the line to remove the input.
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
        let _ = writeln!(block, "#     .. and {more} more lines");
    }
    block.push_str(token);
    block.push('\n');
    block
}

/// Text for one line: control characters escaped, and cut off if too long.
fn shown(text: &str) -> String {
    let mut shown = String::new();
    for (column, c) in text.chars().enumerate() {
        if column == MOST_COLUMNS {
            let more = text.chars().count() - column;
            let _ = write!(shown, ".. and {more} more characters");
            break;
        }
        if is_unprintable(c) || c == '\t' {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown
}

#[cfg(test)]
mod tests;
