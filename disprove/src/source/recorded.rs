//! Draws of a recording source: recorded, and taken from the guide if there is one.

use super::{
    Source,
    guide::Guide,
    recorder::{Advice, ChoiceRecorder, Fill, RECORDING},
    sample::{self, Dictionary, Floats, IntegerType, Lengths, Weights},
};
use crate::{
    choice::{
        Alphabet, Bounds, Choice, IntegerBounds, Kind, Tree, conform_text, predefined,
        simplest_text, site::site,
    },
    random::Random,
};
use std::{panic::Location, rc::Rc};

/// Starting and ending a case.
impl Source {
    /// A source that records. Each case starts with one of the three methods below.
    pub(crate) fn recording() -> Source {
        Source::recording_with(Dictionary::empty())
    }

    /// The same with literals of the code under test.
    pub(crate) fn recording_with(dictionary: &'static Dictionary) -> Source {
        let recorder = Some(Box::new(ChoiceRecorder::new()));
        Source { recorder, ..Source::with(dictionary) }
    }

    /// Records the case that random mode makes from the same random stream and size.
    pub(crate) fn record(&mut self, random: Random, size: u32) {
        self.begin(None, Fill::Random, false, random, size);
    }

    /// Records a case that follows a tree.
    pub(crate) fn replay(&mut self, guide: Rc<Tree>, fill: Fill, random: Random, size: u32) {
        let before = self.recorder.as_mut().expect(RECORDING).guide.take();
        self.begin(Some(Guide::after(before, guide)), fill, false, random, size);
    }

    /// Records a case that follows a tree, with the simplest value for each missing choice and no second attempts.
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
        self.recorder.as_mut().expect(RECORDING).begin(guide, fill, strict);
    }

    /// The tree recorded so far.
    pub(crate) fn recorded(&self) -> &Tree {
        &self.recorder.as_ref().expect(RECORDING).tree
    }

    /// Takes the recorded tree. Closes spans that unwinding left open.
    pub(crate) fn take_tree(&mut self) -> Tree {
        let recorder = self.recorder.as_mut().expect(RECORDING);
        while recorder.close().is_some() {}
        std::mem::take(&mut recorder.tree)
    }

    /// Reuses the memory of a tree for the next case.
    pub(crate) fn reuse(&mut self, tree: Tree) {
        let recorder = self.recorder.as_mut().expect(RECORDING);
        if recorder.tree.is_empty() {
            recorder.tree = tree;
        }
    }

    /// Whether a generator is drawing: a panic now is the generator's.
    pub(crate) fn is_drawing(&self) -> bool {
        self.recorder.as_ref().is_some_and(|recorder| recorder.drawing > 0)
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn begin_draw(&mut self, place: &Location<'_>) {
        let depth = self.budget.stack.depth();
        let recorder = self.recorder.as_mut().expect(RECORDING);
        recorder.drawing += 1;
        // Without the file: draws of one span hardly ever stand at the same line and column of two files. The address
        // of the file name differs between processes, and would make runs differ.
        let place = place.line() << 9 ^ place.column() << 1;
        recorder.site = site(place, depth);
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn end_draw(&mut self) {
        let recorder = self.recorder.as_mut().expect(RECORDING);
        (recorder.drawing, recorder.site) = (recorder.drawing.saturating_sub(1), 0);
        if recorder.drawing == 0 && recorder.observer.is_some() {
            self.notify_observer();
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

    /// The number of the innermost open span.
    pub(crate) fn innermost(&self) -> Option<u32> {
        self.recorder.as_ref()?.open.last().copied()
    }

    /// Marks a discarded span as not discarded: it was nearly accepted, so a guide may continue from it.
    #[cold]
    pub(crate) fn restore(&mut self, span: u32) {
        let recorder = self.recorder.as_mut().expect(RECORDING);
        recorder.tree.spans[span as usize].restore();
    }

    /// Closes a discarded span. During enumeration this rejects the case: the next attempt is another input, which
    /// the enumeration reaches by itself.
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

    /// Opens the span of attempt `number` of a filter, from 0. The filter refused the simplest value at the first
    /// attempt, so later attempts draw at random where the guide has no choice.
    #[cold]
    #[inline(never)]
    pub(crate) fn open_attempt(&mut self, name: &'static str, number: u32) {
        self.open(name, 1);
        if number > 0 {
            self.retry();
        }
    }

    /// The draws in the span just opened replace refused ones.
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
        // Recording without a guide is the usual case, and short enough to need no stack.
        if recorder.guide.is_some() || starving {
            return self.guided_integer(which, starving);
        }
        let bits =
            sample::integer(&mut self.random, &self.tables, self.drawn.before(self.fuel), which);
        let site = std::mem::take(&mut recorder.site);
        recorder.push(Kind::Integer, which.bounds_number, which.offset(bits), site);
        bits
    }

    #[inline(never)]
    fn guided_integer(&mut self, which: &'static IntegerType, starving: bool) -> u64 {
        let recorder = self.recorder.as_mut().expect(RECORDING);
        if !starving {
            if let Some(offset) =
                recorder.follow(Kind::Integer, |_, number| number == which.bounds_number)
            {
                return which.value(offset);
            }
        }
        let (site, advice) = recorder.advice(Kind::Integer, starving, Tree::number);
        let bits = match advice {
            Advice::Random => {
                sample::integer(&mut self.random, &self.tables, self.drawn.before(self.fuel), which)
            }
            Advice::Simplest => 0,
            Advice::Take(number) => {
                let Bounds::Integer(limits) = &predefined::PREDEFINED[which.bounds_number as usize]
                else {
                    unreachable!("integer types have integer bounds")
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
        if !starving {
            if let Some(offset) = recorder.follow_integer(&limits) {
                return offset;
            }
        }
        let (site, advice) = recorder.advice(Kind::Integer, starving, Tree::number);
        let offset = match advice {
            Advice::Random => sample::offset(
                &mut self.random,
                &self.tables,
                self.drawn.before(self.fuel),
                min,
                span,
                origin,
            ),
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
                &self.tables,
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
        if !starving {
            if let Some(branch) = recorder.follow_integer(&limits) {
                return branch as u32;
            }
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
        if let Some(known) = predefined::boolean(threshold).filter(|_| free) {
            if let Some(value) = recorder.follow(Kind::Bool, |_, number| number == known) {
                return value == 1;
            }
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
            Advice::Random => sample::float(&mut self.random, &self.tables, limits),
        };
        let Floats { min, max, full, single } = *limits;
        let bounds = match (full, single) {
            (true, false) => predefined::DOUBLE,
            (true, true) => predefined::SINGLE,
            (false, _) => recorder.tree.intern(&Bounds::Float { min, max, nan: false, single }),
        };
        recorder.push(Kind::Float, bounds, value.to_bits(), site);
        value
    }

    /// Records a character as its index in the simplicity order of its alphabet.
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
            Advice::Random => sample::character(&mut self.random, &self.tables, alphabet),
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
        let most = lengths.most(self.tables.distribution, self.size, self.pressure());
        let recorder = self.recorder.as_mut().expect(RECORDING);
        let (min, max) = lengths.as_bounds();
        let read =
            |tree: &Tree, choice: Choice| conform_text(tree.text(choice), alphabet, min, max);
        let (site, advice) = recorder.advice(Kind::Text, starving, read);
        let value = match advice {
            Advice::Take(text) => text,
            Advice::Simplest => simplest_text(alphabet, lengths.min as u32),
            Advice::Random => {
                sample::text(&mut self.random, &self.tables, alphabet, lengths.min, most)
            }
        };
        let bounds = recorder.tree.intern(&Bounds::Text { alphabet: alphabet.clone(), min, max });
        let stored = recorder.tree.store_bytes(value.as_bytes());
        recorder.push(Kind::Text, bounds, stored, site);
        value
    }

    #[cold]
    #[inline(never)]
    pub(super) fn record_bytes(&mut self, lengths: &Lengths, starving: bool) -> Vec<u8> {
        let most = lengths.most(self.tables.distribution, self.size, self.pressure());
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
            Advice::Random => sample::bytes(&mut self.random, &self.tables, lengths.min, most),
        };
        let (min, max) = lengths.as_bounds();
        let bounds = recorder.tree.intern(&Bounds::Bytes { min, max });
        let stored = recorder.tree.store_bytes(&value);
        recorder.push(Kind::Bytes, bounds, stored, site);
        value
    }
}
