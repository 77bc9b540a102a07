//! Which tests of a binary are properties.
//!
//! Each of them leaves a mark in the binary, as a text that is never read there. So nothing of the user's has to be
//! run to know; the test harness is asked which of the names are tests.

use super::Binary;
use disprove::__private::place;
use std::{collections::BTreeSet, fs, io, process::Stdio, rc::Rc};

/// What a mark begins with. Written in two parts, or it would stand in this binary as well.
const MARK: [&[u8]; 2] = [b"\x01disp", b"rove:"];
const END: u8 = 1;

/// No path of a test is longer.
const LONGEST: usize = 2_000;

/// A property.
#[derive(Clone, Debug)]
pub(crate) struct Property {
    /// The name that no other property of the workspace has.
    pub(crate) key: String,
    /// The name that the test harness knows it by.
    pub(crate) test: String,
    pub(crate) binary: Rc<Binary>,
}

/// The properties of a binary whose tests are not ignored. An error says why they are not known.
pub(crate) fn properties(binary: &Rc<Binary>) -> Result<Vec<Property>, String> {
    let path = binary.path.display();
    let bytes = fs::read(&binary.path).map_err(|why| format!("{path} cannot be read: {why}"))?;
    let marks = marks(&bytes);
    if marks.is_empty() {
        return Ok(Vec::new());
    }
    let cannot = |why: io::Error| format!("{path} cannot be started: {why}");
    let tests = list(binary, &["--list", "--format", "terse"]).map_err(cannot)?;
    let ignored = list(binary, &["--list", "--format", "terse", "--ignored"]).map_err(cannot)?;
    let mut found = Vec::new();
    for mark in marks {
        let Some((root, test)) = mark.split_once("::") else { continue };
        if !tests.contains(test) || ignored.contains(test) {
            continue;
        }
        let (module, name) = test.rsplit_once("::").unwrap_or(("", test));
        let module = if module.is_empty() { root.to_owned() } else { format!("{root}::{module}") };
        let key = place(name, &module, Some(&binary.package));
        found.push(Property { key, test: test.to_owned(), binary: Rc::clone(binary) });
    }
    if found.is_empty() && tests.is_empty() {
        return Err(format!(
            "{} of {} has properties, but does not list its tests: it needs the standard test harness",
            binary.source, binary.package
        ));
    }
    Ok(found)
}

/// The paths that were marked.
fn marks(bytes: &[u8]) -> BTreeSet<String> {
    let mark = MARK.concat();
    let mut found = BTreeSet::new();
    let mut rest = bytes;
    while let Some(at) = rest.iter().position(|byte| *byte == mark[0]) {
        rest = &rest[at..];
        let Some(after) = rest.strip_prefix(&*mark) else {
            rest = &rest[1..];
            continue;
        };
        rest = after;
        let longest = &rest[..rest.len().min(LONGEST)];
        if let Some(end) = longest.iter().position(|byte| *byte == END)
            && let Ok(path) = str::from_utf8(&longest[..end])
            && !path.is_empty()
        {
            found.insert(path.to_owned());
        }
    }
    found
}

/// The tests of a binary that are not ignored; none, if it cannot be asked.
pub(crate) fn tests(binary: &Binary) -> BTreeSet<String> {
    let mut tests = list(binary, &["--list", "--format", "terse"]).unwrap_or_default();
    let ignored = list(binary, &["--list", "--format", "terse", "--ignored"]).unwrap_or_default();
    tests.retain(|test| !ignored.contains(test));
    tests
}

/// The names of tests that a binary lists.
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
    use super::marks;

    #[test]
    fn marks_are_found_between_other_bytes() {
        let bytes = [
            &b"\xff\x01disprove:a::tests::f\x01"[..],
            b"\x01disprove:b::g\x01\x01disprove:",
            b"\x01disprove:a::tests::f\x01 disprove:none\x01",
        ];
        let found = marks(&bytes.concat());
        assert_eq!(found.into_iter().collect::<Vec<_>>(), ["a::tests::f", "b::g"]);
    }
}
