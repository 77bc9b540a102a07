//! Result caches, which exist for the settings that name them: a run skips inputs that ran before by itself.

use super::TestCaseResult;
use std::fmt;

/// An input and its result. In disprove: none is needed.
#[derive(Debug)]
pub struct ResultCacheKey<'a> {
    value: &'a dyn fmt::Debug,
}

impl<'a> ResultCacheKey<'a> {
    /// The input. In disprove: none is needed.
    pub fn value_debug(&self) -> &'a dyn fmt::Debug {
        self.value
    }
}

/// Results of inputs that ran before. Runs do not call it. In disprove: none is needed.
pub trait ResultCache {
    /// The key of an input.
    fn key(&self, key: &ResultCacheKey<'_>) -> u64;
    /// Keeps a result.
    fn put(&mut self, key: u64, result: &TestCaseResult);
    /// The result of an input, if it ran before.
    fn get(&self, key: u64) -> Option<&TestCaseResult>;
}

struct NoCache;

impl ResultCache for NoCache {
    fn key(&self, _: &ResultCacheKey<'_>) -> u64 {
        0
    }

    fn put(&mut self, _: u64, _: &TestCaseResult) {}

    fn get(&self, _: u64) -> Option<&TestCaseResult> {
        None
    }
}

/// A cache in proptest. In disprove: none is needed, since a run skips inputs that ran before.
///
/// ```
/// use proptest::{prelude::*, test_runner::basic_result_cache};
///
/// let config = ProptestConfig { result_cache: basic_result_cache, ..ProptestConfig::default() };
/// proptest!(config, |(bit: bool)| prop_assert!(bit || !bit));
/// ```
pub fn basic_result_cache() -> Box<dyn ResultCache> {
    Box::new(NoCache)
}

/// No cache, the default. In disprove: none is needed.
///
/// ```
/// use proptest::{prelude::*, test_runner::noop_result_cache};
///
/// let config = ProptestConfig { result_cache: noop_result_cache, ..ProptestConfig::default() };
/// proptest!(config, |(bit: bool)| prop_assert!(bit || !bit));
/// ```
pub fn noop_result_cache() -> Box<dyn ResultCache> {
    Box::new(NoCache)
}
