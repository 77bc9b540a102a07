//! Inserts an attribute below the `#[property]` of a function or a state machine in its source file.

use crate::project::Property;
use disprove::__private::DataFolder;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Size limit of a source file: far more than anybody writes.
const MAX_BYTES: u64 = 16 << 20;

/// The result of an insertion.
#[derive(Debug)]
pub(super) enum Placed {
    Inserted(PathBuf),
    /// The attribute was there before.
    Present(PathBuf),
    /// Nothing was changed, for this reason.
    Refused(String),
}

/// Writes the attribute into the only file of the package that has the property.
pub(super) fn place(property: &Property, attribute: &str) -> Placed {
    let name = property.test.rsplit("::").next().unwrap_or(&property.test);
    let mut places = Vec::new();
    let mut is_shared = false;
    // An integration test is a separate crate, so search only its root file.
    let root = property.binary.folder.join(&property.binary.source);
    let own = property.binary.source.starts_with("tests") && !property.test.contains("::");
    let files = if own { vec![root] } else { rust_files(&property.binary.folder) };
    let folder = DataFolder::chosen(&property.binary.folder);
    for path in files {
        let Ok(text) = folder.read_text(&path, MAX_BYTES) else { continue };
        if let Some(edited) = with_attribute(&text, name, attribute) {
            places.push((path, text, edited));
        } else {
            is_shared |= has_shared_machine(&text, name);
        }
    }
    let (path, text, edited) = match places.len() {
        0 if is_shared => {
            return Placed::Refused("several tests share this state machine".to_owned());
        }
        0 => return Placed::Refused("cannot find it in the sources".to_owned()),
        1 => places.swap_remove(0),
        _ => return Placed::Refused("several properties have this name".to_owned()),
    };
    if edited == text {
        return Placed::Present(path);
    }
    match write(&folder, &path, &edited) {
        Ok(()) => Placed::Inserted(path),
        Err(why) => Placed::Refused(format!("cannot write {}: {why}", path.display())),
    }
}

/// Replaces a file atomically, so that it is never truncated.
fn write(folder: &DataFolder, path: &Path, text: &str) -> std::io::Result<()> {
    let permissions = fs::metadata(path)?.permissions();
    folder.write(path, text.as_bytes())?;
    fs::set_permissions(path, permissions)
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        // Symbolic links to folders may form cycles.
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_folder && name != "target" && !name.starts_with('.') {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// The text with the attribute below `#[property]`, if exactly one property has its name.
fn with_attribute(text: &str, name: &str, attribute: &str) -> Option<String> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut found = None;
    for (number, line) in lines.iter().enumerate() {
        let is_machine = declares_machine(line, name);
        if !is_machine && !declares(line, name) {
            continue;
        }
        let top = start_of_attributes(&lines, number);
        let properties = lines[top..number].iter().filter(|line| is_property(line)).count();
        // Several tests of one state machine share what is below all of them.
        if properties == 0 || is_machine && properties > 1 {
            continue;
        }
        if found.replace((top, number)).is_some() {
            return None;
        }
    }
    let (top, number) = found?;
    if lines[top..number].iter().any(|line| line.trim() == attribute) {
        return Some(text.to_owned());
    }
    let indentation: String = lines[number].chars().take_while(|c| c.is_whitespace()).collect();
    let end = if lines[number].ends_with("\r\n") { "\r\n" } else { "\n" };
    let new = format!("{indentation}{attribute}{end}");
    Some([&lines[..number], &[&*new], &lines[number..]].concat().concat())
}

/// The number of the first of the attributes and comments above a line.
fn start_of_attributes(lines: &[&str], mut number: usize) -> usize {
    while number > 0 && lines[number - 1].trim_start().starts_with(['#', '/']) {
        number -= 1;
    }
    number
}

fn is_property(line: &str) -> bool {
    line.trim_start().starts_with("#[property")
}

/// Whether this is one of several tests of a state machine.
fn has_shared_machine(text: &str, name: &str) -> bool {
    let lines: Vec<&str> = text.lines().collect();
    let mut machines =
        (0..lines.len()).filter(|&number| lines[number].trim_start().starts_with("impl "));
    machines.any(|number| {
        let above = &lines[start_of_attributes(&lines, number)..number];
        let tests: Vec<&&str> = above.iter().filter(|line| is_property(line)).collect();
        let is_this = declares_machine(lines[number], name)
            || tests.iter().any(|line| gives_name(line, name));
        tests.len() > 1 && is_this
    })
}

/// Whether an attribute gives its test this name.
fn gives_name(attribute: &str, name: &str) -> bool {
    attribute.split(['(', ',', ')']).any(|setting| {
        let (key, value) = setting.split_once('=').unwrap_or_default();
        (key.trim(), value.trim()) == ("name", name)
    })
}

/// Whether a line declares the function of this name.
fn declares(line: &str, name: &str) -> bool {
    let mut rest = line.trim_start();
    if let Some(after) = rest.strip_prefix("pub") {
        rest = after.trim_start();
        if rest.starts_with('(') {
            rest = rest.split_once(')').map_or("", |(_, after)| after).trim_start();
        }
    }
    rest = rest.strip_prefix("async ").unwrap_or(rest).trim_start();
    let Some(rest) = rest.strip_prefix("fn ") else { return false };
    let rest = rest.trim_start();
    let rest = rest.strip_prefix("r#").unwrap_or(rest);
    rest.strip_prefix(name).is_some_and(|after| after.trim_start().starts_with('('))
}

/// Whether a line begins the state machine whose test has this name: the type in snake case.
fn declares_machine(line: &str, name: &str) -> bool {
    let Some(rest) = line.trim_start().strip_prefix("impl ") else { return false };
    let path = rest.trim_start().split(['<', '{', ' ', '\r', '\n']).next().unwrap_or_default();
    let last = path.trim_end_matches("::").rsplit("::").next().unwrap_or_default();
    last.strip_prefix("r#").unwrap_or(last).to_lowercase() == name.replace('_', "")
}

#[cfg(test)]
mod tests {
    use super::{has_shared_machine, with_attribute};

    const TEXT: &str = "#[property]\nfn other(n: u8) {}\n\nmod tests {\n    /// Why.\n    #[property(cases = 7)]\n    pub async fn f(n: u8) {}\n}\n\nfn f(n: u8) {}\n";

    #[test]
    fn an_attribute_goes_below_property() {
        let edited = with_attribute(TEXT, "f", "#[example(1)]").expect("it is there");
        assert!(
            edited.contains("    #[property(cases = 7)]\n    #[example(1)]\n    pub async fn f(")
        );
        assert_eq!(edited.replace("    #[example(1)]\n", ""), TEXT);
        assert_eq!(with_attribute(&edited, "f", "#[example(1)]").as_deref(), Some(&*edited));
    }

    #[test]
    fn an_attribute_goes_above_a_state_machine() {
        let attribute = "#[replay(\"d1:A\")]";
        for (start, name) in [
            ("impl RingVsModel {", "ring_vs_model"),
            ("impl machines::HTTPServer::<u8> {", "http_server"),
            ("impl Queue<u8> {", "queue"),
        ] {
            let text = format!(
                "#[property(cases = 9)]\n{start}\n    #[rule]\n    fn f(&mut self) {{}}\n}}\n"
            );
            let edited = with_attribute(&text, name, attribute).expect("it is there");
            let expected = format!("#[property(cases = 9)]\n{attribute}\n{start}\n");
            assert!(edited.starts_with(&expected), "{edited}");
            assert_eq!(with_attribute(&text, "f", attribute), None, "a rule is not a property");
            let plain = text.replace("#[property(cases = 9)]\n", "");
            assert_eq!(with_attribute(&plain, name, attribute), None);
            let another = format!("#[property(name = other)]\n{text}");
            assert_eq!(with_attribute(&another, name, attribute), None, "both would replay it");
            let is_shared = [name, "other", "cases"].map(|test| has_shared_machine(&another, test));
            assert_eq!(is_shared, [true, true, false]);
            assert!(!has_shared_machine(&text, name), "it has one test");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_source_file_is_replaced_without_following_links_beside_it() {
        use std::{env, fs, os::unix::fs::symlink};
        let folder = env::temp_dir().join(format!("disprove-source-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("other"), "precious").expect("written");
        fs::write(folder.join("lib.rs"), "old").expect("written");
        symlink("other", folder.join("lib.rs.new")).expect("linked");
        symlink(".", folder.join("cycle")).expect("linked");
        assert_eq!(super::rust_files(&folder), [folder.join("lib.rs")]);
        super::write(&super::DataFolder::chosen(&folder), &folder.join("lib.rs"), "new")
            .expect("written");
        let text = |name| fs::read_to_string(folder.join(name)).expect("there");
        assert_eq!([text("other"), text("lib.rs")], ["precious", "new"]);
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn ambiguous_names_and_other_functions_are_left_alone() {
        assert_eq!(with_attribute(TEXT, "g", "#[example(1)]"), None);
        let twice = format!("{TEXT}#[property]\nfn f(n: u8) {{}}\n");
        assert_eq!(with_attribute(&twice, "f", "#[example(1)]"), None);
    }
}
