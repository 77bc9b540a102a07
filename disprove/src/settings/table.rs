//! The table of all settings: name, value, default, meaning, and where each can be set.
//!
//! The settings file and environment variables are read by this table. Tests compare it with the keys of
//! `#[property(..)]` and the methods of `Check`, and write the tables in `book/src/reference/` and `guide/settings.md`.

use super::{
    overrides::{Observations, Overrides, Place},
    raw::{self, RawValue},
};
use crate::search::Search;
use std::{path::Path, time::Duration};

/// One setting.
#[cfg_attr(
    not(test),
    expect(dead_code, reason = "tests compare some fields with what they describe")
)]
pub(super) struct Setting {
    pub(super) name: &'static str,
    pub(super) value: Value,
    /// How the settings file writes it, or the code if it is not in the file.
    pub(super) example: &'static str,
    pub(super) default: &'static str,
    pub(super) meaning: &'static str,
    pub(super) attribute: Attribute,
    /// Whether `Check` has a method of this name; if not, why.
    pub(super) check: Result<(), &'static str>,
}

/// The type of a setting, and the field of [`Overrides`] that holds it.
pub(super) enum Value {
    /// An integer from 1.
    Count(Field<u64>),
    /// Any integer.
    Seed(Field<u64>),
    Flag(Field<bool>),
    /// A positive duration.
    Time(Field<Duration>),
    Search(Field<Search>),
    /// A number from 0 to 10.
    Temperature(Field<f64>),
    Database(Field<Place>),
    Observations(Field<Observations>),
    /// Rust code: the file and the environment cannot contain it.
    Code,
}

/// Finds the field of a setting.
type Field<T> = fn(&mut Overrides) -> &mut Option<T>;

/// Whether a setting is a key of `#[property(..)]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attribute {
    /// On functions and state machines.
    Key,
    /// On functions only.
    FunctionKey,
    /// On state machines only.
    MachineKey,
    /// An attribute of its own, such as `#[example(..)]`.
    Separate,
    /// No; why not.
    Absent(&'static str),
}
use Attribute::{Absent, FunctionKey, Key, MachineKey, Separate};

const PER_MACHINE: &str = "a setting of a computer or a run, not of a property";
const NO_MACHINES: &str = "only `#[property]` runs state machines";
const NOT_SHARED: &str = "a closure may capture what other threads cannot use";
const NO_PROCESS: &str = "a closure cannot be called in another process";
const NOT_ASYNC: &str = "its closures are not async";
const NOT_A_TEST: &str = "`check(..)` is called from a test";
const ONE_DATABASE: &str = "`.database(Db::layered(..))` adds further databases";
const IN_REPORT: &str = "the report contains the statistics";
const HAS_LISTENER: &str = "`.listen_to_executions(true)` sends each case to `.listen(..)`";

/// Every setting, in the order of the settings page and of messages.
pub(super) const SETTINGS: [Setting; 27] = [
    Setting {
        name: "cases",
        value: Value::Count(|overrides| &mut overrides.cases),
        example: "cases = 1_000",
        default: "500",
        meaning: "Valid cases to run.",
        attribute: Key,
        check: Ok(()),
    },
    Setting {
        name: "time",
        value: Value::Time(|overrides| &mut overrides.time),
        example: "time = \"1h30m\"",
        default: "no limit",
        meaning: "Time to search for failures. It replaces `cases`, unless the same or an overriding source sets `cases`; in `check(..)`, both are limits. Units: `ms`, `s`, `m` and `h`.",
        attribute: Key,
        check: Ok(()),
    },
    Setting {
        name: "max_executions",
        value: Value::Count(|overrides| &mut overrides.max_executions),
        example: "max_executions = 50_000",
        default: "100 × `cases`",
        meaning: "Inputs to try at most, including rejected ones.",
        attribute: Key,
        check: Ok(()),
    },
    Setting {
        name: "seed",
        value: Value::Seed(|overrides| &mut overrides.seed),
        example: "seed = 7",
        default: "a fresh one",
        meaning: "The same seed gives the same run, apart from limits of time and saved failures.",
        attribute: Key,
        check: Ok(()),
    },
    Setting {
        name: "search",
        value: Value::Search(|overrides| &mut overrides.search),
        example: "search = \"random\"",
        default: "`auto`",
        meaning: "`auto`, `random`, `climb`, `anneal`, `pool` or `mutate`; see [Search](../how/search.md#which-strategy-when).",
        attribute: Key,
        check: Ok(()),
    },
    Setting {
        name: "temperature",
        value: Value::Temperature(|overrides| &mut overrides.temperature),
        example: "temperature = 0.3",
        default: "0.1",
        meaning: "How readily `anneal` accepts a worse input, from 0 (never) to 10.",
        attribute: Key,
        check: Ok(()),
    },
    Setting {
        name: "max_failures",
        value: Value::Count(|overrides| &mut overrides.max_failures),
        example: "max_failures = 1",
        default: "10",
        meaning: "Distinct failures that end the search.",
        attribute: Key,
        check: Ok(()),
    },
    Setting {
        name: "reduce",
        value: Value::Flag(|overrides| &mut overrides.reduce),
        example: "reduce = false",
        default: "`true`",
        meaning: "Whether to reduce failing inputs.",
        attribute: Key,
        check: Ok(()),
    },
    Setting {
        name: "reduction_runs",
        value: Value::Count(|overrides| &mut overrides.reduction_runs),
        example: "reduction_runs = 10_000",
        default: "100,000",
        meaning: "Property runs to reduce each failure, at most; a few more confirm it.",
        attribute: Key,
        check: Ok(()),
    },
    Setting {
        name: "reduction_time",
        value: Value::Time(|overrides| &mut overrides.reduction_time),
        example: "reduction_time = \"5m\"",
        default: "60 s",
        meaning: "Time to reduce each failure, at most.",
        attribute: Key,
        check: Ok(()),
    },
    Setting {
        name: "explain",
        value: Value::Flag(|overrides| &mut overrides.explain),
        example: "explain = false",
        default: "`true`; in `check(..)` `false`",
        meaning: "Whether to find out which parts of a failing input matter.",
        attribute: Key,
        check: Ok(()),
    },
    Setting {
        name: "literals",
        value: Value::Flag(|overrides| &mut overrides.literals),
        example: "literals = false",
        default: "`true`; in `check(..)` `false`",
        meaning: "Whether random inputs contain literals of the package's sources; see [Literals](../how/distributions.md#literals-of-the-code-under-test).",
        attribute: Key,
        check: Ok(()),
    },
    Setting {
        name: "jobs",
        value: Value::Count(|overrides| &mut overrides.jobs),
        example: "jobs = 4",
        default: "1",
        meaning: "Threads that run random cases, at most 256; see [Several threads](#several-threads).",
        attribute: Key,
        check: Err(NOT_SHARED),
    },
    Setting {
        name: "steps",
        value: Value::Count(|overrides| &mut overrides.steps),
        example: "steps = 100",
        default: "50",
        meaning: "Steps of a state machine, at most.",
        attribute: MachineKey,
        check: Err(NO_MACHINES),
    },
    Setting {
        name: "database",
        value: Value::Database(|overrides| &mut overrides.database),
        example: "database = \"none\"",
        default: "`standard`",
        meaning: "Where failures are stored: `none`, `standard` (`.disprove`) or a folder. In `disprove.toml`, the folder must be inside the workspace.",
        attribute: Absent(PER_MACHINE),
        check: Ok(()),
    },
    Setting {
        name: "read_database",
        value: Value::Database(|overrides| &mut overrides.read_database),
        example: "read_database = \"others\"",
        default: "`none`",
        meaning: "A second database that is only read, such as one from CI.",
        attribute: Absent(PER_MACHINE),
        check: Err(ONE_DATABASE),
    },
    Setting {
        name: "stats",
        value: Value::Flag(|overrides| &mut overrides.stats),
        example: "stats = true",
        default: "`false`",
        meaning: "Whether to print statistics after each property; with nextest add `--no-capture`.",
        attribute: Absent(PER_MACHINE),
        check: Err(IN_REPORT),
    },
    Setting {
        name: "observe",
        value: Value::Observations(|overrides| &mut overrides.observe),
        example: "observe = true",
        default: "`false`",
        meaning: "Whether to write a line of JSON per input to `.disprove/observed` or the folder named: at most 2,000 that fail, 2,000 others, and the reduced failures.",
        attribute: Absent(PER_MACHINE),
        check: Err(HAS_LISTENER),
    },
    Setting {
        name: "history",
        value: Value::Code,
        example: "history = MyHistory",
        default: "none",
        meaning: "State across cases that sees what `observe!` records.",
        attribute: Key,
        check: Ok(()),
    },
    Setting {
        name: "isolate",
        value: Value::Code,
        example: "isolate = \"10s\"",
        default: "off; `isolate` alone: 10 s",
        meaning: "Runs the cases in a separate process. An abort, a stack overflow or an endless loop is then reported like any other failure. The time limits each case.",
        attribute: Key,
        check: Err(NO_PROCESS),
    },
    Setting {
        name: "runtime",
        value: Value::Code,
        example: "runtime = \"tokio\"",
        default: "a built-in executor",
        meaning: "The runtime of async functions; with `tokio-paused`, sleeping takes no time. See [Async functions](../guides/async-and-threads.md#async-functions).",
        attribute: Key,
        check: Err(NOT_ASYNC),
    },
    Setting {
        name: "test",
        value: Value::Code,
        example: "test = false",
        default: "`true`",
        meaning: "Whether the property is a `#[test]`, or a function without arguments that panics with the report.",
        attribute: FunctionKey,
        check: Err(NOT_A_TEST),
    },
    Setting {
        name: "threads",
        value: Value::Code,
        example: "threads = shuttle",
        default: "`std`",
        meaning: "What schedules the threads of a state machine: `std` or `shuttle`.",
        attribute: MachineKey,
        check: Err(NO_MACHINES),
    },
    Setting {
        name: "rules",
        value: Value::Code,
        example: "rules = [push, pop]",
        default: "all",
        meaning: "The rules and groups of rules that a test of a state machine calls.",
        attribute: MachineKey,
        check: Err(NO_MACHINES),
    },
    Setting {
        name: "name",
        value: Value::Code,
        example: "name = pushes_only",
        default: "the type in snake case",
        meaning: "The name of a test of a state machine.",
        attribute: MachineKey,
        check: Err(NO_MACHINES),
    },
    Setting {
        name: "example",
        value: Value::Code,
        example: "#[example(1, \"a\")]",
        default: "none",
        meaning: "An input to run first.",
        attribute: Separate,
        check: Ok(()),
    },
    Setting {
        name: "replay",
        value: Value::Code,
        example: "#[replay(\"d1:..\")]",
        default: "none",
        meaning: "A token from a report, whose input runs next.",
        attribute: Separate,
        check: Ok(()),
    },
];

/// The setting of this name that the file and the environment may contain.
pub(super) fn setting(name: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|setting| setting.is_key() && setting.name == name)
}

/// The names that the file may contain. Variables have the same names, as in `DISPROVE_CASES`.
pub(super) fn keys() -> Vec<&'static str> {
    let mut keys = Vec::new();
    for setting in &SETTINGS {
        if setting.is_key() {
            keys.push(setting.name);
        }
    }
    keys
}

impl Setting {
    fn is_key(&self) -> bool {
        !matches!(self.value, Value::Code)
    }

    /// Sets a value from the file or the environment, or returns what to write instead. Paths are relative to `folder`.
    pub(super) fn set(
        &self,
        overrides: &mut Overrides,
        raw: &RawValue,
        folder: &Path,
    ) -> Result<(), String> {
        match self.value {
            Value::Count(field) => *field(overrides) = Some(raw.count()?),
            Value::Seed(field) => *field(overrides) = Some(raw.seed()?),
            Value::Flag(field) => *field(overrides) = Some(raw.flag()?),
            Value::Time(field) => *field(overrides) = Some(raw.time()?),
            Value::Search(field) => *field(overrides) = Some(raw.search()?),
            Value::Temperature(field) => *field(overrides) = Some(raw.temperature()?),
            Value::Database(field) => *field(overrides) = Some(raw.place(folder, self.name)?),
            Value::Observations(field) => {
                *field(overrides) = Some(raw.observations(folder, self.name)?);
            }
            Value::Code => unreachable!("`{}` is not in the file", self.name),
        }
        Ok(())
    }

    /// If an attribute has a value that makes no sense: the value, and what to write instead.
    pub(super) fn mistake(&self, overrides: &mut Overrides) -> Option<(String, &'static str)> {
        match self.value {
            Value::Count(field) if *field(overrides) == Some(0) => {
                Some(("0".to_owned(), raw::WANTS_COUNT))
            }
            Value::Time(field) if *field(overrides) == Some(Duration::ZERO) => {
                Some(("0s".to_owned(), raw::WANTS_TIME))
            }
            Value::Temperature(field) => {
                let temperature =
                    field(overrides).filter(|temperature| !raw::is_temperature(*temperature))?;
                Some((temperature.to_string(), raw::WANTS_TEMPERATURE))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
