//! Type-erased values, so that all studies share one instance of the runner.
//!
//! The library instantiates code for each generator and property type, and there are about a hundred here, which took
//! minutes to build. Boxing a value does not change its choices.

use disprove::{Check, prelude::*};
use std::{
    any::Any,
    fmt::{self, Debug, Formatter},
};

/// A value of any type, which prints as itself.
pub struct Drawn(Box<dyn Shown>);

trait Shown: Any + Debug {}

impl<T: Any + Debug> Shown for T {}

impl Debug for Drawn {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl Drawn {
    fn open<T: 'static>(self) -> T {
        let value: Box<dyn Any> = self.0;
        *value.downcast().expect("the property takes what the generator makes")
    }
}

/// The generator with all types hidden.
pub fn hidden<'a, G>(generator: G) -> Boxed<'a, Drawn>
where
    G: IntoGenerator,
    G::Generator: 'a,
    G::Value: Debug + 'static,
{
    generator.into_generator().map(|value| Drawn(Box::new(value))).boxed()
}

/// Runs a property of what was [`hidden`].
///
/// # Panics
/// If the property takes something else than the generator makes.
pub fn run<T: 'static, R: IntoOutcome>(
    check: Check<Boxed<'_, Drawn>>,
    property: impl Fn(T) -> R,
) -> Report<Drawn> {
    shared_run(check, &|value| property(value.open()).into_outcome())
}

/// The one run that is compiled.
fn shared_run(
    check: Check<Boxed<'_, Drawn>>,
    property: &dyn Fn(Drawn) -> Outcome,
) -> Report<Drawn> {
    check.run(property)
}

#[cfg(test)]
mod tests {
    use super::{hidden, run};
    use disprove::prelude::*;

    fn pairs(src: &mut Source) -> (u32, Vec<u8>) {
        (src.draw(0..1_000_000), src.draw(vec(any::<u8>()).len(0..=9)))
    }

    fn property((number, bytes): (u32, Vec<u8>)) -> bool {
        target!(number);
        bytes.len() < 3 || number < 900_000
    }

    #[test]
    fn hidden_types_change_nothing_about_a_run() {
        for search in [Search::Random, Search::Climb, Search::Auto] {
            let plain = check(pairs).seed(3).cases(5_000).search(search).database(Db::none());
            let plain = plain.run(property);
            let boxed = check(hidden(pairs)).seed(3).cases(5_000).search(search);
            let boxed = run(boxed.database(Db::none()), property);
            assert_eq!(boxed.executions(), plain.executions());
            let (plain, boxed) = (&plain.failures()[0], &boxed.failures()[0]);
            assert_eq!(boxed.found_at(), plain.found_at());
            assert_eq!(boxed.replay_token(), plain.replay_token());
            assert_eq!(format!("{:#?}", boxed.value()), format!("{:#?}", plain.value()));
        }
    }
}
