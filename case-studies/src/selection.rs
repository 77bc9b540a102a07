//! Name filters of the command line.

/// Names, or nothing, which stands for all of them.
///
/// Names are compared by their letters and digits: `STORE*A` is `store-a`, and `auto, forward` is `auto-forward`, so that
/// a name with commas can be one of a list with commas.
#[derive(Clone, Debug, Default)]
pub struct Selection(Option<Vec<String>>);

impl Selection {
    /// Names with commas in between.
    pub fn of(names: &str) -> Selection {
        Selection(Some(names.split(',').map(|name| name.trim().to_owned()).collect()))
    }

    /// Whether something of this name is to be run.
    pub fn has(&self, name: &str) -> bool {
        let name = spelling(name);
        self.0.as_ref().is_none_or(|names| names.iter().any(|given| spelling(given) == name))
    }

    /// Whether there is any name at all.
    pub fn is_given(&self) -> bool {
        self.0.is_some()
    }

    /// The names as they were given.
    pub fn names(&self) -> Option<&[String]> {
        self.0.as_deref()
    }

    /// The first name that is none of these.
    pub fn stranger(&self, known: &[String]) -> Option<&str> {
        let is_known = |name: &str| known.iter().any(|known| spelling(known) == spelling(name));
        self.names()?.iter().map(String::as_str).find(|name| !is_known(name))
    }
}

/// How a name is written: its letters and digits, small, and one hyphen for whatever is between them.
pub fn spelling(name: &str) -> String {
    let parts = name.split(|letter: char| !letter.is_alphanumeric());
    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).map(str::to_lowercase).collect();
    parts.join("-")
}

#[cfg(test)]
mod tests {
    use super::{Selection, spelling};

    #[test]
    fn names_are_their_letters_and_digits() {
        for (name, spelt) in [
            ("random", "random"),
            ("auto, forward", "auto-forward"),
            ("STORE*A", "store-a"),
            ("LOAD*", "load"),
            ("42 vertices, 0..=100 edges", "42-vertices-0-100-edges"),
            ("", ""),
        ] {
            assert_eq!(spelling(name), spelt);
        }
    }

    #[test]
    fn a_selection_has_the_named_ones_and_everything_if_nothing_is_named() {
        let some = Selection::of("load*, Auto-Forward");
        assert!(some.has("LOAD*") && some.has("auto, forward"));
        assert!(!some.has("auto") && !some.has("forward"));
        assert!(Selection::default().has("auto") && !Selection::default().is_given());
    }

    #[test]
    fn the_first_unknown_name_is_told_as_it_was_written() {
        let known = ["auto".to_owned(), "auto, pairs".to_owned()];
        assert_eq!(Selection::of("auto-pairs,AUTO").stranger(&known), None);
        assert_eq!(Selection::of("auto,Bauto,forward").stranger(&known), Some("Bauto"));
        assert_eq!(Selection::of("auto,").stranger(&known), Some(""));
        assert_eq!(Selection::default().stranger(&known), None);
    }
}
