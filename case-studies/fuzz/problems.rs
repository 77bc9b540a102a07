//! The functions under test, with the sources of the studies. The variable `FUZZ_TARGET` names one of them.

#[path = "../src/parser/expression.rs"]
mod expression;
#[path = "../src/parser/grammar.rs"]
mod grammar;
#[path = "../src/ladder/little_endian.rs"]
mod little_endian;
#[path = "../src/ladder/rungs.rs"]
mod rungs;
#[path = "../src/yaml/readers.rs"]
mod yaml;

use expression::{Expression, Operator};
use std::{panic, sync::LazyLock};

mod ladders {
    super::rungs::rungs!();
}

static PROBLEM: LazyLock<fn(&[u8])> = LazyLock::new(|| {
    let name = std::env::var("FUZZ_TARGET").unwrap_or_default();
    match name.as_str() {
        "bug" => ladders::bug,
        "abcdef" => ladders::abcdef,
        "starts_with" => ladders::abcdef_at_once,
        "32-bit magic number" => |bytes| ladders::magic(little_endian::little_endian(bytes)),
        "FUZZ" => ladders::fuzz,
        "expressions" => |bytes| {
            let _ = grammar::Parser::with_bug(bytes).parse();
        },
        yaml::TAG => yaml::tag,
        yaml::END => yaml::end,
        yaml::HEXADECIMAL => yaml::lines,
        _ => {
            eprintln!("There is no problem `{name}`; the variable FUZZ_TARGET names one.");
            std::process::exit(2)
        }
    }
});

/// Fails where the problem does.
pub fn check(input: &[u8]) {
    let run = *PROBLEM;
    assert!(panic::catch_unwind(|| run(input)).is_ok(), "answer: it fails");
}
