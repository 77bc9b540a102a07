//! `cargo disprove classify` reads projects in Rust and Python, and prints what book/src/guides/classify.md shows.

use crate::support::{
    fixture::{Done, Fixture, done},
    quoted,
};
use serde_json::Value;
use std::{fs, path::Path, process::Command};

const PAGE: &str = include_str!("../../../book/src/guides/classify.md");

fn block(after: &str, kind: &str) -> &'static str {
    quoted(PAGE, after, &format!("```{kind}\n"))
}

/// A folder outside of any workspace, with the files of the page.
fn folder(name: &str) -> Fixture {
    let path =
        std::env::temp_dir().join(format!("disprove-classify-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    let fixture = Fixture(path);
    fixture.file("codec.rs", block("two files", "rust"));
    fixture.file("test_queue.py", block("`test_queue.py`", "python"));
    fixture.file("lib.rs", block("code under test in `lib.rs`", "rust"));
    fixture
}

fn classify(folder: &Path, arguments: &[&str]) -> Done {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-disprove"));
    command.current_dir(folder).arg("classify").args(arguments).env_remove("CARGO_TARGET_DIR");
    done(&mut command)
}

#[test]
fn the_example_of_the_page_has_the_shown_output() {
    let fixture = folder("page");
    let done = classify(&fixture.0, &[]);
    assert_eq!((done.code, &*done.err), (0, ""));
    assert!(done.out.starts_with(block("prints this list", "text")), "{}", done.out);
    let advice = block("This is a part of the advice", "text");
    assert!(done.out.contains(advice.trim_end()), "{}", done.out);
    let explained = classify(&fixture.0, &["--explain"]);
    assert!(explained.out.contains(block("assigned its category:", "text")), "{}", explained.out);
    // Each comparison has its two sides and its rule.
    let lines = classify(&fixture.0, &["--json"]).events();
    let atoms =
        lines.iter().filter_map(|line| line["atoms"].as_array()).map(Vec::len).sum::<usize>();
    assert!(atoms >= 7, "{atoms}");
    for start in ["left ", "right ", "rule "] {
        let shown = explained.out.lines().filter(|line| line.trim_start().starts_with(start));
        assert_eq!(shown.count(), atoms, "{}", explained.out);
    }
    fs::remove_dir_all(&fixture.0).expect("it was made");
}

#[test]
fn the_summary_counts_assertions_and_tests() {
    let fixture = folder("summary");
    let done = classify(&fixture.0, &[]);
    for line in [
        "                                assertions             tests   published",
        "roundtrip                       1   14.3 %        1   16.7 %       7.0 %",
        "constant equality               2   28.6 %        1   16.7 %      41.2 %",
        "exception raising               1   14.3 %        1   16.7 %       0.3 %",
        "uncategorised                   0    0.0 %        0    0.0 %       5.6 %",
        "7 assertions about generated values in 6 property tests of 2 files; also 0 unit tests",
        "1 property test asserts nothing about them, only that the code does not fail",
    ] {
        assert!(done.out.lines().any(|found| found == line), "{line}\n{}", done.out);
    }
    for (category, share) in [
        ("partial roundtrip ", " 7.0 %"),
        ("commutative paths ", " 23.4 %"),
        ("generated bounds ", " 4.1 %"),
        ("constant bounds ", " 6.0 %"),
        ("generated nonequality ", " 1.3 %"),
        ("constant nonequality ", " 0.8 %"),
        ("type checking ", " 7.2 %"),
        ("inclusion ", " 2.7 %"),
        ("constant inclusion ", " 1.8 %"),
    ] {
        let row = done.out.lines().find(|line| line.starts_with(category)).expect(category);
        assert!(row.ends_with(share), "{row}");
    }
    fs::remove_dir_all(&fixture.0).expect("it was made");
}

#[test]
fn unreadable_files_are_reported_and_skipped() {
    let fixture = folder("broken");
    fixture.file("old.py", "def f():\n    print 'old'\n");
    fixture.file("half.py", "def f(:\n");
    fixture.file("broken.rs", "fn broken( {\n");
    fs::write(fixture.path("latin.py"), b"x = 1\n# caf\xe9\n").expect("written");
    fixture.file("deep.py", &format!("x = {}1{}\n", "(".repeat(9000), ")".repeat(9000)));
    let done = classify(&fixture.0, &[]);
    assert_eq!(done.code, 0);
    let starts = ["broken.rs:1", "deep.py:1", "half.py:1", "latin.py:2", "old.py:2"];
    for (line, start) in done.err.lines().zip(starts) {
        assert!(line.starts_with(&format!("{start} is skipped: ")), "{line}");
    }
    assert_eq!(done.err.lines().count(), starts.len(), "{}", done.err);
    assert!(done.err.contains("latin.py:2 is skipped: it is not UTF-8"), "{}", done.err);
    assert!(done.err.trim_end().ends_with("(it looks like Python 2)"), "{}", done.err);
    assert!(done.out.contains("\n5 files were skipped"), "{}", done.out);
    assert!(done.out.starts_with(block("prints this list", "text")), "{}", done.out);
    fs::remove_dir_all(&fixture.0).expect("it was made");
}

#[test]
fn json_lines_have_the_documented_keys() {
    let fixture = folder("json");
    let done = classify(&fixture.0, &["--json", "test_queue.py"]);
    let lines = done.events();
    assert_eq!(lines.len(), 4, "{}", done.out);
    let first = serde_json::json!({
        "file": "test_queue.py", "line": 5, "col": 5, "test": "test_what_went_in_is_found", "framework": "hypothesis",
        "mode": "refined", "labels": ["inclusion"], "tags": [],
        "atoms": [{
            "text": "x in queue", "label": "inclusion", "tags": [], "left": ["x"],
            "right": ["Queue(xs)", "queue.put(x)", "x", "xs"],
        }],
    });
    assert_eq!(lines[0], first);
    let codec = classify(&fixture.0, &["--json", "codec.rs"]).events();
    for tags in [&codec[2]["tags"], &codec[2]["atoms"][0]["tags"]] {
        assert_eq!(*tags, serde_json::json!(["truthy"]));
    }
    fixture.file("constant.rs", "#[property]\nfn constant(x: u8) {\n    assert_eq!(1, 1);\n}\n");
    let constant = classify(&fixture.0, &["--json", "constant.rs"]).events();
    assert_eq!(constant[0]["atoms"][0]["label"], "not_property");
    assert_eq!(constant[0]["labels"], serde_json::json!([]));
    fixture.file(
        "test_truth.py",
        "from hypothesis import given, strategies as st\n@given(st.integers())\ndef test_truth(x):\n    assert check(x)\n",
    );
    let paper = classify(&fixture.0, &["--json", "--mode", "paper", "."]).events();
    let truth = paper.iter().find(|line| line["test"] == "test_truth").expect("a line");
    assert_eq!(truth["mode"], "paper");
    assert_eq!(truth["labels"], serde_json::json!(["uncategorised"]));
    let refusal = paper.iter().find(|line| line["test"] == "test_negative_sizes_are_refused");
    let refusal = refusal.expect("a line");
    assert_eq!(refusal["atoms"][0]["label"], "not_detected");
    assert_eq!(refusal["labels"], serde_json::json!([]));
    fs::remove_dir_all(&fixture.0).expect("it was made");
}

#[test]
fn vendored_and_generated_folders_are_skipped() {
    let fixture = folder("own");
    for name in [
        ".tox",
        "__pycache__",
        "_vendor",
        "a/target",
        "cache",
        "env",
        "node_modules",
        "site-packages",
        "vendor",
        "venv",
    ] {
        fixture.file(&format!("{name}/x.py"), "this is no Python");
    }
    fixture.file("env/pyvenv.cfg", "");
    fixture.file("cache/CACHEDIR.TAG", "");
    let all = classify(&fixture.0, &[]);
    assert_eq!((all.code, &*all.err), (0, ""));
    for name in ["vendor", ".tox", "cache", "env"] {
        let named = classify(&fixture.0, &[name]);
        assert!(named.err.starts_with(&format!("{name}/x.py:1 is skipped: ")), "{}", named.err);
        assert!(named.out.starts_with("no property tests found"), "{}", named.out);
    }
    // Several can be named at once.
    let several = classify(&fixture.0, &["vendor", "env"]);
    assert_eq!(several.err.lines().count(), 2, "{}", several.err);
    fs::remove_dir_all(&fixture.0).expect("it was made");
}

#[test]
fn bad_arguments_are_explained_in_one_line() {
    let fixture = folder("wrong");
    fixture.file("notes.txt", "");
    for (arguments, sentence) in [
        (
            &["nowhere"][..],
            "cannot read `nowhere`: No such file or directory (os error 2); give a file or a folder\n",
        ),
        (
            &["notes.txt"],
            "`notes.txt` is neither Rust nor Python: give files that end in .rs or .py, or a folder\n",
        ),
    ] {
        let done = classify(&fixture.0, arguments);
        assert_eq!((done.code, &*done.out, &*done.err), (2, "", sentence));
    }
    let alias = classify(&fixture.0, &["--macro-alias", "qc=junit"]);
    assert_eq!(alias.code, 2);
    assert!(alias.err.contains("unknown framework `junit`"), "{}", alias.err);
    fs::remove_dir_all(&fixture.0).expect("it was made");
}

#[test]
fn the_result_for_a_workspace_is_saved() {
    let fixture = Fixture::empty("kept");
    let manifest = fs::read_to_string(fixture.path("Cargo.toml")).expect("a manifest");
    fixture.file("Cargo.toml", &format!("{manifest}members = [\"member\"]\n"));
    let member = "[package]\nname = \"member\"\nversion = \"0.0.0\"\nedition = \"2024\"\n";
    fixture.file("member/Cargo.toml", member);
    fixture.file("member/src/lib.rs", "");
    fixture.file("src/lib.rs", "");
    fixture.file("tests/codec.rs", block("two files", "rust"));
    let read = || -> Option<Value> {
        let text = fs::read_to_string(fixture.path("target/disprove/judge/classify.json")).ok()?;
        Some(serde_json::from_str(&text).expect("JSON"))
    };
    let done = classify(&fixture.0, &[]);
    assert_eq!(done.code, 0, "{}", done.err);
    let kept = read().expect("it is kept");
    assert_eq!(
        (&kept["format"], &kept["mode"], &kept["tests"]),
        (&1.into(), &"refined".into(), &3.into())
    );
    assert_eq!(kept["assertions"][0]["file"], "tests/codec.rs");
    let inner = classify(&fixture.path("member"), &[]);
    assert!(inner.out.starts_with("tests/codec.rs\n"), "all of it is read: {}", inner.out);
    fs::remove_dir_all(fixture.path("target")).expect("it was made");
    let outside = folder("outside");
    let done = classify(&fixture.0, &[outside.0.to_str().expect("text")]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(read().is_none());
    let named = classify(&fixture.0, &["tests"]);
    assert_eq!(named.code, 0, "{}", named.err);
    assert_eq!(read().expect("it is inside")["tests"], 3);
    fs::remove_dir_all(&outside.0).expect("it was made");
}

/// The advice that is printed, one piece per line.
fn advice(done: &Done) -> Vec<&str> {
    done.out.split("\nadvice\n").nth(1).unwrap_or_default().lines().map(str::trim).collect()
}

const CODEC_LIBRARY: &str = "
mod imp;
mod naive;
pub use imp::checked;

pub struct Queue(Vec<u8>);
pub struct Error;

impl Queue {
    pub fn from_bytes(bytes: &[u8]) -> Queue { Queue(bytes.to_vec()) }
    pub fn total(&self) -> u64 { 0 }
}

fn hidden(bytes: &[u8]) -> u8 { 4 }

#[cfg(test)]
pub fn parse_for_tests(x: u8) -> Result<u8, Error> { Ok(x) }
";

/// Functions of the library, of another crate, of a private module, private ones, and of the test itself.
const CODEC_TESTS: &str = "
use codec::{Queue, checked, hidden, load};
use other::decode;

fn read_model(x: &[u8]) -> Result<u64, ()> { Ok(0) }

proptest! {
    #[test]
    fn totals(bytes: Vec<u8>) {
        prop_assert_eq!(Queue::from_bytes(&bytes).total(), 0);
        prop_assert_eq!(Queue::from_bytes(&bytes).total(), read_model(&bytes).unwrap());
        prop_assert_eq!(decode(&bytes), 3);
        prop_assert_eq!(decode(&bytes), 4);
        prop_assert_eq!(other::parse(&bytes), 3);
        prop_assert_eq!(read_model(&bytes), Ok(3));
        prop_assert_eq!(read_model(&bytes), Ok(4));
        prop_assert_eq!(load(&bytes), 4); prop_assert_eq!(hidden(&bytes), 4);
        prop_assert_eq!(load(&bytes), 4); prop_assert_eq!(hidden(&bytes), 4);
    }
    CHECKED
}
";

#[test]
fn advice_is_about_public_functions_of_the_package_and_shows_its_evidence() {
    let fixture = Fixture::empty("codec");
    fixture.file("src/lib.rs", CODEC_LIBRARY);
    fixture.file(
        "src/imp.rs",
        "use super::Error;\n\npub fn checked(x: u8) -> Result<u8, Error> {\n    Ok(x)\n}\n",
    );
    fixture.file("src/naive.rs", "pub fn load(bytes: &[u8]) -> u8 { 4 }\n");
    fixture.file("tests/props.rs", &CODEC_TESTS.replace("CHECKED", ""));
    let infallible = classify(&fixture.0, &[]);
    // Nothing that is tested can fail, and nothing public is compared with constants only.
    assert_eq!(advice(&infallible), [] as [&str; 0], "{}", infallible.out);

    let more = "#[test] fn small(x: u8) { prop_assert_eq!(checked(x), Ok(1)); prop_assert_eq!(checked(x), Ok(2)); }";
    fixture.file("tests/props.rs", &CODEC_TESTS.replace("CHECKED", more));
    let done = classify(&fixture.0, &[]);
    let advice = advice(&done);
    let constant = "1. `checked` (src/imp.rs:3) is only compared with constants (2 assertions: `small`, tests/props.rs:20 and 1 more): \
                    consider a round trip through the inverse, an error property";
    assert!(advice[0].starts_with(constant), "{}", done.out);
    let rejected = "2. no test asserts which inputs are rejected; start with `checked` (src/imp.rs:3), which returns \
                    `Result<u8, Error>` and is tested by `small`, tests/props.rs:20 and 1 more: ";
    assert!(advice[1].starts_with(rejected), "{}", done.out);
    // With the odds of the paper.
    for (piece, odds) in
        [(advice[0], "were 10.34 times those of other tests"), (advice[1], "112.76")]
    {
        assert!(piece.contains(odds), "{piece}");
    }
    assert_eq!(advice.len(), 2, "{}", done.out);
}

#[cfg(feature = "python")]
#[test]
fn advice_on_python_is_about_functions_of_the_package_that_raise() {
    let fixture = folder("python");
    fixture.file("pyproject.toml", "");
    fixture.file("codec/__init__.py", "");
    fixture.file(
        "codec/text.py",
        "def parse(text):\n    if not text:\n        raise ValueError\n    return 1\n\ndef show(x):\n    return 'a'\n",
    );
    let test = "from codec.text import parse, show\nfrom json import loads\n@given(st.text())\ndef test_codec(x):\n";
    let body = "    assert loads(x) == 1\n    assert loads(x) == 2\n    assert show(x) == 'a'\n    assert len(show(x)) == 1\n    assert x in show(x)\n";
    fixture.file("tests/test_codec.py", &format!("{test}{body}"));
    let done = classify(&fixture.0, &["tests"]);
    assert_eq!(advice(&done), [] as [&str; 0], "{}", done.out);
    fixture.file("tests/test_codec.py", &format!("{test}{body}    assert parse(x) == 1\n"));
    let done = classify(&fixture.0, &["tests"]);
    let start = "1. no test asserts which inputs are rejected; start with `parse` (codec/text.py:1), which raises `ValueError` in \
                 line 3 and is tested by `test_codec`, tests/test_codec.py:10: ";
    assert!(advice(&done)[0].starts_with(start), "{}", done.out);
    fs::remove_dir_all(&fixture.0).expect("it was made");
}

#[cfg(unix)]
#[test]
fn a_pipe_is_skipped() {
    let fixture = folder("pipe");
    let made = Command::new("mkfifo").arg(fixture.path("pipe.py")).status();
    assert!(made.expect("mkfifo is installed").success());
    let named = classify(&fixture.0, &["pipe.py"]);
    assert_eq!((named.code, &*named.err), (0, "pipe.py is skipped: it is not a regular file\n"));
    let all = classify(&fixture.0, &[]);
    assert_eq!((all.code, &*all.err), (0, ""));
    fs::remove_dir_all(&fixture.0).expect("it was made");
}

/// Three types with methods of the same name, of the standard library, and of its own.
const METHODS: &str = "
pub struct Tree(u8);
pub struct List(u8);
impl Tree {
    pub fn depth(&self) -> u8 { 0 }
    pub fn count(&self) -> u8 { 0 }
    pub fn weight(&self) -> u8 { 0 }
}
impl List {
    pub fn depth(&self) -> u8 { 0 }
}
";

#[test]
fn advice_names_a_method_only_if_its_name_is_unique() {
    let fixture = Fixture::empty("methods");
    fixture.file("src/lib.rs", METHODS);
    for (method, is_named) in [("depth", false), ("count", false), ("weight", true)] {
        let test = format!(
            "use methods::Tree;\nproptest! {{ #[test] fn t(x: Tree) {{ prop_assert_eq!(x.{method}(), 1); \
             prop_assert_eq!(x.{method}(), 2); }} }}\n"
        );
        fixture.file("tests/props.rs", &test);
        let done = classify(&fixture.0, &[]);
        assert_eq!(done.code, 0, "{}", done.err);
        let expected =
            format!("1. `Tree::{method}` (src/lib.rs:7) is only compared with constants");
        let advice = advice(&done);
        assert_eq!(
            advice.first().is_some_and(|it| it.starts_with(&expected)),
            is_named,
            "{advice:?}"
        );
        assert_eq!(advice.is_empty(), !is_named, "{advice:?}");
    }
}

/// A reason for each kind of advice, of which there are six.
const MUCH_TO_ADVISE: &str = "
use much::{check, insert, pack, unpack};

proptest! {
    #[test]
    fn constants(x: u8, y: u8) {
        prop_assert_eq!(check(x), Ok(1));
        prop_assert_eq!(check(x), Ok(2));
        prop_assert!(pack(x) < 9);
        prop_assert!(unpack(x) < 9);
        prop_assert!(insert(x) < 9);
        prop_assert_eq!(x, y);
    }

    #[test]
    fn calls(x: u8) {
        check(x);
    }
}
";

#[test]
fn at_most_five_pieces_of_advice_are_shown() {
    let fixture = Fixture::empty("much");
    let library = "pub fn check(x: u8) -> Result<u8, u8> { Ok(x) }\npub fn pack(x: u8) -> u8 { x }\n\
                   pub fn unpack(x: u8) -> u8 { x }\npub fn insert(x: u8) -> u8 { x }\n";
    fixture.file("src/lib.rs", library);
    fixture.file("tests/props.rs", MUCH_TO_ADVISE);
    let done = classify(&fixture.0, &[]);
    assert_eq!(advice(&done).len(), 5, "{}", done.out);
    let has_evidence = |piece: &&str| piece.contains("tests/props.rs:");
    assert!(advice(&done).iter().all(has_evidence), "{}", done.out);
    // Without one of the reasons, the sixth piece is shown.
    let fewer = MUCH_TO_ADVISE.replace("prop_assert_eq!(x, y);", "");
    fixture.file("tests/props.rs", &fewer);
    let done = classify(&fixture.0, &[]);
    assert!(advice(&done).iter().all(has_evidence), "{}", done.out);
    let last = advice(&done)[4];
    assert!(
        last.starts_with("5. no test asserts what a result contains; start with `insert`"),
        "{last}"
    );
}

#[test]
fn places_that_may_hide_tests_are_listed() {
    let fixture = folder("hidden");
    let text = "macro_rules! all { ($t:ty) => { other!($t { #[test] }) } }\n\nall!(u8);\n";
    fixture.file("hidden.rs", text);
    let done = classify(&fixture.0, &["hidden.rs"]);
    let list = "hidden.rs\n  line 3: the macro `all!` may contain invisible tests\n";
    assert!(done.out.starts_with(list), "{}", done.out);
    assert!(done.out.contains("\n1 place may contain invisible tests"), "{}", done.out);
    fixture.file("own.rs", "qc! { fn kept(x: u8) -> bool { f(x) == x } }\n");
    let named = classify(&fixture.0, &["--macro-alias", "qc=quickcheck", "own.rs"]);
    assert!(named.out.contains("  kept (line 1, quickcheck)\n"), "{}", named.out);
    fs::remove_dir_all(&fixture.0).expect("it was made");
}
