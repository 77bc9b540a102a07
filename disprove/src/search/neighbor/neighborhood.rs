//! The neighborhood of an input: random moves on its choice tree.
//!
//! Moves know numbers, strings, lists and spans, not values, so they serve every generator. The success rates of moves and
//! of step sizes are learned while the search runs.

use super::success_rate::SuccessRate;
use crate::{
    choice::Tree,
    search::{
        rng::Rng,
        structure::{IndexedTree, StructureIndex},
    },
};
use std::{collections::HashMap, rc::Rc};

/// The kinds of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Move {
    Step,
    Redraw,
    CopyNumber,
    Equal,
    Shift,
    Transfer,
    ShiftAll,
    Bound,
    Between,
    Insert,
    Append,
    Delete,
    Cut,
    Repeat,
    Swap,
    RedrawItems,
    StepItems,
    ReplaceBlock,
    Sort,
    RedrawSpan,
    Graft,
    EditString,
    CopyString,
    StepFloat,
    PairFloats,
    Custom,
}

const MOVES: [Move; 26] = [
    Move::Step,
    Move::Redraw,
    Move::CopyNumber,
    Move::Equal,
    Move::Shift,
    Move::Transfer,
    Move::ShiftAll,
    Move::Bound,
    Move::Between,
    Move::Insert,
    Move::Append,
    Move::Delete,
    Move::Cut,
    Move::Repeat,
    Move::Swap,
    Move::RedrawItems,
    Move::StepItems,
    Move::ReplaceBlock,
    Move::Sort,
    Move::RedrawSpan,
    Move::Graft,
    Move::EditString,
    Move::CopyString,
    Move::StepFloat,
    Move::PairFloats,
    Move::Custom,
];

/// The last move, the custom mutator. Its prior makes it as likely as all other moves together: whoever writes one expects
/// it to be used.
const CUSTOM: usize = MOVES.len() - 1;
const CUSTOM_PRIOR: SuccessRate = SuccessRate::prior(25.0, 10.0);

/// The prior of each other move. From the prototype.
const MOVE_PRIOR: SuccessRate = SuccessRate::prior(1.0, 10.0);

/// The prior of a step size: nearly that of a move.
const SCALE_PRIOR: SuccessRate = SuccessRate::prior(1.0, 8.0);

/// The prior of a move at an address: high, so that each address gets a few runs.
const PLACE_PRIOR: SuccessRate = SuccessRate::prior(1.0, 2.0);

/// The success rate of a move at an address without runs: that of [`PLACE_PRIOR`].
const UNKNOWN_PLACE: f64 = 0.5;

/// The weight of an address beyond its success rate, so that none is given up.
const PLACE_FLOOR: f64 = 0.003;

/// How a strategy chooses moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveSelection {
    /// The weight of a move is the third power of its success rate instead of the rate, ...
    sharp: bool,
    /// ... plus this, so that no move is given up.
    floor: f64,
    /// The probability of a further move, for a size of 1/2.
    more: f64,
    /// Success rates are also learned for each address.
    places: bool,
}

impl MoveSelection {
    /// For a score: success is rare, and moves that succeeded before need not succeed again. From the prototype.
    pub(crate) const CLIMB: MoveSelection =
        MoveSelection { sharp: false, floor: 0.02, more: 0.25, places: false };

    /// For accepted inputs: success is frequent, so it pays to favor the best moves. See `case-studies preconditions`.
    pub(crate) const DIVERSIFY: MoveSelection =
        MoveSelection { sharp: true, floor: 0.001, more: 0.1, places: true };
}

/// Runs of a move after which its counts are halved. From the prototype.
const MEMORY: f64 = 300.0;

/// The same for step sizes and addresses, which have fewer runs each.
const FINE_MEMORY: f64 = 200.0;

/// Moves per proposal. More leave the neighborhood.
const MOST_MOVES: usize = 6;

/// Attempts to find moves that are possible, which bounds the time of a proposal.
const ATTEMPTS: usize = 40;

/// The total weight of all step sizes beyond their success rates, so that none is given up.
pub(super) const CLASS_FLOOR: f64 = 0.2;

/// Step sizes, as powers of two: 128 of integers, then 53 of floats.
const SCALES: usize = 181;

/// The moves, with their success rates.
#[derive(Debug)]
pub(crate) struct Neighborhood {
    selection: MoveSelection,
    moves: [SuccessRate; MOVES.len()],
    /// Success rates of step sizes.
    scales: [SuccessRate; SCALES],
    /// Success rates of moves at addresses.
    places: HashMap<u64, SuccessRate>,
    /// The moves and step sizes of the last proposal, and the addresses they changed.
    used: Vec<(usize, Option<u32>)>,
    touched: Vec<u64>,
}

impl Neighborhood {
    pub(crate) fn new(selection: MoveSelection) -> Neighborhood {
        let mut moves = [MOVE_PRIOR; MOVES.len()];
        moves[CUSTOM] = CUSTOM_PRIOR;
        Neighborhood {
            selection,
            moves,
            scales: [SCALE_PRIOR; SCALES],
            places: HashMap::new(),
            used: Vec::new(),
            touched: Vec::new(),
        }
    }

    /// An input near this one. `size`, in (0, 1], limits how many choices change and by how much.
    pub(crate) fn propose(&mut self, base: &IndexedTree, size: f64, rng: &mut Rng) -> Rc<Tree> {
        self.used.clear();
        self.touched.clear();
        let mut count = 1;
        while count < MOST_MOVES && rng.chance(self.selection.more * (0.5 + size)) {
            count += 1;
        }
        let mut made: Option<Tree> = None;
        // The index of `made`, if another move follows.
        let mut made_index: Option<StructureIndex> = None;
        let mut weights = self.weights(base.structure());
        let mut attempts = 0;
        while count > 0 && attempts < ATTEMPTS {
            attempts += 1;
            let (tree, index) = match (&made, &made_index) {
                (Some(made), Some(index)) => (made, index),
                _ => (&base.tree, base.structure()),
            };
            let number = rng.weighted(&weights);
            let mut moving = Mover {
                tree,
                index,
                size,
                number,
                selection: self.selection,
                scales: &self.scales,
                places: &self.places,
                rng,
                scale: None,
                touched: Vec::new(),
            };
            if let Some(tree) = moving.make(MOVES[number]) {
                let Mover { scale, touched, .. } = moving;
                self.used.push((number, scale));
                self.touched.extend(touched);
                // No other move follows a custom mutator, which may keep an invariant.
                count = if number == CUSTOM { 0 } else { count - 1 };
                if count > 0 {
                    let index = StructureIndex::of(&tree);
                    weights = self.weights(&index);
                    made_index = Some(index);
                }
                made = Some(tree);
            }
        }
        Rc::new(made.unwrap_or_else(|| base.tree.clone()))
    }

    fn weights(&self, index: &StructureIndex) -> [f64; MOVES.len()] {
        let mut weights = [0.0; MOVES.len()];
        let elastic = index.lists.iter().any(|list| list.elastic);
        for (at, weight) in weights.iter_mut().enumerate() {
            // An impossible move gets no weight.
            let possible = match MOVES[at] {
                Move::Step | Move::Bound => !index.numbers.is_empty(),
                Move::CopyNumber | Move::Equal | Move::Shift | Move::Transfer | Move::ShiftAll => {
                    index.numbers.len() > 1
                }
                Move::Insert | Move::Append | Move::Delete | Move::Cut | Move::Repeat => elastic,
                Move::ReplaceBlock => elastic,
                Move::Between | Move::Swap | Move::Sort => !index.lists.is_empty(),
                Move::RedrawItems | Move::StepItems => !index.lists.is_empty(),
                Move::RedrawSpan => !index.spans.is_empty(),
                Move::Graft => index.spans.len() > 1,
                Move::EditString => !index.strings.is_empty(),
                Move::CopyString => index.strings.len() > 1,
                Move::StepFloat => !index.floats.is_empty(),
                Move::PairFloats => index.floats.len() > 1,
                Move::Custom => !index.custom.is_empty(),
                Move::Redraw => true,
            };
            if possible {
                let rate = self.moves[at].get();
                let sharpened = if self.selection.sharp { rate * rate * rate } else { rate };
                *weight = sharpened + self.selection.floor;
            }
        }
        weights
    }

    /// Rewards the moves of the last proposal; 0 for no success.
    pub(crate) fn reward(&mut self, reward: f64) {
        for (number, scale) in &self.used {
            self.moves[*number].add(reward, MEMORY);
            if let Some(scale) = scale {
                self.scales[*scale as usize].add(reward, FINE_MEMORY);
            }
        }
        for place in &self.touched {
            let rate = self.places.entry(*place).or_insert(PLACE_PRIOR);
            rate.add(reward, FINE_MEMORY);
        }
    }
}

/// Makes one move.
pub(super) struct Mover<'a> {
    pub(super) tree: &'a Tree,
    pub(super) index: &'a StructureIndex,
    pub(super) size: f64,
    /// The position of the move in [`MOVES`].
    number: usize,
    selection: MoveSelection,
    pub(super) scales: &'a [SuccessRate; SCALES],
    places: &'a HashMap<u64, SuccessRate>,
    pub(super) rng: &'a mut Rng,
    /// The step size of the move.
    pub(super) scale: Option<u32>,
    /// The addresses it changed.
    touched: Vec<u64>,
}

/// The probability of picking a depth first and then a choice at that depth, so that one number that governs the whole
/// input is not lost among a hundred others. From the prototype.
const BY_DEPTH: f64 = 0.3;

impl Mover<'_> {
    /// `None` if this move is impossible here.
    fn make(&mut self, which: Move) -> Option<Tree> {
        match which {
            Move::Step => self.step_number(),
            Move::Redraw => self.redraw(),
            Move::CopyNumber => self.copy_number(),
            Move::Equal => self.move_equals(),
            Move::Shift => self.move_two(true),
            Move::Transfer => self.move_two(false),
            Move::ShiftAll => self.move_all(),
            Move::Bound => self.move_to_bound(),
            Move::Between => self.between(),
            Move::Insert => self.insert(),
            Move::Append => self.append(),
            Move::Delete => self.delete(),
            Move::Cut => self.cut(),
            Move::Repeat => self.repeat(),
            Move::Swap => self.swap(),
            Move::RedrawItems => self.redraw_items(),
            Move::StepItems => self.step_items(),
            Move::ReplaceBlock => self.replace_block(),
            Move::Sort => self.sort(),
            Move::RedrawSpan => self.redraw_span(),
            Move::Graft => self.graft(),
            Move::EditString => self.edit_string(),
            Move::CopyString => self.copy_string(),
            Move::StepFloat => self.step_float(),
            Move::PairFloats => self.pair_floats(),
            Move::Custom => self.custom_step(),
        }
    }

    /// Picks one of these choices.
    pub(super) fn pick(&mut self, among: &[u32]) -> Option<u32> {
        let first = *among.first()?;
        if among.len() == 1 {
            self.touch(first);
            return Some(first);
        }
        let at = if self.selection.places {
            let mut weights = Vec::with_capacity(among.len());
            for at in among {
                let rate =
                    self.places.get(&self.place(*at)).map_or(UNKNOWN_PLACE, |rate| rate.get());
                weights.push(rate * rate * rate + PLACE_FLOOR);
            }
            among[self.rng.weighted(&weights)]
        } else if self.rng.chance(BY_DEPTH) {
            self.pick_by_depth(among)
        } else {
            among[self.rng.below(among.len())]
        };
        self.touch(at);
        Some(at)
    }

    fn pick_by_depth(&mut self, among: &[u32]) -> u32 {
        let depth = |at: u32| self.index.depth[at as usize];
        let mut depths: Vec<u16> = Vec::new();
        for at in among {
            if !depths.contains(&depth(*at)) {
                depths.push(depth(*at));
            }
        }
        let chosen = depths[self.rng.below(depths.len())];
        let count = among.iter().filter(|at| depth(**at) == chosen).count();
        let mut left = self.rng.below(count);
        for at in among {
            if depth(*at) == chosen {
                if left == 0 {
                    return *at;
                }
                left -= 1;
            }
        }
        among[0]
    }

    fn place(&self, at: u32) -> u64 {
        self.index.address[at as usize].wrapping_mul(64).wrapping_add(self.number as u64)
    }

    pub(super) fn touch(&mut self, at: u32) {
        if self.selection.places {
            self.touched.push(self.place(at));
        }
    }
}

#[cfg(test)]
mod tests;
