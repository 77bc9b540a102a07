//! What a worker says to whoever started it.

use super::protocol::{REPLIES, Reply, version_line};
use std::{
    fs::{File, OpenOptions},
    io::Write,
    path::Path,
    sync::OnceLock,
    time::{Duration, Instant},
};

/// How often progress is told: people see it as steady.
const BETWEEN: Duration = Duration::from_millis(100);

/// The file of answers.
#[derive(Debug)]
pub(crate) struct Telling {
    file: Option<File>,
    last: Instant,
}

impl Telling {
    pub(crate) fn at(folder: &Path) -> Telling {
        end_with_parent();
        let file = OpenOptions::new().create(true).append(true).open(folder.join(REPLIES));
        let mut telling = Telling { file: file.ok(), last: Instant::now() };
        let is_new = |file: &File| file.metadata().is_ok_and(|data| data.len() == 0);
        if telling.file.as_ref().is_some_and(is_new) {
            telling.write(&version_line());
        }
        telling
    }

    /// One line, in one write. Who cannot be told finds out by the end of the process.
    pub(crate) fn say(&mut self, reply: &Reply) {
        self.write(&reply.encode());
    }

    fn write(&mut self, line: &str) {
        if let Some(file) = &mut self.file {
            let _ = file.write_all(line.as_bytes());
        }
    }

    /// Whether progress should be told again. When there is nobody to tell, the process ends.
    pub(crate) fn is_due(&mut self) -> bool {
        let due = self.last.elapsed() >= BETWEEN;
        if due {
            self.last = Instant::now();
            end_with_parent();
        }
        due
    }
}

/// Ends the process if the one that started it is no more: nobody would end it otherwise.
#[cfg(unix)]
pub(super) fn end_with_parent() {
    static PARENT: OnceLock<u32> = OnceLock::new();
    let parent = std::os::unix::process::parent_id();
    if *PARENT.get_or_init(|| parent) != parent {
        std::process::exit(1);
    }
}

#[cfg(not(unix))]
pub(super) fn end_with_parent() {}
