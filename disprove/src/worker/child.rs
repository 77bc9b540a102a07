//! A child process of this test binary.

use super::protocol::{REPLIES, WORKER};
use std::{
    env, fs,
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

/// First interval between two looks at a process; it doubles with each look ...
const FIRST_LOOK: Duration = Duration::from_micros(500);
/// ... up to this.
const LAST_LOOK: Duration = Duration::from_millis(20);

/// Bytes of the end of a process's output that are read.
const PRINTED: u64 = 16 << 10;

/// Starts this binary again for the same test, as a worker with this folder. Its standard error goes to a file there.
pub(super) fn start(folder: &Path, arguments: &[String]) -> io::Result<Child> {
    let printed = File::create(folder.join("printed"))?;
    Command::new(this_binary()?)
        .args(arguments)
        .env(WORKER, folder)
        // A backtrace would bury the message that the report shows.
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(printed)
        .spawn()
}

/// The binary of this process. Another build may have replaced or removed the file since; Linux still has it.
fn this_binary() -> io::Result<PathBuf> {
    let link = Path::new("/proc/self/exe");
    if cfg!(target_os = "linux") && link.exists() {
        Ok(link.to_owned())
    } else {
        env::current_exe()
    }
}

/// Waits for the end of a process while `alive` returns true. Otherwise kills it and returns `None`.
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

/// Waits for the end of a process for this long.
pub(super) fn wait_for(child: &mut Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    wait(child, &mut || start.elapsed() < limit)
}

/// The end of the output of a process.
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

/// Creates the folder of a worker, and removes the files of an earlier one.
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

/// Exit code of a worker after a panic on a thread that one of its cases started.
pub(super) const SUSPICIOUS: i32 = 3;

/// Exit code of a worker that survived all cases of a batch.
pub(super) const SURVIVED: i32 = 4;
