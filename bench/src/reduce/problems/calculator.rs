//! An expression that divides by zero, though not by a zero that is written there.

use crate::reduce::problem::{Judgement, Problem};
use disprove::prelude::*;

#[derive(Clone, Debug, PartialEq, Arbitrary)]
pub enum Expr {
    Int(i32),
    Add(Box<Expr>, Box<Expr>),
    Div(Box<Expr>, Box<Expr>),
}

impl Expr {
    pub fn nodes(&self) -> usize {
        match self {
            Expr::Int(_) => 1,
            Expr::Add(a, b) | Expr::Div(a, b) => 1 + a.nodes() + b.nodes(),
        }
    }

    /// Whether some division has the zero written behind it.
    fn divides_by_literal_zero(&self) -> bool {
        match self {
            Expr::Int(_) => false,
            Expr::Add(a, b) => a.divides_by_literal_zero() || b.divides_by_literal_zero(),
            Expr::Div(a, b) => {
                **b == Expr::Int(0) || a.divides_by_literal_zero() || b.divides_by_literal_zero()
            }
        }
    }

    /// Its value, rounded down; `None` where it divides by zero.
    fn value(&self) -> Option<i64> {
        Some(match self {
            Expr::Int(n) => (*n).into(),
            Expr::Add(a, b) => a.value()?.wrapping_add(b.value()?),
            Expr::Div(a, b) => {
                let (a, b) = (a.value()?, b.value()?);
                if b == 0 {
                    return None;
                }
                let (quotient, rest) = (a.wrapping_div(b), a.wrapping_rem(b));
                quotient - i64::from(rest != 0 && (rest < 0) != (b < 0))
            }
        })
    }
}

pub struct Calculator;

impl Problem for Calculator {
    type Value = Expr;
    const NAME: &'static str = "calculator";

    fn generate(src: &mut Source) -> Expr {
        src.draw(any::<Expr>())
    }

    fn judge(expr: &Expr) -> Judgement {
        if expr.divides_by_literal_zero() {
            return Judgement::Outside;
        }
        Judgement::fails_if(expr.value().is_none())
    }

    fn size(expr: &Expr) -> usize {
        expr.nodes()
    }

    /// `0 / (0 + 0)`
    fn is_minimal(expr: &Expr) -> bool {
        let zero = || Box::new(Expr::Int(0));
        *expr == Expr::Div(zero(), Box::new(Expr::Add(zero(), zero())))
    }
}
