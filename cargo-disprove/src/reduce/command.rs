//! The command that says whether a file is interesting, run with candidates.

use std::{
    ffi::{OsStr, OsString},
    fs::{self, File},
    io::{self, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    process::{Command, ExitStatus, Stdio},
    sync::{
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};

/// Stands for the path of the candidate.
const PLACE: &str = "{}";

/// How long a command runs on after Ctrl-C at most: people wait for it.
const PATIENCE: Duration = Duration::from_millis(50);

/// So much of what a command says is shown when the file it is to be reduced by is not interesting.
const TAIL: u64 = 2_000;

/// A command, and what it needs for a run.
#[derive(Debug)]
pub(super) struct Question {
    program: OsString,
    arguments: Vec<Argument>,
    /// The name of the file, which candidates have as well.
    name: OsString,
    /// Folders of candidates are made in here.
    folder: PathBuf,
    timeout: Duration,
    number: AtomicU64,
}

/// An argument of the command.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Argument {
    Text(OsString),
    /// The path of the candidate, between two texts.
    Candidate(String, String),
}

/// How a run ended.
#[derive(Debug)]
pub(super) enum Ending {
    Exit(ExitStatus),
    TimedOut,
    Stopped,
}

impl Ending {
    pub(super) fn is_interesting(&self) -> bool {
        matches!(self, Ending::Exit(status) if status.success())
    }
}

/// A run, and the end of what it said.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) ending: Ending,
    pub(super) said: String,
}

impl Question {
    /// Names of files in the arguments are made absolute, as the command runs in another folder; that of the
    /// file to be reduced stands for the candidate.
    pub(super) fn new(
        command: &[OsString],
        seed: &Path,
        timeout: Duration,
    ) -> io::Result<Question> {
        let (program, rest) = command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let here = std::env::current_dir()?;
        let seed = fs::canonicalize(seed)?;
        let mut arguments = Vec::new();
        for argument in rest {
            arguments.push(Argument::new(argument, &here, &seed));
        }
        if arguments.iter().all(|argument| matches!(argument, Argument::Text(_))) {
            arguments.push(Argument::Candidate(String::new(), String::new()));
        }
        let is_path = Path::new(program).components().count() > 1;
        let program = if is_path { here.join(program).into() } else { program.clone() };
        let name = seed.file_name().unwrap_or(OsStr::new("candidate")).to_owned();
        let folder = std::env::temp_dir().join(format!("disprove-reduce-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        Ok(Question { program, arguments, name, folder, timeout, number: AtomicU64::new(0) })
    }

    /// Runs the command with a candidate, in a folder that holds nothing else. Several threads may.
    pub(super) fn ask(&self, candidate: &[u8], listen: bool, stop: &AtomicBool) -> io::Result<Run> {
        let number = self.number.fetch_add(1, Relaxed);
        let folder = self.folder.join(number.to_string());
        fs::create_dir(&folder)?;
        let run = self.ask_in(&folder, candidate, listen, stop);
        // What the command made unremovable stays behind in the folder for temporary files.
        let _ = fs::remove_dir_all(&folder);
        run
    }

    fn ask_in(
        &self,
        folder: &Path,
        candidate: &[u8],
        listen: bool,
        stop: &AtomicBool,
    ) -> io::Result<Run> {
        let path = folder.join(&self.name);
        fs::write(&path, candidate)?;
        let mut command = Command::new(&self.program);
        command
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        for argument in &self.arguments {
            command.arg(argument.text(&path));
        }
        let mut heard = None;
        if listen {
            // Beside the folder, where the command does not see it.
            let mut options = File::options();
            let file = options.create(true).truncate(true).read(true).write(true);
            let file = file.open(folder.with_extension("said"))?;
            command.stdout(file.try_clone()?).stderr(file.try_clone()?);
            heard = Some(file);
        }
        let ending = wait(command, self.timeout, stop)?;
        let said = heard.map_or(Ok(String::new()), tail)?;
        Ok(Run { ending, said })
    }
}

impl Drop for Question {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl Argument {
    fn new(argument: &OsStr, here: &Path, seed: &Path) -> Argument {
        if let Some((before, after)) = argument.to_str().and_then(|text| text.split_once(PLACE)) {
            return Argument::Candidate(before.to_owned(), after.to_owned());
        }
        let path = here.join(argument);
        // A word such as `check` is rather a word than the file of that name.
        let named = Path::new(argument).extension().is_some()
            || Path::new(argument).components().count() > 1;
        match fs::canonicalize(&path) {
            Ok(found) if found == seed => Argument::Candidate(String::new(), String::new()),
            Ok(found) if named && found.is_file() => Argument::Text(path.into()),
            _ => Argument::Text(argument.to_owned()),
        }
    }

    fn text(&self, path: &Path) -> OsString {
        match self {
            Argument::Text(text) => text.clone(),
            Argument::Candidate(before, after) => {
                let mut text = OsString::from(before);
                text.push(path);
                text.push(after);
                text
            }
        }
    }
}

/// Runs a command to its end, or kills it and all that it started.
fn wait(mut command: Command, timeout: Duration, stop: &AtomicBool) -> io::Result<Ending> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn()?;
    let group = child.id();
    let (ended, end) = mpsc::channel();
    let killer = Killer(group);
    let waiter = thread::spawn(move || ended.send(child.wait()));
    let start = Instant::now();
    let ending = loop {
        let left = timeout.saturating_sub(start.elapsed());
        match end.recv_timeout(left.min(PATIENCE)) {
            Ok(status) => break Ending::Exit(status?),
            Err(RecvTimeoutError::Disconnected) => return Err(io::ErrorKind::Other.into()),
            Err(RecvTimeoutError::Timeout) if stop.load(Relaxed) => break Ending::Stopped,
            Err(RecvTimeoutError::Timeout) if start.elapsed() >= timeout => break Ending::TimedOut,
            Err(RecvTimeoutError::Timeout) => {}
        }
    };
    // Also when it ended by itself: what it left running would slow down all runs after it.
    drop(killer);
    if !waiter.is_finished() && cfg!(unix) {
        let _ = waiter.join();
    }
    Ok(ending)
}

/// Kills a group of processes when it goes.
struct Killer(u32);

impl Drop for Killer {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.0 as i32) {
            // There is none any more, as a rule.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
    }
}

/// The end of what was written to a file.
fn tail(mut file: File) -> io::Result<String> {
    let length = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL)))?;
    let mut bytes = Vec::new();
    file.take(TAIL).read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes).trim_end().to_owned();
    Ok(if length > TAIL { format!("[..]{text}") } else { text })
}
