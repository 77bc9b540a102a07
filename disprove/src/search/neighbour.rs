//! Cases near another one, made by moves on its tree. The moves serve every generator: they know numbers, texts,
//! lists and spans, not values. Which moves pay, and how large they should be, is learned while they are made.

mod floats;
mod lists;
mod numbers;
mod rates;
mod reach;
mod spans;
mod strings;

use super::rng::Rng;
use crate::{
    choice::Tree,
    search::{IndexedTree, Outline},
};
use rates::Rate;
pub(crate) use reach::Reach;
use std::{collections::HashMap, rc::Rc};

/// What can be done to a case.
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
    Walk,
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
    Move::Walk,
];

/// The last of them. Until it is known how well the hand-written one does, it is made as often as all others together.
const WALK: usize = MOVES.len() - 1;
const WALK_PRIOR: Rate = Rate::prior(25.0, 10.0);

/// How moves are chosen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// The weight of a move is its rate of success, or the third power of it ...
    sharp: bool,
    /// ... and this much more, so that none is given up.
    floor: f64,
    /// How likely a further move is, at half the largest size.
    more: f64,
    /// Success is also learned for each place a move was made at.
    places: bool,
}

impl Style {
    /// Towards something better: success is rare, and what was good before need not be again.
    pub(crate) const CLIMB: Style = Style { sharp: false, floor: 0.02, more: 0.25, places: false };

    /// From accepted cases to others: success is frequent, so it pays to tell the better moves from the good ones.
    pub(crate) const SPREAD: Style = Style { sharp: true, floor: 0.001, more: 0.1, places: true };
}

/// After so many tries of a move what was learned before counts half. As in the sketch this search was tried out with.
const MEMORY: f64 = 300.0;

/// The same for step sizes and places, of which there are more.
const FINE_MEMORY: f64 = 200.0;

/// So many moves of one proposal at most, and so many attempts to find some that can be made.
const MOST_MOVES: usize = 6;
const ATTEMPTS: usize = 40;

/// What all step sizes together have as their share, whether they pay or not.
const CLASS_FLOOR: f64 = 0.2;

/// Powers of two of steps: 128 of integers, then 53 of floats.
const SCALES: usize = 181;

/// The neighbourhood of cases, and what was learned about it.
#[derive(Debug)]
pub(crate) struct Neighbourhood {
    style: Style,
    moves: [Rate; MOVES.len()],
    /// For steps of numbers: by the power of two.
    scales: [Rate; SCALES],
    /// For moves at places.
    places: HashMap<u64, Rate>,
    /// What the last proposal was made of.
    used: Vec<(usize, Option<u32>)>,
    touched: Vec<u64>,
}

impl Neighbourhood {
    pub(crate) fn new(style: Style) -> Neighbourhood {
        let mut moves = [Rate::prior(1.0, 10.0); MOVES.len()];
        moves[WALK] = WALK_PRIOR;
        Neighbourhood {
            style,
            moves,
            scales: [Rate::prior(1.0, 8.0); SCALES],
            places: HashMap::new(),
            used: Vec::new(),
            touched: Vec::new(),
        }
    }

    /// A case near this one. `size` is above 0 and at most 1: how large a part may change, and by how much.
    pub(crate) fn propose(&mut self, base: &IndexedTree, size: f64, rng: &mut Rng) -> Rc<Tree> {
        self.used.clear();
        self.touched.clear();
        let mut moves = 1;
        while moves < MOST_MOVES && rng.chance(self.style.more * (0.5 + size)) {
            moves += 1;
        }
        let mut made: Option<Tree> = None;
        // Of what was made, only if another move is made on it.
        let mut outline_of_made: Option<Outline> = None;
        let mut weights = self.weights(base.outline());
        let mut attempts = 0;
        while moves > 0 && attempts < ATTEMPTS {
            attempts += 1;
            let (tree, outline) = match (&made, &outline_of_made) {
                (Some(made), Some(outline)) => (made, outline),
                _ => (&base.tree, base.outline()),
            };
            let number = rng.weighted(&weights);
            let mut hand = Hand {
                tree,
                outline,
                size,
                number,
                style: self.style,
                scales: &self.scales,
                places: &self.places,
                rng,
                scale: None,
                touched: Vec::new(),
            };
            if let Some(tree) = hand.make(MOVES[number]) {
                let Hand { scale, touched, .. } = hand;
                self.used.push((number, scale));
                self.touched.extend(touched);
                // Whoever wrote a step wants that one, not what other moves make of it.
                moves = if number == WALK { 0 } else { moves - 1 };
                if moves > 0 {
                    let outline = Outline::of(&tree);
                    weights = self.weights(&outline);
                    outline_of_made = Some(outline);
                }
                made = Some(tree);
            }
        }
        Rc::new(made.unwrap_or_else(|| base.tree.clone()))
    }

    fn weights(&self, outline: &Outline) -> [f64; MOVES.len()] {
        let mut weights = [0.0; MOVES.len()];
        let elastic = outline.lists.iter().any(|list| list.elastic);
        for (at, weight) in weights.iter_mut().enumerate() {
            // What cannot be made at all is not worth an attempt.
            let possible = match MOVES[at] {
                Move::Step | Move::Bound => !outline.numbers.is_empty(),
                Move::CopyNumber | Move::Equal | Move::Shift | Move::Transfer | Move::ShiftAll => {
                    outline.numbers.len() > 1
                }
                Move::Insert | Move::Append | Move::Delete | Move::Cut | Move::Repeat => elastic,
                Move::ReplaceBlock => elastic,
                Move::Between | Move::Swap | Move::Sort => !outline.lists.is_empty(),
                Move::RedrawItems | Move::StepItems => !outline.lists.is_empty(),
                Move::RedrawSpan => !outline.spans.is_empty(),
                Move::Graft => outline.spans.len() > 1,
                Move::EditString => !outline.strings.is_empty(),
                Move::CopyString => outline.strings.len() > 1,
                Move::StepFloat => !outline.floats.is_empty(),
                Move::PairFloats => outline.floats.len() > 1,
                Move::Walk => !outline.walks.is_empty(),
                Move::Redraw => true,
            };
            if possible {
                let rate = self.moves[at].get();
                let sharpened = if self.style.sharp { rate * rate * rate } else { rate };
                *weight = sharpened + self.style.floor;
            }
        }
        weights
    }

    /// What the last proposal won: 0 for nothing.
    pub(crate) fn reward(&mut self, won: f64) {
        for (number, scale) in &self.used {
            self.moves[*number].add(won, MEMORY);
            if let Some(scale) = scale {
                self.scales[*scale as usize].add(won, FINE_MEMORY);
            }
        }
        for place in &self.touched {
            let rate = self.places.entry(*place).or_insert(Rate::prior(1.0, 2.0));
            rate.add(won, FINE_MEMORY);
        }
    }
}

/// One move being made.
struct Hand<'a> {
    tree: &'a Tree,
    outline: &'a Outline,
    size: f64,
    /// Which move.
    number: usize,
    style: Style,
    scales: &'a [Rate; SCALES],
    places: &'a HashMap<u64, Rate>,
    rng: &'a mut Rng,
    /// The power of two of the step that was made.
    scale: Option<u32>,
    /// The places it was made at.
    touched: Vec<u64>,
}

/// How often a choice is looked for by its depth first: a number that governs the whole case, and there is one of it,
/// is not lost among a hundred that matter little.
const BY_DEPTH: f64 = 0.3;

impl Hand<'_> {
    /// `None`, if there is nothing to make this move with.
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
            Move::Walk => self.walk(),
        }
    }

    /// One of these choices.
    fn pick(&mut self, among: &[u32]) -> Option<u32> {
        let first = *among.first()?;
        if among.len() == 1 {
            self.touch(first);
            return Some(first);
        }
        let at = if self.style.places {
            let mut weights = Vec::with_capacity(among.len());
            for at in among {
                let rate = self.places.get(&self.place(*at)).map_or(0.5, |rate| rate.get());
                weights.push(rate * rate * rate + 0.003);
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
        let depth = |at: u32| self.outline.depth[at as usize];
        let mut depths: Vec<u16> = Vec::new();
        for at in among {
            if !depths.contains(&depth(*at)) {
                depths.push(depth(*at));
            }
        }
        let wanted = depths[self.rng.below(depths.len())];
        let count = among.iter().filter(|at| depth(**at) == wanted).count();
        let mut left = self.rng.below(count);
        for at in among {
            if depth(*at) == wanted {
                if left == 0 {
                    return *at;
                }
                left -= 1;
            }
        }
        among[0]
    }

    fn place(&self, at: u32) -> u64 {
        self.outline.address[at as usize].wrapping_mul(64).wrapping_add(self.number as u64)
    }

    fn touch(&mut self, at: u32) {
        if self.style.places {
            self.touched.push(self.place(at));
        }
    }
}
