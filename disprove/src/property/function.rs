//! What a function with `#[property]` expands to a call of.

use super::{
    Arguments, Declaration,
    harness::{Disproved, check_property},
    kept::KeptInputs,
};
use crate::{
    case::{Texts, TypedProperty},
    feedback::{ErasedHistory, IntoOutcome, Outcome},
    generator::IntoGenerator,
    report::{Shown, Written as LiteralText},
    source::{Source, StackLimits},
};
use std::cell::RefCell;

/// Runs a function as a test. Properties with the same signature share one instance of this function, because their
/// bodies are function pointers.
///
/// # Panics
/// If the property does not hold.
#[track_caller]
pub fn run_function<G, R>(
    declaration: &Declaration,
    generator: G,
    printers: <G::Value as Arguments>::Printers,
    examples: &[fn() -> G::Value],
    history: Option<ErasedHistory>,
    body: fn(G::Value, &mut Source) -> R,
) where
    G: IntoGenerator<Value: Arguments>,
    R: IntoOutcome,
{
    run_property(declaration, generator, printers, examples, history, body);
}

/// Runs a property as a test. Each body has an instance of its own.
///
/// # Panics
/// If the property does not hold.
#[track_caller]
pub fn run_property<G, R>(
    declaration: &Declaration,
    generator: G,
    printers: <G::Value as Arguments>::Printers,
    examples: &[fn() -> G::Value],
    history: Option<ErasedHistory>,
    body: impl Fn(G::Value, &mut Source) -> R,
) where
    G: IntoGenerator<Value: Arguments>,
    R: IntoOutcome,
{
    let result =
        try_property(declaration, generator, printers, examples, history, body, &mut |_| {});
    if let Err(disproved) = result {
        disproved.panic()
    }
}

/// Runs a property, and passes the smallest input of each failure to `reduced`.
///
/// # Errors
/// If the property does not hold.
pub fn try_property<G, R>(
    declaration: &Declaration,
    generator: G,
    printers: <G::Value as Arguments>::Printers,
    examples: &[fn() -> G::Value],
    history: Option<ErasedHistory>,
    body: impl Fn(G::Value, &mut Source) -> R,
    reduced: &mut dyn FnMut(G::Value),
) -> Result<(), Disproved>
where
    G: IntoGenerator<Value: Arguments>,
    R: IntoOutcome,
{
    let _stack = StackLimits::for_values(size_of::<G::Value>());
    let generator = generator.into_generator();
    let kept = KeptInputs::default();
    let reduced = RefCell::new(reduced);
    let describe = |value: &G::Value| named(declaration, value.texts(&printers));
    let property = TypedProperty {
        generator: &generator,
        body: |value, src: &mut Source| body(value, src).into_outcome(),
        draws: declaration.draws,
        example: &|number: usize| examples[number](),
        examples: examples.len(),
        describe: &describe,
        keep: &|value, is_original| {
            let number = kept.keep(is_original, &|| {
                let mut literal = LiteralText::default();
                value.literal(&printers, &mut literal);
                Shown { arguments: describe(&value), literal: literal.finish() }
            });
            if !is_original {
                reduced.borrow_mut()(value);
            }
            number
        },
    };
    check_property(declaration, &property, &kept, history)
}

fn named(declaration: &Declaration, texts: Vec<String>) -> Texts {
    declaration.arguments.iter().copied().zip(texts).collect()
}

/// Runs a state machine as a test; `case` runs one case of it. Compiled once for all machines.
///
/// # Panics
/// If the machine fails.
#[track_caller]
pub fn run_machine(
    declaration: &Declaration,
    history: Option<ErasedHistory>,
    case: &dyn Fn(&mut Source) -> Outcome,
) {
    run_property(declaration, (), (), &[], history, |(), src: &mut Source| case(src));
}
