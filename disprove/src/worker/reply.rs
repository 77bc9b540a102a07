//! The reply channel: what a worker sends to the process that started it.

use super::protocol::{REPLIES, Reply, version_line};
use std::{
    fs::{File, OpenOptions},
    io::Write,
    path::Path,
    sync::OnceLock,
    time::{Duration, Instant},
};

/// Time between two progress replies: people see it as steady.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// The file of replies.
#[derive(Debug)]
pub(crate) struct ReplyChannel {
    file: Option<File>,
    last: Instant,
}

impl ReplyChannel {
    pub(crate) fn at(folder: &Path) -> ReplyChannel {
        end_with_parent();
        let file = OpenOptions::new().create(true).append(true).open(folder.join(REPLIES));
        let mut replies = ReplyChannel { file: file.ok(), last: Instant::now() };
        let is_new = |file: &File| file.metadata().is_ok_and(|data| data.len() == 0);
        if replies.file.as_ref().is_some_and(is_new) {
            replies.write(&version_line());
        }
        replies
    }

    /// Sends a problem that does not change the verdict.
    pub(crate) fn warn(&mut self, warning: &str) {
        self.send(&Reply::Warned(warning.to_owned()));
    }

    /// Appends one line in one write. If that fails, the host sees only how the process ends.
    pub(crate) fn send(&mut self, reply: &Reply) {
        self.write(&reply.encode());
    }

    fn write(&mut self, line: &str) {
        if let Some(file) = &mut self.file {
            let _ = file.write_all(line.as_bytes());
        }
    }

    /// Whether the next progress reply is due. Ends the process if its parent is gone.
    pub(crate) fn is_due(&mut self) -> bool {
        let due = self.last.elapsed() >= PROGRESS_INTERVAL;
        if due {
            self.last = Instant::now();
            end_with_parent();
        }
        due
    }
}

/// Ends the process if its parent is gone: nothing else would end it.
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
