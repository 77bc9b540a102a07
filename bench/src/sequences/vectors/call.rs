//! One call of a sequence, as a generator draws it.

use disprove::prelude::*;

/// The vector that is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Arbitrary)]
pub enum Which {
    V0,
    V1,
    V2,
}

/// One call; those with a count are as many.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Arbitrary)]
pub enum Call {
    PushBack(Which, #[draw(0..100)] u8),
    PushFront(Which, #[draw(0..100)] u8),
    #[weight(3)]
    Insert(Which, #[draw(0..400)] u16),
    #[weight(3)]
    Remove(Which, #[draw(0..400)] u16),
    PopBack(Which),
    PopFront(Which),
    Append(Which, Which),
    SplitOff(Which, #[draw(0..400)] u16, Which),
    Copy(Which, Which),
    Len(Which),
    Get(Which, #[draw(0..400)] u16),
    Iterate(Which),
}

impl Call {
    /// The name of the method.
    pub fn name(&self) -> &'static str {
        match self {
            Call::PushBack(..) => "push_back",
            Call::PushFront(..) => "push_front",
            Call::Insert(..) => "insert",
            Call::Remove(..) => "remove",
            Call::PopBack(_) => "pop_back",
            Call::PopFront(_) => "pop_front",
            Call::Append(..) => "append",
            Call::SplitOff(..) => "split_off",
            Call::Copy(..) => "clone",
            Call::Len(_) => "len",
            Call::Get(..) => "get",
            Call::Iterate(_) => "iter",
        }
    }

    /// The vector it is a method of.
    pub fn which(&self) -> Which {
        match *self {
            Call::PushBack(which, _)
            | Call::PushFront(which, _)
            | Call::Insert(which, _)
            | Call::Remove(which, _)
            | Call::PopBack(which)
            | Call::PopFront(which)
            | Call::Append(which, _)
            | Call::SplitOff(which, _, _)
            | Call::Copy(which, _)
            | Call::Len(which)
            | Call::Get(which, _)
            | Call::Iterate(which) => which,
        }
    }

    /// The sum of its arguments.
    pub fn size(&self) -> u64 {
        let arguments = match *self {
            Call::PushBack(_, count) | Call::PushFront(_, count) => u64::from(count),
            Call::Insert(_, at) | Call::Remove(_, at) | Call::Get(_, at) => u64::from(at),
            Call::Append(_, other) | Call::Copy(_, other) => other as u64,
            Call::SplitOff(_, at, to) => u64::from(at) + to as u64,
            Call::PopBack(_) | Call::PopFront(_) | Call::Len(_) | Call::Iterate(_) => 0,
        };
        arguments + self.which() as u64
    }
}
