//! What was wrong.

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

/// The part of a message that does not depend on values: the first line, up to where a value is likely
/// to begin.
fn shape(message: &str) -> &str {
    let line = message.lines().next().unwrap_or("");
    let value = |c: char| c.is_ascii_digit() || matches!(c, '"' | '\'' | '[' | '{' | '(' | '-');
    &line[..line.find(value).unwrap_or(line.len())]
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
        let same = [("7 is odd", "19 is odd"), ("got [1]", "got []"), ("x = -1", "x = 5")];
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
    }
}
