//! The table of engines: name, role in the comparison, and function.

use crate::workload::Workload;
use crate::{bare, bolero, ours, proptest, quickcheck};

/// The role of an engine in the comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Ours as users run it.
    Ours,
    /// Ours with every choice recorded, as searches run it.
    Recording,
    /// Handwritten code of the same shape as ours: the lower bound.
    Bare,
    /// Shown for information, not part of a goal.
    Shown,
    /// One of the libraries that the goals name.
    Rival,
}

/// One engine, able to run a number of cases of a workload.
#[derive(Clone, Copy, Debug)]
pub struct Engine {
    /// The name in tables and in hidden commands.
    pub name: &'static str,
    /// The ratios it takes part in.
    pub role: Role,
    /// The only workload on which it differs, if any.
    pub only: Option<Workload>,
    /// Runs this many cases through the workload's property.
    pub run: fn(Workload, u64),
}

impl Engine {
    const fn new(name: &'static str, role: Role, run: fn(Workload, u64)) -> Engine {
        Engine { name, role, only: None, run }
    }

    /// Whether the engine runs this workload.
    pub fn runs(&self, workload: Workload) -> bool {
        self.only.is_none_or(|only| only == workload)
    }

    /// The engine with this name.
    pub fn named(name: &str) -> Option<Engine> {
        all().into_iter().find(|engine| engine.name == name)
    }
}

/// Every engine of this build, in table order.
pub fn all() -> Vec<Engine> {
    let mut engines = vec![Engine::new("ours", Role::Ours, ours::run)];
    if let Some(record) = ours::RECORDING {
        engines.push(Engine::new("ours-recording", Role::Recording, record));
    }
    engines.push(Engine::new("bare", Role::Bare, bare::run));
    engines.push(Engine {
        only: Some(Workload::Text),
        ..Engine::new("bare-wide", Role::Shown, bare::run_wide)
    });
    engines.push(Engine::new("quickcheck", Role::Rival, quickcheck::run));
    engines.push(Engine::new("bolero", Role::Rival, bolero::run));
    engines.push(Engine::new("proptest", Role::Rival, proptest::run));
    #[cfg(feature = "crabcheck")]
    engines.push(Engine::new("crabcheck", Role::Shown, crate::crabcheck::run));
    #[cfg(feature = "hegel")]
    engines.push(Engine::new("hegel", Role::Shown, crate::hegel::run));
    engines
}

#[cfg(test)]
mod tests {
    use super::{Role, all};
    use crate::sample;
    use crate::workload::Workload;

    // One test for all engines, because the consumers share their counters.
    #[test]
    fn all_engines_make_values_of_the_same_mean_size() {
        for workload in Workload::ALL {
            for engine in all().iter().filter(|engine| engine.runs(workload)) {
                let sample = sample::take(engine, workload, 4_000, false);
                let mean = sample.units as f64 / sample.cases as f64;
                let off = (mean / workload.expected_size() - 1.0).abs();
                // hegeltest keeps its collections short, whatever the bounds.
                let comparable = engine.role != Role::Shown || engine.name == "bare-wide";
                assert!(sample.cases > 1_000, "{} stopped early", engine.name);
                assert!(
                    !comparable || off < 0.08,
                    "{} on {}: mean {mean}",
                    engine.name,
                    workload.name()
                );
            }
        }
    }
}
