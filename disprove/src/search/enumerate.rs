//! Trying every input of a small space, once each, simplest first.

use crate::{
    case::{CaseOutcome, NoOutcome},
    choice::Tree,
    random::Random,
    source::Source,
};
use std::rc::Rc;

/// Counts through the choices like the wheels of an odometer: the last choice that has a next value
/// takes it, and what follows starts again with the simplest.
#[derive(Debug)]
pub(crate) struct Odometer {
    next: Option<Tree>,
}

impl Odometer {
    pub(crate) fn new() -> Odometer {
        Odometer { next: Some(Tree::default()) }
    }

    /// The choices to begin with; `None` when all are done.
    pub(crate) fn next(&mut self) -> Option<Rc<Tree>> {
        self.next.take().map(Rc::new)
    }

    /// Goes on from what was really drawn.
    pub(crate) fn advance(&mut self, drawn: &Tree) {
        self.next = (0..drawn.len()).rev().find_map(|place| {
            if drawn.is_fixed(place) {
                return None;
            }
            let bounds = drawn.bounds(place);
            let index = bounds.index(&drawn.value(place))?;
            let value = bounds.nth(index + 1)?;
            let mut next = Tree::default();
            next.copy_choices(drawn, 0, place + 1);
            next.set(place, &value);
            Some(next)
        });
    }
}

/// Choices that may be drawn for each input that is wanted, and to find out that there are too many.
/// Small spaces have few choices; an endless one, such as lists of bools, uses this up and no more.
const CHOICES_PER_INPUT: u64 = 8;
const CHOICES_AT_LEAST: u64 = 4_000;

/// How many inputs the generator can make, if that is at most `limit`. `generate` runs the generator alone: the
/// property is not called.
///
/// A typical generator has a wide choice, which shows in the first case; then this costs one run.
pub(crate) fn count_inputs(
    generate: &mut dyn FnMut(&mut Source) -> Result<CaseOutcome, NoOutcome>,
    src: &mut Source,
    limit: u64,
    seed: u64,
) -> Option<u64> {
    src.record(Random::for_case(seed, 0), 100);
    if matches!(generate(src), Err(NoOutcome::GeneratorPanicked(_)))
        || untried(&src.take_tree().flattened(), limit) > limit
    {
        return None;
    }
    let mut odometer = Odometer::new();
    let (mut inputs, mut choices) = (0, 0);
    while let Some(guide) = odometer.next() {
        src.enumerate(guide);
        let ended = generate(src);
        let drawn = src.take_tree();
        choices += drawn.len() as u64;
        match ended {
            Err(NoOutcome::Skipped) => inputs += 1,
            Err(NoOutcome::GeneratorPanicked(_)) => return None,
            _ => {}
        }
        if untried(&drawn, limit).saturating_add(inputs) > limit
            || choices > CHOICES_AT_LEAST + CHOICES_PER_INPUT * limit
        {
            return None;
        }
        odometer.advance(&drawn);
    }
    Some(inputs)
}

/// How many values of these choices have not had their turn: there are at least as many inputs, but
/// for those a filter refuses. Enough is known once that is more than `limit`.
fn untried(drawn: &Tree, limit: u64) -> u64 {
    let mut all = 0_u64;
    for place in (0..drawn.len()).filter(|place| !drawn.is_fixed(*place)) {
        let bounds = drawn.bounds(place);
        let index = bounds.index(&drawn.value(place));
        let left = bounds.count().zip(index).map(|(count, index)| count - 1 - index);
        all = all.saturating_add(left.map_or(u64::MAX, |left| left.min(u64::MAX.into()) as u64));
        if all > limit {
            break;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Outcome,
        case::{TypedProperty, run_case},
        generator::*,
    };

    fn count<G: IntoGenerator>(generator: G, limit: u64) -> Option<u64> {
        let generator = generator.into_generator();
        let property = TypedProperty::new(&generator, |_, _: &mut Source| Outcome::pass());
        let mut generate = |src: &mut Source| run_case(&property, src, &mut |_| false);
        count_inputs(&mut generate, &mut Source::recording(), limit, 1)
    }

    #[test]
    fn small_spaces_are_counted() {
        assert_eq!(count(just(1), 500), Some(1));
        assert_eq!(count(any::<u8>(), 256), Some(256));
        assert_eq!(count((0..4u8, any::<bool>()), 8), Some(8));
        assert_eq!(count(vec(any::<bool>()).len(0..=5), 500), Some(63));
        assert_eq!(count(set(0..3u8), 500), Some(16), "in every order of insertion");
        assert_eq!(count(option(text().alphabet("[ab]").len(..=2)), 500), Some(8));
        assert_eq!(count(shuffle([1, 2, 3, 4]), 500), Some(24));
    }

    #[test]
    fn what_a_filter_refuses_is_no_input() {
        assert_eq!(count(int(0..20u8).filter(|n| n % 5 == 0), 500), Some(4));
        assert_eq!(count(int(0..20u8).filter(|_| false), 500), Some(0));
    }

    #[test]
    fn larger_spaces_are_given_up_at_once() {
        assert_eq!(count(any::<u8>(), 255), None);
        assert_eq!(count(any::<u64>(), 500), None);
        assert_eq!(count(any::<f32>(), 500), None);
        assert_eq!(count(any::<String>(), 500), None);
        assert_eq!(count(vec(any::<bool>()), 65_536), None);
        assert_eq!(count(vec(any::<u8>()), 65_536), None);
        assert_eq!(count(array::<20, _>(any::<bool>()), 65_536), None);
    }
}
