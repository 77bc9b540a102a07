//! Values that must meet a condition.

use super::{Encoder, Generator};
use crate::source::{Refused, RejectedAttempts, Source, refuse, set_branch_distance};
use std::any::type_name;

/// How often a filter tries before the case is rejected. Rejecting unwinds, which costs as much as a
/// dozen to hundreds of attempts.
const ATTEMPTS: u32 = 64;

/// See [`Generator::filter`].
#[derive(Clone, Debug)]
pub struct Filter<G, F> {
    inner: G,
    keep: F,
}

impl<G: Generator, F: Fn(&G::Value) -> bool> Filter<G, F> {
    #[inline(always)]
    pub(super) fn new(inner: G, keep: F) -> Filter<G, F> {
        Filter { inner, keep }
    }

    #[inline(always)]
    fn attempt(&self, src: &mut Source) -> G::Value {
        let mut attempts = RejectedAttempts::default();
        for number in 0..ATTEMPTS {
            if src.is_recording() {
                src.open_attempt(type_name::<Self>(), number);
            }
            let mark = src.mark();
            let value = self.inner.generate(src);
            if src.is_recording() {
                // What is said from now on is about this attempt.
                set_branch_distance(0.0);
            }
            let kept = (self.keep)(&value);
            if src.is_recording() {
                if kept { src.close() } else { refused(&mut attempts, src) }
            }
            if kept {
                return value;
            }
            src.rewind(mark);
        }
        give_up(&attempts, src)
    }
}

#[cold]
#[inline(never)]
fn refused(attempts: &mut RejectedAttempts, src: &mut Source) {
    attempts.refused(src.innermost());
    src.close_discarded();
}

/// If one of the attempts said how near it was, a guide can go on from it.
#[cold]
#[inline(never)]
fn give_up(attempts: &RejectedAttempts, src: &mut Source) -> ! {
    if let Some(span) = attempts.give_up() {
        src.restore(span);
    }
    refuse(Refused::Rejected)
}

impl<G: Generator, F: Fn(&G::Value) -> bool> Generator for Filter<G, F> {
    type Value = G::Value;

    #[inline(always)]
    fn generate(&self, src: &mut Source) -> G::Value {
        // One span around all attempts: a second attempt must not take what the guide holds for the
        // next draw from the same filter.
        src.span(type_name::<Self>(), |src| self.attempt(src))
    }

    fn encode_into(&self, value: &G::Value, encoder: &mut Encoder) -> bool {
        let name = type_name::<Self>();
        (self.keep)(value)
            && encoder.span(name, 0, |encoder| {
                encoder.span(name, 1, |encoder| self.inner.encode_into(value, encoder))
            })
    }
}
