//! Indistinguishability for an observer who sees only public data.

use super::{Atom, Entry, Instruction, Label, Machine};

/// How much of two states is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// The memory, where the pc is public.
    Mem,
    /// Everything, where the pc is public.
    Low,
    /// Everything; under a secret pc, of the stack only what was there before it became secret.
    Full,
}

impl Relation {
    /// Whether the two states cannot be told apart.
    pub fn holds(self, first: &Machine, second: &Machine) -> bool {
        let label = first.pc.label;
        if label != second.pc.label {
            return false;
        }
        let low = label == Label::L;
        let memories = || {
            all(&first.program, &second.program, instructions)
                && all(&first.memory, &second.memory, atoms)
        };
        match self {
            Relation::Mem => !low || memories(),
            Relation::Low => {
                !low || (memories()
                    && atoms(first.pc, second.pc)
                    && all(&first.stack, &second.stack, entries))
            }
            Relation::Full => {
                let seen = |machine| if low { whole(machine) } else { below_secret(machine) };
                memories() && atoms(first.pc, second.pc) && all(seen(first), seen(second), entries)
            }
        }
    }
}

fn all<T: Copy>(first: &[T], second: &[T], alike: impl Fn(T, T) -> bool) -> bool {
    first.len() == second.len() && first.iter().zip(second).all(|(a, b)| alike(*a, *b))
}

fn whole(machine: &Machine) -> &[Entry] {
    &machine.stack
}

/// The stack up to the topmost call made under a public pc.
fn below_secret(machine: &Machine) -> &[Entry] {
    let public = |entry: &Entry| matches!(entry, Entry::Return { label: Label::L, .. });
    let end = machine.stack.iter().rposition(public).map_or(0, |at| at + 1);
    &machine.stack[..end]
}

fn atoms(a: Atom, b: Atom) -> bool {
    a.label == b.label && (a.label == Label::H || a.value == b.value)
}

fn instructions(a: Instruction, b: Instruction) -> bool {
    match (a, b) {
        (Instruction::Push(a), Instruction::Push(b)) => atoms(a, b),
        _ => a == b,
    }
}

fn entries(a: Entry, b: Entry) -> bool {
    match (a, b) {
        (Entry::Data(a), Entry::Data(b)) => atoms(a, b),
        (Entry::Return { label: Label::H, .. }, Entry::Return { label: Label::H, .. }) => true,
        (Entry::Return { .. }, Entry::Return { .. }) => a == b,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Label::{H, L};

    fn machine(pc: Label, stack: &[Entry]) -> Machine {
        Machine {
            pc: Atom::new(0, pc),
            memory: vec![Atom::ZERO],
            stack: stack.to_vec(),
            program: vec![Instruction::Halt],
        }
    }

    fn data(value: i32, label: Label) -> Entry {
        Entry::Data(Atom::new(value, label))
    }

    fn call(address: i32, label: Label) -> Entry {
        Entry::Return { address, returns: true, label }
    }

    #[test]
    fn secret_values_look_alike_and_public_ones_do_not() {
        assert!(atoms(Atom::new(1, H), Atom::new(2, H)));
        assert!(!atoms(Atom::new(1, L), Atom::new(2, L)));
        assert!(!atoms(Atom::new(1, L), Atom::new(1, H)));
        let push = |value, label| Instruction::Push(Atom::new(value, label));
        assert!(instructions(push(1, H), push(2, H)));
        assert!(!instructions(push(1, L), push(2, L)));
        assert!(!instructions(push(1, H), Instruction::Pop));
        assert!(entries(call(1, H), call(2, H)));
        assert!(!entries(call(1, L), call(2, L)));
        assert!(!entries(call(1, H), data(1, H)));
    }

    #[test]
    fn mem_looks_at_the_memory_only() {
        let (a, mut b) = (machine(L, &[]), machine(L, &[data(1, L)]));
        assert!(Relation::Mem.holds(&a, &b));
        assert!(!Relation::Low.holds(&a, &b));
        b.memory[0].value = 1;
        assert!(!Relation::Mem.holds(&a, &b));
        assert!(!Relation::Mem.holds(&a, &machine(H, &[])));
    }

    #[test]
    fn under_a_secret_pc_only_full_looks_and_only_below_the_last_public_call() {
        let (a, mut b) = (
            machine(H, &[data(1, L), call(4, L), data(1, L)]),
            machine(H, &[data(1, L), call(4, L), call(9, H), data(2, L)]),
        );
        assert!(Relation::Full.holds(&a, &b));
        b.stack[0] = data(2, L);
        assert!(!Relation::Full.holds(&a, &b));
        assert!(Relation::Low.holds(&a, &b));
        b.memory[0].value = 1;
        assert!(Relation::Low.holds(&a, &b) && Relation::Mem.holds(&a, &b));
    }
}
