//! The fuzz targets of the case studies for other tools: functions of bytes that panic exactly on the failure in
//! question.
//!
//! They share the sources of the studies.

#[path = "../../src/parser/expression.rs"]
mod expression;
mod find;
#[path = "../../src/parser/grammar.rs"]
mod grammar;
#[path = "../../src/ladder/little_endian.rs"]
mod little_endian;
#[path = "../../src/ladder/rungs.rs"]
mod rungs;
#[path = "../../src/yaml/readers.rs"]
mod yaml;

pub use expression::{Expression, Operator};
pub use find::{Found, Inputs, Search, asked, fails, told};

/// A function that fails somewhere.
#[derive(Clone, Copy, Debug)]
pub struct FuzzTarget {
    /// As the studies call it.
    pub name: &'static str,
    /// Panics where it fails.
    pub run: fn(&[u8]),
    /// What it is given.
    pub inputs: Inputs,
}

mod ladders {
    crate::rungs::rungs!();
}

const BYTES: Inputs = Inputs::Bytes(64);

/// All targets.
pub const TARGETS: [FuzzTarget; 10] = [
    FuzzTarget { name: "bug", run: ladders::bug, inputs: BYTES },
    FuzzTarget { name: "abcdef", run: ladders::abcdef, inputs: BYTES },
    FuzzTarget { name: "starts_with", run: ladders::abcdef_at_once, inputs: BYTES },
    FuzzTarget {
        name: "32-bit magic number",
        run: |bytes| ladders::magic(little_endian::little_endian(bytes)),
        inputs: BYTES,
    },
    FuzzTarget { name: "FUZZ", run: ladders::fuzz, inputs: Inputs::Bytes(8) },
    FuzzTarget {
        name: "expressions",
        run: |bytes| {
            let _ = grammar::Parser::with_bug(bytes).parse();
        },
        inputs: BYTES,
    },
    FuzzTarget { name: yaml::TAG, run: yaml::tag, inputs: Inputs::Text(yaml::LONGEST) },
    FuzzTarget { name: yaml::END, run: yaml::end, inputs: Inputs::Text(yaml::LONGEST) },
    FuzzTarget { name: yaml::HEXADECIMAL, run: yaml::lines, inputs: Inputs::Text(yaml::LONGEST) },
    // For its coverage only: it never fails.
    FuzzTarget {
        name: "expressions, correct",
        run: |bytes| {
            let _ = grammar::Parser::new(bytes).parse();
        },
        inputs: BYTES,
    },
];

/// The target of this name.
pub fn target(name: &str) -> Option<FuzzTarget> {
    TARGETS.into_iter().find(|target| target.name == name)
}
