//! A lock that allows one run at a time per folder.

use crate::error::{CommandError, usage};
use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::Path,
};

/// Held while this value lives, at most until the process ends.
#[derive(Debug)]
pub(crate) struct Lock(#[expect(dead_code, reason = "the lock is that of the open file")] File);

impl Lock {
    /// Takes the lock, unless another process holds it: two runs would remove each other's files.
    pub(crate) fn take(path: &Path) -> Result<Lock, CommandError> {
        let folder = path.parent().unwrap_or(Path::new("."));
        let cannot = |why: io::Error| usage(format!("cannot write to {}: {why}", folder.display()));
        fs::create_dir_all(folder).map_err(cannot)?;
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(cannot)?;
        if is_taken(&file) {
            let other = fs::read_to_string(path).unwrap_or_default();
            return Err(usage(format!(
                "process {} is testing mutants in {}: wait for it, or select another folder with `--output`",
                other.trim(),
                folder.display()
            )));
        }
        // The process id is only for the message above.
        let _ = file.set_len(0).and_then(|()| writeln!(file, "{}", std::process::id()));
        Ok(Lock(file))
    }
}

#[cfg(unix)]
fn is_taken(file: &File) -> bool {
    use rustix::fs::{FlockOperation, flock};
    // Where files cannot be locked, the user has to avoid parallel runs.
    let locked = flock(file, FlockOperation::NonBlockingLockExclusive);
    locked == Err(rustix::io::Errno::WOULDBLOCK)
}

#[cfg(not(unix))]
fn is_taken(_: &File) -> bool {
    false
}

#[cfg(all(test, unix))]
mod tests {
    use super::{Lock, fs};
    use std::env;

    #[test]
    fn a_lock_is_exclusive_and_released_at_the_end() {
        let folder = env::temp_dir().join(format!("disprove-lock-{}", std::process::id()));
        let path = folder.join("a b").join("lock");
        let lock = Lock::take(&path).expect("the first");
        let error = Lock::take(&path).expect_err("the second").0;
        let expected = format!("process {} is testing mutants in", std::process::id());
        assert!(error.starts_with(&expected), "{error}");
        drop(lock);
        // The file of a killed process does not lock.
        Lock::take(&path).expect("the next");
        fs::remove_dir_all(folder).expect("removed");
    }
}
