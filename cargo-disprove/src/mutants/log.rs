//! The verdicts of tests, as `cargo test` prints them.

use std::collections::HashMap;

/// What became of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Passed,
    Failed,
}

/// A test that ran to its end.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ran {
    /// The binary and the test in it. No other of the same log has the same.
    pub(crate) name: String,
    pub(crate) is_doctest: bool,
    /// The binary was built of this file, relative to its package. For a doctest, where it stands.
    pub(crate) source: String,
    pub(crate) verdict: Verdict,
    /// How long it took, if the log was timed.
    pub(crate) seconds: Option<f64>,
}

/// The tests in a log. Those that are ignored are left out, and those that never ended: a process that aborts takes
/// its other tests along. `times` has the seconds at which each line was printed.
pub(crate) fn read(log: &str, times: &[f64]) -> Vec<Ran> {
    let mut reader = Reader::default();
    for (number, line) in log.lines().enumerate() {
        reader.line(line, times.get(number).copied());
    }
    reader.all
}

#[derive(Default)]
struct Reader {
    all: Vec<Ran>,
    /// Where a test is in the list.
    places: HashMap<String, usize>,
    /// How often a name was there before: of binaries, and of doctests that differ only in their lines.
    counts: HashMap<String, usize>,
    binary: String,
    /// That of the binary. If it is started again, it is for a test that has no verdict yet.
    path: String,
    source: String,
    is_doctest: bool,
    /// After the verdicts of a binary come what failed tests printed and the list of them, whose names are here until
    /// it is known to be the list.
    in_failures: bool,
    listed: Vec<String>,
    /// The beginning of a line that a test printed on: its verdict stands further down.
    open: Option<String>,
    before: Option<f64>,
}

impl Reader {
    fn line(&mut self, line: &str, time: Option<f64>) {
        if let Some((source, path)) = running(line) {
            if self.path == path {
                self.again();
            } else {
                self.start(binary_name(path), source, false);
                path.clone_into(&mut self.path);
            }
        } else if let Some(name) = line.strip_prefix("   Doc-tests ") {
            self.start(name, "", true);
            self.path.clear();
        } else if line == "failures:" {
            self.in_failures = true;
            self.listed.clear();
        } else if self.in_failures {
            self.failure(line);
        } else if let Some((name, word)) = self.verdict(line) {
            if let Word::Ran(verdict) = word {
                let seconds = time.zip(self.before).map(|(now, before)| (now - before).max(0.0));
                self.note(&name, verdict, seconds);
            }
        } else if !line.is_empty() && !line.starts_with("running ") {
            // Between tests, nothing is printed but by them.
            return;
        }
        self.before = time;
    }

    /// A line after the verdicts. The list is what stands before the result, and nothing that a test printed.
    fn failure(&mut self, line: &str) {
        if let Some(name) = line.strip_prefix("    ") {
            self.listed.push(self.key(name));
        } else if line.starts_with("test result: FAILED") {
            for key in self.listed.drain(..) {
                if let Some(place) = self.places.get(&key) {
                    self.all[*place].verdict = Verdict::Failed;
                }
            }
        } else if !line.is_empty() {
            self.listed.clear();
        }
    }

    fn start(&mut self, name: &str, source: &str, is_doctest: bool) {
        let name = if is_doctest { format!("doc({name})") } else { name.to_owned() };
        self.binary = self.numbered(name);
        source.clone_into(&mut self.source);
        self.is_doctest = is_doctest;
        self.again();
    }

    fn again(&mut self) {
        self.in_failures = false;
        self.open = None;
    }

    /// The name of a test, and what became of it.
    fn verdict(&mut self, line: &str) -> Option<(String, Word)> {
        if let Some(name) = self.open.clone()
            && let Some(word) = word(line)
        {
            self.open = None;
            return Some((name, word));
        }
        let at = if line.starts_with("test ") { 0 } else { line.find("test ")? };
        let (name, said) = line[at + "test ".len()..].rsplit_once(" ... ").or_else(|| {
            let name = line[at + "test ".len()..].strip_suffix(" ...")?;
            Some((name, ""))
        })?;
        let mut name = name;
        for kind in [" - should panic", " - compile fail", " - compile"] {
            name = name.strip_suffix(kind).unwrap_or(name);
        }
        if name.contains(' ') != self.is_doctest || name.is_empty() {
            return None;
        }
        let Some(word) = word(said) else {
            self.open = Some(name.to_owned());
            return None;
        };
        Some((name.to_owned(), word))
    }

    fn note(&mut self, name: &str, verdict: Verdict, seconds: Option<f64>) {
        let key = self.key(name);
        if self.places.contains_key(&key) {
            return;
        }
        let (source, full) = if self.is_doctest {
            let name = without_line(name);
            let full = self.numbered(format!("{}::{name}", self.binary));
            (name.split(" - ").next().unwrap_or_default().to_owned(), full)
        } else {
            (self.source.clone(), key.clone())
        };
        self.places.insert(key, self.all.len());
        self.all.push(Ran { name: full, is_doctest: self.is_doctest, source, verdict, seconds });
    }

    /// What tells a test from others of this log, with its line.
    fn key(&self, name: &str) -> String {
        format!("{}::{name}", self.binary)
    }

    /// The name, with a number if it is not the first of that name.
    fn numbered(&mut self, name: String) -> String {
        let count = self.counts.entry(name.clone()).or_default();
        *count += 1;
        if *count == 1 { name } else { format!("{name}#{count}") }
    }
}

/// The source and the path of a binary that is started: "     Running unittests src/lib.rs (target/..)".
fn running(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_prefix("     Running ")?;
    let (source, path) = rest.rsplit_once(" (")?;
    Some((source.strip_prefix("unittests ").unwrap_or(source), path.strip_suffix(')')?))
}

/// The name of a binary without its folder and the hash of its build.
pub(crate) fn binary_name(path: &str) -> &str {
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let file = file.strip_suffix(".exe").unwrap_or(file);
    file.rsplit_once('-').map_or(file, |(name, _)| name)
}

/// What a line says of a test.
enum Word {
    Ran(Verdict),
    Ignored,
}

/// What a word at the end of a line means.
fn word(said: &str) -> Option<Word> {
    // Times may stand behind it, and the reason for an ignored test.
    let first = said.split([' ', ',']).next().unwrap_or_default();
    match first {
        "ok" => Some(Word::Ran(Verdict::Passed)),
        "FAILED" => Some(Word::Ran(Verdict::Failed)),
        "ignored" => Some(Word::Ignored),
        _ => None,
    }
}

/// The name of a doctest without its line, which a mutant may shift.
fn without_line(name: &str) -> &str {
    match name.rsplit_once(" (line ") {
        // Those of a file as a whole have nothing but the file before it.
        Some((rest, line)) if line.ends_with(')') => rest.strip_suffix(" -").unwrap_or(rest),
        _ => name,
    }
}

#[cfg(test)]
mod tests;
