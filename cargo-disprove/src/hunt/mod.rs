//! `cargo disprove hunt`: looks for failures of properties, in many processes, for as long as wanted.

mod arguments;
mod board;
mod checks;
mod finding;
mod hunted;
mod session;
mod share;
pub(crate) mod worker;

use crate::{
    mistake::{Mistake, exit, usage},
    project::{Property, build, properties},
    signal::stop_on_signal,
    terminal::{remark, say},
};
pub(crate) use arguments::Arguments;
pub(crate) use finding::{Finding, Kind};
use session::Session;
use std::{process::ExitCode, rc::Rc};

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    exit(hunt(arguments))
}

fn hunt(arguments: &Arguments) -> Result<u8, Mistake> {
    let found = find(&arguments.flags, &arguments.filters, arguments.checks)?;
    if arguments.list {
        for property in &found {
            say(&property.key);
        }
        return Ok(0);
    }
    let stop = stop_on_signal();
    Ok(Session::new(found, arguments, &stop)?.run())
}

/// The properties whose names contain one of the filters.
pub(crate) fn find(
    flags: &crate::project::Flags,
    filters: &[String],
    checks: bool,
) -> Result<Vec<Property>, Mistake> {
    let binaries = build(flags)?;
    let mut all = Vec::new();
    let mut warned = false;
    for binary in binaries {
        let binary = Rc::new(binary);
        match properties(&binary) {
            Ok(found) => {
                if checks {
                    all.extend(self::checks::checks(&binary, &found));
                }
                all.extend(found);
            }
            Err(why) => {
                warned = true;
                remark(&why);
            }
        }
    }
    if all.is_empty() {
        let hint = "write `#[property]` on a test with arguments, or choose other packages with `-p` or `--workspace`";
        let what = if warned { "no property can be run" } else { "there is no property here" };
        return Err(usage(format!("{what}: {hint}")));
    }
    let count = all.len();
    let is_wanted = |property: &Property| {
        filters.is_empty() || filters.iter().any(|filter| property.key.contains(filter.as_str()))
    };
    all.retain(is_wanted);
    if all.is_empty() {
        return Err(usage(format!(
            "none of the {count} properties here has a name with `{}` in it; `cargo disprove hunt --list` shows them",
            filters.join("` or `")
        )));
    }
    Ok(all)
}
