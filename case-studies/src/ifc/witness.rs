//! One program for each bug that reveals it: it fails with the bug and passes without.

use super::{
    Atom, Bug, Experiment, Instruction, Label, Machine, Pair, Relation,
    variation::{Twin, push, same},
};
use Instruction::{Add, Halt, Jump, Load, Noop, Pop, Store};
use Label::{H, L};
use disprove::prelude::*;

/// A push of something public.
fn public(value: i32) -> Twin<Instruction> {
    push((Atom::new(value, L), Atom::new(value, L)))
}

/// A push of a secret: what it is in each machine.
fn secret(first: i32, second: i32) -> Twin<Instruction> {
    push((Atom::new(first, H), Atom::new(second, H)))
}

fn call(arguments: u8, returns: bool) -> Twin<Instruction> {
    same(Instruction::Call { arguments, returns })
}

fn back(returns: bool) -> Twin<Instruction> {
    same(Instruction::Return { returns })
}

/// Machines with empty stacks and three cells, all zero.
fn pair(program: &[Twin<Instruction>]) -> Pair {
    let machine = |program| Machine {
        pc: Atom::ZERO,
        memory: vec![Atom::ZERO; 3],
        stack: Vec::new(),
        program,
    };
    let (first, second) = program.iter().copied().unzip();
    Pair { first: machine(first), second: machine(second) }
}

fn witness(bug: Bug) -> Vec<Twin<Instruction>> {
    match bug {
        Bug::Add => vec![public(0), secret(0, 1), same(Add), public(0), same(Store), same(Halt)],
        Bug::Push => vec![secret(0, 1), public(0), same(Store), same(Halt)],
        // A secret pointer reads one of two public cells that differ.
        Bug::Load => vec![
            public(1),
            public(0),
            same(Store),
            secret(0, 1),
            same(Load),
            public(2),
            same(Store),
            same(Halt),
        ],
        // Two cells are made secret, then a secret pointer makes one of them public.
        Bug::StoreA => vec![
            secret(0, 0),
            public(0),
            same(Store),
            secret(0, 0),
            public(1),
            same(Store),
            public(0),
            secret(0, 1),
            same(Store),
            same(Halt),
        ],
        Bug::StoreB => vec![public(1), secret(0, 1), same(Store), same(Halt)],
        Bug::StoreC => vec![secret(1, 2), public(0), same(Store), same(Halt)],
        _ => jumping_witness(bug),
    }
}

/// For the bugs that need jumps or calls.
fn jumping_witness(bug: Bug) -> Vec<Twin<Instruction>> {
    match bug {
        // One machine passes by the store.
        Bug::JumpA => vec![secret(2, 5), same(Jump), public(1), public(0), same(Store), same(Halt)],
        // Made secret by one jump and public by the next, with a store for one machine in between.
        Bug::JumpB => vec![
            secret(2, 5),
            same(Jump),
            public(8),
            same(Jump),
            same(Halt),
            public(7),
            same(Jump),
            same(Halt),
            public(1),
            public(0),
            same(Store),
            same(Halt),
        ],
        // A secret cell is made public under a secret pc, in one machine only.
        Bug::StoreD => vec![
            secret(0, 0),
            public(0),
            same(Store),
            secret(6, 9),
            call(0, false),
            same(Halt),
            public(1),
            public(0),
            same(Store),
            back(false),
        ],
        Bug::StoreE => vec![
            secret(3, 6),
            call(0, false),
            same(Halt),
            public(1),
            public(0),
            same(Store),
            back(false),
        ],
        Bug::CallLowers => vec![
            secret(2, 5),
            same(Jump),
            public(8),
            call(0, false),
            same(Halt),
            public(7),
            call(0, false),
            same(Halt),
            public(1),
            public(0),
            same(Store),
            same(Halt),
        ],
        Bug::CallKeeps => {
            vec![secret(2, 5), call(0, false), public(1), public(0), same(Store), same(Halt)]
        }
        // The value says which way was taken.
        Bug::ReturnA => vec![
            secret(5, 7),
            call(0, true),
            public(0),
            same(Store),
            same(Halt),
            public(1),
            back(true),
            public(2),
            back(true),
        ],
        // One way returns a value, the other does not, and what is stored next is not the same.
        Bug::ReturnB => vec![
            public(2),
            secret(6, 8),
            call(0, true),
            public(0),
            same(Store),
            same(Halt),
            public(1),
            back(false),
            secret(1, 1),
            back(true),
        ],
        // One way pops the entry of the call it is in, and returns to an outer one.
        Bug::Pop => vec![
            public(4),
            call(0, false),
            same(Halt),
            same(Noop),
            secret(11, 10),
            call(0, false),
            public(1),
            public(0),
            same(Store),
            back(false),
            same(Pop),
            back(false),
        ],
        _ => unreachable!("{bug:?} shows without jumps"),
    }
}

fn verdict(bug: Option<Bug>, relation: Relation, pair: &Pair) -> Verdict {
    let experiment = Experiment { relation, ..Experiment::histories(bug) };
    let pair = pair.clone();
    let check = check(just(())).database(Db::none());
    check.run(move |()| experiment.holds(pair.clone())).verdict()
}

#[test]
fn every_bug_shows_in_the_memory_and_the_correct_machine_keeps_the_secret() {
    for bug in Bug::ALL {
        let pair = pair(&witness(bug));
        assert!(Relation::Full.holds(&pair.first, &pair.second), "{bug:?}: a bad start");
        for relation in [Relation::Mem, Relation::Low, Relation::Full] {
            assert_eq!(verdict(Some(bug), relation, &pair), Verdict::Falsified, "{bug:?}");
            assert_ne!(verdict(None, relation, &pair), Verdict::Falsified, "{bug:?}");
        }
    }
}

#[test]
fn a_witness_shows_its_own_bug_and_few_others() {
    for bug in Bug::ALL {
        let pair = pair(&witness(bug));
        let shows =
            |other: &&Bug| verdict(Some(**other), Relation::Mem, &pair) == Verdict::Falsified;
        let others = Bug::ALL.iter().filter(shows).count();
        assert!(others <= 4, "{bug:?} shows with {others} bugs");
    }
}
