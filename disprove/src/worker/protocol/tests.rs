//! Tests of `protocol.rs`.

use super::{FailureReply, Job, Replies, Reply, SearchCounts, TASKS, Task, VERSION, version_line};
use crate::settings::Settings;
use std::{env, fs, path::Path, path::PathBuf, process, time::Duration};

fn folder(name: &str) -> PathBuf {
    let folder = env::temp_dir().join(format!("disprove-protocol-{name}-{}", process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn a_job_is_read_as_it_was_written() {
    let folder = folder("job");
    for (_, task) in TASKS {
        let plain = Job::new(&folder, task, "module::property");
        let full = Job {
            host: 3,
            memory: 4 << 30,
            seed: Some(u64::MAX),
            time: Some(Duration::from_millis(1_500)),
            limit: Duration::from_secs(2),
            known: true,
            corpus: true,
            faults: vec![
                ("a\tb\nc".to_owned(), String::new()),
                ("d".to_owned(), "x.rs:1".to_owned()),
            ],
            inputs: vec!["d1:AA".to_owned(), "c:1:2".to_owned()],
            crashed_at: 7,
            random_state: 8,
            size: 9,
            fill_randomly: true,
            strict: true,
            transcript: true,
            ..plain.clone()
        };
        for job in [plain, full] {
            job.write().expect("a writable folder");
            assert_eq!(Job::read(&folder), Ok(job));
        }
    }
    let _ = fs::remove_dir_all(folder);
}

#[test]
fn a_job_that_cannot_be_read_is_refused() {
    let decode = |text: &str| Job::decode(Path::new(""), text).expect_err(text);
    let after_version = |line: &str| decode(&format!("{}{line}\n", version_line()));
    for line in ["task\tdance", "seed\tmany", "time", "limit\t-1", "music"] {
        assert_eq!(after_version(line), format!("invalid line in the job: `{line}`"));
    }
    let missing = Job::read(Path::new("/no/such/folder")).expect_err("no file");
    assert!(missing.starts_with("cannot read the job: "), "{missing}");
}

#[test]
fn a_worker_refuses_a_job_of_another_version() {
    for (text, version) in
        [("version\t999\ntask\thunt\n", "999"), ("task\thunt\n", "none"), ("", "none")]
    {
        assert_eq!(
            Job::decode(Path::new(""), text),
            Err(format!(
                "the job uses version {version} of the worker protocol, but this program uses version {VERSION}: \
                 install the release of `cargo-disprove` that matches the crate `disprove`"
            ))
        );
    }
}

#[test]
fn every_reply_is_read_as_it_was_written() {
    let text = || "a\tb\nc".to_owned();
    for reply in [
        Reply::Seed(u64::MAX),
        Reply::Progress {
            executions: 4,
            cases: 3,
            distinct: 2,
            corpus: 1,
            searches: vec![
                SearchCounts { search: text(), executions: 3, corpus: 1 },
                SearchCounts { search: text(), executions: 1, corpus: 0 },
            ],
        },
        Reply::Covered { all: 9, sites: vec![7, 1, u32::MAX] },
        Reply::Covered { all: 0, sites: Vec::new() },
        Reply::Found {
            number: 3,
            input: "c:1:2".to_owned(),
            message: text(),
            location: String::new(),
            saved: true,
        },
        Reply::Suspect { token: "d1:AA".to_owned(), saved: true, value: text() },
        Reply::Failure(FailureReply {
            number: 5,
            token: "d1:AA".to_owned(),
            message: text(),
            location: String::new(),
            flaky: false,
            saved: true,
            found_by: text(),
        }),
        Reply::Report(text()),
        Reply::Survived(text()),
        Reply::Suspects { message: text(), location: text(), inputs: vec![text(), text()] },
        Reply::Broken(text()),
        Reply::Property(text()),
        Reply::Skipped(text()),
        Reply::Warned(text()),
        Reply::Statistics(text()),
        Reply::Message(text()),
        Reply::Annotation(text()),
        Reply::Verdict(text()),
        Reply::End,
        Reply::Passed,
        Reply::Rejected,
        Reply::Failed { message: text(), location: text() },
        Reply::Note(text()),
        Reply::Called(text()),
        Reply::Drew { name: text(), value: text() },
    ] {
        let line = reply.encode();
        assert_eq!(line.matches('\n').count(), 1);
        assert_eq!(Reply::decode(line.trim_end_matches('\n')), Some(reply));
    }
    for damaged in [
        "",
        "something\telse",
        "progress\t1\t2",
        "progress\t1\t1\t1\t1\ta\t1",
        "covered\t1 x",
        "seed\tx",
    ] {
        assert_eq!(Reply::decode(damaged), None, "{damaged}");
    }
}

#[test]
fn replies_are_read_while_they_are_written() {
    let folder = folder("replies");
    let file = folder.join("replies");
    let mut replies = Replies::of(&folder);
    assert_eq!(replies.read_new(), []);
    fs::write(&file, version_line() + "seed\t7\nwarned\ta\\").expect("a file");
    assert_eq!(replies.read_new(), [Reply::Seed(7)]);
    assert_eq!(replies.read_new(), []);
    fs::write(&file, version_line() + "seed\t7\nwarned\ta\\tb\nend\n").expect("a file");
    assert_eq!(replies.read_new(), [Reply::Warned("a\tb".to_owned()), Reply::End]);
    let _ = fs::remove_dir_all(folder);
}

#[test]
fn replies_of_another_version_are_refused() {
    let folder = folder("version");
    fs::write(folder.join("replies"), "version\t999\nseed\t7\n").expect("a file");
    let expected = format!(
        "the test uses version 999 of the worker protocol, but this program uses version {VERSION}: \
         install the release of `cargo-disprove` that matches the crate `disprove`"
    );
    let mut replies = Replies::of(&folder);
    assert!(!replies.is_refused());
    assert_eq!(replies.read_new(), [Reply::Broken(expected)]);
    assert!(replies.is_refused());
    fs::write(folder.join("replies"), "version\t999\nseed\t7\nend\n").expect("a file");
    assert_eq!(replies.read_new(), []);
    let _ = fs::remove_dir_all(folder);
}

#[test]
fn tasks_have_different_names() {
    for (at, (name, task)) in TASKS.iter().enumerate() {
        assert!(TASKS[..at].iter().all(|(other, same)| other != name && same != task));
    }
    assert_eq!(TASKS.len(), Task::Minimize as usize + 1);
}

#[test]
fn a_hunt_has_the_settings_of_the_property_but_its_own_seed_and_no_number_of_cases() {
    let mut settings = Settings::named("numbers".to_owned());
    (settings.cases, settings.seed, settings.reduction_runs) = (100_000, Some(1), 7);
    (settings.max_executions, settings.time) = (Some(9), Some(Duration::from_secs(600)));
    let (seed, turn) = (Some(5), Some(Duration::from_secs(1)));
    let job = Job { seed, time: turn, ..Job::new(Path::new(""), Task::Hunt, "module::property") };
    let hunted = job.settings(settings);
    assert_eq!((hunted.cases, hunted.seed, hunted.reduction_runs), (u64::MAX, seed, 7));
    assert_eq!((hunted.max_executions, hunted.time), (Some(u64::MAX), turn));
}
