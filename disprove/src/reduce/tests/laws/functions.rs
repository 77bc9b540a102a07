//! Generator functions as users write them: recursion, loops, counts, and references to earlier draws.

use crate::{
    generator::{any, index, text, vec},
    source::{Source, tests::table::Table},
};

pub(super) fn add(table: &mut Table) {
    table.add("plain recursion", plain, |_| true);
    table.add("recursion with spans", spans, |_| true);
    table.add("mutual recursion", sum, |_| true);
    table.add("limited depth", |src: &mut Source| limited(src, 4), |_| true);
    table.add("counted", counted, |_| true);
    table.add("until a small number", ended, |_| true);
    table.add("graph", graph, |_| true);
    table.add("list and indices into it", indices, |_| true);
    table.add("lists of equal length", columns, |_| true);
    table.add("ordered pairs", ordered, |_| true);
}

/// Recursion by plain calls.
fn plain(src: &mut Source) -> String {
    match src.draw(0..5_u8) {
        0..=2 => src.draw(0..30_u8).to_string(),
        3 => format!("-{}", plain(src)),
        _ => format!("({} + {})", plain(src), plain(src)),
    }
}

/// The same with spans.
fn spans(src: &mut Source) -> String {
    match src.draw(0..5_u8) {
        0..=2 => src.draw(0..30_u8).to_string(),
        3 => format!("-{}", src.draw(spans)),
        _ => format!("({} + {})", src.draw(spans), src.draw(spans)),
    }
}

fn sum(src: &mut Source) -> String {
    let mut text = product(src);
    while src.draw(0..3_u8) == 1 {
        text = format!("{text} + {}", product(src));
    }
    text
}

fn product(src: &mut Source) -> String {
    match src.draw(0..4_u8) {
        0 | 1 => src.draw(any::<i8>()).to_string(),
        2 => format!("{} * {}", src.draw(0..9_u8), src.draw(product)),
        _ => format!("({})", src.draw(sum)),
    }
}

/// Recursion with a decreasing limit.
fn limited(src: &mut Source, limit: u32) -> Vec<String> {
    let mut all = Vec::new();
    for _ in 0..src.draw(0..=limit) {
        all.push(format!("{:?}", limited(src, limit - 1)));
    }
    all
}

fn counted(src: &mut Source) -> Vec<(u8, bool)> {
    let count = src.draw(0..12_u8);
    (0..count).map(|_| (src.draw(any()), src.draw(any()))).collect()
}

fn ended(src: &mut Source) -> Vec<u16> {
    let mut all = Vec::new();
    loop {
        match src.draw(0..500_u16) {
            0..50 => return all,
            number => all.push(number),
        }
    }
}

/// Nodes and edges between them.
fn graph(src: &mut Source) -> (usize, Vec<(usize, usize)>) {
    let nodes = src.draw(1..8_usize);
    (nodes, src.draw(vec((0..nodes, 0..nodes))))
}

fn indices(src: &mut Source) -> (Vec<String>, Vec<usize>) {
    let words = src.draw(vec(text().len(..4)).len(1..9));
    let indices = src.draw(vec(index(&words)).len(..5));
    (words, indices)
}

fn columns(src: &mut Source) -> (Vec<i16>, Vec<char>) {
    let numbers = src.draw(vec(any::<i16>()));
    let letters = src.draw(vec('a'..='f').len(numbers.len()));
    (numbers, letters)
}

/// Pairs whose second number is at least the first.
fn ordered(src: &mut Source) -> Vec<(u32, u32)> {
    let mut pairs = Vec::new();
    for low in src.draw(vec(0..1_000_u32).len(..6)) {
        pairs.push((low, src.draw(low..=1_000)));
    }
    pairs
}
