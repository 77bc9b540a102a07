//! Samples of a hunt over time, from which curves are drawn.

use serde_json::{Value, json};

/// Samples to keep: a curve of a few hundred pixels shows no more. When there are more, every second one is dropped, and the
/// interval doubles.
const MAX_SAMPLES: usize = 160;

/// First interval between two samples in seconds: short against the first turn of a property.
const FIRST_INTERVAL: f64 = 0.5;

/// The counts of a property at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Sample {
    /// Since the start of the hunt.
    pub(crate) seconds: f64,
    pub(crate) executions: u64,
    /// Executions that were not rejected.
    pub(crate) cases: u64,
    pub(crate) corpus: u64,
    /// Covered blocks, if the build has compiler coverage.
    pub(crate) coverage: Option<u64>,
}

impl Sample {
    /// As a list of numbers.
    pub(crate) fn json(&self) -> Value {
        let seconds = (self.seconds * 10.0).round() / 10.0;
        json!([seconds, self.executions, self.cases, self.corpus, self.coverage])
    }

    /// Reads such a list.
    pub(crate) fn of(value: &Value) -> Option<Sample> {
        Some(Sample {
            seconds: value[0].as_f64()?,
            executions: value[1].as_u64()?,
            cases: value[2].as_u64()?,
            corpus: value[3].as_u64()?,
            coverage: value[4].as_u64(),
        })
    }
}

/// The samples of a property, over the whole time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Samples {
    all: Vec<Sample>,
    interval: f64,
    last: Option<Sample>,
}

impl Samples {
    /// Adds a sample that is not earlier than those before.
    pub(crate) fn add(&mut self, sample: Sample) {
        self.last = Some(sample);
        let interval = self.interval.max(FIRST_INTERVAL);
        if self.all.last().is_some_and(|before| sample.seconds - before.seconds < interval) {
            return;
        }
        self.all.push(sample);
        if self.all.len() > MAX_SAMPLES {
            let mut number = 0;
            self.all.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.interval = interval * 2.0;
        }
    }

    pub(crate) fn last(&self) -> Option<Sample> {
        self.last
    }

    /// All samples, the last included.
    pub(crate) fn to_vec(&self) -> Vec<Sample> {
        let mut all = self.all.clone();
        all.extend(self.last.filter(|last| all.last() != Some(last)));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_SAMPLES, Sample, Samples};

    fn at(seconds: f64) -> Sample {
        Sample { seconds, executions: seconds as u64, ..Sample::default() }
    }

    #[test]
    fn samples_cover_the_whole_time_and_end_with_the_last() {
        let mut samples = Samples::default();
        for number in 0..20_000 {
            samples.add(at(f64::from(number) * 0.7));
        }
        let all = samples.to_vec();
        assert!(all.len() > MAX_SAMPLES / 2 && all.len() <= MAX_SAMPLES + 1, "{}", all.len());
        assert_eq!((all[0], all.last().copied()), (at(0.0), Some(at(19_999.0 * 0.7))));
        assert!(all.is_sorted_by(|a, b| a.seconds < b.seconds));
    }

    #[test]
    fn a_sample_within_the_interval_replaces_the_last() {
        let mut samples = Samples::default();
        for seconds in [0.0, 0.1, 0.2, 0.6, 0.7] {
            samples.add(at(seconds));
        }
        assert_eq!(samples.to_vec(), [at(0.0), at(0.6), at(0.7)]);
    }

    #[test]
    fn a_sample_is_read_as_it_was_written() {
        let sample =
            Sample { seconds: 1.5, executions: 9, cases: 8, corpus: 2, coverage: Some(40) };
        assert_eq!(Sample::of(&sample.json()), Some(sample));
        let sample = Sample { coverage: None, ..sample };
        assert_eq!(sample.json().to_string(), "[1.5,9,8,2,null]");
        assert_eq!(Sample::of(&sample.json()), Some(sample));
        assert_eq!(Sample::of(&serde_json::json!([1, 2])), None);
    }
}
