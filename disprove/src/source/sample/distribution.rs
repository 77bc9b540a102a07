//! The distributions of random cases.
//!
//! Each case has one of them, as swarm testing gives each test a random subset of features (Groce et al., ISSTA 2012):
//! a mixture inside of each case would make cases alike. A distribution is a table that the samplers read, so it costs
//! no branch per draw. Half of the long and deep cases, and of those with copies, also have small domains.
//!
//! | distribution | cases of 64 | what it makes likely |
//! |---|---|---|
//! | plain | 23; 15 with literals | everything, see `sample.rs` |
//! | small domain | 10 | numbers and characters from a handful, so that values collide |
//! | wide | 4 | all bits |
//! | boundary | 5 | the ends of types and ranges, and their neighbors |
//! | long | 4 | collections and strings of hundreds of elements, one case in 64 of thousands |
//! | deep | 4 | recursive values of twice the usual depth |
//! | repetitive | 3 | numbers that repeat or neighbor earlier ones |
//! | echo | 6 | elements and arguments that copy earlier ones of the same type |
//! | awkward strings | 3 | control, combining and bidirectional characters, numbers, dates |
//! | round numbers | 2 | multiples of powers of ten and two |
//! | literals | 8, if there are any | literals of the code under test: see `dictionary.rs` |

use super::value_table::{CONSTANTS, LITERAL, MAGNITUDES, RARE, ROUND, SMALL, UNIFORM};

/// The selector of a float that is a literal of the code under test.
pub(super) const LITERAL_FLOAT: u8 = 255;

/// How the values of one case are distributed.
#[derive(Debug)]
pub(crate) struct Distribution {
    /// Its place in the list of distributions.
    pub(crate) number: u8,
    /// The slot of the table of an integer type for each selector.
    pub(super) integers: [u8; 256],
    /// The selector that replaces each selector of a draw from a range of integers.
    pub(super) ranges: [u8; 256],
    /// The same for floats.
    pub(super) floats: [u8; 256],
    /// The kind of a string, by the upper half of its selector.
    pub(super) texts: [TextKind; 16],
    /// Which characters and bytes are likely.
    pub(super) characters: CharacterKind,
    /// Whether to draw literals of the code under test.
    pub(super) literals: bool,
    /// The longest outermost collection without an upper limit.
    pub(super) longest: usize,
    /// The same inside of another collection; half of it for each further level.
    pub(super) longest_inner: usize,
    /// Half of the usual damping of recursive values.
    pub(crate) is_deep: bool,
    /// Elements and arguments may copy earlier ones.
    pub(crate) echoes: bool,
}

/// How a string over all of Unicode is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextKind {
    /// Half plain, a quarter awkward, a quarter any characters.
    Mixed,
    /// A whole string that many programs misread.
    AwkwardString,
    /// Two characters only.
    TwoCharacters,
    /// Printable ASCII.
    Plain,
    /// Control, combining, invisible and bidirectional characters between plain ones.
    Controls,
    /// Digits, often with leading zeros, and texts of numbers and dates.
    Number,
}

/// Which characters are likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CharacterKind {
    /// Plain, awkward and any.
    Mixed,
    /// A handful.
    Few,
    /// Half of them literals of the code under test.
    Literals,
}

use TextKind::{AwkwardString, Controls, Mixed, Number, Plain, TwoCharacters};

const PLAIN: Distribution = Distribution {
    number: 0,
    integers: table(&[(RARE, 4), (CONSTANTS, 26), (SMALL, 6), (MAGNITUDES, 76), (UNIFORM, 144)]),
    ranges: table(&[((0, 255), 256)]),
    // The last selector is that of literals.
    floats: table(&[((0, 254), 255), ((254, 254), 1)]),
    texts: texts(&[(Mixed, 1), (AwkwardString, 1), (TwoCharacters, 2), (Plain, 12)]),
    characters: CharacterKind::Mixed,
    literals: false,
    longest: 64,
    longest_inner: 16,
    is_deep: false,
    echoes: false,
};

const SMALL_DOMAIN: Distribution = Distribution {
    number: 1,
    integers: table(&[(RARE, 4), (SMALL, 252)]),
    ranges: table(&[((0, 15), 16), ((220, 255), 240)]),
    floats: table(&[((0, 15), 16), ((104, 111), 240)]),
    texts: texts(&[(TwoCharacters, 14), (Number, 1), (AwkwardString, 1)]),
    characters: CharacterKind::Few,
    ..PLAIN
};

const WIDE: Distribution = Distribution {
    number: 2,
    integers: table(&[(RARE, 4), (UNIFORM, 252)]),
    ranges: table(&[((16, 159), 256)]),
    floats: table(&[((112, 191), 64), ((192, 254), 192)]),
    texts: texts(&[(Mixed, 4), (Plain, 12)]),
    ..PLAIN
};

const BOUNDARY: Distribution = Distribution {
    number: 3,
    integers: table(&[(RARE, 4), (CONSTANTS, 204), (SMALL, 24), (UNIFORM, 24)]),
    ranges: table(&[((0, 15), 192), ((16, 255), 64)]),
    floats: table(&[((0, 15), 192), ((16, 255), 64)]),
    texts: texts(&[(AwkwardString, 8), (Mixed, 2), (Plain, 6)]),
    ..PLAIN
};

const LONG: Distribution = Distribution { number: 4, longest: 400, longest_inner: 4, ..PLAIN };

const LONG_INSIDE: Distribution =
    Distribution { number: 5, longest: 400, longest_inner: 400, ..SMALL_DOMAIN };

const VERY_LONG: Distribution =
    Distribution { number: 6, longest: 2_000, longest_inner: 4, ..PLAIN };

const DEEP: Distribution = Distribution { number: 7, is_deep: true, ..PLAIN };

const DEEP_SMALL_DOMAIN: Distribution = Distribution { number: 8, is_deep: true, ..SMALL_DOMAIN };

const REPETITIVE: Distribution = Distribution {
    number: 9,
    integers: table(&[(RARE, 72), (SMALL, 48), (MAGNITUDES, 68), (UNIFORM, 68)]),
    ranges: table(&[((0, 15), 96), ((16, 255), 160)]),
    texts: texts(&[(TwoCharacters, 8), (Plain, 8)]),
    ..PLAIN
};

const ECHO: Distribution = Distribution {
    number: 10,
    integers: table(&[(RARE, 12), (CONSTANTS, 26), (SMALL, 12), (MAGNITUDES, 70), (UNIFORM, 136)]),
    echoes: true,
    ..PLAIN
};

const ECHO_SMALL_DOMAIN: Distribution = Distribution { number: 11, echoes: true, ..SMALL_DOMAIN };

const AWKWARD_STRINGS: Distribution = Distribution {
    number: 12,
    texts: texts(&[(Controls, 11), (Number, 3), (AwkwardString, 1), (Mixed, 1)]),
    ..PLAIN
};

const ROUND_NUMBERS: Distribution = Distribution {
    number: 13,
    integers: table(&[(RARE, 4), (ROUND, 220), (SMALL, 32)]),
    texts: texts(&[(Number, 10), (Plain, 6)]),
    ..PLAIN
};

const LITERALS: Distribution = Distribution {
    number: 14,
    integers: table(&[
        (RARE, 4),
        (CONSTANTS, 13),
        (SMALL, 12),
        (MAGNITUDES, 24),
        (LITERAL, 128),
        (UNIFORM, 75),
    ]),
    ranges: table(&[((0, 15), 160), ((16, 255), 96)]),
    floats: table(&[((0, 254), 112), ((LITERAL_FLOAT, LITERAL_FLOAT), 144)]),
    characters: CharacterKind::Literals,
    literals: true,
    ..PLAIN
};

static DISTRIBUTIONS: [Distribution; 15] = [
    PLAIN,
    SMALL_DOMAIN,
    WIDE,
    BOUNDARY,
    LONG,
    LONG_INSIDE,
    VERY_LONG,
    DEEP,
    DEEP_SMALL_DOMAIN,
    REPETITIVE,
    ECHO,
    ECHO_SMALL_DOMAIN,
    AWKWARD_STRINGS,
    ROUND_NUMBERS,
    LITERALS,
];

/// The distributions of the cases of a run, which repeat.
#[derive(Debug)]
pub(crate) struct DistributionOrder([&'static Distribution; 64]);

/// The distribution of each case, by its number modulo 64. All of them occur in the first 20 cases.
static ORDER: DistributionOrder = DistributionOrder(order(false));

/// The same if there are literals.
static ORDER_WITH_LITERALS: DistributionOrder = DistributionOrder(order(true));

const fn order(with_literals: bool) -> [&'static Distribution; 64] {
    // Some of the plain cases draw literals.
    let numbers: [u8; 64] = [
        0, 1, 14, 10, 3, 9, 0, 1, 12, 7, 4, 11, 2, 13, 8, 6, 14, 5, 1, 3, 0, 10, 1, 14, 0, 2, 0,
        12, 1, 11, 14, 3, 0, 1, 7, 0, 10, 14, 4, 9, 0, 1, 12, 14, 2, 0, 3, 1, 13, 0, 9, 10, 14, 8,
        1, 0, 0, 3, 0, 2, 14, 0, 1, 0,
    ];
    let mut order = [&DISTRIBUTIONS[0]; 64];
    let mut case = 0;
    while case < 64 {
        if with_literals || numbers[case] != LITERALS.number {
            order[case] = &DISTRIBUTIONS[numbers[case] as usize];
        }
        case += 1;
    }
    order
}

impl Distribution {
    /// The distribution with this number. Numbers come from files too, so any is allowed.
    pub(crate) fn numbered(number: u32) -> &'static Distribution {
        DISTRIBUTIONS.get(number as usize).unwrap_or(&DISTRIBUTIONS[0])
    }

    /// The distributions of the cases of a run, which repeat.
    pub(super) const fn order(with_literals: bool) -> &'static DistributionOrder {
        if with_literals { &ORDER_WITH_LITERALS } else { &ORDER }
    }
}

impl DistributionOrder {
    /// The distribution of a case, counted from 0.
    #[inline(always)]
    pub(crate) fn of_case(&self, case: u64) -> &'static Distribution {
        self.0[(case % self.0.len() as u64) as usize]
    }
}

/// A table with this many entries from each range, whose values take turns.
const fn table(shares: &[((u8, u8), usize)]) -> [u8; 256] {
    let mut entries = [0; 256];
    let (mut at, mut share) = (0, 0);
    while share < shares.len() {
        let ((first, last), count) = shares[share];
        let mut i = 0;
        while i < count {
            entries[at] = first + (i * (last as usize + 1 - first as usize) / count) as u8;
            at += 1;
            i += 1;
        }
        share += 1;
    }
    assert!(at == 256, "the shares add up to all selectors");
    entries
}

/// The same for strings.
const fn texts(shares: &[(TextKind, usize)]) -> [TextKind; 16] {
    let mut entries = [Plain; 16];
    let (mut at, mut share) = (0, 0);
    while share < shares.len() {
        let (kind, count) = shares[share];
        let mut i = 0;
        while i < count {
            entries[at] = kind;
            at += 1;
            i += 1;
        }
        share += 1;
    }
    assert!(at == 16, "the shares add up to all selectors");
    entries
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn first_twenty(order: &DistributionOrder) -> BTreeSet<u8> {
        order.0[..20].iter().map(|distribution| distribution.number).collect()
    }

    #[test]
    fn the_first_twenty_cases_have_all_distributions() {
        let all: BTreeSet<u8> = (0..DISTRIBUTIONS.len() as u8).collect();
        assert_eq!(first_twenty(&ORDER_WITH_LITERALS), all);
        assert_eq!(first_twenty(&ORDER).len(), DISTRIBUTIONS.len() - 1);
    }

    #[test]
    fn literals_take_the_place_of_plain_cases_only() {
        let mut replaced = 0;
        for (with, without) in ORDER_WITH_LITERALS.0.iter().zip(&ORDER.0) {
            if with.number == without.number {
                continue;
            }
            assert_eq!((with.number, without.number), (LITERALS.number, PLAIN.number));
            replaced += 1;
        }
        assert_eq!(replaced, 8);
        crate::humanize::assert_said("faq.md", "One random case in eight draws literals");
    }

    #[test]
    fn the_plain_tables_leave_selectors_as_they_are() {
        let identity: Vec<u8> = (0..=255).collect();
        assert_eq!(PLAIN.ranges.to_vec(), identity);
        assert_eq!(PLAIN.floats[..255], identity[..255]);
        assert_eq!(PLAIN.floats[255], 254, "which has the same meaning as 255 without literals");
    }

    #[test]
    fn distributions_have_the_numbers_of_their_places() {
        let numbers: Vec<u8> =
            DISTRIBUTIONS.iter().map(|distribution| distribution.number).collect();
        assert!(numbers.iter().copied().eq(0..DISTRIBUTIONS.len() as u8), "{numbers:?}");
    }

    #[test]
    fn an_unknown_number_is_the_plain_distribution() {
        assert!(std::ptr::eq(Distribution::numbered(u32::MAX), Distribution::numbered(0)));
    }
}
