//! The injected bugs.

/// One of the operations, wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutant {
    /// Inserting forgets all that was there.
    Insert1,
    /// Inserting never goes to the right: the value of the node is replaced instead.
    Insert2,
    /// Inserting a key that is there keeps its old value.
    Insert3,
    /// Deleting forgets the nodes on its way.
    Delete4,
    /// Deleting looks on the wrong side.
    Delete5,
    /// A union puts one root below the other in any case.
    Union6,
    /// A union does so if the roots are in order, and is the other way round if not.
    Union7,
    /// A union is right about keys, but values of the second tree may win.
    Union8,
}

impl Mutant {
    #[cfg(test)]
    pub const ALL: [Mutant; 8] = [
        Mutant::Insert1,
        Mutant::Insert2,
        Mutant::Insert3,
        Mutant::Delete4,
        Mutant::Delete5,
        Mutant::Union6,
        Mutant::Union7,
        Mutant::Union8,
    ];

    /// What it is called elsewhere.
    pub fn name(self) -> &'static str {
        match self {
            Mutant::Insert1 => "insert_1",
            Mutant::Insert2 => "insert_2",
            Mutant::Insert3 => "insert_3",
            Mutant::Delete4 => "delete_4",
            Mutant::Delete5 => "delete_5",
            Mutant::Union6 => "union_6",
            Mutant::Union7 => "union_7",
            Mutant::Union8 => "union_8",
        }
    }
}
