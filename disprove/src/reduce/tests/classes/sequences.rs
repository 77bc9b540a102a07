//! Sequences of operations with several local minima.

use super::{below, pin, pin_some};
use crate::{
    generator::{any, int, vec},
    random::Random,
};
use std::collections::BTreeSet;

/// An operation and its argument.
type Operation = (u8, u8);

fn operations(random: &mut Random, count: u64, kinds: u64, arguments: u64) -> Vec<Operation> {
    (0..count).map(|_| (below(random, kinds) as u8, below(random, arguments) as u8)).collect()
}

#[test]
fn leaves_a_dozen_equal_operations_for_five_different_ones() {
    let short = [3, 1, 4, 1, 3];
    let fails = |ops: &Vec<Operation>| {
        let mut left = short.iter().peekable();
        for (op, _) in ops {
            left.next_if(|next| *next == op);
        }
        left.peek().is_none() || ops.iter().filter(|(op, _)| *op == 2).count() >= 12
    };
    let start = |random: &mut Random| {
        let mut ops = operations(random, 80, 5, 256);
        ops.extend([(2, 7); 12]);
        ops.extend(short.map(|op| (op, 9)));
        let by = below(random, 97) as usize;
        ops.rotate_left(by);
        ops.extend([(2, 5); 12]);
        ops
    };
    let generator = vec((int(0..5u8), any::<u8>())).len(..=200);
    pin("ticks or five", generator, 230, start, fails, |ops| ops.len() == 5);
}

/// Whether a closed file is written to while two others are open, or eight are open.
fn files_fail(ops: &Vec<Operation>) -> bool {
    let (mut open, mut closed) = (BTreeSet::new(), BTreeSet::new());
    for (op, file) in ops {
        match op {
            0 if !closed.contains(file) => {
                open.insert(*file);
            }
            1 if open.remove(file) => {
                closed.insert(*file);
            }
            2 if closed.contains(file) && open.len() >= 2 => return true,
            _ => {}
        }
        if open.len() >= 8 {
            return true;
        }
    }
    false
}

#[test]
fn operations_on_few_files_fail_in_a_way_that_no_deletion_leads_to() {
    // Each file is either opened, closed or written to. Modulo 4, one is closed and then written to.
    let start = |_: &mut Random| {
        let mut ops = vec![(0, 10), (0, 11), (0, 12), (1, 102), (2, 202)];
        ops.extend((13..20).map(|file| (0, file)));
        ops
    };
    let generator = vec((int(0..3u8), any::<u8>())).len(..=200);
    pin_some(1, "few files", generator, 300, start, files_fail, |ops| ops.len() == 5);
}

#[test]
fn another_number_of_files_is_tried_if_the_usual_ones_do_not_fail() {
    // As above, but only modulo 5 one file is closed and then written to.
    let start = |_: &mut Random| {
        let mut ops = vec![(0, 10), (0, 11), (0, 12), (1, 105), (2, 205)];
        ops.extend((13..20).map(|file| (0, file)));
        ops
    };
    for count in [3, 4, 6] {
        let few =
            start(&mut Random::for_case(0, 0)).into_iter().map(|(op, file)| (op, file % count));
        assert!(!files_fail(&few.collect()), "modulo {count}");
    }
    let generator = vec((int(0..3u8), any::<u8>())).len(..=200);
    pin_some(1, "five files", generator, 300, start, files_fail, |ops| ops.len() == 5);
}

#[test]
fn leaves_eight_open_files_for_a_write_to_a_closed_one() {
    let start = |random: &mut Random| {
        let mut ops = operations(random, 60, 3, 8);
        // Without this, a few starts contain no write to a closed file while two others are open.
        let at = below(random, 60) as usize;
        ops.splice(at..at, [(0, 50), (1, 50), (0, 51), (0, 52), (2, 50)]);
        ops.extend((0..8).map(|file| (0, 100 + file)));
        ops
    };
    let generator = vec((int(0..3u8), any::<u8>())).len(..=200);
    pin("files", generator, 110, start, files_fail, |ops| ops.len() == 5);
}

#[test]
fn leaves_many_deposits_for_a_frozen_account() {
    let fails = |ops: &Vec<Operation>| {
        let (mut balance, mut state) = (0_u32, 0);
        for (op, amount) in ops {
            let amount = u32::from(*amount);
            match op {
                0 => balance += amount,
                1 if amount > 0 && balance >= amount => {
                    balance -= amount;
                    state += u32::from(state != 1);
                }
                2 if state == 1 => state = 2,
                _ => {}
            }
            if balance >= 2_000 || state >= 3 {
                return true;
            }
        }
        false
    };
    let start = |random: &mut Random| {
        let mut ops = operations(random, 40, 3, 256);
        ops.extend([(0, 200); 20]);
        ops
    };
    let generator = vec((int(0..3u8), any::<u8>())).len(..=200);
    pin("account", generator, 145, start, fails, |ops| ops.len() == 4);
}
