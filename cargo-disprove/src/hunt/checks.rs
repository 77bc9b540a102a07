//! What ordinary tests check with `check(..)`. Nobody knows before they are run.

use super::worker::{Order, Said, State, Task, Worker};
use crate::project::{Binary, Property, tests};
use std::{
    collections::BTreeSet,
    env,
    rc::Rc,
    thread,
    time::{Duration, Instant},
};

/// A test that takes longer is not waited for; what it has checked by then is known.
const LONGEST: Duration = Duration::from_secs(60);

/// How often a test is looked at.
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);

/// Runs the tests of a binary that are no properties, and says what they check.
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

/// The names of what a test checks.
fn keys(binary: &Rc<Binary>, test: &str) -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    let order = Order {
        task: Task::List,
        seed: 0,
        time: LONGEST,
        limit: LONGEST,
        memory: 0,
        known: false,
        faults: Vec::new(),
    };
    let property =
        Property { key: String::new(), test: test.to_owned(), binary: Rc::clone(binary) };
    let folder = env::temp_dir().join(format!("disprove-list-{}", std::process::id()));
    let Ok(mut worker) = Worker::start(&property, &order, folder) else { return keys };
    let start = Instant::now();
    while matches!(worker.look(), Ok(State::Working)) && start.elapsed() < LONGEST {
        thread::sleep(BETWEEN_LOOKS);
    }
    for said in worker.hear() {
        if let Said::Property(key) = said {
            keys.insert(key);
        }
    }
    keys
}
