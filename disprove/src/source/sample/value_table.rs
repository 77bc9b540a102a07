//! The values of integer types that are more likely than others, in tables that need no branch.

/// The slots of a table of an integer type, from the first to the last. Distributions say how likely each is.
pub(super) type Slots = (u8, u8);
/// Literals of the code under test. They and the next slots have functions of their own: see `rare` in `integer.rs`.
pub(super) const LITERAL: Slots = (0, 0);
/// An earlier draw or a power of two.
pub(super) const RARE: Slots = (1, 3);
/// 0, ±1, the ends and their neighbors, byte boundaries.
pub(super) const CONSTANTS: Slots = (4, 29);
/// One to three bits.
pub(super) const SMALL: Slots = (30, 35);
/// Magnitudes, uniform over their number of bits.
pub(super) const MAGNITUDES: Slots = (36, 79);
/// Multiples of powers of ten and two.
pub(super) const ROUND: Slots = (80, 111);
/// All bits.
pub(super) const UNIFORM: Slots = (112, 112);

/// Room for any slot, so that no access is checked.
const SLOTS: usize = 256;

/// The values of an integer type, by slot.
#[derive(Debug)]
pub(super) struct ValueTable {
    /// For each slot: the bits of the payload to keep, and the constant to add. A table needs no branch; a
    /// mispredicted branch would cost more than everything else here.
    masks: [u64; SLOTS],
    constants: [u64; SLOTS],
}

impl ValueTable {
    pub(super) const fn new(bits: u32, signed: bool) -> ValueTable {
        let (mut masks, mut added) = ([0; SLOTS], [0; SLOTS]);
        let max = if signed { u64::MAX >> (65 - bits) } else { u64::MAX >> (64 - bits) };
        let min = if signed { !max } else { 0 };
        let mut at = CONSTANTS.0 as usize;
        // Constants that do not fit become 0, 1 and the ends.
        let constants = [
            0,
            0,
            0,
            1,
            1,
            2,
            max,
            max,
            min,
            min,
            max - 1,
            min.wrapping_add(1),
            0x7f,
            0x80,
            0xff,
            0x100,
            0x7fff,
            0x8000,
            0xffff,
            0x1_0000,
            0x7fff_ffff,
            0x8000_0000,
            0xffff_ffff,
            0x1_0000_0000,
            1 << 53,
            (1 << 53) + 1,
        ];
        let mut i = 0;
        while i < constants.len() {
            let value = constants[i];
            let stands = value <= max || (signed && value >= min);
            let ends = [0, max, 1, min];
            added[at] = if stands { value } else { ends[i % 4] };
            at += 1;
            i += 1;
        }
        // -1 takes the place of some small constants in signed types.
        if signed {
            added[CONSTANTS.0 as usize + 1] = u64::MAX;
            added[CONSTANTS.0 as usize + 5] = u64::MAX;
        }
        // Small numbers, then magnitudes uniform over their number of bits; every second one negative.
        let slots = (MAGNITUDES.1 - MAGNITUDES.0 + 1) as u32;
        while at <= MAGNITUDES.1 as usize {
            let magnitude_bits = if at <= SMALL.1 as usize {
                1 + (at as u32 - SMALL.0 as u32) / 2
            } else {
                1 + (at as u32 - MAGNITUDES.0 as u32) * (bits - 1) / slots
            };
            let mask = (1u64 << magnitude_bits) - 1;
            let below = signed && at % 2 == 1;
            // -1 - x, so that zero is not twice as likely.
            masks[at] = mask;
            added[at] = if below { !mask } else { 0 };
            at += 1;
        }
        // Round numbers; of those that do not fit, the lower digits.
        while at <= ROUND.1 as usize {
            let number = at as u32 - ROUND.0 as u32;
            let mut value = if number < 20 {
                // 10, 20, 50, 100, ..
                [10, 20, 50][number as usize % 3] * 10u64.pow(number / 3)
            } else {
                // 16, 32, 64, ..
                1 << (number - 16)
            };
            while value > max {
                value /= 10;
            }
            added[at] = value;
            at += 1;
        }
        masks[UNIFORM.0 as usize] = u64::MAX >> (64 - bits);
        ValueTable { masks, constants: added }
    }

    /// The value that a slot makes of a payload.
    #[inline(always)]
    pub(super) fn at(&self, x: u64, slot: u8) -> u64 {
        let slot = usize::from(slot);
        (x & self.masks[slot]).wrapping_add(self.constants[slot])
    }
}
