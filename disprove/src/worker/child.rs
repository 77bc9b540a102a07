//! A child process of this test binary.

use super::{
    AbnormalExit, Job, OutputTail, Task,
    journal::{self, Last},
    processes::{kill_processes_of, resident_memory},
    protocol::WORKER,
};
use std::{
    env, fs, io,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// First interval between two looks at a process; it doubles with each look ...
const FIRST_LOOK: Duration = Duration::from_micros(500);
/// ... up to this.
const LAST_LOOK: Duration = Duration::from_millis(20);

/// Time that a process may take to start its first case, besides the time of the case.
const START: Duration = Duration::from_secs(20);

/// Time after the end of a process in which its output ends, unless another process has inherited it.
const LAST_OUTPUT: Duration = Duration::from_millis(50);

/// A process that runs the same test as a worker. Killed on drop.
pub(super) struct ChildProcess {
    child: Child,
    folder: PathBuf,
    output: OutputTail,
    /// Time until its first entry in the journal, besides the time limit of a case.
    start: Duration,
    /// Memory limit in bytes; 0 for none.
    memory: u64,
}

impl ChildProcess {
    /// Starts this binary again with a job, in a new folder.
    pub(super) fn start(job: &Job, arguments: &[String]) -> io::Result<ChildProcess> {
        job.write()?;
        let mut child = Command::new(this_binary()?)
            .args(arguments)
            .env(WORKER, &job.folder)
            // A backtrace would bury the message that the report shows.
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()?;
        let stderr = child.stderr.take().expect("standard error is a pipe");
        let output = OutputTail::read(stderr).inspect_err(|_| end(&mut child))?;
        // A process for one case has no journal.
        let start = if job.task == Task::Case { Duration::ZERO } else { START };
        Ok(ChildProcess { child, folder: job.folder.clone(), output, start, memory: job.memory })
    }

    /// Waits until the process ends, and kills it if a case exceeds its time limit or the process its memory limit.
    pub(super) fn wait(&mut self, limit: Duration) -> io::Result<AbnormalExit> {
        let journal = self.folder.join("journal");
        let (mut case, mut since, mut pause) = (0, Instant::now(), FIRST_LOOK);
        let exit = loop {
            if let Some(status) = self.child.try_wait()? {
                break AbnormalExit::Ended(status);
            }
            let now = journal::last(&journal).map_or(0, |last| last.case);
            if now != case {
                (case, since) = (now, Instant::now());
            }
            let start = if case == 0 { self.start } else { Duration::ZERO };
            if since.elapsed() >= limit.saturating_add(start) {
                break AbnormalExit::TimedOut(limit);
            }
            let resident = || resident_memory(self.child.id()).unwrap_or(0);
            if self.memory > 0 && resident() > self.memory {
                break AbnormalExit::OutOfMemory(self.memory);
            }
            thread::sleep(pause);
            pause = (pause * 2).min(LAST_LOOK);
        };
        end(&mut self.child);
        if !self.output.ends_within(LAST_OUTPUT) {
            kill_processes_of(&self.folder);
        }
        Ok(exit)
    }

    /// The end of its output.
    pub(super) fn printed(&self) -> String {
        self.output.text()
    }

    /// The last case that it began.
    pub(super) fn last_case(&self) -> io::Result<Last> {
        journal::last(&self.folder.join("journal"))
    }
}

impl Drop for ChildProcess {
    fn drop(&mut self) {
        end(&mut self.child);
    }
}

fn end(child: &mut Child) {
    // Both fail if it has ended.
    let _ = child.kill();
    let _ = child.wait();
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

/// Replaces the folder of a worker by an empty one.
pub(super) fn prepare(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(why) if why.kind() != io::ErrorKind::NotFound => Err(why),
        _ => fs::create_dir(folder),
    }
}

/// Exit code of a worker after a panic on a thread that one of its cases started.
pub(super) const SUSPICIOUS: i32 = 3;

/// Exit code of a worker that survived all cases of a batch.
pub(super) const SURVIVED: i32 = 4;
