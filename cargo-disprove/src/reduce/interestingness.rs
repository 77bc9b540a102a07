//! The interestingness test: a command that runs with candidates.

use disprove::__private::TempFolder;
use std::{
    ffi::{OsStr, OsString},
    fs::{self, File},
    io::{self, Read, Seek, SeekFrom},
    path::{Path, is_separator},
    process::{Command, ExitStatus, Stdio},
    sync::{
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};

/// Placeholder for the path of the candidate.
const PLACEHOLDER: &str = "{}";

/// How often Ctrl-C is checked while a command runs: people wait for it.
const STOP_INTERVAL: Duration = Duration::from_millis(50);

/// Bytes shown from the end of the output when the file itself is not interesting: enough for an error message.
const MAX_OUTPUT: u64 = 2_000;

/// A command with its settings.
#[derive(Debug)]
pub(super) struct InterestingnessTest {
    program: OsString,
    arguments: Vec<Argument>,
    /// The name of the file and of all candidates.
    name: OsString,
    /// Contains the folders of candidates.
    folder: TempFolder,
    timeout: Duration,
    number: AtomicU64,
}

/// An argument of the command.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Argument {
    Text(OsString),
    /// Strings with the path of the candidate between them.
    Candidate(Vec<String>),
}

/// How a run ended.
#[derive(Debug)]
pub(super) enum RunEnd {
    Exit(ExitStatus),
    TimedOut,
    Stopped,
}

impl RunEnd {
    pub(super) fn is_interesting(&self) -> bool {
        matches!(self, RunEnd::Exit(status) if status.success())
    }
}

/// The result of a run, and the end of its output.
#[derive(Debug)]
pub(super) struct CommandRun {
    pub(super) ending: RunEnd,
    pub(super) output: String,
}

impl InterestingnessTest {
    /// Makes names of files and folders in the arguments absolute, as the command runs in another folder. The name of the
    /// file to reduce stands for the candidate.
    pub(super) fn new(
        command: &[OsString],
        seed: &Path,
        timeout: Duration,
    ) -> io::Result<InterestingnessTest> {
        let (program, rest) = command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let here = std::env::current_dir()?;
        let seed = fs::canonicalize(seed)?;
        let mut arguments = Vec::new();
        for argument in rest {
            arguments.push(Argument::new(argument, &here, &seed));
        }
        if arguments.iter().all(|argument| matches!(argument, Argument::Text(_))) {
            arguments.push(Argument::path());
        }
        let is_path = Path::new(program).components().count() > 1;
        let program = if is_path { here.join(program).into() } else { program.clone() };
        let name = seed.file_name().unwrap_or(OsStr::new("candidate")).to_owned();
        let folder = TempFolder::new("reduce")?;
        Ok(InterestingnessTest {
            program,
            arguments,
            name,
            folder,
            timeout,
            number: AtomicU64::new(0),
        })
    }

    /// Runs the command with a candidate in a new folder. Thread-safe.
    pub(super) fn run(
        &self,
        candidate: &[u8],
        keep_output: bool,
        stop: &AtomicBool,
    ) -> io::Result<CommandRun> {
        let number = self.number.fetch_add(1, Relaxed);
        let folder = self.folder.path().join(number.to_string());
        fs::create_dir(&folder)?;
        let run = self.run_in(&folder, candidate, keep_output, stop);
        // Files that cannot be removed stay in the temporary folder.
        let _ = fs::remove_dir_all(&folder);
        run
    }

    fn run_in(
        &self,
        folder: &Path,
        candidate: &[u8],
        keep_output: bool,
        stop: &AtomicBool,
    ) -> io::Result<CommandRun> {
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
        let mut log = None;
        if keep_output {
            // Beside the folder, so that the command does not see it.
            let mut options = File::options();
            let file = options.create(true).truncate(true).read(true).write(true);
            let file = file.open(folder.with_extension("output"))?;
            command.stdout(file.try_clone()?).stderr(file.try_clone()?);
            log = Some(file);
        }
        let ending = wait(command, self.timeout, stop)?;
        let output = log.map_or(Ok(String::new()), tail)?;
        Ok(CommandRun { ending, output })
    }
}

impl Argument {
    /// The path of the candidate alone.
    fn path() -> Argument {
        Argument::Candidate(vec![String::new(); 2])
    }

    fn new(argument: &OsStr, here: &Path, seed: &Path) -> Argument {
        if let Some(text) = argument.to_str().filter(|text| text.contains(PLACEHOLDER)) {
            return Argument::Candidate(text.split(PLACEHOLDER).map(str::to_owned).collect());
        }
        let path = here.join(argument);
        // A plain word such as `check` is not taken for a file of that name, and `./` is the folder of the candidate.
        let named = Path::new(argument).extension().is_some()
            || Path::new(argument).file_name().is_some()
                && argument.to_string_lossy().contains(is_separator);
        match fs::canonicalize(&path) {
            Ok(found) if found == seed => Argument::path(),
            Ok(_) if named => Argument::Text(path.into()),
            _ => Argument::Text(argument.to_owned()),
        }
    }

    fn text(&self, path: &Path) -> OsString {
        match self {
            Argument::Text(text) => text.clone(),
            Argument::Candidate(parts) => {
                let parts: Vec<&OsStr> = parts.iter().map(OsStr::new).collect();
                parts.join(path.as_os_str())
            }
        }
    }
}

/// Runs a command to its end, or kills it with its child processes.
fn wait(mut command: Command, timeout: Duration, stop: &AtomicBool) -> io::Result<RunEnd> {
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
        match end.recv_timeout(left.min(STOP_INTERVAL)) {
            Ok(status) => break RunEnd::Exit(status?),
            Err(RecvTimeoutError::Disconnected) => return Err(io::ErrorKind::Other.into()),
            Err(RecvTimeoutError::Timeout) if stop.load(Relaxed) => break RunEnd::Stopped,
            Err(RecvTimeoutError::Timeout) if start.elapsed() >= timeout => break RunEnd::TimedOut,
            Err(RecvTimeoutError::Timeout) => {}
        }
    };
    // Even if it ended by itself: processes that it left would slow down later runs.
    drop(killer);
    if !waiter.is_finished() && cfg!(unix) {
        let _ = waiter.join();
    }
    Ok(ending)
}

/// Kills a process group on drop.
struct Killer(u32);

impl Drop for Killer {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.0 as i32) {
            // Usually the group has no process left.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
    }
}

/// The end of a file.
fn tail(mut file: File) -> io::Result<String> {
    let length = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(length.saturating_sub(MAX_OUTPUT)))?;
    let mut bytes = Vec::new();
    file.take(MAX_OUTPUT).read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes).trim_end().to_owned();
    Ok(if length > MAX_OUTPUT { format!("[..]{text}") } else { text })
}
