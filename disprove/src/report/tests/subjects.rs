//! Runs as `#[property]` starts them: with examples, draws in the body, and a listener.

use crate::{
    case::Subject,
    database::Db,
    feedback::{IntoOutcome, Outcome},
    generator::Generator,
    runner::{Context, Event, Example, Report, run},
    settings::Settings,
    source::Source,
};

/// A generator, and a property that draws in its body.
pub(in crate::report) struct Drawing<G, F> {
    pub(in crate::report) generator: G,
    pub(in crate::report) property: F,
}

impl<G, R, F> Subject for Drawing<G, F>
where
    G: Generator,
    R: IntoOutcome,
    F: Fn(G::Value, &mut Source) -> R,
{
    type Value = G::Value;
    const DRAWS: bool = true;

    fn generate(&self, src: &mut Source) -> G::Value {
        self.generator.generate(src)
    }

    fn test(&self, value: G::Value, src: &mut Source) -> Outcome {
        (self.property)(value, src).into_outcome()
    }
}

/// Runs a property with a seed, examples and a listener.
pub(in crate::report) fn run_all<S: Subject>(
    name: &str,
    subject: &S,
    cases: u64,
    examples: &[Example<'_, S::Value>],
    listener: &mut dyn FnMut(Event<'_>),
) -> Report<S::Value> {
    let mut settings = Settings::named(name.to_owned());
    settings.seed = Some(1);
    settings.cases = cases;
    let context = Context {
        examples,
        regressions: Vec::new(),
        database: &Db::none(),
        history: None,
        listener,
        describe: &|_| Vec::new(),
        tell_all: true,
    };
    run(subject, &settings, context)
}
