//! Generators that keep only the values that meet a condition.

use super::{Encoder, Filter, Generator};
use crate::source::{ATTEMPTS, Refused, RejectedAttempts, Source, refuse, set_branch_distance};
use std::any::type_name;

impl<G: Generator, F: Fn(&G::Value) -> bool> Filter<G, F> {
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
                // The condition may record a branch distance; earlier ones belong to other attempts.
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
    attempts.add(src.innermost());
    src.close_discarded();
}

/// Rejects the case. Restores the attempt with the smallest branch distance, if any has one, so that a guided search
/// can continue from it.
#[cold]
#[inline(never)]
fn give_up(attempts: &RejectedAttempts, src: &mut Source) -> ! {
    if let Some(span) = attempts.give_up() {
        src.restore(span);
    }
    refuse(Refused::Rejected)
}

#[diagnostic::do_not_recommend]
impl<G: Generator, F: Fn(&G::Value) -> bool> Generator for Filter<G, F> {
    type Value = G::Value;

    #[inline(always)]
    fn generate(&self, src: &mut Source) -> G::Value {
        // One span around all attempts: a second attempt must not use the guide's choices for the next draw from the
        // same filter.
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
