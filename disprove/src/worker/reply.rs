//! The reply channel: what a worker sends to the process that started it.

use super::{
    crash::give_up,
    protocol::{REPLIES, Reply, version_line},
};
use std::{
    fs::{File, OpenOptions},
    io::{self, Write},
    path::Path,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::{Duration, Instant},
};

/// Time between two progress replies: people see it as steady.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// Whether the last line may be incomplete, so that the next one must not continue it.
static INCOMPLETE: AtomicBool = AtomicBool::new(false);

/// The file of replies.
pub(crate) struct ReplyChannel {
    file: io::Result<File>,
    last: Instant,
}

impl ReplyChannel {
    pub(crate) fn at(folder: &Path) -> ReplyChannel {
        let file = OpenOptions::new().create(true).append(true).open(folder.join(REPLIES));
        let mut replies = ReplyChannel { file, last: Instant::now() };
        let is_new = |file: &File| file.metadata().is_ok_and(|data| data.len() == 0);
        if replies.file.as_ref().is_ok_and(is_new) {
            let _ = replies.write(&version_line());
        }
        replies
    }

    /// Sends a problem that does not change the verdict.
    pub(crate) fn warn(&mut self, warning: &str) {
        self.send(&Reply::Warned(warning.to_owned()));
    }

    /// Appends one line in one write. If that fails, the process ends: without its replies the host would take its end for
    /// a failure of the property. What is only said in advance can be lost.
    pub(crate) fn send(&mut self, reply: &Reply) {
        let written = self.write(&reply.encode());
        let is_early = matches!(
            reply,
            Reply::Progress { .. }
                | Reply::Covered { .. }
                | Reply::Found { .. }
                | Reply::Suspect { .. }
        );
        if let Err(why) = written {
            if !is_early {
                give_up(&format_args!("cannot write its replies: {why}; is the disk full?"));
            }
        }
    }

    fn write(&mut self, line: &str) -> io::Result<()> {
        let file = match &mut self.file {
            Ok(file) => file,
            Err(why) => return Err(io::Error::new(why.kind(), why.to_string())),
        };
        let start = if INCOMPLETE.load(Relaxed) { "\n" } else { "" };
        let written = file.write_all(format!("{start}{line}").as_bytes());
        INCOMPLETE.store(written.is_err(), Relaxed);
        written
    }

    /// Whether the next progress reply is due.
    pub(crate) fn is_due(&mut self) -> bool {
        self.is_due_at(Instant::now())
    }

    fn is_due_at(&mut self, now: Instant) -> bool {
        let due = now.duration_since(self.last) >= PROGRESS_INTERVAL;
        if due {
            self.last = now;
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use super::{PROGRESS_INTERVAL, ReplyChannel};
    use crate::humanize::assert_said;
    use std::{
        io,
        time::{Duration, Instant},
    };

    #[test]
    fn the_guide_states_how_often_the_corpus_is_written() {
        // With each progress reply.
        let text = format!("every {} ms", PROGRESS_INTERVAL.as_millis());
        assert_said("how/hunts.md", &text);
        let start = Instant::now();
        let file = Err(io::ErrorKind::NotFound.into());
        let mut replies = ReplyChannel { file, last: start };
        let due =
            [99, 100, 150, 200].map(|ms| replies.is_due_at(start + Duration::from_millis(ms)));
        assert_eq!(due, [false, true, false, true]);
    }
}
