//! Colours, where they are seen.

use std::{
    env,
    fmt::Write,
    io::{IsTerminal, stderr, stdout},
};

/// Whether a text has colours. They go around whole phrases, so that what is searched for in a line is
/// found; without them nothing else is different.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Style {
    coloured: bool,
}

impl Style {
    /// No colours.
    pub(crate) const PLAIN: Style = Style { coloured: false };

    /// Colours if this process writes to a terminal, and nobody said otherwise. Both streams must be one:
    /// a test harness prints to either what was panicked with.
    pub(crate) fn of_this_process() -> Style {
        let variable = |name: &str| env::var_os(name).map(|value| value.to_string_lossy().into());
        Style::decide(&variable, stdout().is_terminal() && stderr().is_terminal())
    }

    /// What <https://no-color.org> and <https://bixense.com/clicolors> agree on.
    fn decide(variable: &dyn Fn(&str) -> Option<String>, terminal: bool) -> Style {
        let said = |name: &str| variable(name).filter(|value| !value.is_empty());
        let forced = |name| said(name).is_some_and(|value| value != "0" && value != "false");
        let coloured = match () {
            () if said("NO_COLOR").is_some() => false,
            () if forced("CLICOLOR_FORCE") || forced("FORCE_COLOR") => true,
            () if said("FORCE_COLOR").is_some() => false,
            () if said("CLICOLOR").is_some_and(|value| value == "0") => false,
            () if said("TERM").is_some_and(|value| value == "dumb") => false,
            () => terminal,
        };
        Style { coloured }
    }

    /// What happened.
    pub(super) fn title(self, text: &str) -> String {
        self.painted("1", text)
    }

    /// What is wrong.
    pub(super) fn wrong(self, text: &str) -> String {
        self.painted("31", text)
    }

    /// The input, as code.
    pub(super) fn code(self, text: &str) -> String {
        self.painted("36", text)
    }

    /// What is rarely needed.
    pub(super) fn aside(self, text: &str) -> String {
        self.painted("2", text)
    }

    /// Line by line: a line that is printed alone keeps its colour, and gives it to no other.
    fn painted(self, code: &str, text: &str) -> String {
        if !self.coloured {
            return text.to_owned();
        }
        let mut painted = String::new();
        for (number, line) in text.split('\n').enumerate() {
            if number > 0 {
                painted.push('\n');
            }
            let start = line.len() - line.trim_start().len();
            let (indent, phrase) = line.split_at(start);
            let _ = if phrase.is_empty() {
                write!(painted, "{line}")
            } else {
                write!(painted, "{indent}\u{1b}[{code}m{phrase}\u{1b}[0m")
            };
        }
        painted
    }
}

#[cfg(test)]
impl Style {
    pub(super) const COLOURED: Style = Style { coloured: true };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coloured(variables: &[(&str, &str)], terminal: bool) -> bool {
        let variable = |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        Style::decide(&variable, terminal).coloured
    }

    #[test]
    fn terminals_have_colours_and_files_have_none() {
        assert!(coloured(&[], true));
        assert!(!coloured(&[], false));
        assert!(coloured(&[("TERM", "xterm")], true));
        assert!(!coloured(&[("TERM", "dumb")], true));
    }

    #[test]
    fn the_environment_decides_otherwise() {
        assert!(!coloured(&[("NO_COLOR", "1")], true));
        assert!(coloured(&[("NO_COLOR", "")], true));
        assert!(coloured(&[("CLICOLOR_FORCE", "1")], false));
        assert!(!coloured(&[("CLICOLOR_FORCE", "0")], false));
        assert!(coloured(&[("FORCE_COLOR", "1"), ("TERM", "dumb")], false));
        assert!(!coloured(&[("FORCE_COLOR", "0")], true));
        assert!(!coloured(&[("FORCE_COLOR", "1"), ("NO_COLOR", "1")], true));
        assert!(!coloured(&[("CLICOLOR", "0")], true));
    }

    #[test]
    fn only_whole_phrases_are_painted() {
        assert_eq!(Style::PLAIN.wrong("a\n  b"), "a\n  b");
        let painted = Style::COLOURED.wrong("a b\n\n  c");
        assert_eq!(painted, "\u{1b}[31ma b\u{1b}[0m\n\n  \u{1b}[31mc\u{1b}[0m");
    }
}
