//! Tests of the information-flow machine.

use super::*;
use Instruction::{Add, Halt, Jump, Load, Noop, Pop, Push, Store};
use Label::H;

fn low(value: i32) -> Atom {
    Atom::new(value, L)
}

fn high(value: i32) -> Atom {
    Atom::new(value, H)
}

fn call_entry(address: i32, returns: bool, label: Label) -> Entry {
    Entry::Return { address, returns, label }
}

/// A machine in front of one instruction, with two public cells and a secret one.
fn before(pc: Label, stack: &[Entry], instruction: Instruction) -> Machine {
    Machine {
        pc: Atom::new(0, pc),
        memory: vec![low(10), low(11), high(12)],
        stack: stack.to_vec(),
        program: vec![instruction, Halt],
    }
}

/// The machine after it, or nothing if it is stuck.
fn after(
    pc: Label,
    stack: &[Entry],
    instruction: Instruction,
    bug: Option<Bug>,
) -> Option<Machine> {
    let mut machine = before(pc, stack, instruction);
    let possible = machine.can_step(bug);
    let done = machine.step(bug);
    assert_eq!(possible, done.is_some());
    assert!(done.is_none() || done == Some(instruction.opcode()));
    done.map(|_| machine)
}

fn stack_after(stack: &[Atom], instruction: Instruction, bug: Option<Bug>) -> Option<Vec<Entry>> {
    let stack: Vec<Entry> = stack.iter().copied().map(Entry::Data).collect();
    let machine = after(L, &stack, instruction, bug)?;
    assert_eq!(machine.pc, low(1));
    Some(machine.stack)
}

/// To be compared with what [`stack_after`] says.
#[expect(clippy::unnecessary_wraps)]
fn data(atoms: &[Atom]) -> Option<Vec<Entry>> {
    Some(atoms.iter().copied().map(Entry::Data).collect())
}

#[test]
fn a_sum_is_secret_if_a_part_of_it_is() {
    assert_eq!(stack_after(&[low(1), low(2)], Add, None), data(&[low(3)]));
    assert_eq!(stack_after(&[low(1), high(2)], Add, None), data(&[high(3)]));
    assert_eq!(stack_after(&[high(1), low(2)], Add, None), data(&[high(3)]));
    assert_eq!(stack_after(&[low(i32::MAX), low(1)], Add, None), data(&[low(i32::MIN)]));
    assert_eq!(stack_after(&[high(1), low(2)], Add, Some(Bug::Add)), data(&[low(3)]));
    assert_eq!(stack_after(&[low(1)], Add, None), None);
}

#[test]
fn what_is_pushed_and_popped_keeps_its_label() {
    assert_eq!(stack_after(&[], Noop, None), data(&[]));
    assert_eq!(stack_after(&[low(1)], Push(high(2)), None), data(&[low(1), high(2)]));
    assert_eq!(stack_after(&[], Push(high(2)), Some(Bug::Push)), data(&[low(2)]));
    assert_eq!(stack_after(&[low(1), high(2)], Pop, None), data(&[low(1)]));
    assert_eq!(stack_after(&[], Pop, None), None);
    assert_eq!(stack_after(&[], Pop, Some(Bug::Pop)), None);
}

#[test]
fn only_a_bug_pops_the_entry_of_a_call() {
    let stack = [call_entry(1, false, L)];
    assert_eq!(after(L, &stack, Pop, None), None);
    let popped = after(L, &stack, Pop, Some(Bug::Pop)).expect("the bug allows it");
    assert_eq!(popped.stack, []);
}

#[test]
fn what_is_loaded_is_secret_if_the_pointer_or_the_cell_is() {
    assert_eq!(stack_after(&[low(1)], Load, None), data(&[low(11)]));
    assert_eq!(stack_after(&[high(1)], Load, None), data(&[high(11)]));
    assert_eq!(stack_after(&[low(2)], Load, None), data(&[high(12)]));
    assert_eq!(stack_after(&[high(1)], Load, Some(Bug::Load)), data(&[low(11)]));
    assert_eq!(stack_after(&[low(3)], Load, None), None);
    assert_eq!(stack_after(&[low(-1)], Load, None), None);
    assert_eq!(stack_after(&[], Load, None), None);
}

#[test]
fn what_is_stored_is_secret_if_anything_about_it_is() {
    let store = |pc, value, pointer, bug| {
        let stack = [Entry::Data(value), Entry::Data(pointer)];
        let machine = after(pc, &stack, Store, bug)?;
        assert_eq!(machine.stack, []);
        Some(machine.memory)
    };
    let kept = [low(10), low(11), high(12)];
    let with = |at: usize, atom| {
        let mut memory = kept.to_vec();
        memory[at] = atom;
        Some(memory)
    };
    assert_eq!(store(L, low(5), low(0), None), with(0, low(5)));
    assert_eq!(store(L, high(5), low(0), None), with(0, high(5)));
    assert_eq!(store(L, low(5), high(2), None), with(2, high(5)));
    assert_eq!(store(H, low(5), low(2), None), with(2, high(5)));
    assert_eq!(store(L, low(5), high(0), None), None);
    assert_eq!(store(H, low(5), low(0), None), None);
    assert_eq!(store(L, low(5), low(3), None), None);
    assert_eq!(store(L, low(5), high(2), Some(Bug::StoreA)), with(2, low(5)));
    assert_eq!(store(L, low(5), high(0), Some(Bug::StoreB)), with(0, high(5)));
    assert_eq!(store(H, low(5), low(0), Some(Bug::StoreB)), None);
    assert_eq!(store(L, high(5), low(0), Some(Bug::StoreC)), with(0, low(5)));
    assert_eq!(store(H, low(5), low(2), Some(Bug::StoreD)), with(2, low(5)));
    assert_eq!(store(H, low(5), low(0), Some(Bug::StoreE)), with(0, high(5)));
    assert_eq!(store(L, low(5), high(0), Some(Bug::StoreE)), None);
}

#[test]
fn a_jump_to_a_secret_place_makes_the_pc_secret() {
    let jump =
        |pc, target, bug| after(pc, &[Entry::Data(target)], Jump, bug).map(|machine| machine.pc);
    assert_eq!(jump(L, low(7), None), Some(low(7)));
    assert_eq!(jump(L, high(7), None), Some(high(7)));
    assert_eq!(jump(H, low(-7), None), Some(high(-7)));
    assert_eq!(jump(L, high(7), Some(Bug::JumpA)), Some(low(7)));
    assert_eq!(jump(H, low(7), Some(Bug::JumpB)), Some(low(7)));
    assert_eq!(after(L, &[], Jump, None), None);
}

#[test]
fn a_call_leaves_its_entry_below_its_arguments() {
    let stack = [low(1), low(2), low(3), high(9)].map(Entry::Data);
    let call = |arguments| Instruction::Call { arguments, returns: true };
    let machine = after(L, &stack, call(2), None).expect("enough arguments");
    assert_eq!(machine.pc, high(9));
    let [one, two, three] = [low(1), low(2), low(3)].map(Entry::Data);
    assert_eq!(machine.stack, [one, call_entry(1, true, L), two, three]);
    let pc = |pc, target: Atom, bug| {
        after(pc, &[Entry::Data(target)], call(0), bug).map(|machine| machine.pc)
    };
    assert_eq!(pc(H, low(9), None), Some(high(9)));
    assert_eq!(pc(H, low(9), Some(Bug::CallLowers)), Some(low(9)));
    assert_eq!(pc(L, high(9), Some(Bug::CallKeeps)), Some(low(9)));
    assert_eq!(after(L, &stack[..2], call(2), None), None);
    let blocked = [call_entry(1, true, L), one];
    assert_eq!(after(L, &blocked, call(1), None), None);
}

#[test]
fn a_return_keeps_a_value_if_the_call_wants_one() {
    let back = |returns| Instruction::Return { returns };
    let [one, two, three] = [low(1), low(2), low(3)].map(Entry::Data);
    let wanting = [one, call_entry(6, true, L), two, three];
    let machine = after(H, &wanting, back(false), None).expect("there is a call");
    assert_eq!((machine.pc, &machine.stack[..]), (low(6), &[one, Entry::Data(high(3))][..]));
    let machine = after(H, &wanting, back(false), Some(Bug::ReturnA)).expect("there is a call");
    assert_eq!(machine.stack, [one, three]);
    let machine = after(H, &wanting, back(false), Some(Bug::ReturnB)).expect("there is a call");
    assert_eq!(machine.stack, [one]);
    let plain = [one, call_entry(6, false, H), two];
    let machine = after(H, &plain, back(true), None).expect("there is a call");
    assert_eq!((machine.pc, &machine.stack[..]), (high(6), &[one][..]));
    assert_eq!(after(H, &wanting[..2], back(false), None), None);
    assert!(after(H, &wanting[..2], back(false), Some(Bug::ReturnB)).is_some());
    assert_eq!(after(H, &plain[..2], back(true), Some(Bug::ReturnB)), None);
    assert_eq!(after(H, &[one], back(true), None), None);
}

#[test]
fn outside_of_the_program_and_on_a_halt_nothing_happens() {
    let mut machine = before(L, &[], Halt);
    assert!(machine.is_halted() && machine.step(None).is_none());
    for outside in [-1, 2] {
        machine.pc.value = outside;
        assert!(!machine.is_halted() && machine.step(None).is_none());
    }
}
