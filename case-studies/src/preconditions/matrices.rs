//! Shapes of matrices: remainders, products, and lists without repetition (P18 to P21, P24, P25).

use super::{
    precondition::{Precondition, Row, both, hypothesis, prototype},
    space::{among, count},
    spread::Fields,
};
use disprove::prelude::*;
use std::collections::HashSet;

pub fn rows() -> Vec<Row> {
    let mut rows = vec![p18_rate_2(), p18_rate_4(), columns_of_16(), p19(), p20()];
    rows.extend([p21(), p24(), distinct_ids(), p25()]);
    rows
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "all fields are read alike")]
fn sides(&(rows, columns): &(i32, i32), fields: &mut Fields) {
    fields.number(rows, 0, 100);
    fields.number(columns, 0, 100);
}

fn p18_rate_2() -> Row {
    Precondition {
        id: "P18 2",
        text: "ncols % 8 == 0, sides up to 100",
        example: (3, 96),
        generator: || (0..=100, 0..=100),
        assume: |&(_, columns)| assume!(columns % 8 == 0),
        holds: |(_, columns)| *columns == columns / 8 * 8,
        fields: sides,
        space: Some(|holds| count([(0, 100), (0, 100)], |[rows, columns]| holds(&(rows, columns)))),
    }
    .row(hypothesis(0.128))
}

fn p18_rate_4() -> Row {
    Precondition {
        id: "P18 4",
        text: "ncols % 4 == 0, sides up to 100",
        example: (3, 100),
        generator: || (0..=100, 0..=100),
        assume: |&(_, columns)| assume!(columns % 4 == 0),
        holds: |(_, columns)| *columns == columns / 4 * 4,
        fields: sides,
        space: Some(|holds| count([(0, 100), (0, 100)], |[rows, columns]| holds(&(rows, columns)))),
    }
    .row(hypothesis(0.279))
}

fn columns_of_16() -> Row {
    Precondition {
        id: "ncols",
        text: "ncols % 16 == 0, sides up to 100",
        example: (3, 80),
        generator: || (0..=100, 0..=100),
        assume: |&(_, columns)| assume!(columns % 16 == 0),
        holds: |(_, columns)| *columns == columns / 16 * 16,
        fields: sides,
        space: Some(|holds| count([(0, 100), (0, 100)], |[rows, columns]| holds(&(rows, columns)))),
    }
    .row(prototype(0.114))
}

fn p19() -> Row {
    const ROW_DIMS: [i32; 5] = [-1, 4, 8, 16, 32];
    Precondition {
        id: "P19",
        text: "row_dim <= 0 or rows * cols % row_dim == 0; cols % 4 == 0",
        example: (6, 16, 32),
        generator: || (4..=256, 4..=256, sample(ROW_DIMS)),
        assume: |&(rows, columns, row_dim)| {
            assume!(row_dim <= 0 || rows * columns % row_dim == 0);
            assume!(columns % 4 == 0);
        },
        holds: |(rows, columns, row_dim)| {
            *columns == columns / 4 * 4 && (*row_dim == -1 || (rows * columns) & (row_dim - 1) == 0)
        },
        fields: |&(rows, columns, row_dim), fields| {
            fields.number(rows, 4, 256);
            fields.number(columns, 4, 256);
            fields.choice(ROW_DIMS.iter().take_while(|dim| **dim != row_dim).count());
        },
        space: Some(|holds| {
            count([(4, 256), (4, 256), (0, 4)], |[rows, columns, dim]| {
                holds(&(rows, columns, ROW_DIMS[dim as usize]))
            })
        }),
    }
    .row(both(0.239, 0.683))
}

fn p20() -> Row {
    // The values between the ends are ours. They give the published 38 of 50.
    const INDICES: [i32; 5] = [64, 256, 1_024, 4_096, 8_192];
    const LENGTHS: [i32; 5] = [32, 64, 128, 256, 512];
    Precondition {
        id: "P20",
        text: "max_rl < num_indices, of 5 values each",
        example: (64, 32, true),
        generator: || (sample(INDICES), sample(LENGTHS), any::<bool>()),
        assume: |&(indices, length, _)| assume!(length < indices),
        holds: |(indices, length, _)| indices > length,
        fields: |&(indices, length, flag), fields| {
            fields.choice(INDICES.iter().take_while(|value| **value != indices).count());
            fields.choice(LENGTHS.iter().take_while(|value| **value != length).count());
            fields.choice(usize::from(flag));
        },
        space: Some(|holds| {
            count([(0, 4), (0, 4), (0, 1)], |[indices, length, flag]| {
                holds(&(INDICES[indices as usize], LENGTHS[length as usize], flag == 1))
            })
        }),
    }
    .row(hypothesis(0.760))
}

fn p21() -> Row {
    Precondition {
        id: "P21",
        text: "h == 1 or b != 0",
        example: (0, 1),
        generator: || (0..=32, 1..=3),
        assume: |&(b, h)| assume!(h == 1 || b != 0),
        holds: |(b, h)| !(*b == 0 && *h > 1),
        fields: |&(b, h), fields| {
            fields.number(b, 0, 32);
            fields.number(h, 1, 3);
        },
        space: Some(|holds| count([(0, 32), (1, 3)], |[b, h]| holds(&(b, h)))),
    }
    .row(hypothesis(0.987))
}

/// All lists of two to four numbers below five.
fn lists_of_ids() -> Vec<Vec<usize>> {
    let longer = |lists: &[Vec<usize>]| -> Vec<Vec<usize>> {
        lists.iter().flat_map(|list| (0..5).map(|id| [&list[..], &[id]].concat())).collect()
    };
    let mut lists = longer(&[vec![]]);
    let mut all = Vec::new();
    for _ in 2..=4 {
        lists = longer(&lists);
        all.extend(lists.iter().cloned());
    }
    all
}

/// No number stands in a list twice: what is said otherwise by the conditions.
fn are_distinct(ids: &[usize]) -> bool {
    let mut sorted = ids.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len() == ids.len()
}

fn p24() -> Row {
    Precondition {
        id: "P24",
        text: "2 to 4 ids below 5, the set as large as the list",
        example: vec![4, 0, 2],
        generator: || vec(0..5usize).len(2..=4),
        assume: |ids| assume!(ids.iter().collect::<HashSet<_>>().len() == ids.len()),
        holds: |ids| are_distinct(ids),
        fields: |ids, fields| fields.list(ids, (2, 4), (0, 4)),
        space: Some(|holds| among(lists_of_ids(), holds)),
    }
    .row(hypothesis(0.258))
}

fn distinct_ids() -> Row {
    Precondition {
        id: "ids",
        text: "the same ids, all pairs different",
        example: vec![4, 0, 2, 1],
        generator: || vec(0..5usize).len(2..=4),
        assume: |ids| {
            assume!((1..ids.len()).all(|i| ids[..i].iter().all(|earlier| *earlier != ids[i])));
        },
        holds: |ids| are_distinct(ids),
        fields: |ids, fields| fields.list(ids, (2, 4), (0, 4)),
        space: Some(|holds| among(lists_of_ids(), holds)),
    }
    .row(prototype(0.554))
}

fn p25() -> Row {
    Precondition {
        id: "P25",
        text: "2 to 5 sides up to 32, the product of those above 0 below 1024",
        example: vec![0, 31, 32],
        generator: || vec(0..=32u64).len(2..=5),
        assume: |shape| {
            assume!(shape.iter().filter(|side| **side != 0).product::<u64>() < 1_024);
        },
        holds: |shape| shape.iter().map(|side| (*side).max(1)).product::<u64>() < 1_024,
        fields: |shape, fields| fields.list(shape, (2, 5), (0, 32)),
        space: None,
    }
    .row(both(0.225, 0.622))
}
