//! The bugs injected into the machine, one at a time.

/// One wrong rule. Without any, the machine keeps secrets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bug {
    /// A sum is public.
    Add,
    /// What is pushed is public.
    Push,
    /// What is loaded has the label of its cell, not that of the pointer.
    Load,
    /// The new label of a cell leaves out that of the pointer.
    StoreA,
    /// A secret pointer may write to a public cell.
    StoreB,
    /// What is stored is public.
    StoreC,
    /// A jump to a secret place does not make the pc secret.
    JumpA,
    /// A jump to a public place makes the pc public.
    JumpB,
    /// The new label of a cell leaves out that of the pc.
    StoreD,
    /// Under a secret pc a public cell may be written.
    StoreE,
    /// A call of a public place makes the pc public.
    CallLowers,
    /// A call of a secret place does not make the pc secret.
    CallKeeps,
    /// What is returned leaves out the label of the pc.
    ReturnA,
    /// The return says whether there is a value, not the call.
    ReturnB,
    /// The entry of a call can be popped.
    Pop,
}

impl Bug {
    /// In the order of the published tables.
    pub const ALL: [Bug; 15] = [
        Bug::Add,
        Bug::Push,
        Bug::Load,
        Bug::StoreA,
        Bug::StoreB,
        Bug::StoreC,
        Bug::JumpA,
        Bug::JumpB,
        Bug::StoreD,
        Bug::StoreE,
        Bug::CallLowers,
        Bug::CallKeeps,
        Bug::ReturnA,
        Bug::ReturnB,
        Bug::Pop,
    ];

    /// Those that can show without jumps and calls.
    pub const BASIC: [Bug; 6] =
        [Bug::Add, Bug::Push, Bug::Load, Bug::StoreA, Bug::StoreB, Bug::StoreC];

    /// The name in the published tables.
    pub fn name(self) -> &'static str {
        match self {
            Bug::Add => "ADD*",
            Bug::Push => "PUSH*",
            Bug::Load => "LOAD*",
            Bug::StoreA => "STORE*A",
            Bug::StoreB => "STORE*B",
            Bug::StoreC => "STORE*C",
            Bug::JumpA => "JUMP*A",
            Bug::JumpB => "JUMP*B",
            Bug::StoreD => "STORE*D",
            Bug::StoreE => "STORE*E",
            Bug::CallLowers => "CALL*A-1",
            Bug::CallKeeps => "CALL*A-2",
            Bug::ReturnA => "RETURN*A",
            Bug::ReturnB => "RETURN*B",
            Bug::Pop => "POP*",
        }
    }

    /// Of 100 trials of 10,000 tests, those in which each tool of the paper on histories found the bug: its own, Hypothesis,
    /// Hypothesis with targets. Its tables leave out one bug.
    pub fn published_successes(self) -> Option<[u32; 3]> {
        Some(match self {
            Bug::Add => [100, 74, 73],
            Bug::Push | Bug::StoreB | Bug::StoreC => [100, 100, 100],
            Bug::Load => [92, 4, 2],
            Bug::StoreA => [49, 0, 1],
            Bug::JumpA => [22, 29, 26],
            Bug::JumpB => [1, 0, 0],
            Bug::StoreD | Bug::ReturnA | Bug::Pop => [0, 0, 0],
            Bug::StoreE => [2, 1, 0],
            Bug::CallLowers => [5, 0, 0],
            Bug::CallKeeps => [57, 26, 28],
            Bug::ReturnB => return None,
        })
    }

    /// Mean tests to failure of the paper on neighborhoods, computed as its time times its speed: at random, with a
    /// hand-written neighborhood, with a constructed one.
    pub fn published_means(self) -> Option<[u32; 3]> {
        Some(match self {
            Bug::Add => [55_000, 2_040, 1_270],
            Bug::Push => [3_200, 28, 7],
            Bug::Load => [73_600, 2_540, 1_160],
            Bug::StoreA => [161_000, 19_600, 9_560],
            Bug::StoreB => [3_200, 41, 10],
            Bug::StoreC => [3_200, 34, 9],
            _ => return None,
        })
    }
}
