//! The source of the case that is being generated, on this thread.
//!
//! `Arbitrary::arbitrary` gets a `&mut Gen` and may make more of them, so the source is in one place for all.

use disprove::{__private::free_source, Source};
use std::{
    cell::{Cell, RefCell},
    mem::swap,
};

thread_local! {
    /// The source that is lent. Otherwise one that is in its place, once there was a first.
    static LENT: RefCell<Option<Source>> = const { RefCell::new(None) };
    static STATE: Cell<State> = const { Cell::new(State::Outside) };
}

/// What this thread does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// No property.
    Outside,
    /// A property, which cannot draw.
    Running,
    /// It generates a case, or runs a property that can draw.
    Drawing,
}

/// What this thread does now.
pub(crate) fn state() -> State {
    STATE.get()
}

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
pub(crate) fn lend<T>(src: &mut Source, function: impl FnOnce() -> T) -> T {
    LENT.with_borrow_mut(|lent| swap(src, lent.get_or_insert_with(|| free_source(0))));
    let _loan = Loan { src, before: STATE.replace(State::Drawing) };
    function()
}

/// Runs a property, which cannot draw.
pub(crate) fn run<T>(property: impl FnOnce() -> T) -> T {
    struct Restore(State);

    impl Drop for Restore {
        fn drop(&mut self) {
            STATE.set(self.0);
        }
    }

    let _restore = Restore(STATE.replace(State::Running));
    property()
}

/// Draws from the source that is lent.
///
/// # Panics
/// If none is, or if `draw` draws in this way itself.
pub(crate) fn draw<T>(draw: impl FnOnce(&mut Source) -> T) -> T {
    LENT.with_borrow_mut(|lent| draw(lent.as_mut().expect("a source is lent")))
}
