//! Archive by shape: accepted inputs that differ in more than their numbers.

use super::seen::IdentityHasher;
use crate::search::{rng::Rng, structure::IndexedTree};
use std::{
    collections::{BTreeMap, HashMap},
    hash::BuildHasherDefault,
    rc::Rc,
};

/// What an input looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Form {
    /// Inputs with the same shape replace each other.
    pub(crate) shape: u64,
    /// About how large, how deep and how varied it is, and how it begins.
    pub(crate) cell: [u8; 4],
}

#[derive(Debug)]
struct Member {
    form: Form,
    input: Rc<IndexedTree>,
}

/// What is known about the members of a cell.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    members: u32,
    chosen: u64,
}

/// Accepted inputs of different shapes, spread over cells as in MAP-Elites (Mouret and Clune, 2015): inputs of a crowded
/// cell are chosen less often and give way first, so that not only deep ones or those of equal parts stay.
#[derive(Debug, Default)]
pub(crate) struct ShapeArchive {
    members: Vec<Member>,
    cells: BTreeMap<[u8; 4], Cell>,
    /// How often each shape was accepted.
    seen: HashMap<u64, u32, BuildHasherDefault<IdentityHasher>>,
}

/// Inputs to keep. From the sketch, where one pool of 128 did better than 32 of each size.
const MEMBERS: usize = 128;

/// Shapes to remember, at 12 bytes each (12 MiB).
const MOST_SHAPES: usize = 1 << 20;

/// Members to compare when one has to go.
const CANDIDATES: usize = 3;

impl ShapeArchive {
    pub(crate) fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Adds an accepted input. Returns whether its shape is new.
    pub(crate) fn add(&mut self, form: Form, input: &Rc<IndexedTree>, rng: &mut Rng) -> bool {
        let is_new = self.see(form.shape);
        for member in &mut self.members {
            if member.form.shape == form.shape {
                if rng.chance(0.5) {
                    member.input = input.clone();
                }
                return is_new;
            }
        }
        let least = self.cells.values().map(|cell| cell.chosen).min().unwrap_or(0);
        let cell = self.cells.entry(form.cell).or_insert(Cell { members: 0, chosen: least });
        cell.members += 1;
        let member = Member { form, input: input.clone() };
        if self.members.len() < MEMBERS {
            self.members.push(member);
            return is_new;
        }
        let mut at = rng.below(MEMBERS);
        for _ in 1..CANDIDATES {
            let other = rng.below(MEMBERS);
            if self.crowd(other) > self.crowd(at) {
                at = other;
            }
        }
        let gone = std::mem::replace(&mut self.members[at], member);
        if let Some(cell) = self.cells.get_mut(&gone.form.cell) {
            cell.members -= 1;
        }
        is_new
    }

    fn see(&mut self, shape: u64) -> bool {
        if self.seen.len() >= MOST_SHAPES {
            return false;
        }
        let times = self.seen.entry(shape).or_insert(0);
        *times += 1;
        *times == 1
    }

    fn crowd(&self, at: usize) -> u32 {
        self.cells.get(&self.members[at].form.cell).map_or(0, |cell| cell.members)
    }

    /// An input, of a cell that was chosen seldom so far.
    pub(crate) fn draw(&mut self, rng: &mut Rng) -> Option<Rc<IndexedTree>> {
        let count = self.members.len();
        if count == 0 {
            return None;
        }
        let (a, b) = (rng.below(count), rng.below(count));
        let chosen = |at: usize| {
            let cell = self.cells.get(&self.members[at].form.cell);
            cell.map_or(0, |cell| cell.chosen)
        };
        let member = &self.members[if chosen(a) <= chosen(b) { a } else { b }];
        if let Some(cell) = self.cells.get_mut(&member.form.cell) {
            cell.chosen += 1;
        }
        Some(member.input.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::{Generator, any};

    fn input(value: u32) -> Rc<IndexedTree> {
        IndexedTree::new(any::<u32>().encode(&value).expect("any number"))
    }

    fn form(shape: u64, cell: u8) -> Form {
        Form { shape, cell: [cell, 0, 0, 0] }
    }

    #[test]
    fn keeps_one_input_of_each_shape_and_drops_those_of_crowded_cells() {
        let mut archive = ShapeArchive::default();
        let mut rng = Rng::new(1);
        assert!(archive.is_empty() && archive.draw(&mut rng).is_none());
        assert!(archive.add(form(1, 9), &input(1), &mut rng));
        assert!(!archive.add(form(1, 9), &input(2), &mut rng));
        assert_eq!(archive.members.len(), 1);
        for shape in 2..1_000 {
            assert!(archive.add(form(shape, 1), &input(3), &mut rng));
        }
        assert_eq!(archive.members.len(), MEMBERS);
        let members: u32 = archive.cells.values().map(|cell| cell.members).sum();
        assert_eq!(members as usize, MEMBERS);
        assert!(archive.members.iter().any(|member| member.form.shape == 1), "alone in its cell");
    }

    #[test]
    fn a_rare_cell_is_chosen_more_often_than_its_size_says() {
        let mut archive = ShapeArchive::default();
        let mut rng = Rng::new(1);
        archive.add(form(1, 9), &input(1), &mut rng);
        for shape in 2..5 {
            archive.add(form(shape, 1), &input(2), &mut rng);
        }
        let rare = input(1).tree.fingerprint();
        let times = (0..1_000).filter(|_| {
            let drawn = archive.draw(&mut rng).expect("there are members");
            drawn.tree.fingerprint() == rare
        });
        let times = times.count();
        assert!(times > 350, "{times} of 1,000, one of four members");
    }
}
