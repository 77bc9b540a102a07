//! Tests of the study of single-step noninterference.

use super::{
    property::{Judgement, judge},
    *,
};
use std::cell::Cell as Count;

use disprove::prelude::*;

const L: Label = Label::L;
const H: Label = Label::H;

fn at(value: i64, label: Label) -> Atom {
    Atom { value, label }
}

fn data(value: i64, label: Label) -> Cell {
    Cell::Data(at(value, label))
}

fn ret(value: i64, label: Label) -> Cell {
    Cell::Return(at(value, label))
}

fn state(instruction: Instruction, pc: Label, memory: &[Atom], stack: &[Cell]) -> State {
    let (memory, stack) = (memory.to_vec(), stack.to_vec());
    State { program: vec![instruction], memory, stack, pc: at(0, pc) }
}

fn after(instruction: Instruction, pc: Label, memory: &[Atom], stack: &[Cell]) -> Option<State> {
    step(&state(instruction, pc, memory, stack), &Rules::correct())
}

/// Runs this number of pairs and counts those that held, were discarded, and violated the property.
fn counts(
    generator: impl Generator<Value = Pair>,
    rules: &Rules,
    seed: u64,
    cases: u64,
) -> [u64; 3] {
    let counts = [const { Count::new(0) }; 3];
    let _ = check(generator)
        .seed(seed)
        .cases(cases)
        .max_executions(cases)
        .search(Search::Random)
        .database(Db::none())
        .run(|pair| {
            let count = &counts[judge(&pair, rules) as usize];
            count.set(count.get() + 1);
        });
    counts.map(Count::into_inner)
}

fn share(count: u64, of: [u64; 3]) -> f64 {
    count as f64 / of.iter().sum::<u64>() as f64
}

#[test]
fn there_are_20_bugs_in_the_published_order_and_one_that_cannot_be_seen() {
    let bugs = bugs();
    let names: Vec<&str> = bugs.iter().map(|bug| bug.name.as_str()).collect();
    assert_eq!(names.len(), Published::ALL.len() + 1);
    for (number, name) in [
        (1, "Call result without Pc"),
        (2, "Call pc without First"),
        (4, "Ret result without Second"),
        (6, "Ret pc without First"),
        (8, "Push pc without Pc"),
        (12, "Load result without First"),
        (15, "Store condition without First to Third"),
        (18, "Store result without First"),
        (20, "Store pc without Pc"),
        (21, "Halt pc without Pc"),
    ] {
        assert_eq!(names[number - 1], name);
    }
    let correct = Rules::correct();
    assert!(bugs.iter().all(|bug| bug.rules != correct));
    let equivalent = counts(smart, &bugs[20].rules, 1, 2_000);
    assert_eq!(equivalent[Judgement::Violated as usize], 0);
}

#[test]
fn published_means_are_those_of_the_paper() {
    let gm = |of: fn(&Published) -> f64| {
        let logarithms: f64 = Published::ALL.iter().map(|bug| of(bug).ln()).sum();
        (logarithms / 20.0).exp().round()
    };
    assert_eq!(gm(|bug| f64::from(bug.mutagen[0])).to_string(), "8630");
    assert_eq!(gm(|bug| f64::from(bug.smart)).to_string(), "82");
    let reliable = Published::ALL.iter().filter(|bug| bug.fuzzchick.1 == 30).count();
    assert_eq!(reliable, 5);
    let worst = Published::ALL.iter().map(|bug| bug.mutagen[2]).max();
    assert_eq!(worst, Some(480_442));
    assert!(Published::ALL.iter().all(|bug| bug.mutagen[1] < bug.mutagen[0]));
    assert!(Published::ALL.iter().all(|bug| bug.fuzzchick.0 > 5_000));
}

#[test]
fn every_instruction_does_what_it_should() {
    let moved = after(Instruction::Nop, H, &[], &[]).expect("a step");
    assert_eq!((moved.pc, moved.stack.len()), (at(1, H), 0));
    let pushed = after(Instruction::Push(7), H, &[], &[ret(0, L)]).expect("a step");
    assert_eq!(pushed.stack, [data(7, L), ret(0, L)]);
    let added = after(Instruction::Add, L, &[], &[data(2, L), data(3, H), data(4, L)]);
    assert_eq!(added.expect("a step").stack, [data(5, H), data(4, L)]);
    let memory = [at(8, L), at(9, H)];
    let loaded = after(Instruction::Load, L, &memory, &[data(1, L)]).expect("a step");
    assert_eq!(loaded.stack, [data(9, H)]);
    let stored = after(Instruction::Store, L, &memory, &[data(1, H), data(5, L)]).expect("a step");
    assert_eq!((stored.memory, stored.stack.len()), (vec![at(8, L), at(5, H)], 0));
    let called = after(Instruction::Call(1), L, &[], &[data(5, H), data(6, L), data(7, L)]);
    let called = called.expect("a step");
    assert_eq!(called.stack, [data(6, L), ret(1, L), data(7, L)]);
    assert_eq!(called.pc, at(5, H));
    let stack = [data(5, L), data(6, L), ret(3, L), data(7, L)];
    let returned = after(Instruction::Ret, H, &[], &stack).expect("a step");
    assert_eq!(returned.stack, [data(5, H), data(7, L)]);
    assert_eq!(returned.pc, at(3, L));
}

#[test]
fn machines_that_lack_something_are_stuck() {
    let memory = [at(8, L)];
    for (instruction, pc, stack) in [
        (Instruction::Halt, L, &[][..]),
        (Instruction::Add, L, &[data(1, L)]),
        (Instruction::Add, L, &[data(1, L), ret(1, L)]),
        (Instruction::Load, L, &[data(1, L)]),
        (Instruction::Load, L, &[data(-1, L)]),
        (Instruction::Load, L, &[ret(0, L)]),
        (Instruction::Store, L, &[data(0, L)]),
        (Instruction::Store, L, &[data(0, H), data(1, L)]),
        (Instruction::Store, H, &[data(0, L), data(1, L)]),
        (Instruction::Call(-1), L, &[data(0, L)]),
        (Instruction::Call(i64::MAX), L, &[data(0, L), data(0, L)]),
        (Instruction::Call(0), L, &[]),
        (Instruction::Ret, L, &[data(0, L), data(0, L)]),
        (Instruction::Ret, L, &[ret(0, L)]),
    ] {
        assert_eq!(after(instruction, pc, &memory, stack), None, "{instruction:?} {stack:?}");
    }
    let mut lost = state(Instruction::Nop, L, &[], &[]);
    lost.pc.value = 1;
    assert_eq!(step(&lost, &Rules::correct()), None);
}

#[test]
fn states_are_told_apart_by_what_is_public() {
    let one = state(Instruction::Nop, L, &[at(1, L), at(2, H)], &[data(1, H), ret(2, L)]);
    assert!(indistinguishable(&one, &one));
    let differs = |change: fn(&mut State)| {
        let mut other = one.clone();
        change(&mut other);
        !indistinguishable(&one, &other)
    };
    assert!(!differs(|other| other.memory[1].value = 7));
    assert!(!differs(|other| other.stack[0] = data(7, H)));
    assert!(differs(|other| other.memory[0].value = 7));
    assert!(differs(|other| other.memory[1].label = L));
    assert!(differs(|other| other.stack[0] = ret(1, H)));
    assert!(differs(|other| other.stack[1] = ret(3, L)));
    assert!(differs(|other| other.stack.truncate(1)));
    assert!(differs(|other| other.memory.truncate(1)));
    assert!(differs(|other| other.program.push(Instruction::Nop)));
    assert!(differs(|other| other.pc = at(0, H)));
    // Secret code may have done anything above the place that it returns to.
    let one = State { pc: at(0, H), ..one };
    let mut other = State { pc: at(5, H), ..one.clone() };
    other.stack = vec![ret(9, H), data(4, L), ret(2, L)];
    assert!(indistinguishable(&one, &other));
    other.stack[2] = ret(3, L);
    assert!(!indistinguishable(&one, &other));
}

#[test]
fn the_correct_rules_keep_secrets_and_77_percent_of_smart_pairs_say_so() {
    let counts = counts(smart, &Rules::correct(), 1, 20_000);
    assert_eq!(counts[Judgement::Violated as usize], 0);
    let valid = share(counts[Judgement::Held as usize], counts);
    assert!((0.72..=0.82).contains(&valid), "{valid}");
}

#[test]
fn smart_pairs_find_every_bug_about_as_soon_as_measured_elsewhere() {
    for (bug, published) in bugs().iter().zip(Published::ALL) {
        let limit = 30 * u64::from(published.smart);
        let mut total = 0;
        for seed in 1..=3 {
            let report = check(smart)
                .seed(seed)
                .cases(limit)
                .max_executions(limit)
                .search(Search::Random)
                .database(Db::none())
                .max_failures(1)
                .reduce(false)
                .run(|pair| holds(&pair, &bug.rules));
            let failure = report.failures().first();
            let failure = failure.unwrap_or_else(|| panic!("{} within {limit}", bug.name));
            assert_eq!(judge(failure.value(), &bug.rules), Judgement::Violated);
            assert_ne!(judge(failure.value(), &Rules::correct()), Judgement::Violated);
            total += failure.found_at();
        }
        let mean = total / 3;
        assert!(mean < 10 * u64::from(published.smart), "{}: {mean}", bug.name);
    }
}

#[test]
fn states_and_their_copies_are_valid_now_and_then_and_independent_states_never() {
    let rules = Rules::correct();
    let of_copies = counts(copied(), &rules, 1, 20_000);
    assert_eq!(of_copies[Judgement::Violated as usize], 0);
    let valid = share(of_copies[Judgement::Held as usize], of_copies);
    assert!((0.04..=0.09).contains(&valid), "{valid}");
    let of_two = counts(independent(), &rules, 1, 20_000);
    assert!(of_two[Judgement::Discarded as usize] > 19_900, "{of_two:?}");
    assert_eq!(of_two[Judgement::Violated as usize], 0);
}
