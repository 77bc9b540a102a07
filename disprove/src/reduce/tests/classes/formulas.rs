//! Formulas with needless negations.

use super::{GeneratorOracle, pin_trees, starts};
use crate::{
    generator::{any, int},
    source::Source,
};
use Formula::{And, Literal, Not, Or, Variable};

#[derive(Clone, Debug, PartialEq)]
enum Formula {
    Literal(bool),
    Variable(u8),
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
}

fn formula(src: &mut Source, depth: u32) -> Formula {
    let inner = |src: &mut Source| Box::new(src.draw(|src: &mut Source| formula(src, depth - 1)));
    match src.draw(int(0..if depth == 0 { 2 } else { 5u8 })) {
        0 => Literal(src.draw(any::<bool>())),
        1 => Variable(src.draw(int(0..3u8))),
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

    /// A wrong simplification: the second operand of `Or` is lost if the first is a negation.
    fn simplified(&self) -> Formula {
        match self {
            Or(a, _) if matches!(**a, Not(_)) => a.simplified(),
            Or(a, b) => Or(Box::new(a.simplified()), Box::new(b.simplified())),
            And(a, b) => And(Box::new(a.simplified()), Box::new(b.simplified())),
            Not(a) => Not(Box::new(a.simplified())),
            other => other.clone(),
        }
    }

    /// A wrong normal form: `Not(And(a, b))` becomes `And(Not(a), Not(b))`.
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

fn pin_formula(name: &str, most: u64, fails: impl Fn(&Formula) -> bool, size: usize) {
    let mut oracle = GeneratorOracle::new(|src: &mut Source| formula(src, 5), fails);
    let trees = (0..2 * starts()).map(|seed| oracle.start(seed)).collect();
    pin_trees(name, &mut oracle, most, trees, |formula| formula.size() == size);
}

#[test]
fn removes_needless_negations() {
    let differs = |f: &Formula, g: &Formula| (0..8).any(|v| f.value(v) != g.value(v));
    pin_formula("lost operand", 77, |f| differs(f, &f.simplified()), 4);
    pin_formula("wrong normal form", 45, |f| differs(f, &f.pushed(false)), 4);
    let unequal = |f: &Formula| {
        f.any(&|part| matches!(part, And(a, b) if (0..8).any(|v| a.value(v) != b.value(v) && a.value(v))))
    };
    pin_formula("unequal operands", 21, unequal, 3);
    let tautology =
        |f: &Formula| (0..8).all(|v| f.value(v)) && f.any(&|part| matches!(part, Variable(_)));
    pin_formula("tautology", 39, tautology, 3);
}
