//! A process of this test binary.

use super::protocol::{REPLIES, WORKER};
use std::{
    env, fs,
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

/// A process is looked at this often at first, and less often the longer it takes.
const FIRST_LOOK: Duration = Duration::from_micros(500);
const LAST_LOOK: Duration = Duration::from_millis(20);

/// So much of what a process printed at last is read.
const PRINTED: u64 = 16 << 10;

/// Starts this binary again, for the same test, as a worker with this folder. What it prints goes to a file there.
pub(super) fn start(folder: &Path, arguments: &[String]) -> io::Result<Child> {
    let printed = File::create(folder.join("printed"))?;
    Command::new(env::current_exe()?)
        .args(arguments)
        .env(WORKER, folder)
        // What is said about a death is read by people.
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(printed)
        .spawn()
}

/// Waits for the end; `None`, if there was none in time, and the process was killed. `alive` is asked now and then
/// whether to wait for longer.
pub(super) fn wait(
    child: &mut Child,
    alive: &mut dyn FnMut() -> bool,
) -> io::Result<Option<ExitStatus>> {
    let mut pause = FIRST_LOOK;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if !alive() {
            let _ = child.kill();
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(LAST_LOOK);
    }
}

/// Waits for the end for so long.
pub(super) fn wait_for(child: &mut Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    wait(child, &mut || start.elapsed() < limit)
}

/// What the process printed at last.
pub fn printed(folder: &Path) -> String {
    let read = || -> io::Result<Vec<u8>> {
        let mut file = File::open(folder.join("printed"))?;
        let length = file.seek(SeekFrom::End(0))?;
        file.seek(SeekFrom::Start(length.saturating_sub(PRINTED)))?;
        let mut bytes = Vec::new();
        file.take(PRINTED).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    String::from_utf8_lossy(&read().unwrap_or_default()).into_owned()
}

/// A folder without the files of an earlier process.
pub(super) fn prepare(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for name in [REPLIES, "guide", "image", "journal", "suspects"] {
        match fs::remove_file(folder.join(name)) {
            Err(why) if why.kind() != io::ErrorKind::NotFound => return Err(why),
            _ => {}
        }
    }
    Ok(())
}

/// What a worker exits with when a thread has panicked that one of its cases had started.
pub(super) const SUSPICIOUS: i32 = 3;

/// What a process exits with that has run all cases, and is still alive.
pub(super) const SURVIVED: i32 = 4;
