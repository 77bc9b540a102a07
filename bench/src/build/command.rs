//! Cargo commands on the generated crates: their CPU time, and what their output says.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A finished cargo command.
pub struct Finished {
    /// User and system time of cargo and all processes it started.
    pub seconds: f64,
    /// Standard output and standard error.
    pub output: String,
}

/// Variables that would change the measured build: a compiler cache, other flags, no incremental compilation.
const REMOVED: [&str; 5] = [
    "RUSTC_WRAPPER",
    "RUSTC_WORKSPACE_WRAPPER",
    "RUSTFLAGS",
    "CARGO_ENCODED_RUSTFLAGS",
    "CARGO_INCREMENTAL",
];

/// Runs cargo in `folder`. Bash measures the time, because the standard library does not report the CPU time of
/// child processes.
pub fn cargo(
    folder: &Path,
    target: &Path,
    incremental: bool,
    arguments: &[&str],
) -> Result<Finished, String> {
    fs::create_dir_all(target).map_err(|error| format!("{}: {error}", target.display()))?;
    let log = target.join("cargo.log");
    let mut command = Command::new("bash");
    command.args(["-c", "TIMEFORMAT='%U %S'; time \"$@\" >\"$0\" 2>&1"]).arg(&log);
    command.arg(env::var_os("CARGO").unwrap_or_else(|| "cargo".into())).args(arguments);
    for name in REMOVED {
        command.env_remove(name);
    }
    if !incremental {
        command.env("CARGO_INCREMENTAL", "0");
    }
    command.current_dir(folder).env("CARGO_TARGET_DIR", target).env("LC_ALL", "C");
    command.env("CARGO_TERM_COLOR", "never").env("CARGO_TERM_QUIET", "false");
    let finished = command
        .output()
        .map_err(|error| format!("cannot start bash, which measures the time: {error}"))?;
    let output = fs::read_to_string(&log).unwrap_or_default();
    let times = String::from_utf8_lossy(&finished.stderr);
    if !finished.status.success() {
        return Err(format!(
            "cargo {} in {} failed:\n{output}{times}",
            arguments.join(" "),
            folder.display()
        ));
    }
    let seconds = cpu_seconds(&times)
        .ok_or_else(|| format!("expected two times from bash, found `{}`", times.trim()))?;
    Ok(Finished { seconds, output })
}

/// The sum of the user and the system time in the last line that bash printed.
fn cpu_seconds(printed: &str) -> Option<f64> {
    let times: Vec<f64> = printed
        .lines()
        .last()?
        .split_whitespace()
        .map(str::parse)
        .collect::<Result<_, _>>()
        .ok()?;
    let [user, system] = times[..] else { return None };
    Some(user + system)
}

/// The number of crates that cargo compiled.
pub fn crates(output: &str) -> usize {
    output.lines().filter(|line| line.trim_start().starts_with("Compiling ")).count()
}

/// The test binary that cargo names after a build, as in `Executable tests/hundred.rs (target/debug/deps/..)`.
pub fn executable(output: &str) -> Option<PathBuf> {
    let line = output.lines().rfind(|line| line.trim_start().starts_with("Executable "))?;
    Some(PathBuf::from(line.rsplit_once('(')?.1.strip_suffix(')')?))
}

/// The total number of lines that `cargo llvm-lines` counted.
pub fn llvm_lines(output: &str) -> Option<f64> {
    output
        .lines()
        .find(|line| line.trim_end().ends_with("(TOTAL)"))?
        .split_whitespace()
        .next()?
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::{cpu_seconds, crates, executable, llvm_lines};
    use std::path::Path;

    #[test]
    fn adds_user_and_system_time() {
        assert_eq!(cpu_seconds("1.250 0.500\n"), Some(1.75));
        assert_eq!(cpu_seconds("bash: warning: locale\n1.250 0.500\n"), Some(1.75));
        assert_eq!(cpu_seconds("cargo: not found"), None);
        assert_eq!(cpu_seconds("1.250"), None);
        assert_eq!(cpu_seconds(""), None);
    }

    #[test]
    fn reads_what_cargo_prints() {
        let output = "   Compiling syn v2.0.0\n   Compiling one v0.0.0 (/x)\n    Finished `test` profile\n  \
                      Executable tests/one.rs (/x/one-0)\n";
        assert_eq!(crates(output), 2);
        assert_eq!(executable(output).as_deref(), Some(Path::new("/x/one-0")));
        assert_eq!(executable("    Finished `test` profile\n"), None);
    }

    #[test]
    fn reads_the_total_of_llvm_lines() {
        let output = "  Lines   Copies  Function name\n  -----   ------  -------------\n  364241  14291   (TOTAL)\n    \
                      5960 (1.6%)  322 (2.3%)  core::ops::function::FnOnce::call_once\n";
        assert_eq!(llvm_lines(output), Some(364_241.0));
        assert_eq!(llvm_lines(""), None);
    }
}
