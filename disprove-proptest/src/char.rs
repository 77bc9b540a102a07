//! Characters.
//!
//! In disprove: `any::<char>()`, `'a'..='z'`, `chars().alphabet("[a-z]")`.
//!
//! ```
//! use proptest::{char::range, prelude::*};
//!
//! proptest!(|(letter in range('a', 'z'))| prop_assert!(letter.is_ascii_lowercase()));
//! ```

use crate::{
    drawn::draws,
    strategy::ValueTree,
    test_runner::{TestRng, TestRunner},
};
use disprove::{__private::choose_branch, IntoGenerator, any as any_value};
use rand::RngExt;
use std::{borrow::Cow, ops::RangeInclusive};

/// Characters from one to another, both included.
type CharRange = RangeInclusive<char>;

/// One of these characters, or of those in the ranges, as in proptest. In disprove: `chars().alphabet("[a-z]")`.
///
/// ```
/// use proptest::test_runner::{RngAlgorithm, TestRng};
///
/// let mut rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
/// let c = proptest::char::select_char(&mut rng, &[], &[], &['a'..='z']);
/// assert!(c.is_ascii_lowercase());
/// ```
///
/// # Panics
/// If there are no ranges.
pub fn select_char(
    rnd: &mut TestRng,
    special: &[char],
    preferred: &[CharRange],
    ranges: &[CharRange],
) -> char {
    let is_inside = |c: &char| ranges.iter().any(|range| range.contains(c));
    if !special.is_empty() && rnd.random::<bool>() {
        let c = special[rnd.random_range(0..special.len())];
        if is_inside(&c) {
            return c;
        }
    }
    if !preferred.is_empty() && rnd.random::<bool>() {
        let range = preferred[rnd.random_range(0..preferred.len())].clone();
        let c = rnd.random_range(range);
        if is_inside(&c) {
            return c;
        }
    }
    let range = rnd.random_range(0..ranges.len());
    rnd.random_range(ranges[range].clone())
}

/// Characters of some ranges: see [`ranges`]. In disprove: `Chars`.
#[derive(Clone, Debug)]
#[must_use = "strategies do nothing unless used"]
pub struct CharStrategy<'a> {
    special: Cow<'a, [char]>,
    preferred: Cow<'a, [CharRange]>,
    /// Empty for all characters.
    ranges: Cow<'a, [CharRange]>,
}

impl<'a> CharStrategy<'a> {
    /// Characters of the ranges; some of them are special or preferred. In disprove: `chars().alphabet("[a-z]")`.
    ///
    /// ```
    /// use proptest::{char::CharStrategy, prelude::*};
    ///
    /// let ab = CharStrategy::new(vec![].into(), vec![].into(), vec!['a'..='b'].into());
    /// proptest!(|(c in ab)| prop_assert!(c == 'a' || c == 'b'));
    /// ```
    ///
    /// # Panics
    /// If there are no ranges.
    #[track_caller]
    pub fn new(
        special: Cow<'a, [char]>,
        preferred: Cow<'a, [CharRange]>,
        ranges: Cow<'a, [CharRange]>,
    ) -> CharStrategy<'a> {
        assert!(!ranges.is_empty(), "characters need at least one range");
        CharStrategy { special, preferred, ranges }
    }

    /// The same with slices. In disprove: `chars().alphabet("[a-z]")`.
    ///
    /// ```
    /// use proptest::{char::CharStrategy, prelude::*};
    ///
    /// proptest!(|(c in CharStrategy::new_borrowed(&[], &[], &['a'..='b']))| prop_assert!(c < 'c'));
    /// ```
    ///
    /// # Panics
    /// If there are no ranges.
    #[track_caller]
    pub fn new_borrowed(
        special: &'a [char],
        preferred: &'a [CharRange],
        ranges: &'a [CharRange],
    ) -> CharStrategy<'a> {
        CharStrategy::new(special.into(), preferred.into(), ranges.into())
    }

    fn draw(&self, runner: &mut TestRunner) -> char {
        if self.ranges.is_empty() {
            return runner.draw(&any_value::<char>());
        }
        let choose = |runner: &mut TestRunner, count: usize| {
            runner.with(|src| choose_branch(src, count as u32)) as usize
        };
        let is_inside = |c: &char| self.ranges.iter().any(|range| range.contains(c));
        if !self.special.is_empty() && choose(runner, 2) == 1 {
            let special = self.special[choose(runner, self.special.len())];
            if is_inside(&special) {
                return special;
            }
        }
        if !self.preferred.is_empty() && choose(runner, 2) == 1 {
            let range = self.preferred[choose(runner, self.preferred.len())].clone();
            let preferred = runner.draw(&range.into_generator());
            if is_inside(&preferred) {
                return preferred;
            }
        }
        let range = match self.ranges.len() {
            1 => 0,
            count => choose(runner, count),
        };
        runner.draw(&self.ranges[range].clone().into_generator())
    }
}

/// Any character. In disprove: `any::<char>()`.
///
/// ```
/// use proptest::prelude::*;
///
/// proptest!(|(c in prop::char::any())| prop_assert!(c.len_utf8() <= 4));
/// ```
pub fn any() -> CharStrategy<'static> {
    let ranges: &[CharRange] = &[];
    CharStrategy { special: Cow::Borrowed(&[]), preferred: ranges.into(), ranges: ranges.into() }
}

/// The characters between two, both included. In disprove: `'a'..='z'`.
///
/// ```
/// use proptest::prelude::*;
///
/// proptest!(|(c in prop::char::range('a', 'f'))| prop_assert!(c.is_ascii_hexdigit()));
/// ```
///
/// # Panics
/// If there is none.
#[track_caller]
pub fn range(start: char, end: char) -> CharStrategy<'static> {
    ranges(vec![start..=end].into())
}

/// The characters of some ranges. In disprove: `chars().alphabet("[a-z]")`.
///
/// ```
/// use proptest::prelude::*;
///
/// let digits = prop::char::ranges(vec!['a'..='f', '0'..='9'].into());
/// proptest!(|(c in digits)| prop_assert!(c.is_ascii_hexdigit()));
/// ```
///
/// # Panics
/// If there is no range, or one is empty.
#[track_caller]
pub fn ranges(ranges: Cow<'_, [CharRange]>) -> CharStrategy<'_> {
    CharStrategy::new(Cow::Borrowed(&[]), Cow::Borrowed(&[]), ranges)
}

/// A character that was drawn. In disprove: none is needed.
#[derive(Clone, Copy, Debug)]
pub struct CharValueTree(char);

impl ValueTree for CharValueTree {
    type Value = char;

    fn current(&self) -> char {
        self.0
    }
}

draws! {
    ['a] CharStrategy<'a> => char, CharValueTree: |chars, runner| chars.draw(runner);
}
