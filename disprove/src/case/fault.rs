//! What was wrong.

use crate::feedback::RETURNED_ERROR;

/// How a case failed.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub(crate) message: String,
    /// "file:line:column" of the panic, if it was one.
    pub(crate) location: Option<String>,
}

impl Fault {
    /// Whether both are the same mistake: the same place, and a message of the same shape.
    pub(crate) fn resembles(&self, other: &Fault) -> bool {
        self.location == other.location && shape(&self.message) == shape(&other.message)
    }
}

/// Words that are values.
const VALUES: [&str; 6] = ["true", "false", "None", "Some", "Ok", "Err"];

/// The part of a message that does not depend on values: the first line, up to where a value is likely
/// to begin. Of an error that was returned, its variant or the beginning of its text.
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

    fn fault(message: &str, location: Option<&str>) -> Fault {
        Fault { message: message.to_owned(), location: location.map(str::to_owned) }
    }

    #[test]
    fn values_in_a_message_do_not_make_another_mistake() {
        let here = Some("src/a.rs:1:1");
        let same = [
            ("7 is odd", "19 is odd"),
            ("got [1]", "got []"),
            ("found a pair, with true", "found a pair, with false"),
            ("expected Some(3)", "expected None"),
            ("x = -1", "x = 5"),
            ("too deep: List([])", "too deep: Map({})"),
            ("the property returned Err(\"at 3\")", "the property returned Err(\"at 5\")"),
            ("the property returned Err(NotFound(3))", "the property returned Err(NotFound(4))"),
        ];
        for (a, b) in same {
            assert!(fault(a, here).resembles(&fault(b, here)), "{a} {b}");
        }
        assert!(fault("a == b\n left: 1", here).resembles(&fault("a == b\n left: 2", here)));
    }

    #[test]
    fn another_place_or_another_text_is_another_mistake() {
        let here = Some("src/a.rs:1:1");
        assert!(!fault("odd", here).resembles(&fault("odd", Some("src/a.rs:2:1"))));
        assert!(!fault("odd", here).resembles(&fault("even", here)));
        assert!(!fault("odd", here).resembles(&fault("odd", None)));
        let errors = ["the property returned Err(NotFound)", "the property returned Err(Denied)"];
        assert!(!fault(errors[0], None).resembles(&fault(errors[1], None)));
    }
}
