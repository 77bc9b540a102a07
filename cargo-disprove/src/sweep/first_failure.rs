//! The first input on which a property fails, from its output.

use serde_json::Value;

/// How the first failing input of a property is determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CountingMethod {
    /// The property writes observations: JSON lines.
    Observations,
    /// The property prints it.
    Output,
    /// A counter inserted into its body.
    Counter,
}

impl CountingMethod {
    /// The method for properties of this framework, if there is one.
    pub(super) fn of(framework: &str) -> Option<CountingMethod> {
        match framework {
            "disprove" => Some(CountingMethod::Observations),
            "proptest" | "test-strategy" => Some(CountingMethod::Output),
            "quickcheck" => Some(CountingMethod::Counter),
            _ => None,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            CountingMethod::Observations => "observations",
            CountingMethod::Output => "output",
            CountingMethod::Counter => "counter",
        }
    }
}

/// The origin of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Generate,
    Example,
    Replay,
}

impl Phase {
    pub(crate) const ALL: [Phase; 3] = [Phase::Generate, Phase::Example, Phase::Replay];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Phase::Generate => "generate",
            Phase::Example => "example",
            Phase::Replay => "replay",
        }
    }
}

/// The first failing input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FirstFailure {
    /// Its number among the inputs of its phase, from 1, without discarded inputs where they are known.
    pub(crate) number: u64,
    pub(crate) phase: Phase,
    /// Number of inputs discarded before it.
    pub(crate) discarded: u64,
}

/// The test and the first failure in the observations of a property of this library, which ended with its first failure.
/// `binaries` maps the file names of test binaries to the prefixes of their tests.
///
/// The run summary is a JSON object inside of an `info` line with the title "figures". The case lines name the binary.
pub(super) fn from_observations(
    lines: &str,
    binary: impl Fn(&str) -> Option<String>,
) -> Option<(String, FirstFailure)> {
    let lines: Vec<Value> =
        lines.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let summary = lines.iter().find(|line| line["title"] == "figures")?;
    let program = lines.iter().find_map(|line| line["metadata"]["sys.argv"][0].as_str())?;
    let program = program.rsplit(['/', '\\']).next().unwrap_or(program);
    // A key is the crate and the path of the test.
    let (_, path) = summary["property"].as_str()?.split_once("::")?;
    let figures: Value = serde_json::from_str(summary["content"].as_str()?).ok()?;
    Some((format!("{}::{path}", binary(program)?), from_figures(&figures)?))
}

fn from_figures(figures: &Value) -> Option<FirstFailure> {
    let failure = figures["failures"].get(0)?;
    let count = |key: &str| figures[key].as_u64();
    let (cases, known) = (count("cases")?, count("known")?);
    let first = |number, phase, discarded| Some(FirstFailure { number, phase, discarded });
    match failure["phase"].as_str()? {
        "example" => first(failure["example"].as_u64()?, Phase::Example, 0),
        "replay" => first(1, Phase::Replay, 0),
        // The last case is the one that failed. Inputs of `#[replay(..)]` count as known and have no numbers of their own.
        "generate" if cases <= known => first(cases, Phase::Replay, 0),
        "generate" => first(cases - known, Phase::Generate, count("rejected")?),
        _ => None,
    }
}

/// From the output of a failing property of proptest, or of test-strategy, which is based on it. `None` if it gave up:
///
/// ```text
/// Test failed: ...
/// minimal failing input: ...
///     successes: 12
///     local rejects: 0
///     global rejects: 3
/// ```
pub(super) fn from_proptest(text: &str) -> Option<FirstFailure> {
    let rest = &text[text.find("Test failed: ")?..];
    // The message and the input may contain anything; the counts come last.
    let after = &rest[rest.rfind("\tsuccesses: ")?..];
    let value = |key: &str| {
        after.lines().find_map(|line| line.trim_start().strip_prefix(key)).and_then(number)
    };
    let discarded = value("local rejects: ").unwrap_or(0) + value("global rejects: ").unwrap_or(0);
    let number = value("successes: ")? + 1;
    Some(FirstFailure { number, phase: Phase::Generate, discarded })
}

/// From the file of a counter: the number of the last call, or of the first that failed.
pub(super) fn from_counter(text: &str) -> Option<FirstFailure> {
    let number = text.strip_suffix(" failed")?.parse().ok()?;
    Some(FirstFailure { number, phase: Phase::Generate, discarded: 0 })
}

/// The integer at the start of a string.
fn number(text: &str) -> Option<u64> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().ok()
}

#[cfg(test)]
mod tests;
