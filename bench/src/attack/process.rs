//! Processes of an attack: started with a deadline, and found again by a mark in their environment.

use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use std::{
    fs::{self, File},
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    time::{Duration, Instant},
};

/// The variable that marks all processes of a sandbox; its value is the folder of the sandbox.
pub const MARK: &str = "ATTACK_SANDBOX";

/// How often a condition is checked.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// Waits for a condition; returns whether it came true before the deadline.
pub fn wait_for(deadline: Duration, condition: &mut dyn FnMut() -> bool) -> bool {
    let start = Instant::now();
    while !condition() {
        if start.elapsed() >= deadline {
            return false;
        }
        std::thread::sleep(POLL_INTERVAL);
    }
    true
}

/// A running process in a process group of its own. Its output goes to files: a pipe would stay open in processes it
/// leaves behind.
pub struct Running {
    child: Child,
    output: PathBuf,
    errors: PathBuf,
}

/// A process that has ended.
pub struct ProcessEnd {
    /// `None` if it missed the deadline and was killed.
    pub status: Option<ExitStatus>,
    pub output: String,
    pub errors: String,
}

impl ProcessEnd {
    pub fn code(&self) -> Option<i32> {
        self.status.and_then(|status| status.code())
    }

    /// How it ended, and the end of its output, for a line about harm.
    pub fn summary(&self) -> String {
        let how = self.status.map_or("missed its deadline".to_owned(), |status| status.to_string());
        let text = format!("{}{}", self.output, self.errors);
        // Findings of a hunt say more than its other events.
        let is_finding = |line: &str| {
            ["finding", "death"].iter().any(|kind| line.contains(&format!("\"event\":\"{kind}\"")))
        };
        let is_event = |line: &str| line.starts_with('{') && !is_finding(line);
        let lines = text.lines().filter(|line| !line.trim().is_empty() && !is_event(line));
        let lines: Vec<&str> = lines.collect();
        let last = lines[lines.len().saturating_sub(4)..].join("\n");
        let shown: String = last.chars().take(1_500).flat_map(escaped).collect();
        format!("{how}\n{shown}")
    }
}

/// A character as the table shows it: output of hostile properties may contain terminal sequences.
fn escaped(c: char) -> Vec<char> {
    if c.is_control() && c != '\n' { c.escape_default().collect() } else { vec![c] }
}

impl Running {
    /// Starts a command whose output goes to files `<name>.out` and `<name>.err` in this folder.
    pub fn start(command: &mut Command, folder: &Path, name: &str) -> Result<Running, String> {
        let (output, errors) =
            (folder.join(format!("{name}.out")), folder.join(format!("{name}.err")));
        let create = |path: &Path| {
            File::create(path).map_err(|why| format!("cannot write {}: {why}", path.display()))
        };
        command.stdin(Stdio::null()).stdout(create(&output)?).stderr(create(&errors)?);
        let child = command
            .process_group(0)
            .spawn()
            .map_err(|why| format!("cannot start {}: {why}", command.get_program().display()))?;
        Ok(Running { child, output, errors })
    }

    /// The output so far.
    pub fn output(&self) -> String {
        text(&self.output)
    }

    pub fn has_ended(&mut self) -> bool {
        self.child.try_wait().is_ok_and(|status| status.is_some())
    }

    /// Sends a signal to the process alone, as `kill` does.
    pub fn signal(&self, signal: Signal) {
        if let Some(pid) = Pid::from_raw(self.child.id() as i32) {
            let _ = kill_process(pid, signal);
        }
    }

    /// Waits for its end; kills its group at the deadline.
    pub fn finish(mut self, deadline: Duration) -> ProcessEnd {
        let mut status = None;
        let ended = wait_for(deadline, &mut || {
            status = self.child.try_wait().ok().flatten();
            status.is_some()
        });
        if !ended {
            if let Some(pid) = Pid::from_raw(self.child.id() as i32) {
                let _ = kill_process_group(pid, Signal::KILL);
            }
            let _ = self.child.wait();
        }
        ProcessEnd { status, output: text(&self.output), errors: text(&self.errors) }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Bytes of an output file that are read: more than any attack should print.
const MAX_OUTPUT: usize = 16 << 20;

fn text(path: &Path) -> String {
    let mut bytes = fs::read(path).unwrap_or_default();
    bytes.truncate(MAX_OUTPUT);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Processes that have the mark of this sandbox, except those that have ended and wait for their parent.
pub fn marked(sandbox: &Path) -> Vec<u32> {
    let mark = format!("{MARK}={}", sandbox.display());
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else {
            continue;
        };
        let variables = fs::read(entry.path().join("environ")).unwrap_or_default();
        if variables.split(|byte| *byte == 0).any(|variable| variable == mark.as_bytes()) {
            found.push(pid);
        }
    }
    found
}

/// The command line of a process, for people.
pub fn command_line(pid: u32) -> String {
    let words = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    let words = String::from_utf8_lossy(&words).replace('\0', " ");
    words.chars().take(120).flat_map(escaped).collect()
}

/// Kills one process.
pub fn kill(pid: u32) {
    if let Some(pid) = Pid::from_raw(pid as i32) {
        let _ = kill_process(pid, Signal::KILL);
    }
}
