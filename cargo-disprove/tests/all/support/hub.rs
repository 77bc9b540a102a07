//! Checkouts of one package on several machines, and hunts in them.

use super::{
    fixture::{Fixture, wait_until},
    schema,
};
use serde_json::Value;
use std::{
    fs,
    process::{Child, Command},
};

/// A checkout, with a hunt in it.
pub struct Hub {
    pub fixture: Fixture,
    child: Option<Child>,
    /// The length of the events of earlier hunts.
    before: usize,
}

impl Hub {
    /// A checkout of the package `package` in a folder of its own.
    pub fn new(package: &str, number: usize, properties: &str) -> Hub {
        let name = format!("{package}-{number}");
        let fixture = Fixture::new(&name, properties);
        let manifest = fs::read_to_string(fixture.path("Cargo.toml")).expect("a manifest");
        let old = format!("name = \"{name}\"");
        fixture.file("Cargo.toml", &manifest.replace(&old, &format!("name = \"{package}\"")));
        fixture.build();
        Hub { fixture, child: None, before: 0 }
    }

    /// Starts a hunt. Its events go to the file `events`, after those of earlier hunts.
    pub fn hunt(&mut self, arguments: &[&str], variables: &[(&str, &str)]) {
        assert!(self.child.is_none(), "it hunts already");
        self.before = self.text().len();
        let open = |name: &str| {
            let mut options = fs::OpenOptions::new();
            options.create(true).append(true).open(self.fixture.path(name)).expect("a file")
        };
        let all = ["hunt", "--json", "--share-project", "test"];
        let mut command = self.fixture.command(&[&all, arguments].concat());
        command.envs(variables.iter().copied()).stdout(open("events")).stderr(open("errors"));
        self.child = Some(command.spawn().expect("it runs"));
    }

    /// The events of all hunts in this checkout. A line that a kill has cut off is skipped.
    pub fn events(&self) -> Vec<Value> {
        self.text().lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }

    fn text(&self) -> String {
        fs::read_to_string(self.fixture.path("events")).unwrap_or_default()
    }

    /// The findings of a property in all hunts.
    pub fn findings(&self, property: &str) -> Vec<Value> {
        let mut all = self.events();
        let end = format!("::{property}");
        all.retain(|event| {
            event["event"] == "finding"
                && event["property"].as_str().is_some_and(|name| name.ends_with(&end))
        });
        all
    }

    pub fn is_connected(&self) -> bool {
        let last = self.events().into_iter().rfind(|event| event["connected"].is_boolean());
        last.is_some_and(|event| event["connected"] == true)
    }

    /// The saved failures of a property.
    pub fn failures(&self, property: &str) -> Vec<String> {
        let mut files = self.fixture.files(".disprove/failures");
        files.retain(|file| file.contains(&format!("-{property}-")));
        files
    }

    /// The process of the hunt.
    pub fn id(&self) -> u32 {
        self.child.as_ref().expect("it hunts").id()
    }

    /// Kills the hunt without a chance to clean up.
    pub fn kill(&mut self) {
        let mut child = self.child.take().expect("it hunts");
        let _ = child.kill();
        child.wait().expect("it ends");
    }

    /// Ends the hunt as Ctrl-C does, once it has started. Returns its exit code.
    pub fn interrupt(&mut self) -> i32 {
        wait_until("the start of the hunt", &mut || self.has_printed("\"start\""));
        let kill = Command::new("kill").args(["-INT", &self.id().to_string()]).status();
        assert!(kill.expect("it runs").success());
        self.wait()
    }

    /// Whether the current hunt has found something.
    pub fn has_found(&self) -> bool {
        self.has_printed("\"finding\"")
    }

    fn has_printed(&self, word: &str) -> bool {
        self.text().get(self.before..).is_some_and(|text| text.contains(word))
    }

    /// Waits for the end of the hunt, whose events are as the schema describes them. Returns its exit code.
    pub fn wait(&mut self) -> i32 {
        let mut child = self.child.take().expect("it hunts");
        let mut code = None;
        wait_until("the end of the hunt", &mut || {
            let status = child.try_wait().expect("it runs");
            code = status.map(|status| status.code().unwrap_or(-1));
            code.is_some()
        });
        schema::assert_events(&self.events());
        code.expect("it has ended")
    }
}

impl Drop for Hub {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
