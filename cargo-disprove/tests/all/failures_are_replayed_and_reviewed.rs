//! Saved failures are replayed, kept in the code, or dropped.

use crate::support::fixture::{Done, Fixture};
use disprove::prelude::*;
use std::{
    fs,
    io::Write,
    process::{Command, Stdio},
};

const PROPERTIES: &str = r#"
#[property]
fn fails(list: Vec<u8>) {
    assert!(list.len() < 3, "too long");
}

#[property]
fn aborts(n: u32) {
    if n > 1_000 {
        std::process::abort();
    }
}
"#;

fn answer(mut command: Command, answers: &str) -> Done {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut review = command.spawn().expect("it runs");
    review.stdin.take().expect("piped").write_all(answers.as_bytes()).expect("it listens");
    let output = review.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    Done {
        code: output.status.code().expect("a code"),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

#[test]
fn failures_are_replayed_reviewed_kept_and_dropped() {
    let fixture = Fixture::new("reviewed", PROPERTIES);
    let review = |answers: &str| answer(fixture.command(&["review"]), answers);
    let empty = review("");
    assert_eq!((empty.code, empty.out.as_str()), (0, "no saved failures here\n"));

    let hunt = fixture.run(&["hunt", "--time", "10m", "--findings", "2", "--json"]);
    // The limit of findings ended it, not the time.
    let end = hunt.events().pop().expect("an end");
    assert_eq!((&end["event"], &end["findings"]), (&"end".into(), &2.into()), "{end}");
    assert!(end["seconds"].as_f64().is_some_and(|seconds| seconds < 600.0), "{end}");
    let token =
        |property: &str| hunt.findings(property)[0]["token"].as_str().expect("a text").to_owned();
    let (fails, aborts) = (token("fails"), token("aborts"));

    // The saved failure identifies the property.
    let replay = fixture.run(&["replay", &fails]);
    assert_eq!(replay.code, 1, "{replay:?}");
    assert!(
        replay.out.contains("list: [0, 0, 0]") && replay.out.contains("too long"),
        "{}",
        replay.out
    );
    let replay = fixture.run(&["replay", &aborts, "abort"]);
    assert!(replay.out.contains("n: 1001") && replay.out.contains("SIGABRT"), "{}", replay.out);
    // The commands share one build.
    let built = [&empty.err, &hunt.err].map(|err| err.contains("Compiling reviewed "));
    assert!(built.contains(&true), "{hunt:?}");
    assert!(!replay.err.contains("Compiling"), "{replay:?}");
    // Nothing but this input runs: most others of the property fail.
    let passing = any::<Vec<u8>>().encode(&vec![7]).expect("a list").to_token();
    let replay = fixture.run(&["replay", &passing, "fails"]);
    assert_eq!((replay.code, replay.out.ends_with("passes for this input.\n")), (0, true));
    let fine = fixture.run(&["replay", "d1:EJA", "aborts"]);
    assert_eq!(fine.code, 2, "{fine:?}");

    let filtered = fixture.run(&["review", "nobody"]);
    assert!(filtered.code == 2 && filtered.err.contains("`nobody` in its name"), "{filtered:?}");

    // Without commands nothing changes.
    let failures = fixture.files(".disprove/failures");
    let unanswered = review("");
    assert!(unanswered.code == 1 && !unanswered.err.contains("Compiling"), "{unanswered:?}");
    assert_eq!(fixture.files(".disprove/failures"), failures);

    // `aborts` comes first: properties are sorted by name.
    let source = fs::read_to_string(fixture.path("tests/props.rs")).expect("a text");
    let smallest = any::<Vec<u8>>().encode(&vec![0; 3]).expect("a list").len();
    for (answers, of_the_second) in [("skip\npath\nquit\n", 1), ("quit\nskip\n", 0)] {
        let done = review(answers);
        assert_eq!(done.code, 1, "{done:?}");
        let reports = ["n: 1001", "list: [0, 0, 0]"].map(|text| done.out.matches(text).count());
        assert_eq!(reports, [1, of_the_second], "{answers}: {}", done.out);
        // The path of the second failure ends with its smallest input.
        let last = done.out.lines().rfind(|line| line.ends_with(" choices"));
        let is_path = last.is_some_and(|line| line.ends_with(&format!(" {smallest} choices")));
        assert_eq!(is_path, of_the_second == 1, "{answers}: {}", done.out);
        assert_eq!(fixture.files(".disprove/failures"), failures);
        let now = fs::read_to_string(fixture.path("tests/props.rs")).expect("a text");
        assert_eq!(now, source);
    }

    let done = review("path\nnonsense\nagain\nkeep\ndrop\n");
    assert_eq!(done.code, 1, "{done:?}");
    assert!(done.out.contains("found      1 choices"), "{}", done.out);
    assert!(done.out.contains("unknown command `nonsense`"), "{}", done.out);
    assert_eq!(done.out.matches("n: 1001").count(), 2, "{}", done.out);
    let text = fs::read_to_string(fixture.path("tests/props.rs")).expect("a text");
    assert!(text.contains("#[property]\n#[example(1001)]\nfn aborts("), "{text}");
    let left = fixture.files(".disprove/failures");
    assert!(left.len() == 1 && left[0].contains("aborts"), "{left:?}");
    // The last one is dropped.
    let done = answer(fixture.command(&["review", "aborts"]), "drop\n");
    let left = fixture.files(".disprove/failures");
    assert!(done.code == 0 && left.is_empty(), "{done:?} {left:?}");
    let regressions = fixture.path(".disprove/regressions/reviewed-props.aborts.txt");
    let stays = format!("dropped; its line in {} stays: delete it too", regressions.display());
    assert!(done.out.contains(&stays), "{}", done.out);
}

#[test]
fn the_commands_that_a_hunt_of_checks_suggests_find_its_failures() {
    let fixture = Fixture::new(
        "called",
        r#"
#[test]
fn plain() {
    let report = check(vec(any::<u8>())).name("it's in a loop").run(|list| list.len() < 3);
    drop(report);
}

#[property]
fn holds(_n: u8) {}
"#,
    );
    let hunt = fixture.run(&["hunt", "--checks", "--time", "10m", "--findings", "1"]);
    assert_eq!(hunt.code, 1, "{hunt:?}");
    let (_, steps) = hunt.err.split_once("\nnext steps\n").expect("commands to run next");
    let commands: Vec<&str> =
        steps.lines().filter_map(|line| line.trim().split("  ").next()).collect();
    let step = |name: &str| commands.iter().find(|command| command.contains(name)).expect(name);
    for command in [step(" review"), step(" replay")] {
        let done = fixture.paste(command);
        assert_eq!(done.code, 1, "{command}: {done:?}");
        assert!(done.out.contains("[0, 0, 0]"), "{command}: {done:?}");
    }
    // The name selects it too, as a shell understands it.
    let token = step(" replay").split(' ').find(|word| word.starts_with("d1:")).expect("a token");
    let passing = any::<Vec<u8>>().encode(&vec![7]).expect("a list").to_token();
    let named = format!(r"cargo disprove replay {passing} --checks --offline 'it'\''s in a loop'");
    let done = fixture.paste(&named);
    assert_eq!((done.code, &*done.out), (0, "it's in a loop passes for this input.\n"), "{done:?}");
    let done = answer(fixture.command(&["review", "--checks", "loop"]), "keep\n");
    let expected =
        format!("write this after `check(..)` of it's in a loop:\n    .replay(\"{token}\")\n");
    assert!(done.code == 1 && done.out.ends_with(&expected), "{done:?}");
}

#[test]
fn a_failure_of_a_machine_with_several_tests_is_not_kept_but_printed() {
    let machine = r#"
#[derive(Default)]
struct Machine;

#[property]
#[property(name = other)]
impl Machine {
    #[rule]
    fn fails(&mut self, n: u8) {
        assert!(n < 9, "too large");
    }
}
"#;
    let fixture = Fixture::new("shared-machine", machine);
    let hunt = fixture.run(&["hunt", "--time", "10m", "--findings", "2", "--json"]);
    let source = fs::read_to_string(fixture.path("tests/props.rs")).expect("a text");
    for test in ["machine", "other"] {
        let [finding] = &hunt.findings(test)[..] else { panic!("{hunt:?}") };
        let done = answer(fixture.command(&["review", &format!("::{test}")]), "keep\nquit\n");
        assert_eq!(done.code, 1, "{done:?}");
        let token = finding["token"].as_str().expect("a text");
        let expected = format!(
            "several tests share this state machine; write this below `#[property]` of \
             shared-machine-props::{test}:\n    #[replay(\"{token}\")]\n"
        );
        assert!(done.out.ends_with(&expected), "{}", done.out);
        let now = fs::read_to_string(fixture.path("tests/props.rs")).expect("a text");
        assert_eq!(now, source);
    }
}

#[test]
fn regressions_of_renamed_tests_are_named() {
    let ignored = "#[property]\n#[ignore = \"slow\"]\nfn is_ignored(_n: u8) {}\n";
    let fixture =
        Fixture::new("renamed", &format!("#[property]\nfn holds(_n: u8) {{}}\n{ignored}"));
    let file = |test: &str| format!(".disprove/regressions/renamed-props.{test}.txt");
    for test in ["holds", "is_ignored", "had_another_name"] {
        fixture.file(&file(test), "d1:EJA\n");
    }
    let orphan = fixture.path(&file("had_another_name"));
    let expected = format!(
        "no property here has the name of these regressions, so no run tries them:\n    {}\n\
         a test behind a feature needs `--features`; if a test was renamed, rename its file as well; \
         if it was deleted, delete its file\n\
         no saved failures here\n",
        orphan.display()
    );
    let page = include_str!("../../../book/src/guides/regressions.md");
    for line in
        expected.lines().filter(|line| line.starts_with(['n', 'a']) && !line.contains("saved"))
    {
        assert!(page.contains(&format!("\n{line}\n")), "{line}");
    }
    let review = |arguments: &[&str]| {
        let done = fixture.run(&[&["review"], arguments].concat());
        assert_eq!(done.code, 0, "{done:?}");
        done.out
    };
    assert_eq!(review(&[]), expected);
    // They may belong to a test that is not built.
    for part in [&["holds"][..], &["--test", "props"]] {
        assert_eq!(review(part), "no saved failures here\n", "{part:?}");
    }
    let manifest = fs::read_to_string(fixture.path("Cargo.toml")).expect("a manifest");
    fixture
        .file("Cargo.toml", &manifest.replace("[workspace]", "[workspace]\nmembers = [\"other\"]"));
    fixture.file("other/Cargo.toml", "[package]\nname = \"other\"\nversion = \"0.0.0\"\n");
    fixture.file("other/src/lib.rs", "");
    assert_eq!(review(&[]), "no saved failures here\n", "only one of two packages is built");
    assert_eq!(review(&["--workspace"]), expected);
    fs::rename(&orphan, fixture.path(&file("holds"))).expect("renamed");
    assert_eq!(review(&["--workspace"]), "no saved failures here\n");

    // A test behind a feature.
    let manifest = fs::read_to_string(fixture.path("Cargo.toml")).expect("a manifest");
    fixture.file("Cargo.toml", &format!("{manifest}\n[features]\nextra = []\n"));
    let tests = fs::read_to_string(fixture.path("tests/props.rs")).expect("the tests");
    let extra = "#[cfg(feature = \"extra\")]\n#[property]\nfn is_extra(_n: u8) {}\n";
    fixture.file("tests/props.rs", &format!("{tests}\n{extra}"));
    fixture.file(&file("is_extra"), "d1:EJA\n");
    assert!(review(&["--workspace"]).contains("renamed-props.is_extra.txt\n"));
    assert_eq!(review(&["--workspace", "--all-features"]), "no saved failures here\n");
}

#[test]
fn regressions_of_a_binary_that_cannot_be_listed_are_not_named() {
    let fixture = Fixture::new("listed", "#[property]\nfn holds(_n: u8) {}");
    let manifest = fs::read_to_string(fixture.path("Cargo.toml")).expect("a manifest");
    let own = "[[test]]\nname = \"own\"\nharness = false\n";
    fixture.file("Cargo.toml", &format!("{manifest}\n{own}"));
    // It has the marker of a property, and lists no test.
    let main = "fn main() {\n    std::hint::black_box(\"\\u{1}disprove:own::lives\\u{1}\");\n}\n";
    fixture.file("tests/own.rs", main);
    fixture.file(".disprove/regressions/listed-own.lives.txt", "d1:EJA\n");
    let done = fixture.run(&["review"]);
    assert!(done.err.contains("tests/own.rs of listed has properties but does not"), "{done:?}");
    assert_eq!((done.code, &*done.out), (0, "no saved failures here\n"), "{done:?}");
    let own = fixture.run(&["review", "--test", "own"]);
    assert!(own.code == 2 && own.err.contains("no property can be run"), "{own:?}");
    // It has no property after all.
    fixture.file("tests/own.rs", "fn main() {}\n");
    let done = fixture.run(&["review"]);
    assert!(done.code == 0 && done.out.contains("listed-own.lives.txt"), "{done:?}");
}

#[test]
fn invalid_and_ambiguous_tokens_are_reported() {
    let fixture = Fixture::new("replayed", PROPERTIES);
    let done = fixture.run(&["replay", "nonsense"]);
    assert_eq!(
        (done.code, done.err.trim_end()),
        (
            2,
            "invalid replay token `nonsense`: it must start with `d1:`; copy the whole token from the report"
        )
    );
    let done = fixture.run(&["replay", "d1:EJA"]);
    assert_eq!(done.code, 2);
    let token = any::<Vec<u8>>().encode(&vec![0; 3]).expect("a list").to_token();
    let ambiguous = "the token does not name its property: add one of replayed-props::aborts, replayed-props::fails";
    let assert_ambiguous = || {
        let done = fixture.run(&["replay", &token]);
        assert_eq!(
            (done.code, done.err.lines().last().unwrap_or_default()),
            (2, ambiguous),
            "{done:?}"
        );
    };
    assert_ambiguous();
    // As in a fresh clone: there are regressions, and no saved failures.
    let regression = |name: &str| {
        fixture.file(&format!(".disprove/regressions/{name}.txt"), &format!("{token}\n"));
    };
    regression("replayed-props.fails");
    let done = fixture.run(&["replay", &token]);
    assert!(done.code == 1 && done.out.contains("list: [0, 0, 0]"), "{done:?}");
    assert!(!fixture.path(".disprove/failures").exists());
    regression("replayed-props.aborts");
    assert_ambiguous();
}

#[test]
fn each_run_of_a_replayed_flaky_input_has_its_own_process() {
    let fixture = Fixture::new(
        "flaky",
        r#"
static CALLS: std::sync::atomic::AtomicU8 = std::sync::atomic::AtomicU8::new(0);

/// The calls before, in the same process.
fn calls() -> u8 {
    CALLS.fetch_add(1, std::sync::atomic::Ordering::Relaxed)
}

#[property]
fn fails_every_other_time(_n: u8) {
    use std::io::Write;
    let mut runs = std::fs::File::options().append(true).create(true).open("runs").unwrap();
    runs.write_all(&[b'0' + calls()]).unwrap();
    assert!(runs.metadata().unwrap().len() % 2 == 0, "odd");
}

#[property]
fn fails_after_the_first_call(_n: u8) {
    assert_eq!(calls(), 0);
}
"#,
    );
    let token = any::<u8>().encode(&7).expect("a number").to_token();
    let replay = fixture.run(&["replay", &token, "every_other_time"]);
    assert_eq!(replay.code, 1, "{replay:?}");
    assert!(replay.out.contains("fails in 10 of 20 runs"), "{}", replay.out);
    assert!(replay.out.contains("_n: 7"), "it is not reduced: {}", replay.out);
    let runs = fs::read_to_string(fixture.path("runs")).expect("a digit for each run");
    assert!(runs.len() > 20 && runs.chars().all(|calls| calls == '0'), "{runs}");
    let replay = fixture.run(&["replay", &token, "first_call"]);
    assert_eq!((replay.code, replay.out.ends_with("passes for this input.\n")), (0, true));
}

#[test]
fn failing_tests_and_failing_builds_have_different_exit_codes() {
    let fixture = Fixture::new(
        "tested",
        "#[property]\nfn holds(_n: u8) {}\n#[property]\nfn fails(n: u8) { assert!(n < 9); }\n\
         fn none(_: &mut Source) -> u8 { panic!(\"no value\") }\n\
         #[property]\nfn breaks(#[draw(none)] _n: u8) {}",
    )
    // What does not build with coverage is built without it.
    .unoptimized();
    assert_eq!(fixture.run(&["test", "holds"]).code, 0);
    assert_eq!(fixture.run(&["test", "fails"]).code, 1);
    // Arguments of the test binary.
    assert_eq!(fixture.run(&["test", "holds", "--", "--no-such-flag"]).code, 1);
    // Its generator panics.
    let token = any::<u8>().encode(&7).expect("a number").to_token();
    let broken = fixture.run(&["replay", &token, "breaks"]);
    assert!(broken.code == 2 && broken.out.contains("no value"), "{broken:?}");
    fixture.file("tests/props.rs", "nonsense");
    assert_eq!(fixture.run(&["test"]).code, 2);
    assert_eq!(fixture.run(&["review"]).code, 2);
}
