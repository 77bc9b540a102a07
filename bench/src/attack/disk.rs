//! A full disk: the database, the temporary folder, or both, with little or no room.

use super::{
    Attack,
    events::{Events, judge},
    process::ProcessEnd,
    sandbox::Sandbox,
    tally::{Harm, Tally},
};
use std::{fmt::Write as _, fs, process::Command, time::Duration};

const PROPERTIES: &str = r#"
use disprove::prelude::*;

#[property]
fn fails(list: Vec<u8>) { assert!(list.len() < 6, "too long") }

#[property]
fn noisy(n: u64) { eprintln!("{}", "x".repeat(10_000)); assert_eq!(n ^ n, 0) }

#[property]
fn holds(a: u64, b: u64) { assert_eq!(a ^ b, b ^ a) }
"#;

const DEADLINE: Duration = Duration::from_secs(180);

/// The folders that are on the full disk.
const FULL: [&[&str]; 3] = [&["workspace/.disprove"], &["tmp"], &["workspace/.disprove", "tmp"]];

pub fn run(attack: &Attack) -> Result<Tally, String> {
    let sandbox = Sandbox::new(&attack.tool, "disk", &[("props", PROPERTIES)])?;
    let can_mount = can_mount(&sandbox);
    let mut tally = Tally::new("disk full").by(method(can_mount));
    let mut random = attack.random("disk");
    for round in 0..attack.rounds.div_ceil(5) {
        let folders = FULL[round as usize % 3];
        // Every second disk has no room at all.
        let room = if round % 2 == 0 { 0 } else { random.u32(1..200) };
        let what = format!("round {round}, {room} KiB in {}", folders.join(" and "));
        sandbox.reset();
        let _ = fs::create_dir_all(sandbox.path(".disprove"));
        tally.attempt();
        let script = script(can_mount, folders, room);
        let hunt = ["hunt", "--json", "--time", "4s"];
        let ended = sandbox.run(&mut wrapped(&sandbox, &script, &hunt), DEADLINE)?;
        judge_full(&mut tally, &what, &ended);
        tally.left_behind(sandbox.left_behind(), &what);
    }
    Ok(tally)
}

/// How the attack is made, for the table.
fn method(can_mount: bool) -> &'static str {
    if can_mount { "full tmpfs" } else { "RLIMIT_FSIZE: no right to mount" }
}

/// Runs a command on the full disk.
fn script(can_mount: bool, folders: &[&str], room: u32) -> String {
    if can_mount { full(folders, room) } else { limited(room) }
}

/// Failures are reported; or, if the properties could not run, the exit code is 2 and a sentence says why.
fn judge_full(tally: &mut Tally, what: &str, ended: &ProcessEnd) {
    let events = Events::read(&ended.output);
    if events.findings.is_empty() && ended.code() == Some(2) {
        if !format!("{}{}", ended.output, ended.errors).contains("No space left")
            && !format!("{}{}", ended.output, ended.errors).contains("File too large")
        {
            tally.harm(Harm::Lost, format!("{what}: no reason is given; {}", ended.summary()));
        }
        return;
    }
    judge(tally, what, ended, &["fails"], &["noisy", "holds"]);
}

/// Whether small disks can be mounted, in a namespace that ends with its process.
fn can_mount(sandbox: &Sandbox) -> bool {
    let mut test = Command::new("unshare");
    test.args([
        "--map-root-user",
        "--mount",
        "sh",
        "-c",
        "mount -t tmpfs -o size=64k attack \"$0\"",
    ]);
    test.arg(sandbox.root().join("tmp"));
    sandbox.run(&mut test, DEADLINE).is_ok_and(|ended| ended.code() == Some(0))
}

/// Mounts a disk on each folder and fills it up to `room` KiB.
fn full(folders: &[&str], room: u32) -> String {
    let mut script = String::from("set -e; ");
    for folder in folders {
        let size = 256 + room;
        let _ = write!(
            script,
            "mount -t tmpfs -o size={size}k attack \"$ATTACK_SANDBOX/{folder}\"; \
             head -c {}k /dev/zero >\"$ATTACK_SANDBOX/{folder}/.filler\" 2>/dev/null || true; ",
            if room == 0 { size + 64 } else { 256 }
        );
    }
    script + "exec \"$0\" \"$@\""
}

/// Limits the size of files. With the signal ignored, a write beyond the limit fails as on a full disk.
fn limited(room: u32) -> String {
    format!("trap '' XFSZ; ulimit -f {}; exec \"$0\" \"$@\"", room / 4)
}

/// A call of the tool inside a script.
fn wrapped(sandbox: &Sandbox, script: &str, arguments: &[&str]) -> Command {
    let tool = sandbox.tool(arguments);
    let mut command = if script.contains("mount") {
        let mut command = Command::new("unshare");
        command.args(["--map-root-user", "--mount", "sh"]);
        command
    } else {
        Command::new("sh")
    };
    command.args(["-c", script]).arg(tool.get_program()).args(tool.get_args());
    command.current_dir(sandbox.path(""));
    for (key, value) in tool.get_envs() {
        match value {
            Some(value) => command.env(key, value),
            None => command.env_remove(key),
        };
    }
    command
}

#[cfg(test)]
mod tests {
    use super::{FULL, method, script};

    #[test]
    fn a_disk_is_mounted_on_each_folder_or_a_limit_replaces_it() {
        let (database, temporary) =
            ("attack \"$ATTACK_SANDBOX/workspace/.disprove\";", "attack \"$ATTACK_SANDBOX/tmp\";");
        for (folders, mounted) in FULL.into_iter().zip([[1, 0], [0, 1], [1, 1]]) {
            for room in [0, 8] {
                let script = script(true, folders, room);
                let mount = format!("mount -t tmpfs -o size={}k ", 256 + room);
                let mounts = |place: &str| script.matches(&(mount.clone() + place)).count();
                assert_eq!([mounts(database), mounts(temporary)], mounted, "{script}");
                // Without room, more is written than fits.
                let filler = format!("head -c {}k /dev/zero ", if room == 0 { 320 } else { 256 });
                assert_eq!(script.matches(&filler).count(), folders.len(), "{script}");
            }
        }
        assert!(script(false, FULL[0], 8).contains("ulimit -f 2;"));
        assert!(method(true).contains("tmpfs") && method(false).contains("RLIMIT_FSIZE"));
    }
}
