//! Guides: trees that a replay follows.

use crate::choice::{Choice, Kind, Label, Tree, site::place_of};
use std::rc::Rc;

/// Choices and spans a draw looks ahead for its counterpart. Larger values find no more in practice: a level with
/// this many mismatches has changed its meaning. They would also make replay quadratic.
const LOOKAHEAD: usize = 64;

/// Choices of other kinds that a draw skips in a tree without spans: a lookahead as above would skip half of a small
/// tree.
const FLAT_LOOKAHEAD: usize = 8;

/// The unread rest of a span of the guide.
#[derive(Clone, Copy, Debug)]
struct Frame {
    choice: u32,
    choice_end: u32,
    span: u32,
    span_end: u32,
}

/// The frame of a span without a counterpart.
const LOST: Frame = Frame { choice: 0, choice_end: 0, span: 0, span_end: 0 };

/// A tree that a replay follows: by spans, labels and call sites rather than by position.
#[derive(Clone, Debug)]
pub(crate) struct Guide {
    pub(crate) tree: Rc<Tree>,
    /// Whether the tree has no spans, as it comes from a token: the replay then follows it by position.
    flat: bool,
    frames: Vec<Frame>,
}

impl Guide {
    pub(crate) fn new(tree: Rc<Tree>) -> Guide {
        Guide::after(None, tree)
    }

    /// A guide that reuses the memory of another one.
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

    /// Takes the next matching choice of the current span, and drops those before it. Drops nothing if none matches.
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

    /// Peeks at the next choice, if it is the counterpart of this draw and no hole.
    #[inline]
    pub(super) fn peek(&self, kind: Kind, site: u32) -> Option<Choice> {
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

    /// Skips the next choice.
    #[inline]
    pub(super) fn skip(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.choice += 1;
        }
    }

    /// The number of choices left in the current span; 0 without spans, where they may belong to any later draw.
    pub(super) fn breadth(&self) -> usize {
        if self.flat {
            return 0;
        }
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

    /// Enters the next sibling with this label and site, or a lost span if there is none.
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
                // Never a counterpart. Drops those at the front, as there may be many.
                if (frame.choice, frame.span) == (span.start, at) {
                    (frame.choice, frame.span) = (span.end, span.next);
                }
            } else if (span.label == label || span.label == Label::ANY) && fits(span.site(), site) {
                (frame.choice, frame.span) = (span.end, span.next);
                // A span without contents is to be filled, as if it were lost.
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

    /// Moves from an element of a collection to the next one, and skips its continue flag. A shortcut: returns false,
    /// and does nothing, if the next element is not plain.
    #[inline]
    pub(super) fn next_element(&mut self, label: Label) -> bool {
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
        let flag = self.tree.choices[span.start as usize];
        if !flag.is_plain_true() {
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

    /// The temperature of the step requested for the span just entered, if there is one.
    pub(super) fn requested_step(&self) -> Option<f64> {
        let inside = self.frames[self.frames.len() - 1].span.checked_sub(1)?;
        self.tree.spans.get(inside as usize)?.requested_step()
    }

    pub(crate) fn leave(&mut self) {
        if !self.flat && self.frames.len() > 1 {
            self.frames.pop();
        }
    }
}

/// Whether two sites match. Moved, encoded and stored parts have no site, and match every site.
fn fits(known: u32, asked: u32) -> bool {
    known == 0 || place_of(known) == place_of(asked)
}
