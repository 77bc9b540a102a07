//! The input with which a property first failed.

/// How it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counting {
    /// The property prints it.
    Output,
    /// A counter was put into its body.
    Counter,
}

impl Counting {
    /// How it is known of properties of this framework; none, if it is not.
    pub(super) fn of(framework: &str) -> Option<Counting> {
        match framework {
            "disprove" | "proptest" | "test-strategy" => Some(Counting::Output),
            "quickcheck" => Some(Counting::Counter),
            _ => None,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Counting::Output => "output",
            Counting::Counter => "counter",
        }
    }
}

/// Where the input came from.
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

/// The input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct First {
    /// Its number among those of its phase, from 1; inputs that were discarded are left out, where they are known.
    pub(crate) number: u64,
    pub(crate) phase: Phase,
    /// How many were discarded before it.
    pub(crate) discarded: u64,
}

/// By what a failing property printed. None, if it does not say: it may have given up, rather than failed.
pub(super) fn by_output(framework: &str, text: &str) -> Option<First> {
    match framework {
        "disprove" => of_disprove(text),
        _ => of_proptest(text),
    }
}

/// A property of this library, which ended with its first failure. Its statistics stand in front; they are found by the name
/// of its function alone, so those of another property may be there, too:
///
/// ```text
/// sorts: failed, 1 different failure
///   3 cases, 3 distinct, in 2.1 ms (1,428 per second)
///   the first 2 cases known before
///   4 executions, 1 rejected, 1 of them before the property was called
/// ..
/// sorts failed on case 4.
/// ```
fn of_disprove(text: &str) -> Option<First> {
    let mut statistics: Vec<Statistics> = Vec::new();
    for line in text.lines() {
        if let Some((_, place)) = line.split_once(" failed on example ") {
            return Some(First { number: number(place)?, phase: Phase::Example, discarded: 0 });
        }
        if line.contains(" failed again on an input that is kept") {
            return Some(First { number: 1, phase: Phase::Replay, discarded: 0 });
        }
        if let Some((_, place)) = line.split_once(" failed on case ") {
            let executions = number(place)?;
            statistics.retain(|it| it.cases + it.discarded == executions);
            statistics.dedup();
            return match statistics[..] {
                [one] => Some(one.first()),
                _ => None,
            };
        }
        if line.contains(": failed, ") {
            statistics.push(Statistics::default());
        }
        if let (Some(last), Some(line)) = (statistics.last_mut(), line.strip_prefix("  ")) {
            last.hear(line);
        }
    }
    None
}

/// The figures of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Statistics {
    cases: u64,
    known: u64,
    discarded: u64,
}

impl Statistics {
    fn hear(&mut self, line: &str) {
        if let Some(rest) = line.strip_prefix("the first ")
            && rest.ends_with(" known before")
        {
            self.known = number(rest).unwrap_or(0);
        } else if line.contains(" distinct, in ") {
            self.cases = number(line).unwrap_or(0);
        } else if let Some((executions, rest)) = line.split_once(", ")
            && (executions.ends_with(" execution") || executions.ends_with(" executions"))
            && rest.contains(" rejected")
        {
            self.discarded = number(rest).unwrap_or(0);
        }
    }

    /// Its last case is the one that failed.
    fn first(self) -> First {
        let Statistics { cases, known, discarded } = self;
        // Replays that an attribute names are known inputs as well, and have no numbers of their own.
        if cases <= known {
            First { number: cases, phase: Phase::Replay, discarded: 0 }
        } else {
            First { number: cases - known, phase: Phase::Generate, discarded }
        }
    }
}

/// A property of proptest, or test-strategy, which is made of it:
///
/// ```text
/// Test failed: ...
/// minimal failing input: ...
///     successes: 12
///     local rejects: 0
///     global rejects: 3
/// ```
fn of_proptest(text: &str) -> Option<First> {
    let rest = &text[text.find("Test failed: ")?..];
    // The message and the input may hold anything; the figures come last.
    let after = &rest[rest.rfind("\tsuccesses: ")?..];
    let value = |key: &str| {
        after.lines().find_map(|line| line.trim_start().strip_prefix(key)).and_then(number)
    };
    let discarded = value("local rejects: ").unwrap_or(0) + value("global rejects: ").unwrap_or(0);
    let number = value("successes: ")? + 1;
    Some(First { number, phase: Phase::Generate, discarded })
}

/// By what a counter wrote: the number of the last call, or of the first that failed.
pub(super) fn by_counter(text: &str) -> Option<First> {
    let number = text.strip_suffix(" failed")?.parse().ok()?;
    Some(First { number, phase: Phase::Generate, discarded: 0 })
}

/// The number that a text begins with, with commas between thousands.
fn number(text: &str) -> Option<u64> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != ',').unwrap_or(text.len());
    text[..end].trim_end_matches(',').replace(',', "").parse().ok()
}

#[cfg(test)]
mod tests;
