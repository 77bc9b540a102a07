//! Tests of the noninterference property.

use super::*;
use crate::ifc::{Instruction, Machine};
use std::cell::Cell;

const STARTS: [(Start, Relation); 2] =
    [(Start::Initial, Relation::Mem), (Start::QuasiInitial, Relation::Low)];

const PROGRAMS: [Programs; 6] = [
    Programs::Naive,
    Programs::Weighted,
    Programs::Sequence,
    Programs::Forward,
    Programs::ByExecution(0),
    Programs::ByExecution(4),
];

fn experiments() -> Vec<Experiment> {
    let mut all = Vec::new();
    for set in [InstructionSet::Basic, InstructionSet::Jumpy, InstructionSet::Cally] {
        for (start, relation) in STARTS {
            for programs in PROGRAMS {
                let smart = programs != Programs::Naive;
                let plain = Experiment::histories(None);
                all.push(Experiment { set, start, programs, smart, relation, ..plain });
            }
        }
    }
    all
}

fn run_all(experiment: Experiment, cases: u64, look: impl Fn(Pair)) {
    let report = check(experiment.pairs())
        .seed(1)
        .cases(cases)
        .max_executions(cases)
        .search(Search::Random)
        .database(Db::none())
        .reduce(false)
        .run(look);
    assert!(report.failures().is_empty(), "{experiment:?}: {report}");
}

#[test]
fn the_correct_machine_keeps_its_secrets() {
    for experiment in experiments() {
        // The most for each generator on the machine with everything, some for every combination.
        let whole = experiment.set == InstructionSet::Cally && experiment.start == Start::Initial;
        run_all(experiment, if whole { 5_000 } else { 500 }, |pair| experiment.holds(pair));
        let full = Experiment { relation: Relation::Full, ..experiment };
        run_all(full, 300, |pair| full.holds(pair));
    }
}

#[test]
fn pairs_cannot_be_told_apart_and_stay_in_their_instruction_set() {
    for experiment in experiments() {
        run_all(experiment, 300, |pair| {
            let Pair { first, second } = &pair;
            assert!(Relation::Full.holds(first, second));
            let length = first.program.len();
            assert!((20..=60).contains(&length), "{length} instructions");
            assert!(first.memory.len() < 100 && first.stack.len() < 100);
            for instruction in &first.program {
                assert!(experiment.set.opcodes().contains(&instruction.opcode()));
                if let Instruction::Call { arguments, .. } = instruction {
                    assert!(*arguments <= 2);
                }
            }
            if experiment.start == Start::Initial {
                assert!(first.stack.is_empty() && first.memory == second.memory);
            }
        });
    }
}

/// The mean number of steps of the first machine.
fn mean_steps(programs: Programs, smart: bool) -> f64 {
    let experiment = Experiment { programs, smart, ..Experiment::neighborhoods(None) };
    let (steps, count) = (Cell::new(0), Cell::new(0));
    run_all(experiment, 5_000, |mut pair| {
        steps.set(steps.get() + run(&mut pair.first, None).steps);
        count.set(count.get() + 1);
    });
    f64::from(steps.get()) / f64::from(count.get())
}

#[test]
fn programs_run_as_long_as_measured_elsewhere() {
    let expected = [
        (Programs::Naive, false, 0.48),
        (Programs::Weighted, false, 2.9),
        (Programs::Sequence, false, 4.3),
        (Programs::Sequence, true, 4.6),
        (Programs::ByExecution(0), true, 11.6),
    ];
    for (programs, smart, steps) in expected {
        let mean = mean_steps(programs, smart);
        // Not closer, because random cases have several distributions.
        assert!((mean / steps - 1.0).abs() < 0.15, "{programs:?}: {mean} steps, not {steps}");
    }
}

#[test]
fn sequences_of_a_call_belong_together() {
    let experiment = Experiment::histories(None);
    let (calls, complete) = (Cell::new(0u32), Cell::new(0u32));
    run_all(experiment, 2_000, |pair| {
        let Machine { program, .. } = &pair.first;
        let count = |wanted: fn(&Instruction) -> bool| program.iter().filter(|i| wanted(i)).count();
        let made = count(|i| matches!(i, Instruction::Call { .. }));
        assert_eq!(made, count(|i| matches!(i, Instruction::Return { .. })));
        calls.set(calls.get() + made as u32);
        complete.set(complete.get() + 1);
    });
    assert!(calls.get() > complete.get() / 2, "{} calls", calls.get());
}

#[test]
fn easy_bugs_are_found_at_random() {
    for bug in [Bug::Push, Bug::StoreB, Bug::StoreC] {
        let experiment = Experiment::histories(Some(bug));
        let report = check(experiment.pairs())
            .seed(1)
            .max_executions(10_000)
            .database(Db::none())
            .search(Search::Random)
            .run(|pair| experiment.holds(pair));
        assert_eq!(report.verdict(), Verdict::Falsified, "{bug:?}");
        let small = report.failures()[0].value();
        let steps = run(&mut small.first.clone(), Some(bug)).steps;
        assert!(steps <= 6, "{bug:?} reduces to {steps} steps: {small:?}");
    }
}
