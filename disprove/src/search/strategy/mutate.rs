//! Mutation search: makes every structure-preserving mutation of each input with new coverage, once.

use super::{Options, Strategy};
use crate::{
    case::CaseResult,
    choice::{Piece, Tree},
    search::{
        mutate::{
            Arms, Edit, EditKind, EditOutcome, Edits, FairQueue, Lineage, Mutant, Node, Queue,
            members,
        },
        proposal::Proposal,
        rng::Rng,
        setting::{Schedule, Search},
        structure::IndexedTree,
    },
    source::Fill,
};
use std::rc::Rc;

/// A queue of inputs with new coverage, and what it has learned about mutations.
#[derive(Debug)]
pub(crate) struct Mutate {
    queue: Box<dyn Queue>,
    arms: Arms,
    /// No proposal was made yet.
    is_new: bool,
    /// A case was traced.
    traced: bool,
    /// Random inputs proposed so far.
    random_inputs: u32,
    /// Cases in a row without novelty.
    boring: u32,
    /// The last random input, whose equally labeled parts are made equal next.
    random_input: Option<Rc<IndexedTree>>,
    pending: Pending,
}

/// The origin of the last proposal.
#[derive(Debug, Default)]
enum Pending {
    #[default]
    Random,
    /// The simplest input, or a random one with parts made equal.
    Derived,
    Edit {
        edit: Edit,
        /// The position of its family.
        family: usize,
        arm: u64,
        /// The path of the mutated input.
        path: u64,
        has_counterparts: bool,
        lineage: Lineage,
    },
}

/// Random inputs of the early phase, in which their share is larger: random inputs find shallow bugs sooner than mutations
/// of few inputs. But mutations are made from the start, as one of the simplest input may be all that a bug needs.
const EARLY: u32 = 24;

/// The share of random inputs in that phase. In `case-studies ifc-ssni` a share of 1 did as well, and 0 was slower by a
/// fifth.
const EARLY_SHARE: f64 = 0.2;

/// The reward of an arm for an input that was queued; a valid input earns 1. From the prototype.
const QUEUED_REWARD: f64 = 5.0;

impl Mutate {
    pub(crate) fn new(options: &Options) -> Mutate {
        #[cfg(feature = "research")]
        use crate::search::mutate::DepthQueue;
        let queue: Box<dyn Queue> = match options.schedule {
            Schedule::Fair => Box::new(FairQueue::default()),
            #[cfg(feature = "research")]
            Schedule::Depth => Box::new(DepthQueue::new(true, true)),
            #[cfg(feature = "research")]
            Schedule::DepthNoFifo => Box::new(DepthQueue::new(false, true)),
            #[cfg(feature = "research")]
            Schedule::DepthNoReset => Box::new(DepthQueue::new(true, false)),
        };
        Mutate {
            queue,
            arms: Arms::default(),
            is_new: true,
            traced: false,
            random_inputs: 0,
            boring: 0,
            random_input: None,
            pending: Pending::Random,
        }
    }

    fn propose_edit(&mut self, rng: &mut Rng) -> Option<Proposal> {
        loop {
            let (samples, by_level) = (self.queue.samples(), self.queue.by_level());
            let entry = self.queue.next()?;
            let arms = (!by_level).then_some(&self.arms);
            let edits = entry.edits.get_or_insert_with(|| {
                Edits::of(&entry.input.tree, &entry.operands, samples, arms, rng)
            });
            let tree = &entry.input.tree;
            let Some(mutant) = edits.next(tree, rng) else {
                self.queue.finish();
                continue;
            };
            let Mutant { edit, family, tree, fill } = mutant;
            let has_counterparts = edits.shape.has_counterparts(edit.node);
            let breaks =
                has_counterparts && (!edit.paired || matches!(edit.kind, EditKind::SetTwo(..)));
            let broken = entry.broken + u32::from(breaks);
            let lineage = Lineage { from_valid: entry.valid, broken };
            let (arm, path) = (edits.arm(family), entry.path);
            self.pending = Pending::Edit { edit, family, arm, path, has_counterparts, lineage };
            return Some(match fill {
                Fill::Random => Proposal::Follow(Rc::new(tree)),
                Fill::Simplest => Proposal::Conform(Rc::new(tree)),
            });
        }
    }

    /// Updates the entry that was mutated.
    fn update_entry(
        &mut self,
        input: &Rc<IndexedTree>,
        result: &CaseResult,
        edit: &Edit,
        family: usize,
        same_path: bool,
        has_counterparts: bool,
    ) {
        if self.queue.by_level() {
            return;
        }
        let Some(entry) = self.queue.current() else { return };
        if edit.kind.is_cut() {
            if result.is_accepted() && input.tree.len() <= entry.input.tree.len() {
                entry.shrink_to(input, result);
            }
            return;
        }
        if result.is_accepted()
            && same_path
            && has_counterparts
            && !edit.paired
            && edit.kind.is_value()
        {
            entry.replace_input(input);
        }
        if let Some(edits) = &mut entry.edits {
            edits.record(
                family,
                match (result.is_accepted(), same_path) {
                    (false, _) if has_counterparts && !edit.paired => EditOutcome::Rejected,
                    (false, _) => EditOutcome::SamePath,
                    (true, true) => EditOutcome::SamePath,
                    (true, false) => EditOutcome::OtherPath,
                },
            );
        }
    }
}

impl Strategy for Mutate {
    fn search(&self) -> Search {
        Search::Mutate
    }

    fn propose(&mut self, rng: &mut Rng) -> Proposal {
        if self.is_new {
            self.is_new = false;
            self.pending = Pending::Derived;
            // Where nearly all inputs are rejected, the simplest one often is not, and its mutations are small steps. In
            // `case-studies wasm-like`, random inputs took 1,400 cases to the first accepted one.
            return Proposal::Conform(Rc::new(Tree::default()));
        }
        if let Some(input) = self.random_input.take() {
            if let Some(proposal) = equalized(&input) {
                self.pending = Pending::Derived;
                return proposal;
            }
        }
        let random_share =
            if self.random_inputs < EARLY { EARLY_SHARE } else { self.queue.random_share() };
        if !rng.chance(random_share) {
            if let Some(proposal) = self.propose_edit(rng) {
                return proposal;
            }
        }
        if self.queue.reset_if_saturated(self.boring) {
            self.boring = 0;
        }
        self.random_inputs += 1;
        self.pending = Pending::Random;
        Proposal::Random
    }

    fn learn(&mut self, input: &Rc<IndexedTree>, result: &CaseResult, _: &mut Rng) {
        self.traced |= !result.trace.events().is_empty();
        let mut edit_arm = None;
        let lineage = match std::mem::take(&mut self.pending) {
            Pending::Random => {
                self.random_input = Some(input.clone());
                Lineage::default()
            }
            Pending::Derived => Lineage::default(),
            Pending::Edit { edit, family, arm, path, has_counterparts, lineage } => {
                let same_path = result.trace.hash() == path;
                let (reward, runs) = self.arms.entry(arm).or_insert((0.0, 0.0));
                *runs += 1.0;
                if result.is_accepted() && !(edit.paired && same_path) {
                    *reward += 1.0;
                }
                if lineage.from_valid {
                    self.update_entry(input, result, &edit, family, same_path, has_counterparts);
                }
                edit_arm = Some(arm);
                lineage
            }
        };
        if !self.queue.offer(input, result, lineage) {
            self.boring += 1;
            return;
        }
        self.boring = 0;
        if let Some((reward, _)) = edit_arm.and_then(|arm| self.arms.get_mut(&arm)) {
            *reward += QUEUED_REWARD;
        }
    }

    fn observe(&mut self, input: &Rc<IndexedTree>, result: &CaseResult, _: Search) {
        self.traced |= !result.trace.events().is_empty();
        if self.traced {
            self.queue.offer(input, result, Lineage::default());
        }
    }

    fn skip(&mut self) {
        if let Pending::Random = self.pending {
            self.boring += 1;
        }
    }

    // `restart!` leaves a local optimum. The queue has none, and what is covered stays covered.
}

/// The input with the first of each group of equally labeled outermost spans copied over the others.
fn equalized(input: &IndexedTree) -> Option<Proposal> {
    let tree = &input.tree;
    let mut parent = None;
    // Descends while there is only one span, at most this deep.
    for _ in 0..16 {
        let spans: Vec<u32> = members(tree, parent)
            .filter_map(|member| if let Node::Span(at) = member { Some(at) } else { None })
            .filter(|at| tree.continue_flag(*at as usize).is_none())
            .collect();
        let mut changed = tree.clone();
        let mut any = false;
        for at in spans.iter().rev() {
            let label = tree.spans[*at as usize].label;
            let first = spans.iter().find(|first| tree.spans[**first as usize].label == label);
            let Some(first) = first.filter(|first| *first != at) else { continue };
            let piece = Piece::Copy(tree.part_of(*first as usize));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        case::CaseOutcome,
        feedback::Feedback,
        generator::{Generator, any},
        trace::{self, expanded::hit},
    };

    #[test]
    fn kinds_of_mutations_are_rewarded_for_new_coverage() {
        let schedule = Schedule::default();
        let mut mutate =
            Mutate::new(&Options { search: Search::Mutate, temperature: None, schedule });
        let mut rng = Rng::new(1);
        let input = IndexedTree::new(any::<u8>().encode(&1).expect("it is allowed"));
        let passed = |block| CaseResult {
            outcome: CaseOutcome::Passed,
            feedback: Feedback::default(),
            trace: trace::record(|| hit(block, 1)).1,
            is_new: true,
            history_changed: false,
        };
        mutate.propose(&mut rng);
        mutate.learn(&input, &passed(1), &mut rng);
        // What a mutation with this trace adds to the rewards and the runs of its kind.
        let mut added = |block| {
            let arm = loop {
                mutate.propose(&mut rng);
                if let Pending::Edit { arm, .. } = mutate.pending {
                    break arm;
                }
                mutate.skip();
            };
            let before = mutate.arms.get(&arm).copied().unwrap_or_default();
            mutate.learn(&input, &passed(block), &mut rng);
            let after = mutate.arms[&arm];
            (after.0 - before.0, after.1 - before.1)
        };
        assert_eq!(added(2), (1.0 + QUEUED_REWARD, 1.0));
        assert_eq!(added(2), (1.0, 1.0), "known coverage");
    }
}
