//! The example of the page: cells of a spreadsheet.

use disprove::prelude::*;
use std::fmt;

#[derive(Clone, PartialEq)]
pub enum Cell {
    Number(u32),
    Sum(Box<Cell>, Box<Cell>),
}

pub fn cell(src: &mut Source) -> Cell {
    match src.draw(0..2) {
        0 => Cell::Number(src.draw(0..=99)),
        _ => Cell::Sum(Box::new(src.draw(cell)), Box::new(src.draw(cell))),
    }
}

impl Cell {
    fn value(&self) -> u32 {
        match self {
            Cell::Number(n) => *n,
            Cell::Sum(a, b) => a.value() + b.value(),
        }
    }
}

/// The bug: a column is wide enough for numbers up to 120, but not for every sum.
pub fn every_cell_fits(cells: &[Cell]) -> bool {
    cells.iter().all(|cell| cell.value() <= 120)
}

/// Prints a cell as a formula.
impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Number(n) => write!(f, "{n}"),
            Cell::Sum(a, b) => write!(f, "({a:?} + {b:?})"),
        }
    }
}
