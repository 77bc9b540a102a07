//! What can be said on the command line.

use clap::{Args, ValueEnum};
use std::{ffi::OsString, path::PathBuf, time::Duration};

/// Makes a file as small as it gets while a command still calls it interesting.
///
/// The command is run with the path of a candidate, which has the name of the file and is alone in a folder
/// of its own: the current one of the command. It replaces `{}` in the arguments, or the name of the file
/// itself, or else comes last. The exit code 0 means: interesting.
///
/// The file itself is never changed. What is best so far is always in the output. Started again, the same
/// command goes on where it was stopped.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub(crate) struct Arguments {
    /// The file to start from.
    #[arg(long, value_name = "FILE")]
    pub(super) seed_file: PathBuf,

    /// What the file is made of.
    #[arg(long = "as", value_enum, default_value_t = Parts::Auto)]
    pub(super) parts: Parts,

    /// Where the smallest file is written; FILE.reduced, if nothing is said.
    #[arg(long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,

    /// Commands at the same time; as many as there are cores, if nothing is said.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) jobs: Option<u16>,

    /// Ends after so many runs of the command.
    #[arg(long, value_name = "N")]
    pub(super) runs: Option<u64>,

    /// Ends after this time: 90s, 10m, 2h.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(super) time: Option<Duration>,

    /// A command that takes longer is killed, and its candidate not interesting.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    pub(super) timeout: Duration,

    /// Forgets what an earlier reduction of the same file by the same command found out.
    #[arg(long)]
    pub(super) fresh: bool,

    /// The command that says whether a candidate is interesting.
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub(super) command: Vec<OsString>,
}

/// What a file is taken to be made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Parts {
    /// Tokens if it is text, else bytes.
    Auto,
    /// Any bytes.
    Bytes,
    /// Lines, in blocks by their indentation.
    Lines,
    /// Lines, and what brackets, quotes, words and operators make of each.
    Tokens,
}

/// A number with its unit.
fn duration(text: &str) -> Result<Duration, String> {
    let unit = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(unit);
    let milliseconds = match unit {
        "ms" => 1,
        "s" => 1_000,
        "m" => 60_000,
        "h" => 3_600_000,
        _ => 0,
    };
    let number: u64 = number.parse().unwrap_or(0);
    match number.checked_mul(milliseconds) {
        Some(product) if product > 0 => Ok(Duration::from_millis(product)),
        _ => Err("write a number above 0 and its unit, as in 500ms, 90s, 10m or 2h".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::duration;
    use std::time::Duration;

    #[test]
    fn times_are_numbers_with_units() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("90s"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("10m"), Ok(Duration::from_secs(600)));
        assert_eq!(duration("2h"), Ok(Duration::from_secs(7_200)));
        for bad in [
            "",
            "s",
            "0s",
            "10",
            "1d",
            "-1s",
            "1.5s",
            "99999999999999999999s",
            "18446744073709551615h",
        ] {
            assert!(duration(bad).is_err(), "{bad}");
        }
    }
}
