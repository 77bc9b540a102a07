//! `cargo disprove hunt`: searches for failures of properties, in parallel worker processes, for as long as wanted.

mod arguments;
mod campaign;
mod checks;
mod dashboard;
mod discovery;
mod finding;
mod history;
mod property_state;
mod row;
mod search_finds;
mod shared_warnings;
mod sharing;
mod status_display;
mod time_share;
pub(crate) mod worker;

use crate::{
    error::{CommandError, exit, usage},
    project::Property,
    shard::work_of,
    signal::stop_on_signal,
    terminal::print,
};
pub(crate) use arguments::Arguments;
use campaign::Campaign;
use dashboard::Listening;
pub(crate) use discovery::{Discovery, find};
pub(crate) use finding::{Finding, FindingKind, UnreducedFailure};
use std::process::ExitCode;

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    exit(hunt(arguments))
}

fn hunt(arguments: &Arguments) -> Result<u8, CommandError> {
    // Before the build, which may take long.
    let listening = arguments.serve.map(Listening::at).transpose()?;
    let mut found = find(&arguments.flags, &arguments.filters, arguments.checks)?;
    skip(&mut found, &arguments.skip)?;
    if let Some(shard) = arguments.shard {
        // The order in which binaries were built differs between machines.
        found.sort_by(|a, b| a.key.cmp(&b.key));
        found = work_of(found, shard);
    }
    if arguments.list {
        for property in &found {
            print(&property.key);
        }
        return Ok(0);
    }
    let stop = stop_on_signal();
    Ok(Campaign::new(found, arguments, &stop, listening)?.run())
}

/// Removes the properties whose names contain one of these parts.
fn skip(found: &mut Vec<Property>, parts: &[String]) -> Result<(), CommandError> {
    found.retain(|property| !parts.iter().any(|part| property.key.contains(part.as_str())));
    if found.is_empty() {
        return Err(usage(format!(
            "`--skip {}` leaves no property to hunt; `cargo disprove hunt --list` lists all of them",
            parts.join(" --skip ")
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Arguments, Discovery, Property, skip};
    use crate::parsed::parsed;

    /// The names that a command line leaves of these.
    fn left(line: &str, names: &[&str]) -> Result<Vec<String>, String> {
        let arguments = parsed::<Arguments>(line);
        let properties = names.iter().map(|name| Property::missing(name)).collect();
        let all = Discovery { properties, ..Discovery::default() };
        let mut found = all.filtered(&arguments.filters).map_err(|why| why.0)?;
        skip(&mut found, &arguments.skip).map_err(|why| why.0)?;
        Ok(found.into_iter().map(|property| property.key).collect())
    }

    #[test]
    fn the_next_hunt_selects_the_same_properties() {
        for line in [
            "hunt",
            "hunt --package mine sort --skip slow --skip loop --checks",
            "hunt --case-time 1500ms --memory 0",
            "hunt --shard 1/4",
            "hunt --share redis://me@host:1/0 --share-project mine --share-insecure",
        ] {
            assert_eq!(format!("hunt{}", parsed::<Arguments>(line).selection()), line);
        }
        let with_defaults = parsed::<Arguments>("hunt --case-time 10s --memory 4096");
        assert_eq!(with_defaults.selection(), "");
        let with_password = parsed::<Arguments>("hunt --share rediss://me:hidden@host:1/0");
        assert_eq!(with_password.selection(), " --share rediss://me@host:1/0");
    }

    #[test]
    fn the_next_command_finds_the_same_properties() {
        for (line, expected) in [
            ("hunt sort", "cargo disprove replay d1:A 'in a loop'"),
            (
                "hunt -p mine --checks",
                "cargo disprove replay d1:A 'in a loop' --checks --package mine",
            ),
            (
                "hunt --memory 128 --case-time 2s",
                "cargo disprove replay d1:A 'in a loop' --case-time 2000ms --memory 128",
            ),
        ] {
            let next = parsed::<Arguments>(line).next_command(&["replay", "d1:A", "in a loop"]);
            assert_eq!(next, expected);
        }
    }

    #[test]
    fn properties_are_skipped_by_parts_of_their_names() {
        let names = ["p-props::slow_sort", "p-props::sort", "in a loop"];
        let cases: [(&str, &[&str]); 4] = [
            ("hunt", &names),
            ("hunt --skip slow", &names[1..]),
            ("hunt --skip slow --skip loop", &names[1..2]),
            ("hunt sort --skip nothing", &names[..2]),
        ];
        for (line, expected) in cases {
            assert_eq!(left(line, &names).expect(line), expected, "{line}");
        }
        assert_eq!(
            left("hunt --skip props --skip loop", &names).expect_err("none is left"),
            "`--skip props --skip loop` leaves no property to hunt; `cargo disprove hunt --list` lists all of them"
        );
    }

    #[test]
    fn one_property_is_selected_by_its_whole_name() {
        let names = ["p-props::sort", "p-props::sort_twice", "p-other::sort", "p::props::sort"];
        let cases: [(&str, &[&str]); 3] = [
            ("hunt sort", &names),
            ("hunt p-props::sort", &names[..2]),
            ("hunt p-props::sort --skip sort_twice", &names[..1]),
        ];
        for (line, expected) in cases {
            assert_eq!(left(line, &names).expect(line), expected, "{line}");
        }
    }
}
