//! Finds the properties among the tests of a binary.
//!
//! Each property leaves a marker string in the binary, so none of the user's code has to run. The test harness lists
//! which of the names are tests. A library whose properties are plain calls leaves the marker `*`: then any test may
//! have properties in it.

use super::Binary;
use disprove::__private::place;
use std::{collections::BTreeSet, fs, io, process::Stdio, rc::Rc};

/// Start of a marker, in two parts: in one piece this binary would contain it too.
const MARKER: [&[u8]; 2] = [b"\x01disp", b"rove:"];
const END: u8 = 1;

/// Length limit of a test path, in bytes: far more than any real one, so that garbage is skipped.
const MAX_PATH: usize = 2_000;

/// A property.
#[derive(Clone, Debug)]
pub(crate) struct Property {
    /// Its unique name in the workspace.
    pub(crate) key: String,
    /// Its name in the test harness.
    pub(crate) test: String,
    pub(crate) binary: Rc<Binary>,
}

#[cfg(test)]
impl Property {
    /// One of a binary that does not exist.
    pub(crate) fn missing(key: &str) -> Property {
        let test = key.rsplit("::").next().unwrap_or_default().to_owned();
        Property { key: key.to_owned(), test, binary: Rc::new(Binary::missing()) }
    }
}

/// The properties of a binary.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) properties: Vec<Property>,
    /// The unique names of ignored ones.
    pub(crate) ignored: Vec<String>,
    /// Whether other tests may have properties in them, which only a run shows.
    pub(crate) has_calls: bool,
}

/// The marker of properties that are plain calls.
const CALLS: &str = "*";

/// Finds the properties of a binary. The error says why they cannot be listed.
pub(crate) fn properties(binary: &Rc<Binary>) -> Result<Found, String> {
    let path = binary.path.display();
    let bytes = fs::read(&binary.path).map_err(|why| format!("{path} cannot be read ({why})"))?;
    let mut paths = marked_paths(&bytes);
    let has_calls = paths.remove(CALLS);
    if paths.is_empty() {
        return Ok(Found { has_calls, ..Found::default() });
    }
    let cannot = |why: io::Error| format!("cannot start {path}: {why}");
    let tests = list(binary, &["--list", "--format", "terse"]).map_err(cannot)?;
    let ignored = list(binary, &["--list", "--format", "terse", "--ignored"]).map_err(cannot)?;
    let mut found = Found { has_calls, ..Found::default() };
    for path in paths {
        let Some((root, test)) = path.split_once("::") else { continue };
        if !tests.contains(test) {
            continue;
        }
        let (module, name) = test.rsplit_once("::").unwrap_or(("", test));
        let module = if module.is_empty() { root.to_owned() } else { format!("{root}::{module}") };
        let key = place(name, &module, Some(&binary.package));
        if ignored.contains(test) {
            found.ignored.push(key);
        } else {
            let test = test.to_owned();
            found.properties.push(Property { key, test, binary: Rc::clone(binary) });
        }
    }
    if found.properties.is_empty() && tests.is_empty() {
        return Err(format!(
            "{} of {} has properties but does not list its tests: it needs the standard test harness",
            binary.source, binary.package
        ));
    }
    Ok(found)
}

/// The test paths in the markers.
fn marked_paths(bytes: &[u8]) -> BTreeSet<String> {
    let mark = MARKER.concat();
    let mut found = BTreeSet::new();
    let mut rest = bytes;
    while let Some(at) = rest.iter().position(|byte| *byte == mark[0]) {
        rest = &rest[at..];
        let Some(after) = rest.strip_prefix(&*mark) else {
            rest = &rest[1..];
            continue;
        };
        rest = after;
        let longest = &rest[..rest.len().min(MAX_PATH)];
        if let Some(end) = longest.iter().position(|byte| *byte == END)
            && let Ok(path) = str::from_utf8(&longest[..end])
            && !path.is_empty()
        {
            found.insert(path.to_owned());
        }
    }
    found
}

/// The tests of a binary that are not ignored; none if the binary does not start.
pub(crate) fn tests(binary: &Binary) -> BTreeSet<String> {
    let mut tests = list(binary, &["--list", "--format", "terse"]).unwrap_or_default();
    let ignored = list(binary, &["--list", "--format", "terse", "--ignored"]).unwrap_or_default();
    tests.retain(|test| !ignored.contains(test));
    tests
}

/// Test names as the binary lists them.
fn list(binary: &Binary, arguments: &[&str]) -> io::Result<BTreeSet<String>> {
    let output = binary.command().args(arguments).stdin(Stdio::null()).output()?;
    let mut names = BTreeSet::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        names.extend(line.strip_suffix(": test").map(str::to_owned));
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::marked_paths;

    #[test]
    fn markers_are_found_between_other_bytes() {
        let bytes = [
            &b"\xff\x01disprove:a::tests::f\x01"[..],
            b"\x01disprove:b::g\x01\x01disprove:",
            b"\x01disprove:a::tests::f\x01 disprove:none\x01",
        ];
        let found = marked_paths(&bytes.concat());
        assert_eq!(found.into_iter().collect::<Vec<_>>(), ["a::tests::f", "b::g"]);
    }
}
