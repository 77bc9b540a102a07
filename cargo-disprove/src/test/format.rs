//! The value of `--message-format`.

use crate::error::{CommandError, usage};
use std::ffi::OsString;

/// What standard output contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MessageFormat {
    /// The output of cargo and of the tests.
    Human,
    /// A line of JSON for each property, and a summary.
    Json,
}

const FLAG: &str = "--message-format";

impl MessageFormat {
    pub(super) fn named(name: &str) -> Result<MessageFormat, CommandError> {
        match name {
            "human" => Ok(MessageFormat::Human),
            "json" => Ok(MessageFormat::Json),
            _ => Err(usage(format!(
                "unknown message format `{name}`: write `{FLAG} json` or `{FLAG} human`"
            ))),
        }
    }
}

/// Removes the format from the arguments of cargo, where it would mean the format of compiler messages.
pub(super) fn take_format(arguments: &mut Vec<OsString>) -> Result<Option<String>, CommandError> {
    let mut format = None;
    while let Some(at) = arguments.iter().position(|word| is_flag(&word.to_string_lossy())) {
        let word = arguments.remove(at);
        let value = match word.to_string_lossy().split_once('=') {
            Some((_, value)) => value.to_owned(),
            None if at < arguments.len() => arguments.remove(at).to_string_lossy().into_owned(),
            None => {
                return Err(usage(format!(
                    "`{FLAG}` has no value: write `{FLAG} json` or `{FLAG} human`"
                )));
            }
        };
        format = Some(value);
    }
    Ok(format)
}

fn is_flag(word: &str) -> bool {
    word.strip_prefix(FLAG).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
}

#[cfg(test)]
mod tests {
    use super::{MessageFormat, take_format};
    use std::ffi::OsString;

    fn taken(line: &str) -> Result<(Option<String>, String), String> {
        let mut words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let format = take_format(&mut words).map_err(|error| error.0)?;
        let rest: Vec<_> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        Ok((format, rest.join(" ")))
    }

    #[test]
    fn the_format_is_taken_out_wherever_it_is() {
        let json = Some("json".to_owned());
        for line in ["--message-format json -p a", "-p a --message-format=json"] {
            assert_eq!(taken(line), Ok((json.clone(), "-p a".to_owned())));
        }
        assert_eq!(taken("--message-formats a"), Ok((None, "--message-formats a".to_owned())));
        let missing = taken("-p a --message-format").expect_err("there is no value");
        assert!(missing.contains("has no value: write `--message-format json`"), "{missing}");
    }

    #[test]
    fn other_formats_are_refused() {
        assert_eq!(MessageFormat::named("json").expect("known"), MessageFormat::Json);
        assert_eq!(MessageFormat::named("human").expect("known"), MessageFormat::Human);
        let error = MessageFormat::named("JSON").expect_err("unknown").0;
        assert_eq!(
            error,
            "unknown message format `JSON`: write `--message-format json` or `--message-format human`"
        );
    }
}
