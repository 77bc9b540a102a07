//! Properties run as libFuzzer targets, and their crashes come back, reduced.

use crate::support::{
    fixture::{self, Fixture},
    fuzzed::{fuzz, fuzzed},
};
use disprove::{
    __private::{DataFolder, corpus_in},
    Database, Db, Tree,
    prelude::*,
};
use std::{fs, process::Command};

/// Executions of a target at most: a hundred times what the bugs take.
const RUNS: &str = "-runs=2000000";

/// The reports that `cargo test` prints of saved failures.
fn tested(fixture: &Fixture, filter: &str) -> String {
    let done = fixture.cargo_test(&["--test", "props", filter]);
    assert_eq!(done.code, 101, "{done:?}");
    done.out
}

/// The only crash of a target.
fn crash(fixture: &Fixture, target: &str) -> String {
    let files = fixture.files(&format!("fuzz/artifacts/{target}"));
    assert_eq!(files.len(), 1, "{files:?}");
    files[0].clone()
}

fn failures(fixture: &Fixture, property: &str) -> Vec<String> {
    let entries = Db::at(fixture.path(".disprove")).load(&format!("fuzzed-{property}")).entries;
    entries.iter().map(Tree::to_token).collect()
}

#[test]
fn machines_and_recursive_types_are_fuzzed_and_imported() {
    let fixture = fuzzed();
    let done = fixture.run(&["fuzz", "init", "--features", "ladder"]);
    assert_eq!(done.code, 0, "{done:?}");
    for name in [
        "props__climbs",
        "props__stack_vs_model",
        "props__inner__trees_have_no_magic",
        "props__aborts",
    ] {
        assert!(done.out.contains(name), "{}", done.out);
    }
    assert!(done.out.contains("unit tests") && done.out.contains("in_a_unit_test"), "{}", done.out);
    let targets = fixture.files("fuzz/fuzz_targets");
    assert!(targets.iter().all(|file| !file.contains("in_a_unit_test")), "{targets:?}");
    for file in ["Dockerfile", "build.sh", "project.yaml"] {
        assert!(fixture.path(".clusterfuzzlite").join(file).exists(), "{file}");
    }
    existing_files_are_overwritten_on_request(&fixture);
    farms_build_all_targets(&fixture);

    // Neither the coverage of the generator nor the size of the list guides libFuzzer, and the mutator knows what is compared:
    // a few hundred executions instead of a hundred thousand.
    let done = fuzz(&fixture, "props::climbs", &["-runs=20000", "-seed=1"]);
    assert_eq!(done.code, 77, "{done:?}");
    assert!(done.err.contains("at the top"), "{}", done.err);

    // A state machine.
    let machine = "props__stack_vs_model";
    let done = fuzz(&fixture, machine, &[RUNS, "-seed=1"]);
    assert_eq!(done.code, 77, "{done:?}");
    assert!(done.err.contains("the stack lost a value"), "{}", done.err);
    assert!(done.err.contains("machine.push(") && done.err.contains("d1:"), "{}", done.err);
    assert!(done.out.contains("cargo disprove import"), "{}", done.out);
    let done = fixture.run(&["import", &crash(&fixture, machine)]);
    assert_eq!(done.code, 1, "{done:?}");
    let value =
        "machine.push(167);\n    machine.push(167);\n    machine.push(167);\n    machine.pop();";
    assert!(lines(&done.out).contains(&lines(value)), "{}", done.out);
    let imported = failures(&fixture, "props::stack_vs_model");
    assert_eq!(imported.len(), 1, "{imported:?}");
    assert!(fixture.path(".disprove/regressions/fuzzed-props.stack_vs_model.txt").exists());
    // `cargo test` starts from the imported failure, and has nothing left to reduce.
    assert!(lines(&tested(&fixture, "stack_vs_model")).contains(&lines(value)));
    assert_eq!(failures(&fixture, "props::stack_vs_model"), imported);

    // A derived recursive type, in a private module, with inputs that are rejected.
    let tree = "props__inner__trees_have_no_magic";
    let done = fuzz(&fixture, "props::inner::trees_have_no_magic", &[RUNS, "-seed=1"]);
    assert_eq!(done.code, 77, "{done:?}");
    assert!(done.err.contains("magic below three nodes"), "{}", done.err);
    let done = fixture.run(&["import", &crash(&fixture, tree)]);
    assert_eq!(done.code, 1, "{done:?}");
    let reduced = failures(&fixture, "props::inner::trees_have_no_magic");
    assert_eq!(reduced.len(), 1, "{reduced:?}");
    assert!(done.out.contains("even: 0") && done.out.contains("3735928559"), "{}", done.out);
    tested(&fixture, "trees_have_no_magic");
    assert_eq!(failures(&fixture, "props::inner::trees_have_no_magic"), reduced);
    // Rejected inputs were not kept.
    let corpus = fixture.files(&format!("fuzz/corpus/{tree}"));
    let done = fixture.run(&["import", &format!("fuzz/corpus/{tree}")]);
    assert_eq!(done.code, 0, "{done:?}");
    assert!(done.out.contains(&format!("{} inputs imported", corpus.len())), "{}", done.out);
    let folder = DataFolder::chosen(fixture.path(".disprove"));
    let kept = corpus_in(&folder).load("fuzzed-props::inner::trees_have_no_magic");
    assert_eq!(kept.entries.len(), corpus.len());
    assert!(kept.entries.iter().all(ends_with_an_even_number));

    // A property that ends its process, found from an exported corpus.
    let seeds = fixture.run(&["export", "--corpus", "seeds"]);
    assert_eq!(seeds.code, 0, "{seeds:?}");
    assert_eq!(fixture.files(&format!("seeds/{tree}")).len(), kept.entries.len());
    // They are inputs of the target.
    let done = fixture.run(&["import", &format!("seeds/{tree}")]);
    assert_eq!(done.code, 0, "{done:?}");
    assert!(done.out.contains(&format!("{} inputs imported", corpus.len())), "{}", done.out);
    let target = "props__aborts";
    let done = fuzz(&fixture, target, &[RUNS, "-seed=1"]);
    assert_eq!(done.code, 77, "{done:?}");
    let done = fixture.run(&["import", &crash(&fixture, target)]);
    assert_eq!(done.code, 1, "{done:?}");
    assert!(done.out.contains("n: 19003") && done.out.contains("SIGABRT"), "{}", done.out);
    assert_eq!(failures(&fixture, "props::aborts").len(), 1);
    assert!(fixture.path(".disprove/regressions/fuzzed-props.aborts.txt").exists());
    explains_bad_input(&fixture, target);
}

/// Whether the last choice of an input is an even number: the property of the trees rejects the others.
fn ends_with_an_even_number(input: &Tree) -> bool {
    let last = |tree: &Tree| tree.value(tree.len() - 1);
    let number = |n: u8| any::<u8>().encode(&n).expect("a number");
    (0..=u8::MAX).step_by(2).any(|n| last(&number(n)) == last(input))
}

fn existing_files_are_overwritten_on_request(fixture: &Fixture) {
    let read = || fs::read_to_string(fixture.path("fuzz/Cargo.toml")).expect("a manifest");
    let manifest = read();
    fixture.file("fuzz/Cargo.toml", "# mine\n");
    fixture.file("fuzz/notes.txt", "mine");
    let climbs = fixture.path("fuzz/fuzz_targets/props__climbs.rs");
    fs::remove_file(&climbs).expect("removed");
    let is_refused = || {
        let again = fixture.run(&["fuzz", "init"]);
        assert!(again.code == 2 && again.err.contains("--force"), "{again:?}");
    };
    is_refused();
    assert!(read() == "# mine\n" && !climbs.exists(), "nothing is written");
    // One of the folders is enough.
    let (fuzz, away) = (fixture.path("fuzz"), fixture.path("away"));
    fs::rename(&fuzz, &away).expect("moved");
    is_refused();
    assert!(!fuzz.exists(), "nothing is written");
    fs::rename(&away, &fuzz).expect("moved");
    let again = fixture.run(&["fuzz", "init", "--features", "ladder", "--force"]);
    assert_eq!(again.code, 0, "{again:?}");
    assert!(read() == manifest && climbs.exists() && fixture.path("fuzz/notes.txt").exists());
}

/// Runs the script of ClusterFuzzLite with a `cargo` that builds nothing: what it copies and packs.
fn farms_build_all_targets(fixture: &Fixture) {
    let names = ["props__aborts", "props__climbs"];
    fixture.script(
        "farm/bin/cargo",
        "#!/bin/sh\necho \"$@\" > farm/called\nfor file in fuzz/fuzz_targets/*.rs; do\n\
         name=$(basename \"$file\" .rs)\nfor folder in fuzz/target/*/release; do : > \"$folder/$name\"; done\ndone\n",
    );
    fixture.script("farm/bin/zip", "#!/bin/sh\n: > \"$2\"\n");
    let rustc = Command::new("rustc").arg("-vV").output().expect("rustc");
    let rustc = String::from_utf8_lossy(&rustc.stdout).into_owned();
    let host = rustc.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    fs::create_dir_all(fixture.path(&format!("fuzz/target/{host}/release"))).expect("a folder");
    fs::create_dir_all(fixture.path("fuzz/corpus/props__aborts")).expect("a folder");
    fs::create_dir_all(fixture.path("farm/out")).expect("a folder");
    let path = std::env::var("PATH").expect("a path");
    let done = Command::new("bash")
        .arg("-eu")
        .arg(fixture.path(".clusterfuzzlite/build.sh"))
        .current_dir(fixture.path(""))
        .env("PATH", format!("{}:{path}", fixture.path("farm/bin").display()))
        .env("OUT", fixture.path("farm/out"))
        .output()
        .expect("bash");
    assert!(done.status.success(), "{done:?}");
    let called = fs::read_to_string(fixture.path("farm/called")).expect("it was called");
    assert_eq!(called, "fuzz build -O --debug-assertions\n");
    let out = fixture.files("farm/out");
    for name in names {
        assert!(out.contains(&format!("farm/out/{name}")), "{out:?}");
    }
    assert!(out.contains(&"farm/out/props__aborts_seed_corpus.zip".to_owned()), "{out:?}");
    assert!(!out.contains(&"farm/out/props__climbs_seed_corpus.zip".to_owned()), "{out:?}");
    for folder in ["farm", "fuzz/target", "fuzz/corpus"] {
        fs::remove_dir_all(fixture.path(folder)).expect("removed");
    }
}

/// The text without indentation.
fn lines(text: &str) -> String {
    text.lines().map(str::trim).collect::<Vec<_>>().join("\n")
}

fn explains_bad_input(fixture: &Fixture, target: &str) {
    let last = |arguments: &[&str]| {
        let done = fixture.run(arguments);
        assert_eq!(done.code, 2, "{arguments:?}: {done:?}");
        done.err.lines().last().unwrap_or_default().to_owned()
    };
    fixture.file("crash-1", "nonsense");
    assert_eq!(
        last(&["import", "crash-1"]),
        "crash-1: it is not an input of a fuzz target: another program or a later version of disprove wrote it"
    );
    assert!(last(&["import", "no-such-file"]).starts_with("cannot read no-such-file: "));
    assert!(last(&["export", "--corpus", "crash-1"]).starts_with("cannot write crash-1/"));
    for command in [&["export", "--corpus", "seeds"][..], &["fuzz", "init", "--force"]] {
        let filtered = last(&[command, &["nobody"]].concat());
        assert!(filtered.starts_with("no property has `nobody` in its name"), "{filtered}");
    }
    let unit = last(&["fuzz", "init", "--force", "--lib"]);
    assert!(unit.starts_with("left out because they are unit tests"), "{unit}");
    fs::create_dir(fixture.path("empty")).expect("a folder");
    assert_eq!(last(&["import", "empty"]), "nothing to import: there is no file in these folders");
    fs::copy(fixture.path(&crash(fixture, target)), fixture.path("crash-2")).expect("a copy");
    assert_eq!(
        last(&["import", "crash-2"]),
        "crash-2: its folder is not named after a fuzz target of this package: name the property with `--property`"
    );
    assert!(last(&["import", "crash-2", "--property", "nobody"]).contains("`nobody` in its name"));
    assert!(
        last(&["import", "crash-2", "--property", "s"]).starts_with("`--property` fits several")
    );
    let done = fixture.run(&["import", "crash-2", "--property", "aborts"]);
    assert!(done.code == 1 && done.out.contains("n: 19003"), "{done:?}");
    assert!(done.out.contains("props::aborts: 1 input imported, of which 1 fails"), "{done:?}");
    assert!(last(&["fuzz", "run", "nobody"]).starts_with("there is no fuzz target `nobody` in "));
}

#[test]
fn targets_of_cargo_fuzz_stay_and_their_folder_is_renamed_for_others() {
    let fixture = Fixture::new("fuzz-beside", "#[property]\nfn holds(_n: bool) {}\n");
    let manifest = "[package]\nname = \"own-fuzz\"\n\n[package.metadata]\ncargo-fuzz = true\n\n\
        [dependencies]\nlibfuzzer-sys = \"0.4\"\n\n[workspace]\n\n\
        [[bin]]\nname = \"parse\"\npath = \"fuzz_targets/parse.rs\"\n";
    let own = [
        ("Cargo.toml", manifest),
        ("fuzz_targets/parse.rs", "libfuzzer_sys::fuzz_target!(|data: &[u8]| {});\n"),
        ("corpus/parse/1", "{}"),
    ];
    for (file, content) in own {
        fixture.file(&format!("fuzz/{file}"), content);
    }
    let is_kept = |folder: &str| {
        let read = |file| fs::read_to_string(fixture.path(folder).join(file)).expect("a file");
        assert_eq!(fixture.files(folder).len(), own.len());
        assert!(own.iter().all(|(file, content)| read(file) == *content));
    };
    assert_eq!(fixture.run(&["hunt", "--time", "10m"]).code, 0);
    is_kept("fuzz");
    let refused = fixture.run(&["fuzz", "init"]);
    assert!(refused.code == 2 && refused.err.contains("exists: nothing is written"), "{refused:?}");
    is_kept("fuzz");
    let corpus = fixture.run(&["import", "fuzz/corpus/parse", "--property", "holds"]);
    assert!(corpus.code == 2 && corpus.err.contains("nothing to import: "), "{corpus:?}");

    let page = include_str!("../../../book/src/guides/from-cargo-fuzz.md");
    let rename = page.lines().find_map(|line| line.strip_prefix("$ git mv ")).expect("a command");
    let (from, to) = rename.split_once(' ').expect("two folders");
    fs::rename(fixture.path(from), fixture.path(to)).expect("renamed");
    assert_eq!(fixture.run(&["fuzz", "init"]).code, 0);
    assert!(fixture.path("fuzz/fuzz_targets/props__holds.rs").exists());
    is_kept(to);
    assert!(page.contains(&format!("$ cargo fuzz run --fuzz-dir {to} parse\n")));
}

#[test]
fn without_fuzz_targets_the_tool_says_what_to_do() {
    let fixture = Fixture::small("unfuzzed", "");
    fixture.file("fuzz/Cargo.toml", "[package]\nname = \"fuzz\"\n\n[workspace]\n");
    let done = fixture.run(&["fuzz", "run", "a"]);
    assert_eq!(done.code, 2, "{done:?}");
    assert!(done.err.contains("`cargo disprove fuzz init` writes it"), "{done:?}");

    // Its manifest has no targets.
    fixture.file("fuzz/fuzz_targets/a.rs", "");
    let manifest = fixture.path("Cargo.toml").display().to_string();
    let mut command = fixture.command(&["fuzz", "run", "a", "--manifest-path", &manifest]);
    let done = fixture::done(command.current_dir("/"));
    assert!(done.code == 2 && done.err.contains("cannot build the fuzz target"), "{done:?}");
}
