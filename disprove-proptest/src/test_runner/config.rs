//! `Config`: the settings of a run.

use super::{
    FailurePersistence, FileFailurePersistence, ResultCache, RngAlgorithm, noop_result_cache,
};
use disprove::__private::{Overrides, Place, diagnostic};
use std::{
    env,
    fmt::{self, Display},
    str::FromStr,
    sync::{LazyLock, Once},
    time::Duration,
};

/// The seed of a run. In disprove: the setting `seed`.
///
/// ```
/// use proptest::test_runner::RngSeed;
///
/// assert_eq!("7".parse(), Ok(RngSeed::Fixed(7)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RngSeed {
    /// Another one for each run.
    Random,
    /// This one.
    Fixed(u64),
}

impl FromStr for RngSeed {
    type Err = ();

    fn from_str(text: &str) -> Result<RngSeed, ()> {
        text.parse().map(RngSeed::Fixed).map_err(|_| ())
    }
}

impl fmt::Display for RngSeed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RngSeed::Random => out.write_str("random"),
            RngSeed::Fixed(seed) => seed.fmt(out),
        }
    }
}

/// The settings of a run. In disprove: attributes, a file or variables; each field names its own.
///
/// ```
/// use proptest::prelude::*;
///
/// let config = ProptestConfig { cases: 20, ..ProptestConfig::default() };
/// proptest!(config, |(n in 0..10)| prop_assert!(n < 10));
/// ```
#[derive(Clone, Debug)]
pub struct Config {
    /// Cases that must pass (default 256). In disprove: `cases`.
    pub cases: u32,
    /// Values that filters may refuse. A filter here rejects the case after 64 of them.
    pub max_local_rejects: u32,
    /// Cases that may be rejected. In disprove: `max_executions`, whose default allows 100 for each case.
    pub max_global_rejects: u32,
    /// Has no meaning here: reduction generates no new values.
    pub max_flat_map_regens: u32,
    /// Where failures are kept: `None` for nowhere, otherwise in the database of disprove. In disprove: `database`.
    pub failure_persistence: Option<Box<dyn FailurePersistence>>,
    /// The file of the test, which the macros set.
    pub source_file: Option<&'static str>,
    /// The path of the test, which the macros set.
    pub test_name: Option<&'static str>,
    /// Whether to run in another process. In disprove: `isolate`.
    pub fork: bool,
    /// Time limit of a case in milliseconds, in another process. In disprove: `isolate = "100ms"`.
    pub timeout: u32,
    /// Time limit of reduction in milliseconds; 0 for the default. In disprove: `reduction_time`.
    pub max_shrink_time: u32,
    /// Limit of executions while reducing; 0 reduces nothing. In disprove: `reduction_runs`, `reduce = false`.
    pub max_shrink_iters: u32,
    /// The end of the default range of sizes (default 100, itself excluded). In disprove: `vec(..).len(..)`.
    pub max_default_size_range: usize,
    /// Has no meaning here: a run skips inputs that ran before.
    pub result_cache: fn() -> Box<dyn ResultCache>,
    /// Has no meaning here. In disprove: `stats`.
    pub verbose: u32,
    /// Has no meaning here.
    pub rng_algorithm: RngAlgorithm,
    /// The seed. In disprove: `seed`.
    pub rng_seed: RngSeed,
    /// So that all fields can be left to the defaults.
    #[doc(hidden)]
    pub _non_exhaustive: (),
}

impl PartialEq for Config {
    fn eq(&self, other: &Config) -> bool {
        format!("{self:?}") == format!("{other:?}")
    }
}

const MAX_GLOBAL_REJECTS: u32 = 1024;

fn without_variables() -> Config {
    Config {
        cases: 256,
        max_local_rejects: 65_536,
        max_global_rejects: MAX_GLOBAL_REJECTS,
        max_flat_map_regens: 1_000_000,
        failure_persistence: Some(Box::new(FileFailurePersistence::default())),
        source_file: None,
        test_name: None,
        fork: false,
        timeout: 0,
        max_shrink_time: 0,
        max_shrink_iters: u32::MAX,
        max_default_size_range: 100,
        result_cache: noop_result_cache,
        verbose: 0,
        rng_algorithm: RngAlgorithm::default(),
        rng_seed: RngSeed::Random,
        _non_exhaustive: (),
    }
}

/// The defaults, with the variables of this process.
pub(crate) fn default_config() -> &'static Config {
    static DEFAULT: LazyLock<Config> = LazyLock::new(|| contextualize_config(without_variables()));
    &DEFAULT
}

fn read<T: FromStr + Display>(name: &str, value: &str, field: &mut T) {
    match value.parse() {
        Ok(parsed) => *field = parsed,
        Err(_) => diagnostic(&format!(
            "proptest: invalid value `{value}` of the variable {name}: using {field}"
        )),
    }
}

/// Applies the variables `PROPTEST_*`. In disprove: the variables `DISPROVE_*`.
///
/// ```
/// use proptest::test_runner::{Config, contextualize_config};
///
/// assert_eq!(contextualize_config(Config::with_cases(7)).cases, 7);
/// ```
pub fn contextualize_config(mut config: Config) -> Config {
    for (name, value) in env::vars_os() {
        let (Some(name), Some(value)) = (name.to_str(), value.to_str()) else { continue };
        let Some(setting) = name.strip_prefix("PROPTEST_") else { continue };
        match setting {
            "CASES" => read(name, value, &mut config.cases),
            "MAX_LOCAL_REJECTS" => read(name, value, &mut config.max_local_rejects),
            "MAX_GLOBAL_REJECTS" => read(name, value, &mut config.max_global_rejects),
            "MAX_FLAT_MAP_REGENS" => read(name, value, &mut config.max_flat_map_regens),
            "MAX_SHRINK_TIME" => read(name, value, &mut config.max_shrink_time),
            "MAX_SHRINK_ITERS" => read(name, value, &mut config.max_shrink_iters),
            "MAX_DEFAULT_SIZE_RANGE" => read(name, value, &mut config.max_default_size_range),
            "FORK" => read(name, value, &mut config.fork),
            "TIMEOUT" => read(name, value, &mut config.timeout),
            "VERBOSE" => read(name, value, &mut config.verbose),
            "RNG_ALGORITHM" => read(name, value, &mut config.rng_algorithm),
            "RNG_SEED" => read(name, value, &mut config.rng_seed),
            "DISABLE_FAILURE_PERSISTENCE" => config.failure_persistence = None,
            _ => diagnostic(&format!("proptest: the variable {name} has no meaning")),
        }
    }
    config
}

impl Default for Config {
    fn default() -> Config {
        default_config().clone()
    }
}

impl Config {
    /// The defaults with another number of cases. In disprove: `#[property(cases = ..)]`.
    ///
    /// ```
    /// assert_eq!(proptest::test_runner::Config::with_cases(7).cases, 7);
    /// ```
    pub fn with_cases(cases: u32) -> Config {
        Config { cases, ..Config::default() }
    }

    /// The defaults with a source file. In disprove: none is needed.
    ///
    /// ```
    /// let config = proptest::test_runner::Config::with_source_file("src/lib.rs");
    /// assert_eq!(config.source_file, Some("src/lib.rs"));
    /// ```
    pub fn with_source_file(source_file: &'static str) -> Config {
        Config { source_file: Some(source_file), ..Config::default() }
    }

    /// The same with a source file. In disprove: none is needed.
    ///
    /// ```
    /// let config = proptest::test_runner::Config::default().clone_with_source_file("src/lib.rs");
    /// assert_eq!(config.source_file, Some("src/lib.rs"));
    /// ```
    #[must_use]
    pub fn clone_with_source_file(&self, source_file: &'static str) -> Config {
        Config { source_file: Some(source_file), ..self.clone() }
    }

    /// The defaults with another place for failures. In disprove: `database`.
    ///
    /// ```
    /// use proptest::test_runner::{Config, FileFailurePersistence};
    ///
    /// let config = Config::with_failure_persistence(FileFailurePersistence::Off);
    /// assert!(config.failure_persistence.is_some());
    /// ```
    pub fn with_failure_persistence<T: FailurePersistence + 'static>(persistence: T) -> Config {
        Config { failure_persistence: Some(Box::new(persistence)), ..Config::default() }
    }

    /// Whether to run in another process. In disprove: `isolate`.
    ///
    /// ```
    /// assert!(!proptest::test_runner::Config::default().fork());
    /// ```
    pub fn fork(&self) -> bool {
        self.fork || self.timeout > 0
    }

    /// Time limit of a case in milliseconds. In disprove: `isolate = "100ms"`.
    ///
    /// ```
    /// assert_eq!(proptest::test_runner::Config::default().timeout(), 0);
    /// ```
    pub fn timeout(&self) -> u32 {
        self.timeout
    }

    /// Limit of executions while reducing. In disprove: `reduction_runs`.
    ///
    /// ```
    /// assert_eq!(proptest::test_runner::Config::with_cases(10).max_shrink_iters(), 40);
    /// ```
    pub fn max_shrink_iters(&self) -> u32 {
        match self.max_shrink_iters {
            u32::MAX => self.cases.saturating_mul(4),
            limit => limit,
        }
    }

    /// For macros, which have a configuration or a reference to one.
    #[doc(hidden)]
    #[must_use]
    pub fn __sugar_to_owned(&self) -> Config {
        self.clone()
    }

    /// The settings as disprove has them.
    pub(crate) fn overrides(&self) -> Overrides {
        let limit = |value: u32, default: u32| (value != default).then_some(u64::from(value));
        let rejects = limit(self.max_global_rejects, MAX_GLOBAL_REJECTS);
        let reduces = self.max_shrink_iters != 0;
        Overrides {
            cases: Some(u64::from(self.cases)),
            max_executions: rejects.map(|rejects| rejects + u64::from(self.cases)),
            seed: match self.rng_seed {
                RngSeed::Random => None,
                RngSeed::Fixed(seed) => Some(seed),
            },
            reduce: (!reduces).then_some(false),
            reduction_runs: limit(self.max_shrink_iters, u32::MAX).filter(|_| reduces),
            reduction_time: limit(self.max_shrink_time, 0).map(Duration::from_millis),
            database: (!self.keeps_failures()).then_some(Place::None),
            ..Overrides::NONE
        }
    }

    fn keeps_failures(&self) -> bool {
        self.failure_persistence.as_ref().is_some_and(|persistence| {
            persistence.as_any().downcast_ref() != Some(&FileFailurePersistence::Off)
        })
    }

    /// Whether to run in another process, and the time limit of a case if there is one.
    #[expect(clippy::option_option, reason = "the declaration of a property has it")]
    pub(crate) fn isolation(&self) -> Option<Option<Duration>> {
        let limit = (self.timeout > 0).then(|| Duration::from_millis(u64::from(self.timeout)));
        self.fork().then_some(limit)
    }

    /// The settings that were changed but have no meaning. None of them changes a verdict.
    fn unused(&self) -> Vec<&'static str> {
        let mut unused = Vec::new();
        if self.verbose > 0 {
            unused.push("`verbose` (use DISPROVE_STATS=true)");
        }
        if self.rng_algorithm != RngAlgorithm::default() {
            unused.push("`rng_algorithm`");
        }
        if self
            .failure_persistence
            .as_ref()
            .is_some_and(|persistence| !persistence.as_any().is::<FileFailurePersistence>())
        {
            unused.push("`failure_persistence` of your own (use `DISPROVE_DATABASE`)");
        }
        unused
    }

    /// Says once which settings have no meaning.
    pub(crate) fn warn(&self) {
        static ONCE: Once = Once::new();

        let unused = self.unused();
        if !unused.is_empty() {
            ONCE.call_once(|| {
                diagnostic(&format!("proptest: without effect here: {}", unused.join(", ")));
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Config, RngAlgorithm, without_variables};
    use crate::test_runner::MapFailurePersistence;
    use std::time::Duration;

    #[test]
    fn settings_without_effect_are_named() {
        let config = Config {
            verbose: 1,
            rng_algorithm: RngAlgorithm::XorShift,
            failure_persistence: Some(Box::new(MapFailurePersistence::default())),
            ..without_variables()
        };
        let expected = [
            "`verbose` (use DISPROVE_STATS=true)",
            "`rng_algorithm`",
            "`failure_persistence` of your own (use `DISPROVE_DATABASE`)",
        ];
        assert_eq!(config.unused(), expected);
        assert!(without_variables().unused().is_empty());
    }

    #[test]
    fn limits_become_those_of_disprove() {
        let limits = Config {
            cases: 7,
            max_global_rejects: 9,
            max_shrink_time: 10,
            max_shrink_iters: 11,
            ..Config::default()
        }
        .overrides();
        assert_eq!((limits.cases, limits.max_executions), (Some(7), Some(16)));
        assert_eq!((limits.reduce, limits.reduction_runs), (None, Some(11)));
        assert_eq!(limits.reduction_time, Some(Duration::from_millis(10)));
        let unreduced = Config { max_shrink_iters: 0, ..Config::default() }.overrides();
        assert_eq!((unreduced.reduce, unreduced.reduction_runs), (Some(false), None));
    }
}
