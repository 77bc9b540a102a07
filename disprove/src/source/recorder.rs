//! Draws while something watches: they are recorded, and taken from a guide if there is one.

use super::{
    Source,
    case_seed::DrawObserver,
    custom_mutator::RejectedStep,
    guide::Guide,
    sample::{self, Floats, IntegerType, Lengths, Weights},
};
use crate::{
    choice::{
        Alphabet, Bounds, Choice, IntegerBounds, Kind, Label, Span, Tree, conform_text, predefined,
        simplest_text, site::site,
    },
    random::Random,
};
use std::{panic::Location, rc::Rc};

/// What to use where the guide has nothing to say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fill {
    /// The simplest: reduction, and the default parts of mutations.
    Simplest,
    /// Chance: annealing and growth.
    Random,
}

/// What only exists while something watches.
#[derive(Clone, Debug)]
pub(super) struct ChoiceRecorder {
    pub(super) tree: Tree,
    /// Spans not closed yet.
    pub(super) open: Vec<u32>,
    /// Where the draw under way was asked for; goes to its first choice or span.
    pub(super) site: u32,
    pub(super) guide: Option<Guide>,
    /// So many of the bounds of the guide have the same numbers in the tree.
    adopted: u32,
    pub(super) fill: Fill,
    /// How many spans were open when a filter tried again, while it does.
    pub(super) retry: Option<usize>,
    /// Inputs are being enumerated: a filter must accept what it gets first.
    pub(super) strict: bool,
    /// Calls of `draw` under way: a panic in them is the generator's.
    drawing: u32,
    pub(super) labels: Labels,
    /// Hand-written steps that led nowhere, in all cases.
    pub(super) rejected_steps: Vec<RejectedStep>,
    /// Sees what was drawn, while it is drawn.
    pub(super) observer: Option<DrawObserver>,
}

/// Labels by the address of their name: hashing a long type name at each opening would be a quarter of
/// the cost of recording.
#[derive(Clone, Debug)]
pub(super) struct Labels([(usize, Label); 64]);

impl Labels {
    #[inline]
    pub(super) fn of(&mut self, name: &'static str) -> Label {
        let address = name.as_ptr().addr();
        let slot = (address ^ address >> 6) & 63;
        if self.0[slot].0 != address + name.len() {
            self.0[slot] = (address + name.len(), Label::of(name));
        }
        self.0[slot].1
    }
}

/// What the guide says about one choice.
pub(super) enum Advice<T> {
    Take(T),
    Simplest,
    Random,
}

impl ChoiceRecorder {
    pub(super) fn fill(&self) -> Fill {
        if self.retry.is_some() { Fill::Random } else { self.fill }
    }

    /// Site of the draw, and what the guide advises.
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

    /// The next choice of the guide as it is, if it is the counterpart of this draw beyond doubt, and `same` says that
    /// the bounds with this number are those of the draw. Otherwise nothing happens.
    ///
    /// Most draws of a guided case are like this: what comes to the same by [`ChoiceRecorder::advice`] takes three times as long.
    #[inline(always)]
    fn follow(&mut self, kind: Kind, same: impl FnOnce(&Tree, u32) -> bool) -> Option<u64> {
        let guide = self.guide.as_mut()?;
        let choice = guide.next(kind, self.site)?;
        if !same(&guide.tree, choice.bounds()) {
            return None;
        }
        guide.pass();
        let site = std::mem::take(&mut self.site);
        self.push(kind, choice.bounds(), choice.value, site);
        Some(choice.value)
    }

    /// The same for an integer of at most 64 bits.
    #[inline]
    fn follow_integer(&mut self, limits: &IntegerBounds) -> Option<u64> {
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

pub(super) const RECORDING: &str = "only called while something watches";

/// Starting, and what is left of a case.
impl Source {
    /// A source that records; each case starts with one of the three methods below.
    pub(crate) fn recording() -> Source {
        let recorder = ChoiceRecorder {
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
        };
        Source { recorder: Some(Box::new(recorder)), ..Source::new() }
    }

    /// The case that random mode makes of the same chance and size, recorded.
    pub(crate) fn record(&mut self, random: Random, size: u32) {
        self.begin(None, Fill::Random, false, random, size);
    }

    /// A case that follows a tree, recorded.
    pub(crate) fn replay(&mut self, guide: Rc<Tree>, fill: Fill, random: Random, size: u32) {
        let before = self.recorder.as_mut().expect(RECORDING).guide.take();
        self.begin(Some(Guide::after(before, guide)), fill, false, random, size);
    }

    /// A case that follows a tree, with the simplest for what it lacks, and no second attempts.
    pub(crate) fn enumerate(&mut self, guide: Rc<Tree>) {
        self.begin(Some(Guide::new(guide)), Fill::Simplest, true, Random::from_state(0), 100);
    }

    pub(super) fn begin(
        &mut self,
        guide: Option<Guide>,
        fill: Fill,
        strict: bool,
        random: Random,
        size: u32,
    ) {
        self.restart(random, size);
        let recorder = self.recorder.as_mut().expect(RECORDING);
        recorder.open.clear();
        recorder.adopted = 0;
        if let Some(guide) = &guide {
            recorder.adopted = recorder.tree.clear_for(&guide.tree);
        } else {
            recorder.tree.clear();
        }
        (recorder.site, recorder.retry, recorder.drawing) = (0, None, 0);
        (recorder.guide, recorder.fill, recorder.strict) = (guide, fill, strict);
    }

    /// What was recorded so far.
    pub(crate) fn recorded(&self) -> &Tree {
        &self.recorder.as_ref().expect(RECORDING).tree
    }

    /// What was recorded. Spans that unwinding left open are closed.
    pub(crate) fn take_tree(&mut self) -> Tree {
        let recorder = self.recorder.as_mut().expect(RECORDING);
        while recorder.close().is_some() {}
        std::mem::take(&mut recorder.tree)
    }

    /// Takes back a tree that nobody wants: the next case is recorded into its memory.
    pub(crate) fn reuse(&mut self, tree: Tree) {
        let recorder = self.recorder.as_mut().expect(RECORDING);
        if recorder.tree.is_empty() {
            recorder.tree = tree;
        }
    }

    /// Whether a generator is at work: if something panics now, it is to blame.
    pub(crate) fn is_drawing(&self) -> bool {
        self.recorder.as_ref().is_some_and(|recorder| recorder.drawing > 0)
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn begin_draw(&mut self, place: &Location<'_>) {
        let depth = self.budget.depth();
        let recorder = self.recorder.as_mut().expect(RECORDING);
        recorder.drawing += 1;
        // Without the file: what is drawn in one span is hardly ever written at the same line and column of two.
        // An address of its name would be another in every process, and with it what is found.
        let place = place.line() << 9 ^ place.column() << 1;
        recorder.site = site(place, depth);
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn end_draw(&mut self) {
        let recorder = self.recorder.as_mut().expect(RECORDING);
        (recorder.drawing, recorder.site) = (recorder.drawing.saturating_sub(1), 0);
        if recorder.drawing == 0 && recorder.observer.is_some() {
            self.show();
        }
    }
}

/// Spans and collections.
impl Source {
    #[cold]
    #[inline(never)]
    pub(crate) fn open(&mut self, name: &'static str, part: u64) {
        let recorder = self.recorder.as_mut().expect(RECORDING);
        let label = recorder.labels.of(name);
        recorder.open(if part == 0 { label } else { label.part(part) });
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn close(&mut self) {
        self.recorder.as_mut().expect(RECORDING).close();
    }

    /// The number of the innermost span that is open.
    pub(crate) fn innermost(&self) -> Option<u32> {
        self.recorder.as_ref()?.open.last().copied()
    }

    /// A span that came to nothing, but nearly would not have: a guide goes on from it.
    #[cold]
    pub(crate) fn restore(&mut self, span: u32) {
        let recorder = self.recorder.as_mut().expect(RECORDING);
        recorder.tree.spans[span as usize].restore();
    }

    /// Closes a span that came to nothing. Where inputs are enumerated, so does the case: another
    /// attempt is another input, which has its own turn.
    #[cold]
    #[inline(never)]
    pub(crate) fn close_discarded(&mut self) {
        let recorder = self.recorder.as_mut().expect(RECORDING);
        if let Some(span) = recorder.close() {
            span.discard();
        }
        if recorder.strict {
            super::refuse(super::Refused::Rejected)
        }
    }

    /// A filter tries for the `number`th time (from 0). What is simplest was refused already, so from
    /// the second attempt on, what the guide lacks is drawn at random.
    #[cold]
    #[inline(never)]
    pub(crate) fn open_attempt(&mut self, name: &'static str, number: u32) {
        self.open(name, 1);
        if number > 0 {
            self.retry();
        }
    }

    /// What is drawn in the span just opened replaces something that was refused.
    #[cold]
    pub(crate) fn retry(&mut self) {
        let recorder = self.recorder.as_mut().expect(RECORDING);
        recorder.retry = recorder.retry.or(Some(recorder.open.len()));
    }
}

/// Draws.
impl Source {
    #[cold]
    #[inline(never)]
    pub(super) fn record_integer(&mut self, which: &'static IntegerType, starving: bool) -> u64 {
        let recorder = self.recorder.as_mut().expect(RECORDING);
        // Recording alone is by far the most frequent, and short enough to need no stack.
        if recorder.guide.is_some() || starving {
            return self.guided_integer(which, starving);
        }
        let bits = sample::integer(&mut self.random, self.drawn.before(self.fuel), which);
        let site = std::mem::take(&mut recorder.site);
        recorder.push(Kind::Integer, which.bounds_number, which.offset(bits), site);
        bits
    }

    #[inline(never)]
    fn guided_integer(&mut self, which: &'static IntegerType, starving: bool) -> u64 {
        let recorder = self.recorder.as_mut().expect(RECORDING);
        if !starving
            && let Some(offset) =
                recorder.follow(Kind::Integer, |_, number| number == which.bounds_number)
        {
            return which.value(offset);
        }
        let (site, advice) = recorder.advice(Kind::Integer, starving, Tree::number);
        let bits = match advice {
            Advice::Random => {
                sample::integer(&mut self.random, self.drawn.before(self.fuel), which)
            }
            Advice::Simplest => 0,
            Advice::Take(number) => {
                let Bounds::Integer(limits) = &predefined::PREDEFINED[which.bounds_number as usize]
                else {
                    unreachable!("whole types are integers")
                };
                which.value(limits.nearest(number) as u64)
            }
        };
        recorder.push(Kind::Integer, which.bounds_number, which.offset(bits), site);
        bits
    }

    #[cold]
    #[inline(never)]
    pub(super) fn record_offset(
        &mut self,
        min: u64,
        span: u64,
        origin: u64,
        signed: bool,
        starving: bool,
    ) -> u64 {
        let min_bits = if signed { i128::from(min as i64) as u128 } else { u128::from(min) };
        let (wide_span, wide_origin) = (u128::from(span), u128::from(origin));
        let limits = IntegerBounds {
            min: min_bits,
            span: wide_span,
            origin: wide_origin,
            signed,
            branch: false,
        };
        let recorder = self.recorder.as_mut().expect(RECORDING);
        if !starving && let Some(offset) = recorder.follow_integer(&limits) {
            return offset;
        }
        let (site, advice) = recorder.advice(Kind::Integer, starving, Tree::number);
        let offset = match advice {
            Advice::Random => {
                sample::offset(&mut self.random, self.drawn.before(self.fuel), min, span, origin)
            }
            Advice::Simplest => origin,
            Advice::Take(number) => limits.nearest(number) as u64,
        };
        let bounds = recorder.tree.intern(&Bounds::Integer(limits));
        recorder.push(Kind::Integer, bounds, offset, site);
        offset
    }

    #[cold]
    pub(super) fn record_wide_offset(
        &mut self,
        min: u128,
        span: u128,
        origin: u128,
        signed: bool,
        starving: bool,
    ) -> u128 {
        let limits = IntegerBounds { min, span, origin, signed, branch: false };
        let recorder = self.recorder.as_mut().expect(RECORDING);
        let (site, advice) = recorder.advice(Kind::Integer, starving, Tree::number);
        let offset = match advice {
            Advice::Random => sample::wide_offset(
                &mut self.random,
                self.drawn.before(self.fuel),
                min,
                span,
                origin,
            ),
            Advice::Simplest => origin,
            Advice::Take(number) => limits.nearest(number),
        };
        let bounds = recorder.tree.intern(&Bounds::Integer(limits));
        let stored = recorder.tree.store_offset(offset, span);
        recorder.push(Kind::Integer, bounds, stored, site);
        offset
    }

    #[cold]
    #[inline(never)]
    pub(super) fn record_branch(
        &mut self,
        count: u32,
        origin: u32,
        weights: Option<(&Weights, u32)>,
        starving: bool,
    ) -> u32 {
        let (span, from) = (u128::from(count - 1), u128::from(origin));
        let limits = IntegerBounds { min: 0, span, origin: from, signed: false, branch: true };
        let recorder = self.recorder.as_mut().expect(RECORDING);
        if !starving && let Some(branch) = recorder.follow_integer(&limits) {
            return branch as u32;
        }
        let (site, advice) = recorder.advice(Kind::Integer, starving, Tree::number);
        let branch = match advice {
            Advice::Simplest => origin,
            Advice::Take(number) => limits.nearest(number) as u32,
            Advice::Random => match weights {
                Some((weights, damping)) => weights.choose(&mut self.random, damping),
                None => sample::branch(&mut self.random, count),
            },
        };
        let bounds = recorder.tree.intern(&Bounds::Integer(limits));
        recorder.push(Kind::Integer, bounds, u64::from(branch), site);
        branch
    }

    #[cold]
    #[inline(never)]
    pub(super) fn record_boolean(&mut self, threshold: u64, starving: bool) -> bool {
        let recorder = self.recorder.as_mut().expect(RECORDING);
        let free = !starving && threshold != 0 && threshold != u64::MAX;
        if let Some(known) = predefined::boolean(threshold).filter(|_| free)
            && let Some(value) = recorder.follow(Kind::Bool, |_, number| number == known)
        {
            return value == 1;
        }
        let (site, advice) = recorder.advice(Kind::Bool, starving, |_, choice| choice.value == 1);
        let value = match (threshold, advice) {
            (0, Advice::Take(_) | Advice::Simplest) => false,
            (u64::MAX, Advice::Take(_) | Advice::Simplest) => true,
            (_, Advice::Take(value)) => value,
            (_, Advice::Simplest) => false,
            (_, Advice::Random) => sample::boolean(&mut self.random, threshold),
        };
        let bounds = predefined::boolean(threshold)
            .unwrap_or_else(|| recorder.tree.intern(&Bounds::Bool { threshold }));
        recorder.push(Kind::Bool, bounds, u64::from(value), site);
        value
    }

    #[cold]
    #[inline(never)]
    pub(super) fn record_float(&mut self, limits: &Floats, starving: bool) -> f64 {
        let recorder = self.recorder.as_mut().expect(RECORDING);
        let read = |_: &Tree, choice: Choice| f64::from_bits(choice.value);
        let (site, advice) = recorder.advice(Kind::Float, starving, read);
        let value = match advice {
            Advice::Take(value) => limits.conform(value),
            Advice::Simplest => limits.simplest(),
            Advice::Random => sample::float(&mut self.random, limits),
        };
        let Floats { min, max, whole, single } = *limits;
        let bounds = match (whole, single) {
            (true, false) => predefined::DOUBLE,
            (true, true) => predefined::SINGLE,
            (false, _) => recorder.tree.intern(&Bounds::Float { min, max, nan: false, single }),
        };
        recorder.push(Kind::Float, bounds, value.to_bits(), site);
        value
    }

    /// A character is recorded as its number in the order in which characters get simpler.
    #[cold]
    #[inline(never)]
    pub(super) fn record_character(&mut self, alphabet: &Alphabet, starving: bool) -> char {
        let span = u128::from(alphabet.len() - 1);
        let limits = IntegerBounds { min: 0, span, origin: 0, signed: false, branch: false };
        let recorder = self.recorder.as_mut().expect(RECORDING);
        let (site, advice) = recorder.advice(Kind::Integer, starving, Tree::number);
        let value = match advice {
            Advice::Take(number) => alphabet.nth(limits.nearest(number) as u32),
            Advice::Simplest => alphabet.nth(0),
            Advice::Random => sample::character(&mut self.random, alphabet),
        };
        let index = alphabet.index(value).expect("it was chosen from the alphabet");
        let bounds = recorder.tree.intern(&Bounds::Integer(limits));
        recorder.push(Kind::Integer, bounds, u64::from(index), site);
        value
    }

    #[cold]
    #[inline(never)]
    pub(super) fn record_text(
        &mut self,
        alphabet: &Alphabet,
        lengths: &Lengths,
        starving: bool,
    ) -> String {
        let most = lengths.most(self.size, self.pressure());
        let recorder = self.recorder.as_mut().expect(RECORDING);
        let (min, max) = lengths.as_bounds();
        let read =
            |tree: &Tree, choice: Choice| conform_text(tree.text(choice), alphabet, min, max);
        let (site, advice) = recorder.advice(Kind::Text, starving, read);
        let value = match advice {
            Advice::Take(text) => text,
            Advice::Simplest => simplest_text(alphabet, lengths.min as u32),
            Advice::Random => sample::text(&mut self.random, alphabet, lengths.min, most),
        };
        let bounds = recorder.tree.intern(&Bounds::Text { alphabet: alphabet.clone(), min, max });
        let stored = recorder.tree.store_bytes(value.as_bytes());
        recorder.push(Kind::Text, bounds, stored, site);
        value
    }

    #[cold]
    #[inline(never)]
    pub(super) fn record_bytes(&mut self, lengths: &Lengths, starving: bool) -> Vec<u8> {
        let most = lengths.most(self.size, self.pressure());
        let recorder = self.recorder.as_mut().expect(RECORDING);
        let read = |tree: &Tree, choice: Choice| {
            let mut bytes = tree.bytes(choice).to_vec();
            bytes.resize(bytes.len().clamp(lengths.min, lengths.max), 0);
            bytes
        };
        let (site, advice) = recorder.advice(Kind::Bytes, starving, read);
        let value = match advice {
            Advice::Take(bytes) => bytes,
            Advice::Simplest => vec![0; lengths.min],
            Advice::Random => sample::bytes(&mut self.random, lengths.min, most),
        };
        let (min, max) = lengths.as_bounds();
        let bounds = recorder.tree.intern(&Bounds::Bytes { min, max });
        let stored = recorder.tree.store_bytes(&value);
        recorder.push(Kind::Bytes, bounds, stored, site);
        value
    }
}
