//! Programs made while they are executed: each instruction is fit for the state it is executed in.

use super::{
    Atom, Bug, Entry, Instruction, InstructionSet, Label, Machine,
    variation::{Pair, Scope, Twin, label, push, same, weighted},
};
use disprove::prelude::*;

/// Of the memory, mostly so many cells are used.
const FAVOURITE_CELLS: i32 = 3;

/// A program under way.
struct Draft {
    scope: Scope,
    bug: Option<Bug>,
    /// The first machine, as far as it has run. Where nothing is set yet, its program has a `Noop`.
    state: Machine,
    second: Vec<Instruction>,
    set: Vec<bool>,
    /// Placements so far: the more there are, the likelier is the end.
    placements: usize,
}

/// Gives two machines without programs one each.
pub fn execute(
    src: &mut Source,
    scope: Scope,
    bug: Option<Bug>,
    start: Pair,
    look_ahead: u32,
) -> Pair {
    let mut state = start.first.clone();
    state.program = vec![Instruction::Noop; scope.length];
    let second = state.program.clone();
    let set = vec![false; scope.length];
    let mut draft = Draft { scope, bug, state, second, set, placements: 0 };
    let mut unset = scope.length;
    for _ in 0..3 * scope.length {
        if unset == 0 || !draft.state.can_step(bug) {
            break;
        }
        if draft.set[draft.state.pc.value as usize] {
            draft.state.step(bug);
        } else {
            unset -= draft.place(src, look_ahead);
        }
    }
    let first = Machine { program: draft.state.program, ..start.first };
    Pair { first, second: Machine { program: draft.second, ..start.second } }
}

impl Draft {
    /// Sets the instructions from the pc on, and says how many.
    fn place(&mut self, src: &mut Source, look_ahead: u32) -> usize {
        let here = self.state.pc.value as usize;
        let free = self.set[here..].iter().take_while(|set| !**set).count();
        for steps in (0..=look_ahead).rev() {
            let list = src.draw(|src: &mut Source| self.pick(src, free));
            let mut changed = self.state.clone();
            for (at, instruction) in (here..here + free).zip(&list) {
                changed.program[at] = instruction.0;
            }
            if !self.is_promising(&changed, steps) {
                continue;
            }
            self.placements += 1;
            self.state = changed;
            for (at, instruction) in (here..here + free).zip(&list) {
                self.second[at] = instruction.1;
                self.set[at] = true;
            }
            return free.min(list.len());
        }
        0
    }

    /// Whether so many steps are possible, or fewer to a good end.
    fn is_promising(&self, machine: &Machine, steps: u32) -> bool {
        if steps == 0 {
            return true;
        }
        let mut machine = machine.clone();
        (0..steps).all(|_| machine.step(self.bug).is_some()) || machine.is_halted()
    }

    /// One or two instructions, where so many slots are free.
    fn pick(&self, src: &mut Source, free: usize) -> Vec<Twin<Instruction>> {
        #[derive(Clone, Copy)]
        enum List {
            Single,
            Load,
            Store,
            Jump,
            Call,
        }
        let machine = &self.state;
        let data = machine.data_on_top();
        let cells = !machine.memory.is_empty();
        let roomy = free > 2;
        let has = |possible: bool, weight: usize| if possible { weight } else { 0 };
        let list = weighted(
            src,
            &[
                (10, List::Single),
                (has(roomy && cells, 1), List::Load),
                (has(roomy && cells && data > 0, 3), List::Store),
                (has(roomy && self.scope.has_code(), 1), List::Jump),
                (has(roomy && self.scope.set == InstructionSet::Cally, 1), List::Call),
            ],
        );
        let code = |src: &mut Source| push(self.scope.atom(src, Scope::code_address));
        match list {
            List::Single => vec![self.single(src, free)],
            List::Load => vec![push(self.scope.atom(src, address)), same(Instruction::Load)],
            List::Store => vec![self.pointer(src), same(Instruction::Store)],
            List::Jump => vec![src.draw(code), same(Instruction::Jump)],
            List::Call => vec![src.draw(code), call(src, data)],
        }
    }

    /// One instruction that is fit for the state.
    fn single(&self, src: &mut Source, free: usize) -> Twin<Instruction> {
        let (machine, bug) = (&self.state, self.bug);
        let top = match machine.stack.last() {
            Some(Entry::Data(atom)) => Some(*atom),
            _ => None,
        };
        let has = |possible: bool, weight: usize| if possible { weight } else { 0 };
        let code = top.is_some_and(|top| (0..self.scope.length as i32).contains(&top.value));
        let fit = |instruction, weight| {
            (has(free > 1 && machine.can_do(instruction, bug), weight), instruction)
        };
        let jumps = has(self.scope.has_code() && code, 40);
        let calls = has(self.scope.set == InstructionSet::Cally && code, 40);
        let call_any = Instruction::Call { arguments: 0, returns: false };
        let push_any = Instruction::Push(Atom::ZERO);
        let return_any = Instruction::Return { returns: false };
        let chosen = weighted(
            src,
            &[
                (1, Instruction::Noop),
                (5 + 10 * self.placements, Instruction::Halt),
                (jumps, Instruction::Jump),
                (calls, call_any),
                fit(push_any, 300),
                fit(Instruction::Pop, 40),
                fit(Instruction::Add, 40),
                fit(Instruction::Load, 60),
                fit(Instruction::Store, 60),
                fit(return_any, 40),
            ],
        );
        match chosen {
            Instruction::Push(_) => push(self.scope.atom(src, Scope::integer)),
            Instruction::Call { .. } => call(src, machine.data_on_top() - 1),
            Instruction::Return { .. } => same(Instruction::Return { returns: src.draw(any()) }),
            other => same(other),
        }
    }

    /// Pushes the address for a store, mostly one that the labels allow.
    fn pointer(&self, src: &mut Source) -> Twin<Instruction> {
        let good = |label| {
            let atoms = (0..FAVOURITE_CELLS).map(move |value| Atom { value, label });
            atoms.filter(|atom| self.state.may_store(*atom, self.bug)).collect::<Vec<_>>()
        };
        let (public, secret) = (good(Label::L), good(Label::H));
        let weight = |atoms: &[Atom], weight: usize| if atoms.is_empty() { 0 } else { weight };
        let choices =
            [(1, &[][..]), (weight(&public, 200), &public), (weight(&secret, 5), &secret)];
        let atom = match weighted(src, &choices) {
            [] => Atom { label: label(src), value: address(self.scope, src) },
            atoms => src.draw(sample(atoms)),
        };
        push(self.scope.vary(src, atom))
    }
}

fn call(src: &mut Source, data: usize) -> Twin<Instruction> {
    let arguments = src.draw(0..=data.min(2) as u8);
    same(Instruction::Call { arguments, returns: src.draw(any()) })
}

/// The address of a cell: one of the first, mostly.
fn address(scope: Scope, src: &mut Source) -> i32 {
    let cells = scope.cells as i32;
    if src.draw(0..10) == 0 { src.draw(0..cells) } else { src.draw(0..cells.min(FAVOURITE_CELLS)) }
}
