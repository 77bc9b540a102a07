//! Sampling of integers.

use super::{
    Dictionary, EarlierDraws, Tables,
    value_table::{LITERAL, RARE, UNIFORM, ValueTable},
};
use crate::random::{Random, uniform};

/// Ranges of up to this many values are drawn uniformly: a run of 500 cases draws each of them several times.
pub(crate) const NARROW: u64 = 64;

/// Bits of entropy in a biased draw: two draws are equal with a probability of at most 2^-5, as the tests of the
/// distribution check.
pub(crate) const ENTROPY: u32 = 5;

/// How to draw values of an integer type of up to 64 bits.
#[derive(Debug)]
pub(crate) struct IntegerType {
    /// The number of its predefined bounds.
    pub(crate) bounds_number: u32,
    /// The width of the type.
    pub(crate) bits: u32,
    pub(crate) signed: bool,
    table: ValueTable,
}

impl IntegerType {
    /// The offset from the smallest value.
    #[inline(always)]
    pub(crate) fn offset(&self, bits: u64) -> u64 {
        let flip = if self.signed { 1 << (self.bits - 1) } else { 0 };
        (bits ^ flip) & (u64::MAX >> (64 - self.bits))
    }

    /// The bits of the value at this offset, sign-extended.
    pub(crate) fn value(&self, offset: u64) -> u64 {
        if self.signed {
            let shift = 64 - self.bits;
            (((offset ^ (1 << (self.bits - 1))) << shift) as i64 >> shift) as u64
        } else {
            offset
        }
    }
}

/// An integer type of up to 64 bits.
pub(crate) trait Word: Copy {
    /// How to draw its values.
    const TYPE: &'static IntegerType;
    /// Bits of entropy in a draw: two draws are equal with a probability of at most 2^-entropy.
    const ENTROPY: u32;
    /// Whether it is `u8`, whose runs may spell a literal. A constant: the fields of [`IntegerType`] are read at run time.
    const IS_BYTE: bool;
    /// Keeps the lower bits.
    fn from_word(bits: u64) -> Self;
    /// The bits, sign-extended.
    fn to_word(self) -> u64;
}

macro_rules! words {
    ($($type:ty: $table:ident = $known:expr, $signed:expr;)*) => {$(
        static $table: IntegerType = IntegerType {
            bounds_number: $known,
            bits: <$type>::BITS,
            signed: $signed,
            table: ValueTable::new(<$type>::BITS, $signed),
        };

        impl Word for $type {
            const TYPE: &'static IntegerType = &$table;
            const ENTROPY: u32 = if <$type>::BITS == 8 { ENTROPY - 2 } else { ENTROPY };
            const IS_BYTE: bool = <$type>::BITS == 8 && !$signed;

            #[inline(always)]
            fn from_word(bits: u64) -> $type {
                bits as $type
            }

            #[inline(always)]
            fn to_word(self) -> u64 {
                self as u64
            }
        }
    )*};
}

/// Pointer-sized integers have the bounds of the fixed type with the same width.
const POINTER: u32 = usize::BITS.ilog2() - 3;

words! {
    u8: U8 = 4, false;
    u16: U16 = 5, false;
    u32: U32 = 6, false;
    u64: U64 = 7, false;
    usize: USIZE = 4 + POINTER, false;
    i8: I8 = 9, true;
    i16: I16 = 10, true;
    i32: I32 = 11, true;
    i64: I64 = 12, true;
    isize: ISIZE = 9 + POINTER, true;
}

/// A value of an integer type, as bits of which only the lower ones count.
#[inline(always)]
pub(crate) fn integer(
    random: &mut Random,
    tables: &Tables,
    before: EarlierDraws<'_>,
    which: &'static IntegerType,
) -> u64 {
    let (x, selector) = random.pair();
    let slot = tables.distribution.integers[selector as usize];
    if slot <= RARE.1 {
        return rare(x, slot, before, tables, which);
    }
    which.table.at(x, slot)
}

/// Fills `values` with the same values as one by one, except that bytes may spell a literal. `before` has the draws before
/// them.
#[inline(always)]
pub(crate) fn integers<T: Word>(
    random: &mut Random,
    tables: &Tables,
    before: EarlierDraws<'_>,
    values: &mut [T],
) {
    let which = T::TYPE;
    let distribution = tables.distribution;
    let others = (before, tables);
    // A local copy can stay in a register.
    let mut stream = random.clone();
    // Not a range: unoptimized code spends a quarter of the loop on it.
    let mut i = 0;
    while i < values.len() {
        let (x, selector) = stream.pair();
        let slot = distribution.integers[selector as usize];
        values[i] = T::from_word(which.table.at(x, slot));
        if slot <= RARE.1 {
            values[i] = T::from_word(rare_in_run(x, slot, &values[..i], &others));
        }
        i += 1;
    }
    *random = stream;
    if T::IS_BYTE && distribution.literals {
        spell(random, tables.dictionary, values);
    }
}

/// Writes a string literal over some bytes, half of the time.
#[cold]
#[inline(never)]
fn spell<T: Word>(random: &mut Random, dictionary: &Dictionary, values: &mut [T]) {
    let mut bytes = Vec::with_capacity(values.len());
    for value in &*values {
        bytes.push(value.to_word() as u8);
    }
    if random.word() & 1 == 0 {
        dictionary.overwrite(random, &mut bytes);
    }
    for (value, byte) in values.iter_mut().zip(bytes) {
        *value = T::from_word(u64::from(byte));
    }
}

/// A literal of the code under test, or with a probability of 3/4 an earlier draw, otherwise a power of two; or a neighbor
/// of one of these.
#[inline(never)]
fn rare(x: u64, slot: u8, before: EarlierDraws<'_>, tables: &Tables, which: &IntegerType) -> u64 {
    if slot == LITERAL.0 {
        let literal = tables.dictionary.integer(x, which.bits, which.signed);
        return literal.unwrap_or_else(|| which.table.at(x, UNIFORM.0));
    }
    if x & 3 != 0 {
        return before.one(x >> 8).wrapping_add(nudge(x));
    }
    let power = 1u64 << uniform(x, u64::from(which.bits - 1));
    let value = power.wrapping_add([0, 0, 1, u64::MAX][(x >> 6 & 3) as usize]);
    if which.signed && x & 4 == 0 { value.wrapping_neg() } else { value }
}

/// The same after the first values of a run. Few arguments, because the loop of the run needs the registers.
#[cold]
#[inline(never)]
fn rare_in_run<T: Word>(x: u64, slot: u8, run: &[T], others: &(EarlierDraws<'_>, &Tables)) -> u64 {
    let (before, tables) = *others;
    if slot != LITERAL.0 && x & 3 != 0 {
        return before.one_after(run, x >> 8).wrapping_add(nudge(x));
    }
    rare(x, slot, before, tables, T::TYPE)
}

/// What to add to a copy of an earlier draw.
#[inline(always)]
fn nudge(x: u64) -> u64 {
    // A static: the array would be written to the stack before it is read.
    static NUDGES: [u64; 8] = [0, 0, 0, 0, 0, 0, 1, u64::MAX];
    NUDGES[(x >> 3 & 7) as usize]
}

/// An offset in `0..=span`. `min` is the lower part of the smallest value.
#[inline(always)]
pub(crate) fn offset(
    random: &mut Random,
    tables: &Tables,
    before: EarlierDraws<'_>,
    min: u64,
    span: u64,
    origin: u64,
) -> u64 {
    let (x, selector) = random.pair();
    if span < NARROW {
        return uniform(x, span);
    }
    let selector = tables.distribution.ranges[selector as usize];
    if selector < 16 {
        if tables.distribution.literals && x & 0x300 != 0 {
            if let Some(offset) = tables.dictionary.offset(x, min, span) {
                return offset;
            }
        }
        return special(x, before, min, span, origin);
    }
    // 144 selectors are uniform over the range, 96 stay near the origin: up to nearly all bits fewer.
    let fewer = u32::from(selector.saturating_sub(160));
    if origin == 0 {
        return uniform(x, span >> shift(span, fewer));
    }
    if fewer == 0 {
        return uniform(x, span);
    }
    near(x, span, origin, fewer)
}

/// How many bits to remove: `fewer` of 96 parts of the width of `room`.
#[inline(always)]
fn shift(room: u64, fewer: u32) -> u32 {
    (64 - room.leading_zeros()) * fewer * 683 >> 16
}

/// An offset near the origin, on a logarithmic scale.
#[inline(never)]
fn near(x: u64, span: u64, origin: u64, fewer: u32) -> u64 {
    let up = origin < span && x & 1 == 1;
    let room = if up { span - origin } else { origin };
    let distance = uniform(x, room >> shift(room, fewer).min(63));
    if up { origin + distance } else { origin - distance }
}

/// An end, the origin, an earlier draw or a power of two, or a neighbor of one.
#[inline(never)]
fn special(x: u64, before: EarlierDraws<'_>, min: u64, span: u64, origin: u64) -> u64 {
    let nudge = [0, 0, 1, u64::MAX][(x >> 3 & 3) as usize];
    let offset = match x & 7 {
        0 => origin.wrapping_add(nudge),
        1 => 0,
        2 => span,
        3 => span - 1,
        4 | 5 => before.one(x >> 8).wrapping_sub(min).wrapping_add(nudge),
        _ => {
            let room = (span - origin).max(origin);
            let power = 1u64 << uniform(x, u64::from(room.ilog2()));
            let power = power.wrapping_add(nudge);
            if x >> 7 & 1 == 0 { origin.wrapping_add(power) } else { origin.wrapping_sub(power) }
        }
    };
    if offset <= span { offset } else { uniform(x, span) }
}

/// The same for ranges of 128-bit integers, where speed matters less.
pub(crate) fn wide_offset(
    random: &mut Random,
    tables: &Tables,
    before: EarlierDraws<'_>,
    min: u128,
    span: u128,
    origin: u128,
) -> u128 {
    if let Ok(narrow) = u64::try_from(span) {
        let (min, origin) = (min as u64, origin as u64);
        let offset = offset(random, tables, before, min, narrow, origin);
        return u128::from(offset);
    }
    let (x, selector) = random.pair();
    let wide = u128::from(x) << 64 | u128::from(random.word());
    let bits = 128 - span.leading_zeros();
    let mask = u128::MAX >> (128 - bits);
    if tables.distribution.literals && selector < 128 {
        if let Some(offset) = tables.dictionary.wide_offset(x, min, span) {
            return offset;
        }
    }
    let fit = |offset: u128| if offset <= span { offset } else { scale(wide, span) };
    match selector {
        0..6 => origin,
        6..12 => fit(origin.wrapping_add(1)),
        12..18 => fit(origin.wrapping_sub(1)),
        18..24 => 0,
        24..30 => span,
        30..38 => {
            let power = 1u128 << uniform(x, u64::from(bits - 1));
            let power = power.wrapping_add([0, 1, u128::MAX][(x & 255) as usize % 3]);
            let below = origin > 0 && x >> 8 & 1 == 1;
            fit(if below { origin.wrapping_sub(power) } else { origin.wrapping_add(power) })
        }
        38..44 => fit(u128::from(before.one(x)).wrapping_sub(min)),
        44..140 => {
            let distance = (wide & mask) >> uniform(x.rotate_left(32), u64::from(bits - 1));
            let below = origin > 0 && x & 1 == 1;
            fit(if below { origin.wrapping_sub(distance) } else { origin.wrapping_add(distance) })
        }
        140.. => scale(wide, span),
    }
}

/// Maps to `0..=span`, nearly uniformly.
fn scale(wide: u128, span: u128) -> u128 {
    if span == u128::MAX { wide } else { wide % (span + 1) }
}
