//! Targets on which a panic ends the program, such as WebAssembly: how to repeat the case is printed before the end.

use super::property::{Decision, Input, Property};
use crate::source::{CaseSeed, Source};
use std::{
    cell::{Cell, RefCell},
    fmt::Write as _,
};

/// Whether a panic ends the program. Then it cannot be caught, and its input is not reduced.
pub(crate) const ABORTS: bool = cfg!(panic = "abort");

thread_local! {
    /// The seed of the run on this thread.
    static SEED: Cell<Option<u64>> = const { Cell::new(None) };
    /// The token of the case under way, if its input is known before the property is called.
    static TOKEN: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// A run with this seed begins.
pub(crate) fn begin_run(seed: u64) {
    if ABORTS {
        SEED.set(Some(seed));
    }
}

/// The property is about to be called with a generated value. Random cases are not recorded, so the value is generated
/// again.
pub(super) fn begin_case(property: &dyn Property, seed: &CaseSeed, src: &Source) {
    TOKEN.set(None);
    if property.draws() {
        return;
    }
    let mut again = src.recording_alike();
    again.start_from(seed);
    property.run(Input::Drawn, &mut again, &mut |_, _| Decision::Skip);
    TOKEN.set(Some(again.take_tree().to_token()));
}

/// What to print after the message of a panic that ends the program.
pub(super) fn last_words() -> String {
    let mut text =
        "a panic ends the program on this target, so that the input is not reduced; to repeat it"
            .to_owned();
    if let Some(token) = TOKEN.with_borrow(Clone::clone) {
        let _ = write!(text, "\n    replay   #[replay(\"{token}\")]");
    }
    if let Some(seed) = SEED.get() {
        let _ = write!(text, "\n    seed     DISPROVE_SEED={seed}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        case::TypedProperty,
        choice::Tree,
        feedback::Outcome,
        generator::{Generator, any, vec},
        random::Random,
    };

    #[test]
    fn the_token_is_that_of_the_case() {
        let generator = vec(any::<u16>());
        let property = TypedProperty::new(&generator, |_, _: &mut Source| Outcome::pass());
        let mut src = Source::new();
        src.restart(Random::for_case(3, 5), 100);
        let seed = src.case_seed();
        let value = src.draw(generator.by_ref());
        begin_case(&property, &seed, &src);
        SEED.set(Some(3));
        let text = last_words();
        let token = text.split('"').nth(1).expect("a token in quotes");
        let mut replayed = Source::recording();
        replayed.start_from(&CaseSeed::of(Tree::from_token(token).expect("a token")));
        assert_eq!(replayed.draw(generator.by_ref()), value);
        assert!(text.ends_with("DISPROVE_SEED=3"), "{text}");
        // If the body draws too, the choices are not complete yet.
        let property = TypedProperty { draws: true, ..property };
        begin_case(&property, &seed, &src);
        let text = last_words();
        assert!(!text.contains("replay") && text.ends_with("DISPROVE_SEED=3"), "{text}");
    }
}
