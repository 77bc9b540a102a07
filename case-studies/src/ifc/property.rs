//! The property (noninterference): the public results of a program do not depend on secrets.

use super::{
    Bug, InstructionSet, Label, Pair, Relation, Start,
    byexec::execute,
    opcode_pairs::Trace,
    program::{Programmer, Programs},
    start::scope,
    utility::{Run, Utility, run, run_and},
};
use disprove::prelude::*;

/// An experiment: which machine, which inputs, and what is compared.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    pub bug: Option<Bug>,
    pub set: InstructionSet,
    pub start: Start,
    pub programs: Programs,
    /// Whether numbers are often addresses.
    pub smart: bool,
    pub relation: Relation,
    pub utility: Utility,
    /// Whether pairs of instructions are shown to a history.
    pub observed: bool,
}

impl Experiment {
    /// The experiment of the paper on histories.
    pub fn histories(bug: Option<Bug>) -> Experiment {
        Experiment {
            bug,
            set: InstructionSet::Cally,
            start: Start::Initial,
            programs: Programs::Sequence,
            smart: true,
            relation: Relation::Mem,
            utility: Utility::Decaying,
            observed: false,
        }
    }

    /// The experiment of the paper on neighborhoods.
    pub fn neighborhoods(bug: Option<Bug>) -> Experiment {
        let set = InstructionSet::Basic;
        Experiment { set, utility: Utility::Steps, ..Experiment::histories(bug) }
    }

    /// The same with a start and a relation in which more can be seen.
    pub fn seeing_more(self) -> Experiment {
        Experiment { start: Start::QuasiInitial, relation: Relation::Low, ..self }
    }

    /// Pairs of machines that cannot be told apart.
    pub fn pairs(self) -> impl Fn(&mut Source) -> Pair {
        let programmer = Programmer::new(self.programs, self.set, self.start);
        move |src| {
            let scope = scope(src, self.set, self.smart);
            let mut pair = self.start.draw(src, scope);
            let program = match self.programs {
                Programs::Naive | Programs::Weighted => programmer.list(src, scope),
                Programs::Sequence | Programs::Forward => {
                    programmer.sequences(src, scope, scope.length)
                }
                Programs::ByExecution(look_ahead) => {
                    return execute(src, scope, self.bug, pair, look_ahead);
                }
            };
            (pair.first.program, pair.second.program) = program.into_iter().unzip();
            pair
        }
    }

    /// Two machines that cannot be told apart and end well, cannot be told apart at their end.
    pub fn holds(self, pair: Pair) {
        let Pair { mut first, mut second } = pair;
        let done = self.run_first(&mut first);
        run(&mut second, self.bug);
        match self.utility {
            Utility::None => {}
            Utility::Steps => target!(done.steps),
            Utility::Decaying => target!(done.decaying()),
        }
        assume!(first.is_halted());
        assume!(first.pc.label == Label::L);
        assume!(second.is_halted());
        assume!(second.pc.label == Label::L);
        assert!(self.relation.holds(&first, &second), "the machines can be told apart");
    }

    fn run_first(self, machine: &mut super::Machine) -> Run {
        if !self.observed {
            return run(machine, self.bug);
        }
        let mut trace = Trace::default();
        let done = run_and(machine, self.bug, |machine, opcode| trace.push(machine, opcode));
        observe!(trace);
        done
    }
}

#[cfg(test)]
mod tests;
