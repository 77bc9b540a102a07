//! Hostile files in a repository: for each format, a property of this library generates damaged files and runs the tool
//! on them, with little address space.

mod edit;
mod entry;
mod file;
mod regression;
mod settings;
mod token;

use super::{
    Attack,
    events::Events,
    process::ProcessEnd,
    sandbox::Sandbox,
    tally::{Harm, Tally},
};
use disprove::{Generator, prelude::*};
use std::{cell::Cell, fmt::Debug, fs, path::PathBuf, process::Command, time::Duration};

/// The property that fails does so for all inputs, whatever the settings say.
const PROPERTIES: &str = r#"
use disprove::prelude::*;

#[property]
fn fails(_list: Vec<Vec<u8>>, _text: &str) { panic!("as it must") }

#[property]
fn holds(list: Vec<Vec<u8>>, text: &str) { assert_eq!(list.concat().len() + text.len() + 1 > 0, true) }
"#;

/// Address space of each process in KiB: several times of what an ordinary run uses.
pub(super) const ADDRESS_SPACE: u32 = 512 << 10;
/// Much longer than a run takes; a file that blocks its reader exceeds it.
const DEADLINE: Duration = Duration::from_secs(20);
/// Runs to reduce a hostile file that did harm: each starts processes.
const REDUCTION_RUNS: u64 = 150;

/// A command with little address space.
fn limited(command: &Command) -> Command {
    let script = format!("ulimit -v {ADDRESS_SPACE} && exec \"$0\" \"$@\"");
    let mut limited = Command::new("sh");
    limited.args(["-c", &script]).arg(command.get_program()).args(command.get_args());
    for (key, value) in command.get_envs() {
        match value {
            Some(value) => limited.env(key, value),
            None => limited.env_remove(key),
        };
    }
    limited
}

/// A workspace for hostile files.
struct Target<'a> {
    sandbox: Sandbox<'a>,
    binary: PathBuf,
    /// The name of the property that holds, as databases use it.
    key: String,
    attempts: Cell<u32>,
}

impl<'a> Target<'a> {
    fn new(attack: &'a Attack, name: &str) -> Result<Target<'a>, String> {
        let sandbox = Sandbox::new(&attack.tool, name, &[("props", PROPERTIES)])?;
        let binary = sandbox.binary("props")?;
        let list = sandbox.run(&mut sandbox.tool(&["hunt", "--list"]), DEADLINE)?;
        let key = list.output.lines().find(|line| line.ends_with("::holds"));
        let key = key.ok_or("the tool does not list the properties")?.to_owned();
        Ok(Target { sandbox, binary, key, attempts: Cell::new(0) })
    }

    /// A folder that files of the repository must not reach.
    fn outside(&self) -> PathBuf {
        self.sandbox.root().join("outside")
    }

    /// Prepares a new attempt.
    fn reset(&self) {
        self.attempts.set(self.attempts.get() + 1);
        self.sandbox.reset();
        let settings = self.sandbox.path("disprove.toml");
        let _ = fs::remove_file(&settings).or_else(|_| fs::remove_dir_all(&settings));
        let _ = fs::create_dir_all(self.outside());
        fs::write(self.outside().join("secret"), SECRET).expect("the sandbox is writable");
    }

    /// Runs a command with little address space. A run may not exceed its deadline or die.
    fn run(&self, command: &Command) -> ProcessEnd {
        let mut limited = limited(command);
        limited.current_dir(self.sandbox.path(""));
        // Settings of the user win over the file, so that valid settings do not make a run endless.
        for (key, value) in [("CASES", "20"), ("MAX_EXECUTIONS", "200"), ("REDUCTION_TIME", "1s")] {
            limited.env(format!("DISPROVE_{key}"), value);
        }
        let ended = self.sandbox.run(&mut limited, DEADLINE).expect("the sandbox is writable");
        note!("{}", ended.summary());
        ended
    }

    /// Runs both properties as `cargo test` does. `is_excused` says whether a failure is a complaint about the file.
    fn test(&self, is_excused: &dyn Fn(&ProcessEnd) -> bool) {
        let ended = self.run(&self.sandbox.test(&self.binary, "holds"));
        assert!(ended.code() == Some(0) || is_excused(&ended), "false: `holds` fails a test");
        let ended = self.run(&self.sandbox.test(&self.binary, "fails"));
        let is_found = ended.code() == Some(101) && ended.errors.contains("as it must");
        assert!(is_found || is_excused(&ended), "lost: `fails` passes a test");
        self.check_outside();
    }

    /// Hunts both properties for a moment.
    fn hunt(&self) {
        let ended = self.run(&self.sandbox.tool(&["hunt", "--json", "--time", "400ms", "-j", "1"]));
        let events = Events::read(&ended.output);
        assert!(!events.know("holds"), "false: a hunt reports `holds`");
        assert!(
            events.know("fails") && ended.code() == Some(1),
            "lost: a hunt does not report `fails`"
        );
        self.check_outside();
    }

    fn check_outside(&self) {
        let secret = fs::read_to_string(self.outside().join("secret"));
        assert!(secret.is_ok_and(|text| text == SECRET), "left behind: a file outside changed");
        let count = fs::read_dir(self.outside()).map_or(0, Iterator::count);
        assert!(count == 1, "left behind: a file outside appeared");
    }

    /// Runs the property for a number of hostile files, and counts what they did.
    fn attack<G: Generator>(
        self,
        attack: &Attack,
        mut tally: Tally,
        files: G,
        property: impl Fn(&Target, G::Value),
    ) -> Tally
    where
        G::Value: Debug + Clone + 'static,
    {
        let seed = attack.random("hostile").u64(..);
        let report = check(files)
            .seed(seed)
            .cases(u64::from(attack.rounds) * 2)
            .database(Db::none())
            .search(Search::Random)
            .reduction_runs(REDUCTION_RUNS)
            .run(|file| property(&self, file));
        for _ in 0..report.cases() {
            tally.attempt();
        }
        for failure in report.failures() {
            let harm = match failure.message().split(':').next() {
                Some("lost") => Harm::Lost,
                Some("left behind") => Harm::LeftBehind,
                _ => Harm::False,
            };
            let notes = failure.notes().last().cloned().unwrap_or_default();
            let what = format!("{}\n{:?}\n{notes}", failure.message(), failure.value());
            tally.harm(harm, what);
        }
        let left = self.sandbox.left_behind();
        tally.left_behind(left, "all files");
        tally.by(format!("properties, {} MiB", ADDRESS_SPACE >> 10))
    }
}

/// The content of a file outside of the workspace.
const SECRET: &str = "d1:WQ\n";

pub fn tokens(attack: &Attack) -> Result<Tally, String> {
    let target = Target::new(attack, "tokens")?;
    let tally = Tally::new("hostile tokens");
    Ok(target.attack(attack, tally, token::token, |target, token| {
        target.reset();
        let arguments = ["replay", &token.0, "::holds"];
        let code = target.run(&target.sandbox.tool(&arguments)).code();
        // 2: the token is invalid.
        assert!(matches!(code, Some(0 | 2)), "false: `replay` fails `holds`");
    }))
}

pub fn entries(attack: &Attack) -> Result<Tally, String> {
    let target = Target::new(attack, "entries")?;
    let tally = Tally::new("hostile entries");
    Ok(target.attack(attack, tally, entry::entries, |target, entries| {
        target.reset();
        for entry in &entries.files {
            entry.place(&target.sandbox.path(".disprove"), &target.key, &target.outside());
        }
        target.test(&|_| false);
        if entries.with_hunt {
            target.hunt();
        }
    }))
}

pub fn regressions(attack: &Attack) -> Result<Tally, String> {
    let target = Target::new(attack, "regressions")?;
    let tally = Tally::new("hostile regressions");
    Ok(target.attack(attack, tally, regression::page, |target, page| {
        target.reset();
        for key in [target.key.clone(), target.key.replace("::holds", "::fails")] {
            let name = format!(".disprove/regressions/{}.txt", key.replace("::", "."));
            page.file.place(&target.sandbox.path(&name), &target.outside());
        }
        target.test(&|_| false);
        if page.with_hunt {
            target.hunt();
        }
    }))
}

pub fn settings(attack: &Attack) -> Result<Tally, String> {
    let target = Target::new(attack, "settings")?;
    let tally = Tally::new("hostile settings");
    Ok(target.attack(attack, tally, settings::settings, |target, settings| {
        target.reset();
        settings.place(&target.sandbox.path("disprove.toml"), &target.outside());
        // A mistake in the settings fails every test, with a line that names the file.
        target.test(&|ended| ended.code() == Some(101) && ended.errors.contains("disprove.toml"));
    }))
}

#[cfg(test)]
mod tests {
    use super::{ADDRESS_SPACE, Command, limited};

    #[test]
    fn a_command_has_little_address_space() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo $NAME $(ulimit -v)"]).env("NAME", "limit");
        let output = limited(&command).output().expect("it runs");
        assert_eq!(String::from_utf8_lossy(&output.stdout), format!("limit {ADDRESS_SPACE}\n"));
    }
}
