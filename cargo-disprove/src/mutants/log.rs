//! Parses test results from the output of `cargo test`.

use std::collections::{BTreeMap, HashMap};

/// Prefixes of lines: the start of a binary, of doctests, and the end of either.
const RUNNING: &str = "     Running ";
const DOCTESTS: &str = "   Doc-tests ";
const RESULT: &str = "test result: ";

/// The verdict of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Passed,
    Failed,
}

/// The result of a test that ended.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TestResult {
    /// Binary and test path: unique in a log.
    pub(crate) name: String,
    pub(crate) is_doctest: bool,
    /// Root file of the binary, relative to its package. For a doctest, its file.
    pub(crate) source: String,
    pub(crate) verdict: Verdict,
    /// Duration, if the log has times.
    pub(crate) seconds: Option<f64>,
}

/// The results in a log. Ignored tests are left out, and those that did not end because their process died.
/// `times` holds the time of each line in seconds.
pub(crate) fn read(log: &str, times: &[f64]) -> Vec<TestResult> {
    let mut reader = Reader::default();
    for (number, line) in log.lines().enumerate() {
        reader.line(line, times.get(number).copied());
    }
    reader.numbered_doctests()
}

/// Whether a line announces a binary or doctests.
pub(crate) fn is_heading(line: &str) -> bool {
    line.starts_with(RUNNING) || line.starts_with(DOCTESTS)
}

#[derive(Default)]
struct Reader {
    all: Vec<TestResult>,
    /// Line numbers of doctests, and their indexes in the list.
    lines: Vec<(u64, usize)>,
    /// Index of each test in the list.
    places: HashMap<String, usize>,
    /// Number of binaries of each name so far.
    counts: HashMap<String, usize>,
    binary: String,
    /// Path of the binary, or the heading of doctests. A repeated heading announces a rerun of tests without a verdict.
    path: String,
    /// Number of results when it started.
    before_it: usize,
    source: String,
    is_doctest: bool,
    /// After the verdicts follow the output of failed tests and their list. Candidates for that list are collected in
    /// `listed`.
    in_failures: bool,
    listed: Vec<String>,
    /// A test whose line was interrupted by output: its verdict follows later.
    open: Option<String>,
    /// All such tests of this binary.
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
            // Output of a test, which does not change the time of the previous result.
            return;
        }
        self.before = time;
    }

    /// Handles a line after the verdicts. The list stands directly before the result line.
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
                    // Output of other tests has broken its line.
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
        // Interrupted tests have ended now, and failed ones are known, so the others have passed.
        for name in opened {
            if self.all.len() - self.before_it < passed + failed {
                self.note(&name, Verdict::Passed, None);
            }
        }
    }

    /// Drops results that are not test paths: a test may print lines like those of the harness.
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

    /// Name and verdict of a test in a line.
    fn verdict(&mut self, line: &str) -> Option<(String, Word)> {
        if let Some(name) = self.open.clone()
            && let Some(word) = word(line)
        {
            self.open = None;
            return Some((name, word));
        }
        let at = if line.starts_with("test ") { 0 } else { line.find("test ")? };
        let (name, rest) = line[at + "test ".len()..].rsplit_once(" ... ").or_else(|| {
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
        let Some(word) = word(rest) else {
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
        self.all.push(TestResult {
            name: full,
            is_doctest: self.is_doctest,
            source,
            verdict,
            seconds,
        });
    }

    /// Numbers doctests of the same name in the order of their lines, since they end in any order.
    fn numbered_doctests(mut self) -> Vec<TestResult> {
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

    /// The unique key of a test in this log, including its line.
    fn key(&self, name: &str) -> String {
        format!("{}::{name}", self.binary)
    }

    /// The name, numbered if it is not the first of that name.
    fn numbered(&mut self, name: String) -> String {
        let count = self.counts.entry(name.clone()).or_default();
        *count += 1;
        if *count == 1 { name } else { format!("{name}#{count}") }
    }
}

/// Source and path of a binary in a heading: "     Running unittests src/lib.rs (target/..)".
pub(crate) fn running(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_prefix(RUNNING)?;
    let (source, path) = rest.split_once(" (")?;
    Some((source.strip_prefix("unittests ").unwrap_or(source), path.strip_suffix(')')?))
}

/// The name of a binary as a prefix of its tests. It includes the folder of the package, if the path does:
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

/// The name of the binary itself, without folder and number. It contains no `-`.
pub(crate) fn unqualified(name: &str) -> &str {
    let name = name.split('#').next().unwrap_or(name);
    name.rsplit('-').next().unwrap_or(name)
}

/// The name of a binary without its folder and build hash.
pub(crate) fn binary_name(path: &str) -> &str {
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let file = file.strip_suffix(".exe").unwrap_or(file);
    file.rsplit_once('-').map_or(file, |(name, _)| name)
}

/// The word that ends a line about a test.
enum Word {
    Ran(Verdict),
    Ignored,
}

/// Parses the end of a line about a test.
fn word(text: &str) -> Option<Word> {
    // A time may follow, or the reason of an ignored test.
    let first = text.split([' ', ',']).next().unwrap_or_default();
    match first {
        "ok" => Some(Word::Ran(Verdict::Passed)),
        "FAILED" => Some(Word::Ran(Verdict::Failed)),
        "ignored" => Some(Word::Ignored),
        _ => None,
    }
}

/// Splits the name of a doctest from its line, which a mutant may shift.
fn without_line(name: &str) -> (&str, u64) {
    let parts = name
        .rsplit_once(" (line ")
        .and_then(|(rest, line)| Some((rest, line.strip_suffix(')')?.parse().ok()?)));
    match parts {
        // Doctests of a whole file have only the file before the line.
        Some((rest, line)) => (rest.strip_suffix(" -").unwrap_or(rest), line),
        None => (name, 0),
    }
}

#[cfg(test)]
mod tests;
