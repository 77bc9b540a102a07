//! One step of the machine.

use super::{Atom, Cell, Instruction, Rules, State, Values, state::at};
use disprove::trace;

/// The state after one step, or `None` where the machine is stuck.
#[trace]
pub fn step(state: &State, rules: &Rules) -> Option<State> {
    let instruction = at(&state.program, state.pc.value)?;
    let rule = rules.of(instruction);
    let lpc = state.pc.label;
    let following = state.pc.value.wrapping_add(1);
    let mut next = state.clone();
    // What decides the new label of the program counter, and where it goes on.
    let (values, target) = match instruction {
        Instruction::Nop => (Values::new([], lpc), following),
        Instruction::Push(value) => {
            let values = Values::new([], lpc);
            next.stack.insert(0, Cell::Data(Atom { value, label: rule.result(values) }));
            (values, following)
        }
        Instruction::Call(arguments) => {
            let target = data(&state.stack, 0)?;
            let below = arguments_below(&state.stack, arguments)?;
            let values = Values::new([target.label], lpc);
            let label = rule.result(values);
            next.stack.insert(below, Cell::Return(Atom { value: following, label }));
            next.stack.remove(0);
            (values, target.value)
        }
        Instruction::Ret => {
            let returned = data(&state.stack, 0)?;
            let (place, address) = first_return(&state.stack)?;
            let values = Values::new([address.label, returned.label], lpc);
            next.stack.drain(..=place);
            let label = rule.result(values);
            next.stack.insert(0, Cell::Data(Atom { value: returned.value, label }));
            (values, address.value)
        }
        Instruction::Add => {
            let (x, y) = (data(&state.stack, 0)?, data(&state.stack, 1)?);
            let values = Values::new([x.label, y.label], lpc);
            next.stack.remove(0);
            let value = x.value.wrapping_add(y.value);
            next.stack[0] = Cell::Data(Atom { value, label: rule.result(values) });
            (values, following)
        }
        Instruction::Load => {
            let pointer = data(&state.stack, 0)?;
            let cell = at(&state.memory, pointer.value)?;
            let values = Values::new([cell.label, pointer.label], lpc);
            let label = rule.result(values);
            next.stack[0] = Cell::Data(Atom { value: cell.value, label });
            (values, following)
        }
        Instruction::Store => {
            let (pointer, stored) = (data(&state.stack, 0)?, data(&state.stack, 1)?);
            let cell = at(&state.memory, pointer.value)?;
            let values = Values::new([pointer.label, stored.label, cell.label], lpc);
            if !rule.allows(values) {
                return None;
            }
            let label = rule.result(values);
            next.memory[pointer.value as usize] = Atom { value: stored.value, label };
            next.stack.drain(..2);
            (values, following)
        }
        Instruction::Halt => return None,
    };
    next.pc = Atom { value: target, label: rule.pc(values) };
    Some(next)
}

/// The number so far below the top, if it is one.
#[trace]
fn data(stack: &[Cell], depth: usize) -> Option<Atom> {
    match stack.get(depth) {
        Some(Cell::Data(atom)) => Some(*atom),
        Some(Cell::Return(_)) => None,
        None => None,
    }
}

/// The place below the target of a call and its arguments, which have to be numbers.
#[trace]
fn arguments_below(stack: &[Cell], arguments: i64) -> Option<usize> {
    if arguments < 0 {
        return None;
    }
    let mut place = 1;
    for _ in 0..arguments {
        data(stack, place)?;
        place += 1;
    }
    Some(place)
}

/// The innermost call that has not returned.
#[trace]
fn first_return(stack: &[Cell]) -> Option<(usize, Atom)> {
    for (place, cell) in stack.iter().enumerate() {
        match cell {
            Cell::Return(address) => return Some((place, *address)),
            Cell::Data(_) => {}
        }
    }
    None
}
