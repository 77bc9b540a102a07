//! Settings, the runner that strategies draw from, and results.
//!
//! In disprove: `#[property(..)]`, `check(..)`, `Source`.

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
