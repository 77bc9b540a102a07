//! How readily a search gives something up for something worse.

use super::rng::Rng;

/// A schedule of temperatures. The scale of scores is not known, so all temperatures are shares of the usual loss: the
/// mean of what worsening moves lost lately.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cooling {
    /// Nothing worse is accepted.
    Cold,
    /// The same temperature all the time.
    Steady,
    /// Cycles that cool from the highest temperature to nothing, longer each time (simulated annealing).
    Cycles {
        highest: f64,
        /// How far this cycle has come, and how long it is.
        at: f64,
        length: f64,
    },
}

/// The share of the usual loss that is accepted once in e times. Measured on the graph, its variants, spells and mazes: twice
/// as warm costs the graphs more than the mazes gain, and nothing at all doubles what the third maze takes.
const STEADY: f64 = 0.03;

/// The share at the beginning of a cycle, and how long the first one is.
pub(crate) const HIGHEST: f64 = 0.1;
const FIRST_CYCLE: f64 = 400.0;

/// Each cycle that found nothing better is followed by a longer one.
const LONGER: f64 = 1.5;

impl Cooling {
    pub(crate) fn cycles(highest: f64) -> Cooling {
        Cooling::Cycles { highest, at: 0.0, length: FIRST_CYCLE }
    }

    /// Whether a loss is accepted.
    pub(crate) fn accepts(self, loss: f64, usual: f64, rng: &mut Rng) -> bool {
        let share = match self {
            Cooling::Cold => 0.0,
            Cooling::Steady => STEADY,
            Cooling::Cycles { highest, at, length } => highest * (1.0 - at / length).max(0.0),
        };
        let temperature = share * usual;
        temperature > 0.0 && rng.chance((-loss / temperature).exp())
    }

    /// One more execution. True at the end of a cycle.
    pub(crate) fn advance(&mut self) -> bool {
        let Cooling::Cycles { at, length, .. } = self else { return false };
        *at += 1.0;
        let over = *at >= *length;
        if over {
            *at = 0.0;
        }
        over
    }

    /// Nothing better was found in the cycle that ended.
    pub(crate) fn lengthen(&mut self) {
        if let Cooling::Cycles { length, .. } = self {
            *length *= LONGER;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of a thousand usual losses are accepted.
    fn accepted(schedule: Cooling) -> u32 {
        let mut rng = Rng::new(1);
        (0..1_000).map(|_| u32::from(schedule.accepts(5.0, 5.0, &mut rng))).sum()
    }

    #[test]
    fn the_warmer_the_more_readily_something_worse_is_accepted() {
        assert_eq!(accepted(Cooling::cycles(0.0)), 0);
        assert_eq!(accepted(Cooling::Cold), 0);
        assert!(accepted(Cooling::cycles(HIGHEST)) < 10);
        // Once in e times, by definition.
        assert!((330..410).contains(&accepted(Cooling::cycles(1.0))));
        assert!((870..940).contains(&accepted(Cooling::cycles(10.0))));
    }

    #[test]
    fn a_cycle_cools_to_nothing_and_begins_again() {
        let mut schedule = Cooling::cycles(10.0);
        let mut before = accepted(schedule);
        for _ in 0..3 {
            for _ in 0..120 {
                assert!(!schedule.advance());
            }
            let now = accepted(schedule);
            assert!(now < before, "{now} {before}");
            before = now;
        }
        while !schedule.advance() {}
        assert!(accepted(schedule) > 870);
    }
}
