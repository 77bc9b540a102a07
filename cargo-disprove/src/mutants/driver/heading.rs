//! Adds package folders to the headings of a log. Cargo omits them, but several packages may have binaries of the same
//! name, and not every mutant runs all packages.

use crate::mutants::log::running;
use std::{fs, io, path::Path};

/// Adds the folders to the headings of a log. `project` is the working directory of cargo.
pub(super) fn add_package_folders(log: &Path, project: &Path) -> io::Result<()> {
    let text = fs::read(log)?;
    let mut changed = Vec::with_capacity(text.len());
    let mut is_changed = false;
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let known =
            str::from_utf8(line).ok().and_then(|line| with_folder(line.trim_end(), project));
        is_changed |= known.is_some();
        match known {
            Some(known) => changed.extend_from_slice(format!("{known}\n").as_bytes()),
            None => changed.extend_from_slice(line),
        }
    }
    if is_changed { fs::write(log, changed) } else { Ok(()) }
}

/// "     Running tests/all.rs (target/debug/deps/all-0)" in the folder `b` becomes "     Running b/tests/all.rs (b:
/// target/debug/deps/all-0)". `None` if the heading is unambiguous: unit tests have the name of their package.
fn with_folder(line: &str, project: &Path) -> Option<String> {
    let (source, path) = running(line)?;
    if line.contains(" Running unittests ") || path.contains(": ") {
        return None;
    }
    // The compiler's dependency file starts with the root source file.
    let notes = fs::read_to_string(project.join(format!("{path}.d"))).ok()?;
    let root = first(notes.lines().next()?)?;
    let folder = root.strip_suffix(source)?.strip_suffix('/')?;
    let is_inside = !folder.is_empty() && Path::new(folder).is_relative();
    is_inside.then(|| format!("     Running {root} ({folder}: {path})"))
}

/// The first file of "target/debug/deps/all-0.d: b/tests/all.rs b/tests/other.rs"; spaces in names are escaped by `\`.
fn first(line: &str) -> Option<String> {
    let (_, files) = line.split_once(".d: ")?;
    let mut name = String::new();
    let mut characters = files.chars();
    while let Some(c) = characters.next() {
        match c {
            ' ' => break,
            '\\' => name.extend(characters.next()),
            _ => name.push(c),
        }
    }
    Some(name)
}

#[cfg(test)]
mod tests {
    use super::{add_package_folders, first, fs};
    use std::env;

    #[test]
    fn binaries_of_different_packages_are_distinguished() {
        let project = env::temp_dir().join(format!("disprove-heading-{}", std::process::id()));
        fs::create_dir_all(&project).expect("made");
        let write = |name: &str, text: &str| fs::write(project.join(name), text).expect("written");
        write("all-0.d", "all-0.d: tests/all.rs\n\nall-0: tests/all.rs\n");
        write("all-1.d", "all-1.d: crates/b/tests/all.rs crates/b/tests/m.rs\n");
        write("b-2.d", "b-2.d: crates/b/src/lib.rs\n");
        let log = [
            &b"     Running tests/all.rs (all-0)\n\xff\n"[..],
            b"     Running tests/all.rs (all-1)\n     Running unittests src/lib.rs (b-2)\n\xfe\n",
            b"     Running tests/none.rs (none-3)",
        ]
        .concat();
        let path = project.join("log");
        fs::write(&path, log).expect("written");
        for _ in 0..2 {
            add_package_folders(&path, &project).expect("put right");
        }
        let text = String::from_utf8_lossy(&fs::read(&path).expect("there")).into_owned();
        assert!(text.starts_with("     Running tests/all.rs (all-0)\n"), "{text}");
        assert!(text.contains("     Running crates/b/tests/all.rs (crates/b: all-1)\n"), "{text}");
        assert!(text.contains("     Running unittests src/lib.rs (b-2)\n"), "{text}");
        assert!(text.ends_with("     Running tests/none.rs (none-3)"), "{text}");
        fs::remove_dir_all(project).expect("removed");
    }

    #[test]
    fn escaped_spaces_in_names_are_decoded() {
        assert_eq!(first("a b/all-0.d: a\\ b/all.rs c.rs").as_deref(), Some("a b/all.rs"));
        assert_eq!(first("nothing"), None);
    }
}
