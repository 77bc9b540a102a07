//! Formulas with needless parts.

use crate::reduce::problem::problem;
use Formula::{And, Literal, Not, Or, Variable};
use disprove::prelude::*;

#[derive(Clone, Debug, PartialEq)]
pub enum Formula {
    Literal(bool),
    Variable(u8),
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
}

/// Levels of operators.
pub const DEPTH: u32 = 5;

fn formula(src: &mut Source, depth: u32) -> Formula {
    let inner = |src: &mut Source| Box::new(src.draw(|src: &mut Source| formula(src, depth - 1)));
    match src.draw(0..if depth == 0 { 2 } else { 5u8 }) {
        0 => Literal(src.draw(any::<bool>())),
        1 => Variable(src.draw(0..3u8)),
        2 => Not(inner(src)),
        3 => And(inner(src), inner(src)),
        _ => Or(inner(src), inner(src)),
    }
}

impl Formula {
    fn value(&self, variables: u8) -> bool {
        match self {
            Literal(value) => *value,
            Variable(number) => variables >> number & 1 > 0,
            Not(a) => !a.value(variables),
            And(a, b) => a.value(variables) && b.value(variables),
            Or(a, b) => a.value(variables) || b.value(variables),
        }
    }

    fn differs(&self, other: &Formula) -> bool {
        (0..8).any(|variables| self.value(variables) != other.value(variables))
    }

    fn size(&self) -> usize {
        match self {
            Literal(_) | Variable(_) => 1,
            Not(a) => 1 + a.size(),
            And(a, b) | Or(a, b) => 1 + a.size() + b.size(),
        }
    }

    fn any(&self, holds: &dyn Fn(&Formula) -> bool) -> bool {
        holds(self)
            || match self {
                Literal(_) | Variable(_) => false,
                Not(a) => a.any(holds),
                And(a, b) | Or(a, b) => a.any(holds) || b.any(holds),
            }
    }

    /// Loses the second operand of `Or` if the first is a negation.
    fn simplified(&self) -> Formula {
        match self {
            Or(a, _) if matches!(**a, Not(_)) => a.simplified(),
            Or(a, b) => Or(Box::new(a.simplified()), Box::new(b.simplified())),
            And(a, b) => And(Box::new(a.simplified()), Box::new(b.simplified())),
            Not(a) => Not(Box::new(a.simplified())),
            other => other.clone(),
        }
    }

    /// Does not turn `And` into `Or` where it moves a negation inwards.
    fn pushed(&self, negated: bool) -> Formula {
        match self {
            Not(a) => a.pushed(!negated),
            And(a, b) => And(Box::new(a.pushed(negated)), Box::new(b.pushed(negated))),
            Or(a, b) if negated => And(Box::new(a.pushed(true)), Box::new(b.pushed(true))),
            Or(a, b) => Or(Box::new(a.pushed(false)), Box::new(b.pushed(false))),
            other if negated => Not(Box::new(other.clone())),
            other => other.clone(),
        }
    }
}

problem! {
    /// A simplification that loses an operand.
    Operand: Formula = "formula-operand",
    |src| formula(src, DEPTH),
    |formula| formula.differs(&formula.simplified()),
    |formula| formula.size(),
    |formula| formula.size() == 4,
}

problem! {
    /// A wrong normal form.
    NormalForm: Formula = "formula-normal",
    |src| formula(src, DEPTH),
    |formula| formula.differs(&formula.pushed(false)),
    |formula| formula.size(),
    |formula| formula.size() == 4,
}

problem! {
    /// A tautology that contains a variable.
    Tautology: Formula = "formula-tautology",
    |src| formula(src, DEPTH),
    |formula| {
        (0..8).all(|variables| formula.value(variables))
            && formula.any(&|part| matches!(part, Variable(_)))
    },
    |formula| formula.size(),
    |formula| formula.size() == 3,
}
