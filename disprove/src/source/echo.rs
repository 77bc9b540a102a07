//! Parts of a case that copy earlier ones: arguments and elements whose random stream is repeated.
//!
//! A part that draws the words of an earlier part of the same type has the same value, whatever the type. Only draws
//! that depend on more than their words differ, such as those that repeat an earlier draw: these are the edits.

use super::Source;
use crate::random::Random;

impl Source {
    /// Begins an argument or element of the named type. The result goes to [`Source::end_part`].
    #[inline(always)]
    pub(crate) fn begin_part(&mut self, type_name: fn() -> &'static str) -> Option<u64> {
        if self.tables.distribution.echoes { self.echo(type_name()) } else { None }
    }

    /// Continues with the stream that was interrupted for a copy.
    #[inline(always)]
    pub(crate) fn end_part(&mut self, interrupted: Option<u64>) {
        if let Some(state) = interrupted {
            self.random = Random::from_state(state);
        }
    }

    #[cold]
    #[inline(never)]
    fn echo(&mut self, type_name: &'static str) -> Option<u64> {
        self.budget.reset_later();
        let (x, state) = (self.random.word(), self.random.state());
        let start = self.parts.earlier(type_name, x, state)?;
        self.random = Random::from_state(start);
        Some(state)
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        generator::{any, vec},
        random::Random,
        source::{Dictionary, Source, size_and_distribution},
    };

    fn echo() -> u32 {
        let order = Dictionary::empty().order();
        let distribution =
            (0..64).map(|case| order.of_case(case)).find(|distribution| distribution.echoes);
        size_and_distribution(100, distribution.expect("some cases echo"))
    }

    #[test]
    fn arguments_and_elements_are_often_equal() {
        let mut src = Source::new();
        let (mut pairs, mut elements) = (0, 0);
        for case in 0..200 {
            src.restart(Random::for_case(1, case), echo());
            let (a, b) = src.draw((vec(any::<u64>()), vec(any::<u64>())));
            pairs += usize::from(a == b && !a.is_empty());
            src.restart(Random::for_case(2, case), echo());
            let strings = src.draw(vec(any::<String>()).len(4));
            elements += usize::from(strings[0] == strings[1] && !strings[0].is_empty());
        }
        assert!(pairs > 30 && elements > 30, "{pairs} {elements}");
    }

    #[test]
    fn a_recorded_case_is_the_same() {
        let (mut plain, mut recording) = (Source::new(), Source::recording());
        for case in 0..100 {
            let generator = (vec(any::<String>()), any::<(u8, u8)>(), vec(any::<String>()));
            plain.restart(Random::for_case(3, case), echo());
            recording.record(Random::for_case(3, case), echo());
            assert_eq!(plain.draw(generator.clone()), recording.draw(generator));
        }
    }
}
