//! Builds the tests again if another build replaces or removes their binaries during the hunt.

use super::Campaign;
use crate::{
    error::CommandError,
    project::{Binary, build, tests},
};
use serde_json::json;
use std::{
    rc::Rc,
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// Time before the next attempt if the tests do not build: somebody is changing them.
const RETRY_INTERVAL: Duration = Duration::from_secs(5);

/// A build under way, or the next attempt.
pub(super) enum Rebuild {
    Running(JoinHandle<Result<Vec<Binary>, CommandError>>),
    Waiting(Instant),
}

impl Campaign<'_> {
    /// Builds the tests again, because the binary of a property has changed. Meanwhile, running workers continue: the
    /// system keeps their code.
    pub(super) fn start_rebuild(&mut self, number: usize) {
        if self.rebuild.is_some() {
            return;
        }
        let binary = &self.properties[number].property.binary;
        let message = format!(
            "the test binary of {} in {} was replaced or removed: building the tests again; the hunt continues with them",
            binary.source, binary.package
        );
        let json = json!({ "event": "rebuild", "message": message });
        self.display.event(&message, json);
        if let Some(sharing) = &mut self.sharing {
            sharing.is_rebuilt = true;
        }
        self.rebuild = Some(self.build());
    }

    fn build(&self) -> Rebuild {
        let flags = self.arguments.flags.clone();
        Rebuild::Running(thread::spawn(move || build(&flags)))
    }

    /// Whether workers must wait for a build. Uses its binaries once it is done.
    pub(super) fn is_rebuilding(&mut self) -> bool {
        match self.rebuild.take() {
            Some(Rebuild::Running(thread)) if thread.is_finished() => {
                if let Ok(Ok(binaries)) = thread.join() {
                    self.replace_binaries(binaries);
                } else {
                    let seconds = RETRY_INTERVAL.as_secs();
                    let message = format!("the tests do not build: trying again every {seconds} s");
                    let json = json!({ "event": "rebuild", "message": message });
                    self.display.event(&message, json);
                    self.rebuild = Some(Rebuild::Waiting(Instant::now() + RETRY_INTERVAL));
                }
            }
            Some(Rebuild::Waiting(time)) if Instant::now() >= time => {
                self.rebuild = Some(self.build());
            }
            rebuild => self.rebuild = rebuild,
        }
        self.rebuild.is_some()
    }

    /// Hunts the properties in new binaries. Those that are gone are given up.
    fn replace_binaries(&mut self, binaries: Vec<Binary>) {
        let mut found = Vec::new();
        for binary in binaries {
            let tests = tests(&binary);
            found.push((Rc::new(binary), tests));
        }
        for number in 0..self.properties.len() {
            let state = &mut self.properties[number];
            let (old, test) = (&state.property.binary, &state.property.test);
            let new = found.iter().find(|(new, tests)| {
                new.package == old.package && new.source == old.source && tests.contains(test)
            });
            if let Some((new, _)) = new {
                state.property.binary = Rc::clone(new);
                state.forget_coverage();
                continue;
            }
            state.retired = Some("no longer exists".to_owned());
            for failure in std::mem::take(&mut state.waiting) {
                self.found(number, failure.into_finding("its test no longer exists"));
            }
        }
    }
}
