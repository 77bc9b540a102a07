//! Why a case failed.

use crate::feedback::RETURNED_ERROR;

/// The message of a failure, and where it panicked.
#[derive(Clone, Debug)]
pub(crate) struct Cause {
    pub(crate) message: String,
    /// "file:line:column" of the panic, if it was one.
    pub(crate) location: Option<String>,
}

impl Cause {
    /// Whether both look like the same bug: the same location, and messages that differ only in values.
    pub(crate) fn resembles(&self, other: &Cause) -> bool {
        self.location == other.location && self.shape() == other.shape()
    }

    /// The part of its message that does not depend on values.
    pub(crate) fn shape(&self) -> &str {
        shape(&self.message)
    }
}

/// Words that are values rather than text.
const VALUES: [&str; 6] = ["true", "false", "None", "Some", "Ok", "Err"];

/// The part of a message that does not depend on values: its first line up to the first likely value. For a
/// returned error, its variant or the beginning of its text.
fn shape(message: &str) -> &str {
    let line = message.lines().next().unwrap_or("");
    let line = line.strip_prefix(RETURNED_ERROR).unwrap_or(line).trim_start_matches(['(', '"']);
    let value = |c: char| c.is_ascii_digit() || "\"'[{(-:=".contains(c);
    let line = &line[..line.find(value).unwrap_or(line.len())];
    let mut start = 0;
    for word in line.split_inclusive(|c: char| !c.is_alphanumeric()) {
        if VALUES.contains(&word.trim_end_matches(|c: char| !c.is_alphanumeric())) {
            return &line[..start];
        }
        start += word.len();
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cause(message: &str, location: Option<&str>) -> Cause {
        Cause { message: message.to_owned(), location: location.map(str::to_owned) }
    }

    #[test]
    fn ignores_values_in_messages() {
        let here = Some("src/a.rs:1:1");
        let same = [
            ("7 is odd", "19 is odd"),
            ("got [1]", "got []"),
            ("found a pair, with true", "found a pair, with false"),
            ("expected Some(3)", "expected None"),
            ("x = -1", "x = 5"),
            ("too deep: List([])", "too deep: Map({})"),
            ("left: 3", "left: 4"),
            ("got (a)", "got (b)"),
            ("got {a}", "got {b}"),
            ("set a=b", "set a=c"),
            ("moved by -a", "moved by -b"),
            ("got Ok", "got Err"),
            ("got \"a\" here", "got 'b' there"),
            ("the property returned Err(\"at 3\")", "the property returned Err(\"at 5\")"),
            ("the property returned Err(NotFound(3))", "the property returned Err(NotFound(4))"),
        ];
        for (a, b) in same {
            assert!(cause(a, here).resembles(&cause(b, here)), "{a} {b}");
        }
        assert!(cause("a == b\n left: 1", here).resembles(&cause("a == b\n left: 2", here)));
        // Only the first lines are compared.
        assert!(cause("odd\nfirst", here).resembles(&cause("odd\nsecond", here)));
    }

    #[test]
    fn distinguishes_locations_and_texts() {
        let here = Some("src/a.rs:1:1");
        assert!(!cause("odd", here).resembles(&cause("odd", Some("src/a.rs:2:1"))));
        assert!(!cause("odd", here).resembles(&cause("even", here)));
        assert!(!cause("odd", here).resembles(&cause("odd", None)));
        let errors = ["the property returned Err(NotFound)", "the property returned Err(Denied)"];
        assert!(!cause(errors[0], None).resembles(&cause(errors[1], None)));
    }
}
