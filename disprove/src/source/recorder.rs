//! The recorder of a case: the tree of its choices, and the guide it follows.

use super::guide::Guide;
use crate::choice::{Choice, IntegerBounds, Kind, Label, Span, Tree};
use std::{fmt, panic::Location, rc::Rc};

/// What to draw where the guide has no choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fill {
    /// The simplest value: in reduction, and in the default parts of mutations.
    Simplest,
    /// A random value: in annealing and growth.
    Random,
}

/// Observes the recorded tree after each draw that the property itself makes: if the process dies, the draws are known.
#[derive(Clone)]
pub(crate) struct DrawObserver(pub(crate) Rc<dyn Fn(&Tree)>);

impl fmt::Debug for DrawObserver {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("DrawObserver")
    }
}

/// Steps of a custom mutator that made no valid value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RejectedStep {
    /// Where the custom mutator was given.
    pub(crate) place: &'static Location<'static>,
    /// Whether it panicked or gave up; otherwise its generator cannot encode the value it made.
    pub(crate) broke: bool,
    pub(crate) times: u64,
}

/// The state that only a recording source has.
#[derive(Clone, Debug)]
pub(super) struct ChoiceRecorder {
    pub(super) tree: Tree,
    /// Open spans, outermost first.
    pub(super) open: Vec<u32>,
    /// The call site of the current draw; its first choice or span takes it.
    pub(super) site: u32,
    pub(super) guide: Option<Guide>,
    /// How many bounds of the guide have the same numbers in the tree.
    adopted: u32,
    pub(super) fill: Fill,
    /// While a filter tries again: how many spans were open when it began to.
    pub(super) retry: Option<usize>,
    /// Whether inputs are enumerated: a filter must then accept its first attempt.
    pub(super) strict: bool,
    /// Active calls of `draw`: a panic in them is the generator's.
    pub(super) drawing: u32,
    pub(super) labels: Labels,
    /// Rejected steps of custom mutators, in all cases.
    pub(super) rejected_steps: Vec<RejectedStep>,
    pub(super) observer: Option<DrawObserver>,
}

/// A cache of labels by the address of their name: hashing a long type name for each span would be a quarter of
/// the cost of recording.
#[derive(Clone, Debug)]
pub(super) struct Labels([(usize, Label); 64]);

impl Labels {
    #[inline]
    pub(super) fn of(&mut self, name: &'static str) -> Label {
        let address = name.as_ptr().addr();
        let slot = (address ^ address >> 6) & 63;
        if self.0[slot].0 != address + name.len() {
            #[cfg(not(feature = "fuzz"))]
            let label = Label::of(name);
            #[cfg(feature = "fuzz")]
            let label = Label::of(&super::crate_name::in_test(name));
            self.0[slot] = (address + name.len(), label);
        }
        self.0[slot].1
    }
}

/// What the guide says about one draw.
pub(super) enum Advice<T> {
    Take(T),
    Simplest,
    Random,
}

impl ChoiceRecorder {
    pub(super) fn new() -> ChoiceRecorder {
        ChoiceRecorder {
            tree: Tree::default(),
            open: Vec::new(),
            site: 0,
            guide: None,
            adopted: 0,
            fill: Fill::Random,
            retry: None,
            strict: false,
            drawing: 0,
            labels: Labels([(0, Label::of("")); 64]),
            rejected_steps: Vec::new(),
            observer: None,
        }
    }

    /// Starts the next case.
    pub(super) fn begin(&mut self, guide: Option<Guide>, fill: Fill, strict: bool) {
        self.open.clear();
        self.adopted = 0;
        if let Some(guide) = &guide {
            self.adopted = self.tree.clear_for(&guide.tree);
        } else {
            self.tree.clear();
        }
        (self.site, self.retry, self.drawing) = (0, None, 0);
        (self.guide, self.fill, self.strict) = (guide, fill, strict);
    }

    pub(super) fn fill(&self) -> Fill {
        if self.retry.is_some() { Fill::Random } else { self.fill }
    }

    /// The call site of the draw, and the advice of the guide.
    #[inline]
    pub(super) fn advice<T>(
        &mut self,
        kind: Kind,
        starving: bool,
        read: impl FnOnce(&Tree, Choice) -> T,
    ) -> (u32, Advice<T>) {
        let site = std::mem::take(&mut self.site);
        if starving {
            return (site, Advice::Simplest);
        }
        let fill = self.fill();
        let Some(guide) = &mut self.guide else { return (site, Advice::Random) };
        let advice = match (guide.choice(kind, site), fill) {
            (Some(choice), _) if choice.is_hole() => Advice::Random,
            (Some(choice), _) => Advice::Take(read(&guide.tree, choice)),
            (None, Fill::Simplest) => Advice::Simplest,
            (None, Fill::Random) => Advice::Random,
        };
        (site, advice)
    }

    /// Takes the next choice of the guide as it is, if it is certainly the counterpart of this draw: `same` says
    /// whether the bounds with this number are those of the draw. Otherwise does nothing.
    ///
    /// A shortcut for most draws of a guided case: [`ChoiceRecorder::advice`] takes three times as long.
    #[inline(always)]
    pub(super) fn follow(
        &mut self,
        kind: Kind,
        same: impl FnOnce(&Tree, u32) -> bool,
    ) -> Option<u64> {
        let guide = self.guide.as_mut()?;
        let choice = guide.peek(kind, self.site)?;
        if !same(&guide.tree, choice.bounds()) {
            return None;
        }
        guide.skip();
        let site = std::mem::take(&mut self.site);
        self.push(kind, choice.bounds(), choice.value, site);
        Some(choice.value)
    }

    /// The same for an integer of at most 64 bits.
    #[inline]
    pub(super) fn follow_integer(&mut self, limits: &IntegerBounds) -> Option<u64> {
        let adopted = self.adopted;
        self.follow(Kind::Integer, |tree, number| {
            tree.own_integers(number, adopted).is_some_and(|known| known.is_same(limits))
        })
    }

    #[inline]
    pub(super) fn push(&mut self, kind: Kind, bounds: u32, value: u64, site: u32) {
        self.tree.choices.push(Choice::new(kind, bounds, value, site));
    }

    #[inline]
    pub(super) fn open(&mut self, label: Label) {
        let site = std::mem::take(&mut self.site);
        if let Some(guide) = &mut self.guide {
            guide.enter(label, site);
        }
        self.open.push(self.tree.spans.len() as u32);
        self.tree.spans.push(Span::new(label, self.tree.choices.len() as u32, site));
    }

    #[inline(always)]
    pub(super) fn close(&mut self) -> Option<&mut Span> {
        if let Some(guide) = &mut self.guide {
            guide.leave();
        }
        let number = self.open.pop()?;
        if self.retry.is_some_and(|open| open > self.open.len()) {
            self.retry = None;
        }
        let next = self.tree.spans.len() as u32;
        let span = &mut self.tree.spans[number as usize];
        (span.end, span.next) = (self.tree.choices.len() as u32, next);
        Some(span)
    }
}

pub(super) const RECORDING: &str = "only a recording source gets here";
