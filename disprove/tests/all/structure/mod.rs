//! The shape of the source code: layers, cycles, length and first line of files, vocabulary.

mod code;
mod cycles;
mod words;

use code::{Named, code_only, is_name, is_test, paths, rust_files, without_tests, workspace};
use std::{fmt::Write as _, fs, path::Path};

/// The modules of the library, lowest first. A file may name its own module and those before it.
pub const MODULES: [&str; 28] = [
    "humanize",
    "argsort",
    "untrusted",
    "choice",
    "random",
    "source",
    "trace",
    "generator",
    "feedback",
    "case",
    "database",
    "literals",
    "statistics",
    "search",
    "reduce",
    "explain",
    "settings",
    "machine",
    "runner",
    "worker",
    "fuzz",
    "report",
    "property",
    "interop",
    "decoders",
    "prelude",
    "lib",
    "",
];

/// The page of re-exports, and the page that repeats most of it: only they may name what the root
/// re-exports, which is also the only place where exported macros are found.
const PAGES: [&str; 2] = ["prelude", "lib"];

const MOST_LINES: usize = 600;

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
        for Named { line, segments, .. } in paths(code, start) {
            let module = segments.first().map_or("*", String::as_str);
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
    for Named { line, segments, .. } in paths(code, "super") {
        let module = segments.first().map_or("*", String::as_str);
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
        let text = fs::read_to_string(&file).expect("a readable file");
        for violation in if is_test(place) { Vec::new() } else { violations(place, &text) } {
            let _ = writeln!(report, "src/{}:{violation}", place.display());
        }
    }
    assert!(report.is_empty(), "\n{report}");
}

#[test]
fn files_of_a_module_do_not_use_each_other_in_cycles() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut report = String::new();
    for module in MODULES {
        let folder = sources.join(module);
        if module.is_empty() || !folder.is_dir() {
            continue;
        }
        report += &cycles::report(module, &cycles::sources(&folder));
    }
    assert!(report.is_empty(), "\n{report}");
}

#[test]
fn no_type_or_file_has_a_name_of_the_old_vocabulary() {
    let found = words::old_names(&workspace());
    assert!(found.is_empty(), "old names: {found:#?}");
}

#[test]
fn no_page_or_comment_has_a_phrase_that_readers_stumbled_over() {
    let found = words::odd_phrases(&workspace());
    assert!(found.is_empty(), "say it in other words: {found:#?}");
}

#[test]
fn every_file_says_in_its_first_line_what_it_is_for() {
    let mut silent = Vec::new();
    for folder in words::FOLDERS {
        for file in rust_files(&workspace().join(folder)) {
            let text = fs::read_to_string(&file).expect("a readable file");
            if !text.starts_with("//! ") {
                silent.push(file);
            }
        }
    }
    assert!(silent.is_empty(), "these files need a `//!` line at the top: {silent:#?}");
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
        found("source/a.rs", "\nuse crate::generator::any;"),
        "2: `source` lies below `generator`"
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

/// The cycles of a module with these files, as groups of nodes.
fn cycles_of(files: &[(&str, &str)]) -> Vec<String> {
    let mut sources = Vec::new();
    for (path, code) in files {
        let node = path.split(['/', '.']).next().unwrap_or_default().to_owned();
        sources.push(cycles::Source { node, path: (*path).to_owned(), code: (*code).to_owned() });
    }
    let groups = cycles::cycles(&cycles::edges("m", &sources));
    groups.iter().map(|group| group.iter().cloned().collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn cycles_are_found_through_paths_groups_and_re_exports() {
    let facade =
        ("mod.rs", "mod a;\nmod b;\npub(crate) use b::{Two, Other as Alias};\npub use a::One;");
    for (a, b, cycle) in [
        ("use super::b::Two;", "use super::a::One;", true),
        ("use super::Two;", "fn f() -> super::One {}", true),
        ("use super::{\n    Alias,\n};", "use crate::{choice, m::{One}};", true),
        ("use super::Two;", "use crate::choice::One;", false),
        ("use super::b::Two;", "struct Two;", false),
    ] {
        let files = [facade, ("a.rs", a), ("b.rs", b)];
        let expected: &[&str] = if cycle { &["a b"] } else { &[] };
        assert_eq!(cycles_of(&files), expected, "{a} {b}");
    }
    let three = [
        ("a.rs", "use super::b::B;"),
        ("b/deep.rs", "use crate::m::c::C;"),
        ("c.rs", "use super::a::A;"),
        ("d.rs", "use super::{a, b, c};"),
    ];
    assert_eq!(cycles_of(&three), ["a b c"]);
}

#[test]
fn what_mod_rs_defines_is_a_node_and_what_it_passes_on_is_not() {
    let user = ("a.rs", "use super::{Here, b};\nstruct There;");
    let defined = [("mod.rs", "mod a;\nuse a::There;\nstruct Here(There);"), user, ("b.rs", "")];
    assert_eq!(cycles_of(&defined), ["a mod"]);
    let inline = [("mod.rs", "mod a;\nstruct Here(a::There);"), user, ("b.rs", "")];
    assert_eq!(cycles_of(&inline), ["a mod"]);
    let passed_on = [("mod.rs", "mod a;\npub use a::There;\nstruct Here;"), user, ("b.rs", "")];
    assert_eq!(cycles_of(&passed_on), [""; 0]);
}
