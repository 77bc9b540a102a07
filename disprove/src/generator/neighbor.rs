//! Generators with a custom mutator: a function from a value to a similar one.

use super::{Encoder, Generator, Neighbor};
use crate::{choice::Tree, source::Source};
use std::{
    any::type_name,
    panic::{AssertUnwindSafe, catch_unwind},
};

impl<G, F> Neighbor<G, F>
where
    G: Generator,
    F: Fn(&G::Value, f64, &mut Source) -> G::Value,
{
    /// Returns a value near `base`; the temperature is between 0 and 1.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let upward = int(0..100).neighbor(|base: &i32, _, src: &mut Source| src.draw(*base..=base + 1));
    /// let report = check(move |src: &mut Source| upward.near(&7, 0.5, src)).run(|n| n == 7 || n == 8);
    /// assert_eq!(report.verdict(), Verdict::Exhausted);
    /// ```
    pub fn near(&self, base: &G::Value, temperature: f64, src: &mut Source) -> G::Value {
        (self.mutator)(base, temperature, src)
    }

    /// Generates in a span that searches can find, and applies the mutator if the guide asks for it.
    #[cold]
    #[inline(never)]
    fn record(&self, src: &mut Source) -> G::Value {
        let step = src.open_custom_mutator(type_name::<Self>());
        let near = step.and_then(|temperature| self.step(temperature, src));
        let value = match near {
            Some(tree) => src.with_guide(tree, |src| self.inner.generate(src)),
            None => self.inner.generate(src),
        };
        src.close();
        value
    }

    /// The choices of a value near the guide's. `None` if the step is rejected: the mutator panicked, or returned a value
    /// that this generator cannot produce.
    fn step(&self, temperature: f64, src: &mut Source) -> Option<Tree> {
        let base = self.inner.generate(&mut src.fork());
        let mut detached = src.detached();
        let near = catch_unwind(AssertUnwindSafe(|| {
            self.inner.encode(&self.near(&base, temperature, &mut detached))
        }));
        if !matches!(near, Ok(Some(_))) {
            src.reject_step(self.location, near.is_err());
        }
        near.ok().flatten()
    }
}

#[diagnostic::do_not_recommend]
impl<G, F> Generator for Neighbor<G, F>
where
    G: Generator,
    F: Fn(&G::Value, f64, &mut Source) -> G::Value,
{
    type Value = G::Value;

    #[inline(always)]
    fn generate(&self, src: &mut Source) -> G::Value {
        if src.is_recording() { self.record(src) } else { self.inner.generate(src) }
    }

    fn encode_into(&self, value: &G::Value, encoder: &mut Encoder) -> bool {
        let name = type_name::<Self>();
        encoder.span(name, 0, |encoder| self.inner.encode_into(value, encoder))
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        choice::Tree,
        generator::{Generator, int, vec},
        random::Random,
        source::{Fill, Source},
    };
    use std::rc::Rc;

    fn follow<G: Generator>(generator: &G, tree: Tree, case: u64) -> (G::Value, Tree) {
        let mut src = Source::recording();
        src.replay(Rc::new(tree), Fill::Random, Random::for_case(1, case), 100);
        (generator.generate(&mut src), src.take_tree())
    }

    #[test]
    fn a_step_changes_one_element_and_nothing_else() {
        let step = |base: &i64, _, src: &mut Source| base + src.draw(0..=1) * 2 - 1;
        let list = vec(int(-1_000..1_000i64).neighbor(step)).len(3..=3);
        let base = vec![10, 20, 30];
        let (value, mut tree) = follow(&list, list.encode(&base).expect("in range"), 0);
        assert_eq!(value, base);
        let mut elements = (0..tree.spans.len()).filter(|at| tree.spans[*at].has_custom_mutator());
        let second = elements.nth(1).expect("there are three");
        tree.spans[second].request_step(0.5);
        let mut seen = Vec::new();
        for case in 0..20 {
            let (value, drawn) = follow(&list, tree.clone(), case);
            assert_eq!((value[0], value[2]), (10, 30));
            seen.push(value[1]);
            // The draws of the mutator are not part of the case, and the new tree asks for no further step.
            assert_eq!(drawn.to_token(), list.encode(&value).expect("in range").to_token());
            assert_eq!(follow(&list, drawn, case).0, value);
        }
        assert!(seen.contains(&19) && seen.contains(&21));
        assert!(seen.iter().all(|n| [19, 21].contains(n)), "{seen:?}");
    }

    #[test]
    fn the_british_spelling_is_an_alias() {
        let number = int(0..10i64).neighbour(|n: &i64, _, _: &mut Source| n + 1);
        assert_eq!(number.near(&7, 0.5, &mut Source::new()), 8);
    }

    #[test]
    fn a_step_out_of_range_is_rejected_and_recorded() {
        let number = int(0..10i64).neighbor(|n: &i64, _, _: &mut Source| n + 100);
        let (_, mut tree) = follow(&number, number.encode(&7).expect("in range"), 0);
        tree.spans[0].request_step(1.0);
        let mut src = Source::recording();
        for times in 1..=3 {
            src.replay(Rc::new(tree.clone()), Fill::Random, Random::for_case(1, times), 100);
            assert_eq!(number.generate(&mut src), 7);
            let [step] = src.rejected_steps() else { panic!("one function") };
            assert_eq!((step.times, step.broke), (times, false));
            assert!(step.place.file().ends_with("neighbor.rs"));
        }
    }

    #[test]
    fn a_step_that_panics_is_skipped_and_recorded() {
        let number = int(0..10i64).neighbor(|n: &i64, _, _: &mut Source| panic!("at {n}"));
        let (_, mut tree) = follow(&number, number.encode(&7).expect("in range"), 0);
        tree.spans[0].request_step(1.0);
        let mut src = Source::recording();
        src.replay(Rc::new(tree), Fill::Random, Random::for_case(1, 1), 100);
        assert_eq!(number.generate(&mut src), 7);
        let [step] = src.rejected_steps() else { panic!("one function") };
        assert_eq!((step.times, step.broke), (1, true));
    }
}
