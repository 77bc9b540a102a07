//! What an attack attempted, and the harm it did: one row of the table.

use crate::table::{NONE, Table};
use std::fmt::Write as _;

/// The ways in which the tool can fail its user.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Harm {
    /// A failure that was known, or had to be found, is not in the report, not saved, or not in the exit code.
    Lost,
    /// A property that holds was reported, or a regression was saved for it.
    False,
    /// A process, a temporary folder or a file outside of the workspace.
    LeftBehind,
}

impl Harm {
    fn name(self) -> &'static str {
        match self {
            Harm::Lost => "lost",
            Harm::False => "false",
            Harm::LeftBehind => "left behind",
        }
    }
}

/// The results of one attack.
pub struct Tally {
    name: &'static str,
    /// How the attack was made, if there are several ways.
    method: String,
    attempted: u32,
    found: u32,
    harm: Vec<(Harm, String)>,
}

impl Tally {
    pub fn new(name: &'static str) -> Tally {
        Tally { name, method: String::new(), attempted: 0, found: 0, harm: Vec::new() }
    }

    /// Says how the attack was made.
    pub fn by(mut self, method: impl Into<String>) -> Tally {
        self.method = method.into();
        self
    }

    pub fn attempt(&mut self) {
        self.attempted += 1;
    }

    /// Counts failures that were reported or saved as they should be.
    pub fn found(&mut self, count: usize) {
        self.found += count as u32;
    }

    pub fn harm(&mut self, harm: Harm, what: impl Into<String>) {
        self.harm.push((harm, what.into()));
    }

    pub fn left_behind(&mut self, things: Vec<String>, after: &str) {
        for thing in things {
            self.harm(Harm::LeftBehind, format!("{after}: {thing}"));
        }
    }

    fn is_harmless(&self) -> bool {
        self.harm.is_empty()
    }

    fn count(&self, harm: Harm) -> String {
        self.harm.iter().filter(|(kind, _)| *kind == harm).count().to_string()
    }
}

/// All rows.
pub fn table(rows: &[Tally]) -> Table {
    let mut table =
        Table::new(&["attack", "attempted", "found", "lost", "false", "left behind", "made by"]);
    for row in rows {
        table.row(vec![
            row.name.to_owned(),
            row.attempted.to_string(),
            row.found.to_string(),
            row.count(Harm::Lost),
            row.count(Harm::False),
            row.count(Harm::LeftBehind),
            if row.method.is_empty() { NONE.to_owned() } else { row.method.clone() },
        ]);
    }
    table
}

/// One line for each harm, with a command that repeats the attack.
pub fn details(rows: &[Tally], seed: u64, rounds: u32, is_short: bool) -> String {
    let mut text = String::new();
    let short = if is_short { " --short" } else { "" };
    for row in rows.iter().filter(|row| !row.is_harmless()) {
        let name = row.name;
        let command = format!("attack --only '{name}' --seed {seed} --rounds {rounds}{short}");
        let _ = writeln!(text, "\n{name}: cargo run --release -p bench -- {command}");
        for (harm, what) in &row.harm {
            let _ = writeln!(text, "  {}: {}", harm.name(), what.replace('\n', "\n      "));
        }
    }
    text
}

/// The last line; an error if any attack did harm.
pub fn verdict(rows: &[Tally]) -> Result<&'static str, String> {
    if rows.iter().all(Tally::is_harmless) {
        Ok("Nothing was lost or left behind, and no finding was false.")
    } else {
        Err("The attack did harm; see above.".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::{Harm, Tally, details, table, verdict};

    #[test]
    fn a_tally_with_harm_fails() {
        assert!(verdict(&[Tally::new("disk"), Tally::new("signals")]).is_ok());
        for harm in [Harm::Lost, Harm::False, Harm::LeftBehind] {
            let mut tally = Tally::new("signals");
            tally.harm(harm, "a");
            assert!(verdict(&[Tally::new("disk"), tally]).is_err(), "{harm:?}");
        }
    }

    #[test]
    fn a_row_counts_each_kind_of_harm_and_names_it_below() {
        let mut tally = Tally::new("signals").by("kill");
        tally.attempt();
        tally.found(2);
        tally.harm(Harm::Lost, "a");
        tally.left_behind(vec!["x".to_owned(), "y".to_owned()], "b");
        let quiet = Tally::new("disk");
        let text = table(&[tally, quiet]).to_string();
        let cells = |line: usize| -> Vec<String> {
            text.lines().nth(line).unwrap().split_whitespace().map(str::to_owned).collect()
        };
        assert_eq!(cells(1), ["signals", "1", "2", "1", "0", "2", "kill"]);
        assert_eq!(cells(2), ["disk", "0", "0", "0", "0", "0", "-"]);
        let mut tally = Tally::new("signals");
        tally.harm(Harm::False, "c");
        tally.harm(Harm::Lost, "d");
        let rows = [tally, Tally::new("disk")];
        let command =
            "cargo run --release -p bench -- attack --only 'signals' --seed 7 --rounds 50";
        let what = "  false: c\n  lost: d\n";
        assert_eq!(details(&rows, 7, 50, false), format!("\nsignals: {command}\n{what}"));
        assert_eq!(details(&rows, 7, 50, true), format!("\nsignals: {command} --short\n{what}"));
    }
}
