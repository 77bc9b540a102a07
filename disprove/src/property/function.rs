//! What a function with `#[property]` expands to a call of.

use super::{
    Arguments, Declaration,
    harness::{Disproved, check_property},
    kept::KeptInputs,
};
use crate::{
    case::{OnThread, Property, Texts, TypedProperty},
    feedback::{ErasedHistory, IntoOutcome, Outcome},
    generator::IntoGenerator,
    report::{Shown, Written as LiteralText},
    source::{Source, StackLimits},
};
use std::{cell::RefCell, panic::Location};

/// Runs a function as a test. Properties with the same signature share one instance of this function, because their
/// bodies are function pointers. `generator` makes the generator, once for each thread that runs cases.
///
/// # Panics
/// If the property does not hold.
#[track_caller]
pub fn run_function<G, R>(
    declaration: &Declaration,
    generator: fn() -> G,
    printers: <G::Value as Arguments>::Printers,
    examples: &[fn() -> G::Value],
    history: Option<ErasedHistory>,
    body: fn(G::Value, &mut Source) -> R,
) where
    G: IntoGenerator<Value: Arguments>,
    R: IntoOutcome,
{
    let on_thread = |run: &mut dyn FnMut(&dyn Property)| {
        let generator = generator().into_generator();
        run(&TypedProperty::of_cases(&generator, judged(body), declaration.draws));
    };
    let parts = Parts { generator: generator(), printers, examples, on_thread: Some(&on_thread) };
    if let Err(disproved) = run_parts(declaration, parts, history, body, &mut |_| {}) {
        disproved.panic()
    }
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
#[track_caller]
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
    let parts = Parts { generator, printers, examples, on_thread: None };
    run_parts(declaration, parts, history, body, reduced)
}

/// What depends on the types of a property, besides its body.
struct Parts<'a, G: IntoGenerator<Value: Arguments>> {
    generator: G,
    printers: <G::Value as Arguments>::Printers,
    examples: &'a [fn() -> G::Value],
    on_thread: Option<&'a OnThread<'a>>,
}

#[track_caller]
fn run_parts<G, R>(
    declaration: &Declaration,
    parts: Parts<'_, G>,
    history: Option<ErasedHistory>,
    body: impl Fn(G::Value, &mut Source) -> R,
    reduced: &mut dyn FnMut(G::Value),
) -> Result<(), Disproved>
where
    G: IntoGenerator<Value: Arguments>,
    R: IntoOutcome,
{
    let place = Location::caller();
    let _stack = StackLimits::for_values(size_of::<G::Value>());
    let Parts { generator, printers, examples, on_thread } = parts;
    let generator = generator.into_generator();
    let kept = KeptInputs::default();
    let reduced = RefCell::new(reduced);
    let describe = |value: &G::Value| named(declaration, value.texts(&printers));
    let property = TypedProperty {
        generator: &generator,
        body: judged(body),
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
        on_thread,
    };
    check_property(declaration, &property, &kept, history, place)
}

/// A body that returns outcomes. All threads of a property have the same type of body, which is compiled once.
fn judged<V, R: IntoOutcome>(
    body: impl Fn(V, &mut Source) -> R,
) -> impl Fn(V, &mut Source) -> Outcome {
    move |value, src| body(value, src).into_outcome()
}

fn named(declaration: &Declaration, texts: Vec<String>) -> Texts {
    declaration.arguments.iter().copied().zip(texts).collect()
}

/// Runs one case of a machine.
pub type MachineCase = Box<dyn Fn(&mut Source) -> Outcome>;

/// Boxes the function that runs one case of a machine.
pub fn machine_case(case: impl Fn(&mut Source) -> Outcome + 'static) -> MachineCase {
    Box::new(case)
}

/// Runs a state machine as a test; what `case` returns runs one case of it. Compiled once for all machines.
///
/// # Panics
/// If the machine fails.
#[track_caller]
pub fn run_machine(
    declaration: &Declaration,
    history: Option<ErasedHistory>,
    case: fn() -> MachineCase,
) {
    let on_thread = |run: &mut dyn FnMut(&dyn Property)| {
        let (generator, case) = (().into_generator(), case());
        let body = judged(|(), src: &mut Source| case(src));
        run(&TypedProperty::of_cases(&generator, body, declaration.draws));
    };
    let parts = Parts { generator: (), printers: (), examples: &[], on_thread: Some(&on_thread) };
    let case = case();
    let body = |(), src: &mut Source| case(src);
    if let Err(disproved) = run_parts(declaration, parts, history, body, &mut |()| {}) {
        disproved.panic()
    }
}
