//! Tests of the WebAssembly-like language.

use super::{
    witness::{Witness, witness},
    *,
};
use disprove::prelude::*;
use std::{cell::Cell, fmt::Debug};
use syntax::Global;

/// How a property ends for one input: `None` if it does not apply.
fn holds<T: Debug + Clone + PartialEq + 'static>(input: &T, property: impl Fn(&T)) -> Option<bool> {
    let report = check(just(input.clone()))
        .seed(1)
        .cases(1)
        .max_executions(1)
        .database(Db::none())
        .run(|input| property(&input));
    if report.cases() == 0 && report.failures().is_empty() {
        return None;
    }
    Some(report.failures().is_empty())
}

fn run<G: Generator>(generator: G, cases: u64, property: impl Fn(G::Value)) -> Report<G::Value>
where
    G::Value: Debug + 'static,
{
    check(generator)
        .seed(1)
        .cases(cases)
        .max_executions(cases)
        .search(Search::Random)
        .database(Db::none())
        .max_failures(1)
        .run(property)
}

#[test]
fn every_bug_is_told_apart_by_its_witness_and_by_nothing_else() {
    for bug in Bug::ALL {
        for other in Bug::ALL {
            let result = match witness(other) {
                Witness::Module(module) => {
                    assert_eq!(other.subsystem(), Subsystem::Validator);
                    let correct = |module: &Module| accepted_modules_are_valid(module, None);
                    assert_eq!(holds(&module, correct), None, "{}", other.name());
                    holds(&module, |module| accepted_modules_are_valid(module, Some(bug)))
                }
                Witness::Stub(stub) => {
                    assert_eq!(other.subsystem(), Subsystem::Interpreter);
                    assert_eq!(holds(&stub, |stub| results_agree(stub, None)), Some(true));
                    holds(&stub, |stub| results_agree(stub, Some(bug)))
                }
            };
            let shows = result == Some(false);
            assert_eq!(shows, bug == other, "{bug:?} by the witness of {other:?}");
        }
    }
}

#[test]
fn engine_and_reference_agree_about_derived_modules() {
    let valid = Cell::new(0);
    let report = run(any::<Module>(), 5_000, |module: Module| {
        let is_valid = reference::is_valid(&module);
        valid.set(valid.get() + u32::from(is_valid));
        assert_eq!(engine::validate(&module, None).is_ok(), is_valid);
    });
    assert!(report.failures().is_empty(), "{report}");
    assert!(valid.get() < 100, "{} valid ones", valid.get());
}

#[test]
fn engine_and_reference_agree_about_derived_stubs() {
    let valid = Cell::new(0);
    let report = run(any::<Stub>(), 5_000, |stub: Stub| {
        let is_valid = reference::is_valid(&stub.module());
        valid.set(valid.get() + u32::from(is_valid));
        assert_eq!(engine::validate(&stub.module(), None).is_ok(), is_valid);
        results_agree(&stub, None);
    });
    assert!(report.failures().is_empty(), "{report}");
    assert!(valid.get() < 500, "{} valid ones", valid.get());
}

#[test]
fn engine_and_reference_agree_about_typed_functions() {
    let [returned, trapped, exhausted] = [const { Cell::new(0) }; 3];
    let report = run(typed, 5_000, |stub: Stub| {
        let module = stub.module();
        assert!(reference::is_valid(&module) && engine::validate(&module, None).is_ok());
        let count = match reference::invoke(&module, 0, &stub.arguments()) {
            Ok(_) => &returned,
            Err(Stop::Trapped) => &trapped,
            Err(Stop::Exhausted) => &exhausted,
        };
        count.set(count.get() + 1);
        results_agree(&stub, None);
    });
    assert!(report.failures().is_empty(), "{report}");
    assert!(returned.get() > 2_000 && trapped.get() > 100 && exhausted.get() < 1_500);
}

#[test]
fn typed_functions_show_every_bug_of_the_interpreter() {
    for bug in Bug::ALL.into_iter().filter(|bug| bug.subsystem() == Subsystem::Interpreter) {
        let report = run(typed, 20_000, |stub: Stub| results_agree(&stub, Some(bug)));
        assert_eq!(report.verdict(), Verdict::Falsified, "{}", bug.name());
        let found = report.failures()[0].found_at();
        assert!(found < u64::from(bug.published_mean()));
    }
}

/// Validity of small changes to typed functions, which are valid or nearly so.
#[test]
fn engine_and_reference_agree_about_functions_that_are_nearly_right() {
    let [valid, invalid] = [const { Cell::new(0) }; 2];
    let changed = |src: &mut Source| {
        let mut stub = typed(src);
        let place = src.draw(0..=stub.body.len());
        match src.draw(0..3) {
            0 => stub.body.insert(place, src.draw(any())),
            1 if place < stub.body.len() => stub.body[place] = src.draw(any()),
            _ => stub.body.truncate(place),
        }
        stub
    };
    let report = run(changed, 5_000, |stub: Stub| {
        let is_valid = reference::is_valid(&stub.module());
        let count = if is_valid { &valid } else { &invalid };
        count.set(count.get() + 1);
        assert_eq!(engine::validate(&stub.module(), None).is_ok(), is_valid);
        results_agree(&stub, None);
    });
    assert!(report.failures().is_empty(), "{report}");
    assert!(valid.get() > 200 && invalid.get() > 1_000);
}

fn both(module: &Module, function: usize, arguments: &[Value]) -> Ending {
    assert_eq!(engine::validate(module, None), Ok(()));
    assert!(reference::is_valid(module));
    let ending = engine::invoke(module, function, arguments, None);
    assert_eq!(ending, reference::invoke(module, function, arguments));
    ending
}

#[test]
fn functions_return_what_they_should() {
    use Instruction::*;
    let at = |offset| Address { offset, alignment: 0 };
    let binary = |operation| Binary(Width::W32, operation);
    let sum_to_first = vec![
        Loop(
            None,
            vec![
                LocalGet(2),
                LocalGet(0),
                binary(Operation::Add),
                LocalSet(2),
                LocalGet(0),
                I32Const(1),
                binary(Operation::Sub),
                LocalTee(0),
                BrIf(0),
            ],
        ),
        LocalGet(2),
    ];
    let out_of_two = vec![
        Block(Some(Type::I32), vec![Block(None, vec![I32Const(7), Br(1)]), I32Const(8)]),
        I32Const(9),
        binary(Operation::Mul),
    ];
    let stored = vec![
        I32Const(4),
        I64Const(-2),
        I64Store(at(1)),
        I32Const(0),
        I32Load8S(at(5)),
        I32Const(0),
        I32Load(at(9)),
        binary(Operation::Add),
    ];
    let edge = |address| vec![I32Const(address), I32Load(at(0))];
    let grown = vec![
        I32Const(1),
        MemoryGrow,
        Drop,
        I32Const(1),
        MemoryGrow,
        MemorySize,
        binary(Operation::Sub),
    ];
    let smallest_by = |by| vec![I32Const(i32::MIN), I32Const(by), binary(Operation::DivS)];
    let truncated = |number| vec![F64Const(number), Convert(Conversion::I32TruncF64S)];
    let select = vec![I32Const(1), I32Const(2), LocalGet(0), Select];
    let early = vec![I32Const(3), Return, Drop, F64Const(0.0)];
    let trapped = Err(Stop::Trapped);
    for (body, expected) in [
        (sum_to_first, Ok(15)),
        (out_of_two, Ok(63)),
        (stored, Ok(-3)),
        (edge(1_020), Ok(0)),
        (edge(1_021), trapped),
        (edge(-1), trapped),
        (grown, Ok(-3)),
        (smallest_by(2), Ok(i32::MIN / 2)),
        (smallest_by(0), trapped),
        (smallest_by(-1), trapped),
        (truncated(-2.9), Ok(-2)),
        (truncated(f64::NAN), trapped),
        (truncated(2_147_483_648.0), trapped),
        (select, Ok(1)),
        (vec![Unreachable], trapped),
        (vec![I32Const(0), F64Const(1.0), Call(0)], Err(Stop::Exhausted)),
        (vec![Loop(Some(Type::I32), vec![Br(0)])], Err(Stop::Exhausted)),
    ] {
        let stub = Stub { locals: vec![Type::I32], body, first: 5, second: 0.5 };
        let expected = expected.map(|number| Some(Value::I32(number)));
        assert_eq!(both(&stub.module(), 0, &stub.arguments()), expected, "{stub:?}");
    }
    let unsound = Stub { locals: Vec::new(), body: early, first: 0, second: 0.0 };
    assert!(!reference::is_valid(&unsound.module()));
}

#[test]
fn functions_call_each_other_and_share_globals() {
    let counts = |content, mutable| Global { content, mutable };
    let signature = |parameters: &[Type], results: &[Type]| Signature {
        parameters: parameters.to_vec(),
        results: results.to_vec(),
    };
    let body = |signature, body| Function { signature, locals: Vec::new(), body };
    let add = Instruction::Binary(Width::W64, Operation::Add);
    let mut module = Module {
        signatures: vec![signature(&[Type::I64], &[]), signature(&[], &[Type::I64])],
        functions: vec![
            body(
                0,
                vec![
                    Instruction::GlobalGet(0),
                    Instruction::LocalGet(0),
                    add,
                    Instruction::GlobalSet(0),
                ],
            ),
            body(
                1,
                vec![
                    Instruction::I64Const(5),
                    Instruction::Call(0),
                    Instruction::I64Const(-7),
                    Instruction::Call(0),
                    Instruction::GlobalGet(0),
                ],
            ),
        ],
        globals: vec![counts(Type::I64, true)],
        exports: vec![1],
        ..Module::default()
    };
    assert_eq!(both(&module, 1, &[]), Ok(Some(Value::I64(-2))));
    assert_eq!(both(&module, 0, &[Value::I64(1)]), Ok(None));
    for global in [counts(Type::I64, false), counts(Type::I32, true)] {
        module.globals = vec![global];
        assert!(!reference::is_valid(&module) && engine::validate(&module, None).is_err());
    }
}
