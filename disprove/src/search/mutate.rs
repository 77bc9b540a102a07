//! Every structure-preserving change of cases that took a course of their own.

mod batch;
mod depth;
mod edit;
mod edits;
mod fair;
mod maker;
mod novelty;
mod operands;
mod piece;
mod shape;

use super::{Proposal, Schedule, rng::Rng};
use crate::case::CaseResult;
use crate::{choice::Tree, search::IndexedTree, source::Fill};
use batch::{Came, Order};
use depth::Depth;
use edit::{Edit, What};
use edits::{Arms, Edits, Shown};
use fair::Fair;
use shape::Node;
use std::rc::Rc;

/// A search that makes all changes of each interesting case, each once.
#[derive(Debug)]
pub(crate) struct Mutate {
    order: Box<dyn Order>,
    arms: Arms,
    /// Nothing was proposed yet.
    is_new: bool,
    /// How many cases came by chance.
    drawn_cases: u32,
    /// Cases in a row that were not kept.
    boring: u32,
    /// A case that came by chance, whose like parts are made equal next.
    drawn: Option<Rc<IndexedTree>>,
    pending: Pending,
}

/// Where the last proposal came from.
#[derive(Clone, Copy, Debug, Default)]
enum Pending {
    #[default]
    Chance,
    /// The simplest case, or one that came by chance with parts made equal.
    Made,
    Edit {
        edit: Edit,
        arm: u64,
        /// Of the case that was changed: its course, whether others agree with the part, and what it leads to.
        path: u64,
        has_twins: bool,
        came: Came,
    },
}

/// So many cases come by chance more often than later: what chance finds soon it finds sooner than changes of few cases. But
/// not before any change is made, as a change of the simplest case may be all that is needed.
const FIRST: u32 = 24;

/// What is left to chance until then. In `ifc-ssni` a fifth did as well as all, and none was slower by a fifth.
const EARLY: f64 = 0.2;

/// What keeping the case it made is worth to an edit.
const KEPT: f64 = 5.0;

impl Mutate {
    pub(crate) fn new(schedule: Schedule) -> Mutate {
        let order: Box<dyn Order> = match schedule {
            Schedule::Fair => Box::new(Fair::default()),
            Schedule::Depth => Box::new(Depth::new(true, true)),
            Schedule::DepthNoFifo => Box::new(Depth::new(false, true)),
            Schedule::DepthNoReset => Box::new(Depth::new(true, false)),
        };
        let (arms, drawn, pending) = (Arms::new(), None, Pending::Chance);
        Mutate { order, arms, is_new: true, drawn_cases: 0, boring: 0, drawn, pending }
    }

    pub(crate) fn propose(&mut self, rng: &mut Rng) -> Proposal {
        if self.is_new {
            self.is_new = false;
            self.pending = Pending::Made;
            // Where nearly everything is rejected the simplest case is often not, and each of its changes is a small step. In a
            // study of modules that a validator accepts, chance needed 1,400 cases for the first to be changed.
            return Proposal::Conform(Rc::new(Tree::default()));
        }
        if let Some(drawn) = self.drawn.take()
            && let Some(proposal) = equalled(&drawn)
        {
            self.pending = Pending::Made;
            return proposal;
        }
        let chance = if self.drawn_cases < FIRST { EARLY } else { self.order.chance() };
        if !rng.chance(chance)
            && let Some(proposal) = self.propose_edit(rng)
        {
            return proposal;
        }
        if self.order.saturated(self.boring) {
            self.boring = 0;
        }
        self.drawn_cases += 1;
        self.pending = Pending::Chance;
        Proposal::Random
    }

    fn propose_edit(&mut self, rng: &mut Rng) -> Option<Proposal> {
        loop {
            let (samples, by_level) = (self.order.samples(), self.order.by_level());
            let batch = self.order.turn()?;
            let arms = (!by_level).then_some(&self.arms);
            let edits = batch.edits.get_or_insert_with(|| {
                Edits::of(&batch.kept.tree, &batch.operands, samples, arms, rng)
            });
            let Some(edit) = edits.next() else {
                self.order.finish();
                continue;
            };
            let (tree, fill) = edit.apply(&batch.kept.tree, &edits.shape, &edits.values);
            let has_twins = edits.shape.has_twins(edit.node);
            let breaks = has_twins && (!edit.paired || matches!(edit.what, What::SetTwo(..)));
            let came = Came { from_valid: batch.valid, broken: batch.broken + u32::from(breaks) };
            let (arm, path) = (edits.arm(edit), batch.path);
            self.pending = Pending::Edit { edit, arm, path, has_twins, came };
            return Some(match fill {
                Fill::Random => Proposal::Follow(Rc::new(tree)),
                Fill::Simplest => Proposal::Conform(Rc::new(tree)),
            });
        }
    }

    /// A case that another search asked for.
    pub(crate) fn overhear(&mut self, input: &Rc<IndexedTree>, result: &CaseResult) {
        self.order.keep(input, result, Came::default());
    }

    pub(crate) fn learn(&mut self, input: &Rc<IndexedTree>, result: &CaseResult) {
        let pending = std::mem::take(&mut self.pending);
        let came = match pending {
            Pending::Chance => {
                self.drawn = Some(input.clone());
                Came::default()
            }
            Pending::Made => Came::default(),
            Pending::Edit { edit, arm, path, has_twins, came } => {
                let same = result.trace.hash() == path;
                let (won, made) = self.arms.entry(arm).or_insert((0.0, 0.0));
                *made += 1.0;
                if result.is_accepted() && !(edit.paired && same) {
                    *won += 1.0;
                }
                if came.from_valid {
                    self.tell(input, result, edit, same, has_twins);
                }
                came
            }
        };
        let kept = self.order.keep(input, result, came);
        if !kept {
            self.boring += 1;
            return;
        }
        self.boring = 0;
        if let Pending::Edit { arm, .. } = pending
            && let Some((won, _)) = self.arms.get_mut(&arm)
        {
            *won += KEPT;
        }
    }

    /// Tells the case that was changed what came of it.
    fn tell(
        &mut self,
        input: &Rc<IndexedTree>,
        result: &CaseResult,
        edit: Edit,
        same: bool,
        has_twins: bool,
    ) {
        if self.order.by_level() {
            return;
        }
        let Some(batch) = self.order.last() else { return };
        if edit.what.is_a_cut() {
            if result.is_accepted() && input.tree.len() <= batch.kept.tree.len() {
                batch.shrink_to(input, result);
            }
            return;
        }
        if result.is_accepted() && same && has_twins && !edit.paired && edit.what.is_of_a_value() {
            batch.go_on_from(input);
        }
        if let Some(edits) = &mut batch.edits {
            edits.tell(
                edit,
                match (result.is_accepted(), same) {
                    (false, _) if has_twins && !edit.paired => Shown::Rejected,
                    (false, _) => Shown::Same,
                    (true, true) => Shown::Same,
                    (true, false) => Shown::Another,
                },
            );
        }
    }

    pub(crate) fn repeated(&mut self) {
        if let Pending::Chance = self.pending {
            self.boring += 1;
        }
    }
}

/// The case with the first of each group of outermost parts with the same label copied over the others.
fn equalled(kept: &IndexedTree) -> Option<Proposal> {
    let tree = &kept.tree;
    let mut parent = None;
    // Where there is only one part, those inside of it are looked at.
    for _ in 0..16 {
        let spans: Vec<u32> = shape::members(tree, parent)
            .filter_map(|member| if let Node::Span(at) = member { Some(at) } else { None })
            .filter(|at| tree.continue_flag(*at as usize).is_none())
            .collect();
        let mut changed = tree.clone();
        let mut any = false;
        for at in spans.iter().rev() {
            let label = tree.spans[*at as usize].label;
            let first = spans.iter().find(|first| tree.spans[**first as usize].label == label);
            let Some(first) = first.filter(|first| *first != at) else { continue };
            let piece = crate::choice::Piece::Copy(tree.part_of(*first as usize));
            let gap = tree.part_of(*at as usize);
            changed = changed.spliced_from(tree, parent.map(|at: u32| at as usize), gap, &[piece]);
            changed.spans[*at as usize].forget_site();
            any = true;
        }
        if any {
            return Some(Proposal::Conform(Rc::new(changed)));
        }
        parent = Some(*spans.first().filter(|_| spans.len() == 1)?);
    }
    None
}
