//! Sequences of operations with several local minima.

use super::{below, pin};
use crate::{
    generator::{any, int, vec},
    random::Random,
};

fn operations(random: &mut Random, count: u64, kinds: u64) -> Vec<u8> {
    (0..count).map(|_| below(random, kinds) as u8).collect()
}

/// Whether `wanted` occurs in this order.
fn occurs(wanted: &[u8], all: &[u8]) -> bool {
    let mut left = wanted.iter().peekable();
    for one in all {
        left.next_if(|next| *next == one);
    }
    left.peek().is_none()
}

#[test]
fn leaves_local_minima_of_sequences() {
    // Twelve ticks, or five operations in this order.
    let short = [3, 1, 4, 1, 3];
    let fails =
        |ops: &Vec<u8>| ops.iter().filter(|op| **op == 2).count() >= 12 || occurs(&short, ops);
    let start = |random: &mut Random| {
        let mut ops = operations(random, 80, 5);
        ops.extend([2; 12]);
        ops.extend(short);
        let by = below(random, 97) as usize;
        ops.rotate_left(by);
        ops.extend([2; 12]);
        ops
    };
    let fails_ops = |ops: &Vec<(u8, u8)>| fails(&ops.iter().map(|op| op.0).collect());
    let pairs = vec((int(0..5u8), any::<u8>())).len(..=200);
    let with_data = |random: &mut Random| {
        start(random).into_iter().map(|op| (op, random.word() as u8)).collect::<Vec<_>>()
    };
    pin("ticks or five", pairs, 200, with_data, fails_ops, |ops| ops.len() == 5);

    // Files: eight open at once, or one written after it was closed.
    let fails = |ops: &Vec<(u8, u8)>| {
        let mut open = std::collections::BTreeSet::new();
        let mut closed = std::collections::BTreeSet::new();
        for (op, file) in ops {
            match op {
                0 => {
                    if !closed.contains(file) {
                        open.insert(*file);
                    }
                }
                1 => {
                    if open.remove(file) {
                        closed.insert(*file);
                    }
                }
                _ => {
                    if closed.contains(file) && open.len() >= 2 {
                        return true;
                    }
                }
            }
            if open.len() >= 8 {
                return true;
            }
        }
        false
    };
    let start = |random: &mut Random| {
        let mut ops: Vec<(u8, u8)> =
            (0..60).map(|_| (below(random, 3) as u8, below(random, 8) as u8)).collect();
        ops.extend((0..8).map(|file| (0, 100 + file)));
        ops
    };
    let pairs = vec((int(0..3u8), any::<u8>())).len(..=200);
    pin("files", pairs, 200, start, fails, |ops| ops.len() <= 5);

    // An account: the balance reaches 2,000, or it is frozen between two withdrawals.
    let fails = |ops: &Vec<(u8, u8)>| {
        let (mut balance, mut state) = (0u32, 0);
        for (op, amount) in ops {
            match op {
                0 => balance += u32::from(*amount),
                1 => {
                    if *amount > 0 && balance >= u32::from(*amount) {
                        balance -= u32::from(*amount);
                        if state != 1 {
                            state += 1;
                        }
                    }
                }
                _ => {
                    if state == 1 {
                        state = 2;
                    }
                }
            }
            if balance >= 2_000 || state >= 3 {
                return true;
            }
        }
        false
    };
    let start = |random: &mut Random| {
        let mut ops: Vec<(u8, u8)> =
            (0..40).map(|_| (below(random, 3) as u8, random.word() as u8)).collect();
        ops.extend((0..20).map(|_| (0, 200)));
        ops
    };
    let pairs = vec((int(0..3u8), any::<u8>())).len(..=200);
    pin("account", pairs, 200, start, fails, |ops| ops.len() == 4);
}
