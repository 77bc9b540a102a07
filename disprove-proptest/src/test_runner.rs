//! Settings, the runner that strategies draw from, and results.
//!
//! In disprove: `#[property(..)]`, `check(..)`, `Source`.
//!
//! ```
//! use proptest::test_runner::{Config, TestRunner};
//!
//! let mut runner = TestRunner::new(Config { cases: 50, ..Config::default() });
//! assert!(runner.run(&(0..10u8), |n| Ok(assert!(n < 10))).is_ok());
//! ```

mod config;
mod errors;
mod persistence;
mod reason;
mod result_cache;
mod rng;
mod runner;

pub use config::{Config, RngSeed, contextualize_config};
pub use errors::{ProptestResultExt, TestCaseError, TestCaseResult, TestError};
pub use persistence::{
    FailurePersistence, FileFailurePersistence, MapFailurePersistence, PersistedSeed,
};
pub use reason::Reason;
pub use result_cache::{ResultCache, ResultCacheKey, basic_result_cache, noop_result_cache};
pub use rng::{RngAlgorithm, TestRng};
pub use runner::{INFO_LOG, TestRunResult, TestRunner};

pub(crate) use config::default_config;
pub(crate) use errors::outcome;
pub(crate) use persistence::announce_regressions;
