//! Annotations of failures: GitHub Actions shows them beside the code.

use super::text::{Page, Shown};
use crate::runner::Failure;

/// The variable that is `true` in every job of GitHub Actions.
const GITHUB: &str = "GITHUB_ACTIONS";

/// Whether this process runs in a job of GitHub Actions.
pub(crate) fn wants_annotations() -> bool {
    std::env::var_os(GITHUB).is_some_and(|value| value == "true")
}

impl Page<'_> {
    /// The workflow command that annotates the line where the property failed with its input and its message. A failure
    /// without a location, such as the end of a process, annotates the property.
    pub(crate) fn annotation(
        &self,
        failure: &Failure<Shown>,
        property: Option<(&str, u32)>,
    ) -> String {
        let text = format!("{}\n\n{}", self.input(failure), failure.message());
        match failure.location().and_then(parts) {
            Some((file, line, column)) => {
                let place = format!("file={},line={line},col={column},", escaped(file));
                command(&place, self.function, &text)
            }
            None => annotation(self.function, property, &text),
        }
    }
}

/// The workflow command that annotates a property with a text.
pub(crate) fn annotation(function: &str, property: Option<(&str, u32)>, text: &str) -> String {
    let place = property.map(|(file, line)| format!("file={},line={line},", escaped(file)));
    command(&place.unwrap_or_default(), function, text)
}

/// The file, the line and the column of a location.
pub(super) fn parts(location: &str) -> Option<(&str, &str, &str)> {
    let mut parts = location.rsplitn(3, ':');
    let (column, line, file) = (parts.next()?, parts.next()?, parts.next()?);
    Some((file, line, column))
}

fn command(place: &str, function: &str, text: &str) -> String {
    format!("::error {place}title={}::{}", escaped(&format!("{function} failed")), data(text))
}

/// Escapes the message of a workflow command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property of a workflow command.
fn escaped(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
