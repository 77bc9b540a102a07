//! Specimens: derived types, and types of the standard library.

use super::table::Table;
use crate::{Arbitrary, generator::any};
use std::{
    collections::{BTreeMap, VecDeque},
    fmt::Debug,
    net::{IpAddr, SocketAddr},
    num::NonZero,
    ops::Range,
    path::PathBuf,
    rc::Rc,
    time::{Duration, SystemTime},
};

#[derive(Debug, Arbitrary)]
struct Unit;

#[derive(Debug, Arbitrary)]
struct Wrapper(u8, #[draw(-3..=3)] i64);

#[derive(Debug, Arbitrary)]
struct Point {
    x: f64,
    #[draw(10..20)]
    y: u16,
    #[draw("[a-z]{2}")]
    name: String,
    others: Vec<Wrapper>,
}

#[derive(Debug, Arbitrary)]
enum Color {
    Red,
    #[weight(5)]
    Gray(u8),
    Mixed {
        #[draw(1..)]
        red: u32,
        parts: Option<bool>,
    },
}

#[derive(Debug, Arbitrary)]
enum Expr {
    Num(#[draw(-2..=2)] i8),
    Neg(Box<Expr>),
    #[weight(2)]
    Mul(Box<Expr>, Box<Expr>),
}

impl Expr {
    fn is_valid(&self) -> bool {
        match self {
            Expr::Num(n) => (-2..=2).contains(n),
            Expr::Neg(inner) => inner.is_valid(),
            Expr::Mul(left, right) => left.is_valid() && right.is_valid(),
        }
    }
}

/// An enum whose first variants are recursive.
#[derive(Debug, Arbitrary)]
enum Shape<T> {
    Both(Rc<Shape<T>>, T),
    Many(Vec<Shape<T>>),
    One(T),
}

#[derive(Debug, Arbitrary)]
struct Pair<A, B> {
    left: A,
    right: Option<B>,
}

#[derive(Debug, Arbitrary)]
enum Statement {
    Call(#[draw("[a-z]{1,4}")] String),
    If(Box<Expr>, Block),
    While { body: Block },
}

/// Recursive through `Statement` only.
#[derive(Debug, Arbitrary)]
struct Block {
    statements: Vec<Statement>,
    last: Option<Box<Statement>>,
}

impl Statement {
    fn is_valid(&self) -> bool {
        match self {
            Statement::Call(name) => (1..=4).contains(&name.len()),
            Statement::If(condition, block) => condition.is_valid() && block.is_valid(),
            Statement::While { body } => body.is_valid(),
        }
    }
}

impl Block {
    fn is_valid(&self) -> bool {
        self.statements.iter().all(Statement::is_valid)
            && self.last.as_ref().is_none_or(|last| last.is_valid())
    }
}

/// A type whose recursion ends only in empty collections.
#[derive(Debug, Arbitrary)]
struct Node {
    value: u8,
    children: VecDeque<Node>,
    named: BTreeMap<bool, Node>,
}

fn derived<T: Arbitrary + Debug + 'static>(table: &mut Table, valid: fn(&T) -> bool) {
    table.add(std::any::type_name::<T>(), any::<T>(), valid);
}

pub(super) fn add(table: &mut Table) {
    table.any::<Unit>();
    derived::<Wrapper>(table, |w| (-3..=3).contains(&w.1));
    derived::<Point>(table, |p| (10..20).contains(&p.y) && p.name.len() == 2);
    derived::<Color>(table, |c| match c {
        Color::Mixed { red, parts } => *red >= 1 && parts.is_none_or(|_| true),
        Color::Red | Color::Gray(_) => true,
    });
    derived::<Expr>(table, Expr::is_valid);
    table.any::<Shape<u8>>();
    table.any::<Shape<(bool, String)>>();
    table.any::<Pair<u8, Pair<char, Expr>>>();
    derived::<Statement>(table, Statement::is_valid);
    derived::<Block>(table, Block::is_valid);
    table.any::<Node>();
    table.any::<Duration>();
    table.any::<SystemTime>();
    table.any::<IpAddr>();
    table.any::<SocketAddr>();
    table.any::<PathBuf>();
    table.any::<Rc<[u8]>>();
    table.any::<Box<str>>();
    table.add("a range of bytes", any::<Range<u8>>(), |_| true);
    table.add("not zero", any::<NonZero<i16>>(), |n| n.get() != 0);
}
