//! What the conditions of `assume!` and `when!` expand to.

pub use super::{
    distance::{
        NONE, Nearest, ahead, first, folded, gap, inside, known, least, least_of, note, plain,
        start, sum, unmatched, variants,
    },
    probe::{
        Apart, Between, Cycle, Empty, End, Equal, KeepKnown, KeepUnknown, Kept, Known, Member,
        Multiple, Order, Ordered, Probe, Rest, Side, Sorted, Start, Strict, Unknown, Whole, Within,
        bound,
    },
};
