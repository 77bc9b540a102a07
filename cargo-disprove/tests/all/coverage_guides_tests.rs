//! Coverage guides tests that `cargo disprove` builds, without changes to the code under test.

use crate::support::fixture::{Done, Fixture, done, target};
use std::fs;

/// Nested conditions, and comparisons of memory.
const LADDERS: &str = r#"
pub fn bug(list: &[u8]) -> bool {
    if list.first() == Some(&b'b') {
        if list.get(1) == Some(&b'u') {
            if list.get(2) == Some(&b'g') {
                return true;
            }
        }
    }
    false
}

pub fn abcdef(text: &str) -> bool {
    let mut rest = text.chars();
    if rest.next() == Some('a') {
        if rest.next() == Some('b') {
            if rest.next() == Some('c') {
                if rest.next() == Some('d') {
                    if rest.next() == Some('e') {
                        if rest.next() == Some('f') {
                            return true;
                        }
                    }
                }
            }
        }
    }
    false
}

pub fn magic(list: &[u8]) -> bool {
    list.starts_with(b"\x7fMAGIC")
}

pub fn keyword(text: &str) -> bool {
    text == "keyword"
}

#[inline(never)]
pub fn is_less(a: u64, b: u64) -> bool {
    a < b
}

#[inline(never)]
pub fn is_colder(a: f64, b: f64) -> bool {
    a < b
}
"#;

const PROPERTIES: &str = r#"
use disprove::trace;

#[property(cases = 2_000)]
fn bug(list: Vec<u8>) {
    assert!(!ladders::bug(&list));
}

#[property(cases = 2_000)]
fn abcdef(text: String) {
    assert!(!ladders::abcdef(&text));
}

#[property(cases = 2_000)]
fn magic(list: Vec<u8>) {
    assert!(!ladders::magic(&list));
}

#[property(cases = 2_000)]
fn keyword(text: String) {
    assert!(!ladders::keyword(&text));
}

/// Three of them run in parallel.
fn the_trace_is_deterministic(text: &str) {
    let run = || trace::record(|| ladders::abcdef(text));
    let (_, first) = run();
    for _ in 0..3_000 {
        assert!(run().1 == first);
    }
    let ((), longer) = trace::record(|| {
        ladders::abcdef(text);
        ladders::bug(b"bu");
    });
    // A plain build is not instrumented.
    assert!(first.events().is_empty() || longer.events().len() > first.events().len());
}

#[test]
fn trace_a() {
    the_trace_is_deterministic("a");
}

#[test]
fn trace_b() {
    the_trace_is_deterministic("abc");
}

#[test]
fn trace_c() {
    the_trace_is_deterministic("abcde");
}

#[test]
fn threads_and_panics() {
    let (_, alone) = trace::record(|| std::thread::spawn(|| ladders::bug(b"bug")).join());
    let (_, adopted) = trace::record(|| {
        let handle = trace::adopt();
        std::thread::spawn(move || {
            let _on = handle.enter();
            ladders::bug(b"bug")
        })
        .join()
    });
    let caught = std::panic::catch_unwind(|| trace::record(|| assert!(ladders::bug(b"b"))));
    assert!(caught.is_err());
    let ((inner, outer), _) = trace::record(|| {
        let inner = trace::record(|| ladders::bug(b"b")).1;
        (inner, ladders::bug(b"b"))
    });
    assert!(!outer);
    assert!(adopted.events().len() > alone.events().len() || inner.events().is_empty());
}

#[test]
fn numbers() {
    let (_, floats) = trace::record(|| ladders::is_colder(1.5, 2.5));
    assert!(floats.operands().is_empty());
    let (_, integers) = trace::record(|| ladders::is_less(15, 25));
    // A plain build is not instrumented.
    assert!(integers.events().is_empty() || integers.operands().len() == 1);
    // The compiled standard library is never instrumented: its branches are not seen.
    let lossy = |text: &[u8]| trace::record(|| std::mem::forget(String::from_utf8_lossy(text))).1;
    assert!(lossy(b"ab").events() == lossy(b"\xff\xff").events());
}
"#;

/// The properties among them, all of which find a failure.
const FOUND: [&str; 4] = ["bug", "abcdef", "magic", "keyword"];

fn ladders(name: &str) -> Fixture {
    let fixture = Fixture::new(name, &PROPERTIES.replace("ladders::", &format!("{name}::")));
    fixture.file("src/lib.rs", LADDERS);
    // Literals of the sources would find the words without coverage. The command `hunt` does not use the profile `hunt`.
    fixture.file("disprove.toml", "[default]\nliterals = false\n\n[hunt]\nreduce = false\n");
    fixture
}

/// Runs the properties with a seed and without the failures of earlier runs.
fn guided(fixture: &Fixture, seed: u64, arguments: &[&str], variables: &[(&str, &str)]) -> Done {
    let mut command = fixture.command(&[&["test"], arguments, &["--test", "props"]].concat());
    command.env("DISPROVE_SEED", seed.to_string()).env("DISPROVE_DATABASE", "none");
    done(command.envs(variables.iter().copied()))
}

/// The failing case of a property, from its report.
fn failed<'a>(done: &'a Done, property: &str) -> Option<&'a str> {
    let start = format!("{property} failed on case ");
    let line = done.out.lines().find_map(|line| line.strip_prefix(&start));
    line.and_then(|rest| rest.split('.').next())
}

#[test]
fn coverage_finds_what_random_inputs_do_not() {
    let fixture = ladders("ladders");
    let plain = fixture.cargo_test(&["--test", "props"]);
    assert_eq!(plain.code, 0, "{}", plain.out);

    for seed in 1..=6 {
        let done = guided(&fixture, seed, &[], &[]);
        assert_eq!(done.code, 1, "{done:?}");
        assert!(seed > 1 || done.err.contains("Compiling ladders "), "{}", done.err);
        for property in FOUND {
            assert!(failed(&done, property).is_some(), "{property}, seed {seed}: {}", done.out);
        }
        assert!(done.out.contains("5 passed; 4 failed"), "{}", done.out);
    }

    let limits = ["--time", "10m", "--findings", "4"];
    let hunt = ["hunt", "--seed", "1", "--json", "--test", "props"];
    let hunt = fixture.run(&[&hunt[..], &limits].concat());
    assert_eq!(hunt.code, 1, "{hunt:?}");
    assert!(!hunt.err.contains("Compiling"), "it shares the build of `test`: {hunt:?}");
    let report = |property: &str| hunt.findings(property)[0]["report"].to_string();
    assert!(report("bug").contains("list: [98, 117, 103]"), "{}", report("bug"));
    assert!(report("abcdef").contains("abcdef"), "{}", report("abcdef"));
    let rows = hunt.events();
    let mut rows = rows.iter().filter(|event| event["event"] == "property");
    assert!(rows.any(|row| row["coverage"].as_u64() > Some(0)), "{hunt:?}");

    // The commands share their builds, and the plain build is untouched.
    let again = fixture.cargo_test(&["--test", "props", "--no-run"]);
    for done in [fixture.run(&["hunt", "--list", "--test", "props"]), again] {
        assert!(done.code == 0 && !done.err.contains("Compiling"), "{done:?}");
    }
}

#[test]
fn the_same_seed_gives_the_same_run_in_every_process() {
    let fixture = ladders("repeated");
    // Addresses differ between processes, environments and numbers of threads.
    let long = "long ".repeat(1_401);
    for seed in [7, 8] {
        let first = guided(&fixture, seed, &[], &[]);
        let again =
            guided(&fixture, seed, &[], &[("RUST_TEST_THREADS", "1"), ("LONG_VARIABLE", &long)]);
        for property in FOUND {
            let alone = guided(&fixture, seed, &[property], &[]);
            let expected = failed(&first, property);
            assert!(expected.is_some(), "{property}, seed {seed}: {}", first.out);
            for other in [&again, &alone] {
                assert_eq!(failed(other, property), expected, "{property}, seed {seed}");
            }
        }
    }
}

const MEMBERS: &str = r#"[workspace]
members = ["lib", "macros", "program", "shared"]
resolver = "3"
"#;

/// All kinds of crates: linked, run during the build, or both.
fn members(name: &str) -> Fixture {
    let fixture = Fixture::empty(name);
    let library = fs::read_to_string(fixture.path("Cargo.toml")).expect("a text");
    let library = library.lines().find(|line| line.starts_with("disprove")).expect("it is there");
    let package = |name: &str, rest: &str| {
        let text =
            format!("[package]\nname = '{name}'\nversion = '0.0.0'\nedition = '2024'\n{rest}");
        fixture.file(&format!("{name}/Cargo.toml"), &text);
    };
    fixture.file("Cargo.toml", MEMBERS);
    package(
        "lib",
        &format!(
            "[dependencies]\nmacros = {{ path = '../macros' }}\n[dev-dependencies]\n{library}\n"
        ),
    );
    fixture.file(
        "lib/src/lib.rs",
        "/// ```\n/// assert!(lib::is_odd(3));\n/// ```\n\
         pub fn is_odd(n: u8) -> bool { if n % 2 == 1 { true } else { macros::never!() } }\n\
         #[test]\nfn unit() { assert!(!is_odd(2)); }\n",
    );
    fixture.file(
        "lib/tests/props.rs",
        "use disprove::prelude::*;\n#[property]\nfn holds(n: u8) { lib::is_odd(n); }\n",
    );
    // Used during the build, and instrumented itself.
    package("shared", "[lib]\ncrate-type = ['lib', 'cdylib']\n");
    fixture.file("shared/src/lib.rs", "pub fn word() -> String { \"fal\".to_owned() + \"se\" }\n");
    package(
        "macros",
        "[lib]\nproc-macro = true\n[dependencies]\nshared = { path = '../shared' }\n",
    );
    fixture.file(
        "macros/src/lib.rs",
        "use proc_macro::TokenStream;\n\
         #[proc_macro]\npub fn never(_: TokenStream) -> TokenStream { shared::word().parse().unwrap() }\n",
    );
    package(
        "program",
        "[dependencies]\nlib = { path = '../lib' }\n[build-dependencies]\nshared = { path = '../shared' }\n",
    );
    fixture.file(
        "program/build.rs",
        "fn main() { println!(\"cargo::rustc-env=WORD={}\", shared::word()); }\n",
    );
    fixture.file(
        "program/src/main.rs",
        "fn main() { assert_eq!(lib::is_odd(2).to_string(), env!(\"WORD\")); }\n\
         #[test]\nfn runs() { main(); }\n",
    );
    fixture
}

#[test]
fn crates_of_all_kinds_are_built_and_run() {
    let fixture = members("members");
    let done = fixture.run(&["test", "--workspace"]);
    assert_eq!(done.code, 0, "{done:?}");
    for test in ["holds", "unit", "runs", "lib/src/lib.rs - is_odd (line 1)"] {
        assert!(done.out.contains(&format!("test {test} ... ok")), "{test}: {}", done.out);
    }
    let done = fixture.run(&["test", "--workspace", "--test", "props", "--message-format", "json"]);
    let line = &done.events()[0];
    assert_eq!((&line["package"], &line["file"]), (&"lib".into(), &"lib/tests/props.rs".into()));
}

#[test]
fn wrappers_of_the_user_are_still_called() {
    let fixture = members("chained").unoptimized();
    let script =
        |name: &str, body: &str| fixture.script(name, &format!("#!/bin/sh\n{body}\nexec \"$@\"\n"));
    let run = |variable: &str, program: &std::path::Path| {
        let mut command = fixture.command(&["hunt", "-p", "lib", "--list"]);
        done(command.env(variable, program))
    };
    let log = fixture.path("calls");
    let notes = script("notes", &format!("echo \"$*\" >> '{}'", log.display()));
    let listed = run("RUSTC_WORKSPACE_WRAPPER", &notes);
    assert_eq!((listed.code, &*listed.out), (0, "lib-props::holds\n"), "{listed:?}");
    let calls = fs::read_to_string(&log).expect("it was called");
    let tests = calls.lines().find(|line| line.contains("--crate-name props")).expect("a call");
    assert!(tests.contains("sancov-module"), "{tests}");
    assert!(tests.contains("/disprove/target-"), "in a folder of its own: {tests}");

    // A wrapper that refuses the instrumentation disables it.
    let refuses = script("refuses", "case \"$*\" in *sancov*) echo no >&2; exit 1;; esac");
    let listed = run("RUSTC_WORKSPACE_WRAPPER", &refuses);
    assert_eq!((listed.code, &*listed.out), (0, "lib-props::holds\n"), "{listed:?}");
    let last = "cannot build the tests with compiler coverage (see above), but they build without it: \
                continuing without coverage guidance, as with `--no-coverage`";
    let errors = listed.err.strip_suffix(&format!("{last}\n")).expect("the last line");
    assert!(errors.lines().any(|line| line.trim() == "no"), "{errors}");
    // A hunt runs without it.
    let mut command = fixture.command(&["hunt", "-p", "lib", "--time", "3s", "--json"]);
    let hunted = done(command.env("RUSTC_WORKSPACE_WRAPPER", &refuses));
    assert!(hunted.code == 0 && hunted.err.lines().any(|line| line == last), "{hunted:?}");
    let row = hunted.events().into_iter().find(|event| event["event"] == "property");
    let row = row.expect("a property");
    assert!(row["cases"].as_u64() > Some(0) && row["coverage"].is_null(), "{row}");

    // The configuration of cargo names one too.
    fs::remove_file(&log).expect("removed");
    fixture.file(".cargo/config.toml", "[build]\nrustc-workspace-wrapper = './notes'\n");
    let properties = fs::read_to_string(fixture.path("lib/tests/props.rs")).expect("a text");
    fixture.file("lib/tests/props.rs", &format!("{properties}// Changed.\n"));
    let listed = fixture.run(&["hunt", "-p", "lib", "--list"]);
    assert_eq!((listed.code, &*listed.out), (0, "lib-props::holds\n"), "{listed:?}");
    let calls = fs::read_to_string(&log).expect("it was called");
    let mut calls = calls.lines().filter(|line| line.contains("--crate-name props"));
    assert!(calls.any(|line| line.contains("sancov-module")), "{listed:?}");
}

#[test]
fn a_program_in_rustc_wrapper_is_still_called() {
    let fixture = members("cached").unoptimized();
    let logging = |name: &str| {
        let log = fixture.path(&format!("{name}.log"));
        let script = format!("#!/bin/sh\necho \"$*\" >> '{}'\nexec \"$@\"\n", log.display());
        fixture.script(name, &script)
    };
    let (outer, inner) = (logging("outer"), logging("inner"));
    // Without `--deps`, cargo calls it and it calls the tool. With it, cargo calls the tool, which calls it.
    for arguments in [&[][..], &["--deps", "macros"]] {
        let hunt = ["hunt", "-p", "lib", "--list"];
        let mut command = fixture.command(&[&hunt, arguments].concat());
        command.env("RUSTC_WRAPPER", &outer).env("RUSTC_WORKSPACE_WRAPPER", &inner);
        let listed = done(&mut command);
        assert_eq!((listed.code, &*listed.out), (0, "lib-props::holds\n"), "{listed:?}");
        let [outer, inner] = ["outer.log", "inner.log"].map(|log| {
            let calls = fs::read_to_string(fixture.path(log)).expect("it was called");
            fs::remove_file(fixture.path(log)).expect("removed");
            let call = calls.lines().find(|line| line.contains("--crate-name props "));
            call.expect("a call").to_owned()
        });
        assert!(outer.contains("/cargo-disprove-rustc ") && !outer.contains("sancov"), "{outer}");
        // The tool adds the flags.
        assert!(inner.contains("sancov-module"), "{inner}");
    }
    // The variable of the page turns off one that refuses.
    fixture.script("refuses", "#!/bin/sh\nexit 1\n");
    fixture.file(".cargo/config.toml", "[build]\nrustc-wrapper = './refuses'\n");
    let page = include_str!("../../../book/src/guides/coverage.md");
    assert!(page.contains("$ RUSTC_WRAPPER= cargo disprove hunt "));
    let mut command = fixture.command(&["hunt", "-p", "lib", "--list"]);
    let listed = done(command.env("RUSTC_WRAPPER", ""));
    assert_eq!((listed.code, &*listed.out), (0, "lib-props::holds\n"), "{listed:?}");
    assert!(!listed.err.contains("without coverage"), "{listed:?}");
}

#[test]
fn builds_without_coverage_do_not_use_instrumented_ones() {
    // Cargo gives the files of `shared`, a cdylib, the same names in both.
    let fixture = members("beside");
    let listed = fixture.run(&["hunt", "-p", "lib", "--list"]);
    assert_eq!((listed.code, &*listed.out), (0, "lib-props::holds\n"), "{listed:?}");
    let folders = fs::read_dir(target().join("disprove")).expect("a folder").flatten();
    let mut names = folders.map(|entry| entry.file_name().to_string_lossy().into_owned());
    assert!(names.any(|name| name.starts_with("target-")), "instrumented builds are there");
    // The macro links `shared`, and the compiler loads it.
    let built = fixture.cargo_test(&["-p", "lib", "--no-run"]);
    assert_eq!(built.code, 0, "{}", built.err);
}

#[test]
fn a_toolchain_without_the_compiler_pass_is_reported() {
    let property = "#[property]\nfn fails(n: u8) { assert!(n < 9, \"found it\"); }\n";
    let fixture = Fixture::new("toolchain", property).unoptimized();
    let path = fixture.script("rustc", "#!/bin/sh\ncase \"$*\" in *sancov*) echo 'unknown pass' >&2; exit 1;; esac\nexec rustc \"$@\"\n");
    let arguments = ["hunt", "--time", "10m", "--findings", "1", "--json"];
    let done = done(fixture.command(&arguments).env("RUSTC", &path));
    let first = "compiler coverage does not work with this toolchain (unknown pass); continuing \
                 without coverage, as with `--no-coverage`";
    assert_eq!(done.err.lines().next(), Some(first), "{done:?}");
    // The hunt runs nevertheless.
    let report = done.findings("fails")[0]["report"].to_string();
    assert!(done.code == 1 && report.contains("found it"), "{report}");
}

#[test]
fn dependencies_are_instrumented_on_request() {
    let fixture = Fixture::new(
        "depending",
        "#[property(cases = 2_000)]\nfn bug(list: Vec<u8>) { assert!(!outside::bug(&list)); }\n",
    )
    // Other builds of the library cannot be used here.
    .unoptimized();
    let outside = fixture.path("../outside");
    let _ = fs::remove_dir_all(&outside);
    fixture.file("../outside/src/lib.rs", LADDERS);
    fixture.file(
        "../outside/Cargo.toml",
        "[package]\nname = 'outside'\nversion = '0.0.0'\nedition = '2024'\n[workspace]\n",
    );
    let manifest = fs::read_to_string(fixture.path("Cargo.toml")).expect("a text");
    let with = "[dev-dependencies]\noutside = { path = '../outside' }";
    fixture.file("Cargo.toml", &manifest.replace("[dev-dependencies]", with));
    for seed in 1..=3 {
        let without = guided(&fixture, seed, &[], &[]);
        assert_eq!(without.code, 0, "{without:?}");
        let named = guided(&fixture, seed, &["--deps", "outside"], &[]);
        assert_eq!(named.code, 1, "{named:?}");
        assert!(failed(&named, "bug").is_some(), "seed {seed}: {}", named.out);
    }
    let unknown = fixture.run(&["hunt", "--deps", "inside"]);
    let sentence = "no package here depends on `inside`, given by `--deps`: `cargo tree` lists the dependencies";
    assert_eq!((unknown.code, unknown.err.lines().last()), (2, Some(sentence)));
}
