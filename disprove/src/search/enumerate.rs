//! Enumeration of a small input space, the simplest inputs first.

use crate::{
    case::{CaseOutcome, NoOutcome},
    choice::{Bounds, Tree},
    random::Random,
    source::Source,
};
use std::rc::Rc;

/// Steps through the choices like an odometer: the last choice that has a next value takes it, and the choices after it
/// start again with their simplest values.
#[derive(Debug)]
pub(crate) struct Odometer {
    next: Option<Tree>,
}

impl Odometer {
    pub(crate) fn new() -> Odometer {
        Odometer { next: Some(Tree::default()) }
    }

    /// The choices that the next input begins with; `None` at the end.
    pub(crate) fn next(&mut self) -> Option<Rc<Tree>> {
        self.next.take().map(Rc::new)
    }

    /// Advances from the choices that the generator drew.
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

/// The largest space that is counted by running the generator for each input: the default number of cases.
const COUNTED: u64 = 500;

/// Generator runs, and choices they draw, to count a space exactly. A filter may reject half of the runs. Together they
/// bound the time to about a millisecond; a space without end, such as lists of bools, uses them up.
const MOST_RUNS: u64 = 2 * COUNTED;
const MOST_CHOICES: u64 = 8_000;

/// Rejected runs after which the structure tells whether it is worth going on: a rejection takes as long as ten inputs.
const FEW_REJECTIONS: u64 = 100;

/// Generator runs to find the structure of a larger space, and random cases to check it.
const PROBES: u64 = 200;
const SAMPLES: u64 = 16;

/// The number of inputs, if that is at most `limit`. `generate` runs the generator alone, without the property.
///
/// A space of up to 500 inputs is counted exactly. The number of a larger space follows from its structure: the values of
/// an integer are counted, not tried, if the same choices follow each of them. Inputs that a filter rejects then count.
pub(crate) fn count_inputs(
    generate: &mut dyn FnMut(&mut Source) -> Result<CaseOutcome, NoOutcome>,
    src: &mut Source,
    limit: u64,
    seed: u64,
) -> Option<u64> {
    let mut counter = Counter { generate, src, runs: 0, choices: 0 };
    // A typical generator draws a wide choice in its first case, so this costs one run.
    let random = counter.sample(seed, 0)?;
    if untried(&random, limit) > limit {
        return None;
    }
    let exact = limit.min(COUNTED);
    if untried(&random, exact) <= exact {
        if let Some(count) = counter.count_exactly(exact) {
            return Some(count);
        }
    }
    if limit <= COUNTED {
        return None;
    }
    let (space, count) = counter.space(limit)?;
    for case in 0..SAMPLES {
        if !space.contains(&counter.sample(seed, case)?) {
            return None;
        }
    }
    Some(count)
}

/// Runs a generator to count its inputs.
struct Counter<'a> {
    generate: &'a mut dyn FnMut(&mut Source) -> Result<CaseOutcome, NoOutcome>,
    src: &'a mut Source,
    runs: u64,
    choices: u64,
}

/// A run of the generator: what it drew, and whether it made a value.
#[derive(Clone)]
struct Probe {
    drawn: Rc<Tree>,
    made: bool,
}

impl Counter<'_> {
    /// The choices of a random case. `None` if the generator panics.
    fn sample(&mut self, seed: u64, case: u64) -> Option<Tree> {
        self.src.record(Random::for_case(seed, case), 100);
        let ended = (self.generate)(self.src);
        let drawn = self.src.take_tree().flattened();
        (!matches!(ended, Err(NoOutcome::GeneratorPanicked(_)))).then_some(drawn)
    }

    /// The simplest case that begins with these choices. `None` if the generator panics.
    fn run(&mut self, guide: Rc<Tree>) -> Option<Probe> {
        self.src.enumerate(guide);
        let ended = (self.generate)(self.src);
        let drawn = Rc::new(self.src.take_tree());
        self.runs += 1;
        self.choices += drawn.len() as u64;
        let made = matches!(ended, Err(NoOutcome::Skipped));
        (!matches!(ended, Err(NoOutcome::GeneratorPanicked(_)))).then_some(Probe { drawn, made })
    }

    fn count_exactly(&mut self, limit: u64) -> Option<u64> {
        let mut odometer = Odometer::new();
        let mut inputs = 0;
        while let Some(guide) = odometer.next() {
            let Probe { drawn, made } = self.run(guide)?;
            inputs += u64::from(made);
            if self.runs - inputs == FEW_REJECTIONS && !made {
                let spent = (self.runs, self.choices);
                self.space(MOST_RUNS)?;
                (self.runs, self.choices) = spent;
            }
            if untried(&drawn, limit).saturating_add(inputs) > limit
                || self.runs > MOST_RUNS
                || self.choices > MOST_CHOICES
            {
                return None;
            }
            odometer.advance(&drawn);
        }
        Some(inputs)
    }

    /// The structure of all inputs, and their number, if that is at most `limit`.
    fn space(&mut self, limit: u64) -> Option<(Space, u64)> {
        (self.runs, self.choices) = (0, 0);
        let simplest = self.run(Rc::default())?;
        self.structure(&simplest, 0, limit)
    }

    /// The inputs that begin like `base` up to a choice, and their number, if that is at most `limit`.
    fn structure(&mut self, base: &Probe, at: usize, limit: u64) -> Option<(Space, u64)> {
        let Probe { drawn, made } = base;
        if limit == 0 || self.runs > PROBES || self.choices > MOST_CHOICES {
            return None;
        }
        // An input beyond the budget of a case has fewer choices than it should begin with.
        if at >= drawn.len() {
            return Some((Space::End, u64::from(*made)));
        }
        let bounds = drawn.bounds(at).clone();
        let count = if drawn.is_fixed(at) { 1 } else { u64::try_from(bounds.count()?).ok()? };
        let mut values = vec![(0, base.clone())];
        for index in [1, count / 2, count - 1] {
            if index < count && !values.iter().any(|(known, _)| *known == index) {
                values.push((index, self.change(base, at, index)?));
            }
        }
        let full = values.iter().map(|(_, probe)| probe).find(|probe| probe.made).unwrap_or(base);
        if values.iter().all(|(_, probe)| probe.follows(full, at + 1)) {
            let full = full.clone();
            let (rest, each) = self.structure(&full, at + 1, limit / count)?;
            return Some((Space::Same(bounds, Box::new(rest)), count * each));
        }
        let (mut rests, mut all) = (Vec::new(), 0);
        for index in 0..count {
            let known = values.iter().find(|(known, _)| *known == index);
            let probe = match known {
                Some((_, probe)) => probe.clone(),
                None => self.change(base, at, index)?,
            };
            let (rest, inputs) = self.structure(&probe, at + 1, limit - all)?;
            all += inputs;
            rests.push(rest);
        }
        Some((Space::Each(bounds, rests), all))
    }

    /// Runs the generator with another value of a choice.
    fn change(&mut self, base: &Probe, at: usize, index: u64) -> Option<Probe> {
        let value = base.drawn.bounds(at).nth(index.into())?;
        let mut guide = Tree::default();
        guide.copy_choices(&base.drawn, 0, at + 1);
        guide.set(at, &value);
        if self.runs > PROBES { None } else { self.run(Rc::new(guide)) }
    }
}

impl Probe {
    /// Whether the same choices as in `full` follow from a choice on; fewer, if a filter rejected the case.
    fn follows(&self, full: &Probe, from: usize) -> bool {
        let (ours, theirs) = (&self.drawn, &full.drawn);
        let lengths =
            if self.made { ours.len() == theirs.len() } else { ours.len() <= theirs.len() };
        let same = |at: usize| {
            ours.bounds(at) == theirs.bounds(at) && ours.is_fixed(at) == theirs.is_fixed(at)
        };
        lengths && (from..ours.len()).all(same)
    }
}

/// The choices that can follow each other.
enum Space {
    End,
    /// A choice, and what follows each of its values.
    Same(Bounds, Box<Space>),
    /// A choice, and what follows its values, one by one.
    Each(Bounds, Vec<Space>),
}

impl Space {
    /// Whether a case has the choices of this space.
    fn contains(&self, drawn: &Tree) -> bool {
        let mut space = self;
        for at in 0..drawn.len() {
            let next = match space {
                Space::End => None,
                Space::Same(bounds, rest) => (bounds == drawn.bounds(at)).then_some(&**rest),
                Space::Each(bounds, rests) => {
                    let index =
                        bounds.index(&drawn.value(at)).filter(|_| bounds == drawn.bounds(at));
                    index.and_then(|index| rests.get(index as usize))
                }
            };
            let Some(next) = next else { return false };
            space = next;
        }
        true
    }
}

/// The number of values of these choices that were not tried, which is at least the number of inputs left if no filter
/// rejects any. Stops counting above `limit`.
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
    fn counts_small_spaces() {
        assert_eq!(count(just(1), 500), Some(1));
        assert_eq!(count(any::<u8>(), 256), Some(256));
        assert_eq!(count((0..4u8, any::<bool>()), 8), Some(8));
        assert_eq!(count(vec(any::<bool>()).len(0..=5), 500), Some(63));
        assert_eq!(count(set(0..3u8), 500), Some(16), "in every order of insertion");
        assert_eq!(count(option(text().alphabet("[ab]").len(..=2)), 500), Some(8));
        assert_eq!(count(shuffle([1, 2, 3, 4]), 500), Some(24));
    }

    #[test]
    fn counts_no_input_that_a_filter_rejects() {
        assert_eq!(count(int(0..20u8).filter(|n| n % 5 == 0), 500), Some(4));
        assert_eq!(count(int(0..20u8).filter(|_| false), 500), Some(0));
    }

    #[test]
    fn gives_up_on_larger_spaces() {
        assert_eq!(count(any::<u8>(), 255), None);
        assert_eq!(count(any::<u64>(), 500), None);
        assert_eq!(count(any::<f32>(), 500), None);
        assert_eq!(count(any::<String>(), 500), None);
        assert_eq!(count(vec(any::<bool>()), 65_536), None);
        assert_eq!(count(vec(any::<u8>()), 65_536), None);
        assert_eq!(count(array::<20, _>(any::<bool>()), 65_536), None);
    }

    #[test]
    fn counts_larger_spaces_by_their_structure() {
        assert_eq!(count(any::<u16>(), 1 << 16), Some(1 << 16));
        assert_eq!(count(any::<u16>(), (1 << 16) - 1), None);
        assert_eq!(count((any::<u8>(), 0..100u8, any::<bool>()), 1 << 16), Some(51_200));
        assert_eq!(count(vec(0..5u8).len(2..=4), 2_000), Some(775));
        assert_eq!(count(vec(any::<bool>()).len(0..=10), 10_000), Some(2_047));
        let dependent = int(0..10u8).then(|n| vec(any::<bool>()).len(usize::from(n)));
        assert_eq!(count(dependent, 10_000), Some(1_023));
        let filtered = any::<u16>().filter(|n| n % 2 == 0);
        assert_eq!(count(filtered, 1 << 16), Some(1 << 16), "rejected inputs count as well");
    }

    #[test]
    fn a_rare_dependent_draw_is_no_small_space() {
        let guarded = |src: &mut Source| {
            let (a, b) = (src.draw(0..50u8), src.draw(0..50u8));
            if a < 25 && b > 0 && b < 49 && b != 25 { src.draw(any::<u64>()) } else { 0 }
        };
        assert_eq!(count(guarded, 1 << 16), None);
    }

    #[test]
    fn takes_few_generator_runs_for_any_limit() {
        for limit in [1, 500, 501, 1 << 16] {
            let most = |generator: &dyn Fn(&mut Source)| {
                let mut runs = 0;
                let mut generate = |src: &mut Source| {
                    runs += 1;
                    generator(src);
                    Err(NoOutcome::Skipped)
                };
                count_inputs(&mut generate, &mut Source::recording(), limit, 1);
                assert!(runs <= MOST_RUNS + 2 * PROBES + SAMPLES + 9, "{limit}: {runs}");
            };
            most(&|src| drop(src.draw(vec(0..200u8).len(..=8))));
            most(&|src| drop(src.draw(vec(any::<()>()))));
            most(&|src| drop(src.draw(vec(any::<bool>()))));
            most(&|src| {
                src.draw((0..250u8, 0..250u8, any::<bool>()));
            });
        }
    }
}
