//! Machines whose rules return handles for other rules.

use super::Machine;
use crate::scripted::seed;
use disprove::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

pub const ALL: &[Machine] =
    &[("files", files, 6), ("slots", slots, 8), ("graph", graph, 7), ("snapshots", snapshots, 5)];

/// Writing to a file that was closed fails while two others are open. So does the ninth open file.
#[derive(Default)]
struct Files {
    next: u32,
    open: BTreeSet<u32>,
    closed: BTreeSet<u32>,
    is_wrong: bool,
}

#[property(cases = 20_000, seed = seed(), explain = false)]
#[ignore = "run by another test"]
impl Files {
    #[rule(bundle = files)]
    fn open(&mut self) -> u32 {
        self.next += 1;
        self.open.insert(self.next);
        self.next
    }

    #[rule]
    fn close(&mut self, #[from(files)] file: u32) {
        if self.open.remove(&file) {
            self.closed.insert(file);
        }
    }

    #[rule]
    fn write(&mut self, #[from(files)] file: u32, _byte: u8) {
        self.is_wrong |= self.closed.contains(&file) && self.open.len() >= 2;
    }

    #[rule]
    fn sync(&self) {}

    #[invariant]
    fn works(&self) -> bool {
        !self.is_wrong
    }
}

/// Slots with a generation of two bits: the fourth value in a slot has the key of the first one.
#[derive(Default)]
struct Slots {
    slots: Vec<(u32, Option<u8>)>,
    removed: BTreeSet<(usize, u32)>,
}

#[property(cases = 20_000, seed = seed(), explain = false)]
#[ignore = "run by another test"]
impl Slots {
    #[rule(bundle = keys)]
    fn insert(&mut self, value: u8) -> (usize, u32) {
        let slot = self.slots.iter().position(|(_, value)| value.is_none());
        let slot = slot.unwrap_or_else(|| {
            self.slots.push((0, None));
            self.slots.len() - 1
        });
        self.slots[slot].1 = Some(value);
        (slot, self.slots[slot].0)
    }

    #[rule]
    fn remove(&mut self, #[consumes(keys)] key: (usize, u32)) {
        let slot = &mut self.slots[key.0];
        slot.0 = (slot.0 + 1) % 3;
        slot.1 = None;
        self.removed.insert(key);
    }

    #[rule]
    fn get(&self, #[from(keys)] key: (usize, u32)) {
        let _ = self.slots[key.0].1;
    }

    #[rule]
    fn clear(&mut self) {
        for slot in &mut self.slots {
            slot.1 = None;
        }
        self.removed.clear();
    }

    #[invariant]
    fn no_old_key_is_valid(&self) -> bool {
        let valid = |(slot, generation): &(usize, u32)| {
            self.slots[*slot].0 == *generation && self.slots[*slot].1.is_some()
        };
        !self.removed.iter().any(valid)
    }
}

/// A graph that loses an edge: of a node that is removed while its neighbor has two edges.
#[derive(Default)]
struct Graph {
    next: u32,
    nodes: BTreeSet<u32>,
    edges: BTreeSet<(u32, u32)>,
}

#[property(cases = 20_000, seed = seed(), explain = false)]
#[ignore = "run by another test"]
impl Graph {
    #[rule(bundle = nodes)]
    fn node(&mut self) -> u32 {
        self.next += 1;
        self.nodes.insert(self.next);
        self.next
    }

    #[rule]
    fn connect(&mut self, #[from(nodes)] a: u32, #[from(nodes)] b: u32) {
        if a != b && self.nodes.contains(&a) && self.nodes.contains(&b) {
            self.edges.insert((a, b));
        }
    }

    #[rule]
    fn remove(&mut self, #[from(nodes)] node: u32) {
        self.nodes.remove(&node);
        let before = self.edges.clone();
        self.edges.retain(|(a, b)| {
            let degree = before.iter().filter(|(from, _)| from == a).count();
            *a != node && (*b != node || degree >= 2)
        });
    }

    #[rule]
    fn disconnect(&mut self, #[from(nodes)] a: u32, #[from(nodes)] b: u32) {
        self.edges.remove(&(a, b));
    }

    #[invariant]
    fn edges_have_nodes(&self) -> bool {
        self.edges.iter().all(|(a, b)| self.nodes.contains(a) && self.nodes.contains(b))
    }
}

/// Returning to a snapshot keeps the entries of a later one, if there was one in between.
#[derive(Default)]
struct Snapshots {
    map: BTreeMap<u8, u8>,
    saved: Vec<BTreeMap<u8, u8>>,
}

#[property(cases = 20_000, seed = seed(), explain = false)]
#[ignore = "run by another test"]
impl Snapshots {
    #[rule]
    fn put(&mut self, key: u8, value: u8) {
        self.map.insert(key, value);
    }

    #[rule(bundle = snapshots)]
    fn save(&mut self) -> usize {
        self.saved.push(self.map.clone());
        self.saved.len() - 1
    }

    #[rule]
    fn restore(&mut self, #[from(snapshots)] number: usize) {
        let expected = self.saved[number].clone();
        if self.saved.len() - number >= 3 {
            self.map.extend(expected.clone());
        } else {
            self.map = expected.clone();
        }
        assert_eq!(self.map, expected);
    }

    #[rule]
    fn remove(&mut self, key: u8) {
        self.map.remove(&key);
    }
}
