//! The simply typed lambda calculus: closed terms that have a type.

use super::structure::{Bug, Structure};
use disprove::prelude::*;

/// A type.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
pub enum Type {
    Bool,
    Arrow(Box<Type>, Box<Type>),
}

/// A term with de Bruijn indices.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
pub enum Term {
    True,
    False,
    Var(u8),
    Lam(Type, Box<Term>),
    App(Box<Term>, Box<Term>),
    If(Box<Term>, Box<Term>, Box<Term>),
}

/// A term.
#[derive(Clone, Debug, Arbitrary)]
pub struct Lambda {
    pub term: Term,
}

use Term::{App, If, Lam, Var};

#[trace]
fn type_of(term: &Term, scope: &mut Vec<Type>) -> Option<Type> {
    match term {
        Term::True | Term::False => Some(Type::Bool),
        Var(index) => {
            let place = scope.len().checked_sub(usize::from(*index) + 1)?;
            Some(scope[place].clone())
        }
        Lam(from, body) => {
            scope.push(from.clone());
            let to = type_of(body, scope);
            scope.pop();
            Some(Type::Arrow(Box::new(from.clone()), Box::new(to?)))
        }
        App(function, argument) => {
            let Type::Arrow(from, to) = type_of(function, scope)? else { return None };
            let given = type_of(argument, scope)?;
            if given == *from { Some(*to) } else { None }
        }
        If(condition, yes, no) => {
            if type_of(condition, scope)? != Type::Bool {
                return None;
            }
            let yes = type_of(yes, scope)?;
            if type_of(no, scope)? == yes { Some(yes) } else { None }
        }
    }
}

/// The term with free variables from `cutoff` on moved by `by`.
#[trace]
fn shift(term: &Term, by: i16, cutoff: u8, bug: Bug) -> Term {
    let next = if bug.is("shift: the cutoff stays below a binder") { cutoff } else { cutoff + 1 };
    match term {
        Term::True | Term::False => term.clone(),
        Var(index) => {
            if *index < cutoff {
                return Var(*index);
            }
            Var((i16::from(*index) + by).clamp(0, 255) as u8)
        }
        Lam(from, body) => Lam(from.clone(), Box::new(shift(body, by, next, bug))),
        App(function, argument) => {
            let function = shift(function, by, cutoff, bug);
            App(Box::new(function), Box::new(shift(argument, by, cutoff, bug)))
        }
        If(a, b, c) => {
            let part = |term: &Term| Box::new(shift(term, by, cutoff, bug));
            If(part(a), part(b), part(c))
        }
    }
}

#[trace]
fn substitute(term: &Term, place: u8, with: &Term, bug: Bug) -> Term {
    match term {
        Term::True | Term::False => term.clone(),
        Var(index) => {
            if *index == place {
                with.clone()
            } else {
                Var(*index)
            }
        }
        Lam(from, body) => {
            let shifted = shift(with, 1, 0, bug);
            let inner = if bug.is("substitute: the same index below two binders") && place > 0 {
                place
            } else {
                place + 1
            };
            Lam(from.clone(), Box::new(substitute(body, inner, &shifted, bug)))
        }
        App(function, argument) => {
            let part = |term: &Term| Box::new(substitute(term, place, with, bug));
            App(part(function), part(argument))
        }
        If(a, b, c) => {
            let part = |term: &Term| Box::new(substitute(term, place, with, bug));
            let no =
                if bug.is("substitute: forgets the other branch") { c.clone() } else { part(c) };
            If(part(a), part(b), no)
        }
    }
}

#[trace]
fn step(term: &Term, bug: Bug) -> Option<Term> {
    match term {
        Term::True | Term::False | Var(_) | Lam(..) => None,
        App(function, argument) => {
            if let Some(stepped) = step(function, bug) {
                return Some(App(Box::new(stepped), argument.clone()));
            }
            if let Some(stepped) = step(argument, bug) {
                return Some(App(function.clone(), Box::new(stepped)));
            }
            let Lam(_, body) = &**function else { return None };
            let moved = shift(argument, 1, 0, bug);
            let body = substitute(body, 0, &moved, bug);
            Some(shift(&body, -1, 0, bug))
        }
        If(condition, yes, no) => match &**condition {
            Term::True => Some((**yes).clone()),
            Term::False => {
                let wrong = bug.is("step: takes the first of two functions");
                Some(if wrong && matches!(**yes, Lam(..)) {
                    (**yes).clone()
                } else {
                    (**no).clone()
                })
            }
            other => {
                let stepped = Box::new(step(other, bug)?);
                let swaps = bug.is("step: swaps the branches of a nested condition");
                Some(if swaps && matches!(other, If(..)) {
                    If(stepped, no.clone(), yes.clone())
                } else {
                    If(stepped, yes.clone(), no.clone())
                })
            }
        },
    }
}

/// A value of the reference, which uses environments instead of substitution.
#[derive(Clone)]
enum Value {
    Bool(bool),
    Closure(Term, Vec<Value>),
}

fn evaluate(term: &Term, scope: &[Value]) -> Option<Value> {
    Some(match term {
        Term::True => Value::Bool(true),
        Term::False => Value::Bool(false),
        Var(index) => scope[scope.len().checked_sub(usize::from(*index) + 1)?].clone(),
        Lam(_, body) => Value::Closure((**body).clone(), scope.to_vec()),
        App(function, argument) => {
            let Value::Closure(body, mut inner) = evaluate(function, scope)? else { return None };
            inner.push(evaluate(argument, scope)?);
            evaluate(&body, &inner)?
        }
        If(condition, yes, no) => match evaluate(condition, scope)? {
            Value::Bool(true) => evaluate(yes, scope)?,
            _ => evaluate(no, scope)?,
        },
    })
}

fn size(term: &Term) -> usize {
    1 + match term {
        Term::True | Term::False | Var(_) => 0,
        Lam(_, body) => size(body),
        App(a, b) => size(a) + size(b),
        If(a, b, c) => size(a) + size(b) + size(c),
    }
}

/// Steps of a term at most, and its size: others are not looked at.
const STEPS: usize = 60;
const LARGEST: usize = 2_000;

impl Structure for Lambda {
    const NAME: &'static str = "typed terms";
    const BUGS: &'static [&'static str] = &[
        "shift: the cutoff stays below a binder",
        "substitute: the same index below two binders",
        "substitute: forgets the other branch",
        "step: swaps the branches of a nested condition",
        "step: takes the first of two functions",
    ];

    fn is_valid(&self) -> bool {
        type_of(&self.term, &mut Vec::new()).is_some()
    }

    fn size(&self) -> usize {
        size(&self.term)
    }

    /// A step keeps the type, and a bool is what the reference says.
    fn holds(&self, bug: Bug) -> bool {
        let expected = type_of(&self.term, &mut Vec::new());
        let mut term = self.term.clone();
        for _ in 0..STEPS {
            let Some(next) = step(&term, bug) else {
                let Some(Value::Bool(known)) = evaluate(&self.term, &[]) else {
                    return matches!(term, Lam(..));
                };
                return term == if known { Term::True } else { Term::False };
            };
            if size(&next) > LARGEST {
                return true;
            }
            if type_of(&next, &mut Vec::new()) != expected {
                return false;
            }
            term = next;
        }
        true
    }

    #[cfg(test)]
    fn sample(src: &mut Source) -> Lambda {
        let wanted = sample_type(src, 2);
        Lambda { term: sample_term(src, &wanted, &mut Vec::new(), 5) }
    }
}

#[cfg(test)]
fn sample_type(src: &mut Source, depth: u32) -> Type {
    if depth == 0 || src.draw(any::<bool>()) {
        return Type::Bool;
    }
    let from = sample_type(src, depth - 1);
    Type::Arrow(Box::new(from), Box::new(sample_type(src, depth - 1)))
}

#[cfg(test)]
fn sample_term(src: &mut Source, wanted: &Type, scope: &mut Vec<Type>, depth: u32) -> Term {
    let fitting: Vec<usize> = (0..scope.len()).filter(|at| scope[*at] == *wanted).collect();
    if !fitting.is_empty() && src.draw(0..3) > 0 {
        let at = fitting[src.draw(0..fitting.len())];
        return Var((scope.len() - 1 - at) as u8);
    }
    if depth > 0 && src.draw(0..3) > 0 {
        if src.draw(0..4) == 0 {
            let mut part = |wanted: &Type, src: &mut Source| {
                Box::new(sample_term(src, wanted, scope, depth - 1))
            };
            return If(part(&Type::Bool, src), part(wanted, src), part(wanted, src));
        }
        let from = sample_type(src, 1);
        let function = Type::Arrow(Box::new(from.clone()), Box::new(wanted.clone()));
        let function = sample_term(src, &function, scope, depth - 1);
        return App(Box::new(function), Box::new(sample_term(src, &from, scope, depth - 1)));
    }
    match wanted {
        Type::Bool => {
            if src.draw(any::<bool>()) {
                Term::True
            } else {
                Term::False
            }
        }
        Type::Arrow(from, to) => {
            scope.push((**from).clone());
            let body = sample_term(src, to, scope, depth.saturating_sub(1));
            scope.pop();
            Lam((**from).clone(), Box::new(body))
        }
    }
}
