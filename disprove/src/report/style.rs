//! Text as a terminal shows it: colors, and nothing else that controls it.

use crate::{case::BacktraceStyle, humanize::printable, untrusted::IS_IN_MEMORY};
use std::{
    env,
    fmt::Write,
    io::{IsTerminal, stderr, stdout},
};

/// Whether a text has colors, and how much of a backtrace. Colors enclose whole phrases, so that searching in a line still works, and change nothing
/// else.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Style {
    colored: bool,
    pub(super) backtrace: BacktraceStyle,
}

impl Style {
    /// No colors and no backtraces.
    pub(crate) const PLAIN: Style = Style { colored: false, backtrace: BacktraceStyle::Off };

    /// Backtraces if the environment asks for them. Colors if stdout and stderr are terminals, unless the environment decides. The test harness may print a panic
    /// message to either.
    pub(crate) fn of_this_process() -> Style {
        let variable = |name: &str| env::var_os(name).map(|value| value.to_string_lossy().into());
        let is_terminal = || !IS_IN_MEMORY && stdout().is_terminal() && stderr().is_terminal();
        let style = Style::decide(&variable, is_terminal());
        Style { backtrace: BacktraceStyle::of_this_process(), ..style }
    }

    /// Follows <https://no-color.org> and <https://bixense.com/clicolors>.
    fn decide(variable: &dyn Fn(&str) -> Option<String>, terminal: bool) -> Style {
        let value_of = |name: &str| variable(name).filter(|value| !value.is_empty());
        let forced = |name| value_of(name).is_some_and(|value| value != "0" && value != "false");
        let colored = match () {
            () if value_of("NO_COLOR").is_some() => false,
            () if forced("CLICOLOR_FORCE") || forced("FORCE_COLOR") => true,
            () if value_of("FORCE_COLOR").is_some() => false,
            () if value_of("CLICOLOR").is_some_and(|value| value == "0") => false,
            () if value_of("TERM").is_some_and(|value| value == "dumb") => false,
            () => terminal,
        };
        Style { colored, ..Style::PLAIN }
    }

    /// Text without a color. All parts of a report go through this type: values and messages contain anything.
    pub(super) fn plain(text: &str) -> String {
        printable(text)
    }

    /// A title.
    pub(super) fn title(self, text: &str) -> String {
        self.painted("1", text)
    }

    /// An error message.
    pub(super) fn wrong(self, text: &str) -> String {
        self.painted("31", text)
    }

    /// Code, such as the input.
    pub(super) fn code(self, text: &str) -> String {
        self.painted("36", text)
    }

    /// A detail.
    pub(super) fn detail(self, text: &str) -> String {
        self.painted("2", text)
    }

    /// Styles each line, so that a line printed alone keeps its color.
    fn painted(self, code: &str, text: &str) -> String {
        let text = printable(text);
        if !self.colored {
            return text;
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
    pub(super) const COLORED: Style = Style { colored: true, ..Style::PLAIN };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colored(variables: &[(&str, &str)], terminal: bool) -> bool {
        let variable = |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        Style::decide(&variable, terminal).colored
    }

    #[test]
    fn terminals_have_colors_and_files_do_not() {
        assert!(colored(&[], true));
        assert!(!colored(&[], false));
        assert!(colored(&[("TERM", "xterm")], true));
        assert!(!colored(&[("TERM", "dumb")], true));
    }

    #[test]
    fn environment_variables_override_the_terminal() {
        assert!(!colored(&[("NO_COLOR", "1")], true));
        assert!(colored(&[("NO_COLOR", "")], true));
        assert!(colored(&[("CLICOLOR_FORCE", "1")], false));
        assert!(!colored(&[("CLICOLOR_FORCE", "0")], false));
        assert!(colored(&[("FORCE_COLOR", "1"), ("TERM", "dumb")], false));
        assert!(!colored(&[("CLICOLOR_FORCE", "false")], false));
        assert!(!colored(&[("FORCE_COLOR", "0")], true));
        assert!(!colored(&[("FORCE_COLOR", "false")], true));
        assert!(!colored(&[("FORCE_COLOR", "1"), ("NO_COLOR", "1")], true));
        assert!(!colored(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], true));
        assert!(!colored(&[("CLICOLOR", "0")], true));
        assert!(colored(&[("CLICOLOR_FORCE", "1"), ("CLICOLOR", "0")], false));
        assert!(colored(&[("FORCE_COLOR", "1"), ("CLICOLOR", "0")], false));
    }

    #[test]
    fn colors_enclose_whole_phrases() {
        assert_eq!(Style::PLAIN.wrong("a\n  b"), "a\n  b");
        let painted = Style::COLORED.wrong("a b\n\n  c");
        assert_eq!(painted, "\u{1b}[31ma b\u{1b}[0m\n\n  \u{1b}[31mc\u{1b}[0m");
    }
}
