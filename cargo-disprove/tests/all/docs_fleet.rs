//! Every command in book/src/guides/fleet.md and in the workflow of book/src/guides/ci.md works.

use crate::support::{
    fixture::{Done, Fixture, cargo_mutants, done},
    fuzzed::fuzz,
    hub::Hub,
    rare::{failing, rare},
    redis::{Redis, has_server},
};
use disprove::{Database, Db};
use std::fs;

const PAGE: &str = include_str!("../../../book/src/guides/fleet.md");
const CI_PAGE: &str = include_str!("../../../book/src/guides/ci.md");

/// A property like those of quickcheck.
const COUNTED: &str = "
macro_rules! quickcheck {
    ($(fn $name:ident($x:ident: u8) -> bool $body:block)*) => {
        $(#[test] fn $name() {
            fn property($x: u8) -> bool $body
            for x in 0..=255 { assert!(property(x)); }
        })*
    };
}

quickcheck! {
    fn doubles(x: u8) -> bool {
        small::double(x) == u16::from(x) + u16::from(x)
    }
}
";

/// The commands in a section of the page.
fn commands(section: &str) -> Vec<&'static str> {
    let part = PAGE.split_once(&format!("\n{section}\n")).expect(section).1;
    let part = part.split("\n## ").next().and_then(|part| part.split("\n### ").next());
    part.expect("a section").lines().filter_map(|line| line.trim().strip_prefix("$ ")).collect()
}

/// Runs a command of the page in a package, with a short hunt.
fn run(fixture: &Fixture, line: &str, variables: &[(String, String)]) -> Done {
    let line = line.replace("--time 10m", "--time 2s");
    let words: Vec<&str> = line.split(' ').collect();
    let mut command = match &words[..] {
        ["cargo", "disprove", "fuzz", "run", name, "--", "-max_total_time=60"] => {
            return fuzz(fixture, name, &["-runs=1000"]);
        }
        ["cargo", "disprove", name @ ("push" | "pull"), rest @ ..] => {
            return fixture.plain(&[&[*name], rest].concat());
        }
        ["cargo", "disprove", rest @ ..] => fixture.command(rest),
        ["cargo", "test"] => return fixture.cargo_test(&[]),
        _ => panic!("the test does not know how to run `{line}`"),
    };
    command.envs(variables.iter().cloned());
    done(&mut command)
}

fn package(name: &str) -> Fixture {
    let holds = "#[property]\nfn holds(n: bool) {\n    assert!(n || !n);\n}\n";
    let fixture = Fixture::new(name, &(rare() + holds));
    fixture.build();
    fixture
}

fn save(fixture: &Fixture, folder: &str) {
    let key = format!("{}-props::rare", fixture.name());
    Db::at(fixture.path(folder)).save(&key, &failing()).expect("it is saved");
}

#[test]
fn hunts_share_a_server_as_the_page_says() {
    let lines = commands("## A server");
    let [start, hunt] = &lines[..] else { panic!("{lines:?}") };
    assert_eq!(*start, "redis-server --port 6379 --save '' --appendonly no");
    let dashboard = commands("### A dashboard");
    let [show] = &dashboard[..] else { panic!("{dashboard:?}") };
    let remote = commands("### Another machine");
    let [server, password, again] = &remote[..] else { panic!("{remote:?}") };
    if !has_server() {
        return;
    }
    // The test server has the same arguments, and another port.
    let redis = Redis::start("page", &[]);
    // The project is named after the folder, which has another name than the package.
    let hub = Hub::new("page", 1, &rare());
    let fixture = &hub.fixture;
    let database = Db::at(fixture.path(".disprove"));
    database.save("page-props::rare", &failing()).expect("it is saved");
    let done =
        run(fixture, &hunt.replace("localhost:6379", &format!("127.0.0.1:{}", redis.port)), &[]);
    assert_eq!(done.code, 1, "{done:?}");
    assert!(done.err.contains("share: connected to redis://127.0.0.1:"), "{done:?}");
    let key = "d:page-1:failures:page-props::rare";
    assert_eq!(redis.count(&["HLEN", key]), 1);

    let at = format!("127.0.0.1:{}", redis.port);
    let done = run(fixture, &show.replace("localhost:6379", &at), &[]);
    assert!(done.err.contains("\ndashboard: http://127.0.0.1:"), "{done:?}");
    assert!(done.err.contains("share: connected to redis://127.0.0.1:"), "{done:?}");

    // Another machine has nothing but the server.
    fs::remove_dir_all(fixture.path(".disprove")).expect("removed");
    let variables = [*server, *password].map(|line| {
        let (name, value) =
            line.strip_prefix("export ").expect("a variable").split_once('=').expect("a value");
        (
            name.to_owned(),
            value.replace(
                "rediss://fleet@hunts.example.org:6379",
                &format!("redis://127.0.0.1:{}", redis.port),
            ),
        )
    });
    fixture.file("hunts-password", "");
    redis.call(&["CONFIG", "SET", "requirepass", ""]);
    let done = run(fixture, again, &variables[..1]);
    assert_eq!(done.code, 1, "{done:?}");
    assert!(done.err.contains("found it"), "{done:?}");
    let done = run(fixture, "cargo test", &[]);
    assert!(done.code != 0 && done.out.contains("found it"), "{done:?}");

    // The settings file works too, but names no other machine without encryption.
    let settings = crate::support::quoted(PAGE, "or in `disprove.toml`", "```toml\n");
    fixture.file(
        "disprove.toml",
        &settings.replace("localhost:6379", &format!("127.0.0.1:{}", redis.port)),
    );
    fs::remove_dir_all(fixture.path(".disprove")).expect("removed");
    assert_eq!(run(fixture, again, &[]).code, 1);
    assert_eq!(run(fixture, "cargo test", &[]).code, 101, "the library accepts the setting");
    fixture.file("disprove.toml", &settings.replace("localhost", "hunts.example.org"));
    let done = run(fixture, again, &[]);
    assert!(done.code == 2 && done.err.contains("--share-insecure"), "{done:?}");
    // Every option and variable that the page names exists.
    let help = fixture.plain(&["hunt", "--help"]).out;
    for name in [
        "--share",
        "--share-project",
        "--share-insecure",
        "--shard",
        "DISPROVE_SHARE",
        "DISPROVE_SHARE_PASSWORD",
        "DISPROVE_SHARE_PASSWORD_FILE",
    ] {
        assert!(PAGE.contains(name) && help.contains(name), "{name}");
    }
}

#[test]
fn folders_are_pulled_and_pushed_as_the_pages_say() {
    let fixture = package("page-folder");
    save(&fixture, "fleet");
    let [pull, hunt, push] = &commands("## A folder")[..] else { panic!("three commands") };
    let done = run(&fixture, pull, &[]);
    assert!(done.out.contains("1 new failure"), "{done:?}");
    let regressions = fixture.path(".disprove/regressions/page-folder-props.rare.txt");
    assert!(!regressions.exists(), "it is added once it fails");
    assert_eq!(run(&fixture, hunt, &[]).code, 1);
    assert!(regressions.exists(), "a hunt adds it too");
    assert_eq!(run(&fixture, push, &[]).code, 0);

    let workflow = crate::support::quoted(CI_PAGE, "### A GitHub workflow", "```yaml\n");
    assert_eq!(workflow.trim().lines().count(), 13);
    let last = workflow.lines().last().expect("a line");
    assert!(last.contains("actions/cache/save@"), "{last}");
    let upload = "actions/upload-artifact@";
    for step in ["cargo disprove hunt ", "cargo disprove push ", upload, "actions/cache/save@"] {
        let mut lines = workflow.lines().filter(|line| line.contains(step));
        assert!(lines.all(|line| line.contains("if: always()")), "{step}");
    }
    // Both workflows upload the artifact that the guide downloads.
    let artifact = "{ uses: actions/upload-artifact@v4, with: { name: fleet, path: fleet }";
    let jobs = crate::support::quoted(CI_PAGE, "### Several jobs", "```yaml\n");
    assert!(workflow.contains(artifact) && jobs.contains(artifact));
    let guide = include_str!("../../../book/src/guides/regressions.md");
    assert!(guide.contains("`gh run download RUN -n fleet -D fleet`"));
    assert!(guide.contains(&format!("`{pull}`")));
    let steps = steps(workflow);
    let [install, steps @ ..] = &steps[..] else { panic!("{steps:?}") };
    assert_eq!((*install, steps.len()), ("cargo install cargo-disprove --locked", 4));
    for (step, code) in steps.iter().zip([0, 101, 1, 0]) {
        let done = run(&fixture, step, &[]);
        assert_eq!(done.code, code, "{step}: {done:?}");
    }
}

/// The commands of a workflow.
fn steps(workflow: &str) -> Vec<&str> {
    let mut steps = Vec::new();
    for line in workflow.lines() {
        let line = line.trim().trim_start_matches("- ").trim_start_matches("{ ");
        if let Some(command) = line.strip_prefix("run: ") {
            let command = command.split(", if:").next().expect("a command");
            steps.push(command.trim_matches('"'));
        }
    }
    steps
}

#[test]
fn several_jobs_share_what_they_find_as_the_page_says() {
    let workflow = crate::support::quoted(CI_PAGE, "### Several jobs", "```yaml\n");
    let steps = steps(workflow);
    let [_, pull, hunt, push, _, merge @ ..] = &steps[..] else { panic!("{steps:?}") };
    assert_eq!(merge.len(), 4, "{steps:?}");
    // One of the three jobs hunts the property that fails.
    let mut code = String::new();
    for (name, most) in [("first", "u8::MAX"), ("second", "99"), ("third", "u8::MAX")] {
        code.extend(["#[property]\nfn ", name, "(n: u8) {\n    assert!(n <= ", most, ");\n}\n"]);
    }
    let fixture = Fixture::new("page-jobs", &code);
    let (mut codes, fleet, data) = (Vec::new(), fixture.path("fleet"), fixture.path(".disprove"));
    for shard in ["0", "1", "2"] {
        assert_eq!(run(&fixture, pull, &[]).code, 0);
        codes.push(run(&fixture, &hunt.replace("${{ matrix.shard }}", shard), &[]).code);
        assert_eq!(run(&fixture, push, &[]).code, 0);
        let part = fixture.path(&format!("parts/part-{shard}"));
        fs::create_dir_all(part.parent().expect("a folder")).expect("a folder");
        fs::rename(&fleet, part).expect("the artifact");
        // Another machine has its own.
        let _ = fs::remove_dir_all(&data);
    }
    codes.sort_unstable();
    assert_eq!(codes, [0, 0, 1]);
    for step in merge {
        assert_eq!(run(&fixture, step, &[]).code, 0, "{step}");
    }
    fs::remove_dir_all(data).expect("the next night has a new checkout");
    let done = run(&fixture, pull, &[]);
    assert!(done.out.contains("1 new failure"), "{done:?}");
}

#[test]
fn properties_are_divided_as_the_page_says() {
    let fixture = package("page-shards");
    let [hunt, ..] = &commands("## Shards")[..] else { panic!("a command") };
    let list = |shard: &str| {
        let line = hunt.replace("1/2", shard).replace("--time 10m", "--list");
        run(&fixture, &line, &[]).out
    };
    assert_eq!(list("0/2"), "page-shards-props::holds\n");
    assert_eq!(list("1/2"), "page-shards-props::rare\n");
    assert_eq!(list("2/3"), "page-shards-props::holds\n", "more shards than properties");
    assert_eq!(run(&fixture, hunt, &[]).code, 0);
    let seed = |shard: &str| {
        let done =
            fixture.run(&["hunt", "--shard", shard, "--seed", "1", "--time", "2s", "--json"]);
        done.events()[0]["seed"].to_string()
    };
    assert_ne!(seed("0/3"), seed("2/3"), "both hunt the same property");
    let done = fixture.run(&["hunt", "--shard", "2/2"]);
    assert!(done.code == 2 && done.err.contains("from 0"), "{done:?}");
}

#[test]
fn mutants_are_divided_and_merged_as_the_page_says() {
    let Some(tool) = cargo_mutants() else { return };
    // Without the library, which would be built once for each mutant. The macro replaces that of quickcheck.
    let library = "pub fn double(n: u8) -> u16 {\n    u16::from(n) * 2\n}\n";
    let fixture = Fixture::small("page-mutants", library);
    fixture.file("tests/props.rs", COUNTED);
    let variables = [("DISPROVE_CARGO_MUTANTS".to_owned(), tool.display().to_string())];
    let [_, commands @ ..] = &commands("## Shards")[..] else { panic!("commands") };
    assert_eq!(commands.len(), 6);
    for line in commands {
        let done = run(&fixture, line, &variables);
        assert_eq!(done.code, 0, "{line}: {done:?}");
    }
    let whole = |name: &str| {
        let text = fs::read_to_string(fixture.path(&format!("shards/{name}.json")));
        let value: serde_json::Value = serde_json::from_str(&text.expect("a file")).expect("JSON");
        value
    };
    for name in ["mutants", "sweep"] {
        assert_eq!(whole(name)["complete"], true, "{name}");
        assert!(whole(name)["mutants"].as_array().expect("a list").len() >= 4, "{name}");
    }
    // A shard has tested a part of them.
    for (name, list) in [("mutants", "mutants"), ("sweep", "ended")] {
        let count = |name: &str| whole(name)[list].as_array().expect("a list").len();
        assert!(count(&format!("shard-0-of-2/{name}")) < count(name), "{name}");
    }
    let shard = fixture.path("shards/shard-0-of-2").display().to_string();
    for command in ["mutants", "sweep"] {
        let done = fixture.judge(&[command, "--merge", &shard], &[]);
        assert_eq!(done.code, 130, "{done:?}");
        assert!(done.err.contains("merge the finished results of all shards"), "{done:?}");
    }
}

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
#[test]
fn fuzz_targets_run_as_the_page_says() {
    let commands = commands("## A fuzzing farm");
    let [init, fuzz, crashes, corpus, export] = &commands[..] else { panic!("{commands:?}") };
    let guide = include_str!("../../../book/src/guides/from-cargo-fuzz.md");
    assert!(guide.contains(&format!("\n$ {init}\n$ {fuzz}\n")), "the same commands");
    let fixture = Fixture::new("page-farm", &rare()).unoptimized();
    assert_eq!(run(&fixture, init, &[]).code, 0);
    let target = fs::read_to_string(fixture.path("fuzz/fuzz_targets/props__rare.rs"));
    let target = target.expect("a target");
    let shown = crate::support::quoted(PAGE, "so that nothing has to be rewritten", "```rust\n");
    for line in shown.lines() {
        assert!(target.contains(line), "{line}: {target}");
    }
    let done = run(&fixture, fuzz, &[]);
    assert_eq!(done.code, 0, "{done:?}");
    // All inputs take the same branches of the property, and different ones of its generator.
    assert_eq!(fixture.files("fuzz/corpus/props__rare").len(), 1, "{done:?}");
    // A farm has found what no search finds.
    let folder = fixture.path("fuzz/artifacts/props__rare");
    fs::write(folder.join("crash-1"), failing().to_bytes()).expect("written");
    let done = run(&fixture, crashes, &[]);
    assert!(done.code == 1 && done.out.contains("found it"), "{done:?}");
    assert!(run(&fixture, "cargo test", &[]).out.contains("found it"));
    let done = run(&fixture, corpus, &[]);
    assert_eq!(done.code, 0, "{done:?}");
    let imported = fixture.files(".disprove/corpus");
    assert!(!imported.is_empty());
    fs::remove_dir_all(fixture.path("fuzz/corpus")).expect("removed");
    assert_eq!(run(&fixture, export, &[]).code, 0);
    assert_eq!(fixture.files("fuzz/corpus/props__rare").len(), imported.len());
}
