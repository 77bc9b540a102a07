//! Problems by class, as a user of hegeltest would draw their inputs.

use super::InHegel;
use crate::reduce::problems::{
    distinct,
    formulas::{self, Formula},
    gaps, large, long_lists, near,
    operations::{self, Operation},
};
use ::hegel::TestCase;
use ::hegel::generators::{self as gs, Generator};
use std::collections::{BTreeMap, BTreeSet};

macro_rules! drawn {
    ($($problem:ty: $value:ty = |$tc:ident| $draw:expr;)*) => {$(
        impl InHegel for $problem {
            fn draw($tc: &TestCase) -> $value {
                $draw
            }
        }
    )*};
}

fn below(tc: &TestCase, bound: u32) -> u32 {
    tc.draw_silent(gs::integers::<u32>().max_value(bound - 1))
}

fn triple(tc: &TestCase) -> i64 {
    tc.draw_silent(gs::integers::<i64>().min_value(0).max_value(near::TRIPLES - 1))
}

fn any_number(tc: &TestCase) -> i64 {
    tc.draw_silent(gs::integers::<i64>())
}

fn operation(kinds: u8, arguments: u8) -> impl Generator<Operation> {
    let (kinds, arguments) =
        (gs::integers::<u8>().max_value(kinds - 1), gs::integers::<u8>().max_value(arguments));
    gs::tuples!(kinds, arguments)
}

fn operation_list(tc: &TestCase, kinds: u8, arguments: u8) -> Vec<Operation> {
    tc.draw_silent(gs::vecs(operation(kinds, arguments)).max_size(operations::LONGEST))
}

fn formula(tc: &TestCase, depth: u32) -> Formula {
    let top = if depth == 0 { 1 } else { 4 };
    let inner = || Box::new(formula(tc, depth - 1));
    match tc.draw_silent(gs::integers::<u8>().max_value(top)) {
        0 => Formula::Literal(tc.draw_silent(gs::booleans())),
        1 => Formula::Variable(tc.draw_silent(gs::integers::<u8>().max_value(2))),
        2 => Formula::Not(inner()),
        3 => Formula::And(inner(), inner()),
        _ => Formula::Or(inner(), inner()),
    }
}

drawn! {
    near::Pair: (u32, u32) = |tc| (below(tc, near::PAIRS), below(tc, near::PAIRS));
    near::List: Vec<u32> = |tc| {
        let numbers = gs::integers::<u32>().max_value(near::LISTED - 1);
        tc.draw_silent(gs::vecs(numbers).max_size(near::LONGEST))
    };
    near::Triple: (i64, i64, i64) = |tc| (triple(tc), triple(tc), triple(tc));
    long_lists::Ordered: Vec<u8> = |tc| {
        tc.draw_silent(gs::vecs(gs::integers::<u8>()).max_size(long_lists::LONGEST))
    };
    long_lists::Large: Vec<u32> = |tc| {
        tc.draw_silent(gs::vecs(gs::integers::<u32>()).max_size(long_lists::LONGEST))
    };
    long_lists::Records: Vec<(bool, u8)> = |tc| {
        let records = gs::tuples!(gs::booleans(), gs::integers::<u8>());
        tc.draw_silent(gs::vecs(records).max_size(long_lists::LONGEST))
    };
    distinct::Five: Vec<i32> = |tc| tc.draw_silent(gs::vecs(gs::integers::<i32>()));
    distinct::Four: (i64, i64, i64, i64) = |tc| {
        (any_number(tc), any_number(tc), any_number(tc), any_number(tc))
    };
    distinct::Seven: BTreeSet<i16> = |tc| {
        tc.draw_silent(gs::hashsets(gs::integers::<i16>())).into_iter().collect()
    };
    gaps::Power: u16 = |tc| tc.draw_silent(gs::integers::<u16>());
    gaps::Thousands: u32 = |tc| tc.draw_silent(gs::integers::<u32>());
    gaps::Pattern: u32 = |tc| tc.draw_silent(gs::integers::<u32>());
    operations::Ticks: Vec<Operation> = |tc| operation_list(tc, 5, u8::MAX);
    operations::Files: Vec<Operation> = |tc| operation_list(tc, 3, operations::FILES - 1);
    operations::Account: Vec<Operation> = |tc| operation_list(tc, 3, u8::MAX);
    // Collections have about twice their least size, so without one they would be too small to fail.
    large::Map: BTreeMap<u32, String> = |tc| {
        let entries = gs::hashmaps(gs::integers::<u32>(), gs::text());
        tc.draw_silent(entries.min_size(200).max_size(large::LONGEST)).into_iter().collect()
    };
    large::Records: Vec<(u16, u32)> = |tc| {
        let records = gs::tuples!(gs::integers::<u16>(), gs::integers::<u32>());
        tc.draw_silent(gs::vecs(records).min_size(150).max_size(large::LONGEST))
    };
    large::Texts: Vec<String> = |tc| {
        let texts = gs::text().alphabet("abcdefghijklmnopqrstuvwxyz");
        tc.draw_silent(gs::vecs(texts).min_size(120).max_size(large::LONGEST))
    };
    formulas::Operand: Formula = |tc| formula(tc, formulas::DEPTH);
    formulas::NormalForm: Formula = |tc| formula(tc, formulas::DEPTH);
    formulas::Tautology: Formula = |tc| formula(tc, formulas::DEPTH);
}
