//! A clock that goes backwards, or is decades behind, and files from the future.

use super::{
    Attack,
    events::{judge, judge_saved},
    sandbox::Sandbox,
    tally::Tally,
};
use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, SystemTime},
};

const PROPERTIES: &str = r#"
use disprove::prelude::*;

#[property]
fn panics(list: Vec<u8>) { assert!(list.len() < 6, "too long") }

#[property]
fn aborts(list: Vec<u8>) { if list.len() > 3 && list[2] > 200 { std::process::abort() } }

#[property]
fn holds(a: u64, b: u64) { assert_eq!(a ^ b, b ^ a) }
"#;

/// A library that replaces the clock of the processes it is loaded into. Each look at the time is a second earlier than
/// the one before. The monotonic clock is the kernel's promise and stays.
const SHIM: &str = r#"
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

#[repr(C)]
pub struct Time { seconds: i64, nanoseconds: i64 }

unsafe extern "C" {
    fn syscall(number: i64, clock: i64, time: *mut Time) -> i64;
}

static LOOKS: AtomicI64 = AtomicI64::new(0);

#[cfg(target_arch = "x86_64")]
const CLOCK_GETTIME: i64 = 228;
#[cfg(not(target_arch = "x86_64"))]
const CLOCK_GETTIME: i64 = 113;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn clock_gettime(clock: i32, time: *mut Time) -> i32 {
    let result = unsafe { syscall(CLOCK_GETTIME, i64::from(clock), time) };
    if clock == 0 && result == 0 {
        unsafe { (*time).seconds -= BACK + LOOKS.fetch_add(1, Relaxed) };
    }
    result as i32
}
"#;

/// Seconds that the clock is behind at first: none, and decades. Cargo itself refuses to run before 1970.
const BACK: [(&str, i64); 2] = [("backwards", 0), ("decades_behind", 1_700_000_000)];

const DEADLINE: Duration = Duration::from_secs(180);

pub fn run(attack: &Attack) -> Result<Tally, String> {
    let sandbox = Sandbox::new(&attack.tool, "clock", &[("props", PROPERTIES)])?;
    let mut tally = Tally::new("clock backwards").by("LD_PRELOAD of clock_gettime, future mtimes");
    let hunt = ["hunt", "--json", "--time", "60s", "--findings", "2"];
    let shims = BACK.map(|(name, back)| compile(&sandbox, name, back));
    for round in 0..attack.rounds.div_ceil(10).max(BACK.len() as u32) {
        let (name, _) = BACK[round as usize % BACK.len()];
        let shim = shims[round as usize % BACK.len()].clone()?;
        let what = format!("round {round}, {name}");
        sandbox.reset();
        tally.attempt();
        let mut command = sandbox.tool(&hunt);
        let ended = sandbox.run(command.env("LD_PRELOAD", &shim), DEADLINE)?;
        judge(&mut tally, &what, &ended, &["panics", "aborts"], &["holds"]);
        judge_saved(&mut tally, &what, &sandbox, &["panics", "aborts"], &["holds"]);
        // What was saved comes from the future now, and must still be read.
        tally.attempt();
        age(&sandbox.path(".disprove"))?;
        let ended = sandbox.run(&mut sandbox.tool(&hunt), DEADLINE)?;
        judge(
            &mut tally,
            &format!("{what}, files of the future"),
            &ended,
            &["panics", "aborts"],
            &["holds"],
        );
        tally.left_behind(sandbox.left_behind(), &what);
    }
    Ok(tally)
}

/// Compiles the library with a constant.
fn compile(sandbox: &Sandbox, name: &str, back: i64) -> Result<PathBuf, String> {
    let library = sandbox.root().join(format!("lib{name}.so"));
    let code = format!("const BACK: i64 = {back};\n{SHIM}");
    let done = sandbox.run(&mut rustc("cdylib", &code, &library)?, DEADLINE)?;
    if done.code() == Some(0) { Ok(library) } else { Err(format!("rustc: {}", done.summary())) }
}

/// The command that compiles this code to a file, with the code beside it.
fn rustc(kind: &str, code: &str, output: &Path) -> Result<Command, String> {
    let source = output.with_extension("rs");
    fs::write(&source, code).map_err(|why| format!("cannot write {}: {why}", source.display()))?;
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.args(["--edition", "2024", "--crate-type", kind, "-o"]).arg(output).arg(&source);
    Ok(rustc)
}

/// Moves all files of a folder into the future.
fn age(folder: &Path) -> Result<(), String> {
    let future = SystemTime::now() + Duration::from_secs(10 * 365 * 24 * 3_600);
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            age(&path)?;
        } else {
            let file = File::options().append(true).open(&path);
            let changed = file.and_then(|file| file.set_modified(future));
            changed.map_err(|why| format!("{}: {why}", path.display()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each of a hundred looks is a second earlier than the one before, so no pause of the machine hides it.
    const LOOKS: &str = r"
fn main() {
    let first = std::time::SystemTime::now();
    let last = (0..100).map(|_| std::time::SystemTime::now()).last();
    std::process::exit(i32::from(last < Some(first)));
}
";

    #[test]
    fn all_files_of_a_folder_come_from_the_future() {
        let folder = std::env::temp_dir().join(format!("disprove-future-{}", std::process::id()));
        let files = ["one", "inner/other"].map(|name| folder.join(name));
        fs::create_dir_all(folder.join("inner")).expect("a folder");
        for file in &files {
            fs::write(file, "").expect("a file");
        }
        age(&folder).expect("it is writable");
        for file in &files {
            let modified = fs::metadata(file).and_then(|file| file.modified()).expect("a time");
            assert!(modified > SystemTime::now(), "{}", file.display());
        }
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn each_look_at_the_clock_is_earlier() {
        let folder = std::env::temp_dir().join(format!("disprove-clock-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let [shim, looks] = ["libback.so", "looks"].map(|name| folder.join(name));
        let shim_code = format!("const BACK: i64 = 0;\n{SHIM}");
        for (kind, code, output) in [("cdylib", &*shim_code, &shim), ("bin", LOOKS, &looks)] {
            let done = rustc(kind, code, output).expect("written").status();
            assert!(done.expect("rustc starts").success(), "{kind}");
        }
        let ended = Command::new(&looks).env("LD_PRELOAD", &shim).status().expect("it runs");
        assert_eq!(ended.code(), Some(1), "the last look is not earlier than the first");
        fs::remove_dir_all(folder).expect("removed");
    }
}
