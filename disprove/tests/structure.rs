//! The shape of the source code: modules use only modules below them, and no file grows too long.

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

/// The modules of the library, lowest first. A file may name its own module and those before it.
const MODULES: [&str; 24] = [
    "humanize",
    "argsort",
    "choice",
    "trace",
    "random",
    "source",
    "generator",
    "feedback",
    "case",
    "database",
    "statistics",
    "search",
    "settings",
    "reduce",
    "explain",
    "machine",
    "worker",
    "runner",
    "report",
    "property",
    "interop",
    "prelude",
    "lib",
    "",
];

/// The page of re-exports, and the page that repeats most of it: only they may name what the root
/// re-exports, which is also the only place where exported macros are found.
const PAGES: [&str; 2] = ["prelude", "lib"];

const MOST_LINES: usize = 600;

fn workspace() -> PathBuf {
    let library = Path::new(env!("CARGO_MANIFEST_DIR"));
    library.parent().expect("the library is a member of a workspace").to_owned()
}

/// Every Rust file below, but for build results.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let entries = fs::read_dir(folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
    for entry in entries {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// The code with comments and literals blanked out; lines stay where they are.
fn code_only(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => block_comment(rest),
            '"' => string(rest),
            'r' | 'b' | 'c' if !code.ends_with(is_name) => raw_string(rest).unwrap_or(0),
            '\'' => character(rest),
            _ => 0,
        };
        if length == 0 {
            code.push(first);
            rest = &rest[first.len_utf8()..];
        } else {
            code.extend(rest[..length].chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
            rest = &rest[length..];
        }
    }
    code
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        match &text.as_bytes()[at..] {
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

/// The length of a string that starts here, its quotes included.
fn string(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '"' if !escaped => return at + 1,
            _ => escaped = c == '\\' && !escaped,
        }
    }
    text.len()
}

/// `r"..."`, `r#"..."#`, and the same for bytes and C strings; `None` for anything else.
fn raw_string(text: &str) -> Option<usize> {
    let prefix = text.find('r').filter(|at| *at <= 1)? + 1;
    let hashes = text[prefix..].bytes().take_while(|byte| *byte == b'#').count();
    let start = prefix + hashes + 1;
    if text.as_bytes().get(start - 1) != Some(&b'"') {
        return None;
    }
    let end = format!("\"{}", "#".repeat(hashes));
    Some(text[start..].find(&end).map_or(text.len(), |at| start + at + end.len()))
}

/// A character literal; 0 for a lifetime.
fn character(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    match (chars.next(), chars.next()) {
        (Some((_, '\\')), Some(_)) => chars.find(|(_, c)| *c == '\'').map_or(0, |(at, _)| at + 1),
        (Some(_), Some((at, '\''))) => at + 1,
        _ => 0,
    }
}

/// A `crate::..` or `super::..` path.
#[derive(Debug, PartialEq, Eq)]
struct Named {
    line: usize,
    /// What follows `crate::`, up to the next `::`.
    module: String,
}

/// Everything the code names from the root of the crate, as a path or in the braces of a `use`.
fn named_from_root(code: &str, start: &str) -> Vec<Named> {
    let mut all = Vec::new();
    for (at, _) in code.match_indices(start) {
        // `$crate` is for the crates of users, and `some_crate` is another name.
        if code[..at].ends_with(|c| is_name(c) || c == '$') {
            continue;
        }
        let line = code[..at].matches('\n').count() + 1;
        let Some(path) = code[at + start.len()..].trim_start().strip_prefix("::") else { continue };
        let path = path.trim_start();
        let parts = match path.strip_prefix('{') {
            Some(group) => top_level(group),
            None => vec![(0, path)],
        };
        for (lines, part) in parts {
            let module: String = part.trim_start().chars().take_while(|c| is_name(*c)).collect();
            let module = if module.is_empty() { "*".to_owned() } else { module };
            all.push(Named { line: line + lines, module });
        }
    }
    all
}

/// The parts of a group, up to its end, with the number of line breaks before each.
fn top_level(group: &str) -> Vec<(usize, &str)> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                let part = &group[start..at];
                if !part.trim().is_empty() {
                    let blank = part.len() - part.trim_start().len();
                    parts.push((group[..start + blank].matches('\n').count(), part));
                }
                start = at + 1;
            }
            _ => {}
        }
        if c == '}' && start == at + 1 {
            break;
        }
    }
    parts
}

/// The code without its test modules, which may look at anything.
fn without_tests(code: &str) -> &str {
    code.find("#[cfg(test)]\nmod tests").map_or(code, |at| &code[..at])
}

/// What a file of the library names that it must not, as "line: why".
fn violations(place: &Path, text: &str) -> Vec<String> {
    let parts: Vec<String> =
        place.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
    let own = MODULES.iter().position(|module| *module == parts[0]);
    let Some(own) = own else {
        return vec![format!("1: `{}` is not in the order of modules", parts[0])];
    };
    let stripped = code_only(text);
    let code = without_tests(&stripped);
    let mut all = Vec::new();
    for start in ["crate", "disprove"] {
        for Named { line, module } in named_from_root(code, start) {
            match MODULES.iter().position(|known| *known == module) {
                Some(used) if used <= own && start == "crate" => {}
                _ if PAGES.contains(&MODULES[own]) => {}
                Some(_) if start == "crate" => {
                    all.push(format!("{line}: `{}` lies below `{module}`", MODULES[own]));
                }
                _ => all.push(format!("{line}: `{start}::{module}` goes through the root")),
            }
        }
    }
    // `mod.rs` is the module of its folder.
    let depth = parts.len() - usize::from(parts.last().is_some_and(|last| last == "mod"));
    for Named { line, module } in named_from_root(code, "super") {
        if module == "super" || depth == 1 {
            all.push(format!("{line}: `super::{module}`: name it from the root, `crate::..`"));
        }
    }
    all
}

#[test]
fn modules_use_only_modules_below_them() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut report = String::new();
    for file in rust_files(&sources) {
        let place = file.strip_prefix(&sources).expect("below");
        let is_test = place.with_extension("").iter().any(|part| part == "tests");
        let text = fs::read_to_string(&file).expect("a readable file");
        for violation in if is_test { Vec::new() } else { violations(place, &text) } {
            let _ = writeln!(report, "src/{}:{violation}", place.display());
        }
    }
    assert!(report.is_empty(), "\n{report}");
}

#[test]
fn no_file_has_more_than_600_lines() {
    let files = rust_files(&workspace());
    assert!(files.len() > 50, "only {} files were found", files.len());
    let long = files.iter().filter_map(|file| {
        let lines = fs::read_to_string(file).expect("a readable file").lines().count();
        (lines > MOST_LINES).then(|| format!("{} has {lines} lines", file.display()))
    });
    let long: Vec<String> = long.collect();
    assert!(long.is_empty(), "{long:#?}");
}

/// The file that says why, and what the tool compiles for tests with probes.
const UNSAFE: [&str; 2] = ["disprove/src/trace/coverage.rs", "cargo-disprove/runtime/coverage.rs"];

#[test]
fn unsafe_code_is_where_it_is_explained() {
    let root = workspace();
    let mut found = Vec::new();
    for folder in ["disprove/src", "cargo-disprove"] {
        for file in rust_files(&root.join(folder)) {
            let code = code_only(&fs::read_to_string(&file).expect("a readable file"));
            if code.split(|c| !is_name(c)).any(|word| word == "unsafe" || word == "unsafe_code") {
                found.push(file.strip_prefix(&root).expect("below").display().to_string());
            }
        }
    }
    found.sort();
    let mut expected = UNSAFE.map(|file| file.replace('/', std::path::MAIN_SEPARATOR_STR));
    expected.sort();
    assert_eq!(found, expected);
}

#[test]
fn violations_are_seen_however_they_are_written() {
    let found = |place: &str, code: &str| violations(Path::new(place), code).join("; ");
    assert_eq!(found("source/mod.rs", "use crate::choice::Tree;\nuse crate::source::x;"), "");
    assert_eq!(
        found("source/a.rs", "\nuse crate::generate::any;"),
        "2: `source` lies below `generate`"
    );
    let group = "use crate::{\n    choice::{Tree, runner},\n    random,\n    runner::check,\n};";
    assert_eq!(found("source/a.rs", group), "4: `source` lies below `runner`");
    assert_eq!(
        found("choice/a.rs", "fn f() -> crate::random::Random {"),
        "1: `choice` lies below `random`"
    );
    assert!(found("runner/a.rs", "use crate::Outcome;").contains("goes through the root"));
    assert!(
        found("runner/a.rs", "use crate::{Outcome, source};").contains("goes through the root")
    );
    assert!(found("runner/a.rs", "use disprove::check;").contains("goes through the root"));
    assert!(found("runner/a.rs", "use super::super::report;").contains("from the root"));
    assert!(found("random.rs", "use super::report;").contains("from the root"));
    assert!(found("runner/mod.rs", "use super::report;").contains("from the root"));
    assert!(found("nonsense.rs", "").contains("not in the order"));
}

#[test]
fn comments_literals_macros_and_tests_are_no_violations() {
    let found = |code: &str| violations(Path::new("choice/a.rs"), code);
    for code in [
        "// use crate::runner;\n/// See [`crate::check`].\n/* crate::x /* crate::y */ crate::z */",
        r##"const A: &str = "crate::runner"; const B: &str = r#"crate::"runner"#;"##,
        "const QUOTE: char = '\"'; const OTHER: char = '\\''; // crate::runner",
        "macro_rules! a { () => { $crate::runner::check() } }",
        "use super::tree::Tree; fn f<'a>(x: &'a str) -> &'a str { x }",
        "pub(crate) fn f() {}",
        "fn f() {}\n\n#[cfg(test)]\nmod tests {\n    use crate::runner;\n}",
    ] {
        assert_eq!(found(code), Vec::<String>::new(), "{code}");
    }
    assert_eq!(found("const A: char = '\"'; use crate::runner;").len(), 1, "after a quote");
    assert_eq!(found("fn f<'a>() {} use crate::runner; //'").len(), 1, "after a lifetime");
}

#[test]
fn the_design_lists_every_file() {
    let root = workspace();
    let design = fs::read_to_string(root.join("DESIGN.md")).expect("DESIGN.md");
    let mut missing = String::new();
    for folder in ["disprove/src", "disprove-macros/src"] {
        for file in rust_files(&root.join(folder)) {
            let path = file.to_string_lossy().replace('\\', "/");
            let name = path.rsplit('/').next().unwrap_or_default();
            let is_test = name == "tests.rs" || path.contains("/tests/");
            let is_listed =
                design.contains(&format!("`{name}`")) || design.contains(&format!("/{name}`"));
            if name != "mod.rs" && !is_test && !is_listed {
                let _ = writeln!(missing, "{path}");
            }
        }
    }
    assert!(missing.is_empty(), "DESIGN.md says nothing about these files:\n{missing}");
}
