//! Sequences of operations with several local minima.

use crate::reduce::problem::problem;
use disprove::prelude::*;
use std::collections::BTreeSet;

/// An operation and its argument.
pub type Operation = (u8, u8);

pub const LONGEST: usize = 100;
pub const FILES: u8 = 16;

fn five_in_order(operations: &[Operation]) -> bool {
    let mut left = [3, 1, 4, 1, 3].iter().peekable();
    for (operation, _) in operations {
        left.next_if(|next| *next == operation);
    }
    left.peek().is_none()
}

problem! {
    /// Five given operations in order, or twelve of another kind.
    Ticks: Vec<Operation> = "operations-ticks",
    |src| src.draw(vec((0..5u8, any::<u8>())).len(..=LONGEST)),
    |operations| {
        five_in_order(operations) || operations.iter().filter(|x| x.0 == 2).count() >= 12
    },
    |operations| operations.len(),
    |operations| operations.len() == 5,
}

problem! {
    /// A write to a closed file while two others are open, or eight open files.
    Files: Vec<Operation> = "operations-files",
    |src| src.draw(vec((0..3u8, 0..FILES)).len(..=LONGEST)),
    |operations| {
        let (mut open, mut closed) = (BTreeSet::new(), BTreeSet::new());
        operations.iter().any(|(operation, file)| {
            match operation {
                0 if !closed.contains(file) => {
                    open.insert(*file);
                }
                1 if open.remove(file) => {
                    closed.insert(*file);
                }
                2 if closed.contains(file) && open.len() >= 2 => return true,
                _ => {}
            }
            open.len() >= 8
        })
    },
    |operations| operations.len(),
    |operations| operations.len() == 5,
}

problem! {
    /// Two withdrawals around a freeze, or a balance of two thousand.
    Account: Vec<Operation> = "operations-account",
    |src| src.draw(vec((0..3u8, any::<u8>())).len(..=LONGEST)),
    |operations| {
        let (mut balance, mut state) = (0_u32, 0);
        operations.iter().any(|(operation, amount)| {
            let amount = u32::from(*amount);
            match operation {
                0 => balance += amount,
                1 if amount > 0 && balance >= amount => {
                    balance -= amount;
                    state += u32::from(state != 1);
                }
                2 if state == 1 => state = 2,
                _ => {}
            }
            balance >= 2_000 || state >= 3
        })
    },
    |operations| operations.len(),
    |operations| operations.len() == 4,
}
