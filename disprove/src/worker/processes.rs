//! Other processes: those that belong to a worker, and the memory of one. Only Linux tells.

use super::protocol::WORKER;
use std::{
    fs,
    path::Path,
    process::{self, Command, Stdio},
    thread,
    time::Duration,
};

/// Attempts to kill all processes of a worker: a killed one may have started another in between.
const ROUNDS: usize = 20;
/// Time between two attempts: a process takes about this long to die.
const ROUND_INTERVAL: Duration = Duration::from_millis(2);

/// Kills the processes of all workers in a folder, except this one. A process is known by the variable that it has
/// inherited, so it may have left its process group, but not cleared its environment.
pub fn kill_processes_of(folder: &Path) {
    for round in 0..ROUNDS {
        if round > 0 {
            thread::sleep(ROUND_INTERVAL);
        }
        let found = processes_of(folder);
        if found.is_empty() {
            return;
        }
        // The standard library only kills its own children.
        let mut command = Command::new("sh");
        command.args(["-c", "kill -KILL \"$@\"", "sh"]).args(found).env_remove(WORKER);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        if command.status().is_err() {
            return;
        }
    }
}

fn processes_of(folder: &Path) -> Vec<String> {
    let folder = folder.as_os_str().as_encoded_bytes();
    let own = process::id().to_string();
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Ok(name) = entry.file_name().into_string() else { continue };
        if name == own || !name.bytes().all(|byte| byte.is_ascii_digit()) {
            continue;
        }
        // That of a process of another user is not readable.
        let Ok(environment) = fs::read(entry.path().join("environ")) else { continue };
        if environment.split(|byte| *byte == 0).any(|variable| is_in(variable, folder)) {
            found.push(name);
        }
    }
    found
}

/// Whether a variable names this folder, or one below, as that of a worker.
fn is_in(variable: &[u8], folder: &[u8]) -> bool {
    let value = variable.strip_prefix(WORKER.as_bytes()).and_then(|rest| rest.strip_prefix(b"="));
    let rest = value.and_then(|value| value.strip_prefix(folder));
    rest.is_some_and(|rest| rest.is_empty() || rest[0] == b'/')
}

/// Bytes of memory that a process has touched and that only it can give back: files that it maps do not count.
pub fn resident_memory(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    resident(&status)
}

fn resident(status: &str) -> Option<u64> {
    let mut sum = None;
    for line in status.lines() {
        if let Some((name, value)) = line.split_once(':') {
            if ["RssAnon", "RssShmem", "VmSwap"].contains(&name) {
                if let Some(number) = value.trim().strip_suffix(" kB") {
                    sum = Some(sum.unwrap_or(0) + number.trim().parse::<u64>().ok()? * 1_024);
                }
            }
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::{is_in, resident};

    #[test]
    fn a_process_belongs_to_the_folder_that_it_names_and_to_those_above() {
        for (variable, expected) in [
            ("DISPROVE_WORKER=/tmp/a", true),
            ("DISPROVE_WORKER=/tmp/a/case", true),
            ("DISPROVE_WORKER=/tmp/ab", false),
            ("DISPROVE_WORKER=/tmp", false),
            ("PWD=/tmp/a", false),
            ("", false),
        ] {
            assert_eq!(is_in(variable.as_bytes(), b"/tmp/a"), expected, "{variable}");
        }
    }

    #[test]
    fn reserved_memory_and_mapped_files_do_not_count() {
        let status = "VmPeak:\t 9000 kB\nVmRSS:\t 900 kB\nRssAnon:\t     100 kB\nRssFile:\t     700 kB\n\
                      RssShmem:\t      50 kB\nVmSwap:\t       2 kB\n";
        assert_eq!(resident(status), Some(152 * 1_024));
        assert_eq!(resident("Name:\tzombie\n"), None);
    }
}
