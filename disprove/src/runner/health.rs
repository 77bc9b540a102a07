//! Whether a run says much about its property, and what to do where it does not.

use crate::humanize::{count, plural};
use std::{fmt, time::Duration};

/// A weakness of a property or its generator, in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Advice {
    /// Few inputs were accepted.
    MostlyRejected { executions: u64, cases: u64, unreached: u64 },
    /// Most cases drew more than the budget allows.
    TooLarge { executions: u64, unreached: u64 },
    /// Making the inputs takes long.
    TooSlow { per_case: Duration },
    /// The same inputs again and again.
    FewDistinct { cases: u64, distinct: u64 },
    /// A score that is no number.
    Nonsense { name: &'static str, times: u64, cases: u64 },
    /// A neighbour function does not do what it is for.
    RejectedStep { place: String, broke: bool, times: u64 },
}

impl fmt::Display for Advice {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Advice::MostlyRejected { executions, cases, unreached }
                if unreached * 2 > *executions =>
            {
                write!(
                    out,
                    "only {} of {} inputs passed the filters of the generator: build values that fit, \
                     with `map` or `then`, instead of filtering",
                    count(*cases),
                    count(*executions)
                )
            }
            Advice::MostlyRejected { cases: 0, .. } => write!(
                out,
                "no input was accepted: `assume!` rejected all of them, or a state machine had no rule \
                 to call; generate inputs that meet the condition"
            ),
            Advice::MostlyRejected { executions, cases, .. } => write!(
                out,
                "only {} of {} inputs were accepted by `assume!`: generate inputs that meet the condition",
                count(*cases),
                count(*executions)
            ),
            Advice::TooLarge { executions, unreached } => write!(
                out,
                "{} of {} inputs grew beyond the budget of a case: bound lengths \
                 with `.len(..)`, and give recursive values a way out",
                count(*unreached),
                count(*executions)
            ),
            Advice::TooSlow { per_case } => write!(
                out,
                "a case takes {per_case:?}: make inputs smaller, or ask for fewer with `cases`"
            ),
            Advice::FewDistinct { cases, distinct } => write!(
                out,
                "only {} of {} cases were different: widen the generator, or ask for \
                 fewer with `cases`",
                count(*distinct),
                count(*cases)
            ),
            Advice::RejectedStep { place, broke: false, times } => write!(
                out,
                "the neighbour function at {place} made a value that its generator cannot make, {}: keep \
                 it in range, and give a generator that maps its values the way back, with `map_with`",
                plural(*times, "time")
            ),
            Advice::RejectedStep { place, broke: true, times } => write!(
                out,
                "the neighbour function at {place} panicked or gave up, {}: let it return a value for every \
                 value of its generator",
                plural(*times, "time")
            ),
            Advice::Nonsense { name, times, cases } => {
                let name = if name.is_empty() { String::new() } else { format!(" `{name}`") };
                write!(
                    out,
                    "the score{name} of `target!` or `minimize!` was not a number in {} of {}: the \
                     search ignores it there; give it a number, or leave it out",
                    count(*times),
                    plural(*cases, "case")
                )
            }
        }
    }
}

/// What is known about a run when it is judged.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Figures {
    pub(crate) executions: u64,
    pub(crate) cases: u64,
    pub(crate) unreached: u64,
    pub(crate) overruns: u64,
    pub(crate) distinct: u64,
    pub(crate) exhausted: bool,
    pub(crate) time: Duration,
}

/// Below this many executions nothing is said.
const ENOUGH: u64 = 20;

/// Slower than this is said.
const SLOW: Duration = Duration::from_millis(100);

impl Figures {
    /// The weaknesses worth a line.
    pub(crate) fn advice(&self) -> Vec<Advice> {
        let Figures { executions, cases, unreached, overruns, distinct, exhausted, time } = *self;
        let mut all = Vec::new();
        if executions < ENOUGH {
            return all;
        }
        if overruns * 2 > executions {
            all.push(Advice::TooLarge { executions, unreached: overruns });
        } else if cases * 10 < executions {
            all.push(Advice::MostlyRejected { executions, cases, unreached });
        }
        let per_case = time / u32::try_from(executions).unwrap_or(u32::MAX);
        if per_case > SLOW {
            all.push(Advice::TooSlow { per_case });
        }
        if !exhausted && distinct * 2 < cases {
            all.push(Advice::FewDistinct { cases, distinct });
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FINE: Figures = Figures {
        executions: 500,
        cases: 500,
        unreached: 0,
        overruns: 0,
        distinct: 500,
        exhausted: false,
        time: Duration::from_millis(1),
    };

    fn texts(figures: Figures) -> Vec<String> {
        figures.advice().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_healthy_run_gets_no_advice() {
        assert_eq!(FINE.advice(), []);
    }

    #[test]
    fn each_weakness_gets_its_line() {
        let rejected = texts(Figures { executions: 50_000, cases: 12, distinct: 12, ..FINE });
        assert_eq!(
            rejected,
            ["only 12 of 50,000 inputs were accepted by `assume!`: generate inputs that meet the \
              condition"]
        );
        let filtered =
            texts(Figures { executions: 600, cases: 1, distinct: 1, unreached: 599, ..FINE });
        assert!(filtered[0].contains("with `map` or `then`"), "{filtered:?}");
        let large = texts(Figures { cases: 0, distinct: 0, unreached: 500, overruns: 500, ..FINE });
        assert!(large[0].starts_with("500 of 500 inputs grew beyond"), "{large:?}");
        let slow = texts(Figures { time: Duration::from_secs(100), ..FINE });
        assert_eq!(
            slow,
            ["a case takes 200ms: make inputs smaller, or ask for fewer with `cases`"]
        );
        let few = texts(Figures { distinct: 7, ..FINE });
        assert!(few[0].starts_with("only 7 of 500 cases were different"), "{few:?}");
    }
}
