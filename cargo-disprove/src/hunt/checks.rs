//! Finds `check(..)` calls in ordinary tests by running them.

use super::worker::{Worker, WorkerState};
use crate::project::{Binary, Property, tests};
use disprove::__private::{
    TempFolder,
    protocol::{Job, Reply, Task},
};
use std::{
    collections::BTreeSet,
    rc::Rc,
    thread,
    time::{Duration, Instant},
};

/// Time limit of a test. After it, the calls found so far count.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// How often the worker is polled: short against the start of a process.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// Runs the tests of a binary that are not properties, and returns what they check.
pub(super) fn checks(binary: &Rc<Binary>, properties: &[Property]) -> Vec<Property> {
    let mut found = Vec::new();
    for test in tests(binary) {
        if properties.iter().any(|property| property.test == test) {
            continue;
        }
        for key in keys(binary, &test) {
            found.push(Property { key, test: test.clone(), binary: Rc::clone(binary) });
        }
    }
    found
}

/// The names of the `check(..)` calls of a test.
fn keys(binary: &Rc<Binary>, test: &str) -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    let property =
        Property { key: String::new(), test: test.to_owned(), binary: Rc::clone(binary) };
    let Ok(folder) = TempFolder::new("list") else { return keys };
    let job = Job {
        time: Some(TIME_LIMIT),
        limit: TIME_LIMIT,
        ..Job::new(&folder.path().join("worker"), Task::List, &property.key)
    };
    let Ok(mut worker) = Worker::start(&property, &job) else { return keys };
    let start = Instant::now();
    while matches!(worker.poll(), Ok(WorkerState::Running)) && start.elapsed() < TIME_LIMIT {
        thread::sleep(POLL_INTERVAL);
    }
    for reply in worker.replies() {
        if let Reply::Property(key) = reply {
            keys.insert(key);
        }
    }
    keys
}
