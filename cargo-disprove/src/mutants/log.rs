//! The verdicts of tests, as `cargo test` prints them.

use std::collections::{BTreeMap, HashMap};

/// How lines begin that tell of a binary that is started, of doctests, and of the end of either.
const RUNNING: &str = "     Running ";
const DOCTESTS: &str = "   Doc-tests ";
const RESULT: &str = "test result: ";

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
    reader.numbered_doctests()
}

/// Whether a line tells that tests are started.
pub(crate) fn is_heading(line: &str) -> bool {
    line.starts_with(RUNNING) || line.starts_with(DOCTESTS)
}

#[derive(Default)]
struct Reader {
    all: Vec<Ran>,
    /// The lines of doctests, and where they are in the list.
    lines: Vec<(u64, usize)>,
    /// Where a test is in the list.
    places: HashMap<String, usize>,
    /// How often there was a binary of this name before.
    counts: HashMap<String, usize>,
    binary: String,
    /// That of the binary, or the line of doctests. If it is started again, it is for a test that has no verdict yet.
    path: String,
    /// How many tests there were when it was started.
    before_it: usize,
    source: String,
    is_doctest: bool,
    /// After the verdicts of a binary come what failed tests printed and the list of them, whose names are here until
    /// it is known to be the list.
    in_failures: bool,
    listed: Vec<String>,
    /// The beginning of a line that a test printed on: its verdict stands further down.
    open: Option<String>,
    /// All such beginnings in this binary.
    opened: Vec<String>,
    before: Option<f64>,
}

impl Reader {
    fn line(&mut self, line: &str, time: Option<f64>) {
        if let Some((source, path)) = running(line) {
            self.start(path, &qualified(path), source, false);
        } else if let Some(name) = line.strip_prefix(DOCTESTS) {
            self.start(line, name, "", true);
        } else if line == "failures:" {
            self.in_failures = true;
            self.listed.clear();
        } else if let Some(result) = line.strip_prefix(RESULT) {
            self.result(result);
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
            self.listed.push(name.to_owned());
        } else if !line.is_empty() {
            self.listed.clear();
        }
    }

    /// The end of a binary: "FAILED. 2 passed; 1 failed; 1 ignored; ..".
    fn result(&mut self, result: &str) {
        if result.starts_with("FAILED") {
            for name in std::mem::take(&mut self.listed) {
                match self.places.get(&self.key(&name)) {
                    Some(place) => self.all[*place].verdict = Verdict::Failed,
                    // Its line was torn apart by what others printed.
                    None => self.note(&name, Verdict::Failed, None),
                }
            }
        }
        let count = |word: &str| -> Option<usize> {
            result.split(word).next()?.split(' ').next_back()?.parse().ok()
        };
        let opened = std::mem::take(&mut self.opened);
        let (Some(passed), Some(failed)) = (count(" passed"), count(" failed")) else { return };
        if self.all.len() - self.before_it > passed + failed && !self.is_doctest {
            self.forget_others();
        }
        // What was begun has ended now, though its word was torn apart, and what failed is known.
        for name in opened {
            if self.all.len() - self.before_it < passed + failed {
                self.note(&name, Verdict::Passed, None);
            }
        }
    }

    /// A test may print lines like those of the harness, about files it looks at. The harness knows tests by their paths.
    fn forget_others(&mut self) {
        for ran in self.all.split_off(self.before_it) {
            let path = ran.name.split_once("::").map_or(&*ran.name, |(_, path)| path);
            let is_path = path.chars().all(|c| c.is_alphanumeric() || "_:".contains(c));
            if is_path {
                self.places.insert(ran.name.clone(), self.all.len());
                self.all.push(ran);
            } else {
                self.places.remove(&ran.name);
            }
        }
    }

    fn start(&mut self, path: &str, name: &str, source: &str, is_doctest: bool) {
        self.in_failures = false;
        self.open = None;
        self.opened.clear();
        self.before_it = self.all.len();
        if self.path == path {
            return;
        }
        path.clone_into(&mut self.path);
        let name = if is_doctest { format!("doc({name})") } else { name.to_owned() };
        self.binary = self.numbered(name);
        source.clone_into(&mut self.source);
        self.is_doctest = is_doctest;
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
            self.opened.push(name.to_owned());
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
            let (name, line) = without_line(name);
            self.lines.push((line, self.all.len()));
            let source = name.split(" - ").next().unwrap_or_default();
            (source.to_owned(), self.key(name))
        } else {
            (self.source.clone(), key.clone())
        };
        self.places.insert(key, self.all.len());
        self.all.push(Ran { name: full, is_doctest: self.is_doctest, source, verdict, seconds });
    }

    /// Doctests of the same name are numbered in the order of their lines. They end in any order.
    fn numbered_doctests(mut self) -> Vec<Ran> {
        self.lines.sort_unstable();
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for (_, place) in self.lines {
            let name = &mut self.all[place].name;
            let count = counts.entry(name.clone()).or_default();
            *count += 1;
            if *count > 1 {
                *name = format!("{name}#{count}");
            }
        }
        self.all
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
pub(crate) fn running(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_prefix(RUNNING)?;
    let (source, path) = rest.split_once(" (")?;
    Some((source.strip_prefix("unittests ").unwrap_or(source), path.strip_suffix(')')?))
}

/// The name of a binary in front of those of its tests. If it is told, the folder of its package is a part of it, as in
/// "crates/b: target/debug/deps/all-0".
pub(crate) fn qualified(path: &str) -> String {
    match path.split_once(": ") {
        Some((folder, file)) => in_folder(folder, binary_name(file)),
        None => binary_name(path).to_owned(),
    }
}

/// The name of a binary of a package in a folder.
pub(crate) fn in_folder(folder: &str, name: &str) -> String {
    if folder.is_empty() {
        return name.to_owned();
    }
    format!("{}-{name}", folder.replace(['/', '\\'], "-"))
}

/// The name that the binary itself has, without the folder and a number. There is no `-` in it.
pub(crate) fn unqualified(name: &str) -> &str {
    let name = name.split('#').next().unwrap_or(name);
    name.rsplit('-').next().unwrap_or(name)
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

/// The name of a doctest without its line, which a mutant may shift, and the line.
fn without_line(name: &str) -> (&str, u64) {
    let parts = name
        .rsplit_once(" (line ")
        .and_then(|(rest, line)| Some((rest, line.strip_suffix(')')?.parse().ok()?)));
    match parts {
        // Those of a file as a whole have nothing but the file before it.
        Some((rest, line)) => (rest.strip_suffix(" -").unwrap_or(rest), line),
        None => (name, 0),
    }
}

#[cfg(test)]
mod tests;
