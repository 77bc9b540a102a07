//! Structures that nothing was tuned on.

use super::structure::{Row, twice};
use disprove::prelude::*;

/// A frame that knows the length of what it contains, and a checksum of it.
#[derive(Debug, Clone, Arbitrary)]
pub enum Frame {
    Data { length: u16, sum: u8, bytes: Vec<u8> },
    Group { length: u16, frames: Vec<Frame> },
}

/// Items one after the other, in the order of their keys, and the free place after them.
#[derive(Debug, Clone, Arbitrary)]
pub struct Page {
    items: Vec<Item>,
    free: u32,
}

#[derive(Debug, Clone, Arbitrary)]
pub struct Item {
    key: i32,
    offset: u32,
    length: u8,
}

/// A leftist heap: the rank of a node is one more than that of its right part.
#[derive(Debug, Clone, Arbitrary)]
pub struct Heap {
    rank: u16,
    key: i64,
    left: Option<Box<Heap>>,
    right: Option<Box<Heap>>,
}

/// A table with the sums of its rows.
#[derive(Debug, Clone, Arbitrary)]
pub struct Grid {
    rows: usize,
    columns: usize,
    cells: Vec<Vec<i8>>,
    sums: Vec<i32>,
}

twice! {
    fn length(frame: &Frame) -> usize {
        match frame {
            Frame::Data { bytes, .. } => 3 + bytes.len(),
            Frame::Group { frames, .. } => 3 + frames.iter().map(length).sum::<usize>(),
        }
    }

    pub fn frame(frame: &Frame) -> bool {
        match frame {
            Frame::Data { length, sum, bytes } => {
                let mut total = 0_u8;
                for byte in bytes {
                    total = total.wrapping_add(*byte);
                }
                usize::from(*length) == bytes.len() && *sum == total
            }
            Frame::Group { length: found, frames } => {
                let inside: usize = frames.iter().map(length).sum();
                usize::from(*found) == inside && frames.iter().all(self::frame)
            }
        }
    }

    pub fn page(page: &Page) -> bool {
        let mut next = 0;
        let mut i = 0;
        while i < page.items.len() {
            let item = &page.items[i];
            if item.offset != next {
                return false;
            }
            if item.length == 0 {
                return false;
            }
            if i > 0 && page.items[i - 1].key >= item.key {
                return false;
            }
            next += u32::from(item.length);
            i += 1;
        }
        next == page.free
    }

    fn rank(heap: Option<&Heap>) -> u16 {
        heap.map_or(0, |heap| heap.rank)
    }

    fn check_heap(heap: &Heap) -> Result<(), String> {
        if rank(heap.left.as_deref()) < rank(heap.right.as_deref()) {
            return Err("the right part is longer".to_owned());
        }
        if u32::from(heap.rank) != u32::from(rank(heap.right.as_deref())) + 1 {
            return Err(format!("the rank is {}", heap.rank));
        }
        if let Some(left) = &heap.left {
            if left.key < heap.key {
                return Err("the left part is smaller".to_owned());
            }
            check_heap(left)?;
        }
        if let Some(right) = &heap.right {
            if right.key < heap.key {
                return Err("the right part is smaller".to_owned());
            }
            check_heap(right)?;
        }
        Ok(())
    }

    pub fn heap(heap: &Heap) -> bool {
        check_heap(heap).is_ok()
    }

    pub fn grid(grid: &Grid) -> bool {
        grid.rows == grid.cells.len()
            && grid.cells.iter().all(|row| row.len() == grid.columns)
            && grid.sums.len() == grid.rows
            && grid.cells.iter().zip(&grid.sums).all(|(row, sum)| {
                row.iter().map(|cell| i32::from(*cell)).sum::<i32>() == *sum
            })
    }
}

fn count_frame(frame: &Frame) -> usize {
    match frame {
        Frame::Data { bytes, .. } => 1 + bytes.len(),
        Frame::Group { frames, .. } => 1 + frames.iter().map(count_frame).sum::<usize>(),
    }
}

fn count_heap(heap: &Heap) -> usize {
    let parts = [&heap.left, &heap.right];
    1 + parts.iter().map(|part| part.as_deref().map_or(0, count_heap)).sum::<usize>()
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("frame", plain::frame, traced::frame, count_frame),
        Row::new("page", plain::page, traced::page, |it| it.items.len()),
        Row::new("leftist heap", plain::heap, traced::heap, count_heap),
        Row::new("grid", plain::grid, traced::grid, |it| {
            it.cells.iter().map(|row| 1 + row.len()).sum()
        }),
    ]
}
