//! The messages of `--message-format json`: passes on what the tests write to a file, and adds a summary.

use crate::{
    error::{CommandError, usage},
    project::cannot_run_cargo,
    terminal::print_json,
};
use disprove::__private::TempFolder;
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    path::PathBuf,
    process::Command,
    thread,
    time::{Duration, Instant},
};

/// The variable that names the file, for the tests.
const MESSAGES: &str = "DISPROVE_MESSAGES";

/// Version of the messages: a changed meaning needs a new one, a new key does not.
const FORMAT: u32 = 1;

/// How often the file is read: people see it as immediate.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// What is wrong with a property that did not end.
const ABORTED: &str = "the process of the test ended before the property did: see what it printed; \
     `#[property(isolate)]` runs the property in a process of its own, and reduces the input that ends it";

/// The messages of one run of the tests.
pub(super) struct Messages {
    /// Removed on drop.
    _folder: TempFolder,
    path: PathBuf,
    /// How many bytes were read.
    read: u64,
    /// The beginning of a line.
    unfinished: Vec<u8>,
    /// Properties that have started and not ended, by their names.
    started: BTreeMap<String, Vec<Value>>,
    passed: u64,
    failed: u64,
}

impl Messages {
    pub(super) fn new() -> Result<Messages, CommandError> {
        let folder = TempFolder::new("messages")
            .map_err(|why| usage(format!("cannot make a folder for messages: {why}")))?;
        Ok(Messages {
            path: folder.path().join("messages"),
            _folder: folder,
            read: 0,
            unfinished: Vec::new(),
            started: BTreeMap::new(),
            passed: 0,
            failed: 0,
        })
    }

    /// Runs the tests and prints their messages. Returns whether all tests passed.
    pub(super) fn follow(&mut self, command: &mut Command) -> Result<bool, CommandError> {
        command.env(MESSAGES, &self.path);
        let mut process = command.spawn().map_err(|why| cannot_run_cargo(&why))?;
        loop {
            let status = process.try_wait().map_err(|why| cannot_run_cargo(&why))?;
            self.read_new()
                .map_err(|why| usage(format!("cannot read the messages of the tests: {why}")))?;
            if let Some(status) = status {
                self.abort_unfinished();
                return Ok(status.success());
            }
            thread::sleep(POLL_INTERVAL);
        }
    }

    pub(super) fn print_summary(&self, success: bool, start: Instant) {
        print_json(&summary(success, true, [self.passed, self.failed], start));
    }

    fn read_new(&mut self) -> io::Result<()> {
        let mut file = match File::open(&self.path) {
            // It appears with the first message.
            Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(()),
            opened => opened?,
        };
        file.seek(SeekFrom::Start(self.read))?;
        self.read += file.read_to_end(&mut self.unfinished)? as u64;
        let Some(end) = self.unfinished.iter().rposition(|byte| *byte == b'\n') else {
            return Ok(());
        };
        let rest = self.unfinished.split_off(end + 1);
        let whole = std::mem::replace(&mut self.unfinished, rest);
        for line in whole.split(|byte| *byte == b'\n') {
            if let Ok(message) = serde_json::from_slice(line) {
                self.hear(message);
            }
        }
        Ok(())
    }

    fn hear(&mut self, message: Value) {
        let name = message["name"].as_str().unwrap_or_default().to_owned();
        if message["event"] == "started" {
            self.started.entry(name).or_default().push(message);
            return;
        }
        if let Some(started) = self.started.get_mut(&name) {
            started.pop();
        }
        self.print(&message);
    }

    /// Reports the properties whose processes have died.
    fn abort_unfinished(&mut self) {
        for mut message in std::mem::take(&mut self.started).into_values().flatten() {
            message["event"] = json!("property");
            message["status"] = json!("failed");
            message["verdict"] = json!("aborted");
            message["report"] = json!(ABORTED);
            message["failures"] = json!([]);
            self.print(&message);
        }
    }

    fn print(&mut self, message: &Value) {
        let count = if message["status"] == "passed" { &mut self.passed } else { &mut self.failed };
        *count += 1;
        print_json(message);
    }
}

/// The summary of tests that could not be built.
pub(super) fn print_build_failure(start: Instant) {
    print_json(&summary(false, false, [0, 0], start));
}

/// The summary, with the time since the start of the build until now.
fn summary(success: bool, built: bool, [passed, failed]: [u64; 2], start: Instant) -> Value {
    json!({
        "event": "summary",
        "format": FORMAT,
        "tool": env!("CARGO_PKG_VERSION"),
        "success": success,
        "built": built,
        "properties": passed + failed,
        "passed": passed,
        "failed": failed,
        "seconds": start.elapsed().as_secs_f64(),
    })
}
