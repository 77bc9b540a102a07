//! What pins the statements of the book. Below every paragraph, list and table is a comment:
//!
//! * `<!-- tests: name, file::name -->`: these tests fail if a statement above becomes wrong, in its order;
//! * `<!-- measured -->`: a command that this section names prints the figures;
//! * `<!-- no behavior -->`: nothing above says what the software does. It is advice, a definition, a link, or about others.

use super::{below, read, workspace};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// The table of contents, and a page that another test compares with `--help` as a whole.
const WITHOUT_COMMENTS: [&str; 2] = ["SUMMARY.md", "reference/commands.md"];

/// Parts of pages that other tests compare with the code: the comments before and after them.
const GENERATED: [(&str, &str); 2] =
    [("<!-- generated", "<!-- /generated"), ("<!-- table:", "<!-- end of table")];

/// Programs that measure figures. Scripts of this repository do too.
const COMMANDS: [&str; 2] = ["cargo run ", "cargo disprove "];

/// A paragraph, a list or a table.
#[derive(Debug, PartialEq)]
struct Block {
    line: usize,
    /// Of its section, as the number of headings before it.
    section: usize,
    text: String,
    pins: Vec<String>,
}

/// The lines of a page with their numbers. Those of code and of generated parts are empty.
fn prose(page: &str) -> Vec<(usize, &str)> {
    let mut is_code = false;
    let mut generated = None;
    let mut lines = Vec::new();
    for (number, line) in page.lines().enumerate() {
        let line = line.trim();
        let is_fence = line.starts_with("```");
        is_code ^= is_fence;
        let region = GENERATED.into_iter().find(|(start, _)| line.starts_with(start));
        generated = generated.or(region);
        let is_prose = !is_code && !is_fence && generated.is_none();
        lines.push((number + 1, if is_prose { line } else { "" }));
        generated = generated.filter(|(_, end)| !line.starts_with(end));
    }
    lines
}

/// The blocks of a page, without headings and pictures.
fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut section = 0;
    for lines in prose(page).split(|(_, line)| line.is_empty()) {
        let Some((line, first)) = lines.first() else { continue };
        if first.starts_with('#') {
            section += 1;
        }
        if first.starts_with(['#', '<', '!']) {
            continue;
        }
        let mut block = Block { line: *line, section, text: String::new(), pins: Vec::new() };
        for (_, line) in lines {
            let comment = line.strip_prefix("<!-- ").and_then(|line| line.strip_suffix(" -->"));
            match comment.map(|comment| comment.strip_prefix("tests: ").ok_or(comment)) {
                Some(Ok(tests)) => block.pins.extend(tests.split(", ").map(str::to_owned)),
                Some(Err(other)) => block.pins.push(format!("({other})")),
                None => block.text.extend([*line, "\n"]),
            }
        }
        blocks.push(block);
    }
    blocks
}

/// All Rust files below a folder, but no build folders.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder exists") {
        let path = entry.expect("an entry").path();
        if path.is_dir() && !path.ends_with("target") && !path.ends_with(".git") {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
    found
}

/// Attributes that make a test.
const MACROS: [&str; 6] = ["test", "property", "proptest", "quickcheck", "rstest", "test_case"];

/// What follows an attribute on its line, unless it ends on a later one.
fn after_attribute(attribute: &str) -> Option<&str> {
    let mut open = 1;
    let end = attribute.find(|c| {
        open += i32::from(c == '[') - i32::from(c == ']');
        open == 0
    })?;
    Some(attribute[end + 1..].trim_start())
}

/// The names of the tests in a file: functions and machines with one of these attributes.
fn tests(source: &str) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    let (mut is_test, mut is_attribute) = (false, false);
    for mut line in source.lines().map(str::trim) {
        if is_attribute && !line.starts_with("#[") {
            is_attribute = !line.ends_with(")]");
            continue;
        }
        while let Some(attribute) = line.strip_prefix("#[") {
            let path = attribute.split([']', '(']).next().unwrap_or_default();
            is_test |= path.rsplit("::").next().is_some_and(|name| MACROS.contains(&name));
            let rest = after_attribute(attribute);
            is_attribute = rest.is_none();
            line = rest.unwrap_or_default();
        }
        if !line.starts_with("//") && !line.is_empty() {
            let words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
            let mut words = words.skip_while(|word| !matches!(*word, "fn" | "impl"));
            names.extend(is_test.then(|| words.nth(1)).flatten());
            is_test = false;
        }
    }
    names
}

/// The tests of the workspace: where each name occurs.
fn all_tests() -> BTreeMap<String, Vec<PathBuf>> {
    let mut all = BTreeMap::<String, Vec<PathBuf>>::new();
    for file in sources(workspace()) {
        for name in tests(&read(&file)) {
            all.entry(name.to_owned()).or_default().push(file.clone());
        }
    }
    all
}

/// Whether a section names a command that measures its figures, or links to the page that does.
fn names_a_command(section: &str) -> bool {
    let is_command = |code: &str| {
        let is_script = || {
            let script = Path::new(code.split(' ').next().unwrap_or_default());
            let has_place = ["bench", "case-studies"].iter().any(|place| script.starts_with(place));
            has_place && script.extension().is_none() && workspace().join(script).is_file()
        };
        COMMANDS.iter().any(|command| code.starts_with(command)) || is_script()
    };
    let is_source = |target: &str| {
        let page = target.split([')', '#']).next().unwrap_or_default();
        let is_page = Path::new(page).extension().is_some_and(|end| end == "md");
        page.ends_with("RESULTS.md") || page.contains("evidence/") && is_page
    };
    let section = section.replace('\n', " ");
    // Code is between the first and the second, the third and the fourth mark, and so on.
    section.split('`').skip(1).step_by(2).any(is_command)
        || section.split("](").skip(1).any(is_source)
}

/// Whether a file can pin a statement: expected output of a test, a script of the checks, or an example that is compiled.
fn is_checked(file: &str) -> bool {
    let path = workspace().join(file);
    match path.extension().and_then(|end| end.to_str()) {
        Some("stderr" | "txt") => file.contains("tests/") && path.is_file(),
        Some("rs") if path.is_file() => {
            let source = read(&path);
            let mut lines = source.lines().map(str::trim_start);
            lines.any(|line| line.starts_with("/// ```") || line.starts_with("//! ```"))
        }
        _ => file.starts_with(".ci/") && path.is_file(),
    }
}

/// What is wrong with a pin, if anything is.
fn fault(pin: &str, section: &str, all: &BTreeMap<String, Vec<PathBuf>>) -> Option<String> {
    match pin {
        "(no behavior)" => return None,
        "(measured)" => {
            let fault = "its section names no command that measures it";
            return (!names_a_command(section)).then(|| fault.to_owned());
        }
        _ if pin.starts_with('(') => return Some(format!("unknown comment {pin}")),
        _ if pin.contains('/') && !pin.contains("::") => {
            return (!is_checked(pin)).then(|| format!("{pin} is no file that is checked"));
        }
        _ => {}
    }
    let (file, name) = pin.rsplit_once("::").map_or((None, pin), |(file, name)| (Some(file), name));
    let is_meant = |path: &&PathBuf| {
        let path = path.with_extension("");
        file.is_none_or(|file| path.ends_with(file) || path.ends_with(format!("{file}/mod")))
    };
    match all.get(name).into_iter().flatten().filter(is_meant).count() {
        0 => Some(format!("there is no test {pin}")),
        1 => None,
        _ => Some(format!("several tests have the name {pin}: write file::{name}")),
    }
}

/// The blocks of a page that nothing pins, or whose tests do not exist.
fn faults(page: &str, all: &BTreeMap<String, Vec<PathBuf>>) -> Vec<String> {
    let blocks = blocks(page);
    let mut faults = Vec::new();
    for block in &blocks {
        let section = blocks.iter().filter(|other| other.section == block.section);
        let section: String = section.map(|block| &*block.text).collect();
        let first = block.text.lines().next().unwrap_or_default();
        let mut add = |fault: String| faults.push(format!("{}: {first}: {fault}", block.line));
        if block.pins.is_empty() {
            add("nothing says what pins this: see statements.rs".to_owned());
        }
        block.pins.iter().filter_map(|pin| fault(pin, &section, all)).for_each(&mut add);
    }
    faults
}

#[test]
fn every_statement_of_the_book_is_pinned() {
    let book = workspace().join("book/src");
    let all = all_tests();
    assert!(all.len() > 2_000, "{} tests", all.len());
    let mut wrong = Vec::new();
    for path in super::files(&book, "md") {
        let name = below(&book, &path);
        if !WITHOUT_COMMENTS.contains(&&*name) {
            let faults = faults(&read(&path), &all);
            wrong.extend(faults.iter().map(|fault| format!("{name}:{fault}")));
        }
    }
    assert!(wrong.is_empty(), "{} blocks:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_block_without_an_existing_test_is_found() {
    let page = "# Title\n\nOne.\n<!-- tests: a, other::b -->\n\n* Two,\n  three.\n<!-- tests: c -->\n\n\
        ```text\ncode\n```\n\nFour.\n\n<!-- generated: x -->\nFive.\n<!-- /generated -->\n\n\
        Six.\n<!-- measured -->\n\n## Next\n\nSee [all](x/RESULTS.md#y).\n<!-- measured -->\n";
    let source = "#[test]\n#[should_panic(\n    expected = \"x\"\n)]\nfn a() {}\n\nfn c() {}\n\n\
        /// Doc.\n#[property(cases = 3)]\nfn b(n: u8) {}\n\n#[property] impl Words {\n    fn d() {}\n}\n";
    assert_eq!(tests(source), BTreeSet::from(["Words", "a", "b"]));
    let mut all = BTreeMap::new();
    for name in tests(source) {
        all.insert(name.to_owned(), ["x/one.rs", "x/other.rs"].map(PathBuf::from).to_vec());
    }
    let expected = [
        "3: One.: several tests have the name a: write file::a",
        "6: * Two,: there is no test c",
        "14: Four.: nothing says what pins this: see statements.rs",
        "20: Six.: its section names no command that measures it",
    ];
    assert_eq!(faults(page, &all), expected);
}

#[test]
fn only_commands_and_links_to_them_are_measurements() {
    for section in [
        "`cargo run --release -p bench -- jobs` measures it.",
        "See `x`: `bench/suites/run --fast` measures it.",
        "See [the table](https://example.com/bench/RESULTS.md).",
        "See [Search](../evidence/search.md#coverage).",
    ] {
        assert!(names_a_command(section), "{section}");
    }
    for section in [
        "The sources are in `bench/src/reduce`, and RESULTS.md is a name.",
        "See `x` bench/suites/run `y`, and [how](../how/search.md).",
        "`bench/suites/none` and `bench/RESULTS.md` are no scripts.",
    ] {
        assert!(!names_a_command(section), "{section}");
    }
}

#[test]
fn only_files_that_are_checked_pin_statements() {
    for (file, expected) in [
        ("disprove/tests/ui/property_jobs.stderr", true),
        ("disprove/tests/ui/none.stderr", false),
        ("disprove/src/database/db.rs", true),
        ("disprove/tests/all/jobs.rs", false),
        (".ci/run", true),
        (".ci/none", false),
        ("book/book.toml", false),
    ] {
        assert_eq!(is_checked(file), expected, "{file}");
    }
}
