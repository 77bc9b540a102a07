//! The help of the tool itself, which lists the commands by task.

use crate::Cargo;
use clap::{Command, CommandFactory};
use std::{collections::BTreeMap, fmt::Write};

/// All commands, by what they are for.
const TASKS: [(&str, &[&str]); 4] = [
    ("Find failures", &["hunt", "test", "replay", "review"]),
    (
        "Judge and write tests",
        &["suggest", "classify", "mutants", "sweep", "report", "study", "port"],
    ),
    ("Exchange inputs", &["push", "pull", "fuzz", "import", "export"]),
    ("Minimize a file", &["reduce"]),
];

const START: &str = "\
Start with:
  cargo disprove hunt --time 10m   # on all cores
  cargo disprove review            # go through the failures
  cargo disprove test              # guided by coverage

`cargo disprove COMMAND --help` has examples, options and exit codes.";

/// The command line of the tool.
pub(crate) fn command() -> Command {
    Cargo::command().mut_subcommand("disprove", |disprove| {
        let listed = by_task(&items(disprove.clone()));
        disprove.after_help(START).help_template(format!(
            "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{listed}Options:\n{{options}}{{after-help}}"
        ))
    })
}

/// The lines of each command in the list of clap, which wraps them for the terminal.
fn items(disprove: Command) -> BTreeMap<String, String> {
    let list = disprove.help_template("{subcommands}").render_help().to_string();
    let mut items: BTreeMap<String, String> = BTreeMap::new();
    let mut name = "";
    for line in list.lines() {
        if let Some(start) = line.strip_prefix("  ").filter(|rest| !rest.starts_with(' ')) {
            name = start.split(' ').next().unwrap_or_default();
        }
        if !line.trim().is_empty() {
            let item = items.entry(name.to_owned()).or_default();
            let _ = writeln!(item, "{}", line.trim_end());
        }
    }
    items
}

/// A paragraph for each task.
fn by_task(items: &BTreeMap<String, String>) -> String {
    let mut text = String::new();
    for (task, names) in TASKS {
        let _ = writeln!(text, "{task}:");
        text.extend(names.iter().filter_map(|name| items.get(*name)).map(String::as_str));
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Cargo, Command, TASKS, command};
    use clap::Parser;

    /// The commands of the tool, with the names that are typed for them.
    fn commands() -> Vec<(Vec<String>, Command)> {
        let mut all = Vec::new();
        let cargo = command();
        let disprove = cargo.find_subcommand("disprove").expect("the tool");
        for one in disprove.get_subcommands() {
            all.push((vec![one.get_name().to_owned()], one.clone()));
            for inner in one.get_subcommands() {
                all.push((
                    vec![one.get_name().to_owned(), inner.get_name().to_owned()],
                    inner.clone(),
                ));
            }
        }
        all
    }

    #[test]
    fn every_command_has_one_task() {
        let mut listed: Vec<&str> = TASKS.iter().flat_map(|(_, names)| *names).copied().collect();
        listed.sort_unstable();
        let mut all: Vec<String> = commands()
            .into_iter()
            .filter(|(names, _)| names.len() == 1)
            .map(|(names, _)| names[0].clone())
            .collect();
        all.sort();
        assert_eq!(listed, all);
    }

    /// The words of a line of a shell, without comments.
    fn words(line: &str) -> Vec<String> {
        let line = line.split(" #").next().unwrap_or_default();
        let mut words = vec![String::new()];
        let mut is_quoted = false;
        for c in line.trim().chars() {
            match c {
                '\'' => is_quoted = !is_quoted,
                ' ' if !is_quoted => words.push(String::new()),
                _ => words.last_mut().expect("never empty").push(c),
            }
        }
        words.retain(|word| !word.is_empty());
        words
    }

    #[test]
    fn every_example_is_accepted_by_its_command() {
        let mut count = 0;
        for (names, command) in commands() {
            let after = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
            for line in after.lines().filter(|line| line.trim().starts_with("cargo disprove ")) {
                let words = words(line);
                assert!(words[2..].starts_with(&names), "{line}: another command");
                if let Err(why) = Cargo::try_parse_from(&words) {
                    panic!("{line}: {why}");
                }
                count += 1;
            }
        }
        assert!(count > 8, "{count} examples");
    }
}
