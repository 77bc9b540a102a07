//! `cargo disprove hunt` finds, reduces and saves failures, and resumes from its corpus.

use crate::support::fixture::{Fixture, wait_until};
use disprove::{
    __private::{DataFolder, corpus_in},
    Database as _,
    prelude::*,
};

const THREE: &str = r#"
#[property]
fn sorting_keeps_the_length(list: Vec<u8>) {
    let mut sorted = list.clone();
    sorted.sort();
    assert_eq!(sorted.len(), list.len());
}

#[property]
fn deep(list: Vec<u8>) {
    let good = list.iter().zip(b"disprove").take_while(|(a, b)| a == b).count();
    target!(good);
    assert!(good < 5, "found it");
}

#[property]
fn aborts(list: Vec<u8>) {
    if list.len() > 3 && list[2] > 200 {
        std::process::abort();
    }
}
"#;

#[test]
fn both_bugs_of_three_properties_are_found_reduced_and_saved() {
    let fixture = Fixture::new("three", THREE);
    // A hunt has the profile of the tests.
    fixture.file("disprove.toml", "[hunt]\nreduce = false\n[nightly]\nreduce = false\n");
    let limits = ["--time", "10m", "--findings", "2"];
    let done = fixture.run(&[&["hunt", "--seed", "1", "--json"][..], &limits].concat());
    assert_eq!(done.code, 1, "{done:?}");
    let events = done.events();
    let (start, end) = (&events[0], events.last().expect("an end"));
    assert_eq!(start["event"], "start");
    assert_eq!((&start["seed"], &start["properties"]), (&"1".into(), &3.into()));
    assert_eq!(start["tool"], env!("CARGO_PKG_VERSION"));
    let rows = events.iter().filter(|event| event["event"] == "property");
    let executions: u64 = rows.filter_map(|row| row["executions"].as_u64()).sum();
    assert_eq!((&end["executions"], &end["findings"]), (&executions.into(), &2.into()));
    assert!(end["untested"].is_null(), "{end}");
    let findings = events.iter().filter(|event| event["event"] == "finding");
    assert_eq!(findings.count(), 2, "as many as the end counts");
    // The end is not before the rows.
    let rows = events.iter().filter(|event| event["event"] == "property");
    let seconds = rows.filter_map(|row| row["seconds"].as_f64()).fold(0.0, f64::max);
    assert!(seconds > 0.0 && end["seconds"].as_f64() > Some(seconds - 0.1), "{end}");
    assert_eq!(done.findings("sorting_keeps_the_length").len(), 0);

    let deep = done.findings("deep");
    let report = deep[0]["report"].as_str().expect("a text");
    assert!(report.contains("list: [100, 105, 115, 112, 114]"), "{report}");
    assert!(report.contains(". Reduced in "), "{report}");
    assert_eq!(deep[0]["message"], "found it");
    let place = deep[0]["location"].as_str().expect("a text");
    assert!(place.ends_with("tests/props.rs:14:5"), "{place}");
    assert_eq!((&deep[0]["reduced"], &deep[0]["saved"]), (&true.into(), &true.into()));
    let token = deep[0]["token"].as_str().expect("a token");
    let replayed = fixture.run(&["replay", token, "deep"]);
    assert!(replayed.out.contains("list: [100, 105, 115, 112, 114]"), "{replayed:?}");

    let aborts = done.findings("aborts");
    let report = aborts[0]["report"].as_str().expect("a text");
    assert!(report.contains("list: [0, 0, 201, 0]"), "{report}");
    assert!(report.contains("the process died of SIGABRT (6)"), "{report}");
    // The process that searched could not report which search it was.
    assert_eq!(aborts[0]["found_by"], "");
    let is_row = |event: &&serde_json::Value| {
        event["event"] == "property" && event["property"] == "three-props::deep"
    };
    let row = events.iter().find(is_row).expect("a row");
    let mut searches = row["searches"].as_array().expect("a list").iter();
    let finder = searches.find(|search| search["name"] == deep[0]["found_by"]);
    assert_eq!(finder.expect("its search")["findings"], 1, "{row}");

    let failures = fixture.files(".disprove/failures");
    for property in ["deep", "aborts"] {
        let path = format!(".disprove/regressions/three-props.{property}.txt");
        assert!(fixture.path(&path).exists(), "{path}");
        assert!(failures.iter().any(|file| file.contains(property)), "{failures:?}");
    }

    // The next `cargo test` tries them first, the crash in another process, so that the other tests run.
    let test = fixture.cargo_test(&["--test", "props"]);
    assert!(test.out.contains("[100, 105, 115, 112, 114]"), "{}", test.out);
    assert!(test.out.contains("the process died of SIGABRT (6)"), "{}", test.out);
    assert!(test.out.contains("1 passed; 2 failed"), "{}", test.out);
    assert_eq!(fixture.files(".disprove/failures").len(), 2);
    assert!(!fixture.files(".disprove/corpus").is_empty());

    // A finding has no names and values, but the JSON of the tests has them.
    let test = fixture.run(&["test", "--message-format", "json", "--test", "props", "deep"]);
    let line = &test.events()[0];
    // A backtrace may be printed between its paragraphs.
    for paragraph in line["report"].as_str().expect("a report").split("\n\n") {
        assert!(test.err.contains(paragraph.trim()), "{paragraph}: {test:?}");
    }
    let failure = &line["failures"][0];
    assert_eq!((&failure["phase"], &failure["found_at"]), (&"replay".into(), &1.into()));
    assert_eq!(failure["found_by"], "saved input");
    let arguments = serde_json::json!([{ "name": "list", "value": "[100, 105, 115, 112, 114]" }]);
    assert_eq!(failure["arguments"], arguments);
    assert!(failure["input"].as_str().is_some_and(|text| text.contains("list: [100, 105")));

    // A known failure is a finding.
    let again = fixture.run(&["hunt", "deep", "--json", "--time", "10m", "--findings", "1"]);
    assert_eq!(again.code, 1, "{again:?}");
    assert_eq!(again.findings("deep")[0]["found_by"], "saved input");
    assert_eq!(again.events()[0]["properties"], 1);
}

const PASSING: &str = r#"
#[property]
fn holds(a: u64, b: u64) {
    // `cargo test` fails: a hunt does not judge shares.
    cover!("equal", a == b, 90.0);
    assert_eq!(a ^ b, b ^ a);
}

#[property]
fn r#type(n: bool) {
    assert!(n as u8 <= 1);
}

#[property]
fn few(a: bool, b: bool) {
    assert_eq!(a & b, b & a);
}

#[property]
#[should_panic]
fn fails(n: u8) {
    assert!(n < 10);
}

#[property]
#[ignore]
fn ignored(n: u8) {
    assert!(n < 10);
}

#[property]
fn rejects(n: u64) {
    let scrambled = (n ^ (n >> 31)).wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(17) >> 7;
    assume!(scrambled % 1_009 == 7);
    assert_eq!(n ^ n, 0);
}

#[test]
fn plain() {
    std::fs::write("plain-was-run", "").unwrap();
}
"#;

#[test]
fn passing_properties_are_no_findings_and_other_tests_do_not_run() {
    let fixture = Fixture::new("passing", PASSING);
    let done = fixture.run(&["hunt", "--time", "3s", "--json"]);
    assert_eq!(done.code, 0, "{done:?}");
    let state = |property: &str| {
        let events = done.events();
        let name = format!("passing-props::{property}");
        let row =
            events.iter().find(|event| event["event"] == "property" && event["property"] == *name);
        row.map(|row| row["state"].as_str().expect("a text").to_owned())
    };
    assert_eq!(state("holds").as_deref(), Some("nothing found"));
    assert_eq!(state("few").as_deref(), Some("all inputs tried"));
    assert_eq!(state("r#type").as_deref(), Some("all inputs tried"));
    assert_eq!(state("fails").as_deref(), Some("it is meant to fail"));
    assert_eq!(state("ignored"), None);
    assert!(!fixture.path("plain-was-run").exists());
    let is_warning = |event: &serde_json::Value| {
        event["event"] == "warning"
            && event["property"] == "passing-props::rejects"
            && event["message"]
                == "nearly all of its inputs are rejected: its assumptions rarely hold"
    };
    assert!(done.events().iter().any(is_warning), "{done:?}");
    // One process for each core.
    let cores = std::thread::available_parallelism().expect("a number").get();
    assert_eq!(done.events()[0]["jobs"], cores);
    let seed = done.events()[0]["seed"].as_str().map(str::parse::<u64>);
    assert!(matches!(seed, Some(Ok(_))), "{seed:?}");
    let end = done.events().pop().expect("an end");
    assert!(end["event"] == "end" && end["seconds"].as_f64() >= Some(3.0), "{end}");
    // All but the ignored one are counted, also the one that is meant to fail.
    assert_eq!(done.events()[0]["properties"], 5);
    // Without `--time`, a hunt ends only when all inputs are tried.
    assert_eq!(fixture.run(&["hunt", "few"]).code, 0);

    let list = fixture.run(&["hunt", "--list"]);
    let mut listed: Vec<&str> =
        list.out.lines().filter_map(|line| line.strip_prefix("passing-props::")).collect();
    listed.sort_unstable();
    assert_eq!(listed, ["fails", "few", "holds", "r#type", "rejects"], "{list:?}");
    let list = fixture.run(&["hunt", "--list", "few"]);
    assert_eq!((list.code, list.out.as_str()), (0, "passing-props::few\n"));
    // What is skipped is left out of what is selected.
    let list = fixture.run(&["hunt", "--list", "few", "holds", "--skip", "few"]);
    assert_eq!((list.code, list.out.as_str()), (0, "passing-props::holds\n"));
    let none = fixture.run(&["hunt", "few", "--skip", "few"]);
    assert!(none.code == 2 && none.err.contains("`--skip few` leaves no property"), "{none:?}");
}

#[test]
fn a_hunt_resumes_from_its_corpus_which_can_be_minimized() {
    let fixture = Fixture::new(
        "resumed",
        r"
#[property]
fn climbs(list: Vec<u8>) {
    target!(list.iter().filter(|n| **n == 7).count());
}
",
    )
    .unoptimized();
    // Without coverage, so that only the score guides the search.
    let always = ["hunt", "--no-coverage", "--time", "3s", "--jobs", "1", "--json"];
    let hunt = |more: &[&str]| {
        let done = fixture.run(&[&always, more].concat());
        assert_eq!(done.code, 0, "{done:?}");
        assert_eq!(done.events()[0]["jobs"], 1);
        let mut properties = done.events().into_iter().filter(|event| event["event"] == "property");
        assert!(properties.all(|row| row["coverage"].is_null()), "{done:?}");
        done
    };
    let first = hunt(&[]).events();
    let row = first.iter().find(|event| event["event"] == "property").expect("a row");
    assert_eq!(row["search"], "climb", "the score guides the search: {row}");
    let files = fixture.files(".disprove/corpus");
    assert_eq!(files.len(), 1, "the best of one score is one entry: {files:?}");

    // A damaged entry is reported and moved away; the hunt continues.
    let (folder, _) = files[0].rsplit_once('/').expect("a folder");
    fixture.file(&format!("{folder}/0123456789abcdef0123456789abcdef"), "rubbish");
    let done = hunt(&[]);
    assert!(done.out.contains("moved to"), "{}", done.out);
    assert_eq!(fixture.files(".disprove/damaged").len(), 1);

    let best = fixture.files(".disprove/corpus");
    assert_eq!(best.len(), 1, "the best of this hunt replaces the one that it started from");
    hunt(&["--minimize"]);
    assert_eq!(fixture.files(".disprove/corpus"), best);
}

#[test]
fn inputs_with_new_coverage_are_saved_once() {
    let fixture = Fixture::new(
        "traced",
        r"
#[trace]
fn steps(text: &[u8]) -> u32 {
    match text {
        [200..=220, ..] => 5,
        [100..=120, ..] => 4,
        [0..=50, ..] if text.len() > 3 => 3,
        [0..=50, ..] => 2,
        [_, ..] => 1,
        [] => 0,
    }
}

#[property]
fn traced(text: Vec<u8>) {
    assert!(steps(&text) < 9);
}
",
    );
    let hunt = || {
        let done = fixture.run(&["hunt", "--time", "2s", "--jobs", "1", "--json"]);
        assert_eq!(done.code, 0, "{done:?}");
        let row = done.events().into_iter().find(|event| event["event"] == "property");
        row.expect("a row")
    };
    // The scheduler uses the same number.
    let row = hunt();
    let new = row["corpus"].as_u64().expect("a number");
    assert!(new >= 5 && row["news_per_minute"].as_f64() == Some(new as f64), "{row}");
    let kept = fixture.files(".disprove/corpus");
    assert_eq!(kept.len() as u64, new, "{kept:?}");
    // Its only process did not run longer than the hunt.
    let [rate, seconds, executions] =
        ["per_second", "seconds", "executions"].map(|key| row[key].as_f64().expect("a number"));
    assert!(rate * seconds >= 0.9 * executions, "{row}");

    let row = hunt();
    let more = row["corpus"].as_u64().expect("a number");
    assert!(more < new, "saved inputs are not new: {row}");
    let kept = fixture.files(".disprove/corpus");
    assert_eq!(kept.len() as u64, new + more, "each once: {kept:?}");

    // Two inputs that reach the same: at most one of them adds something to the others.
    let corpus = corpus_in(&DataFolder::chosen(fixture.path(".disprove")));
    let key = "traced-props::traced";
    let equal = [130, 131].map(|n| any::<Vec<u8>>().encode(&vec![n]).expect("a list"));
    for tree in &equal {
        corpus.save(key, tree).expect("it is saved");
    }
    let present = || {
        let entries = corpus.load(key).entries;
        equal
            .iter()
            .filter(|tree| entries.iter().any(|it| it.to_token() == tree.to_token()))
            .count()
    };
    assert_eq!(present(), 2);
    let kept = fixture.files(".disprove/corpus");
    // It ends by itself.
    let done = fixture.run(&["hunt", "--minimize"]);
    assert_eq!(done.code, 0, "{done:?}");
    let minimal = fixture.files(".disprove/corpus");
    assert!(minimal.len() >= 5 && minimal.iter().all(|file| kept.contains(file)), "{minimal:?}");
    assert!(present() < 2, "{minimal:?}");
}

#[test]
fn checks_in_ordinary_tests_run_on_request() {
    let fixture = Fixture::new(
        "checking",
        r#"
#[test]
fn plain() {
    use std::io::Write;
    let mut runs = std::fs::File::options().append(true).create(true).open("runs").unwrap();
    runs.write_all(b"x").unwrap();
    for _ in 0..2 {
        let report = check(vec(any::<u8>())).name("in a loop").cases(10).run(|list| list.len() < 9);
        drop(report);
    }
    let deadly = check(any::<u32>()).name("deadly").cases(5).seed(1);
    deadly.run(|n| if n > 100_000 { std::process::abort() });
}
"#,
    );
    let list = fixture.run(&["hunt", "--list", "--checks"]);
    assert_eq!((list.code, list.out.as_str()), (0, "deadly\nin a loop\n"), "{list:?}");
    let runs = std::fs::read_to_string(fixture.path("runs")).expect("it was run");
    assert_eq!(runs, "x", "the test runs once");
    let done = fixture.run(&["hunt", "--checks", "--time", "10m", "--findings", "2", "--json"]);
    assert_eq!(done.code, 1, "{done:?}");
    let report = |name: &str| {
        let events = done.events();
        let finding =
            events.iter().find(|event| event["event"] == "finding" && event["property"] == *name);
        finding.expect("a finding")["report"].as_str().expect("a text").to_owned()
    };
    assert!(report("in a loop").contains("[0, 0, 0, 0, 0, 0, 0, 0, 0]"), "{}", report("in a loop"));
    assert!(report("deadly").contains("100001"), "{}", report("deadly"));
}

#[test]
fn an_interrupted_hunt_ends_at_once_and_cleans_up() {
    let fixture = Fixture::new("interrupted", THREE);
    fixture.build();
    let scratch = fixture.path("scratch");
    std::fs::create_dir_all(&scratch).expect("a folder");
    let events = || {
        let text = std::fs::read_to_string(fixture.path("events")).expect("a file");
        // The last line may be incomplete.
        text.lines().filter_map(|line| line.parse().ok()).collect::<Vec<serde_json::Value>>()
    };
    // Returns the exit code and the seed.
    let interrupted = |filter: &str, is_due: &dyn Fn() -> bool| {
        let mut command = fixture.command(&["hunt", "--json", filter]);
        let file = std::fs::File::create(fixture.path("events")).expect("a file");
        let mut hunt = command.env("TMPDIR", &scratch).stdout(file).spawn().expect("it runs");
        wait_until("the time to end it", &mut || is_due());
        let pid = hunt.id().to_string();
        let kill = std::process::Command::new("kill").args(["-INT", &pid]).status();
        assert!(kill.expect("it runs").success());
        let code = hunt.wait().expect("it ends").code();
        let all = events();
        assert_eq!(all.last().expect("an end")["event"], "end", "{all:?}");
        assert_eq!(std::fs::read_dir(&scratch).expect("a folder").count(), 0);
        (code, all[0]["seed"].clone())
    };
    // Without a finding. The corpus is written while the hunt runs.
    let corpus = || fixture.files(".disprove/corpus");
    let has_run = |event: &serde_json::Value| {
        event["event"] == "progress" && event["executions"].as_u64() > Some(0)
    };
    let (code, first) =
        interrupted("sorting", &|| events().iter().any(has_run) && !corpus().is_empty());
    assert_eq!(code, Some(0), "{:?}", events());
    assert!(!corpus().is_empty());
    // With one. This hunt has another seed.
    let (code, second) = interrupted("", &|| !fixture.files(".disprove/failures").is_empty());
    assert_eq!(code, Some(1), "{:?}", events());
    assert_ne!(first, second);
}

#[test]
fn a_crash_among_many_short_cases_is_localized() {
    let fixture = Fixture::new(
        "short",
        r"
#[property]
fn rare(n: u64) {
    if n >> 50 == 77 {
        std::process::abort();
    }
}
",
    );
    let limits = ["--time", "10m", "--findings", "1"];
    let done = fixture.run(&[&["hunt", "--seed", "1", "--json"][..], &limits].concat());
    assert_eq!(done.code, 1, "{done:?}");
    let finding = &done.findings("rare")[0];
    let report = finding["report"].as_str().expect("a text");
    assert!(report.contains(&format!("n: {}", 77_u64 << 50)), "{report}");
    assert_eq!(finding["kind"], "failure", "{report}");
}

#[test]
fn the_final_table_in_a_log_is_complete() {
    let mut properties = String::new();
    let mut names = Vec::new();
    for number in 0..22 {
        let name = format!("holds_{number}_{}", "x".repeat(60));
        properties.extend(["#[property]\nfn ", &name, "(_b: bool) {}\n"]);
        names.push(format!("logged-props::{name} "));
    }
    let fixture = Fixture::new("logged", &properties);
    let done = fixture.run(&["hunt", "--time", "10m"]);
    assert_eq!(done.code, 0, "{done:?}");
    for name in names {
        assert!(done.err.lines().any(|line| line.starts_with(&name)), "{name}: {}", done.err);
    }
}

const TURNS: &str = r#"
fn note(once: &std::sync::Once) {
    use std::io::Write as _;
    once.call_once(|| {
        let file = std::fs::File::options().append(true).create(true).open("turns");
        let folder = std::path::PathBuf::from(std::env::var_os("DISPROVE_WORKER").unwrap());
        let job = std::fs::read_to_string(folder.join("job")).unwrap();
        let time = job.lines().find_map(|line| line.strip_prefix("time\t")).unwrap();
        writeln!(file.unwrap(), "{} {time}", std::process::id()).unwrap();
    });
}

#[property]
fn one(n: u64) {
    static ONCE: std::sync::Once = std::sync::Once::new();
    note(&ONCE);
    assert_eq!(n ^ n, 0);
}

#[property]
fn two(n: u64) {
    static ONCE: std::sync::Once = std::sync::Once::new();
    note(&ONCE);
    assert_eq!(n ^ n, 0);
}
"#;

#[test]
fn each_process_runs_one_property_for_one_turn() {
    let fixture = Fixture::new("turns", TURNS);
    // The first turns take half a second each.
    let done = fixture.run(&["hunt", "--time", "4s", "--jobs", "1"]);
    assert_eq!(done.code, 0, "{done:?}");
    let noted = std::fs::read_to_string(fixture.path("turns")).expect("a file");
    let turns = noted.lines().map(|line| line.split_once(' ').expect("a process and its time"));
    let (processes, times): (Vec<&str>, Vec<&str>) = turns.unzip();
    let different: std::collections::BTreeSet<&&str> = processes.iter().collect();
    assert_eq!(different.len(), processes.len(), "none ran both: {noted}");
    assert!(processes.len() > 2, "a new one for each turn: {noted}");
    // Both properties share the time of the hunt. A turn gets at most what is left of it, and the last one at least 50 ms.
    let milliseconds = times.iter().map(|time| time.parse::<u64>().expect("a number"));
    assert!(milliseconds.sum::<u64>() <= 4_050, "{noted}");
}
