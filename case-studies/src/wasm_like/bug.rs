//! The injected bugs, each the counterpart of one injected into a WebAssembly engine.

/// Where a mistake is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subsystem {
    Validator,
    Interpreter,
}

/// A mistake of the engine. The reference has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bug {
    /// What the second branch of a conditional leaves on the stack is not looked at.
    ElseBranch,
    /// What lies below the result of a block is not looked at.
    StackBelow,
    /// What a function leaves on the stack is not compared with its signature.
    FunctionType,
    /// There may be several memories.
    MemoryCount,
    /// An exported function need not exist.
    FunctionIndex,
    /// `i64.eqz` takes a number of 32 bits.
    I64Eqz,
    /// Operations on 32 bits are typed as those on 64.
    I32Binary,
    /// The memory that is used need not exist.
    MemoryIndex,
    /// Constants of 64 bits are typed as those of 32.
    I64Const,
    /// `i32.load` may promise any alignment.
    LoadAlignment,
    /// `i32.sub` adds.
    I32Sub,
    /// `i32.lt_u` compares with signs.
    I32LtU,
    /// `i32.shr_u` keeps the sign.
    I32ShrU,
    /// Locals do not start at zero.
    LocalStart,
    /// `i32.load8_s` takes its address as a number with a sign.
    Load8Address,
}

impl Bug {
    /// In the published order.
    pub const ALL: [Bug; 15] = [
        Bug::ElseBranch,
        Bug::StackBelow,
        Bug::FunctionType,
        Bug::MemoryCount,
        Bug::FunctionIndex,
        Bug::I64Eqz,
        Bug::I32Binary,
        Bug::MemoryIndex,
        Bug::I64Const,
        Bug::LoadAlignment,
        Bug::I32Sub,
        Bug::I32LtU,
        Bug::I32ShrU,
        Bug::LocalStart,
        Bug::Load8Address,
    ];

    /// Where it is.
    pub fn subsystem(self) -> Subsystem {
        match self {
            Bug::I32Sub | Bug::I32LtU | Bug::I32ShrU | Bug::LocalStart | Bug::Load8Address => {
                Subsystem::Interpreter
            }
            _ => Subsystem::Validator,
        }
    }

    /// The words of the published table.
    pub fn name(self) -> &'static str {
        match self {
            Bug::ElseBranch => "wrong if-then-else type validation on else branch",
            Bug::StackBelow => "wrong stack type validation",
            Bug::FunctionType => "removed function type mismatch assertion",
            Bug::MemoryCount => "removed max memory instances assertion",
            Bug::FunctionIndex => "removed function index out-of-range assertion",
            Bug::I64Eqz => "wrong type validation on i64.eqz instruction",
            Bug::I32Binary => "wrong type validation on i32 binary operations",
            Bug::MemoryIndex => "removed memory index out-of-range assertion",
            Bug::I64Const => "wrong type validation on i64 constants",
            Bug::LoadAlignment => "removed alignment validation on i32.load instruction",
            Bug::I32Sub => "wrong interpretation of i32.sub instruction",
            Bug::I32LtU => "wrong interpretation of i32.lt_u instruction",
            Bug::I32ShrU => "wrong interpretation of i32.shr_u instruction",
            Bug::LocalStart => "wrong local variable initialization",
            Bug::Load8Address => "wrong memory address casting on i32.load8_s instruction",
        }
    }

    /// Mean tests that MUTAGEN needed for its counterpart.
    pub fn published_mean(self) -> u32 {
        match self {
            Bug::ElseBranch => 17_219,
            Bug::StackBelow => 1_526,
            Bug::FunctionType => 111,
            Bug::MemoryCount => 155,
            Bug::FunctionIndex => 18,
            Bug::I64Eqz => 2_534,
            Bug::I32Binary => 6_076,
            Bug::MemoryIndex => 2_393,
            Bug::I64Const => 2_342,
            Bug::LoadAlignment => 6_360,
            Bug::I32Sub => 740_658,
            Bug::I32LtU => 415_819,
            Bug::I32ShrU => 300_105,
            Bug::LocalStart => 697_409,
            Bug::Load8Address => 448_705,
        }
    }

    /// In how many runs of an hour its counterpart was found at random.
    pub fn published_random(self) -> &'static str {
        match self {
            Bug::MemoryCount | Bug::FunctionIndex => "1/30",
            Bug::I32Sub => "7/10",
            Bug::I32LtU => "6/10",
            Bug::I32ShrU => "8/10",
            Bug::LocalStart => "10/10",
            Bug::Load8Address => "1/10",
            _ => "0/30",
        }
    }
}
