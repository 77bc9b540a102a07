//! The choice tree of a case: typed choices in one array, spans over them in another.

mod image;

use super::{
    bounds::{Bounds, IntegerBounds, Kind, Value},
    label::Label,
    number::Number,
    predefined::{FIRST_FREE, PREDEFINED},
    site::PLACE_BITS,
};

/// One choice in 16 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Choice {
    /// An offset, the bits of a float, or a place in the arena.
    pub(crate) value: u64,
    /// Three bits for the kind, one for [`FORCED`], one for [`HOLE`], the rest for the number of the bounds.
    tag: u32,
    /// The call site of the draw; 0 if unknown.
    pub(crate) site: u32,
}

const KIND_SHIFT: u32 = 29;
/// The choice has no alternative.
const FORCED: u32 = 1 << 28;
/// In a guide: the choice is drawn again.
const HOLE: u32 = 1 << 27;
/// The bits of the number of the bounds.
const NUMBER: u32 = HOLE - 1;

impl Choice {
    #[inline(always)]
    pub(crate) fn new(kind: Kind, bounds: u32, value: u64, site: u32) -> Choice {
        Choice { value, tag: (kind as u32) << KIND_SHIFT | bounds, site }
    }

    pub(crate) fn kind(self) -> Kind {
        match self.tag >> KIND_SHIFT {
            0 => Kind::Bool,
            1 => Kind::Integer,
            2 => Kind::Float,
            3 => Kind::Text,
            _ => Kind::Bytes,
        }
    }

    pub(crate) fn forced(self) -> bool {
        self.tag & FORCED != 0
    }

    pub(crate) fn force(mut self) -> Choice {
        self.tag |= FORCED;
        self
    }

    /// Whether it is the bool `true` without a site, and no hole.
    #[inline]
    pub(crate) fn is_plain_true(self) -> bool {
        self.tag & !(NUMBER | FORCED) == 0 && (self.value, self.site) == (1, 0)
    }

    /// In a guide: whether it is drawn again, whatever its value is.
    pub(crate) fn is_hole(self) -> bool {
        self.tag & HOLE != 0
    }

    pub(crate) fn empty(mut self) -> Choice {
        self.tag |= HOLE;
        self
    }

    /// Undoes [`Choice::empty`].
    #[cfg(any(test, feature = "fuzz"))]
    pub(crate) fn filled(mut self) -> Choice {
        self.tag &= !HOLE;
        self
    }

    /// The number of its bounds.
    pub(crate) fn bounds(self) -> u32 {
        self.tag & NUMBER
    }
}

/// One span in 24 bytes. Spans are sorted by opening, so a subtree is a range of spans and a range of choices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Span {
    pub(crate) label: Label,
    /// The choices of the subtree are `start..end`.
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// The first span after the subtree.
    pub(crate) next: u32,
    /// The call site without its lowest bit, which is 1 for all sites; [`DISCARDED`] and [`CUSTOM_MUTATOR`].
    mark: u32,
}

/// The span was discarded. Together with [`CUSTOM_MUTATOR`]: a step of the mutator is requested.
const DISCARDED: u32 = 1;

/// The value of the span has a custom mutator.
const CUSTOM_MUTATOR: u32 = 2;

/// The first bit of the depth in a mark. A guide stores the temperature of a step there instead: spans find their
/// counterparts by place alone.
const DEPTH: u32 = PLACE_BITS + 1;

/// The largest stored temperature.
const HOTTEST: u32 = u32::MAX >> DEPTH;

impl Span {
    #[inline(always)]
    pub(crate) fn new(label: Label, start: u32, site: u32) -> Span {
        Span { label, start, end: start, next: 0, mark: site >> 1 << 2 }
    }

    pub(crate) fn site(&self) -> u32 {
        let mark = if self.requested_step().is_some() {
            self.mark & !(HOTTEST << DEPTH)
        } else {
            self.mark
        };
        if mark < 4 { 0 } else { mark >> 2 << 1 | 1 }
    }

    pub(crate) fn discarded(&self) -> bool {
        self.mark & (DISCARDED | CUSTOM_MUTATOR) == DISCARDED
    }

    /// Whether it has no site, is not discarded, and has no custom mutator.
    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        self.mark == 0
    }

    pub(crate) fn discard(&mut self) {
        self.mark = self.mark & !CUSTOM_MUTATOR | DISCARDED;
    }

    /// Whether its value has a custom mutator.
    pub(crate) fn has_custom_mutator(&self) -> bool {
        self.mark & CUSTOM_MUTATOR == CUSTOM_MUTATOR
    }

    pub(crate) fn set_custom_mutator(&mut self) {
        self.mark = self.mark & !DISCARDED | CUSTOM_MUTATOR;
    }

    /// In a guide: requests a step of its custom mutator at a temperature from 0 to 1.
    pub(crate) fn request_step(&mut self, temperature: f64) {
        let temperature = (temperature.clamp(0.0, 1.0) * f64::from(HOTTEST)).round() as u32;
        self.mark =
            self.mark & !(HOTTEST << DEPTH) | temperature << DEPTH | DISCARDED | CUSTOM_MUTATOR;
    }

    /// The temperature of the requested step, if there is one.
    pub(crate) fn requested_step(&self) -> Option<f64> {
        let asked = self.mark & (DISCARDED | CUSTOM_MUTATOR) == DISCARDED | CUSTOM_MUTATOR;
        asked.then(|| f64::from(self.mark >> DEPTH) / f64::from(HOTTEST))
    }

    /// Undoes [`Span::discard`].
    pub(crate) fn restore(&mut self) {
        self.mark &= !DISCARDED;
    }

    /// Forgets the call site: the span then matches any site with its label.
    pub(crate) fn forget_site(&mut self) {
        self.mark &= DISCARDED | CUSTOM_MUTATOR;
    }

    /// The number of choices in the subtree.
    pub(crate) fn len(&self) -> u32 {
        self.end - self.start
    }
}

/// The choices of a case, nested in labeled spans.
///
/// Searches propose trees, the reducer makes them smaller, the database stores them.
///
/// ```
/// use disprove::{Tree, prelude::*};
///
/// let tree = vec(0..10u8).encode(&vec![1, 2]).expect("both are below 10");
/// let again = Tree::from_token(&tree.to_token()).expect("it was just written");
/// assert_eq!((again.len(), again.value(1)), (5, tree.value(1)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Tree {
    pub(crate) choices: Vec<Choice>,
    pub(crate) spans: Vec<Span>,
    /// The bounds that are not predefined.
    pub(super) bounds: Vec<Bounds>,
    /// Strings, byte strings and integers over 64 bits.
    pub(super) arena: Vec<u8>,
    /// Where bounds with a certain hash were found last, which is nearly always right again.
    pub(super) hints: [u32; 16],
}

impl Tree {
    /// The number of choices.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let tree = (0..10u8, any::<bool>()).into_generator().encode(&(3, true)).expect("both are allowed");
    /// assert_eq!(tree.len(), 2);
    /// ```
    pub fn len(&self) -> usize {
        self.choices.len()
    }

    /// Whether there are no choices.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// assert!(just(7).encode(&7).expect("the value itself").is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.choices.is_empty()
    }

    /// The bounds of choice number `i`.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let tree = (0..10u8, any::<bool>()).into_generator().encode(&(3, true)).expect("both are allowed");
    /// assert_eq!(tree.bounds(0).count(), Some(10));
    /// ```
    ///
    /// # Panics
    /// If `i` is not below [`len`](Tree::len).
    pub fn bounds(&self, i: usize) -> &Bounds {
        self.bounds_numbered(self.choices[i].tag & NUMBER)
    }

    fn bounds_numbered(&self, number: u32) -> &Bounds {
        match number.checked_sub(FIRST_FREE) {
            None => &PREDEFINED[number as usize],
            Some(own) => &self.bounds[own as usize],
        }
    }

    /// The value of choice number `i`.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let tree = (0..10u8, any::<bool>()).into_generator().encode(&(3, true)).expect("both are allowed");
    /// assert_eq!(tree.value(1), disprove::Value::Bool(true));
    /// ```
    ///
    /// # Panics
    /// If `i` is not below [`len`](Tree::len).
    pub fn value(&self, i: usize) -> Value {
        let choice = self.choices[i];
        match choice.kind() {
            Kind::Bool => Value::Bool(choice.value == 1),
            Kind::Integer => Value::Integer(self.number(choice)),
            Kind::Float => Value::Float(f64::from_bits(choice.value)),
            Kind::Text => Value::Text(self.text(choice).to_owned()),
            Kind::Bytes => Value::Bytes(self.bytes(choice).to_owned()),
        }
    }

    /// Whether choice number `i` has only one possible value.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let tree = int(5..=5).encode(&5).expect("the only value");
    /// assert!(tree.is_fixed(0));
    /// ```
    ///
    /// # Panics
    /// If `i` is not below [`len`](Tree::len).
    pub fn is_fixed(&self, i: usize) -> bool {
        self.choices[i].forced()
            || match self.bounds(i) {
                Bounds::Integer(limits) => limits.span == 0,
                Bounds::Bool { threshold } => matches!(threshold, 0 | &u64::MAX),
                bounds => bounds.count() == Some(1),
            }
    }

    pub(crate) fn number(&self, choice: Choice) -> Number {
        match self.bounds_numbered(choice.tag & NUMBER) {
            Bounds::Integer(limits) => limits.value(self.offset(choice, limits.span)),
            _ => Number::natural(u128::from(choice.value)),
        }
    }

    pub(crate) fn offset(&self, choice: Choice, span: u128) -> u128 {
        if span <= u128::from(u64::MAX) {
            return u128::from(choice.value);
        }
        let at = choice.value as usize;
        let bytes = self.arena[at..at + 16].try_into().expect("16 bytes");
        u128::from_le_bytes(bytes)
    }

    pub(crate) fn bytes(&self, choice: Choice) -> &[u8] {
        let at = (choice.value >> 32) as usize;
        &self.arena[at..at + (choice.value as u32) as usize]
    }

    pub(crate) fn text(&self, choice: Choice) -> &str {
        std::str::from_utf8(self.bytes(choice)).expect("the arena holds whole strings")
    }

    /// Whether there are strings or byte strings that are not empty, or integers over 64 bits.
    pub(crate) fn has_contents(&self) -> bool {
        !self.arena.is_empty()
    }

    pub(crate) fn clear(&mut self) {
        self.choices.clear();
        self.spans.clear();
        self.arena.clear();
        // Keep the bounds: the next case draws under the same ones. The limit is for generators that compute their
        // bounds, which would fill the table.
        if self.bounds.len() > 1_000 {
            self.bounds.clear();
        }
    }

    /// Clears the tree for a case that follows `guide`: reserves as much memory, and adopts the bounds of the guide
    /// with their numbers. Returns how many it adopted: none, if most of them belong to removed choices.
    pub(crate) fn clear_for(&mut self, guide: &Tree) -> u32 {
        self.choices.clear();
        self.spans.clear();
        self.arena.clear();
        self.choices.reserve(guide.choices.len() + 8);
        self.spans.reserve(guide.spans.len() + 8);
        if guide.bounds.len() > guide.choices.len() + 8 {
            self.bounds.clear();
        } else {
            self.bounds.clone_from(&guide.bounds);
            self.hints = guide.hints;
        }
        self.bounds.len() as u32
    }

    /// The integer bounds with this number, if they are among the first `count` that are not predefined.
    #[inline]
    pub(crate) fn own_integers(&self, number: u32, count: u32) -> Option<&IntegerBounds> {
        let own = number.checked_sub(FIRST_FREE).filter(|own| *own < count)?;
        match self.bounds.get(own as usize) {
            Some(Bounds::Integer(limits)) => Some(limits),
            _ => None,
        }
    }

    /// The number of these bounds; adds them if they are new.
    #[inline]
    pub(crate) fn intern(&mut self, bounds: &Bounds) -> u32 {
        let slot = slot(bounds);
        let hint = self.hints[slot];
        match self.bounds.get(hint as usize) {
            Some(known) if known == bounds => hint + FIRST_FREE,
            _ => self.intern_slowly(slot, bounds),
        }
    }

    /// Searches the last few entries only: a duplicate is harmless.
    #[inline(never)]
    fn intern_slowly(&mut self, slot: usize, bounds: &Bounds) -> u32 {
        let recent = self.bounds.len().saturating_sub(8);
        let number =
            if let Some(at) = self.bounds[recent..].iter().position(|known| known == bounds) {
                recent + at
            } else {
                self.bounds.push(bounds.clone());
                self.bounds.len() - 1
            };
        self.hints[slot] = number as u32;
        number as u32 + FIRST_FREE
    }

    /// Stores bytes in the arena, and returns the value of their choice.
    pub(crate) fn store_bytes(&mut self, bytes: &[u8]) -> u64 {
        let at = self.arena.len() as u64;
        self.arena.extend_from_slice(bytes);
        at << 32 | bytes.len() as u64
    }

    /// Stores an offset, and returns the value of its choice.
    #[inline]
    pub(crate) fn store_offset(&mut self, offset: u128, span: u128) -> u64 {
        if span <= u128::from(u64::MAX) {
            return offset as u64;
        }
        let at = self.arena.len() as u64;
        self.arena.extend_from_slice(&offset.to_le_bytes());
        at
    }

    /// Stores a value within its bounds, and returns the value of its choice.
    fn store(&mut self, bounds: &Bounds, value: &Value) -> u64 {
        match (bounds, value) {
            (Bounds::Integer(limits), Value::Integer(number)) => {
                self.store_offset(limits.nearest(*number), limits.span)
            }
            (_, Value::Bool(value)) => u64::from(*value),
            (_, Value::Float(value)) => value.to_bits(),
            (_, Value::Text(text)) => self.store_bytes(text.as_bytes()),
            (_, Value::Bytes(bytes)) => self.store_bytes(bytes),
            (_, Value::Integer(_)) => 0,
        }
    }

    /// Appends a choice; the value must be within the bounds.
    pub(crate) fn push(&mut self, bounds: &Bounds, value: &Value) {
        let number = match bounds {
            Bounds::Bool { threshold } => super::predefined::boolean(*threshold),
            _ => None,
        };
        let number = number.unwrap_or_else(|| self.intern(bounds));
        let stored = self.store(bounds, value);
        self.choices.push(Choice::new(bounds.kind(), number, stored, 0));
    }

    /// Sets choice number `i`. Returns false, and changes nothing, if the value is out of bounds.
    pub(crate) fn set(&mut self, i: usize, value: &Value) -> bool {
        let bounds = self.bounds(i).clone();
        let allowed = bounds.allows(value);
        if allowed {
            self.choices[i].value = self.store(&bounds, value);
        }
        allowed
    }

    /// A copy without unused bounds: the table of a source also holds bounds of other cases.
    pub(crate) fn compact(&self) -> Tree {
        let mut numbers = vec![0; self.bounds.len()];
        let mut tree = Tree {
            choices: self.choices.clone(),
            spans: self.spans.clone(),
            arena: self.arena.clone(),
            ..Tree::default()
        };
        for choice in &mut tree.choices {
            if let Some(own) = (choice.tag & NUMBER).checked_sub(FIRST_FREE) {
                let number = &mut numbers[own as usize];
                if *number == 0 {
                    tree.bounds.push(self.bounds[own as usize].clone());
                    *number = tree.bounds.len() as u32;
                }
                choice.tag = choice.tag & !NUMBER | (*number - 1 + FIRST_FREE);
            }
        }
        tree
    }

    /// The approximate size in bytes.
    pub(crate) fn bytes_taken(&self) -> usize {
        self.choices.len() * size_of::<Choice>()
            + self.spans.len() * size_of::<Span>()
            + self.bounds.len() * size_of::<Bounds>()
            + self.arena.len()
            + size_of::<Tree>()
    }

    /// Appends the choices `from..to` of `other` with their bounds and contents, without spans.
    pub(crate) fn copy_choices(&mut self, other: &Tree, from: usize, to: usize) {
        for choice in &other.choices[from..to] {
            let number = choice.tag & NUMBER;
            let own = if number < FIRST_FREE {
                number
            } else {
                self.intern(other.bounds_numbered(number))
            };
            let mut copy = *choice;
            copy.tag = choice.tag & !NUMBER | own;
            match (choice.kind(), other.bounds_numbered(number)) {
                (Kind::Text | Kind::Bytes, _) => {
                    copy.value = self.store_bytes(other.bytes(*choice));
                }
                (_, Bounds::Integer(limits)) => {
                    copy.value = self.store_offset(other.offset(*choice, limits.span), limits.span);
                }
                _ => {}
            }
            self.choices.push(copy);
        }
    }
}

/// A hash of the bounds, as an index into [`Tree::hints`].
fn slot(bounds: &Bounds) -> usize {
    let (a, b) = match bounds {
        Bounds::Bool { threshold } => (*threshold, 0),
        Bounds::Integer(limits) => {
            (limits.min as u64 ^ (limits.origin as u64).rotate_left(32), limits.span as u64 ^ 1)
        }
        Bounds::Float { min, max, .. } => (min.to_bits(), max.to_bits()),
        Bounds::Text { min, max, .. } => (u64::from(*min), u64::from(*max) ^ 2),
        Bounds::Bytes { min, max } => (u64::from(*min), u64::from(*max) ^ 3),
    };
    ((a.rotate_left(7) ^ b).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::site::{place_of, site};

    #[test]
    fn choices_and_spans_stay_small() {
        assert_eq!((size_of::<Choice>(), size_of::<Span>()), (16, 24));
    }

    #[test]
    fn pushed_choices_are_read_back() {
        let wide = &PREDEFINED[9];
        let values = [
            (PREDEFINED[0].clone(), Value::Bool(true)),
            (wide.clone(), Value::Integer(Number::from_bits(0, false))),
            (PREDEFINED[13].clone(), Value::Integer(Number::from_bits(i128::MIN as u128, true))),
            (PREDEFINED[14].clone(), Value::Float(-2.5)),
            (Bounds::Bytes { min: 0, max: 9 }, Value::Bytes(vec![1, 2, 3])),
        ];
        let mut tree = Tree::default();
        for (bounds, value) in &values {
            tree.push(bounds, value);
        }
        let mut copy = Tree::default();
        copy.copy_choices(&tree, 0, tree.len());
        tree.intern(&Bounds::Bytes { min: 3, max: 5 });
        let compact = tree.compact();
        assert!(compact.bytes_taken() < tree.bytes_taken());
        for (i, (bounds, value)) in values.iter().enumerate() {
            for tree in [&tree, &copy, &compact] {
                assert_eq!((tree.bounds(i), tree.value(i)), (bounds, value.clone()));
            }
        }
    }

    #[test]
    fn a_span_stores_its_site_flags_and_temperature() {
        for known in [0, site(0xabcde, 77), site(3, 2_047)] {
            let mut span = Span::new(Label::of("x"), 3, known);
            assert_eq!(
                (span.site(), span.discarded(), span.has_custom_mutator()),
                (known, false, false)
            );
            span.discard();
            assert_eq!((span.site(), span.discarded(), span.requested_step()), (known, true, None));
            span.set_custom_mutator();
            assert_eq!(
                (span.site(), span.discarded(), span.has_custom_mutator()),
                (known, false, true)
            );
            for temperature in [0.0, 0.25, 1.0] {
                span.request_step(temperature);
                assert_eq!(place_of(span.site()), place_of(known));
                let step = span.requested_step().expect("it was requested");
                assert!((step - temperature).abs() < 0.001 && !span.discarded());
            }
            span.forget_site();
            assert_eq!((span.site(), span.requested_step()), (0, Some(0.0)));
        }
    }

    #[test]
    fn a_value_out_of_bounds_is_not_set() {
        let mut tree = Tree::default();
        tree.push(&Bounds::Bytes { min: 0, max: 2 }, &Value::Bytes(vec![1]));
        assert!(!tree.set(0, &Value::Bytes(vec![1, 2, 3])));
        assert!(!tree.set(0, &Value::Bool(true)));
        assert_eq!(tree.value(0), Value::Bytes(vec![1]));
        assert!(tree.set(0, &Value::Bytes(vec![])));
        assert_eq!(tree.value(0), Value::Bytes(vec![]));
    }
}
