//! Cooling schedules: how likely a hill climber accepts a worse input.

use crate::search::{constants::tuned, rng::Rng};

/// A schedule of temperatures. The scale of scores is unknown, so a temperature is a fraction of the usual loss: the
/// running mean of the losses of worsening moves.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cooling {
    /// Accepts no worse input.
    Cold,
    /// A constant temperature.
    Steady,
    /// Simulated annealing: cycles that cool from the highest temperature to 0, each longer than the last.
    Cycles {
        highest: f64,
        /// Executions of this cycle so far, and its length.
        at: f64,
        length: f64,
    },
}

/// The temperature of `Auto`: this fraction of the usual loss is accepted with probability 1/e. Tuned with `case-studies
/// graph`, `spells` and `labyrinth`: 0.06 costs graphs more than mazes gain, and 0 doubles the time of the third maze.
const STEADY: f64 = 0.03;

/// The temperature at the start of a cycle (default of the setting `temperature`). From the prototype; `case-studies
/// graph` has a row for annealing.
pub(crate) const HIGHEST: f64 = 0.1;

/// Executions of the first cycle. From the prototype, as above.
const FIRST_CYCLE: f64 = 400.0;

/// The factor from the length of a cycle without a new best to that of the next. From the prototype, as above.
const LONGER: f64 = 1.5;

impl Cooling {
    pub(crate) fn cycles(temperature: Option<f64>) -> Cooling {
        let highest = temperature.unwrap_or_else(|| tuned("HIGHEST", HIGHEST));
        Cooling::Cycles { highest, at: 0.0, length: tuned("FIRST_CYCLE", FIRST_CYCLE) }
    }

    /// Whether to accept a loss.
    pub(crate) fn accepts(self, loss: f64, usual: f64, rng: &mut Rng) -> bool {
        let fraction = match self {
            Cooling::Cold => 0.0,
            Cooling::Steady => tuned("STEADY", STEADY),
            Cooling::Cycles { highest, at, length } => highest * (1.0 - at / length).max(0.0),
        };
        let temperature = fraction * usual;
        temperature > 0.0 && rng.chance((-loss / temperature).exp())
    }

    /// Counts an execution. True at the end of a cycle.
    pub(crate) fn advance(&mut self) -> bool {
        let Cooling::Cycles { at, length, .. } = self else { return false };
        *at += 1.0;
        let over = *at >= *length;
        if over {
            *at = 0.0;
        }
        over
    }

    /// The cycle that ended had no new best.
    pub(crate) fn lengthen(&mut self) {
        if let Cooling::Cycles { length, .. } = self {
            *length *= LONGER;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of a thousand usual losses a schedule accepts.
    fn accepted(cooling: Cooling) -> u32 {
        let mut rng = Rng::new(1);
        (0..1_000).map(|_| u32::from(cooling.accepts(5.0, 5.0, &mut rng))).sum()
    }

    #[test]
    fn accepts_more_losses_when_warmer() {
        assert_eq!(accepted(Cooling::cycles(Some(0.0))), 0);
        assert_eq!(accepted(Cooling::Cold), 0);
        assert!(accepted(Cooling::cycles(None)) < 10);
        // With probability 1/e, by definition.
        assert!((330..410).contains(&accepted(Cooling::cycles(Some(1.0)))));
        assert!((870..940).contains(&accepted(Cooling::cycles(Some(10.0)))));
    }

    #[test]
    fn cools_to_zero_and_starts_the_next_cycle() {
        let mut cooling = Cooling::cycles(Some(10.0));
        let mut before = accepted(cooling);
        for _ in 0..3 {
            for _ in 0..120 {
                assert!(!cooling.advance());
            }
            let now = accepted(cooling);
            assert!(now < before, "{now} {before}");
            before = now;
        }
        let mut last = cooling;
        while !cooling.advance() {
            last = cooling;
        }
        assert_eq!(accepted(last), 0);
        assert!(accepted(cooling) > 870);
    }

    #[test]
    fn the_scale_of_losses_does_not_matter() {
        let accepted = |scale: f64| {
            let mut rng = Rng::new(1);
            let cooling = Cooling::cycles(Some(0.5));
            let accepts = |_: &u32| cooling.accepts(2.0 * scale, 5.0 * scale, &mut rng);
            (0..1_000).filter(accepts).count()
        };
        assert!(accepted(1.0) > 100);
        assert_eq!(accepted(1.0), accepted(1024.0));
    }
}
