//! How often something paid, with what is long ago forgotten.

/// Successes and tries.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rate {
    won: f64,
    tried: f64,
}

impl Rate {
    /// Before anything was tried.
    pub(super) const fn prior(won: f64, tried: f64) -> Rate {
        Rate { won, tried }
    }

    pub(super) fn get(self) -> f64 {
        self.won / self.tried
    }

    /// One more try, and what it won. After `memory` tries all that was is worth half.
    pub(super) fn add(&mut self, won: f64, memory: f64) {
        self.won += won;
        self.tried += 1.0;
        if self.tried > memory {
            self.won *= 0.5;
            self.tried *= 0.5;
        }
    }
}
