//! Reading an earlier tree while the program makes a new one.

use crate::choice::{Choice, Kind, Label, Tree, site::place_of};
use std::rc::Rc;

/// How far ahead a draw looks for its counterpart. Larger values find no more in practice (a level
/// with so many parts that do not fit has lost its meaning) and would make replay quadratic.
const LOOKAHEAD: usize = 64;

/// In a tree without spans: how many choices of other kinds are passed over.
const FLAT_LOOKAHEAD: usize = 8;

/// What is left of a span of the guide.
#[derive(Clone, Copy, Debug)]
struct Frame {
    choice: u32,
    choice_end: u32,
    span: u32,
    span_end: u32,
}

/// The frame of a span that has no counterpart.
const LOST: Frame = Frame { choice: 0, choice_end: 0, span: 0, span_end: 0 };

/// A tree that is followed, by spans, labels and call sites rather than by position.
#[derive(Clone, Debug)]
pub(crate) struct Guide {
    pub(crate) tree: Rc<Tree>,
    /// The tree has no spans (it comes from a token): it is followed by position.
    flat: bool,
    frames: Vec<Frame>,
}

impl Guide {
    pub(crate) fn new(tree: Rc<Tree>) -> Guide {
        Guide::after(None, tree)
    }

    /// The same, in the memory of a guide that is not needed any more.
    pub(super) fn after(before: Option<Guide>, tree: Rc<Tree>) -> Guide {
        let whole = Frame {
            choice: 0,
            choice_end: tree.choices.len() as u32,
            span: 0,
            span_end: tree.spans.len() as u32,
        };
        let mut frames = before.map_or_else(Vec::new, |before| before.frames);
        frames.clear();
        frames.push(whole);
        Guide { flat: tree.spans.is_empty(), tree, frames }
    }

    /// Whether the current span has no counterpart in the guide.
    pub(super) fn is_lost(&self) -> bool {
        let top = self.frames[self.frames.len() - 1];
        !self.flat && top.choice_end == 0 && top.span_end == 0
    }

    /// The next choice of this kind in the current span. What is passed over is dropped; when nothing
    /// fits, nothing is dropped.
    pub(crate) fn choice(&mut self, kind: Kind, site: u32) -> Option<Choice> {
        if self.flat {
            return self.flat_choice(kind);
        }
        let Guide { tree, frames, .. } = self;
        let frame = frames.last_mut().expect("the frame of the whole tree stays");
        let (mut choice, mut span) = (frame.choice, frame.span);
        for _ in 0..LOOKAHEAD {
            if span < frame.span_end && tree.spans[span as usize].start == choice {
                let skipped = tree.spans[span as usize];
                (choice, span) = (skipped.end, skipped.next);
                continue;
            }
            if choice >= frame.choice_end {
                return None;
            }
            let found = tree.choices[choice as usize];
            choice += 1;
            if found.kind() == kind && fits(found.site, site) {
                (frame.choice, frame.span) = (choice, span);
                return Some(found);
            }
        }
        None
    }

    /// The choice that comes next, if it is the counterpart of this draw and no hole. It stays the next one.
    #[inline]
    pub(super) fn next(&self, kind: Kind, site: u32) -> Option<Choice> {
        let frame = self.frames.last()?;
        let span = self.tree.spans.get(frame.span as usize);
        let inside =
            frame.span < frame.span_end && span.is_some_and(|span| span.start == frame.choice);
        if self.flat || inside || frame.choice >= frame.choice_end {
            return None;
        }
        let found = self.tree.choices[frame.choice as usize];
        let fits = found.kind() == kind && !found.is_hole() && fits(found.site, site);
        fits.then_some(found)
    }

    /// Passes over the choice that comes next.
    #[inline]
    pub(super) fn pass(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.choice += 1;
        }
    }

    /// How many choices there are in the current span.
    pub(super) fn breadth(&self) -> usize {
        self.frames.last().map_or(0, |frame| (frame.choice_end - frame.choice) as usize)
    }

    fn flat_choice(&mut self, kind: Kind) -> Option<Choice> {
        let at = self.frames[0].choice as usize;
        let ahead = &self.tree.choices[at..];
        let skip = ahead.iter().take(FLAT_LOOKAHEAD).position(|choice| choice.kind() == kind)?;
        let found = ahead[skip];
        self.frames[0].choice += skip as u32 + 1;
        Some(found)
    }

    /// Goes into the next sibling of the same label and site, or into nothing.
    pub(crate) fn enter(&mut self, label: Label, site: u32) {
        if self.flat {
            return;
        }
        let Guide { tree, frames, .. } = self;
        let frame = frames.last_mut().expect("the frame of the whole tree stays");
        let mut at = frame.span;
        let mut inside = LOST;
        let mut ahead = 0;
        while at < frame.span_end && ahead < LOOKAHEAD {
            let span = tree.spans[at as usize];
            if span.discarded() {
                // Never a counterpart, however many there are: those in front are dropped for good.
                if (frame.choice, frame.span) == (span.start, at) {
                    (frame.choice, frame.span) = (span.end, span.next);
                }
            } else if (span.label == label || span.label == Label::ANY) && fits(span.site(), site) {
                (frame.choice, frame.span) = (span.end, span.next);
                // A span without content is one to be filled: as if there were none.
                if span.start == span.end {
                    break;
                }
                inside = Frame {
                    choice: span.start,
                    choice_end: span.end,
                    span: at + 1,
                    span_end: span.next,
                };
                break;
            } else {
                ahead += 1;
            }
            at = span.next;
        }
        self.frames.push(inside);
    }

    /// Leaves an element of a collection for the next one, and passes over the coin that says it is there. Returns
    /// false, and stays, where that is not all there is to it.
    #[inline]
    pub(super) fn step_to(&mut self, label: Label) -> bool {
        let [.., around, inside] = &mut *self.frames else { return false };
        let at = around.span;
        let Some(span) = self.tree.spans.get(at as usize).filter(|_| at < around.span_end) else {
            return false;
        };
        let inner = self.tree.spans.get(at as usize + 1);
        let plain = span.label == label && span.is_plain() && span.start < span.end;
        if self.flat || !plain || inner.is_some_and(|inner| inner.start == span.start) {
            return false;
        }
        let coin = self.tree.choices[span.start as usize];
        if !coin.is_plain_true() {
            return false;
        }
        (around.choice, around.span) = (span.end, span.next);
        *inside = Frame {
            choice: span.start + 1,
            choice_end: span.end,
            span: at + 1,
            span_end: span.next,
        };
        true
    }

    /// The temperature of the step that is to be made from the span just entered, if one is.
    pub(super) fn step(&self) -> Option<f64> {
        let inside = self.frames[self.frames.len() - 1].span.checked_sub(1)?;
        self.tree.spans.get(inside as usize)?.requested_step()
    }

    pub(crate) fn leave(&mut self) {
        if !self.flat && self.frames.len() > 1 {
            self.frames.pop();
        }
    }
}

/// Parts that were moved, encoded or read from a file have no site and fit anywhere.
fn fits(known: u32, asked: u32) -> bool {
    known == 0 || place_of(known) == place_of(asked)
}
