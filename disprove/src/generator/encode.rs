//! The encoder: converts values back to choices.

use crate::{
    choice::{Bounds, IntegerBounds, Label, Span, Tree, Value, predefined},
    source::sample::{IntegerType, Lengths, Word},
};

/// Writes the choices that produce a value: the inverse of [`Source`](crate::Source).
///
/// Use it to implement [`Generator::encode_into`](crate::Generator::encode_into) or
/// [`Arbitrary::encode`](trait@crate::Arbitrary) by hand: write with [`encode`](Encoder::encode) what the generator reads
/// with [`draw`](crate::Source::draw), in the same order. [`attempt`](Encoder::attempt) tries one of several alternatives.
///
/// [`Generator::encode`](crate::Generator::encode) creates an encoder and returns the choices.
#[derive(Debug)]
pub struct Encoder {
    tree: Tree,
}

impl Encoder {
    /// The choices that `body` writes, unless it returns false.
    pub(crate) fn tree(body: &mut dyn FnMut(&mut Encoder) -> bool) -> Option<Tree> {
        let mut encoder = Encoder { tree: Tree::default() };
        body(&mut encoder).then_some(encoder.tree)
    }

    /// Runs `body`, and removes what it wrote if it returns false.
    ///
    /// ```
    /// use disprove::{Encoder, prelude::*};
    ///
    /// /// A percentage, or a number of items.
    /// #[derive(Debug)]
    /// struct Amount(i32);
    ///
    /// impl Arbitrary for Amount {
    ///     fn arbitrary(src: &mut Source) -> Amount {
    ///         if src.draw(any::<bool>()) { Amount(src.draw(1_000..)) } else { Amount(src.draw(0..=100)) }
    ///     }
    ///
    ///     fn encode(Amount(n): &Amount, encoder: &mut Encoder) -> bool {
    ///         encoder.attempt(|encoder| encoder.encode(any(), &false) && encoder.encode(0..=100, n))
    ///             || encoder.attempt(|encoder| encoder.encode(any(), &true) && encoder.encode(1_000.., n))
    ///     }
    /// }
    ///
    /// assert_eq!(any::<Amount>().encode(&Amount(2_000)).expect("an amount").len(), 2);
    /// assert!(any::<Amount>().encode(&Amount(500)).is_none());
    /// ```
    pub fn attempt(&mut self, body: impl FnOnce(&mut Encoder) -> bool) -> bool {
        let (choices, spans) = (self.tree.choices.len(), self.tree.spans.len());
        let done = body(self);
        if !done {
            self.tree.choices.truncate(choices);
            self.tree.spans.truncate(spans);
        }
        done
    }

    /// Writes a span around what `body` writes.
    pub(crate) fn span(
        &mut self,
        name: &'static str,
        part: u64,
        body: impl FnOnce(&mut Encoder) -> bool,
    ) -> bool {
        let number = self.open(name, part);
        let done = body(self);
        self.close(number);
        done
    }

    fn open(&mut self, name: &'static str, part: u64) -> usize {
        let label = Label::of(name);
        let label = if part == 0 { label } else { label.part(part) };
        let number = self.tree.spans.len();
        self.tree.spans.push(Span::new(label, self.tree.len() as u32, 0));
        number
    }

    fn close(&mut self, number: usize) {
        let (end, next) = (self.tree.len() as u32, self.tree.spans.len() as u32);
        let span = &mut self.tree.spans[number];
        (span.end, span.next) = (end, next);
    }

    /// Writes a choice, if its bounds allow the value.
    pub(crate) fn choice(&mut self, bounds: &Bounds, value: &Value) -> bool {
        let allowed = bounds.allows(value);
        if allowed {
            self.tree.push(bounds, value);
        }
        allowed
    }

    /// Writes a value of an integer type that was drawn without bounds.
    #[inline]
    pub(crate) fn any_integer<T: Word>(&mut self, value: T) -> bool {
        self.word(T::TYPE, value.to_word())
    }

    fn word(&mut self, integers: &IntegerType, word: u64) -> bool {
        let bounds = &predefined::PREDEFINED[integers.bounds_number as usize];
        let Bounds::Integer(limits) = bounds else { return false };
        let number = limits.value(u128::from(integers.offset(word)));
        self.choice(bounds, &Value::Integer(number))
    }

    pub(crate) fn boolean(&mut self, threshold: u64, value: bool) -> bool {
        self.choice(&Bounds::Bool { threshold }, &Value::Bool(value))
    }

    /// Writes which of `count` alternatives is taken.
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

    /// Writes the elements of a collection with their continue flags.
    pub(crate) fn items<T>(
        &mut self,
        name: &'static str,
        lengths: &Lengths,
        items: impl Iterator<Item = T>,
        mut element: impl FnMut(&mut Encoder, T) -> bool,
    ) -> bool {
        let mut count = 0;
        for item in items {
            let number = self.open(name, 1);
            if !self.continue_flag(lengths, count, true) || !element(self, item) {
                return false;
            }
            self.close(number);
            count += 1;
        }
        let number = self.open(name, 1);
        let done = self.continue_flag(lengths, count, false);
        self.close(number);
        done
    }

    /// Writes whether another element follows the first `count`.
    fn continue_flag(&mut self, lengths: &Lengths, count: usize, value: bool) -> bool {
        let threshold = match count {
            _ if count < lengths.min => u64::MAX,
            _ if count >= lengths.max => 0,
            _ => predefined::CONTINUE_THRESHOLD,
        };
        self.boolean(threshold, value)
    }
}
