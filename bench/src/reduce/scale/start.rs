//! Inputs of a given size that fail.

use crate::reduce::{
    probe::{self, Ending},
    problem::{Judgement, Problem},
    problems::{
        bound5::Bound5,
        calculator::{Calculator, Expr},
        equal,
        lists::Lists,
    },
};
use disprove::prelude::*;
use fastrand::Rng;

/// How one reduction went.
pub struct Measured {
    /// Of the start.
    pub choices: usize,
    /// Runs of the generator, whether or not the property ran then.
    pub attempts: u64,
    pub ending: Ending,
}

/// A problem, and its reduction from a seed and about this number of choices.
pub struct Start {
    pub name: &'static str,
    pub from: fn(u64, usize) -> Option<Measured>,
}

pub const ALL: &[Start] = &[
    Start { name: "bound5", from: bound5 },
    Start { name: "eqlist", from: eqlist },
    Start { name: "h_lists", from: lists },
    Start { name: "eqbytes", from: eqbytes },
    Start { name: "formulas", from: formulas },
    Start { name: "calculator", from: calculator },
];

/// `None` if the input cannot be replayed: a case has limits.
fn reduce<P: Problem, G: Generator<Value = P::Value>>(
    generator: G,
    value: &P::Value,
    size: impl Fn(usize) -> usize,
) -> Option<Measured> {
    assert_eq!(P::judge(value), Judgement::Fails, "{} does not fail", P::NAME);
    let tree = generator.encode(value)?;
    probe::start();
    let check = check(generator).name(P::NAME).seed(1).replay(tree.to_token()).cases(1);
    let report = check.max_failures(1).explain(false).database(Db::none()).run(|value| {
        match probe::judge::<P>(&value) {
            Judgement::Holds => Outcome::pass(),
            Judgement::Outside => Outcome::reject(),
            Judgement::Fails => Outcome::fail("it fails"),
        }
    });
    let failure = report.failures().first()?;
    let ending = probe::end::<P>(failure.value());
    let choices = failure.choices().0;
    (ending.first_size == P::size(value)).then(|| Measured {
        choices: size(choices),
        attempts: failure.reduction_attempts(),
        ending,
    })
}

/// Each element takes two choices: that there is one, and which.
fn bound5(seed: u64, choices: usize) -> Option<Measured> {
    let mut rng = Rng::with_seed(seed);
    let length = choices / 10;
    let lists = loop {
        let mut list = || (0..length).map(|_| rng.i16(..)).collect();
        let lists: [Vec<i16>; 5] = std::array::from_fn(|_| list());
        if Bound5::judge(&lists) == Judgement::Fails {
            break lists;
        }
    };
    reduce::<Bound5, _>(array::<5, _>(vec(any::<i16>()).len(..=length)), &lists, |n| n)
}

/// Numbers that are all different, but for two.
fn eqlist(seed: u64, choices: usize) -> Option<Measured> {
    let mut rng = Rng::with_seed(seed);
    let length = choices / 2;
    // Spread over so much that no others are equal.
    let mut list: Vec<u32> = (0..length as u32).map(|i| 40_000 * i + rng.u32(..40_000)).collect();
    rng.shuffle(&mut list);
    let (one, other) = two(&mut rng, length);
    list[one] = list[other].max(1_000);
    list[other] = list[one];
    reduce::<equal::List, _>(vec(any::<u32>()).len(..=length), &list, |n| n)
}

/// Lists in a list, two of them equal.
fn lists(seed: u64, choices: usize) -> Option<Measured> {
    let mut rng = Rng::with_seed(seed);
    let length = choices / 14;
    let mut inner = || (0..rng.usize(4..=8)).map(|_| rng.u8(..)).collect::<Vec<u8>>();
    let mut outer: Vec<Vec<u8>> = (0..length).map(|_| inner()).collect();
    let (one, other) = two(&mut rng, length);
    outer[other][0] = 200;
    let copy = outer[other].clone();
    outer[one] = copy;
    let generator = vec(vec(any::<u8>()).len(..=8)).len(..=length);
    reduce::<Lists, _>(generator, &outer, |n| n)
}

/// One choice of many bytes, three of them equal and not small.
fn eqbytes(seed: u64, length: usize) -> Option<Measured> {
    let mut rng = Rng::with_seed(seed);
    let mut all: Vec<u8> = (0..length).map(|_| rng.u8(..10)).collect();
    let step = length / 3;
    for part in 0..3 {
        all[part * step + rng.usize(..step)] = 200;
    }
    reduce::<equal::Bytes, _>(bytes().len(..=length), &all, |_| length)
}

/// A list of expressions, one of which divides by zero.
struct Formulas;

impl Problem for Formulas {
    type Value = Vec<Expr>;
    const NAME: &'static str = "formulas";

    fn generate(src: &mut Source) -> Vec<Expr> {
        src.draw(vec(any::<Expr>()))
    }

    fn judge(all: &Vec<Expr>) -> Judgement {
        let judgements = || all.iter().map(Calculator::judge);
        if judgements().any(|judgement| judgement == Judgement::Outside) {
            return Judgement::Outside;
        }
        Judgement::fails_if(judgements().any(|judgement| judgement == Judgement::Fails))
    }

    fn size(all: &Vec<Expr>) -> usize {
        all.iter().map(Expr::nodes).sum()
    }

    fn is_minimal(all: &Vec<Expr>) -> bool {
        all.len() == 1 && Calculator::is_minimal(&all[0])
    }
}

fn formulas(seed: u64, choices: usize) -> Option<Measured> {
    let mut rng = Rng::with_seed(seed);
    let length = choices / 8;
    let mut all: Vec<Expr> = (0..length).map(|_| sum(&mut rng, 1)).collect();
    all[rng.usize(..length)] = failing(&mut rng, 1);
    reduce::<Formulas, _>(vec(any::<Expr>()).len(..=length), &all, |n| n)
}

/// One balanced tree.
fn calculator(seed: u64, choices: usize) -> Option<Measured> {
    let mut rng = Rng::with_seed(seed);
    // A leaf takes two choices and a sum one.
    let levels = (choices / 3).ilog2();
    reduce::<Calculator, _>(any::<Expr>(), &failing(&mut rng, levels), |n| n)
}

/// A sum with this number of levels.
fn sum(rng: &mut Rng, levels: u32) -> Expr {
    match levels {
        0 => Expr::Int(rng.i32(1..1_000)),
        _ => Expr::Add(Box::new(sum(rng, levels - 1)), Box::new(sum(rng, levels - 1))),
    }
}

/// A sum with this number of levels, divided by a sum that is zero.
fn failing(rng: &mut Rng, levels: u32) -> Expr {
    let n = rng.i32(1..1_000);
    let zero = Expr::Add(Box::new(Expr::Int(n)), Box::new(Expr::Int(-n)));
    let mut all = Expr::Div(Box::new(sum(rng, 0)), Box::new(zero));
    for level in 0..levels {
        let (one, other) = (Box::new(all), Box::new(sum(rng, level)));
        all = if rng.bool() { Expr::Add(one, other) } else { Expr::Add(other, one) };
    }
    all
}

/// Two different places.
fn two(rng: &mut Rng, length: usize) -> (usize, usize) {
    let one = rng.usize(..length);
    (one, (one + rng.usize(1..length)) % length)
}
