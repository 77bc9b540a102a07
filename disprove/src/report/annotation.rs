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
                let place = format!("{},line={line},col={column},", key_of(file));
                command(&place, self.function, &text)
            }
            None => annotation(self.function, property, &text),
        }
    }
}

/// The workflow command that annotates a property with a text.
pub(crate) fn annotation(function: &str, property: Option<(&str, u32)>, text: &str) -> String {
    let place = property.map(|(file, line)| format!("{},line={line},", key_of(file)));
    command(&place.unwrap_or_default(), function, text)
}

/// The key of a file, with the separators of the repository: those of a compiler on Windows are others.
fn key_of(file: &str) -> String {
    format!("file={}", escaped(&file.replace('\\', "/")))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_of_windows_has_slashes() {
        let text = annotation("sorts", Some((r"shop\src\lib.rs", 7)), "too large");
        assert_eq!(text, "::error file=shop/src/lib.rs,line=7,title=sorts failed::too large");
        let place = r"C:\shop\src\lib.rs:7:9";
        assert_eq!(parts(place), Some((r"C:\shop\src\lib.rs", "7", "9")));
        assert_eq!(key_of(r"C:\shop\src\lib.rs"), "file=C%3A/shop/src/lib.rs");
    }
}
