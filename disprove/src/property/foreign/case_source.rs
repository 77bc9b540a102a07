//! The source of generators of other libraries: that of the case, on this thread, or one of its own.
//!
//! Such a generator gets a value of its own library to draw from, and may make more of them. So the source of the case
//! is in one place for all of them.

use crate::source::{Source, free_source, refill};
use std::{
    cell::{Cell, RefCell},
    hash::{BuildHasher, RandomState},
    mem::swap,
};

thread_local! {
    /// The source that is lent. Otherwise one that is in its place, once there was a first.
    static LENT: RefCell<Option<Source>> = const { RefCell::new(None) };
    static STATE: Cell<State> = const { Cell::new(State::Outside) };
}

/// What this thread does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// No property.
    Outside,
    /// A property, which cannot draw.
    Running,
    /// It generates a case, or runs a property that can draw.
    Drawing,
}

/// The seed of a source that a property makes, so that the property is the same when it runs again.
const FIXED_SEED: u64 = 0;

/// Takes the source back, also if the generator panics.
struct Loan<'a> {
    src: &'a mut Source,
    before: State,
}

impl Drop for Loan<'_> {
    fn drop(&mut self) {
        STATE.set(self.before);
        LENT.with_borrow_mut(|lent| {
            if let Some(lent) = lent {
                swap(self.src, lent);
            }
        });
    }
}

/// Runs a function that can draw from `src`.
pub fn lend<T>(src: &mut Source, function: impl FnOnce() -> T) -> T {
    LENT.with_borrow_mut(|lent| swap(src, lent.get_or_insert_with(|| free_source(FIXED_SEED))));
    let _loan = Loan { src, before: STATE.replace(State::Drawing) };
    function()
}

/// Runs a property, which cannot draw.
pub fn run_without_draws<T>(property: impl FnOnce() -> T) -> T {
    struct Restore(State);

    impl Drop for Restore {
        fn drop(&mut self) {
            STATE.set(self.0);
        }
    }

    let _restore = Restore(STATE.replace(State::Running));
    property()
}

/// What a generator of another library draws from.
#[derive(Debug)]
pub struct CaseSource {
    /// A source of its own, unless it draws from the one that is lent.
    own: Option<Box<Source>>,
}

impl Default for CaseSource {
    /// While a case is generated, it draws from that. In a property it starts from a fixed seed, elsewhere from a
    /// random one.
    fn default() -> CaseSource {
        match STATE.get() {
            State::Outside => CaseSource::seeded(RandomState::new().hash_one(0)),
            State::Running => CaseSource::seeded(FIXED_SEED),
            State::Drawing => CaseSource::of_case(),
        }
    }
}

impl Clone for CaseSource {
    fn clone(&self) -> CaseSource {
        CaseSource { own: self.own.as_ref().map(|own| Box::new(own.fork())) }
    }
}

impl CaseSource {
    /// Draws from the case.
    pub const fn of_case() -> CaseSource {
        CaseSource { own: None }
    }

    /// Whether it draws from the case.
    pub fn is_of_case(&self) -> bool {
        self.own.is_none()
    }

    /// Draws from a source of its own. Two with the same seed make the same draws.
    pub fn seeded(seed: u64) -> CaseSource {
        CaseSource { own: Some(Box::new(free_source(seed))) }
    }

    /// Calls a function with the source.
    ///
    /// # Panics
    /// If `draw` does so itself.
    pub fn with<T>(&mut self, draw: impl FnOnce(&mut Source) -> T) -> T {
        if self.own.is_none() && STATE.get() != State::Drawing {
            // It has left its case.
            *self = CaseSource::seeded(FIXED_SEED);
        }
        match &mut self.own {
            Some(own) => {
                refill(own);
                draw(own)
            }
            None => LENT.with_borrow_mut(|lent| draw(lent.as_mut().expect("a source is lent"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CaseSource, lend, run_without_draws};
    use crate::{generator::any, source::free_source};

    #[test]
    fn draws_from_the_case_and_goes_on_alone_outside_of_it() {
        let drawn = |source: &mut CaseSource| source.with(|src| src.draw(any::<u64>()));
        let mut src = free_source(7);
        let mut left = CaseSource::of_case();
        let in_case = lend(&mut src, || {
            left = CaseSource::default();
            (drawn(&mut left), drawn(&mut CaseSource::default()))
        });
        let mut alone = CaseSource::seeded(7);
        assert_eq!(in_case, (drawn(&mut alone), drawn(&mut alone)));
        assert_eq!(drawn(&mut left), drawn(&mut CaseSource::seeded(0)));
        let fixed = run_without_draws(CaseSource::default);
        assert_eq!(drawn(&mut fixed.clone()), drawn(&mut CaseSource::seeded(0)));
        assert_ne!(drawn(&mut CaseSource::default()), drawn(&mut CaseSource::default()));
    }

    #[test]
    fn a_source_of_its_own_has_no_end() {
        let mut source = CaseSource::seeded(1);
        let zeros = (0..200_000).filter(|_| source.with(|src| src.draw(any::<u64>())) == 0).count();
        assert!(zeros < 20_000, "{zeros}");
    }
}
