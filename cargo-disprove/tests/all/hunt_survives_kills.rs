//! A killed hunt loses nothing that was saved, and the next one resumes from it.

use crate::support::fixture::{Fixture, kill, wait_until};
use disprove::{Database, Db, Tree, prelude::*};
use std::{cell::Cell, env, fs, process::Stdio, rc::Rc};

const PROPERTIES: &str = r#"
#[property]
fn climbs(list: Vec<u8>) {
    target!(list.iter().filter(|n| **n == 7).count());
}

#[property]
fn fails(list: Vec<u8>) {
    assert!(list.len() < 6, "too long");
}

#[property]
fn aborts(list: Vec<u8>) {
    if list.len() > 3 && list[2] > 200 {
        std::process::abort();
    }
}
"#;

/// How often the hunt is killed (default 10); `DISPROVE_TEST_KILLS` sets it.
fn kills() -> u64 {
    env::var("DISPROVE_TEST_KILLS").map_or(10, |text| text.parse().expect("a number"))
}

/// All entries of a property, which must be readable.
fn entries(db: &Db, fixture: &Fixture, kind: &str, property: &str) -> Vec<Tree> {
    let loaded = db.load(&format!("killed-props::{property}"));
    assert!(loaded.problems.is_empty(), "{:?}", loaded.problems);
    let files = fixture.files(&format!(".disprove/{kind}"));
    let files = files.iter().filter(|file| file.contains(&format!("-{property}-"))).count();
    assert!(loaded.entries.len() <= files + 1, "{property}: {files} files");
    loaded.entries
}

/// The most sevens in an entry of the corpus.
fn score(fixture: &Fixture) -> usize {
    let mut best = 0;
    for file in fixture.files(".disprove/corpus") {
        let Ok(token) = fs::read_to_string(fixture.path(&file)) else { continue };
        let most = Rc::new(Cell::new(0));
        let seen = Rc::clone(&most);
        let check = check(vec(any::<u8>())).database(Db::none()).replay(token.trim());
        let _ = check.cases(1).max_executions(1).run(move |list: Vec<u8>| {
            seen.set(list.split(|n| *n == 7).count() - 1);
        });
        best = best.max(most.get());
    }
    best
}

/// The workers of the hunts that run.
fn workers(fixture: &Fixture) -> usize {
    let folder = fixture.path("").display().to_string();
    let mut count = 0;
    for process in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let line = fs::read(process.path().join("environ")).unwrap_or_default();
        let text = String::from_utf8_lossy(&line);
        count += usize::from(
            text.contains("DISPROVE_WORKER=") && text.contains(folder.trim_end_matches('/')),
        );
    }
    count
}

#[test]
fn a_kill_at_any_time_loses_nothing() {
    let fixture = Fixture::new("killed", PROPERTIES);
    fixture.build();
    let db = Db::at(fixture.path(".disprove"));
    let (mut best, mut failed, mut died) = (0, false, false);
    for number in 0..kills() {
        let mut command = fixture.command(&["hunt", "--json"]);
        let mut hunt =
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
        // At another point each time, up to the duration of a first reduction.
        let mut polls = 20 + number * 7_919 % 400;
        wait_until("the end of the delay", &mut || {
            polls = polls.saturating_sub(1);
            polls == 0
        });
        kill(&mut hunt);
        // Workers notice that the hunt is gone. One that replaces an entry meanwhile removes a file that this test reads.
        wait_until("the end of all workers", &mut || workers(&fixture) == 0);

        let now = score(&fixture);
        assert!(now >= best, "the best had {best} sevens, and now has {now}");
        best = now;
        let fails = entries(&db, &fixture, "failures", "fails").len();
        let aborts = entries(&db, &fixture, "failures", "aborts").len();
        assert!(!failed || fails > 0, "the failure is gone");
        assert!(!died || aborts > 0, "the crash is gone");
        (failed, died) = (fails > 0, aborts > 0);
    }
    let done = fixture.run(&["hunt", "--time", "10m", "--findings", "2", "--json"]);
    assert_eq!(done.code, 1, "{done:?}");
    let small = |property: &str, input: &str| {
        let finding = &done.findings(property)[0];
        let report = finding["report"].as_str().expect("a text");
        assert!(report.contains(input), "{report}");
    };
    small("fails", "list: [0, 0, 0, 0, 0, 0]");
    small("aborts", "list: [0, 0, 201, 0]");
    assert!(score(&fixture) >= best && best > 0, "{best}");
}
