//! What the conditions of `assume!` and `when!` expand to.

pub use super::{
    distance::{
        NONE, Nearest, called, first, in_closure, known, least, least_of, note, plain, reset,
        smaller, squashed_then_unevaluated, sum, unevaluated, unmatched, variants,
    },
    probe::{
        Apart, Argument, ArgumentKnown, ArgumentUnknown, Between, Cycle, DistanceKnown,
        DistanceUnknown, Empty, End, Equal, Integer, Member, Multiple, Order, Ordered, Probe, Rest,
        Side, Sorted, Start, Strict, Within, bound,
    },
};
