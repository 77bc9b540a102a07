//! Sets of characters, and the simplicity order of characters and strings.
//!
//! Digits and capital letters are the simplest characters of every alphabet, so strings reduce towards `"0"`. The
//! order is that of Hypothesis (`intervalsets.py`, `conjecture/choice.py`). Byte strings use the numbering of
//! sequences at the end as well.

use crate::argsort::argsort;
use std::cmp::Ordering;
use std::sync::{Arc, LazyLock};

/// Longest sequence that is built from an index (Hypothesis' `BUFFER_SIZE`): an index of a few bits could otherwise
/// ask for a string that fills the memory.
const LONGEST: usize = 8192;

/// The first `char` after the surrogates, which are no characters.
const AFTER_SURROGATES: char = '\u{e000}';
/// The number of surrogates.
const SURROGATES: u32 = 0x800;

static UNICODE: LazyLock<Alphabet> = LazyLock::new(|| Alphabet::new(&[('\0', char::MAX)]));

/// The set of characters a string is made of.
///
/// Clones share one table, so they are cheap to make and to compare.
///
/// ```
/// use disprove::{choice::Bounds, prelude::*};
///
/// let tree = text().alphabet("[a-f0-9]").encode(&"c0ffee".to_owned()).expect("hexadecimal digits");
/// let Bounds::Text { alphabet, .. } = tree.bounds(0) else { unreachable!("a string") };
/// assert_eq!(alphabet.intervals(), [('0', '9'), ('a', 'f')]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Alphabet {
    table: Arc<Table>,
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Table {
    /// Ascending, and neither overlapping nor adjacent.
    intervals: Box<[(char, char)]>,
    /// For each interval, the number of members before it.
    starts: Box<[u32]>,
    /// The number of members.
    len: u32,
    /// The number of members below '0'.
    below: u32,
    /// The number of members from '0' to 'Z'.
    simple: u32,
}

impl Alphabet {
    /// The union of inclusive intervals, in any order. An interval that ends before it starts is empty.
    pub(crate) fn new(intervals: &[(char, char)]) -> Alphabet {
        let mut merged: Vec<(char, char)> = Vec::with_capacity(intervals.len());
        for number in argsort(intervals.len(), &|a, b| intervals[a].cmp(&intervals[b])) {
            let (low, high) = intervals[number];
            match merged.last_mut() {
                _ if low > high => {}
                Some(last) if ordinal(low) <= ordinal(last.1) + 1 => last.1 = last.1.max(high),
                _ => merged.push((low, high)),
            }
        }

        let mut len = 0;
        let mut starts = Vec::with_capacity(merged.len());
        for &(low, high) in &merged {
            starts.push(len);
            len += ordinal(high) - ordinal(low) + 1;
        }
        let mut table =
            Table { intervals: merged.into(), starts: starts.into(), len, below: 0, simple: 0 };
        table.below = table.members_before('0');
        table.simple = table.members_before('[') - table.below;
        Alphabet { table: Arc::new(table) }
    }

    /// All characters.
    pub(crate) fn unicode() -> Alphabet {
        UNICODE.clone()
    }

    /// Whether there are no characters.
    ///
    /// ```
    /// use disprove::{choice::Bounds, prelude::*};
    ///
    /// let tree = text().alphabet("[ab]").encode(&"a".to_owned()).expect("a member");
    /// let Bounds::Text { alphabet, .. } = tree.bounds(0) else { unreachable!("a string") };
    /// assert!(!alphabet.is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.table.len == 0
    }

    /// The number of characters.
    ///
    /// ```
    /// use disprove::{choice::Bounds, prelude::*};
    ///
    /// let tree = text().alphabet("[ab]").encode(&"a".to_owned()).expect("a member");
    /// let Bounds::Text { alphabet, .. } = tree.bounds(0) else { unreachable!("a string") };
    /// assert_eq!(alphabet.len(), 2);
    /// ```
    pub fn len(&self) -> u32 {
        self.table.len
    }

    /// Whether a character is a member.
    ///
    /// ```
    /// use disprove::{choice::Bounds, prelude::*};
    ///
    /// let tree = text().alphabet("[ab]").encode(&"a".to_owned()).expect("a member");
    /// let Bounds::Text { alphabet, .. } = tree.bounds(0) else { unreachable!("a string") };
    /// assert!(alphabet.contains('b') && !alphabet.contains('c'));
    /// ```
    pub fn contains(&self, c: char) -> bool {
        self.table.position(c).is_ok()
    }

    /// The member at this index of the simplicity order: first '0' to 'Z', then below '0' in descending order, then
    /// above 'Z'. The index must be less than [`Alphabet::len`].
    pub(crate) fn nth(&self, index: u32) -> char {
        let Table { below, simple, .. } = *self.table;
        let rank = if index < simple {
            below + index
        } else if index < simple + below {
            below - 1 - (index - simple)
        } else {
            index
        };
        self.table.select(rank)
    }

    /// The inverse of [`Alphabet::nth`]; `None` if `c` is not a member.
    pub(crate) fn index(&self, c: char) -> Option<u32> {
        let Table { below, simple, .. } = *self.table;
        self.table.position(c).ok()?;
        let rank = self.table.members_before(c);
        Some(if rank < below {
            simple + (below - 1 - rank)
        } else if rank < below + simple {
            rank - below
        } else {
            rank
        })
    }

    /// The member closest to `c` by code point; of two, the simpler one. The alphabet must not be empty.
    pub(crate) fn nearest(&self, c: char) -> char {
        let intervals = self.intervals();
        let Err(next) = self.table.position(c) else {
            return c;
        };
        let before = next.checked_sub(1).map(|previous| intervals[previous].1);
        let after = intervals.get(next).map(|interval| interval.0);
        [before, after]
            .into_iter()
            .flatten()
            .min_by_key(|&member| (u32::from(member).abs_diff(u32::from(c)), self.index(member)))
            .expect("callers check that the alphabet is not empty")
    }

    /// The members as inclusive intervals: ascending, neither overlapping nor adjacent. One may span the surrogates.
    ///
    /// ```
    /// use disprove::{choice::Bounds, prelude::*};
    ///
    /// let tree = text().alphabet("[x-za-c]").encode(&"a".to_owned()).expect("a member");
    /// let Bounds::Text { alphabet, .. } = tree.bounds(0) else { unreachable!("a string") };
    /// assert_eq!(alphabet.intervals(), [('a', 'c'), ('x', 'z')]);
    /// ```
    pub fn intervals(&self) -> &[(char, char)] {
        &self.table.intervals
    }
}

impl Table {
    /// The interval that contains `c`, or else the first one after it.
    fn position(&self, c: char) -> Result<usize, usize> {
        let at = self.intervals.partition_point(|&(_, high)| high < c);
        match self.intervals.get(at) {
            Some(&(low, _)) if low <= c => Ok(at),
            _ => Err(at),
        }
    }

    fn members_before(&self, c: char) -> u32 {
        match self.position(c) {
            Ok(at) => self.starts[at] + (ordinal(c) - ordinal(self.intervals[at].0)),
            Err(next) => self.starts.get(next).copied().unwrap_or(self.len),
        }
    }

    /// The member at this rank by code point.
    fn select(&self, rank: u32) -> char {
        assert!(rank < self.len, "no character {rank} among {}", self.len);
        let at = self.starts.partition_point(|&start| start <= rank) - 1;
        nth_char(ordinal(self.intervals[at].0) + (rank - self.starts[at]))
    }
}

/// The number of characters before `c`.
fn ordinal(c: char) -> u32 {
    let surrogates = if c < AFTER_SURROGATES { 0 } else { SURROGATES };
    u32::from(c) - surrogates
}

fn nth_char(ordinal: u32) -> char {
    let surrogates =
        if ordinal < u32::from(AFTER_SURROGATES) - SURROGATES { 0 } else { SURROGATES };
    char::from_u32(ordinal + surrogates).expect("an ordinal counts characters only")
}

/// Orders strings by simplicity: by number of characters, then by the index of the first character that differs.
/// Characters outside the alphabet come after its members, by code point.
pub(crate) fn compare(alphabet: &Alphabet, a: &str, b: &str) -> Ordering {
    let key = |c| match alphabet.index(c) {
        Some(index) => (false, index),
        None => (true, u32::from(c)),
    };
    let by_length = a.chars().count().cmp(&b.chars().count());
    by_length.then_with(|| {
        let difference = a.chars().zip(b.chars()).find(|(a, b)| a != b);
        difference.map_or(Ordering::Equal, |(a, b)| key(a).cmp(&key(b)))
    })
}

/// The index of `text` among the strings of at least `min` characters. `None` if it is shorter, has a character that
/// is not a member, or the index has more than 128 bits.
pub(crate) fn text_index(alphabet: &Alphabet, min: usize, text: &str) -> Option<u128> {
    let digits = text.chars().map(|c| alphabet.index(c));
    sequence_index(alphabet.len(), min, text.chars().count(), digits)
}

/// The string at this index among those of `min` to `max` characters. `None` past the last one, and for more than
/// 8192 characters.
pub(crate) fn nth_text(alphabet: &Alphabet, min: usize, max: usize, index: u128) -> Option<String> {
    let digits = nth_sequence(alphabet.len(), min, max, index)?;
    let mut text = String::new();
    for digit in digits {
        text.push(alphabet.nth(digit));
    }
    Some(text)
}

/// The number of strings of `min` to `max` characters; `None` if it has more than 128 bits.
pub(crate) fn text_count(alphabet: &Alphabet, min: usize, max: usize) -> Option<u128> {
    sequence_count(alphabet.len(), min, max)
}

/// The shortlex index of a sequence of `len` digits below `base` among all of at least `min` digits. `None` if it is
/// too short, a digit is `None`, or the index has more than 128 bits.
pub(super) fn sequence_index(
    base: u32,
    min: usize,
    len: usize,
    mut digits: impl Iterator<Item = Option<u32>>,
) -> Option<u128> {
    let shorter = match len.checked_sub(min)? {
        0 => 0,
        _ => sequence_count(base, min, len - 1)?,
    };
    let among_equally_long = digits.try_fold(0u128, |number, digit| {
        number.checked_mul(u128::from(base))?.checked_add(u128::from(digit?))
    })?;
    shorter.checked_add(among_equally_long)
}

/// The digits of the sequence at this index, if there is one and it is not too long.
pub(super) fn nth_sequence(base: u32, min: usize, max: usize, mut index: u128) -> Option<Vec<u32>> {
    for len in min..=max.min(LONGEST) {
        match power(base, len) {
            Some(count) if count <= index => index -= count,
            _ => {
                let mut digits = vec![0; len];
                for digit in digits.iter_mut().rev() {
                    if index == 0 {
                        break; // the digits before this one are 0 already
                    }
                    *digit = (index % u128::from(base)) as u32;
                    index /= u128::from(base);
                }
                return Some(digits);
            }
        }
    }
    None
}

/// The number of sequences of `min` to `max` digits; `None` if it has more than 128 bits.
pub(super) fn sequence_count(base: u32, min: usize, max: usize) -> Option<u128> {
    match base {
        _ if min > max => Some(0),
        0 => Some(u128::from(min == 0)),
        1 => Some((max - min) as u128 + 1),
        // This stops soon however large `max` is: the powers of any base overflow.
        _ => (min..=max).try_fold(0u128, |sum, len| sum.checked_add(power(base, len)?)),
    }
}

/// The number of sequences of `len` digits; `None` if it has more than 128 bits.
fn power(base: u32, len: usize) -> Option<u128> {
    // A length over 32 bits may be cut off: the power overflows anyway, or the base is 0 or 1.
    u128::from(base).checked_pow(u32::try_from(len).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(members: &str) -> Alphabet {
        Alphabet::new(&members.chars().map(|c| (c, c)).collect::<Vec<_>>())
    }

    fn in_order(alphabet: &Alphabet) -> String {
        (0..alphabet.len()).map(|index| alphabet.nth(index)).collect()
    }

    #[test]
    fn intervals_are_sorted_and_merged() {
        let alphabet = Alphabet::new(&[('x', 'z'), ('a', 'c'), ('z', 'a'), ('d', 'd'), ('b', 'b')]);
        assert_eq!(alphabet.intervals(), [('a', 'd'), ('x', 'z')]);
        assert_eq!(alphabet.len(), 7);
        let halves = Alphabet::new(&[('\u{e000}', char::MAX), ('\0', '\u{d7ff}')]);
        assert_eq!(halves, Alphabet::unicode());
        assert_eq!(halves.intervals(), [('\0', char::MAX)]);
    }

    #[test]
    fn digits_and_capitals_come_first_then_descending_then_ascending() {
        let ascii = in_order(&Alphabet::new(&[(' ', '~')]));
        assert!(ascii.starts_with("0123456789:;<=>?@ABC"));
        assert!(ascii.contains("XYZ/.-,+*)('&%$#\"! [\\]"));
        assert!(ascii.ends_with("xyz{|}~"));
        assert_eq!(in_order(&of("az!#")), "#!az");
        assert_eq!(in_order(&of("!#")), "#!");
        assert_eq!(in_order(&of("zB é!")), "B! zé");
    }

    #[test]
    fn index_is_the_inverse_of_nth() {
        let pieces =
            Alphabet::new(&[('\t', '\r'), ('%', '5'), ('X', 'd'), ('\u{d700}', '\u{e100}')]);
        for alphabet in [of("a"), of("0Z"), of("-Az"), pieces, Alphabet::unicode()] {
            // All members of small alphabets, some of large ones.
            for index in (0..alphabet.len()).step_by(1 + alphabet.len() as usize / 1000) {
                let c = alphabet.nth(index);
                assert!(alphabet.contains(c), "{c:?}");
                assert_eq!(alphabet.index(c), Some(index), "{c:?}");
            }
        }
        assert!(!of("ac").contains('b') && of("ac").index('b').is_none());
    }

    #[test]
    fn all_of_unicode_is_counted_without_surrogates() {
        let unicode = Alphabet::unicode();
        assert_eq!(unicode.len(), 0x11_0000 - 0x800);
        assert_eq!(unicode.nth(unicode.len() - 1), char::MAX);
        assert_eq!(unicode.nth(unicode.index('\u{d7ff}').unwrap() + 1), '\u{e000}');
    }

    #[test]
    fn the_nearest_member_is_the_closest_one() {
        let alphabet =
            Alphabet::new(&[('+', '-'), ('1', '1'), ('a', 'c'), ('\u{d000}', '\u{d7ff}')]);
        for (c, expected) in [
            ('b', 'b'),
            ('\0', '+'),
            ('.', '-'),
            ('/', '1'), // as close as '-', and simpler
            ('0', '1'),
            ('`', 'a'),
            ('d', 'c'),
            ('\u{e000}', '\u{d7ff}'),
            (char::MAX, '\u{d7ff}'),
        ] {
            assert_eq!(alphabet.nearest(c), expected, "{c:?}");
        }
        // Surrogates count towards the distance.
        assert_eq!(of("\u{d7f0}\u{e010}").nearest('\u{e000}'), '\u{e010}');
    }

    #[test]
    fn strings_round_trip_and_agree_with_compare() {
        for alphabet in [of(""), of("a"), of("!a"), of("0A"), of("/ é"), of("\u{d7ff}\u{e000}0z~")]
        {
            for (min, max) in [(0, 0), (0, 4), (1, 3), (2, 2), (3, 5)] {
                let texts: Vec<String> =
                    (0..).map_while(|index| nth_text(&alphabet, min, max, index)).collect();
                assert_eq!(text_count(&alphabet, min, max), Some(texts.len() as u128));
                for (index, text) in texts.iter().enumerate() {
                    assert_eq!(text_index(&alphabet, min, text), Some(index as u128));
                    assert!((min..=max).contains(&text.chars().count()));
                }
                for pair in texts.windows(2) {
                    assert_eq!(compare(&alphabet, &pair[0], &pair[1]), Ordering::Less, "{pair:?}");
                    assert_eq!(compare(&alphabet, &pair[1], &pair[0]), Ordering::Greater);
                }
            }
        }
    }

    #[test]
    fn characters_outside_the_alphabet_come_after_members_and_have_no_index() {
        let alphabet = of("az");
        assert_eq!(compare(&alphabet, "az", "aB"), Ordering::Less);
        assert_eq!(compare(&alphabet, "aC", "aB"), Ordering::Greater);
        assert_eq!(compare(&alphabet, "aB", "aB"), Ordering::Equal);
        assert_eq!(text_index(&alphabet, 0, "aB"), None);
        assert_eq!(text_index(&alphabet, 3, "az"), None);
    }

    #[test]
    fn an_index_or_count_over_128_bits_is_none() {
        let (bits, unicode) = (of("01"), Alphabet::unicode());
        assert_eq!(text_count(&bits, 0, 127), Some(u128::MAX));
        assert_eq!(text_count(&bits, 0, 128), None);
        assert_eq!(text_count(&bits, 3, 2), Some(0));
        assert_eq!(text_count(&unicode, 0, usize::MAX), None);
        assert_eq!(text_count(&of("a"), 0, usize::MAX), Some(1 << usize::BITS));
        assert_eq!(text_count(&of(""), 0, usize::MAX), Some(1));
        assert_eq!(text_count(&of(""), 1, usize::MAX), Some(0));
        assert_eq!(text_index(&bits, 0, &"1".repeat(127)), Some(u128::MAX - 1));
        assert_eq!(text_index(&bits, 0, &"0".repeat(128)), Some(u128::MAX));
        assert_eq!(text_index(&bits, 0, &format!("{}1", "0".repeat(127))), None);
        // Long strings have an index if they are among the first of the shortest.
        assert_eq!(text_index(&unicode, 300, &format!("{}2", "0".repeat(299))), Some(2));
        assert_eq!(text_index(&of("a"), 5, &"a".repeat(1000)), Some(995));
    }

    #[test]
    fn the_last_index_and_the_longest_string_are_reached() {
        let (bits, unary) = (of("01"), of("a"));
        assert_eq!(nth_text(&bits, 0, 500, u128::MAX), Some("0".repeat(128)));
        assert_eq!(nth_text(&bits, 0, 127, u128::MAX), None);
        assert_eq!(nth_text(&unary, 0, usize::MAX, 8192).map(|text| text.len()), Some(8192));
        assert_eq!(nth_text(&unary, 0, usize::MAX, 8193), None);
        assert_eq!(nth_text(&bits, 8193, usize::MAX, 0), None);
        let text = nth_text(&Alphabet::unicode(), 7, 99, u128::MAX).unwrap();
        assert_eq!(text_index(&Alphabet::unicode(), 7, &text), Some(u128::MAX));
    }
}
