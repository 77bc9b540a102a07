//! Tests with heaps and formulas: recursive functions, drawn in several ways.

use super::reaches;
use crate::{
    generator::{any, int, just},
    one_of,
    source::Source,
};

#[derive(Debug, Clone, PartialEq)]
struct Heap(i64, Option<Box<Heap>>, Option<Box<Heap>>);

fn heap(src: &mut Source, budget: u32, least: i64) -> Option<Box<Heap>> {
    if budget == 0 || src.draw(int(0..8u8)) == 0 {
        return None;
    }
    let key = src.draw(int(least..=i64::from(i32::MAX)));
    let left = src.draw(|src: &mut Source| heap(src, budget / 2, key));
    let right = src.draw(|src: &mut Source| heap(src, budget / 2, key));
    Some(Box::new(Heap(key, left, right)))
}

fn heaps(src: &mut Source) -> Option<Box<Heap>> {
    let budget = src.draw(int(0..=20u32));
    src.draw(|src: &mut Source| heap(src, budget, 0))
}

/// The same in one span, with plain recursive calls.
fn flat_heap(src: &mut Source, budget: u32, least: i64) -> Option<Box<Heap>> {
    if budget == 0 || src.draw(int(0..8u8)) == 0 {
        return None;
    }
    let key = src.draw(int(least..=1_000));
    let left = flat_heap(src, budget / 2, key);
    Some(Box::new(Heap(key, left, flat_heap(src, budget / 2, key))))
}

fn flat_heaps(src: &mut Source) -> Option<Box<Heap>> {
    let budget = src.draw(int(0..=20u32));
    flat_heap(src, budget, 0)
}

/// The same with one label for all spans.
fn labeled_heap(src: &mut Source, budget: u32, least: i64) -> Option<Box<Heap>> {
    src.draw(|src: &mut Source| {
        if budget == 0 || src.draw(one_of![1 => just(true), 7 => just(false)]) {
            return None;
        }
        let key = src.draw(int(least..=1_000));
        let left = labeled_heap(src, budget / 2, key);
        Some(Box::new(Heap(key, left, labeled_heap(src, budget / 2, key))))
    })
}

fn labeled_heaps(src: &mut Source) -> Option<Box<Heap>> {
    let budget = src.draw(int(0..=20u32));
    labeled_heap(src, budget, 0)
}

type Link = Option<Box<Heap>>;

fn to_list(heap: &Link) -> Vec<i64> {
    let Some(top) = heap else { return Vec::new() };
    let mut list = vec![top.0];
    plain(&merged(top.1.clone(), top.2.clone()), &mut list);
    list
}

fn plain(heap: &Link, list: &mut Vec<i64>) {
    if let Some(top) = heap {
        list.push(top.0);
        plain(&top.2, list);
        plain(&top.1, list);
    }
}

fn merged(a: Link, b: Link) -> Link {
    match (a, b) {
        (None, other) | (other, None) => other,
        (Some(a), Some(b)) => {
            let (top, other) = if a.0 <= b.0 { (a, b) } else { (b, a) };
            let Heap(key, left, right) = *top;
            Some(Box::new(Heap(key, merged(right, Some(other)), left)))
        }
    }
}

#[test]
fn reduces_heaps_to_four_nodes() {
    let leaf = |key| Some(Box::new(Heap(key, None, None)));
    let smallest = Some(Box::new(Heap(0, None, Some(Box::new(Heap(0, leaf(0), leaf(1)))))));
    let fails = |h: &Link| !to_list(h).is_sorted();
    reaches("binheap", heaps, 88, fails, &smallest);
    reaches("binheap flat", flat_heaps, 98, fails, &smallest);
    reaches("binheap labeled", labeled_heaps, 79, fails, &smallest);
}

#[derive(Debug, Clone, PartialEq)]
enum Calc {
    Int(i32),
    Add(Box<Calc>, Box<Calc>),
    Div(Box<Calc>, Box<Calc>),
}

fn calc(src: &mut Source, depth: u32) -> Calc {
    match src.draw(int(0..3u8)) {
        1 if depth > 0 => {
            let a = calc(src, depth - 1);
            Calc::Add(Box::new(a), Box::new(calc(src, depth - 1)))
        }
        2 if depth > 0 => {
            let a = calc(src, depth - 1);
            Calc::Div(Box::new(a), Box::new(calc(src, depth - 1)))
        }
        _ => Calc::Int(src.draw(any::<i32>())),
    }
}

fn value(e: &Calc) -> Option<i64> {
    match e {
        Calc::Int(n) => Some(i64::from(*n)),
        Calc::Add(a, b) => Some(value(a)?.wrapping_add(value(b)?)),
        Calc::Div(a, b) => value(a)?.checked_div_euclid(value(b)?),
    }
}

fn literal_zero(e: &Calc) -> bool {
    match e {
        Calc::Int(_) => false,
        Calc::Div(_, b) if **b == Calc::Int(0) => true,
        Calc::Add(a, b) | Calc::Div(a, b) => literal_zero(a) || literal_zero(b),
    }
}

#[test]
fn reduces_recursive_functions() {
    let zero = || Box::new(Calc::Int(0));
    let smallest = Calc::Div(zero(), Box::new(Calc::Add(zero(), zero())));
    let fails = |e: &Calc| !literal_zero(e) && value(e).is_none();
    reaches("calculator flat", |src: &mut Source| calc(src, 6), 72, fails, &smallest);
}
