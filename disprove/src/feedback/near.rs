//! What the conditions of `assume!` and `when!` expand to.

pub use super::{
    miss::{
        Nearest, ahead, first, folded, gap, inside, known, least, note, plain, start, sum,
        unmatched, variants,
    },
    probe::{
        Apart, Between, Cycle, Empty, End, Equal, KeepKnown, KeepUnknown, Kept, Known, Member,
        Multiple, Order, Ordered, Probe, Rest, Side, Sorted, Start, Strict, Unknown, Whole, Within,
        bound,
    },
};
