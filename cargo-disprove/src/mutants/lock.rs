//! One run at a time in a folder.

use crate::error::{CommandError, usage};
use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::Path,
};

/// Held as long as this lives, and not longer than the process, however it ends.
#[derive(Debug)]
pub(crate) struct Lock(#[expect(dead_code, reason = "the lock is that of the open file")] File);

impl Lock {
    /// Takes it, unless another process has it. Two at the same time would remove each other's files.
    pub(crate) fn take(path: &Path) -> Result<Lock, CommandError> {
        let folder = path.parent().unwrap_or(Path::new("."));
        let cannot =
            |why: io::Error| usage(format!("{} cannot be written: {why}", folder.display()));
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
                "process {} tests mutants in {} already: wait for it, or choose another folder with `--output`",
                other.trim(),
                folder.display()
            )));
        }
        // For the message above, and nothing else.
        let _ = file.set_len(0).and_then(|()| writeln!(file, "{}", std::process::id()));
        Ok(Lock(file))
    }
}

#[cfg(unix)]
fn is_taken(file: &File) -> bool {
    use rustix::fs::{FlockOperation, flock};
    // Where files cannot be locked, whoever starts two runs has to know.
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
    fn only_one_at_a_time_and_the_next_one_after_it() {
        let folder = env::temp_dir().join(format!("disprove-lock-{}", std::process::id()));
        let path = folder.join("a b").join("lock");
        let lock = Lock::take(&path).expect("the first");
        let said = Lock::take(&path).expect_err("the second").0;
        let expected = format!("process {} tests mutants in", std::process::id());
        assert!(said.starts_with(&expected), "{said}");
        drop(lock);
        // What is left of one that was killed is no lock.
        Lock::take(&path).expect("the next");
        fs::remove_dir_all(folder).expect("removed");
    }
}
