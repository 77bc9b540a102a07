//! The utility of a run of the machine: the score of both papers.

use super::{Bug, Machine, Opcode};

/// So many steps a machine runs at most.
pub const MOST_STEPS: u32 = 50;

/// What to steer by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Utility {
    /// Nothing.
    None,
    /// The number of steps.
    Steps,
    /// The sum of the weights of the executed instructions; each is worth half as much as the last of its kind.
    Decaying,
}

impl Utility {
    pub fn name(self) -> &'static str {
        match self {
            Utility::None => "none",
            Utility::Steps => "steps",
            Utility::Decaying => "decaying",
        }
    }
}

/// What a machine did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Run {
    pub steps: u32,
    /// By kind of instruction.
    pub counts: [u32; Opcode::ALL.len()],
}

/// Runs a machine to its end, or as long as it may.
pub fn run(machine: &mut Machine, bug: Option<Bug>) -> Run {
    run_and(machine, bug, |_, _| {})
}

/// The same, and looks at each step: the machine before it, and what was done.
pub fn run_and(
    machine: &mut Machine,
    bug: Option<Bug>,
    mut look: impl FnMut(&Machine, Opcode),
) -> Run {
    let mut run = Run::default();
    while run.steps < MOST_STEPS {
        let Some(opcode) = machine.step(bug) else { break };
        run.steps += 1;
        run.counts[opcode as usize] += 1;
        look(machine, opcode);
    }
    run
}

impl Run {
    /// The weights of the paper on histories. The order of the instructions does not matter: of each kind the
    /// first is worth its weight, the second half of it, and so on.
    pub fn decaying(&self) -> f64 {
        let score = |(opcode, count): (&Opcode, &u32)| {
            weight(*opcode) * (2.0 - 2.0 * 0.5f64.powi(*count as i32))
        };
        Opcode::ALL.iter().zip(&self.counts).map(score).sum()
    }
}

fn weight(opcode: Opcode) -> f64 {
    match opcode {
        Opcode::Call => 5.0,
        Opcode::Store => 1.5,
        Opcode::Push | Opcode::Pop | Opcode::Add | Opcode::Load | Opcode::Jump => 1.0,
        Opcode::Noop | Opcode::Halt | Opcode::Return => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ifc::{Atom, Instruction};

    #[test]
    fn the_second_of_a_kind_is_worth_half() {
        let mut run = Run::default();
        assert!(run.decaying().abs() < 1e-9);
        run.counts[Opcode::Store as usize] = 1;
        assert!((run.decaying() - 1.5).abs() < 1e-9);
        run.counts[Opcode::Call as usize] = 3;
        assert!((run.decaying() - (1.5 + 5.0 + 2.5 + 1.25)).abs() < 1e-9);
        run.counts[Opcode::Return as usize] = 9;
        assert!((run.decaying() - 10.25).abs() < 1e-9);
    }

    #[test]
    fn a_run_ends_at_a_halt_or_where_it_is_stuck_or_after_fifty_steps() {
        let push = Instruction::Push(Atom::ZERO);
        let steps = |program: &[Instruction]| {
            let mut machine = Machine {
                pc: Atom::ZERO,
                memory: Vec::new(),
                stack: Vec::new(),
                program: program.to_vec(),
            };
            (run(&mut machine, None).steps, machine.is_halted())
        };
        assert_eq!(steps(&[push, Instruction::Pop, Instruction::Halt]), (2, true));
        assert_eq!(steps(&[push, Instruction::Add, Instruction::Halt]), (1, false));
        assert_eq!(steps(&[push, Instruction::Jump]), (50, false));
        assert_eq!(steps(&[push]), (1, false));
    }
}
