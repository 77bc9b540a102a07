//! A success rate that forgets.

/// Rewards and runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SuccessRate {
    reward: f64,
    runs: f64,
}

impl SuccessRate {
    /// The rate before any run.
    pub(crate) const fn prior(reward: f64, runs: f64) -> SuccessRate {
        SuccessRate { reward, runs }
    }

    pub(crate) fn get(self) -> f64 {
        self.reward / self.runs
    }

    /// Adds a run and its reward. After `memory` runs, halves all counts.
    pub(crate) fn add(&mut self, reward: f64, memory: f64) {
        self.reward += reward;
        self.runs += 1.0;
        if self.runs > memory {
            self.reward *= 0.5;
            self.runs *= 0.5;
        }
    }
}
