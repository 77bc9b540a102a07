//! A killed hunt leaves no process, no folder and no false finding; what properties print and reserve does no harm.

use crate::support::fixture::{Fixture, kill, limited_files, wait_until};
use std::{
    fs,
    os::unix::fs::MetadataExt,
    path::Path,
    process::{Child, Command, Stdio},
};

/// Starts a hunt with its own directory for temporary files.
fn hunt(fixture: &Fixture, arguments: &[&str]) -> Child {
    fs::create_dir_all(fixture.path("tmp")).expect("a folder");
    let mut command = fixture.command(arguments);
    command.env("TMPDIR", fixture.path("tmp")).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("it runs")
}

fn temporary(fixture: &Fixture) -> usize {
    fs::read_dir(fixture.path("tmp")).expect("a folder").count()
}

/// Processes of the workers of a fixture whose command line contains this.
fn processes(fixture: &Fixture, name: &str) -> usize {
    let folder = format!("DISPROVE_WORKER={}", fixture.path("tmp").display());
    let read = |process: &Path, file: &str| {
        let bytes = fs::read(process.join(file)).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let mut count = 0;
    for process in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let process = process.path();
        let is_worker = read(&process, "environ").contains(&folder);
        count += usize::from(is_worker && read(&process, "cmdline").contains(name));
    }
    count
}

#[test]
fn workers_end_with_a_killed_hunt_in_the_middle_of_a_case() {
    // The second property is reduced, in processes of processes.
    let fixture = Fixture::new(
        "orphans",
        r#"
fn daemon() {
    std::process::Command::new("setsid").args(["sleep", "654"]).spawn().expect("it runs");
}

#[property]
fn loops(_n: u8) {
    daemon();
    loop { std::hint::spin_loop(); }
}

#[property]
fn hangs_later(n: u32) {
    if n > 500 { daemon(); loop { std::hint::spin_loop(); } }
}
"#,
    );
    assert_eq!(fixture.run(&["hunt", "--list"]).code, 0);
    for (property, file) in [("loops", "journal"), ("hangs_later", "case/image")] {
        let arguments = ["hunt", property, "--case-time", "3s", "-j", "2"];
        let mut hunt = hunt(&fixture, &arguments);
        let is_started = || {
            let files = fixture.files("tmp");
            files.iter().any(|path| path.ends_with(file)) && processes(&fixture, "sleep") > 0
        };
        wait_until("a case", &mut || is_started());
        kill(&mut hunt);
        wait_until("the end of all processes", &mut || processes(&fixture, "") == 0);
        wait_until("the end of the folder", &mut || temporary(&fixture) == 0);
    }
}

#[test]
fn the_next_command_removes_what_a_killed_one_left() {
    let fixture = Fixture::new("remains", "#[property]\nfn holds(_n: u64) {}");
    let mut hunt = hunt(&fixture, &["hunt"]);
    wait_until("a worker", &mut || processes(&fixture, "") > 0);
    // Not even the workers can clean up.
    let stop = "kill -STOP $(grep -lz DISPROVE_WORKER=$TMPDIR /proc/[0-9]*/environ | cut -d/ -f3)";
    let mut command = Command::new("sh");
    command.args(["-c", stop]).env("TMPDIR", fixture.path("tmp")).stderr(Stdio::null());
    wait_until("stopped workers", &mut || command.status().is_ok_and(|status| status.success()));
    kill(&mut hunt);
    assert_eq!(temporary(&fixture), 1);
    for folder in fs::read_dir(fixture.path("tmp")).expect("a folder").flatten() {
        let mode = folder.metadata().expect("a folder").mode();
        assert_eq!(mode & 0o777, 0o700, "nobody else can enter");
    }
    let mut command = fixture.command(&["hunt", "--time", "1s"]);
    let done = command.env("TMPDIR", fixture.path("tmp")).output().expect("it runs");
    assert!(done.status.success(), "{done:?}");
    assert_eq!((temporary(&fixture), processes(&fixture, "")), (0, 0));
}

#[test]
fn a_property_that_prints_does_not_fail_because_the_hunt_is_killed() {
    let fixture = Fixture::new(
        "printers",
        r#"
#[property]
fn prints(n: u64) {
    eprintln!("{n}");
    assert!(std::process::Command::new("sh").args(["-c", "echo >&2"]).status().unwrap().success());
}
"#,
    );
    assert_eq!(fixture.run(&["hunt", "--list"]).code, 0);
    for _ in 0..5 {
        let mut hunt = hunt(&fixture, &["hunt"]);
        wait_until("a case", &mut || {
            fixture.files("tmp").iter().any(|file| file.ends_with("journal"))
        });
        kill(&mut hunt);
        wait_until("the end of all processes", &mut || processes(&fixture, "") == 0);
    }
    assert_eq!(fixture.files(".disprove/failures"), [""; 0]);
}

#[test]
fn output_of_a_property_does_not_fill_the_disk_and_a_full_disk_is_no_failure_of_it() {
    let fixture = Fixture::new(
        "floods",
        r#"
#[property]
fn floods(n: u64) { eprint!("{}", "x".repeat((n % 100_000) as usize)); }

// The first case aborts, whatever the load: choices of this number do not fit on the disk.
#[property]
fn aborts(#[draw(vec(any::<u64>()).len(80..=90))] _list: Vec<u64>) { std::process::abort(); }
"#,
    );
    assert_eq!(fixture.run(&["hunt", "--list"]).code, 0);
    // Room for the replies of a turn, and for a fraction of the output of one case.
    let done = limited_files(&fixture, 8, &["hunt", "::floods", "--time", "2s", "--json"]);
    assert_eq!((done.code, done.findings("floods").len()), (0, 0), "{done:?}");
    let arguments = ["hunt", "::aborts", "--findings", "1", "--time", "60s", "--json"];
    let done = limited_files(&fixture, 1, &arguments);
    let findings = done.findings("aborts");
    assert_eq!(findings.len(), 1, "{done:?}");
    let message = findings[0]["message"].as_str().expect("a text");
    assert!(message.starts_with("the process died of SIGABRT (6)"), "{message}");
    assert!(message.contains("not reduced: cannot") && message.contains("too large"), "{message}");
}

#[test]
fn the_memory_limit_counts_touched_memory_only() {
    let fixture = Fixture::new(
        "memory",
        r"
use std::hint::black_box;

#[property]
fn reserves(n: u8) { black_box(Vec::<u8>::with_capacity((2 << 30) + usize::from(n))); }

#[property]
fn touches(n: u32) {
    let mut all = Vec::new();
    while n > 1_000 && all.len() < 100 { all.push(black_box(vec![1_u8; 16 << 20])); }
}
",
    );
    let arguments = ["hunt", "--memory", "128", "--time", "10m", "--findings", "1", "--json"];
    let done = fixture.run(&arguments);
    assert_eq!(done.findings("reserves").len(), 0, "{done:?}");
    let report = done.findings("touches")[0]["report"].as_str().expect("a text").to_owned();
    assert!(report.contains("the process used more than 128 MiB of memory"), "{report}");
    assert!(report.contains("n: 1001"), "{report}");
    // 0 is no limit.
    for limit in ["128", "0"] {
        let done = fixture.run(&["hunt", "reserves", "--memory", limit, "--time", "1s", "--json"]);
        assert_eq!(done.code, 0, "{limit}: {done:?}");
    }
    let done = fixture.run(&["hunt", "--memory", "5"]);
    assert_eq!(done.code, 2, "{done:?}");
    assert!(done.err.contains("write a number of MiB, at least 64"), "{}", done.err);
}

#[test]
fn a_planted_folder_is_not_used() {
    let fixture = Fixture::new("planted", "#[property]\nfn holds(_n: u64) {}");
    assert_eq!(fixture.run(&["hunt", "--list"]).code, 0);
    fixture.file("victim/job", "precious");
    fs::create_dir_all(fixture.path("tmp")).expect("a folder");
    let tool = fixture.command(&["hunt", "--time", "1s"]);
    // The process keeps its number when it becomes the tool.
    let plant =
        "mkdir tmp/disprove-hunt-$$; ln -s ../../victim tmp/disprove-hunt-$$/0; exec \"$0\" \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", plant]).arg(tool.get_program()).args(tool.get_args());
    command.current_dir(fixture.path("")).env("TMPDIR", fixture.path("tmp"));
    command.envs(tool.get_envs().filter_map(|(key, value)| Some((key, value?))));
    let done = command.output().expect("it runs");
    assert!(done.status.success(), "{done:?}");
    assert_eq!(fs::read_to_string(fixture.path("victim/job")).expect("a text"), "precious");
    assert_eq!(fs::read_dir(fixture.path("victim")).expect("a folder").count(), 1);
}
