//! The verdicts of the tests on a mutant.

use super::{
    baseline::KnownSuite,
    pytest_run::{ProjectCopy, PytestJob, TestOutcome},
};
use crate::error::CommandError;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    sync::atomic::AtomicBool,
    time::Instant,
};

/// How often pytest starts again after a test that hung or killed its process. Tests beyond have no verdict.
const MAX_STARTS: usize = 12;

/// Time limit of all tests: a multiple of their time on the unchanged code.
const FACTOR: f64 = 10.0;

/// A verdict letter per test, and how pytest ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Verdicts {
    pub(super) letters: String,
    is_late: bool,
    /// Tests could not be collected, or the process died before the first.
    is_broken: bool,
    pub(super) seconds: f64,
}

impl Verdicts {
    pub(super) fn outcome(&self) -> &'static str {
        match (self.letters.contains('F'), self.is_late) {
            (true, true) => "timeout",
            (true, false) => "caught",
            // Some test would have failed; which one is unknown.
            (false, _) if self.is_broken => "caught",
            (false, _) => "missed",
        }
    }
}

/// Runs the tests that reach the mutant in the copy. All others pass, as on the unchanged code.
pub(super) fn verdicts(
    copy: &ProjectCopy<'_>,
    known: &KnownSuite,
    reached: &[usize],
    stop: &AtomicBool,
) -> Result<Verdicts, CommandError> {
    let mut letters = vec![b'p'; known.baseline.tests.len()];
    let (start, mut found) = (Instant::now(), Verdicts::default());
    let mut left: BTreeSet<usize> = reached.iter().copied().collect();
    for place in &left {
        letters[*place] = b'n';
    }
    let name = |place: &usize| &*known.baseline.tests[*place].name;
    for _ in 0..MAX_STARTS {
        if left.is_empty() {
            break;
        }
        let limits: BTreeMap<&str, f64> =
            left.iter().map(|place| (name(place), known.limit(*place))).collect();
        let job = PytestJob {
            tests: Some(left.iter().map(name).collect()),
            limits,
            seed: copy.seed,
            time: FACTOR * known.baseline.seconds,
            ..PytestJob::default()
        };
        let recorded = copy.run(&job, stop)?;
        for (test, ended) in &recorded.ended {
            let Some(place) = left.iter().copied().find(|place| name(place) == test) else {
                continue;
            };
            let is_failed = ended.outcome == TestOutcome::Failed;
            letters[place] = if is_failed { b'F' } else { b'p' };
            left.remove(&place);
        }
        let open = recorded.open.as_deref();
        let Some(place) = left.iter().copied().find(|place| Some(name(place)) == open) else {
            found.is_broken |= !recorded.is_finished || !left.is_empty();
            break;
        };
        // It hung, or killed its process. The others run again without it.
        letters[place] = b'F';
        left.remove(&place);
        let output = fs::read(copy.scratch.join("output")).unwrap_or_default();
        found.is_late |= String::from_utf8_lossy(&output).contains("Timeout (");
    }
    found.letters = String::from_utf8_lossy(&letters).into_owned();
    found.seconds = start.elapsed().as_secs_f64();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::Verdicts;

    #[test]
    fn the_outcome_follows_from_the_verdicts() {
        let verdicts = |letters: &str, is_late, is_broken| Verdicts {
            letters: letters.to_owned(),
            is_late,
            is_broken,
            seconds: 0.0,
        };
        assert_eq!(verdicts("ppF", false, false).outcome(), "caught");
        assert_eq!(verdicts("ppF", true, false).outcome(), "timeout");
        assert_eq!(verdicts("pnn", false, true).outcome(), "caught");
        assert_eq!(verdicts("ppp", false, false).outcome(), "missed");
    }
}
