//! Every structure-preserving change of cases that took a course of their own.

mod batches;
mod edit;
mod edits;
mod novelty;
mod operands;
mod shape;

use super::{Proposal, Tried, dice::Dice};
use crate::{corpus::Kept, source::Fill};
use batches::Batches;
use edits::{Arms, Edits};
use novelty::Novelty;
use shape::Node;
use std::rc::Rc;

/// A search that makes all changes of each interesting case, each once.
#[derive(Debug, Default)]
pub(crate) struct Mutate {
    valid: Novelty,
    rejected: Novelty,
    batches: Batches,
    arms: Arms,
    /// Cases in a row that were not kept.
    boring: u32,
    /// How often choices with many values are drawn anew.
    samples: usize,
    /// A case that came by chance, whose like parts are made equal next.
    drawn: Option<Rc<Kept>>,
    pending: Pending,
}

/// Where the last proposal came from.
#[derive(Clone, Copy, Debug, Default)]
enum Pending {
    #[default]
    Chance,
    /// Parts of a case that came by chance were made equal.
    Copied,
    Edit {
        arm: u64,
        paired: bool,
        valid: bool,
        path: u64,
    },
}

/// What is left to chance.
const CHANCE: f64 = 0.05;

/// So many cases that are not kept in a row, and it is forgotten which features there were.
const SATURATED: u32 = 200;
const MOST_SAMPLES: usize = 8;

/// What keeping the case it made is worth to an edit.
const KEPT: f64 = 5.0;

impl Mutate {
    pub(crate) fn propose(&mut self, dice: &mut Dice) -> Proposal {
        self.samples = self.samples.max(1);
        if let Some(drawn) = self.drawn.take()
            && let Some(proposal) = equalled(&drawn)
        {
            self.pending = Pending::Copied;
            return proposal;
        }
        if !dice.chance(CHANCE)
            && let Some(proposal) = self.propose_edit(dice)
        {
            return proposal;
        }
        if self.boring >= SATURATED {
            (self.valid, self.rejected) = (Novelty::default(), Novelty::default());
            self.boring = 0;
            self.samples = (self.samples * 2).min(MOST_SAMPLES);
        }
        self.pending = Pending::Chance;
        Proposal::Random
    }

    fn propose_edit(&mut self, dice: &mut Dice) -> Option<Proposal> {
        loop {
            let batch = self.batches.current()?;
            let (kept, valid, path) = (batch.kept.clone(), batch.valid, batch.path);
            let operands = batch.operands.clone();
            let edits = batch.edits.get_or_insert_with(|| {
                Edits::of(&kept.tree, &operands, self.samples, &self.arms, dice)
            });
            let Some(edit) = edits.next() else {
                self.batches.finish();
                continue;
            };
            let arm = edits.arm(edit);
            let (tree, fill) = edit.apply(&kept.tree, &edits.shape, &edits.values);
            self.pending = Pending::Edit { arm, paired: edit.paired, valid, path };
            return Some(match fill {
                Fill::Random => Proposal::Follow(Rc::new(tree)),
                Fill::Simplest => Proposal::Conform(Rc::new(tree)),
            });
        }
    }

    /// A case that another search asked for.
    pub(crate) fn overhear(&mut self, tried: &Tried<'_>) {
        self.keep(tried, tried.trace.hash(), false);
    }

    pub(crate) fn learn(&mut self, tried: &Tried<'_>) {
        let course = tried.trace.hash();
        let pending = std::mem::take(&mut self.pending);
        let valid_parent = match pending {
            Pending::Chance => {
                self.drawn = Some(tried.kept.clone());
                false
            }
            Pending::Copied => false,
            Pending::Edit { arm, paired, valid, path } => {
                let (won, made) = self.arms.entry(arm).or_insert((0.0, 0.0));
                *made += 1.0;
                if tried.accepted && (!paired || course != path) {
                    *won += 1.0;
                }
                valid
            }
        };
        let kept = self.keep(tried, course, valid_parent);
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

    /// Whether it took a course that is worth changes: if it was accepted, or nearly.
    fn keep(&mut self, tried: &Tried<'_>, course: u64, valid_parent: bool) -> bool {
        let events = tried.trace.events();
        let novelty = if tried.accepted { &mut self.valid } else { &mut self.rejected };
        let rarest = novelty.add(events, course).filter(|_| tried.accepted || valid_parent);
        let Some(rarest) = rarest else { return false };
        self.batches.add(tried.kept.clone(), tried.accepted, tried.trace, course, rarest);
        true
    }

    pub(crate) fn repeated(&mut self) {
        if let Pending::Chance = self.pending {
            self.boring += 1;
        }
    }
}

/// The case with the first of each group of outermost parts with the same label copied over the others.
fn equalled(kept: &Kept) -> Option<Proposal> {
    let tree = &kept.tree;
    let mut parent = None;
    // Where there is only one part, those inside of it are looked at.
    for _ in 0..16 {
        let spans: Vec<u32> = shape::members(tree, parent)
            .filter_map(|member| if let Node::Span(at) = member { Some(at) } else { None })
            .filter(|at| tree.coin_of(*at as usize).is_none())
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
            changed.spans[*at as usize].unplace();
            any = true;
        }
        if any {
            return Some(Proposal::Conform(Rc::new(changed)));
        }
        parent = Some(*spans.first().filter(|_| spans.len() == 1)?);
    }
    None
}
