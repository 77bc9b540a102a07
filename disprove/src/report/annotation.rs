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
    /// The workflow command that annotates the line where the property failed with its input and its message.
    pub(crate) fn annotation(&self, failure: &Failure<Shown>) -> String {
        let mut place = String::new();
        if let Some(location) = failure.location() {
            let mut parts = location.rsplitn(3, ':');
            if let (Some(column), Some(line), Some(file)) =
                (parts.next(), parts.next(), parts.next())
            {
                place = format!("file={},line={line},col={column},", property(file));
            }
        }
        let title = property(&format!("{} failed", self.function));
        let text = data(&format!("{}\n\n{}", self.input(failure), failure.message()));
        format!("::error {place}title={title}::{text}")
    }
}

/// Escapes the message of a workflow command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property of a workflow command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
