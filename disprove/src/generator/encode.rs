//! From values back to choices.

use crate::{
    choice::{Bounds, IntegerBounds, Label, Span, Tree, Value, predefined},
    source::sample::{Lengths, Word},
};

/// Writes the choices that make a value: the counterpart of [`Source`](crate::Source).
///
/// Only needed to write [`Arbitrary::encode`](crate::Arbitrary::encode) by hand.
#[derive(Debug)]
pub struct Encoder {
    tree: Tree,
    open: Vec<usize>,
}

impl Encoder {
    pub(crate) fn new() -> Encoder {
        Encoder { tree: Tree::default(), open: Vec::new() }
    }

    pub(crate) fn finish(self) -> Tree {
        self.tree
    }

    /// Writes a span around what `body` writes.
    pub(crate) fn span(
        &mut self,
        name: &'static str,
        part: u64,
        body: impl FnOnce(&mut Encoder) -> bool,
    ) -> bool {
        let label = Label::of(name);
        let label = if part == 0 { label } else { label.part(part) };
        self.open.push(self.tree.spans.len());
        self.tree.spans.push(Span::new(label, self.tree.len() as u32, 0));
        let done = body(self);
        let (end, next) = (self.tree.len() as u32, self.tree.spans.len() as u32);
        let number = self.open.pop().expect("opened above");
        let span = &mut self.tree.spans[number];
        (span.end, span.next) = (end, next);
        done
    }

    /// Writes a choice, if its bounds allow the value.
    pub(crate) fn choice(&mut self, bounds: &Bounds, value: &Value) -> bool {
        let allowed = bounds.allows(value);
        if allowed {
            self.tree.push(bounds, value);
        }
        allowed
    }

    pub(crate) fn whole<T: Word>(&mut self, value: T) -> bool {
        let whole = T::TYPE;
        let Bounds::Integer(limits) = &predefined::PREDEFINED[whole.bounds_number as usize] else {
            return false;
        };
        let number = limits.value(u128::from(whole.offset(value.to_word())));
        self.choice(&predefined::PREDEFINED[whole.bounds_number as usize], &Value::Integer(number))
    }

    pub(crate) fn coin(&mut self, threshold: u64, value: bool) -> bool {
        self.choice(&Bounds::Bool { threshold }, &Value::Bool(value))
    }

    pub(crate) fn branch(&mut self, count: u32, origin: u32, branch: u32) -> bool {
        let (span, origin) = (u128::from(count - 1), u128::from(origin));
        let limits = IntegerBounds { min: 0, span, origin, signed: false, branch: true };
        self.integer(limits, u128::from(branch))
    }

    /// Writes an integer by its offset.
    pub(crate) fn integer(&mut self, limits: IntegerBounds, offset: u128) -> bool {
        offset <= limits.span
            && self.choice(&Bounds::Integer(limits), &Value::Integer(limits.value(offset)))
    }

    /// Writes the coins and elements of a collection.
    pub(crate) fn items<T>(
        &mut self,
        name: &'static str,
        lengths: &Lengths,
        items: impl Iterator<Item = T>,
        mut element: impl FnMut(&mut Encoder, T) -> bool,
    ) -> bool {
        let mut count = 0;
        let coin = |count: usize| match count {
            _ if count < lengths.min => u64::MAX,
            _ if count >= lengths.max => 0,
            _ => predefined::CONTINUE_THRESHOLD,
        };
        for item in items {
            let threshold = coin(count);
            let done = self
                .span(name, 1, |encoder| encoder.coin(threshold, true) && element(encoder, item));
            if !done {
                return false;
            }
            count += 1;
        }
        self.span(name, 1, |encoder| encoder.coin(coin(count), false))
    }
}
