//! Why a value or a case was refused, or a case failed.

use std::{
    borrow::Cow,
    cmp::Ordering,
    fmt,
    hash::{Hash, Hasher},
    panic::Location,
};

/// The reason for a failure or a rejection.
///
/// In disprove: the text of `Outcome::fail(..)`.
///
/// ```
/// use proptest::test_runner::Reason;
///
/// assert_eq!(Reason::from("odd").message(), "odd");
/// ```
#[derive(Clone)]
pub struct Reason {
    text: Cow<'static, str>,
    location: Option<&'static Location<'static>>,
}

impl Reason {
    /// The text. In disprove: `Failure::message`.
    ///
    /// ```
    /// assert_eq!(proptest::test_runner::Reason::from("odd").message(), "odd");
    /// ```
    pub fn message(&self) -> &str {
        &self.text
    }

    /// The same reason at a location, unless it has one.
    pub(crate) fn at(mut self, location: &'static Location<'static>) -> Reason {
        self.location.get_or_insert(location);
        self
    }

    /// "file:line:column", if it is known.
    pub(crate) fn location(&self) -> Option<String> {
        self.location.map(ToString::to_string)
    }

    pub(crate) fn into_message(self) -> String {
        self.text.into_owned()
    }
}

impl fmt::Debug for Reason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("Reason").field(&self.text).finish()
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.fmt(out)
    }
}

impl PartialEq for Reason {
    fn eq(&self, other: &Reason) -> bool {
        self.text == other.text
    }
}

impl Eq for Reason {}

impl PartialOrd for Reason {
    fn partial_cmp(&self, other: &Reason) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Reason {
    fn cmp(&self, other: &Reason) -> Ordering {
        self.text.cmp(&other.text)
    }
}

impl Hash for Reason {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

impl From<&'static str> for Reason {
    fn from(text: &'static str) -> Reason {
        Reason { text: Cow::Borrowed(text), location: None }
    }
}

impl From<String> for Reason {
    fn from(text: String) -> Reason {
        Reason { text: Cow::Owned(text), location: None }
    }
}

impl From<Box<str>> for Reason {
    fn from(text: Box<str>) -> Reason {
        String::from(text).into()
    }
}
